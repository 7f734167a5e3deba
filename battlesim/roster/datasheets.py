"""Published datasheets, typed: profiles, weapons, composition, keywords and abilities as the dataset has them.

The dataset has its names in English alone. Points, options and compositions are carried as published; what a loadout
costs and whether a list is legal is not judged here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from battlesim.errors import BattlesimError, UnknownName, did_you_mean
from battlesim.model.text import Text
from battlesim.roster.printed import keyword, weapon_keywords
from battlesim.roster.published import Record, ids, records
from battlesim.rules.wh40k.keywords.not_modelled import NotModelled
from battlesim.rules.wh40k.profiles import Amount, Profile, Weapon
from battlesim.units import inches

_PLURAL: Final = {"BEAST": "BEASTS", "SWARMS": "SWARM"}
"""Keywords that the dataset writes in two ways, as the rules write them."""

_FILED_AS_OWN: Final = ("fights-first", "deadly-demise", "super-heavy-walker", "damaged")
"""Ids of core abilities that the dataset has as abilities of a unit's own."""


class AmbiguousDatasheet(BattlesimError):
    """An id that several factions have a datasheet of; the message names them and says how to choose."""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One kind of model in a unit: how many there may be, what it carries at the start (weapon ids, each copy) and its base.

    ``base`` is the dataset's record, None where it has none; ``outline`` the corners of a published hull, in inches.
    """

    name: str
    at_least: int
    at_most: int
    weapons: tuple[str, ...]
    profile: str
    leader: bool = False
    base: Record | None = None
    outline: tuple[Mapping[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class UnitSize:
    """One printed size of a unit: per kind of model the least and the most, in the order of the rows."""

    counts: tuple[tuple[int, int], ...]

    @property
    def at_least(self) -> int:
        """The fewest models of this size."""
        return sum(low for low, _ in self.counts)

    @property
    def at_most(self) -> int:
        """The most models of this size."""
        return sum(high for _, high in self.counts)


@dataclass(frozen=True, slots=True)
class Swap:
    """An option: a model of that row (any, where it is empty) gives up ``replaces`` for one of ``choices``."""

    row: str
    replaces: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Transport:
    """How many models it carries. ``only`` and ``never`` are keywords in capitals; they are stated, not judged here."""

    capacity: int
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsTier:
    """What a unit of that many models costs, as one of the first to the last copies of it in an army."""

    at_least: int
    at_most: int
    cost: int
    first_copy: int = 1
    last_copy: int | None = None


@dataclass(frozen=True)
class Datasheet:
    """One published datasheet. ``weapons`` are by weapon id, each with its profiles; ``completed`` are ids that were
    added to the starting equipment because the options take them away and nothing gives them."""

    id: str
    name: Text
    faction: str
    faction_name: str
    rows: tuple[ModelRow, ...]
    sizes: tuple[UnitSize, ...]
    profiles: Mapping[str, Profile]
    weapons: Mapping[str, tuple[Weapon, ...]]
    wargear: Mapping[str, str]
    swaps: tuple[Swap, ...]
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    abilities: tuple[object, ...]
    transport: Transport | None = None
    points: tuple[PointsTier, ...] = ()
    leads: tuple[str, ...] = ()
    completed: tuple[str, ...] = ()

    def cost(self, models: int) -> int | None:
        """Points for a unit of that many models, as the first of its kind in an army; None where none are published."""
        fitting = [tier for tier in self.points if tier.first_copy == 1 and tier.at_least <= models]
        return max(fitting, key=lambda tier: tier.at_least).cost if fitting else None


def datasheets() -> tuple[str, ...]:
    """The ids of all published datasheets, sorted; some belong to several factions."""
    return ids("datasheet")


def factions_of(id: str) -> tuple[str, ...]:
    """The ids of the factions that have a datasheet of that id, in the dataset's order."""
    return tuple(record["unit"]["faction_id"] for record in records("datasheet", id))


def datasheet(id: str, *, faction: str | None = None) -> Datasheet:
    """The published datasheet of that id.

    Where several factions have one, name the faction's id: ``datasheet("rhino", faction="adeptus-astartes")`` or
    ``datasheet("rhino of adeptus-astartes")``. Raises UnknownName with the nearest ids (or the factions there are), and
    AmbiguousDatasheet. The same datasheet is made once.

    >>> datasheet("terminator-squad").profiles["Terminator"].toughness
    6
    """
    plain, _, named = id.partition(" of ")
    return _datasheet(plain.strip(), faction or named.strip() or None)


@cache
def _datasheet(id: str, faction: str | None) -> Datasheet:
    found = records("datasheet", id)
    if not found:
        raise UnknownName(f"there is no published datasheet {id!r}{did_you_mean(id, datasheets())}")
    known = [record["unit"]["faction_id"] for record in found]
    if faction is not None:
        chosen = [record for record in found if record["unit"]["faction_id"] == faction]
        if not chosen:
            raise UnknownName(
                f"{faction!r} has no datasheet {id!r}{did_you_mean(faction, known)} (there is one of {', '.join(known)})"
            )
        return _read(chosen[0])
    if len(found) > 1:
        raise AmbiguousDatasheet(
            f"{id!r} is a datasheet of {', '.join(known[:-1])} and {known[-1]}: "
            f"write '{id} of {known[0]}', or add 'faction: {known[0]}'"
        )
    return _read(found[0])


def _read(record: Record) -> Datasheet:
    unit = record["unit"]
    swaps = tuple(_swap(option) for option in record["options"])
    rows = _rows(record)
    completed = _forgotten(rows, swaps, record["weapons"])
    capacity = unit.get("transport_capacity")
    return Datasheet(
        id=unit["id"],
        name=Text(unit["name"]),
        faction=unit["faction_id"],
        faction_name=record["faction"],
        rows=tuple(_with_weapons(row, completed) for row in rows),
        sizes=_sizes(record, rows),
        profiles={profile["name"]: _profile(profile) for profile in unit["profiles"]},
        weapons={id: tuple(_weapons(id, weapon)) for id, weapon in record["weapons"].items()},
        wargear=record["wargear"],
        swaps=swaps,
        keywords=_capitals(unit["keywords"]),
        faction_keywords=_capitals(unit["faction_keywords"]),
        abilities=tuple(_abilities(record)),
        transport=capacity
        and Transport(
            capacity["capacity"],
            _capitals(capacity.get("keyword_restrictions") or ()),
            _capitals(capacity.get("exclusion_keywords") or ()),
        ),
        points=tuple(_points(tier) for tier in unit.get("points") or ()),
        leads=tuple(dict.fromkeys(record["leads"])),
        completed=completed,
    )


def _rows(record: Record) -> tuple[ModelRow, ...]:
    """The kinds of models; a datasheet without a composition has one kind, which carries every weapon there is."""
    unit, composition = record["unit"], record["composition"]
    profiles = [profile["name"] for profile in unit["profiles"]]
    if composition is None:
        count = unit["model_count"]
        weapons = tuple(record["weapons"])
        return (
            ModelRow(unit["name"], count["min"], count["max"], weapons, profiles[0], base=unit.get("base_size_mm")),
        )
    return tuple(
        ModelRow(
            name=row["name"],
            at_least=row["min"],
            at_most=row["max"],
            weapons=tuple(row.get("default_weapon_ids") or ()),
            profile=_profile_name(row, profiles),
            leader=bool(row.get("is_leader_model")),
            base=row.get("base_size_mm") or unit.get("base_size_mm"),
            outline=tuple(record["hulls"].get(row.get("hull_shape_id") or "", ())),
        )
        for row in composition["models"]
    )


def _profile_name(row: Record, profiles: list[str]) -> str:
    """The profile that a row names, or the one that shares most with the row's own name, or else the first."""
    for name in (row.get("profile_name"), row["name"]):
        if name in profiles:
            return str(name)
    alike = [profile for profile in profiles if profile.casefold().endswith(row["name"].casefold())]
    return alike[0] if alike else profiles[0]


def _sizes(record: Record, rows: tuple[ModelRow, ...]) -> tuple[UnitSize, ...]:
    tiers = (record["composition"] or {}).get("tiers")
    if not tiers:
        return (UnitSize(tuple((row.at_least, row.at_most) for row in rows)),)
    sizes = []
    for tier in tiers:
        by_name = {entry["name"]: (entry["min"], entry["max"]) for entry in tier["models"]}
        sizes.append(UnitSize(tuple(by_name.get(row.name, (0, 0)) for row in rows)))
    return tuple(sorted(sizes, key=lambda size: size.at_least))


def _swap(option: Record) -> Swap:
    choices = [option["replacement"]] if option.get("replacement") else []
    choices += option.get("replacement_choice") or []
    return Swap(
        row=option["model_constraint"].get("model_name") or "",
        replaces=tuple(option.get("replaces") or ()),
        choices=tuple(tuple(choice) for choice in choices),
    )


def _forgotten(rows: tuple[ModelRow, ...], swaps: tuple[Swap, ...], weapons: Record) -> tuple[str, ...]:
    """The one ranged weapon that every model should start with: options take it away, and nobody was given any."""

    def ranged(id: str) -> bool:
        return id in weapons and weapons[id]["type"] == "ranged"

    if any(ranged(id) for row in rows for id in row.weapons):
        return ()
    taken_away = tuple(dict.fromkeys(id for swap in swaps for id in swap.replaces if ranged(id)))
    return taken_away if len(taken_away) == 1 else ()


def _with_weapons(row: ModelRow, more: tuple[str, ...]) -> ModelRow:
    if not more:
        return row
    return ModelRow(
        row.name, row.at_least, row.at_most, (*more, *row.weapons), row.profile, row.leader, row.base, row.outline
    )


def _profile(profile: Record) -> Profile:
    return Profile(
        name=Text(profile["name"]),
        movement=inches(profile["M"]),
        toughness=profile["T"],
        save=profile["Sv"],
        wounds=profile["W"],
        leadership=profile["Ld"],
        control=profile["OC"],
        invulnerable=profile["invuln_sv"],
    )


def _weapons(id: str, weapon: Record) -> Iterator[Weapon]:
    """One Weapon for each profile. Profiles of one kind (ranged or melee) share a group: one of them is used."""
    profiles = weapon["profiles"]
    melee = [profile["range"] == "Melee" for profile in profiles]
    modes = ["" if len(profiles) == 1 else _mode(weapon["name"], profile["name"]) for profile in profiles]
    for profile, fights, mode in zip(profiles, melee, modes, strict=True):
        several = melee.count(fights) > 1
        # a weapon may have a low and a high setting both at range and in fights
        told_apart = fights and modes.count(mode) > 1
        yield Weapon(
            id="-".join([id, *re.findall(r"\w+", mode.casefold()), *(["melee"] if told_apart else [])]),
            name=Text(f"{weapon['name']} ({mode})" if mode else weapon["name"]),
            range=None if fights else inches(profile["range"]),
            attacks=Amount.parse(profile["stats"]["A"]),
            skill=_skill(profile),
            strength=int(profile["stats"]["S"]),
            ap=int(profile["stats"]["AP"]),
            damage=Amount.parse(profile["stats"]["D"]),
            abilities=tuple(
                keyword(text, condition=condition)
                for reference in profile.get("keywords") or ()
                for text, condition in weapon_keywords(reference)
            )
            + _restriction(profile),
            group="" if not several else f"{id}-melee" if fights else id,
        )


def _mode(weapon: str, profile: str) -> str:
    """A profile's name without the weapon's, which some repeat: ``Melta rifle``, ``Melta Rifle - Hunter``."""
    if not profile.casefold().startswith(weapon.casefold()):
        return profile
    return profile[len(weapon) :].strip(" -–—") or "Standard"


def _skill(profile: Record) -> int | None:
    if any(reference["keyword_id"] == "torrent" for reference in profile.get("keywords") or ()):
        return None
    stats = profile["stats"]
    skill = stats.get("WS") if profile["range"] == "Melee" else stats.get("BS")
    return None if skill is None else int(skill)


def _restriction(profile: Record) -> tuple[object, ...]:
    """Whom alone the profile may be aimed at, where no keyword of its own says so already."""
    targets = (profile.get("target_restrictions") or {}).get("required_keywords_any") or ()
    if not targets or any(reference["keyword_id"] == "hunter" for reference in profile.get("keywords") or ()):
        return ()
    return (keyword(f"Hunter {', '.join(targets)}"),)


def _abilities(record: Record) -> Iterator[object]:
    for id, ability in record["abilities"].items():
        name = ability["name"] if ability else id
        # an ability of a unit's own may be called like a keyword and yet be another rule
        core = ability is not None and (ability["type"] == "core" or id.startswith(_FILED_AS_OWN))
        yield keyword(name) if core else NotModelled("", name)
    for profile in record["unit"]["profiles"]:
        for against in ("ranged", "melee"):
            needed = profile.get(f"invuln_sv_{against}")
            if needed is not None:
                yield keyword(f"Invulnerable save {needed}+ (only against {against} attacks)")


def _points(tier: Record) -> PointsTier:
    return PointsTier(
        at_least=tier["models"],
        at_most=tier.get("models_max") or tier["models"],
        cost=tier["cost"],
        first_copy=tier.get("unit_count_min") or 1,
        last_copy=tier.get("unit_count_max"),
    )


def _capitals(keywords: Any) -> tuple[str, ...]:
    capitals = (word.upper() for word in keywords)
    return tuple(dict.fromkeys(_PLURAL.get(word, word) for word in capitals))

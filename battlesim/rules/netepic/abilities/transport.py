"""Transport (X), and what bears on room aboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.rules.netepic.hooks import Berth, Load, TakesRoom
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.turn_hooks import FliesStraight, HoldQuestion
from battlesim.units import Mm, cm

TOLL: Final = cm(5)


@dataclass(frozen=True, slots=True)
class Transport:
    """Carries ``places`` stands of infantry; one of ``large`` places or more also walkers, each for ``per_walker``.
    On the ground it tows ``guns`` light guns besides.

    Boarding and leaving each cost ``toll`` of movement. A carrier of class ``free_class`` or more keeps its own.
    """

    rule: ClassVar[str] = "netepic.transport"
    source: ClassVar[str] = "NetEpic (FR), Transport (X)"

    places: int
    toll: Mm = TOLL
    free_class: int = 4
    large: int = 6
    per_walker: int = 2
    guns: int = 1

    def on_carry(self, load: Load) -> Ruling:
        """Whether all those stands may be aboard together: each of a kind that may, and room enough."""
        taken, parts = self._places_taken(load)
        evidence = Count("places", taken, self.places)
        holds = taken <= self.places and all(part.holds for part in parts)
        return Ruling(
            self.rule,
            holds,
            "capacity",
            evidence=(evidence,),
            subjects=(load.carrier, *load.boarding),
            source=self.source,
            parts=parts,
        )

    def on_toll(self) -> Mm:
        """The movement that it costs to board, and again to leave."""
        return self.toll

    def on_waive(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """A large carrier keeps its own movement."""
        mine = profile_of(battle, bearer).blocking_class
        evidence = (Fact(f"class {mine}", bearer),)
        return Ruling(
            self.rule, mine >= self.free_class, "class-free", evidence=evidence, subjects=(bearer,), source=self.source
        )

    def _places_taken(self, load: Load) -> tuple[int, tuple[Ruling, ...]]:
        taken, parts, free_used, towed = 0, list[Ruling](), dict[str, int](), 0
        for stand in load.stands:
            profile = profile_of(load.battle, stand)
            if profile.kind == "artillery":
                towed += 1
                parts.append(self._hitch(load, stand, towed))
                continue
            berth = next(
                (
                    berth
                    for rule in collect(TakesRoom, profile.abilities)
                    if (berth := rule.on_room(stand, self.places))
                ),
                None,
            )
            if berth is not None:
                used = free_used.get(berth.ruling.rule, 0)
                if berth.free is None or used < berth.free:
                    free_used[berth.ruling.rule] = used + 1
                    parts.append(berth.ruling)
                    taken += berth.places
                    continue
            places, ruling = self._usual_room(load, stand)
            taken += places
            if ruling is not None:
                parts.append(ruling)
        return taken, tuple(parts)

    def _hitch(self, load: Load, stand: str, towed: int) -> Ruling:
        """Attelage: a transport on the ground tows one light gun, besides those aboard."""
        flies = bool(collect(FliesStraight, profile_of(load.battle, load.carrier).abilities))
        evidence = (Count("guns", towed, 0 if flies else self.guns), Fact("artillery", stand))
        holds = not flies and towed <= self.guns
        subjects = (load.carrier, stand)
        return Ruling(self.rule, holds, "tow", evidence=evidence, subjects=subjects, source=self.source)

    def _usual_room(self, load: Load, stand: str) -> tuple[int, Ruling | None]:
        kind = profile_of(load.battle, stand).kind
        if kind == "infantry":
            return 1, None
        welcome = kind == "walker" and self.places >= self.large
        evidence = (Fact(kind, stand), Count("places", self.places, self.large))
        ruling = Ruling(
            self.rule, welcome, "kind", evidence=evidence, subjects=(load.carrier, stand), source=self.source
        )
        return self.per_walker, ruling


@dataclass(frozen=True, slots=True)
class Character:
    """Personnage: one such stand comes free aboard a transport of ``large`` places or more."""

    rule: ClassVar[str] = "netepic.personnage"
    source: ClassVar[str] = "NetEpic (FR), Transport (X)"

    large: int = 6

    def on_room(self, bearer: str, places: int) -> Berth | None:
        """No place taken aboard a large transport, for one of them."""
        if places < self.large:
            return None
        evidence = (Fact("character", bearer), Count("places", places, self.large))
        return Berth(
            0, Ruling(self.rule, True, "room", evidence=evidence, subjects=(bearer,), source=self.source), free=1
        )


@dataclass(frozen=True, slots=True)
class Flyer:
    """Volant: goes straight ahead over everything, far enough; nobody on the ground reaches it; keeps its movement when
    stands board or leave.
    """

    rule: ClassVar[str] = "netepic.volant"
    source: ClassVar[str] = "NetEpic (FR), Volant"

    def on_waive(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """Always."""
        return self._ruling("toll", bearer)

    def on_pass_over(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """Always."""
        return self._ruling("over", bearer)

    def on_zone(self, asked: HoldQuestion) -> Ruling:
        """No zone reaches it."""
        return self._ruling("zone", asked.stand, asked.holder)

    def on_pin(self, asked: HoldQuestion) -> Ruling:
        """Nobody pins it."""
        return self._ruling("pin", asked.stand, asked.holder)

    def on_flight(self, battle: NetepicBattle) -> Mm:
        """How far at least, by the option of that name."""
        return battle.options.flyer_least

    def on_engaged(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """It is out of reach."""
        return self._ruling("altitude", bearer)

    def _ruling(self, clause: str, *subjects: str) -> Ruling:
        evidence = (Fact("flyer", subjects[0]),)
        return Ruling(self.rule, True, clause, evidence=evidence, subjects=subjects, source=self.source)

    def on_airborne(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """Always in the air."""
        return self._ruling("altitude", bearer)

"""Stands as published army lists of netepic have them: facts alone, by an id that scenario files may use.

Lengths in cm. Abilities are written as the lists print them, in French.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from battlesim.errors import UnknownName, did_you_mean
from battlesim.model.text import Text
from battlesim.rules.netepic.abilities import NotModelled
from battlesim.rules.netepic.abilities.parse import parse_ability
from battlesim.rules.netepic.profiles import Kind, Power, Profile, Save, Weapon, base_of_class, kind_of_class, weapon_id
from battlesim.units import ZERO, cm


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon of a list: name (``Arme`` where the list read has none), range, dice, to hit, PA, abilities, least range."""

    name: str
    range: int
    dice: int
    to_hit: int
    pa: int = 0
    abilities: tuple[str, ...] = ()
    minimum: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a list. ``models`` are the stands of a detachment; ``doubt`` says what of it is an estimate."""

    name: str
    blocking_class: int
    move: int
    save: str
    factor: int
    arms: tuple[Arm, ...] = ()
    abilities: tuple[str, ...] = ()
    models: int = 1
    kind: Kind | None = None
    wounds: int = 1
    morale: int | None = None
    break_point: int | None = None
    points: int | None = None
    doubt: str = ""
    powers: tuple[Arm, ...] = ()


UNNAMED: Final = "Arme"
_SHEET: Final = "its sheet of locations is not modelled: that it has so many wounds and no armour save is an estimate"
_CLASS: Final = "its class is an estimate"

LISTED: Final[Mapping[str, Listed]] = {
    "terminators": Listed(
        "Terminators Bolter Tempête", 1, 10, "4+/6+f", 6, (Arm("Bolter Tempête", 35, 2, 4, -1),), ("Elite (2)",), 4,
        morale=4, points=275,
    ),
    "qg-terminator": Listed(
        "QG Terminator", 1, 10, "4+/6+f", 7, (Arm("Arme", 35, 2, 4, -1),),
        ("Elite (1)", "Personnage Lié", "QG"),
    ),
    "veterans": Listed(
        "Space Marines Vétérans", 1, 10, "5+", 3, (Arm("Bolter de Maître", 50, 1, 4),), ("Elite (1)",), 5,
        break_point=3, points=175,
    ),
    "reaver": Listed(
        "Reaver", 6, 20, "sheet", 14,
        (
            Arm("Fusil à Plasma", 50, 2, 3, -4),
            Arm("Doomburner", 75, 1, 3, -3, ("Endommage les bâtiments (PA -4)", "Dégâts (+1)")),
            Arm("Multi-laser", 25, 2, 4),
        ),
        ("Boucliers (4)",), wounds=6, points=575, doubt=_SHEET,
    ),
    "mastodon": Listed(
        "Mastodon", 4, 20, "1+", 6,
        (
            Arm("Fuseur de Siège", 25, 2, 3, -3),
            Arm("Skyspear", 100, 1, 4, -2, ("Anti-Aérien",)),
            Arm("Lance-flammes", 25, 4, 4, 0, ("Tourelle",)),
        ),
        ("DR (5)", "Point de vie (3)", "Boucliers (2)", "Transport (12)"), points=300,
    ),
    "land-raider-redeemer": Listed(
        "Land Raider Redeemer", 3, 20, "2+", 3,
        (Arm("Arme", 50, 2, 5, -1), Arm("Lance-flammes", 25, 2, 4, -1, ("Ignore les couverts",))),
        ("Blindage Intégral", "Transport (2)"), 3, points=250,
    ),
    "predator-annihilator": Listed(
        "Predator Annihilator", 3, 20, "3+", 0,
        (Arm("Arme", 75, 1, 4, -1, ("Tourelle",)), Arm("Arme", 75, 2, 5, -1)), (), 3,
        points=200,
    ),
    "rapiere": Listed("Rapière", 1, 5, "-", -3, (Arm("Destructeur Laser", 50, 1, 4, -3),), (), 3, points=125),
    "champion-death-guard": Listed(
        "Champion Death Guard", 1, 10, "5+f", 6, (Arm("Arme", 35, 2, 4, -1),),
        ("Elite (1)", "Personnage Lié", "QG", "Régénération (5+)"),
    ),
    "marines-de-la-peste-crache-peste": Listed(
        "Marines de la Peste, Crache-Peste", 1, 10, "5+", 3, (Arm("Crache-Peste", 35, 1, 4, 0, ("Ignore les couverts",)),),
        ("Elite (1)", "Régénération (5+)"),
    ),
    "marines-de-la-peste-multi-fuseur": Listed(
        "Marines de la Peste, Multi-Fuseur", 1, 10, "5+", 3, (Arm("Multi-Fuseur", 25, 1, 3, -2),),
        ("Elite (1)", "Régénération (5+)"),
    ),
    "rhino": Listed("Rhino", 3, 25, "4+", 0, (), ("DR (1)", "Transport (2)"), 3),
    "tour-de-la-peste": Listed(
        "Tour de la Peste", 5, 10, "sheet", 10,
        (
            Arm("Canon", 150, 1, 3, -3, ("Gabarit (6 cm)",), 50),
            Arm("Arme", 50, 1, 3, -1, ("Gabarit (flamme)",)),
            Arm("Arme", 50, 2, 4, -3),
        ),
        ("DR (12)", "Terreur", "Transport (10)", "Sauvegarde Psychique (4+)"), wounds=5, points=575, doubt=_SHEET,
    ),
    "qg-terminators-death-guard": Listed(
        "QG Terminators Death Guard", 1, 10, "3+/6+f", 7, (), ("Elite (1)", "Personnage Lié", "QG")
    ),
    "champion-de-l-empereur": Listed(
        "Champion de l'Empereur", 1, 10, "4+/6+f", 7, (Arm("Arme", 50, 1, 5),),
        ("Parade", "Charismatique", "Elite (2)", "Esquive (5+)", "Meneur", "QG", "Unité de Commandement"), points=125,
    ),
    "qg-veteran": Listed(
        "QG Vétéran", 1, 10, "5+", 5, (Arm("Arme", 50, 1, 4, -1),), ("Elite (1)", "Personnage Lié", "QG")
    ),
    "freres-d-epee": Listed("Frères d'épée", 1, 10, "5+", 3, (Arm("Arme", 50, 1, 4),), ("Elite (1)",)),
    "hunter": Listed(
        "Hunter", 3, 25, "4+", 0, (Arm("Skyspear", 100, 1, 4, -2),), ("Anti-Aérien",), 3, points=150
    ),
    "commissaire": Listed(
        "Commissaire", 1, 10, "6+f", 4, (Arm("Pistolet laser", 25, 1, 5),), ("Elite (1)", "Personnage Lié", "QG")
    ),
    "gardes-tactiques": Listed("Gardes Tactiques", 1, 10, "-", 0, (Arm("Fusil laser", 50, 1, 5),), (), 10),
    "qgc-tactique": Listed(
        "QGC Tactique", 1, 10, "-", 0, (Arm("Arme", 50, 1, 5),),
        ("Personnage Lié", "QG", "Rayon de Commandement (20 cm)"),
    ),
    "gardes-d-assaut": Listed(
        "Gardes d'Assaut", 1, 15, "-", 1, (Arm("Arme", 25, 1, 5),), ("Réacteurs Dorsaux",)
    ),
    "valkyrie": Listed(
        "Valkyrie", 3, 70, "5+", 0, (Arm("Arme", 25, 1, 4), Arm("Arme", 35, 1, 5, -1)),
        ("Volant", "Transport (2)"),
    ),
    "major": Listed(
        "Major", 1, 10, "6+", 3, (Arm("Arme", 25, 1, 5),),
        ("Génie Tactique", "Unité de Commandement", "Rayon de Commandement (30 cm)"), morale=3, points=50,
    ),
    "big-boss": Listed(
        "Big Boss", 1, 10, "4+/5+f", 8, (Arm("Arme", 50, 2, 4, -2),),
        ("Charismatique", "Elite (2)", "Meneur", "Observateur Avancé", "Personnage Lié", "QG"), points=100,
    ),
    "nobz": Listed(
        "Nobz", 1, 10, "5+", 4, (Arm("Arme", 50, 2, 5, -1),),
        ("Charismatique", "Elite (1)", "QG", "Unité de Commandement"),
    ),
    "boyz": Listed(
        "Boyz", 1, 10, "-", 1, (Arm("Arme", 50, 1, 5),), (), 15, morale=8
    ),
    "gretchins": Listed("Gretchins", 1, 10, "-", -1, (Arm("Arme", 15, 1, 5),), (), 12, points=50),
    "kill-blasta": Listed(
        "Kill Blasta", 3, 15, "2+", 4, (Arm("Arme", 50, 3, 4),), ("DR (3)", "Rouleau"), 6, points=325
    ),
    "tour-de-bizarboy": Listed(
        "Tour de Bizarboy", 3, 25, "4+", 1, (),
        ("Psyker", "Bizarboy", "QG", "Sauvegarde Psychique (4+)", "Unité de Commandement"), points=250,
    ),
    "avatar": Listed(
        "Avatar", 4, 15, "3+f", 10, (Arm("Arme", 15, 1, 3, -2),),
        ("Esquive (3+)", "Point de vie (2)", "Terreur", "Unité de Commandement"), points=100,
    ),
    "baron": Listed(
        "Baron", 4, 25, "3+", 9, (Arm("Arme", 75, 2, 4, -2), Arm("Arme", 25, 3, 5)),
        ("Holo-Champ", "Point de vie (2)", "QG", "Unité de Commandement"), kind="knight",
    ),
    "storm-serpent": Listed(
        "Storm Serpent", 4, 25, "1+", 4, (Arm("Arme", 50, 2, 4, -1),), ("Antigrav", "DR (3)", "Point de vie (2)"),
        points=175,
    ),
    "banshees": Listed("Banshees", 1, 15, "6+", 6, (), ("Elite (2)", "Lance (5+/no)"), 4, points=175),
    "wave-serpent": Listed(
        "Wave Serpent", 3, 25, "3+f", 1, (Arm("Arme", 50, 1, 4, -1),), ("Antigrav", "Transport (2)"), 2, points=100
    ),
    "broadside": Listed(
        "XV88 Broadside", 2, 10, "3+/6+f", 0, (Arm("Arme", 75, 2, 4, -2),), ("Tir Réflexe",)
    ),
    "guerriers-de-feu-breacher": Listed(
        "Guerriers de Feu Breacher", 1, 10, "-", 0, (Arm("Arme", 25, 2, 5),)
    ),
    "ta-unar": Listed(
        "KX139 Ta'unar", 6, 15, "sheet", 8,
        (
            Arm("Arme", 125, 1, 3, -3, ("Dégâts (+3)",)),
            Arm("Arme", 125, 1, 4, 0, ("Gabarit (6 cm)",)),
            Arm("Arme", 50, 3, 4, -2),
        ),
        ("Boucliers Déflecteurs (2)", "Adaptabilité"), wounds=6, morale=4, points=425, doubt=_SHEET,
    ),
    "myrmidons-secutors": Listed(
        "Myrmidons Secutors", 1, 10, "5+/6+f", 5, (Arm("Arme", 25, 2, 5, -1),), ("Elite (2)", "Large")
    ),
    "serviteurs": Listed("Serviteurs", 1, 10, "6+", 1),
    "skorpius": Listed("Skorpius", 3, 25, "4+", 0, (Arm("Arme", 50, 2, 5),), ("Transport (2)",)),
    "termite": Listed(
        "Termite", 3, 15, "4+", 1, (Arm("Arme", 50, 1, 4),), ("FEP", "Transport (2)", "Tunnelier"), 9, points=300
    ),
    "magos": Listed("Magos", 1, 10, "5+f", 3, (Arm("Arme", 50, 1, 4, -1),), ("Elite (1)", "Personnage Lié", "QG")),
    "dreadnought-psychique": Listed(
        "Dreadnought psychique", 2, 15, "4+/6+f", 5, (Arm("Fulgurant", 35, 1, 4, -1),),
        ("Sauvegarde Psychique (4+)", "Elite (1)", "Psyker"), doubt=_CLASS,
    ),
    "apothicaire": Listed(
        "Apothicaire", 1, 10, "4+/6+f", 4, (Arm("Bolter Tempête", 35, 1, 4, -1),),
        ("Unité de Commandement", "QG", "Personnage"), doubt=_CLASS,
    ),
    "astropathe": Listed(
        "Astropathe", 1, 10, "-", 0, (), ("Unité de Commandement", "QG", "Psyker", "Sauvegarde Psychique (4+)"),
        doubt="its power is an estimate",
        powers=(Arm("Projectile psychique", 50, 1, 4),),
    ),
    "legionnaire-tactique-bolter": Listed(
        "Légionnaire Tactique - Bolter", 1, 10, "5+", 2, (Arm("Bolter", 50, 1, 5),), ("Fureur de la Légion",), morale=5,
        doubt="its whole profile is an estimate",
    ),
}  # fmt: skip
"""Every stand by its id."""


def listed_names() -> tuple[str, ...]:
    """The ids that scenario files may use."""
    return tuple(LISTED)


def listed(id: str) -> Listed:
    """The row of that id; raises UnknownName."""
    if id not in LISTED:
        raise UnknownName(f"there is no datasheet {id!r}{did_you_mean(id, LISTED)}")
    return LISTED[id]


@cache
def listed_profile(id: str) -> Profile:
    """The profile of that id, its abilities read; raises UnknownName."""
    row = listed(id)
    return Profile(
        Text(fr=row.name),
        row.blocking_class,
        cm(row.move),
        Save.parse(row.save),
        row.factor,
        tuple(_weapon(arm, k) for k, arm in enumerate(row.arms)),
        tuple(parse_ability(text) for text in row.abilities),
        row.kind or kind_of_class(row.blocking_class),
        row.wounds,
        row.morale,
        row.break_point,
        row.points,
        base_of_class(row.blocking_class),
        tuple(Power(_weapon(arm, k)) for k, arm in enumerate(row.powers)),
    )


def not_modelled(profile: Profile) -> tuple[str, ...]:
    """The abilities of a profile, and of its weapons, that change nothing yet."""
    abilities = [*profile.abilities, *(one for weapon in profile.weapons for one in weapon.abilities)]
    return tuple(dict.fromkeys(one.name for one in abilities if isinstance(one, NotModelled)))


def _weapon(arm: Arm, place: int) -> Weapon:
    """The weapon of that place in its row; a second one without a name of its own is numbered."""
    name = f"{arm.name} {place + 1}" if arm.name == UNNAMED and place else arm.name
    abilities = tuple(parse_ability(text) for text in arm.abilities)
    least = cm(arm.minimum) if arm.minimum else ZERO
    return Weapon(
        weapon_id(Text(fr=name)), Text(fr=name), cm(arm.range), arm.dice, arm.to_hit, arm.pa, abilities, None, least
    )

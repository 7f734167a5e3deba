"""Battles to look at, built from the replay's own values: no engine, no rules."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.geometry.footprint import Base, Coordinates, Footprint, Pose, Spot
from battlesim.geometry.measure import nearest
from battlesim.geometry.sight import Sightline
from battlesim.model.battlefield import Area, Battlefield, Feature, Objective, Zone
from battlesim.model.catalogue import Card
from battlesim.model.event import (
    ChoiceMade,
    ClockSet,
    Destroyed,
    Event,
    Marked,
    Moved,
    Refused,
    RollMade,
    SetUp,
    WoundsLost,
)
from battlesim.model.ruling import Fact, Ledger, Modifier, Ruling, ruled
from battlesim.model.scene import Clock, Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.replay.fold import fold_all
from battlesim.replay.timeline import ActionTaken, Coherence, Header, RuleName, Step, Timeline, digest
from battlesim.units import Mm, cm, inches

Told = tuple[ActionTaken, Sequence[Ruling | Event], Text]


def timeline_of(header: Header, told: Sequence[Told]) -> Timeline:
    """A timeline whose digests are right."""
    scene, steps = header.start, list[Step]()
    for index, (action, entries, title) in enumerate(told):
        scene = fold_all(scene, (entry for entry in entries if not isinstance(entry, Ruling)))
        steps.append(Step(index, action, tuple(entries), digest(scene), title))
    return Timeline(header, tuple(steps))


def block(
    unit: str, name: Text, base: Base, wounds: int, count: int, at: tuple[float, float] | None, *,
    columns: int = 5, pitch: float = 44.0, facing: float = 0.0,
) -> list[Model]:  # fmt: skip
    """Models of a unit in rows, or in reserves where ``at`` is None."""
    return [
        Model(
            f"{unit}.{n + 1}",
            unit,
            name,
            base,
            wounds,
            "reserves" if at is None else "table",
            None if at is None else Pose(Mm(at[0] + n % columns * pitch), Mm(at[1] + n // columns * pitch), facing),
        )
        for n in range(count)
    ]


def slab(x: float, y: float, length: float, width: float, turn: float = 0.0) -> Coordinates:
    """A rectangle round its middle."""
    a = math.radians(turn)
    corners = [(-length / 2, -width / 2), (length / 2, -width / 2), (length / 2, width / 2), (-length / 2, width / 2)]
    return tuple((x + p * math.cos(a) - q * math.sin(a), y + p * math.sin(a) + q * math.cos(a)) for p, q in corners)


def ruin(id: str, x: float, y: float, length: float, width: float, turn: float, category: str) -> Area:
    """A terrain area with an L of walls in it."""
    a = math.radians(turn)

    def off(p: float, q: float) -> tuple[float, float]:
        return x + p * math.cos(a) - q * math.sin(a), y + p * math.sin(a) + q * math.cos(a)

    long_wall = slab(*off(0, -width / 2 + 14), length * 0.86, 7, turn)
    short_wall = slab(*off(-length * 0.43 + 3.5, 0), 7, width * 0.72, turn)
    feature = Feature(
        f"{id}.ruin",
        "Ruin",
        slab(x, y, length * 0.9, width * 0.8, turn),
        category,
        (long_wall, short_wall),
        height=Mm(110.0),
    )
    return Area(id, id.title(), slab(x, y, length, width, turn), (feature,), category)


def crate(id: str, x: float, y: float, turn: float) -> Area:
    """An open area with a container on it."""
    box = Feature(f"{id}.box", "Container", slab(x, y, 120, 50, turn), "light", height=Mm(50.0))
    return Area(id, id.title(), slab(x, y, 190, 120, turn), (box,), "exposed")


def wh40k_field() -> Battlefield:
    """60 by 44 inches with ruins, containers, two zones and objectives."""
    w, d = inches(60), inches(44)
    areas = (
        ruin("north", 520, 300, 260, 180, 0, "dense"),
        ruin("south", 1004, 818, 260, 180, 180, "dense"),
        ruin("west", 330, 760, 240, 160, -37.3, "light"),
        ruin("east", 1190, 350, 240, 160, 142.7, "light"),
        crate("yard", 770, 560, 61.7),
        crate("depot", 200, 240, 7.0),
        crate("dock", 1330, 880, 30.0),
    )
    zones = (
        Zone("zone.red", "red", ((0, 0), (inches(10), 0), (inches(10), d), (0, d))),
        Zone("zone.blue", "blue", ((w - inches(10), 0), (w, 0), (w, d), (w - inches(10), d))),
    )
    spots = ((762, 558.8), (130, 558.8), (1394, 558.8), (560, 930), (960, 180))
    return Battlefield(w, d, areas, zones, tuple(Objective(f"o{n}", Spot(x, y)) for n, (x, y) in enumerate(spots)))


def scene_of(field: Battlefield, sides: Sequence[Side], units: Sequence[tuple[str, str, Text, list[Model]]]) -> Scene:
    """A scene from rows of unit id, side, name and models."""
    return Scene(
        field,
        {side.id: side for side in sides},
        {id: Unit(id, side, name, tuple(m.id for m in models)) for id, side, name, models in units},
        {model.id: model for _, _, _, models in units for model in models},
    )


TERMINATORS = Text("Terminator Squad", "ターミネイター・スカッド", "Escouade Terminator")
GUARD = Text("Cadian Shock Troops", "ケイディア突撃兵", "Troupes de Choc Cadiennes")
MELTA = Text("Eradicators", "エラディケーター", "Éradicators")
TANK = Text("Leman Russ", "レマン・ラス", "Leman Russ")

GLOSSARY = {
    "wh40k.deep-strike": RuleName(
        Text("Deep Strike", "縦深攻撃", "Frappe en Profondeur"),
        Text("Arrives more than 8 mv from every enemy model.", "敵兵から8mvより離れた位置に配置される。", "Arrive à plus de 8 mv de toute figurine ennemie."),
        {"exclusion": Text("more than 8 mv from every enemy", "すべての敵から8mvより離れる", "à plus de 8 mv de tout ennemi")},
    ),
    "wh40k.range": RuleName(Text("Weapon range", "射程", "Portée")),
    "wh40k.rapid-fire": RuleName(Text("Rapid Fire", "ラピッドファイア", "Tir Rapide")),
    "wh40k.half-range": RuleName(Text("Half range", "射程の半分", "Mi-portée")),
    "wh40k.cover": RuleName(Text("Benefit of cover", "遮蔽物ボーナス", "Bénéfice du couvert")),
    "wh40k.heavy": RuleName(Text("Heavy", "ヘヴィ", "Lourd")),
    "wh40k.visible": RuleName(Text("Visible", "視認", "Visible")),
    "wh40k.move": RuleName(Text("Move", "移動", "Mouvement")),
    "netepic.qg": RuleName(Text("HQ", "司令部", "QG"), Text(), {"reach": Text("within 6 cm", "6cm以内", "à 6 cm ou moins")}),
    "netepic.elite": RuleName(Text("Elite", "エリート", "Élite")),
    "netepic.range": RuleName(Text("Range", "射程", "Portée")),
}  # fmt: skip

WORDS = {
    "round": Text("round", "ラウンド", "round"),
    "movement": Text("Movement", "移動フェイズ", "Mouvement"),
    "shooting": Text("Shooting", "射撃フェイズ", "Tir"),
    "first fire": Text("First fire", "先制射撃", "Premier tir"),
    "deep-strike": Text("Deep strike", "縦深攻撃", "Frappe en profondeur"),
    "move": Text("Move", "移動", "Mouvement"),
    "shoot": Text("Shoot", "射撃", "Tir"),
    "turn": Text("Turn", "ターン", "Tour"),
    "sacrifice": Text("Sacrifice", "身代わり", "Sacrifice"),
    "hit": Text("Hit", "ヒット", "Touche"),
    "wound": Text("Wound", "ウーンズ", "Blessure"),
    "save": Text("Save", "セーヴ", "Sauvegarde"),
    "hit re-roll": Text("Hit re-roll", "ヒット（リロール）", "Touche (relance)"),
    "BS": Text("BS", "BS", "CT"),
    "attacks": Text("Attacks", "攻撃回数", "Attaques"),
    "stationary": Text("Remained stationary", "静止", "Immobile"),
    "allocate": Text("Allocate", "割り当て", "Attribution"),
}


def wh40k_header(*, extra: int = 0) -> Header:
    """Two units a side on a 60 by 44 inch table; ``extra`` adds squads of ten to each side."""
    sides = (
        Side("red", Text("Crimson Vanguard", "紅の先鋒", "Avant-garde cramoisie")),
        Side("blue", Text("Azure Company", "蒼の中隊", "Compagnie d'azur")),
    )
    rows: list[tuple[str, str, Text, list[Model]]] = [
        ("terminators", "red", TERMINATORS, block("terminators", TERMINATORS, Base.disc(40), 3, 5, None)),
        ("melta", "red", MELTA, block("melta", MELTA, Base.disc(40), 3, 3, (300, 520), columns=1, pitch=56)),
        ("guard", "blue", GUARD, block("guard", GUARD, Base.disc(25), 1, 10, (900, 520), pitch=36, facing=180.0)),
        ("tank", "blue", TANK, block("tank", TANK, Base.hull(slab(0, 0, 150, 98), height=70), 13, 1, (1180, 640), facing=200.0)),
    ]  # fmt: skip
    for n in range(extra):
        name = Text(f"Squad {n + 1}", f"第{n + 1}分隊", f"Escouade {n + 1}")
        base = Base.disc(32) if n % 3 else Base.oval(75, 42)
        x, y = 70 + n % 2 * 200, 60 + n // 2 * 118
        rows.append(
            (f"r{n}", "red", name, block(f"r{n}", name, base, 2, 10, (x, y), pitch=36 if n % 3 else 47, facing=8.0 * n))
        )
        rows.append(
            (
                f"b{n}",
                "blue",
                name,
                block(f"b{n}", name, Base.disc(32), 2, 10, (1290 - n % 2 * 200, y), pitch=36, facing=180.0),
            )
        )
    cards = {
        "guard": Card(GUARD, ((Text("Move", "移動", "Mouvement"), Text('6"')), (Text("Toughness", "耐久値", "Endurance"), Text("3")), (Text("Save", "セーヴ", "Sauvegarde"), Text("5+")))),
        "terminators": Card(TERMINATORS, ((Text("Move", "移動", "Mouvement"), Text('5"')), (Text("Toughness", "耐久値", "Endurance"), Text("5")), (Text("Save", "セーヴ", "Sauvegarde"), Text("2+")), (Text("Wounds", "傷", "PV"), Text("3")))),
        "melta": Card(MELTA, ((Text("Move", "移動", "Mouvement"), Text('5"')),)),
        "tank": Card(TANK, ((Text("Move", "移動", "Mouvement"), Text('10"')), (Text("Wounds", "傷", "PV"), Text("13")))),
    }  # fmt: skip
    return Header(
        Text("Deep Strike at exactly 8 mv", "8mvちょうどの縦深攻撃", "Frappe en Profondeur à 8 mv exactement"),
        "wh40k", 1, "glossary", "mv", scene_of(wh40k_field(), sides, rows), "7",
        cards=cards, glossary=GLOSSARY, words=WORDS, coherency=Coherence(inches(2), inches(5)),
    )  # fmt: skip


def drop(scene: Scene, gap: float, along: float) -> tuple[list[SetUp], Ruling]:
    """Five terminators in a row, ``gap`` inches from the guard's first model in that direction, and the ruling."""
    guard = [m.footprint for m in scene.models_of("guard")]
    names = [m.id for m in scene.models_of("guard")]
    base = scene.models["terminators.1"].base
    a = math.radians(along)
    start = guard[0].pose

    def squad(far: float) -> list[Footprint]:
        x, y = start.x + far * math.cos(a), start.y + far * math.sin(a)
        return [
            base.at(Pose(Mm(x - 46 * (n % 3) * math.sin(a) + 46 * (n // 3) * math.cos(a)), Mm(y + 46 * (n % 3) * math.cos(a) + 46 * (n // 3) * math.sin(a)), along + 180))
            for n in range(5)
        ]  # fmt: skip

    ids = [f"terminators.{n + 1}" for n in range(5)]
    low, high = 0.0, 900.0
    for _ in range(60):
        far = (low + high) / 2
        if nearest(squad(far), guard).value < inches(gap):
            low = far
        else:
            high = far
    found = nearest(squad(high), guard, names=ids, other_names=names)
    ruling = ruled(
        "wh40k.deep-strike", found, "beyond", inches(8), clause="exclusion", subjects=("terminators", "guard"),
        source="core rules, deep strike",
    )  # fmt: skip
    return [SetUp(id, where.pose) for id, where in zip(ids, squad(high), strict=True)], ruling


def wh40k_battle(*, extra: int = 0) -> Timeline:
    """A refused and a legal deep strike, a move round a corner, and shooting with re-rolls and losses."""
    header = wh40k_header(extra=extra)
    scene = header.start
    _, refused = drop(scene, 8.0, 217.3)
    arrivals, allowed = drop(scene, 8.3, 217.3)
    landed = fold_all(scene, arrivals)
    moves = [
        Moved(m.id, (m.pose, m.pose.moved(70, 90), m.pose.moved(230, 60)))
        for m in scene.models_of("melta")
        if m.pose is not None
    ]
    after = fold_all(landed, moves)
    shooters = [m.footprint for m in after.models_of("terminators")]
    targets = [m.footprint for m in after.models_of("guard")]
    shot = nearest(shooters, targets, names=after.units["terminators"].models, other_names=after.units["guard"].models)
    reach = ruled("wh40k.range", shot, "within", inches(24), subjects=("terminators", "guard"))
    half = ruled("wh40k.half-range", shot, "within", inches(12), subjects=("terminators", "guard"))
    cover = Ruling("wh40k.cover", True, evidence=(Fact("stationary", "guard"),), subjects=("guard",))
    heavy = Ruling("wh40k.heavy", True, evidence=(Fact("stationary", "terminators"),), subjects=("terminators",))
    hit_ledgers = (
        Ledger("attacks", 10, (Modifier("wh40k.rapid-fire", "add", 5, half),), 15),
        Ledger("BS", 3, (Modifier("wh40k.cover", "add", 1, cover), Modifier("wh40k.heavy", "subtract", 1, heavy)), 3),
    )
    hits = RollMade(
        "hit", (6, 4, 1, 3, 2, 5, 3, 1, 6, 4, 2, 3, 5, 1, 4), 6, 3, "terminators", "guard",
        (0, 1, 3, 5, 6, 8, 9, 11, 12, 14), hit_ledgers,
    )  # fmt: skip
    wounds = RollMade("wound", (5, 2, 3, 6, 1, 4, 4, 2, 3, 5), 6, 3, "terminators", "guard", (0, 2, 3, 5, 6, 8, 9))
    saves = RollMade("save", (1, 5, 3, 6, 2, 4, 1), 6, 5, "guard", "terminators", (1, 3))
    lost = [e for n in (1, 2, 3, 6, 7) for e in (WoundsLost(f"guard.{n}", 1, 0), Destroyed(f"guard.{n}"))]
    tank_shot = nearest(
        [after.models["melta.2"].footprint],
        [after.models["tank.1"].footprint],
        names=["melta.2"],
        other_names=["tank.1"],
    )
    blocked = Sightline(
        False, tank_shot.a, tank_shot.b, ("melta.2", "tank.1"), ("yard.box",), (slab(770, 560, 120, 50, 61.7),)
    )
    unseen = Ruling("wh40k.visible", False, evidence=(blocked,), subjects=("melta", "tank"))
    seen = Sightline(True, shot.a, shot.b, shot.ends)
    return timeline_of(
        header,
        (
            (ActionTaken("turn"), (ClockSet(Clock(2, "red", "movement")),), Text()),
            (
                ActionTaken("deep-strike", ("terminators",), ("guard",)),
                (refused, Refused("deep-strike", ("terminators",))),
                Text("Exactly 8.00 mv is not more than 8", "8.00mvちょうどは「8mvより離れる」ではない", "8,00 mv pile, ce n'est pas plus de 8"),
            ),
            (
                ActionTaken("deep-strike", ("terminators",)),
                (allowed, *arrivals, Marked("terminators", "arrived", 2)),
                Text("A third of an inch farther is enough", "三分の一インチ遠ければよい", "Un tiers de pouce de plus suffit"),
            ),
            (ActionTaken("move", ("melta",)), (*moves,), Text("Round the crates", "コンテナを回り込む", "En contournant les caisses")),
            (ActionTaken("turn"), (ClockSet(Clock(2, "red", "shooting")),), Text()),
            (
                ActionTaken("shoot", ("melta",), ("tank",)),
                (unseen, Refused("shoot", ("melta",))),
                Text("The container hides the tank", "コンテナが戦車を隠す", "Le conteneur cache le char"),
            ),
            (
                ActionTaken("shoot", ("terminators",), ("guard",)),
                (
                    reach, Ruling("wh40k.visible", True, evidence=(seen,), subjects=("terminators", "guard")),
                    hits, wounds, ChoiceMade("allocate", ("guard.1", "guard.2"), "guard.1", "guard"), saves, *lost,
                ),
                Text("Rapid fire inside half range", "射程の半分以内のラピッドファイア", "Tir rapide à mi-portée"),
            ),
            (
                ActionTaken("shoot", ("tank",), ("terminators",)),
                (
                    RollMade("hit", (5, 2, 2), 6, 4, "tank", "terminators", (0,)),
                    RollMade("hit re-roll", (6, 1), 6, 4, "tank", "terminators", (0,)),
                    RollMade("wound", (4, 5), 6, 3, "tank", "terminators", (0, 1)),
                    RollMade("save", (2, 1), 6, 4, "terminators", "tank"),
                    WoundsLost("terminators.1", 2, 1),
                    WoundsLost("terminators.2", 3, 0),
                    Destroyed("terminators.2"),
                ),
                Text(),
            ),
        ),
    )  # fmt: skip


def netepic_battle() -> Timeline:
    """Stands of 20 by 20 and 40 by 20 mm on 180 by 120 cm: a sacrifice at 6 cm, and one refused at 6.1 cm."""
    w, d = cm(180), cm(120)
    areas = (
        Area("wood", "Wood", tuple((700 + 130 * math.cos(t / 9 * math.tau) * (1 + 0.14 * math.sin(3 * t)), 420 + 90 * math.sin(t / 9 * math.tau) * (1 + 0.1 * math.cos(2 * t))) for t in range(9)), (), "woods"),
        Area("hill", "Hill", tuple((1180 + 190 * math.cos(t / 12 * math.tau), 760 + 120 * math.sin(t / 12 * math.tau)) for t in range(12)), (), "hill"),
        Area("town", "Town", slab(930, 560, 220, 180, 7), tuple(Feature(f"town.{n}", "Building", slab(870 + n % 2 * 110, 520 + n // 2 * 86, 70, 46, 7), "building", height=Mm(40.0)) for n in range(4)), "building"),
    )  # fmt: skip
    zones = (
        Zone("z.blue", "blue", ((0, d - 300), (w, d - 300), (w, d), (0, d))),
        Zone("z.red", "red", ((0, 0), (w, 0), (w, 300), (0, 300))),
    )
    tactical = Text("Tactical detachment", "戦術分隊", "Détachement tactique")
    hq = Text("Company HQ", "中隊司令部", "QG de compagnie")
    rhinos = Text("Rhinos", "ライノ", "Rhinos")
    orks = Text("Ork mob", "オークの群れ", "Bande d'Orks")
    stand, vehicle = Base.rectangle(20, 20, height=15), Base.rectangle(40, 20, height=20)
    units = [
        ("hq", "blue", hq, block("hq", hq, stand, 1, 1, (600, 900), facing=270.0)),
        ("tactical", "blue", tactical, block("tactical", tactical, stand, 1, 6, (640, 880), columns=3, pitch=28, facing=270.0)),
        ("rhinos", "blue", rhinos, block("rhinos", rhinos, vehicle, 1, 3, (560, 960), columns=3, pitch=56, facing=270.0)),
        ("orks", "red", orks, block("orks", orks, stand, 1, 10, (640, 320), columns=5, pitch=30, facing=90.0)),
        ("boss", "red", Text("Warboss", "ウォーボス", "Big Boss"), block("boss", Text("Warboss"), stand, 1, 1, (700, 270), facing=90.0)),
    ]  # fmt: skip
    sides = (
        Side("blue", Text("Ultramarines", "ウルトラマリーン", "Ultramarines")),
        Side("red", Text("Orks", "オーク", "Orks")),
    )
    start = scene_of(Battlefield(w, d, areas, zones, (Objective("o", Spot(930, 470)),)), sides, units)
    header = Header(
        Text("An HQ saved by a sacrifice", "身代わりが司令部を救う", "Un QG sauvé par un sacrifice"),
        "netepic", 1, "default", "cm", start,
        cards={
            "hq": Card(hq, ((Text("Move", "移動", "Mouvement"), Text("15 cm")), (Text("Save", "セーヴ", "Sauvegarde"), Text("5+"))), ((Text("Elite"), cm(12)),)),
            "orks": Card(orks, ((Text("Move", "移動", "Mouvement"), Text("10 cm")),)),
        },
        glossary=GLOSSARY, words=WORDS,
    )  # fmt: skip
    moves = [
        Moved(m.id, (m.pose, m.pose.moved(60, -120), m.pose.moved(20, -260)))
        for m in start.models_of("tactical")
        if m.pose
    ]
    away = fold_all(start, moves)
    one, other = away.models["hq.1"], away.models["tactical.1"]
    aura = nearest(
        [start.models["hq.1"].footprint],
        [start.models["tactical.1"].footprint],
        names=["hq.1"],
        other_names=["tactical.1"],
    )
    far = nearest([one.footprint], [other.footprint], names=["hq.1"], other_names=["tactical.1"])
    saved = ruled("netepic.elite", aura, "within", cm(12), subjects=("hq", "tactical"))
    near_qg = ruled("netepic.qg", aura, "within", cm(6), clause="reach", subjects=("hq", "tactical"))
    far_qg = ruled("netepic.qg", far, "within", cm(6), clause="reach", subjects=("hq", "tactical"))
    return timeline_of(
        header,
        (
            (ActionTaken("turn"), (ClockSet(Clock(1, "blue", "first fire")),), Text()),
            (ActionTaken("sacrifice", ("hq",), ("tactical",)), (near_qg, saved, RollMade("save", (4,), 6, 5, "hq", "orks"), Destroyed("tactical.6", "netepic.qg")), Text("A stand within 6 cm gives its life", "6cm以内の一枚が身代わりになる", "Un socle à 6 cm se sacrifie")),
            (ActionTaken("move", ("tactical",)), (*moves,), Text()),
            (ActionTaken("sacrifice", ("hq",), ("tactical",)), (far_qg, Refused("sacrifice", ("hq",))), Text("Too far to help", "遠すぎて助けられない", "Trop loin pour aider")),
        ),
    )  # fmt: skip

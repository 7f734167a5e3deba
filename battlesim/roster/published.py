"""The published dataset (the wh40kdc package), as joined records: one for each datasheet id and each layout id.

Parsing the bundle takes a quarter of a second, so the joined records are kept in an index in the user's cache
directory, named after the bundle it was made from. The index is a convenience alone: where it cannot be written or
read, the bundle answers instead, silently and alike.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

Record = Mapping[str, Any]
Kind = Literal["datasheet", "layout"]

_INDEX_FORMAT: Final = 3
"""Goes up with every change of what a joined record holds, so that an index of an older battlesim is not read."""

_LIKE_PIECES: Final = {
    "bm-part-long-barrier": "barricade",
    "bm-part-short-barrier": "barricade",
    "bm-part-pipes": "pipe",
    "bm-part-generator": "generator",
    "bm-part-small-l": "corner-short",
    "bm-part-corner": "corner-tiny",
    "bm-part": "corner-ruin-right",
}
"""Parts that the dataset gives no height, and the pieces of its own catalogue that they are taken to be as high as."""

_MISPLACED: Final = {"bm-composite-smallrect-generator-updown-flip-3db57df624": {"x": -0.069281, "y": 0.027971}}
"""The one template whose feature stands beside its area, by the feature's own width, and where its twins have it."""


def records(kind: Kind, id: str) -> tuple[Record, ...]:
    """All records of that id: one for each faction that has such a datasheet, in the dataset's order; empty if none.

    A datasheet is ``{unit, composition, weapons, abilities, wargear, options, hulls, leads}``, a layout
    ``{layout, pieces, pattern}`` with the corners of the pieces as pairs of inches.
    """
    index = _index()
    if index is not None:
        with suppress(_Unreadable):
            bodies = _read(index, "SELECT body FROM record WHERE kind = ? AND id = ?", kind, id)
            return tuple(_unpacked(index, bodies[0])) if bodies else ()
    return tuple(_joined(kind).get(id, ()))


def ids(kind: Kind) -> tuple[str, ...]:
    """All ids of that kind, sorted."""
    index = _index()
    if index is not None:
        with suppress(_Unreadable):
            return tuple(_read(index, "SELECT id FROM record WHERE kind = ? ORDER BY id", kind))
    return tuple(sorted(_joined(kind)))


def cache_directory() -> Path:
    """Where the index is kept: the user's cache directory of this platform."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "battlesim"


@cache
def _index() -> Path | None:
    """The index file, made if it was not there; None where there can be none."""
    try:
        path = cache_directory() / _index_name()
        if not path.is_file():
            _write_index(path)
    except (OSError, RuntimeError, sqlite3.Error):
        return None
    return path


def _index_name() -> str:
    # looking the package up does not import it, which would take longer than reading the index
    spec = find_spec("wh40kdc")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("wh40kdc")
    bundle = Path(spec.origin).with_name("_bundle.json").stat()
    return f"wh40kdc-{_INDEX_FORMAT}-{bundle.st_size}-{bundle.st_mtime_ns}.sqlite3"


def _write_index(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as database, database:
            database.execute("PRAGMA journal_mode = OFF")
            database.execute(
                "CREATE TABLE record (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID"
            )
            database.executemany("INSERT INTO record VALUES (?, ?, ?)", _rows())
        # another process may be doing the same: whoever comes last puts the same bytes there
        os.replace(name, path)
    finally:
        with suppress(OSError):
            os.unlink(name)


def _rows() -> Iterator[tuple[str, str, bytes]]:
    kinds: tuple[Kind, ...] = ("datasheet", "layout")
    for kind in kinds:
        for id, found in _joined(kind).items():
            yield kind, id, zlib.compress(json.dumps(found, separators=(",", ":")).encode(), 3)


class _Unreadable(Exception):
    """The index is damaged, or gone."""


def _read(index: Path, query: str, *parameters: str) -> list[Any]:
    """The first column of the answer."""
    try:
        with closing(sqlite3.connect(f"{index.as_uri()}?mode=ro", uri=True)) as database:
            return [row[0] for row in database.execute(query, parameters)]
    except sqlite3.Error:
        _discard(index)
        raise _Unreadable from None


def _unpacked(index: Path, body: bytes) -> list[Record]:
    try:
        found: list[Record] = json.loads(zlib.decompress(body))
    except (ValueError, TypeError, zlib.error):
        _discard(index)
        raise _Unreadable from None
    return found


def _discard(index: Path) -> None:
    """Throw the index away; the next question makes it anew."""
    _index.cache_clear()
    with suppress(OSError):
        index.unlink()


@cache
def _joined(kind: Kind) -> dict[str, list[dict[str, Any]]]:
    from wh40kdc.data import raw_data

    joined = _datasheets(raw_data()) if kind == "datasheet" else _layouts(raw_data())
    by_id: dict[str, list[dict[str, Any]]] = {}
    for id, record in joined:
        by_id.setdefault(id, []).append(record)
    return by_id


class _Scoped:
    """Records by id, the copy of one's own faction first: the same id may mean different things to two factions."""

    def __init__(self, rows: list[dict[str, Any]], key: str) -> None:
        self._own: dict[tuple[str, str], dict[str, Any]] = {}
        self._any: dict[str, dict[str, Any]] = {}
        for row in rows:
            self._own.setdefault((row.get("faction_id") or "", row[key]), row)
            self._any.setdefault(row[key], row)

    def get(self, id: str, faction: str) -> dict[str, Any] | None:
        return self._own.get((faction, id)) or self._any.get(id)


def _datasheets(raw: dict[str, list[Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    weapons = _Scoped(raw["weapons"], "id")
    abilities = _Scoped(raw["abilities"], "ability_id")
    wargear = _Scoped(raw["wargear"], "id")
    compositions = _Scoped(raw["unit_compositions"], "unit_id")
    hulls = {hull["id"]: hull["points"] for hull in raw["hull_shapes"]}
    factions = {faction["id"]: faction["name"] for faction in raw["factions"]}
    leads: dict[str, list[str]] = {}
    for row in raw["leader_attachments"]:
        leads.setdefault(row["leader_id"], []).extend(row.get("eligible_bodyguard_ids") or ())
    options: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in raw["wargear_options"]:
        options.setdefault((row["faction_id"], row["unit_id"]), []).append(row)
    seen: set[tuple[str, str]] = set()
    for unit in raw["units"]:
        faction = unit["faction_id"]
        if (faction, unit["id"]) in seen:
            continue
        seen.add((faction, unit["id"]))
        composition = compositions.get(unit["id"], faction)
        own_options = options.get((faction, unit["id"]), [])
        named = _weapon_ids(unit, composition, own_options)
        armed = {id: weapons.get(id, faction) for id in named}
        able = {id: abilities.get(id, faction) for id in unit.get("ability_ids") or ()}
        gear = {id: wargear.get(id, faction) for id, weapon in armed.items() if weapon is None}
        hulled = [row["hull_shape_id"] for row in (composition or {}).get("models", ()) if row.get("hull_shape_id")]
        yield (
            unit["id"],
            {
                "unit": _kept(unit),
                "faction": factions.get(faction, faction),
                "composition": composition and _kept(composition),
                "weapons": {id: _kept(weapon) for id, weapon in armed.items() if weapon is not None},
                "abilities": {
                    id: {"name": row.get("name", id), "type": row.get("ability_type", "unit")} if row else None
                    for id, row in able.items()
                },
                "wargear": {id: row["name"] if row else id for id, row in gear.items()},
                "options": [_kept(row) for row in own_options],
                "hulls": {id: hulls[id] for id in hulled if id in hulls},
                "leads": leads.get(unit["id"], []),
            },
        )


def _weapon_ids(unit: Record, composition: Record | None, options: list[dict[str, Any]]) -> list[str]:
    """Ids of everything that a model of this unit may carry, each once: weapons, and wargear that is none."""
    found: dict[str, None] = dict.fromkeys(unit.get("weapon_ids") or ())
    for row in (composition or {}).get("models", ()):
        found.update(dict.fromkeys(row.get("default_weapon_ids") or ()))
        for variant in row.get("loadout_variants") or ():
            found.update(dict.fromkeys(variant["weapon_ids"]))
    for option in options:
        for ids in (option.get("replacement") or (), *(option.get("replacement_choice") or ())):
            found.update(dict.fromkeys(ids))
    return list(found)


def _kept(record: Record) -> dict[str, Any]:
    """A record without what battlesim does not read."""
    return {key: value for key, value in record.items() if key not in ("external_refs", "game_version")}


def _layouts(raw: dict[str, list[Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    from wh40kdc import resolve_layout

    templates = {template["id"]: _straightened(template) for template in raw["terrain_templates"]}
    patterns = {pattern["id"]: pattern for pattern in raw["deployment_patterns"]}
    for layout in raw["terrain_layouts"]:
        placed = {piece["id"]: piece for piece in layout["pieces"]}
        template_of = _template_ids(layout, templates)
        pieces = []
        for piece in resolve_layout(layout, list(templates.values())):
            own = placed.get(piece["id"], {})
            pieces.append(
                {
                    **piece,
                    "vertices": _pairs(piece["vertices"]),
                    "walls": [{**wall, "points": _pairs(wall["points"])} for wall in piece.get("walls") or ()],
                    "height_inches": own.get("height_inches") or _height(template_of.get(piece["id"]), templates),
                    "parent": own.get("parent_area_id") or "",
                    "terrain": own.get("terrain", True),
                    "link_group": own.get("link_group") or "",
                    "objective_role": own.get("objective_role") or "",
                    "objective": own.get("objective") if own.get("is_objective") else None,
                    "position": own.get("position"),
                }
            )
        header = {key: value for key, value in _kept(layout).items() if key != "pieces"}
        pattern = patterns.get(layout.get("deployment_pattern_id", ""))
        yield layout["id"], {"layout": header, "pieces": pieces, "pattern": pattern and _kept(pattern)}


def _pairs(points: Iterable[Mapping[str, float]]) -> list[tuple[float, float]]:
    return [(point["x"], point["y"]) for point in points]


def _straightened(template: dict[str, Any]) -> dict[str, Any]:
    place = _MISPLACED.get(template["id"])
    if place is None:
        return template
    return {**template, "features": [{**feature, "position": place} for feature in template["features"]]}


def _template_ids(layout: Record, templates: Mapping[str, Record]) -> dict[str, str]:
    """Resolved piece id to template id, for the pieces of a layout and the features that come with them."""
    found = {}
    for piece in layout["pieces"]:
        template = piece.get("template")
        if template is None:
            continue
        found[piece["id"]] = template
        for number, feature in enumerate(templates[template].get("features") or (), start=1):
            found[f"{piece['id']}--{feature.get('id') or f'feature-{number}'}"] = feature["template"]
    return found


def _height(template: str | None, templates: Mapping[str, Record]) -> float | None:
    """A template's published height in inches, or that of a like piece; None for areas and where nothing is alike."""
    if template is None or template not in templates:
        return None
    published = templates[template].get("default_height_inches")
    if published is not None:
        return float(published)
    like = next((piece for prefix, piece in _LIKE_PIECES.items() if template.startswith(prefix)), None)
    if like is None or like not in templates:
        return None
    return float(templates[like]["default_height_inches"])

"""Who may import whom: a module imports its own floor or a lower one."""

import ast
from functools import cache
from pathlib import Path

import pytest

import battlesim

ROOT = Path(battlesim.__file__).parent
MODULES = sorted(path for path in ROOT.rglob("*.py") if "_shipped" not in path.parts)

FLOORS = {
    "errors": 0, "files": 0, "kinds": 0, "units": 0, "resources": 0, "__init__": 0,
    "geometry": 1,
    "dice": 2,
    "model": 3,
    "replay": 4,
    "engine": 5,
    "rules": 6,
    "roster": 7, "scenario": 7,
    "cli": 8, "commands": 8, "pytest_plugin": 8, "__main__": 8,
}  # fmt: skip
VIEWS_MAY = {"errors", "files", "units", "resources", "geometry", "model", "replay", "views", "__init__"}


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def _imports(path: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides its floor"
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return frozenset(found)


def _part(path: Path) -> str:
    inside = path.relative_to(ROOT)
    return inside.parts[0].removesuffix(".py")


def _ours(path: Path) -> set[str]:
    return {name.split(".")[1] for name in _imports(path) if name.startswith("battlesim.")}


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_a_module_imports_its_own_floor_or_lower(path):
    part = _part(path)
    if part == "views":
        assert _ours(path) <= VIEWS_MAY
        return
    for other in _ours(path) - {"__version__"}:
        if other == "views":
            assert FLOORS[part] >= 8, f"{_name(path)} reads the views"
        else:
            assert FLOORS[other] <= FLOORS[part], f"{_name(path)} reaches up to {other}"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_the_two_games_never_meet(path):
    mine = {"wh40k", "netepic"} & set(path.relative_to(ROOT).parts)
    if _part(path) == "rules" and mine:
        (game,) = mine
        other = "netepic" if game == "wh40k" else "wh40k"
        assert not any(f"battlesim.rules.{other}" in name for name in _imports(path))


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_random_numbers_and_pygame_have_one_place_each(path):
    names = {name.split(".")[0] for name in _imports(path)}
    if "random" in names or "secrets" in names:
        assert _name(path) == "dice.py"
    if {"pygame", "pygame_gui"} & names:
        assert _part(path) == "views"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_shapely_measures_only_in_geometry(path):
    """Elsewhere shapely may hold shapes (terrain outlines, drawings), but never measure or compare them."""
    if _part(path) == "geometry":
        return
    called = {n.func.attr for n in _nodes(path) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}
    assert not called & {"distance", "hausdorff_distance", "dwithin"}


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_modules_stay_readable(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 480


@pytest.mark.parametrize("path", [p for p in MODULES if _part(p) == "engine"], ids=_name)
def test_the_engine_names_no_rule(path):
    words = {"deep", "strike", "melta", "meneur", "qg", "aura", "charge", "shoot", "wound", "hit", "save", "transport"}
    for node in _nodes(path):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and "\n" not in node.value
            and " " not in node.value
        ):
            assert not words & set(node.value.lower().replace("-", " ").split())

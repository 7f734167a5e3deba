"""Where the fonts, templates and scenarios are: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from battlesim.errors import BattlesimError


def assets() -> Path:
    """The folder of fonts and templates; raises BattlesimError where the installation lacks it."""
    return _shipped("assets")


def scenarios() -> Path:
    """The folder of the shipped scenario files; raises BattlesimError where the installation lacks it."""
    return _shipped("scenarios")


def _shipped(name: str) -> Path:
    package = Path(__file__).resolve().parent
    # the wheel's own copy first: beside an installed package there may be a folder of that name that is not ours
    for folder in (package / "_shipped" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise BattlesimError(
        f"this installation of battlesim lacks its {name}: neither {package / '_shipped' / name} nor a checkout's folder is there"
    )

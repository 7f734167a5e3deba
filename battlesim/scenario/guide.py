"""The tables of the author's guide, ``scenarios/README.md``, made from what the program reads.

``python -m battlesim.scenario.guide`` writes them into the guide again.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from battlesim.errors import BattlesimError
from battlesim.resources import scenarios
from battlesim.scenario.fields import keys_of
from battlesim.scenario.games import game, game_names
from battlesim.scenario.steps import StepModel

_TABLE: Final = re.compile(r"(<!-- steps of (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def guide() -> Path:
    """Where the guide is."""
    return scenarios() / "README.md"


def with_tables(text: str) -> str:
    """The guide with its tables as they ought to be; raises BattlesimError where a ruleset has none."""
    named = {found.group(2) for found in _TABLE.finditer(text)}
    missing = [name for name in game_names() if name not in named]
    if missing:
        raise BattlesimError(f"the guide has no table of the steps of {', '.join(missing)}")
    return _TABLE.sub(lambda found: f"{found.group(1)}\n{steps_table(found.group(2))}\n{found.group(3)}", text)


def steps_table(name: str) -> str:
    """The steps of a ruleset: each with what it does and the keys that it has beside those of every step."""
    common = set(keys_of(StepModel))
    lines = ["| step | what it does | its own keys |", "|---|---|---|"]
    for model in game(name).steps:
        own = [f"`{key}`" for key in keys_of(model) if key not in common and key != model.KEY]
        lines.append(f"| `{model.KEY}` | {_sentence(model)} | {' '.join(own)} |")
    return "\n".join(lines) + "\n"


def _sentence(model: type[StepModel]) -> str:
    """The first paragraph of what the model says of itself, in one line."""
    paragraph = (model.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(paragraph.split()).replace("``", "`").replace("|", "\\|")


def main() -> None:
    """Write the tables into the guide again."""
    path = guide()
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""Writing files so that what is there is whole: the new one beside the old one, which it then replaces."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from battlesim.errors import BattlesimError


@contextmanager
def beside(out: Path) -> Iterator[Path]:
    """A path to write to, beside ``out`` and with its suffix; it becomes ``out`` if all goes well, and goes if not.

    Raises BattlesimError where there is no such folder or it cannot be written to.
    """
    if not out.parent.is_dir():
        raise BattlesimError(f"{out}: there is no folder {out.parent}")
    part = out.with_name(f".{out.stem}.{os.getpid()}.part{out.suffix}")
    try:
        yield part
        part.replace(out)
    except OSError as error:
        raise BattlesimError(f"{out}: cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)

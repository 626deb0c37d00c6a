"""Robots by name or by file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.formats import Diagnostic
    from symoro.robot import Robot


def load(source: str | os.PathLike[str], diagnostics: list[Diagnostic] | None = None) -> Robot:
    """Return a robot of the library by its name, or the robot of a file.

    Args:
        source: ``"rx90"``, or a path with the extension of a robot file, ``.par`` or ``.json``.
        diagnostics: receives the warnings and notes on the robot, with line and column.

    Raises:
        UsageError: for an unknown name (with the nearest ones) or a file that is not there.
        ParseError: for a file that cannot be read, with line and column.
    """
    from symoro.library import names
    from symoro.library import robot as library_robot

    if not isinstance(source, str | os.PathLike):
        raise UsageError(f"a name or a path is needed, not {type(source).__name__}")
    text = os.fspath(source)
    path = Path(text)
    if text in names() or not (path.suffix or path.is_file() or os.sep in text):
        return library_robot(text, diagnostics)
    from symoro.formats import load_file
    from symoro.robot import Robot

    robot = load_file(source, diagnostics)
    if not isinstance(robot, Robot):
        raise UsageError(
            f"{text} describes a parallel robot, for which there are no models yet; "
            "symoro.formats.load_file reads it"
        )
    return robot

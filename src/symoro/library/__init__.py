"""Robots with provenance, one ``.par`` file each, read on request; and robots of other files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from symoro.errors import UsageError, near_names
from symoro.formats.registry import PAR

if TYPE_CHECKING:
    from symoro.formats import Diagnostic
    from symoro.robot import Robot


@cache
def names() -> tuple[str, ...]:
    """The names of all robots in the library, sorted."""
    items = (item.name for item in files(__name__).iterdir())
    suffix = PAR.suffix
    return tuple(sorted(name.removesuffix(suffix) for name in items if name.endswith(suffix)))


def text(name: str) -> str:
    """The ``.par`` text of a robot.

    Raises:
        UsageError: for an unknown name, with the nearest ones.
    """
    if name not in names():
        hint = near_names(name, names())
        raise UsageError(
            f"there is no robot {name!r} in the library; {hint}symoro robots lists them"
        )
    return (files(__name__) / f"{name}{PAR.suffix}").read_text(encoding="utf-8")


def robot(name: str, diagnostics: list[Diagnostic] | None = None) -> Robot:
    """Read a robot of the library.

    Raises:
        UsageError: for an unknown name, with the nearest ones.
    """
    tables, warnings = _read(name)
    if diagnostics is not None:
        diagnostics.extend(warnings)
    return replace(tables)  # each caller's robot remembers what it has warned of


@cache
def _read(name: str) -> tuple[Robot, tuple[Diagnostic, ...]]:
    """A robot, whose file is read once, and what its reader warns of."""
    source = text(name)
    from symoro.formats.par import read

    warnings: list[Diagnostic] = []
    return read(source, f"{name} (library)", warnings), tuple(warnings)


def load(
    source: str | os.PathLike[str],
    diagnostics: list[Diagnostic] | None = None,
    *,
    keep_fixed: bool | Sequence[str] | None = None,
    tolerance: float | None = None,
) -> Robot:
    """Return a robot of the library by its name, or the robot of a file.

    Args:
        source: ``"rx90"``, or a path with the extension of a robot file: ``.par``, ``.urdf``.
        diagnostics: receives the warnings and notes on the robot, with line and column.
        keep_fixed: links of a file on fixed joints that stay frames of the tables: all (True), none
            (False), those named, or by default one at the end of each branch.
        tolerance: lengths [m] of a file below it are 0, and angles [rad] this close to a multiple
            of Pi/12 are that angle.

    Raises:
        UsageError: for an unknown name (with the nearest ones) or a file that is not there.
        ParseError: for a file that cannot be read, with line and column.
    """
    if not isinstance(source, str | os.PathLike):
        raise UsageError(f"a name or a path is needed, not {type(source).__name__}")
    path = Path(source)
    options = {"keep_fixed": keep_fixed, "tolerance": tolerance}
    if str(source) in names() or not (path.suffix or path.is_file() or os.sep in str(source)):
        if chosen := [name for name, value in options.items() if value is not None]:
            raise UsageError(f"{chosen[0]} is for files of numbers, not for the library's {source}")
        return robot(str(source), diagnostics)
    from symoro.formats import load_file
    from symoro.robot import Robot

    loaded = load_file(source, diagnostics, **options)
    if not isinstance(loaded, Robot):
        raise UsageError(
            f"{source} describes a parallel robot, for which there are no models yet; "
            "symoro.formats.load_file reads it"
        )
    return loaded

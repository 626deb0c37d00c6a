"""Robots with provenance: one ``.par`` file each, read on request."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from symoro.errors import UsageError
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
        near = get_close_matches(name.lower(), names(), n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
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

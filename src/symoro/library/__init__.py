"""Robots with provenance: one ``.par`` file each, read on request."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.formats.registry import PAR

if TYPE_CHECKING:
    from symoro.formats import Diagnostic
    from symoro.robot import Robot, Structure


@dataclass(frozen=True)
class LibraryEntry:
    """A line of the library's list.

    Attributes:
        name: the argument of `robot`.
        structure: simple, tree or closed.
        joints: the number of moving joints, cut joints included.
        title: the first sentence of the provenance, which names the robot.
        source: the rest: the origin of its tables, and corrections of them.
    """

    name: str
    structure: Structure
    joints: int
    title: str
    source: str


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


def entries() -> tuple[LibraryEntry, ...]:
    """The library's list, in the order of `names`; it scans the files without reading them."""
    return tuple(_entry(name) for name in names())


_TYPE = re.compile(r"^Type = (\d)", re.MULTILINE)
_SIGMA = re.compile(r"^[Ss]igma = \{([^}]*)\}", re.MULTILINE)
_EXTRA = re.compile(r"^\(\* symoro: (\{.*\}) \*\)$", re.MULTILINE)


def _entry(name: str) -> LibraryEntry:
    from symoro.robot.structure import Structure

    source = text(name)
    structure = (Structure.SIMPLE, Structure.TREE, Structure.CLOSED)[
        int(_only_match(_TYPE, source))
    ]
    joints = sum(sigma.strip() != "2" for sigma in _only_match(_SIGMA, source).split(","))
    title, _, rest = json.loads(_only_match(_EXTRA, source))["provenance"].partition(". ")
    return LibraryEntry(name, structure, joints, title, rest)


def _only_match(pattern: re.Pattern[str], source: str) -> str:
    (match,) = pattern.findall(source)
    return str(match)

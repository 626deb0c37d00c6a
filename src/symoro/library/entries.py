"""The library's list: what each file says of its robot, without reading its tables."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from symoro.library import names, text
from symoro.robot.structure import Structure


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


def library_entries() -> tuple[LibraryEntry, ...]:
    """The library's list, in the order of `names`; it scans the files without reading them."""
    return tuple(_entry(name) for name in names())


_TYPE = re.compile(r"^Type = (\d)", re.MULTILINE)
_SIGMA = re.compile(r"^[Ss]igma = \{([^}]*)\}", re.MULTILINE)
_EXTRA = re.compile(r"^\(\* symoro: (\{.*\}) \*\)$", re.MULTILINE)


def _entry(name: str) -> LibraryEntry:
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

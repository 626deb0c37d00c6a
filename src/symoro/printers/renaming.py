"""Names that a language cannot take: mapped once per file, and the map printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from symoro.ir.program import Program


def program_names(program: Program) -> list[str]:
    """The names of a program's inputs and statements."""
    return [*(item.name for item in program.inputs), *program.assigned]


def renamed(
    names: Sequence[str], reserved: Iterable[str], prefixes: re.Pattern[str] | None = None
) -> dict[str, str]:
    """Return new names for those that a language cannot take.

    Args:
        names: what is to be named.
        reserved: words that are taken; ``_`` is appended to such a name.
        prefixes: beginnings that are taken; ``x`` is put before such a name.
    """
    forbidden = set(reserved)
    taken = set(names)
    mapped: dict[str, str] = {}
    for name in names:
        begins = prefixes is not None and prefixes.match(name) is not None
        if begins or name in forbidden:
            new = f"x{name}" if begins else f"{name}_"
            while new in taken or new in forbidden:
                new += "_"
            taken.add(new)
            mapped[name] = new
    return mapped


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a name of ours that gives way to those that are taken."""
    used = set(taken)
    while wanted in used:
        wanted += "_"
    return wanted


def map_lines(mapped: Mapping[str, str]) -> list[str]:
    """Say which names were changed."""
    return [f"Name {old} is written {new}" for old, new in mapped.items()]

"""Names that a language cannot take: mapped once per file, and the map printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from symoro.ir.program import Program

Fold = Callable[[str], str]
_SPARE = 16  # characters of a name that was cut, left for the number that tells it from others


def program_names(program: Program) -> list[str]:
    """The names of a program's inputs and statements."""
    return [*(item.name for item in program.inputs), *program.assigned]


def renamed(
    names: Sequence[str],
    reserved: Iterable[str],
    prefixes: re.Pattern[str] | None = None,
    fold: Fold = str,
    longest: int | None = None,
) -> dict[str, str]:
    """Return new names for those that a language cannot take.

    Args:
        names: what is to be named.
        reserved: words that are taken; ``_`` is appended to such a name.
        prefixes: beginnings that are taken; ``x`` is put before such a name.
        fold: what names are compared by: ``str.lower`` where capitals do not matter. Of names that
            are one then, the first is kept.
        longest: how many characters a name may have; longer ones are cut.
    """
    forbidden = {fold(word) for word in reserved}
    kept: set[str] = set()
    given = {fold(name) for name in names}
    mapped: dict[str, str] = {}
    for name in names:
        begins = prefixes is not None and prefixes.match(name) is not None
        cut = longest is not None and len(name) > longest
        if begins or cut or fold(name) in forbidden or fold(name) in kept:
            whole = name[: longest - _SPARE] if cut and longest is not None else name
            new = f"x{whole}" if begins else f"{whole}_"
            clashes = 1
            while fold(new) in given or fold(new) in forbidden:
                clashes += 1
                new = f"{whole}_{clashes}" if cut else f"{new}_"
            given.add(fold(new))
            mapped[name] = new
        else:
            kept.add(fold(name))
    return mapped


def free_name(wanted: str, taken: Collection[str], fold: Fold = str) -> str:
    """Return a name of ours that gives way to those that are taken, which are folded."""
    while fold(wanted) in taken:
        wanted += "_"
    return wanted


def map_lines(mapped: Mapping[str, str], what: str = "Name") -> list[str]:
    """Say which names were changed."""
    return [f"{what} {old} is written {new}" for old, new in mapped.items()]

"""Names that a language cannot take: mapped once per file, and the map printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count

from symoro.ir.program import Program

Fold = Callable[[str], str]
_SPARE = 16  # characters of a name that was cut, left for the number that tells it from others


def program_names(program: Program) -> list[str]:
    """The names of a program's inputs and statements."""
    return [*(item.name for item in program.inputs), *program.assigned_names]


def new_names(
    names: Sequence[str],
    reserved: Iterable[str],
    prefixes: re.Pattern[str] | None = None,
    fold: Fold = str,
    longest: int | None = None,
) -> dict[str, str]:
    """Return new names for those that a language cannot take.

    Args:
        names: the names that are wanted, in order.
        reserved: words that are taken; ``_`` is appended to such a name.
        prefixes: beginnings that are taken; ``x`` is put before such a name.
        fold: the form in which names are compared: ``str.lower`` where capitals do not matter. Of
            names that are one then, the first is kept.
        longest: the largest number of characters of a name; longer ones are cut.
    """
    forbidden = {fold(word) for word in reserved}
    kept: set[str] = set()
    forms = {fold(name) for name in names}
    mapped: dict[str, str] = {}
    for name in names:
        begins = prefixes is not None and prefixes.match(name) is not None
        cut = longest is not None and len(name) > longest
        if begins or cut or fold(name) in forbidden or fold(name) in kept:
            candidates = _candidates(f"x{name}" if begins else f"{name}_", longest)
            new = next(x for x in candidates if fold(x) not in forms and fold(x) not in forbidden)
            forms.add(fold(new))
            mapped[name] = new
        else:
            kept.add(fold(name))
    return mapped


def _candidates(name: str, longest: int | None) -> Iterator[str]:
    """A name, and others in its place: with more ``_`` as long as they fit, then with numbers."""
    new = name
    while longest is None or len(new) <= longest:
        yield new
        new += "_"
    whole = name[: longest - _SPARE]
    yield f"{whole}_"
    yield from (f"{whole}_{k}" for k in count(2))


def free_name(
    wanted: str, names: Collection[str], fold: Fold = str, longest: int | None = None
) -> str:
    """Return a name of ours that gives way to those that are taken, which are folded."""
    return next(name for name in _candidates(wanted, longest) if fold(name) not in names)


def renaming_lines(mapped: Mapping[str, str], what: str = "Name") -> list[str]:
    """Return a line for each name that was changed."""
    return [f"{what} {old} is written {new}" for old, new in mapped.items()]

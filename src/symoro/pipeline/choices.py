"""The options that one kind of model has of its own: how they are given, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from symoro.errors import UsageError

FLAG, FRAME, FRAMES, PLACES, WORD = "flag", "number", "numbers", "places", "word"
JOINTS, WORDS = "joints", "words"
LISTS = (FRAMES, JOINTS, PLACES, WORDS)
"""The kinds of options that take several values."""

_RANGE = re.compile(r"(?P<first>-?\d{1,8})(\s*-\s*(?P<last>\d{1,8}))?", re.ASCII)


@dataclass(frozen=True)
class Choice:
    """An option of a model.

    Attributes:
        name: ``--name`` on the command line, ``name`` in Python (``from_`` for a reserved word).
        kind: a flag, a number, several numbers such as ``1-3,6``, places (numbers, none of them
            twice), joints (the same, whose order does not matter), a word, or words with commas
            between them.
        help: what it does, in one line.
        metavar: what stands for the value in the help.
        renames: True if it makes a model of its own, with another name (`Plan.called`).
        closed: True for a flag that makes it another computation, for closed robots alone.
    """

    name: str
    kind: str
    help: str
    metavar: str = ""
    renames: bool = False
    closed: bool = False

    @property
    def empty(self) -> Any:
        """What it is when it is not given."""
        return False if self.kind == FLAG else () if self.kind in LISTS else None


def settled(choices: Sequence[Choice], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a checked value for each option; those not given are empty.

    Raises:
        UsageError: for an option that the model does not have, or a value of the wrong kind.
    """
    known = {choice.name: choice for choice in choices}
    values = {choice.name: choice.empty for choice in choices}
    for name, value in given.items():
        if name not in known:
            listed = ", ".join(known) or "none of its own"
            raise UsageError(f"there is no option {name}; options are {listed}")
        if value is not None:
            values[name] = _checked(known[name], value)
    return values


def _checked(choice: Choice, value: Any) -> Any:
    if choice.kind == FLAG and isinstance(value, bool):
        return value
    if choice.kind == WORD and isinstance(value, str):
        return value
    if choice.kind == FRAME and _whole(value):
        return int(value)
    if choice.kind in (FRAMES, JOINTS, PLACES):
        return _numbers(choice, value)
    if choice.kind == WORDS:
        words = value.split(",") if isinstance(value, str) else value
        if isinstance(words, Iterable) and all(isinstance(word, str) for word in words):
            found = tuple(word.strip() for word in words)
            if all(found):
                return found
    what = "takes" if choice.kind == WORDS else "is a"
    raise UsageError(f"{choice.name} {what} {choice.kind}, not {value!r}")


def _numbers(choice: Choice, value: Any) -> tuple[int, ...]:
    """Take numbers as they are, or read a text such as ``1-3,6``; joints are put in order."""
    items = _read(choice, value) if isinstance(value, str) else _items(value)
    if items is None:
        raise UsageError(f"{choice.name} takes numbers, or a text such as 1-3,6, not {value!r}")
    if choice.kind != FRAMES and len(set(items)) != len(items):
        what = choice.kind.removesuffix("s")
        raise UsageError(f"{choice.name} names a {what} twice: {', '.join(map(str, items))}")
    return tuple(sorted(items)) if choice.kind == JOINTS else items


def _read(choice: Choice, text: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in (piece.strip() for piece in text.split(",")):
        match = _RANGE.fullmatch(part)
        if match is None or (choice.kind != FRAMES and part.startswith("-")):
            raise UsageError(f"{choice.name} takes numbers such as 1-3,6, not {text!r}")
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if not 0 <= last - first <= 1000:
            raise UsageError(f"{choice.name}: {part} is no range")
        found.extend(range(first, last + 1))
    return tuple(found)


def _items(value: Any) -> tuple[int, ...] | None:
    """One whole number or several; None for anything else."""
    items = value if isinstance(value, Iterable) else [value]
    found = tuple(items)
    return tuple(map(int, found)) if all(map(_whole, found)) else None


def _whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)

"""Options of a function: how each is given on the command line and in Python, and its checks.

A form can be drawn from an `OptionSpec`: it says the kind of value, the words or the range allowed,
and the robots that have the option.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from numbers import Integral
from typing import Any

from symoro.errors import UsageError
from symoro.wording import split_words

FLAG, FRAME, FRAMES, PLACES, WORD = "flag", "number", "numbers", "places", "word"
JOINTS, WORDS = "joints", "words"
SECONDS, REAL, ASSIGNMENTS, VALUES = "seconds", "real", "assignments", "values"
RANGES, TEXT, FILE = "ranges", "text", "file"
LISTS = (FRAMES, JOINTS, PLACES, WORDS, ASSIGNMENTS, VALUES, RANGES)
"""The kinds of options that take several values."""

_ANNOTATIONS = {
    FLAG: "bool",
    FRAME: "int | None",
    **dict.fromkeys((FRAMES, JOINTS, PLACES), "Numbers"),
    WORD: "str | None",
    WORDS: "Sequence[str] | str",
    **dict.fromkeys((SECONDS, REAL), "float | None"),
    ASSIGNMENTS: "Mapping[str, ExpressionLike] | None",
    VALUES: "Mapping[str, float] | None",
    RANGES: "Ranges | None",
    TEXT: "str | None",
    FILE: "str | os.PathLike[str] | None",
}

_WHOLE = re.compile(r"-?\d{1,8}", re.ASCII)
_RANGE = re.compile(r"(?P<first>-?\d{1,8})(\s*-\s*(?P<last>\d{1,8}))?", re.ASCII)


@dataclass(frozen=True)
class OptionSpec:
    """An option of a function.

    Attributes:
        name: ``--name`` on the command line.
        kind: a flag, a number, several numbers such as ``1-3,6``, places (numbers, none of them
            twice), joints (the same, whose order does not matter), a word, words with commas
            between them, seconds, a real number, assignments ``NAME=EXPR``, values
            ``NAME=NUMBER``, ranges ``NAME=LOW:HIGH``, a text or a file.
        help: its effect, in one line.
        metavar: stands for the value in the help.
        renames: True if it makes a model of its own, with another name (`Interface.called`).
        closed: True if only closed robots have it; a flag then makes it another computation.
        words: the values that it may have, if they are few.
        least: the smallest number that the function takes.
        required: True if a command cannot do without it.
        python: the keyword in Python; by default the name, with ``_`` after a reserved word.
        in_python: False for an option of the command line alone.
        python_type: the annotation in Python; by default that of the kind.
        positional: True if Python also takes it by its position.
        default: the value where it is not given; by default the empty one of its kind.
        command: the words on the command line, such as ``-o``; by default ``--name``. None for an
            option of Python alone.
        takes_names: True for frames, which names stand for too: of joints, or of links.
        empty: the value when it is not given.
        keyword: the name in Python: ``from_`` for a reserved word.
    """

    name: str
    kind: str
    help: str
    metavar: str = ""
    renames: bool = False
    closed: bool = False
    words: tuple[str, ...] = ()
    least: int | None = None
    required: bool = False
    python: str = ""
    in_python: bool = True
    python_type: str = ""
    positional: bool = False
    default: Any = None
    command: tuple[str, ...] | None = ()
    takes_names: bool = False
    empty: Any = field(init=False)
    keyword: str = field(init=False)

    def __post_init__(self) -> None:
        empty = False if self.kind == FLAG else () if self.kind in LISTS else None
        plain = self.python or self.name.replace("-", "_")
        keyword = f"{plain}_" if iskeyword(plain) else plain
        object.__setattr__(self, "empty", empty if self.default is None else self.default)
        object.__setattr__(self, "keyword", keyword)

    @property
    def annotation(self) -> str:
        """The type in Python."""
        own = (
            "int | str | None"
            if self.takes_names and self.kind == FRAME
            else _ANNOTATIONS[self.kind]
        )
        return self.python_type or own


def number_frames(
    specs: Sequence[OptionSpec], options: Mapping[str, Any], number: Callable[[str], int]
) -> dict[str, Any]:
    """Return options with the numbers of frames in the place of their names."""

    def read_names(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        parts = [part.strip() for part in value.split(",")]
        return ",".join(p if _RANGE.fullmatch(p) else str(number(p)) for p in parts)

    numbers = dict(options)
    for spec in specs:
        value = options.get(spec.name)
        if spec.takes_names and spec.kind == FRAME and isinstance(value, str):
            numbers[spec.name] = int(text) if _WHOLE.fullmatch(text := read_names(value)) else value
        elif spec.takes_names and isinstance(value, str):
            numbers[spec.name] = read_names(value)
        elif spec.takes_names and isinstance(value, list | tuple):
            numbers[spec.name] = [number(x) if isinstance(x, str) else x for x in value]
    return numbers


def validate_options(specs: Sequence[OptionSpec], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a checked value for each option; those not given are empty.

    Raises:
        UsageError: for an option that the model does not have, or a value of the wrong kind.
    """
    known = {spec.name: spec for spec in specs}
    values = {spec.name: spec.empty for spec in specs}
    for name, value in options.items():
        if name not in known:
            listed = ", ".join(known) or "none of its own"
            raise UsageError(f"there is no option {name}; options are {listed}")
        if value is not None:
            values[name] = _validate(known[name], value)
    return values


def _validate(spec: OptionSpec, value: Any) -> Any:
    if spec.kind == FLAG and isinstance(value, bool):
        return value
    if spec.kind == WORD and isinstance(value, str):
        return _require_words(spec, value)
    if spec.kind == FRAME and _is_whole(value):
        return int(value)
    if spec.kind in (FRAMES, JOINTS, PLACES):
        return _numbers(spec, value)
    if spec.kind == WORDS:
        words = split_words(value) if isinstance(value, str) else value
        texts = tuple(words) if isinstance(words, Iterable) else (words,)
        if all(isinstance(text, str) and text.strip() for text in texts):
            stripped = tuple(text.strip() for text in texts)
            _require_words(spec, *stripped)
            return stripped
    what = "takes" if spec.kind == WORDS else "is a"
    raise UsageError(f"{spec.name} {what} {spec.kind}, not {value!r}")


def _require_words(spec: OptionSpec, *words: str) -> str:
    """Return the first word; refuse one that the option does not have."""
    unknown = [word for word in words if spec.words and word not in spec.words]
    if unknown:
        raise UsageError(
            f"--{spec.name} {', '.join(unknown)} is not valid; choose from {', '.join(spec.words)}"
        )
    return words[0] if words else ""


def _numbers(spec: OptionSpec, value: Any) -> tuple[int, ...]:
    """Take numbers as they are, or read a text such as ``1-3,6``; joints are put in order."""
    items = _read(spec, value) if isinstance(value, str) else _items(value)
    if items is None:
        raise UsageError(f"{spec.name} takes numbers, or a text such as 1-3,6, not {value!r}")
    if spec.kind != FRAMES and len(set(items)) != len(items):
        what = spec.kind.removesuffix("s")
        raise UsageError(f"{spec.name} names a {what} twice: {', '.join(map(str, items))}")
    return tuple(sorted(items)) if spec.kind == JOINTS else items


def _read(spec: OptionSpec, text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in (piece.strip() for piece in text.split(",")):
        match = _RANGE.fullmatch(part)
        if match is None or (spec.kind != FRAMES and part.startswith("-")):
            raise UsageError(f"{spec.name} takes numbers such as 1-3,6, not {text!r}")
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if not 0 <= last - first <= 1000:
            raise UsageError(f"{spec.name}: {part} is no range")
        numbers.extend(range(first, last + 1))
    return tuple(numbers)


def _items(value: Any) -> tuple[int, ...] | None:
    """One whole number or several; None for anything else."""
    items = tuple(value if isinstance(value, Iterable) else [value])
    return tuple(map(int, items)) if all(map(_is_whole, items)) else None


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)

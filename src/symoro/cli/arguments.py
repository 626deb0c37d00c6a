"""Values on the command line: completion, assignments, numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from symoro.errors import ParseError, UsageError
from symoro.formats import usable_formats
from symoro.printers import languages

if TYPE_CHECKING:
    from symoro.expressions import Expression

T = TypeVar("T")

_DEGREES = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))\s*deg")


def robot_names(incomplete: str) -> list[str]:
    """Complete the name of a robot: the library's, and files of this folder."""
    from symoro import library

    suffixes = [suffix for each in usable_formats() if each.reader for suffix in each.suffixes]
    files = [str(path) for suffix in suffixes for path in Path().glob(f"*{suffix}")]
    return [name for name in (*library.names(), *files) if name.startswith(incomplete)]


def language_names(incomplete: str) -> list[str]:
    """Complete the name of a language: symoro's, and those that other packages add."""
    from symoro.printers import plugin_names

    names = dict.fromkeys([*(item.name for item in languages()), *plugin_names()])
    return [name for name in names if name.startswith(incomplete)]


def assignments(option: str, form: str, items: list[str]) -> dict[str, Expression]:
    """Split items of a form such as ``NAME=EXPR``."""
    from symoro.expressions import parse

    return _pairs(option, items, form, parse)


def numbers(option: str, items: list[str]) -> dict[str, float]:
    """Split ``NAME=NUMBER`` items; numbers may be expressions such as Pi/4."""
    from symoro.expressions import PI, FloatArithmetic, evaluate, parse

    def number(text: str) -> float:
        try:
            return evaluate(parse(text), {}, FloatArithmetic())
        except (UsageError, ArithmeticError, ValueError) as error:
            if degrees := _DEGREES.fullmatch(text):
                exact = parse(degrees[1]) * PI / 180
                raise UsageError(f"{text}: angles are in radians here; write {exact}") from None
            raise UsageError(f"{text} is no number ({error})") from None

    return _pairs(option, items, "NAME=NUMBER", number)


def _pairs(option: str, items: list[str], form: str, read: Callable[[str], T]) -> dict[str, T]:
    pairs: dict[str, T] = {}
    for item in items:
        name, sign, value = (part.strip() for part in item.partition("="))
        if not sign or not name or not value:
            raise UsageError(f"{option} takes {form}, not {item}")
        if name in pairs:
            raise UsageError(f"{option} {name} is given twice")
        try:
            pairs[name] = read(value)
        except ParseError as error:
            where = f"column {error.column} of {value!r}"
            raise UsageError(f"{option} {name}: {error.message} ({where})") from None
        except UsageError as error:
            raise UsageError(f"{option} {name}: {error}") from None
    return pairs

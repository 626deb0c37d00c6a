"""Values on the command line: completion, assignments, numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from symoro.errors import ParseError, UsageError
from symoro.formats import usable_formats
from symoro.printers import languages

if TYPE_CHECKING:
    from symoro.expressions import Expression


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


def assignments(items: list[str]) -> dict[str, Expression]:
    """Split ``NAME=EXPRESSION`` items."""
    from symoro.expressions import parse

    pairs: dict[str, Expression] = {}
    for item in items:
        name, sign, value = item.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise UsageError(f"--set takes NAME=EXPRESSION, not {item}")
        if name.strip() in pairs:
            raise UsageError(f"--set {name.strip()} is given twice")
        try:
            pairs[name.strip()] = parse(value)
        except ParseError as error:
            where = f"column {error.column} of {value!r}"
            raise UsageError(f"--set {name.strip()}: {error.message} ({where})") from None
    return pairs


def numbers(option: str, items: list[str]) -> dict[str, float]:
    """Split ``NAME=NUMBER`` items; numbers may be expressions such as Pi/4."""
    from symoro.expressions import FloatArithmetic, evaluate, parse

    pairs: dict[str, float] = {}
    arithmetic = FloatArithmetic()
    for item in items:
        name, sign, value = item.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise UsageError(f"{option} takes NAME=NUMBER, not {item}")
        if name.strip() in pairs:
            raise UsageError(f"{option} {name.strip()} is given twice")
        try:
            pairs[name.strip()] = evaluate(parse(value), {}, arithmetic)
        except ParseError as error:
            where = f"column {error.column} of {value!r}"
            raise UsageError(f"{option} {name.strip()}: {error.message} ({where})") from None
        except (UsageError, ArithmeticError, ValueError) as error:
            raise UsageError(f"{option} {name.strip()}: {value} is no number ({error})") from None
    return pairs

"""The languages that are read, as data: how each writes assignments, comments and functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from symoro.errors import UsageError

Function = tuple[str, tuple[int, ...]]  # our name, and which argument stands where

_OWN: dict[str, Function] = {
    **{name: (name, (0,)) for name in ("sin", "cos", "tan", "sqrt", "sign", "abs")},
    "atan2": ("atan2", (0, 1)),
}
_CAPITAL: dict[str, Function] = {
    **{name.capitalize(): meant for name, meant in _OWN.items()},
    "ArcTan": ("atan2", (1, 0)),  # of x and y
}
_FORTRAN: dict[str, Function] = {
    **_OWN,
    **{f"d{name}": meant for name, meant in _OWN.items() if name != "sign"},
    "signum": ("sign", (0,)),
}
del _FORTRAN["sign"]  # of two arguments there, another function
_MAPLE: dict[str, Function] = {**_OWN, "arctan": ("atan2", (0, 1)), "signum": ("sign", (0,))}


@dataclass(frozen=True)
class Syntax:
    """How a language writes programs.

    Attributes:
        name: as on the command line.
        extensions: of files that are taken for it, without the dot.
        assigns: the sign of an assignment.
        functions: by their names with parentheses.
        bracketed: by their names with brackets.
        number: what a number looks like.
        by_line: True if a statement ends with its line.
        folded: True if capitals do not matter in names.
    """

    name: str
    extensions: tuple[str, ...]
    assigns: str
    functions: Mapping[str, Function]
    bracketed: Mapping[str, Function]
    number: str = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
    by_line: bool = False
    folded: bool = False


LISTING = Syntax("listing", (), "=", _OWN, _CAPITAL)
FORTRAN = Syntax(
    "fortran",
    ("f", "for", "f77", "f90", "f95", "f03", "f08"),
    "=",
    _FORTRAN,
    {},
    number=r"(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?(?:_[A-Za-z]\w*)?",
    by_line=True,
    folded=True,
)
MATHEMATICA = Syntax(
    "mathematica",
    ("mh", "wl", "mma"),
    "=",
    _OWN,
    _CAPITAL,
    number=r"(?:\d+\.?\d*|\.\d+)(?:\*\^[+-]?\d+|[eE][+-]?\d+)?",
)
MAPLE = Syntax("maple", ("mp", "mpl", "maple"), ":=", _MAPLE, {})

LANGUAGES = (LISTING, FORTRAN, MATHEMATICA, MAPLE)

_MAPLE_SIGN = re.compile(r"^\s*\w+\s*:=", re.MULTILINE)
_FORTRAN_SIGN = re.compile(
    r"^\s*(?:!|subroutine\b|double\s+precision\b|implicit\s+none\b|real\s*[*(])"
    r"|\d[dD][+-]?\d|&[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_MATHEMATICA_SIGN = re.compile(r"\b(?:Sin|Cos|Sqrt|ArcTan)\s*\[")


def language_of(text: str, file: str | None, asked: str | None = None) -> tuple[Syntax, str]:
    """Return the language of a text, and how it was told.

    Raises:
        UsageError: for a language that is not read.
    """
    if asked is not None:
        for each in LANGUAGES:
            if each.name == asked.lower():
                return each, "as asked"
        known = ", ".join(each.name for each in LANGUAGES)
        raise UsageError(f"programs are not read from {asked}; they are from {known}")
    extension = PurePath(file).suffix.lower().removeprefix(".") if file else ""
    for each in LANGUAGES:
        if extension in each.extensions:
            return each, f"from its extension .{extension}"
    for sign, found in (
        (_MAPLE_SIGN, MAPLE),
        (_FORTRAN_SIGN, FORTRAN),
        (_MATHEMATICA_SIGN, MATHEMATICA),
    ):
        if sign.search(text):
            return found, "recognised by its text"
    return LISTING, "recognised by its text"

"""The languages that are read, as data: assignments, functions and extensions of files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from symoro.errors import UsageError
from symoro.expressions.grammar import Dialect
from symoro.expressions.names import FUNCTIONS

Function = tuple[str, tuple[int, ...]]  # our name, and which argument stands where

_OWN: dict[str, Function] = {
    **{name: (name, (0,)) for name, count in FUNCTIONS.items() if count == 1},
    "atan2": ("atan2", (0, 1)),
}
_ARCS = ("asin", "acos")
_CAPITAL: dict[str, Function] = {
    **{name.capitalize(): meant for name, meant in _OWN.items() if name not in _ARCS},
    **{f"Arc{name[1:].capitalize()}": _OWN[name] for name in _ARCS},
    "ArcTan": ("atan2", (1, 0)),  # of x and y
    "arctan2": ("atan2", (0, 1)),
}
_FORTRAN: dict[str, Function] = {
    **_OWN,
    **{f"d{name}": meant for name, meant in _OWN.items() if name != "sign"},
    "signum": ("sign", (0,)),
    "arctan2": ("atan2", (0, 1)),
}
del _FORTRAN["sign"]  # of two arguments there, another function
_MAPLE: dict[str, Function] = {
    **{name: meant for name, meant in _OWN.items() if name not in _ARCS},
    **{f"arc{name[1:]}": _OWN[name] for name in _ARCS},
    **dict.fromkeys(("arctan", "arctan2"), ("atan2", (0, 1))),
    "signum": ("sign", (0,)),
}


@dataclass(frozen=True, kw_only=True)
class Syntax(Dialect):
    """The programs of a language.

    Attributes:
        name: as on the command line.
        extensions: of files that are taken for it, without the dot.
        assigns: the sign of an assignment.
        functions: their meanings, by names with parentheses.
        bracketed: their meanings, by names with brackets.
        by_line: True if a statement ends with its line.
        chains: True if a value is assigned to several names by a = b = value.
    """

    name: str
    extensions: tuple[str, ...] = ()
    assigns: str = "="
    functions: Mapping[str, Function]
    bracketed: Mapping[str, Function]
    by_line: bool = False
    chains: bool = False
    letters: str = "$"
    signs: str = "{}"
    piece: str = "statement"

    def meaning(self, function: str) -> Function:
        """The meaning of a function of the language."""
        return self.functions.get(function) or self.bracketed[function]

    def refuse_function(self, name: str) -> None:
        """Raise an error for a variable that has the name of a function.

        Raises:
            UsageError: for such a name.
        """
        written = self.function_name(name)
        if written in self.functions or written in self.bracketed:
            raise UsageError(f"{name} is the name of a function")


LISTING = Syntax(name="listing", functions=_OWN, bracketed=_CAPITAL, chains=True)
FORTRAN = Syntax(
    name="fortran",
    extensions=("f", "for", "f77", "f90", "f95", "f03", "f08"),
    functions=_FORTRAN,
    bracketed={},
    number=r"(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?(?:_\w+)?",
    by_line=True,
    folded=True,
)
MATHEMATICA = Syntax(
    name="mathematica",
    extensions=("mh", "wl", "mma", "mjac", "mckel"),
    functions=_OWN,
    bracketed=_CAPITAL,
    chains=True,
)
MAPLE = Syntax(
    name="maple",
    extensions=("mp", "mpl", "maple"),
    assigns=":=",
    functions=_MAPLE,
    bracketed={},
    number=r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?",
)

LANGUAGES = (LISTING, FORTRAN, MATHEMATICA, MAPLE)

_MAPLE_SIGN = re.compile(r"^\s*\w+\s*:=", re.MULTILINE)
_FORTRAN_SIGN = re.compile(
    r"^\s*(?:!|subroutine\b|double\s+precision\b|implicit\s+none\b|real\s*[*(])"
    r"|\d[dD][+-]?\d|(?<!\w)\d+\.\d*(?:e[+-]?\d+)?_\w|&[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_MATHEMATICA_SIGN = re.compile(r"\b(?:Sin|Cos|Sqrt|ArcTan|ArcSin|ArcCos)\s*\[")


def language_of(text: str, file: str | None, language: str | None = None) -> tuple[Syntax, str]:
    """Return the language of a text, and the sign by which it was detected.

    Raises:
        UsageError: for a language that is not read.
    """
    if language is not None:
        for each in LANGUAGES:
            if each.name == language.lower():
                return each, "as asked"
        known = ", ".join(each.name for each in LANGUAGES)
        raise UsageError(f"programs are not read from {language}; they are from {known}")
    extension = PurePath(file).suffix.lower().removeprefix(".") if file else ""
    for each in LANGUAGES:
        if extension in each.extensions:
            return each, f"from its extension .{extension}"
    for sign, syntax in (
        (_MAPLE_SIGN, MAPLE),
        (_FORTRAN_SIGN, FORTRAN),
        (_MATHEMATICA_SIGN, MATHEMATICA),
    ):
        if sign.search(text):
            return syntax, "recognised by its text"
    return LISTING, "recognised by its text"

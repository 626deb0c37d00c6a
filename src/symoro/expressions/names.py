"""The names in expressions: functions, symbols, and the order in which people sort them."""

from __future__ import annotations

import re
from collections.abc import Container

from symoro.errors import UsageError

FUNCTIONS = {
    **dict.fromkeys(("sin", "cos", "tan", "sqrt"), 1),
    "atan2": 2,
    **dict.fromkeys(("asin", "acos", "exp", "log", "tanh", "abs", "sign"), 1),
}
"""The functions an expression may call, with their numbers of arguments."""

MAX_NAME = 200  # characters of a symbol

NOT_NUMBERS = ("nan", "inf", "infinity")
"""The words for values that are no finite numbers, in any case of letters."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def is_identifier(name: str) -> bool:
    """Tell whether a text can be the name of a symbol."""
    fits = len(name) <= MAX_NAME and bool(_NAME.match(name))
    return fits and name not in FUNCTIONS and name not in ("Pi", "pi")


def require_name(name: str) -> None:
    """Refuse what cannot be the name of a symbol.

    Raises:
        UsageError: saying what a name looks like.
    """
    if not is_identifier(name):
        raise UsageError(f"{name!r} is not a symbol: use letters, digits and _, a letter first")
    refuse_not_number(name)


def refuse_not_number(name: str) -> None:
    """Refuse a symbol that is called like a value that is no finite number.

    Raises:
        UsageError: naming it, with the remedy.
    """
    if name.lower() in NOT_NUMBERS:
        raise UsageError(
            f"{name} is not a finite number and cannot be a symbol; write a number, or a symbol of "
            "another name"
        )


def fresh_name(wanted: str, taken_names: Container[str], more: str = "_") -> str:
    """Return the wanted name if it is free, else the nearest: a user's name is never touched."""
    while wanted in taken_names:
        wanted += more
    return wanted


def natural_key(name: str) -> tuple[tuple[int, int | str], ...]:
    """Sort key under which ``t2`` comes before ``t10``."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in parts)

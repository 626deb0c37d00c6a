"""Names that carry the question: two requests that differ in what they ask have two names.

A model's own options follow the names of its functions and files, in the order of the command's
help: ``rx90_jacobian_link3``, ``rx90.jac_link3``, ``rx90_jac_link3.c``. A flag is its name; numbers
and words follow the name of their option with ``_`` between them, minus as ``m``; what is no word
is six digits of its hash. More than 40 characters become ten digits of the hash of all. The second
derivative of a model by QP is ``_d2QP``, so that ``_dq_d2QP`` is no ``_dq_dQP``. Options that all
models have are in no name; `files` sees to it that none of their files is lost.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from symoro.generate.choices import Choice

_LONGEST = 40  # characters: with a robot and a model, MATLAB takes 63
_WORD = re.compile(r"-?\w+([-=]\w+)*", re.ASCII)


def request_suffix(choices: Sequence[Choice], own: Mapping[str, Any]) -> str:
    """Return what a model's own options add to its names.

    Args:
        choices: the options; those that rename the model are in its name already.
        own: their values.
    """
    return suffix((each.name, own[each.name]) for each in choices if not each.renames)


def derivative_suffix(names: Iterable[str], order: int) -> str:
    """Return what derivatives add to a name: ``_dq_dQP``; those of derivatives ``_d2q``."""
    return "".join(f"_d{order if order > 1 else ''}{each}" for each in names)


def suffix(options: Iterable[tuple[str, Any]]) -> str:
    """Return what options add to a name; nothing for those that are not given.

    Args:
        options: names with values: a flag, a number, a word, or several of these.
    """
    given = [(name, _items(value)) for name, value in options]
    text = "".join(_part(name, items) for name, items in given if items is not None)
    if len(text) <= _LONGEST:
        return text
    return f"_{_hash(repr([each for each in given if each[1] is not None]), 10)}"


def _items(value: Any) -> list[str] | None:
    """The value given for an option; None if it is not given."""
    if value is None or value is False or (isinstance(value, str | Iterable) and not value):
        return None
    if value is True:
        return []
    return [str(each) for each in value] if not isinstance(value, str | int) else [str(value)]


def _part(name: str, items: list[str]) -> str:
    return f"_{name.replace('-', '_')}{'_'.join(map(_word, items))}"


def _word(item: str) -> str:
    """A value in a name: -1 is m1, axis-angle is axis_angle, wrench=6 is wrench6."""
    if not _WORD.fullmatch(item):
        return _hash(item, 6)
    minus = "m" if item.startswith("-") else ""
    return minus + item.removeprefix("-").replace("-", "_").replace("=", "")


def _hash(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]

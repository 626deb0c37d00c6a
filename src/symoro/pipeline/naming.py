"""Names that carry the question: two requests that differ in what they ask have two names.

A model's own options follow the names of its functions and files, in the order of the command's
help: ``rx90_jacobian_link3``, ``rx90.jac_link3``, ``rx90_jac_link3.c``. A flag is its name; numbers
and words of letters and digits follow the name of their option with ``_`` between them, minus as
``m``; the dash in the word of an option that takes one is ``_`` (``axis_angle``). What is no such
word, or would read as another value or option, is six digits of its hash. More than 40 characters
become ten digits of the hash of all. The second derivative of a model by QP is ``_d2QP``, so that
``_dq_d2QP`` is no ``_dq_dQP``. Options that all models have are in no name; `files` sees to it that
none of their files is lost.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from symoro.pipeline.option_spec import OptionSpec

_LONGEST = 40  # characters: with a robot and a model, MATLAB takes 63
_WORD = re.compile(r"(?!m\d+$|[0-9a-f]{6}$)[A-Za-z0-9]+")  # neither a minus nor a hash
_MINUS = re.compile(r"-[0-9]+")
_DASHED = re.compile(r"[a-z]+(-[a-z]+)+")


def request_suffix(specs: Sequence[OptionSpec], own: Mapping[str, Any]) -> str:
    """Return what a model's own options add to its names, but for those that rename it."""
    return suffix((each.name, own[each.name]) for each in specs if not each.renames)


def derivative_suffix(names: Iterable[str], order: int) -> str:
    """Return what derivatives add to a name: ``_dq_dQP``; those of derivatives ``_d2q``."""
    return "".join(f"_d{order if order > 1 else ''}{each}" for each in names)


def suffix(options: Iterable[tuple[str, Any]]) -> str:
    """Return what options add to a name; nothing for those that are not given.

    Args:
        options: names with values: a flag, a number, a word, or several of these.
    """
    values = dict(options)
    pairs = [(name, items) for name in values if (items := _items(values[name])) is not None]
    text = "".join(_part(*each, [*values], isinstance(values[each[0]], str)) for each in pairs)
    return text if len(text) <= _LONGEST else f"_{_hash(repr(pairs), 10)}"


def _items(value: Any) -> list[str] | None:
    """The value given for an option; None if it is not given."""
    if value is None or value is False or (isinstance(value, str | Iterable) and not value):
        return None
    if value is True:
        return []
    return [str(each) for each in value] if not isinstance(value, str | int) else [str(value)]


def _part(name: str, items: list[str], names: Sequence[str], single: bool) -> str:
    words = [_underscores(i) if single and _DASHED.fullmatch(i) else _word(i, names) for i in items]
    return f"_{_underscores(name)}{'_'.join(words)}"


def _word(item: str, names: Sequence[str]) -> str:
    """A value in a name: -1 is m1; a hash for what could be read as something else."""
    if _MINUS.fullmatch(item):
        return f"m{item[1:]}"
    if _WORD.fullmatch(item) and not item.startswith(tuple(map(_underscores, names))):
        return item
    return _hash(item, 6)


def _underscores(name: str) -> str:
    return name.replace("-", "_")


def _hash(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]

"""The outputs that a text of symoro names: a line or block of outputs, or the lines on its arrays.

A listing names them itself: ``Outputs: GAM1, GAM2``. Older ones have only a line for each array,
such as ``QDP: acceleration of each joint that moves``, and the optimizer's ``GAM: GAM1, GAM2``. The
outputs are then the variables that are called so (``QDP1``; ``T0T311`` of ``T0T3``;
``DG1XX2`` of ``DG``, with a symbol of the tables), in the form of those that nothing uses: ``C12``
of a matrix, not the cosine ``C2``. From level O1 on no statement is dead, so a variable
that nothing uses is an output too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from symoro.listings.roles import ARRAY, tag
from symoro.request import Request

_OUTPUTS = re.compile(r"Outputs: (.+)")
_ELEMENT = re.compile(r"^[ \t]*\w+\([\d, ]*\)[ \t]*=", re.MULTILINE)  # of an array of Fortran
_WORD = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)


def named_outputs(
    header: Sequence[str],
    block: str,
    original_name: Callable[[str], str],
    variables: Sequence[str],
    unused: Sequence[str],
    arguments: Sequence[str],
) -> tuple[str, ...]:
    """Return the variables that a text of symoro names as its outputs; none if it is not ours.

    ``block`` is the text behind the last comment Outputs; ``original_name`` undoes a language's
    change of a name.
    """
    request = Request.read("\n".join(header))
    if request is None or not request.level:
        return ()
    listed = ", ".join(match[1] for line in header if (match := _OUTPUTS.fullmatch(line)))
    words = {original_name(word) for word in _WORD.findall(listed or _ELEMENT.sub("", block))}
    chosen = words & set(variables)
    if not chosen:
        chosen = _array_variables(header, variables, unused, arguments)
        if request.level != "O0":
            chosen.update(unused)
    return tuple(name for name in variables if name in chosen)


def _array_variables(
    header: Sequence[str], variables: Sequence[str], unused: Sequence[str], arguments: Sequence[str]
) -> set[str]:
    """The variables that the lines about arrays speak of."""
    lines = [match for line in header if (match := ARRAY.fullmatch(line))]
    lists = [set(match["meaning"].split(", ")) for match in lines]
    exact = {name for each in lists if each <= set(variables) for name in each}
    if exact:  # written by the optimizer: each array with its elements
        return exact
    symbols = {cell for line in header for cell in line.split()}
    chosen: set[str] = set()
    for array in (match["array"] for match in lines if match["array"] not in arguments):
        group = [name for name in variables if tag(name) == array]
        group = group or [name for name in variables if name.startswith(array)]
        forms = {_form(name, array) for name in unused if name in group}
        least = min(map(len, forms), default=0)  # A12, and not A121 of link 1
        forms = {form for form in forms if len(form) == least}
        chosen.update(
            name
            for name in group
            if not forms
            or _form(name, array) in forms
            or name.removeprefix(array).lstrip("0123456789_") in symbols
        )
    return chosen


def _form(name: str, array: str) -> str:
    """The form of the indices behind an array's name: digits, or numbers and ``_`` from 10 on."""
    rest = name.removeprefix(array).rstrip("_")
    return re.sub(r"\d+" if "_" in rest else r"\d", "n", rest)

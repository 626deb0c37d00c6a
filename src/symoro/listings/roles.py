"""The roles of the inputs of a program text: those that change at each call, and their arrays.

Known from the tables in the header of a listing (ours, OpenSYMORO's: columns; SYMORO+'s: lists),
where there are any; else from the names, by SYMORO+'s usage. All other inputs are constant
parameters.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from symoro.errors import UsageError
from symoro.expressions.names import FUNCTIONS, natural_key
from symoro.ir.names import Names
from symoro.ir.program import Input, Role
from symoro.robot import WRENCH
from symoro.robot.base import BASE_MOTION

STATES = (
    *("q[0-9]*", "t[0-9]*", "th[0-9]*", "theta[0-9]*", "r[0-9]*"),
    *("QP[0-9]*", "QDP[0-9]*", "GAM[0-9]*"),
    *(f"{name}[0-9]*" for name in WRENCH),
    *(f"{name}[1-3]" for name in BASE_MOTION),
)
"""The inputs that change at each call where no table says so, by SYMORO+'s names."""

ARRAY = re.compile(r"(?P<array>[A-Za-z]\w*): (?P<meaning>.*)")
"""A line of a header that describes an array."""

_POSITION = re.compile(r"(?:q|t|th|theta|r)_?\d+\Z")
_TAG = re.compile(r"(?P<tag>.*?[^\d_])_*[\d_]*\Z")
_LIST = re.compile(r"(\w+)\s*=\s*\\?\{(.*?)\\?\}\s*;?\Z")
_NAME = re.compile(r"[A-Za-z_]\w*")
_JOINT = ("QP", "QDP", "GAM")


@dataclass(frozen=True)
class Roles:
    """The inputs with their roles and positions, the arrays, and the source of that knowledge."""

    inputs: tuple[Input, ...]
    shapes: tuple[tuple[str, tuple[int, ...]], ...]
    known_from: str

    @property
    def members(self) -> dict[str, tuple[str, ...]]:
        """The names of the elements of each array, in order."""
        names: dict[str | None, list[str]] = {array: [] for array, _ in self.shapes}
        for item in self.inputs:
            names.setdefault(item.array, []).append(item.name)
        return {array: tuple(names[array]) for array, _ in self.shapes}


def roles(
    header: Sequence[str],
    inputs: Sequence[str],
    assigned: Collection[str],
    patterns: Sequence[str] = (),
) -> Roles:
    """Return the roles of the inputs.

    Inputs are used and assigned nowhere; ``patterns`` of changing ones override the header.

    Raises:
        UsageError: for a pattern that no input fits; lists the inputs.
    """
    columns = {} if patterns else _columns(header)
    if {"theta", "r", "sigma"} <= columns.keys():
        arrays = _from_tables(columns, header, inputs)
        known_from = "the tables in its header"
    else:
        chosen = patterns or STATES
        changing = [n for n in inputs if any(fnmatch.fnmatchcase(n, p) for p in chosen)]
        unfit = [p for p in patterns if not any(fnmatch.fnmatchcase(n, p) for n in inputs)]
        if unfit:
            raise UsageError(
                f"no input fits {', '.join(unfit)}; the inputs are {', '.join(inputs) or 'none'}"
            )
        known_from = "--states" if patterns else "the names, by SYMORO+'s usage"
        if not changing and not patterns:
            changing, known_from = list(inputs), "no name that tells, so all do"
        arrays = _by_name(changing)
    return _roles_in_arrays(arrays, inputs, assigned, known_from)


def _roles_in_arrays(
    arrays: dict[str, list[str]], inputs: Sequence[str], assigned: Collection[str], known_from: str
) -> Roles:
    names = Names((*inputs, *assigned), 0)
    items: dict[str, Input] = {}
    shapes: list[tuple[str, tuple[int, ...]]] = []
    for wanted, elements in arrays.items():
        if not set(elements) & set(inputs):
            continue
        array = names.fresh(wanted)
        shapes.append((array, (len(elements),)))
        for place, name in enumerate(elements):
            if name and name not in assigned and name not in items:
                items[name] = Input(name, _role(wanted), array, (place,))
    for name in inputs:
        items.setdefault(name, Input(name, Role.PARAMETER))
    return Roles(tuple(items.values()), tuple(shapes), known_from)


def _role(array: str) -> Role:
    if array in (*WRENCH, "FE"):
        return Role.WRENCH
    return Role.BASE if array in BASE_MOTION else Role.STATE


def tag(name: str) -> str:
    """The beginning of a name, without the numbers at its end."""
    match = _TAG.match(name)
    return match["tag"] if match else name


def number_key(name: str) -> tuple[object, ...]:
    """Sort key by the numbers at a name's end: ``GAM2`` comes before ``GAM10``."""
    return natural_key(name[len(tag(name)) :]), name


def _by_name(states: Iterable[str]) -> dict[str, list[str]]:
    """Positions in ``q``, in the order of their numbers; all else by the beginnings of names."""
    arrays: dict[str, list[str]] = {}
    for name in sorted(states, key=number_key):
        array = "q" if _POSITION.match(name) else tag(name)
        arrays.setdefault(array, []).append(name)
    first = ["q", *_JOINT]
    order = sorted(arrays, key=lambda a: (first.index(a) if a in first else len(first), a))
    return {array: arrays[array] for array in order}


def _columns(header: Sequence[str]) -> dict[str, list[str]]:
    """The columns of the tables of a header, by name: tables, or a list on a line."""
    columns: dict[str, list[str]] = {}
    titles: list[str] = []
    for line in header:
        cells = re.split(r"\s{2,}|\t", line.strip())
        if cells[0] in ("j", "axis") and len(cells) > 1:
            titles = line.split()
        elif titles and len(cells) == len(titles):
            for title, cell in zip(titles, cells, strict=True):
                columns.setdefault(title, []).append(cell)
        else:
            titles = []
            if match := _LIST.match(line.strip()):
                columns[match[1]] = [cell.strip() for cell in match[2].split(",")]
    return columns


def _from_tables(
    columns: dict[str, list[str]], header: Sequence[str], inputs: Sequence[str]
) -> dict[str, list[str]]:
    cells = zip(columns["sigma"], columns["theta"], columns["r"], strict=False)
    moving = [(j, sigma, theta, r) for j, (sigma, theta, r) in enumerate(cells, 1) if sigma != "2"]
    uses = [name for title in columns for cell in columns[title] for name in _symbols(cell)]
    arrays = {"q": [_variable(j, r if s == "1" else theta, uses) for j, s, theta, r in moving]}
    for title in _JOINT:
        arrays[title] = [cell if _NAME.fullmatch(cell) else "" for cell in columns.get(title, [])]
    wrenches = [columns.get(title, []) for title in WRENCH]
    arrays["FE"] = [n for row in zip(*wrenches, strict=False) for n in row if _NAME.fullmatch(n)]
    for title in BASE_MOTION:
        arrays[title] = [n for n in columns.get(title, []) if _NAME.fullmatch(n)]
    placed = {name for names in arrays.values() for name in names}
    for line in header:  # the arguments that only some models have
        if match := ARRAY.match(line):
            array = match["array"]
            own = [n for n in inputs if n not in placed and tag(n) == array]
            if own and not arrays.get(array):
                arrays[array] = own
                placed.update(own)
    return arrays


def _symbols(cell: str) -> list[str]:
    return [name for name in _NAME.findall(cell) if name not in (*FUNCTIONS, "Pi", "pi")]


def _variable(j: int, cell: str, uses: list[str]) -> str:
    """The joint variable in a cell: used nowhere else, or ending in the number of the joint."""
    names = _symbols(cell)
    own = [name for name in names if uses.count(name) == 1] or names
    ending = [name for name in own if re.search(rf"(?<!\d){j}_*\Z", name)]
    return (ending or own or [""])[0]

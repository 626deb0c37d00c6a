"""The axes of arrays that run over joints: what each index stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

JOINTS, ROWS, PAIRS, STATES = "joints", "rows", "pairs", "states"
"""Over the moving joints; a floating base before them; pairs of them; positions, then rates."""


@dataclass(frozen=True)
class Among:
    """Pairs or states of some joints."""

    kind: str
    joints: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Among: {self.kind} of joints {', '.join(map(str, self.joints))}>"


OwnAxis = str | tuple[int, ...] | Among
"""One of the words; some joints by number, 0 for the base; or pairs or states of some."""

Axis = OwnAxis | None
"""The same, or an axis without joints."""

Index = tuple[int, frozenset[int]]
"""The part of an axis that an index belongs to, and the joints that it stands for."""

_BASE = (0,) * 6


def axis_joints(axis: OwnAxis, joints: Sequence[int], *, floats: bool) -> list[int]:
    """Return the joints that an axis runs over: its own, else all, behind a base that floats."""
    if isinstance(axis, tuple):
        return [*axis]
    if isinstance(axis, Among):
        return [*axis.joints]
    return [*(_BASE if axis == ROWS and floats else ()), *joints]


def axis_indices(axis: OwnAxis, own: Sequence[int]) -> list[Index]:
    """Return what the indices of an axis stand for, from its joints in their order."""
    kind = axis.kind if isinstance(axis, Among) else axis
    if kind == PAIRS:
        return [(1, frozenset(pair)) for pair in combinations(own, 2)]
    indices = [(1, frozenset((j,))) if j else (0, frozenset((-k,))) for k, j in enumerate(own)]
    return [*indices, *((2, each) for _, each in indices)] if kind == STATES else indices

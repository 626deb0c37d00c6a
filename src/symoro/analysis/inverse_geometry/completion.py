"""The solutions that the equations of a tree do not tell, at poses where one of them vanishes.

There an unknown is free as far as its own equation goes, while the pose may allow one value of it,
or a range. Branches go on with tried values, and with stand-ins where a later equation has no root;
from their ends a descent leads to the pose. The same holds where an equation nearly vanishes, and
rounding decides whether it has a root.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symoro.analysis.inverse_geometry.poses import Pose
from symoro.analysis.inverse_geometry.solutions import FloatArray
from symoro.ir.roots import Root, tried_values
from symoro.ir.tree import Branch, Choose, Failure, SolutionTree, TreeWalk
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.references.inverse_geometry import NumericChain, descend, wrap

NEAR = 0.1
"""The failure of an equation, or of a pose, up to which rounding may be the reason."""

MET = 1e-12
"""The error of a pose at the end of a descent, lengths by that of the arm."""

STAND_IN = -1
"""The index of a root that is none."""

_REGULAR = 1e-8  # the smallest singular value of the derivative of the pose
_TRIED = 4
_MOST = 2048  # branches


@dataclass(frozen=True)
class Posture:
    """A solution: joints, the error of the pose, multiplicity, label."""

    q: FloatArray
    residual: float
    multiplicity: int
    label: str


@dataclass(frozen=True)
class Found:
    """The isolated solutions, and a branch of each family with its end."""

    isolated: list[Posture]
    families: dict[tuple[object, ...], tuple[Branch, Posture]]


class OpenWalk(TreeWalk):
    """A walk that goes on where an equation fails behind a free unknown, or nearly has a root."""

    def stand_ins(self, failure: Failure) -> Iterable[Root]:
        """A few values in the place of a root."""
        if len(self.branches) >= _MOST or not is_open(failure, self.size):
            return ()
        step = self.tree.steps[failure.step]
        values = tried_values(step.unknown.turns, self.size)[:_TRIED]
        if step.kind is Kind.DIRECTION:
            values = [_direction(self.read(step.coefficients)), *values]
        return [Root(x, math.sin(x), math.cos(x), STAND_IN) for x in values]


def _direction(k: Sequence[float]) -> float:
    """The angle of two equations whose sine and cosine do not agree."""
    D = math.copysign(1.0, k[0] * k[4] - k[3] * k[1])
    return math.atan2(D * (k[2] * k[4] - k[5] * k[1]), D * (k[0] * k[5] - k[3] * k[2]))


def is_open(failure: Failure, size: float) -> bool:
    """True for an equation that may have a root though it seems to have none."""
    return failure.behind_free or not failure.distance > NEAR * size**failure.degree


def open_branches(tree: SolutionTree, values: Mapping[str, float], choose: Choose) -> list[Branch]:
    """Return the branches with stand-ins for roots."""
    walk = OpenWalk(tree, values, choose)
    walk.descend(0, (), ())
    return walk.branches


def has_stand_in(branch: Branch) -> bool:
    """True if a branch has a root that is none."""
    return any(root.index == STAND_IN for root in branch.roots)


def descend_from(chain: NumericChain, pose: Pose, size: float, rows: FloatArray) -> FloatArray:
    """Return the postures to which a descent leads from some rows."""
    ends, _ = descend(chain, pose.matrix, pose.elements, size, rows)
    return wrap(ends, chain.turns)


def descend_to_pose(chain: NumericChain, pose: Pose, size: float, rows: FloatArray) -> FloatArray:
    """Return the postures to which a descent leads from some rows, as far as they meet the pose."""
    ends, errors = descend(chain, pose.matrix, pose.elements, size, rows)
    return wrap(ends[errors < MET], chain.turns)


def regular_rows(
    chain: NumericChain, pose: Pose, size: float, rows: FloatArray
) -> npt.NDArray[np.bool_]:
    """Tell at which rows every motion changes the pose, so that they are isolated solutions."""
    columns = np.where(chain.turns, 1.0, size)
    if not len(rows) or 3 * len(pose.elements) < len(columns):
        return np.zeros(len(rows), dtype=bool)
    _, rates = chain.columns_and_rates(rows, pose.elements)
    weights = np.repeat([1 / size if name == "P" else 1.0 for name in pose.elements], 3)
    values = np.linalg.svd(rates * weights[:, None] * columns, compute_uv=False)
    regular: npt.NDArray[np.bool_] = values[:, -1] > _REGULAR
    return regular


class UnknownMap:
    """The unknowns of a tree as functions of its joints, which are sums of them and constants."""

    def __init__(self, tree: SolutionTree, values: Mapping[str, float]) -> None:
        """Take a tree and numbers for its parameters and for a pose."""
        n = len(tree.steps)
        rows = [_joints_at(tree, values, row) for row in (np.zeros(n), *np.eye(n))]
        self._constant = np.array(rows[0])
        self._matrix = (np.array(rows[1:]) - self._constant).T

    def __call__(self, q: FloatArray) -> FloatArray:
        """Return the unknowns, a step each, at some joints."""
        unknowns: FloatArray = np.linalg.solve(self._matrix, q - self._constant)
        return unknowns


def _joints_at(tree: SolutionTree, values: Mapping[str, float], x: FloatArray) -> list[float]:
    walk = TreeWalk(tree, values, lambda _, __: ())
    return walk.solution_at([Root(value, math.sin(value), math.cos(value)) for value in x])

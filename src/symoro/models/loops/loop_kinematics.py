"""Loop kinematics: the equations of velocities and accelerations of the joints of loops.

Notation (docs/notation.md): frames k and k+B are the two sides of the cut joint of a loop, seen
from the link where its branches part; qa are the active joints, qp the passive ones, qc those of
the cut joint (several for a spherical, universal or cylindrical one).

    (2.35)  kJk qd1 - k+BJk+B qd2 = 0, six rows a loop, the first in frame i          SYMORO name
    (2.36)  [Wa Wp 0; Wac Wpc Wc] [qda; qdp; qdc] = 0                          Wa Wp Wac Wpc Wc
    (2.40)  [Wa Wp 0; Wac Wpc Wc] [qdda; qddp; qddc] + [Psi; Phi] = 0          Psi Phi
    (2.38)  qdp = W qda, W = -Wp^-1 Wa                                         Wq
    (F1)    Wc^T lambdac = -tauc, Wp^T lambda = -(taup + Wpc^T lambdac)        LC LCc
    (F2)    G^T tau = taua + Wa^T lambda + Wac^T lambdac

Psi and Phi are differences of the accelerations that are left when no joint accelerates (2.40b).
Rows are kept by a `Selection`, which depends on the robot alone. Wp is solved block after block of
its triangular form: one or two unknowns by quotients, more by a linear system. lambda and lambdac
are the forces of the loops along the rows of (2.36) that leave nothing to drive their other joints;
by (F2) efforts of all joints become those of the active ones without W.

In a parallelogram joints s are sums of others, qds = sum of c_sj qdj, c constant. Such a row stands
for them instead of (2.35), without terms in Psi and Phi, and where other loops contain joint s its
column is added to those of the joints j, times c_sj.

References: [Guide] sections 2.6, 2.7 and 4.3.5.2; [Zghaib92].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import NULL, Array, identity, vector, zeros
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.geometry.transforms import Chain
from symoro.models.kinematics.jacobian import joint_columns
from symoro.models.kinematics.motion import Acceleration, acceleration
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot

Row = tuple[int, int]  # the cut joint and the row of (2.35) from 0; of a sum the joint and SUM
Columns = dict[int, Array]  # by joint, six rows
Sums = Mapping[int, Mapping[int, int]]  # by joint that is a sum, the factor of each other

SUM = 6
"""The row of a joint that is a sum of others: after the six of a loop."""

_NONE: Sums = MappingProxyType({})
Blocks = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


@dataclass(frozen=True)
class Selection:
    """The joints and rows of the constraint equations.

    Attributes:
        active, passive, cut: the joints of qa, qp and qc, in order.
        projection: the frame i in which the rows of a loop are written, by cut joint.
        rows: those that do not involve qc, as many as there are passive joints.
        cut_rows: those that give qc.
        blocks: rows and columns of Wp that are solved together, in order.
        sums: the joints that are sums of others, which are no sums.
    """

    active: tuple[int, ...]
    passive: tuple[int, ...]
    cut: tuple[int, ...]
    projection: Mapping[int, int]
    rows: tuple[Row, ...]
    cut_rows: tuple[Row, ...]
    blocks: Blocks
    sums: Sums = field(default_factory=dict)

    @property
    def cut_blocks(self) -> Blocks:
        """The same of Wc: all rows of loops together, then sums one by one."""
        joints = list(enumerate(self.cut))
        own = (
            tuple(place for place, (_, row) in enumerate(self.cut_rows) if row != SUM),
            tuple(place for place, j in joints if j not in self.sums),
        )
        sums = [((self.cut_rows.index((j, SUM)),), (c,)) for c, j in joints if j in self.sums]
        return (*([own] if own[0] else ()), *sums)


@dataclass(frozen=True)
class Constraints:
    """The matrices of (2.36)."""

    Wa: Array
    Wp: Array
    Wac: Array
    Wpc: Array
    Wc: Array


def constraints(
    robot: Robot,
    m: Mechanism,
    chosen: Selection,
    let: LetFunction = plain,
    columns: Mapping[int, Columns] | None = None,
) -> Constraints:
    """Return the matrices of the selected rows, of columns that are known or found."""
    known = all_columns(robot, m, chosen, let) if columns is None else columns
    whole = fold_sums(known, chosen.sums)
    sums = {j: {j: 1} | {k: -c for k, c in sum_.items()} for j, sum_ in chosen.sums.items()}

    def matrix(tag: str, rows: tuple[Row, ...], joints: tuple[int, ...]) -> Array:
        W: Array = let(tag, None, select_rows(whole, rows, joints, sums))
        return W

    return Constraints(
        Wa=matrix("Wa", chosen.rows, chosen.active),
        Wp=matrix("Wp", chosen.rows, chosen.passive),
        Wac=matrix("Wac", chosen.cut_rows, chosen.active),
        Wpc=matrix("Wpc", chosen.cut_rows, chosen.passive),
        Wc=matrix("Wc", chosen.cut_rows, chosen.cut),
    )


def all_columns(
    robot: Robot, m: Mechanism, chosen: Selection, let: LetFunction
) -> dict[int, Columns]:
    """Return the columns of (2.35) of every loop that has rows, by cut joint."""
    return {
        k: loop_columns(robot, m, k, other, chosen.projection[k], let)
        for k, other in _loops_with_rows(robot, chosen)
    }


def _loops_with_rows(robot: Robot, chosen: Selection) -> list[tuple[int, int]]:
    """The loops that are not replaced by sums."""
    kept = {k for k, row in (*chosen.rows, *chosen.cut_rows) if row != SUM}
    return [(k, other) for k, other in robot.loops() if k in kept or not chosen.sums]


def fold_sums(columns: Mapping[int, Columns], sums: Sums) -> dict[int, Columns]:
    """Return the columns with those of sums added to those of the joints that they are made of."""
    whole = {}
    for k, own in columns.items():
        whole[k] = {j: column for j, column in own.items() if j not in sums}
        for s, sum_ in sums.items():
            if s in own:
                for j, factor in sum_.items():
                    whole[k][j] = whole[k].get(j, 0) + factor * own[s]
    return whole


def select_rows(
    columns: Mapping[int, Columns],
    rows: Sequence[Row],
    joints: Sequence[int],
    sums: Sums = _NONE,
) -> Array:
    """Return some rows of columns; a joint outside of a loop has zeros in its rows.

    ``sums`` are the elements of the rows of sums, by joint.
    """

    def element(k: int, row: int, j: int) -> Any:
        if row == SUM:
            return sums[k].get(j, 0) if k in sums else 0
        return columns[k][j][row] if j in columns[k] else 0

    elements = [[element(k, row, j) for j in joints] for k, row in rows]
    matrix: Array = np.array(elements, dtype=object).reshape(len(rows), len(joints))
    return matrix


def velocity_terms(
    robot: Robot, m: Mechanism, chosen: Selection, let: LetFunction = plain
) -> tuple[Array, Array]:
    """Return Psi and Phi of (2.40)."""
    rates = {
        k: loop_rates(robot, m, k, other, chosen.projection[k], let)
        for k, other in _loops_with_rows(robot, chosen)
    }

    def rate(tag: str, rows: tuple[Row, ...]) -> Array:
        each = (0 if row == SUM else rates[k][row] for k, row in rows)
        terms: Array = let(tag, None, vector(each))
        return terms

    return rate("Psi", chosen.rows), rate("Phi", chosen.cut_rows)


def loop_columns(
    robot: Robot, m: Mechanism, k: int, other: int, i: int, let: LetFunction
) -> Columns:
    """Return the column of (2.35) of each joint of a loop, six rows, in frame ``i`` near k."""
    chain = Chain(robot, m, let)
    root = robot.root(k, other)
    T = chain.matrix(i, k)
    columns = joint_columns(chain, root, i, k, T[:3, 3])
    turn = T[:3, :3]
    for j, column in joint_columns(chain, root, other, other, NULL).items():
        columns[j] = -np.concatenate([turn @ column[:3], turn @ column[3:]])  # (2.35)
    return columns


def loop_rates(robot: Robot, m: Mechanism, k: int, other: int, i: int, let: LetFunction) -> Array:
    """Return the difference of accelerations without joint accelerations (2.40b), in frame i."""
    root = robot.root(k, other)
    first, second = (_end(robot, m, root, end, let) for end in (k, other))
    turn = Chain(robot, m, let).matrix(i, k)[:3, :3]
    parts = [turn @ (first.vd - second.vd), turn @ (first.wd - second.wd)]
    rates: Array = np.concatenate(parts)
    return rates


def _end(robot: Robot, m: Mechanism, root: int, end: int, let: LetFunction) -> Acceleration:
    """The motion of a frame relative to the link where the loop's branches part."""
    still = zeros(3, 3)
    move = Acceleration(NULL, NULL, NULL, still, still)
    for j in robot.chain(root, end)[1:]:
        body = replace(m.body(j), qdd=0)
        A, P = link_transform(body, j, let)
        move = acceleration(body, j, A, P, move, let)
    return move


def passive_rates(
    matrices: Constraints, chosen: Selection, right: Array, tag: str, let: LetFunction = plain
) -> Array:
    """Return X of Wp X = right, block after block."""
    return _solve_blocks(matrices.Wp, chosen.blocks, right, tag, let)


def _solve_blocks(W: Array, blocks: Blocks, right: Array, tag: str, let: LetFunction) -> Array:
    X = np.empty(right.shape, dtype=object)
    done: list[int] = []
    for rows, columns in blocks:
        rest = right[list(rows)] - W[np.ix_(rows, done)] @ X[done]
        X[list(columns)] = _block(W[np.ix_(rows, columns)], rest, tag, let)
        done += columns
    return X


def _block(A: Array, right: Array, tag: str, let: LetFunction) -> Array:
    if len(A) == 1 and is_number(A[0, 0], 1):  # of a sum
        return right
    if len(A) == 1:
        return _quotients(right, A[0, 0])
    if len(A) == 2:
        D = let("DW", None, A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0])
        above = (A[1, 1] * right[0] - A[0, 1] * right[1], A[0, 0] * right[1] - A[1, 0] * right[0])
        return np.array([_quotients(each, D) for each in above], dtype=object)
    solved: Array = let.solve(f"{tag}s", None, A, right)
    return solved


def _quotients(above: Any, below: Any) -> Array:
    """Return the quotients of scalars; two whole numbers have an exact one."""
    array = np.asarray(above, dtype=object)
    elements = [
        Fraction(x, below) if isinstance(x, int) and isinstance(below, int) else x / below
        for x in array.flat
    ]
    quotients = np.empty(array.shape, dtype=object)
    quotients.reshape(-1)[:] = elements
    return quotients if array.ndim else quotients[()]


def cut_rates(
    matrices: Constraints,
    chosen: Selection,
    qda: Array,
    qdp: Array,
    tag: str,
    let: LetFunction = plain,
    Phi: Array | int = 0,
) -> Array:
    """Return the rates of the cut joints: Wc qdc = -(Wac qda + Wpc qdp + Phi) (2.36), (2.40)."""
    right = -(matrices.Wac @ qda + matrices.Wpc @ qdp + Phi)
    return _solve_blocks(matrices.Wc, chosen.cut_blocks, right, tag, let)


def passive_forces(
    matrices: Constraints, chosen: Selection, efforts: Array, tag: str, let: LetFunction = plain
) -> Array:
    """Return X of Wp^T X = efforts: the same blocks, from the last to the first."""
    return _solve_blocks(matrices.Wp.T, _turn(chosen.blocks), efforts, tag, let)


def cut_forces(
    matrices: Constraints, chosen: Selection, efforts: Array, tag: str, let: LetFunction = plain
) -> Array:
    """Return X of Wc^T X = efforts."""
    return _solve_blocks(matrices.Wc.T, _turn(chosen.cut_blocks), efforts, tag, let)


def _turn(blocks: Blocks) -> Blocks:
    """The blocks of the transposed matrix."""
    return tuple((columns, rows) for rows, columns in reversed(blocks))


def dependence(matrices: Constraints, chosen: Selection, let: LetFunction = plain) -> Array:
    """Return W = -Wp^-1 Wa (2.39)."""
    W: Array = let("Wq", None, passive_rates(matrices, chosen, -matrices.Wa, "Wq", let))
    return W


def motor_jacobian(
    matrices: Constraints, chosen: Selection, let: LetFunction = plain
) -> dict[int, Array]:
    """Return G, the velocity of every joint of the loops in those of the active ones, by joint."""
    unit = identity(len(chosen.active))
    W = dependence(matrices, chosen, let)
    cut = let("Wqc", None, cut_rates(matrices, chosen, unit, W, "Wqc", let))
    joints = (*chosen.active, *chosen.passive, *chosen.cut)
    return dict(zip(joints, (*unit, *W, *cut), strict=True))


def efforts_by_forces(
    tau: Mapping[int, Any], matrices: Constraints, chosen: Selection, let: LetFunction = plain
) -> Array:
    """Return the efforts of the active joints that give the power of those of all joints, by joint.

    Joints without one have the effort 0.
    """

    def efforts(joints: Sequence[int]) -> Array:
        return vector(tau.get(j, 0) for j in joints)

    above, right = efforts(chosen.active), efforts(chosen.passive)
    forces = zeros(len(chosen.cut))
    if any(not is_number(tau.get(j, 0), 0) for j in chosen.cut):
        forces = cut_forces(matrices, chosen, -efforts(chosen.cut), "LCc", let)
    forces = let("LCc", None, forces)  # (F1)
    right = right + matrices.Wpc.T @ forces
    above = above + matrices.Wac.T @ forces
    rows = let("LC", None, passive_forces(matrices, chosen, -right, "LC", let))  # (F1)
    projected: Array = above + matrices.Wa.T @ rows  # (F2)
    return projected

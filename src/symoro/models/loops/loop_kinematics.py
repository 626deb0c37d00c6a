"""Loop kinematics: the equations of velocities and accelerations of the joints of loops.

Notation (docs/notation.md): frames k and k+B are the two sides of the cut joint of a loop, seen
from the link where its branches part; qa are the active joints, qp the passive ones, qc those of
the cut joint (several for a spherical, universal or cylindrical one).

    (2.35)  kJk qd1 - k+BJk+B qd2 = 0, six rows a loop, the first in frame i          SYMORO name
    (2.36)  [Wa Wp 0; Wac Wpc Wc] [qda; qdp; qdc] = 0                          Wa Wp Wac Wpc Wc
    (2.40)  [Wa Wp 0; Wac Wpc Wc] [qdda; qddp; qddc] + [Psi; Phi] = 0          Psi Phi
    (2.38)  qdp = W qda, W = -Wp^-1 Wa                                         Wq

Psi and Phi are differences of the accelerations that are left when no joint accelerates (2.40b).
Rows are kept by a `Selection`, which depends on the robot alone. Wp is solved block after block of
its triangular form: one or two unknowns by quotients, more by a linear system.

References: [Guide] sections 2.6 and 2.7; [Zghaib92].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symoro.algebra.vectors import NULL, Array, identity, vector, zeros
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.geometry.transforms import Chain
from symoro.models.kinematics.jacobian import joint_columns
from symoro.models.kinematics.motion import Acceleration, acceleration
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot

Row = tuple[int, int]  # the cut joint, and the row of (2.35) from 0
Columns = dict[int, Array]  # by joint, six rows


@dataclass(frozen=True)
class Selection:
    """The joints and rows of the constraint equations.

    Attributes:
        active, passive, cut: the joints of qa, qp and qc, in order.
        projection: the frame i in which the rows of a loop are written, by cut joint.
        rows: those that do not involve qc, as many as there are passive joints.
        cut_rows: those that give qc.
        blocks: rows and columns of Wp that are solved together, in order.
    """

    active: tuple[int, ...]
    passive: tuple[int, ...]
    cut: tuple[int, ...]
    projection: Mapping[int, int]
    rows: tuple[Row, ...]
    cut_rows: tuple[Row, ...]
    blocks: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


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

    def matrix(tag: str, rows: tuple[Row, ...], joints: tuple[int, ...]) -> Array:
        W: Array = let(tag, None, select_rows(known, rows, joints))
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
    """Return the columns of (2.35) of every loop, by cut joint."""
    return {
        k: loop_columns(robot, m, k, other, chosen.projection[k], let) for k, other in robot.loops()
    }


def select_rows(
    columns: Mapping[int, Columns], rows: Sequence[Row], joints: Sequence[int]
) -> Array:
    """Return some rows of columns; a joint outside of a loop has zeros in its rows."""
    elements = [[columns[k][j][row] if j in columns[k] else 0 for j in joints] for k, row in rows]
    matrix: Array = np.array(elements, dtype=object).reshape(len(rows), len(joints))
    return matrix


def velocity_terms(
    robot: Robot, m: Mechanism, chosen: Selection, let: LetFunction = plain
) -> tuple[Array, Array]:
    """Return Psi and Phi of (2.40)."""
    rates = {
        k: loop_rates(robot, m, k, other, chosen.projection[k], let) for k, other in robot.loops()
    }

    def rate(tag: str, rows: tuple[Row, ...]) -> Array:
        terms: Array = let(tag, None, vector(rates[k][row] for k, row in rows))
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
    Wp = matrices.Wp
    X = np.empty(right.shape, dtype=object)
    done: list[int] = []
    for rows, columns in chosen.blocks:
        rest = right[list(rows)] - Wp[np.ix_(rows, done)] @ X[done]
        X[list(columns)] = _block(Wp[np.ix_(rows, columns)], rest, tag, let)
        done += columns
    return X


def _block(A: Array, right: Array, tag: str, let: LetFunction) -> Array:
    if len(A) == 1:
        quotient: Array = right / A[0, 0]
        return quotient
    if len(A) == 2:
        D = let("DW", None, A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0])
        above = (A[1, 1] * right[0] - A[0, 1] * right[1], A[0, 0] * right[1] - A[1, 0] * right[0])
        pair: Array = np.array([above[0] / D, above[1] / D], dtype=object)
        return pair
    solved: Array = let.solve(f"{tag}s", None, A, right)
    return solved


def cut_rates(
    matrices: Constraints,
    qda: Array,
    qdp: Array,
    tag: str,
    let: LetFunction = plain,
    Phi: Array | int = 0,
) -> Array:
    """Return the rates of the cut joints: Wc qdc = -(Wac qda + Wpc qdp + Phi) (2.36), (2.40)."""
    right = -(matrices.Wac @ qda + matrices.Wpc @ qdp + Phi)
    return _block(matrices.Wc, right, tag, let) if len(right) else right


def passive_forces(
    matrices: Constraints, chosen: Selection, efforts: Array, tag: str, let: LetFunction = plain
) -> Array:
    """Return X of Wp^T X = efforts: the same blocks, from the last to the first."""
    blocks = tuple((columns, rows) for rows, columns in reversed(chosen.blocks))
    across, turned = replace(matrices, Wp=matrices.Wp.T), replace(chosen, blocks=blocks)
    return passive_rates(across, turned, efforts, tag, let)


def cut_forces(matrices: Constraints, efforts: Array, tag: str, let: LetFunction = plain) -> Array:
    """Return X of Wc^T X = efforts."""
    return _block(matrices.Wc.T, efforts, tag, let) if len(efforts) else efforts


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
    cut = let("Wqc", None, cut_rates(matrices, unit, W, "Wqc", let))
    joints = (*chosen.active, *chosen.passive, *chosen.cut)
    return dict(zip(joints, (*unit, *W, *cut), strict=True))

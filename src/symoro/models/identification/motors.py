"""The velocities of the joints of a closed robot in those of its motors, and how they change.

Notation (docs/notation.md): frames k and k+B are the two sides of the cut joint of a loop, qa, qp,
qc active, passive and cut joints, W and the constraint equations those of
symoro.models.loops.kinematics.

    (2.36)  [Wa Wp 0; Wac Wpc Wc] [qda; qdp; qdc] = 0                            SYMORO name
    (2.38)  qdp = W qda; with the rows of active, passive and cut joints, qd = G qda     Wq, Wqc
            rate of a column, the screw (e, a) of a joint in frame i at Ok:
            (e, a) x (what the joints behind it add to the twist of frame k)      Wda ... Wdc
            + (angular velocity of frame k in frame i) x e and x a
            Wp dW/dt = -(dWa/dt + dWp/dt W), and so on for the cut joints         Wqd, Wqcd

The columns of the other branch have their screws in frame k+B at Ok+B, with a minus sign; they are
written in frame i as if frames k and k+B were one.

References: [Guide] sections 2.6 and 4.5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, cross, vector
from symoro.models.let import LetFunction
from symoro.models.loops.kinematics import (
    Constraints,
    Row,
    Selection,
    cut_rates,
    dependence,
    loop_columns,
    passive_rates,
)
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot

Rows = dict[int, Array]
Columns = dict[int, Array]  # by joint, six rows


def motor_slopes(
    robot: Robot, m: Mechanism, chosen: Selection, let: LetFunction
) -> tuple[Rows, Rows]:
    """Return G and its rate: a row for each joint that moves, an element for each motor."""
    columns, rates = {}, {}
    for k, other in robot.loops():
        i = chosen.projection[k]
        columns[k] = loop_columns(robot, m, k, other, i, let)
        rates[k] = column_rates(robot, m, k, other, i, columns[k])
    W = selected(columns, chosen, lambda tag, value: let(tag, None, value))
    Wd = selected(rates, chosen, lambda tag, value: let(tag.replace("W", "Wd"), None, value))
    motors = len(chosen.active)
    unit: Array = np.array(np.eye(motors, dtype=int), dtype=object)
    still: Array = np.array(np.zeros((motors, motors), dtype=int), dtype=object)
    passive = dependence(W, chosen, let)
    cut = let("Wqc", None, cut_rates(W, unit, passive, "Wqc", let))
    right = let("Wqr", None, -(Wd.Wa + Wd.Wp @ passive))
    passive_d = let("Wqd", None, passive_rates(W, chosen, right, "Wqd", let))
    moved = let("Wqe", None, Wd.Wac + Wd.Wpc @ passive + Wd.Wc @ cut)
    cut_d = let("Wqcd", None, cut_rates(W, still, passive_d, "Wqcd", let, moved))
    joints = (*chosen.active, *chosen.passive, *chosen.cut)
    G = dict(zip(joints, (*unit, *passive, *cut), strict=True))
    Gd = dict(zip(joints, (*still, *passive_d, *cut_d), strict=True))
    return G, Gd


def column_rates(
    robot: Robot, m: Mechanism, k: int, other: int, i: int, columns: Columns
) -> Columns:
    """Return the rate of each column of a loop."""
    root = robot.root(k, other)
    turning: Array = vector((0, 0, 0))
    for j in robot.chain(i, k)[1:]:
        if j in columns:
            turning = turning + m.body(j).qd * columns[j][3:]
    found: Columns = {}
    for end, sign in ((k, 1), (other, -1)):
        behind: Array = vector((0, 0, 0, 0, 0, 0))
        for j in reversed(robot.chain(root, end)[1:]):
            if j in columns:
                e, a = columns[j][:3], columns[j][3:]
                moved = cross(e, behind[3:]) + cross(a, behind[:3]) + cross(turning, e)
                turned = cross(a, behind[3:]) + cross(turning, a)
                found[j] = np.concatenate([moved, turned])
                behind = behind + sign * m.body(j).qd * columns[j]
    return found


def selected(
    columns: Mapping[int, Columns], chosen: Selection, named: Callable[[str, Array], Any]
) -> Constraints:
    """Return the selected rows of columns, or of their rates, as the matrices of (2.36)."""

    def matrix(tag: str, rows: tuple[Row, ...], joints: tuple[int, ...]) -> Array:
        elements = [
            [columns[k][j][row] if j in columns[k] else 0 for j in joints] for k, row in rows
        ]
        found: Array = named(tag, np.array(elements, dtype=object).reshape(len(rows), len(joints)))
        return found

    return Constraints(
        Wa=matrix("Wa", chosen.rows, chosen.active),
        Wp=matrix("Wp", chosen.rows, chosen.passive),
        Wac=matrix("Wac", chosen.cut_rows, chosen.active),
        Wpc=matrix("Wpc", chosen.cut_rows, chosen.passive),
        Wc=matrix("Wc", chosen.cut_rows, chosen.cut),
    )

"""The velocities of the joints of a closed robot in those of its motors, and their rates.

Notation (docs/notation.md): frames k and k+B are the two sides of the cut joint of a loop, qa, qp,
qc active, passive and cut joints, W and the constraint equations those of
symoro.models.loops.loop_kinematics.

    (2.36)  [Wa Wp 0; Wac Wpc Wc] [qda; qdp; qdc] = 0                            SYMORO name
    (2.38)  qdp = W qda; with the rows of active, passive and cut joints, qd = G qda     Wq, Wqc
            rate of a column, the screw (e, a) of a joint in frame i at Ok:
            (e, a) x (what the joints behind it add to the twist of frame k)      Wda, Wdp
            + (angular velocity of frame k in frame i) x e and x a
            Wp dW/dt = -(dWa/dt + dWp/dt W)                                       Wqr, Wqd
    cut joints, qdc = V qda; the rows of (2.36) that have them
            Wc dV/dt = -(dWac/dt + dWpc/dt W + dWc/dt V + Wpc dW/dt)              Wqcr, Wqcd

The columns of the other branch have their screws in frame k+B at Ok+B, with a minus sign; they are
written in frame i as if frames k and k+B were one.

References: [Guide] sections 2.6 and 4.5.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from symoro.algebra.vectors import NULL, Array, cross, vector, zeros
from symoro.models.let import LetFunction
from symoro.models.loops.loop_kinematics import (
    Columns,
    Constraints,
    Selection,
    all_columns,
    constraints,
    cut_rates,
    fold_sums,
    motor_jacobian,
    passive_rates,
    select_rows,
)
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot

Rows = dict[int, Array]


def motor_jacobian_rate(
    robot: Robot, m: Mechanism, chosen: Selection, let: LetFunction
) -> tuple[Rows, Rows]:
    """Return G and its rate: a row for each joint that moves, an element for each motor.

    Actuated joints have no row in the rate.
    """
    columns = all_columns(robot, m, chosen, let)
    matrices = constraints(robot, m, chosen, let, columns)
    G = motor_jacobian(matrices, chosen, let)
    parts = (robot, m, chosen, columns, matrices, G)
    passive = slope_rates(*parts, let)
    return G, passive | cut_slope_rates(*parts, passive, let)


def slope_rates(
    robot: Robot,
    m: Mechanism,
    chosen: Selection,
    columns: Mapping[int, Columns],
    matrices: Constraints,
    G: Rows,
    let: LetFunction,
) -> Rows:
    """Return the rate of the rows of passive joints in G, which is known, as joints move in m."""
    rates = {
        k: column_rates(robot, m, k, other, chosen.projection[k], columns[k])
        for k, other in robot.loops()
        if k in columns
    }
    rates = fold_sums(rates, chosen.sums)
    W = np.array([G[j] for j in chosen.passive], dtype=object).reshape(-1, len(chosen.active))
    Wda = let("Wda", None, select_rows(rates, chosen.rows, chosen.active))
    Wdp = let("Wdp", None, select_rows(rates, chosen.rows, chosen.passive))
    right = let("Wqr", None, -(Wda + Wdp @ W))
    Wd = let("Wqd", None, passive_rates(matrices, chosen, right, "Wqd", let))
    return dict(zip(chosen.passive, Wd, strict=True))


def cut_slope_rates(
    robot: Robot,
    m: Mechanism,
    chosen: Selection,
    columns: Mapping[int, Columns],
    matrices: Constraints,
    G: Rows,
    Wd: Rows,
    let: LetFunction,
) -> Rows:
    """Return the rate of the rows of cut joints, from those of the passive ones, Wd."""
    rates = {
        k: column_rates(robot, m, k, other, chosen.projection[k], columns[k])
        for k, other in robot.loops()
        if k in columns
    }
    rates = fold_sums(rates, chosen.sums)
    n = len(chosen.active)
    W, V, Wpd = (
        np.array([rows[j] for j in joints], dtype=object).reshape(-1, n)
        for rows, joints in ((G, chosen.passive), (G, chosen.cut), (Wd, chosen.passive))
    )
    names = (("Wdac", chosen.active), ("Wdpc", chosen.passive), ("Wdc", chosen.cut))
    Wdac, Wdpc, Wdc = (
        let(tag, None, select_rows(rates, chosen.cut_rows, joints)) for tag, joints in names
    )
    change = let("Wqcr", None, Wdac + Wdpc @ W + Wdc @ V)
    Vd = let("Wqcd", None, cut_rates(matrices, chosen, zeros(n, n), Wpd, "Wqcd", let, change))
    return dict(zip(chosen.cut, Vd, strict=True))


def column_rates(
    robot: Robot, m: Mechanism, k: int, other: int, i: int, columns: Columns
) -> Columns:
    """Return the rate of each column of a loop."""
    root = robot.root(k, other)
    turning: Array = NULL
    for j in robot.chain(i, k)[1:]:
        if j in columns:
            turning = turning + m.body(j).qd * columns[j][3:]
    rates: Columns = {}
    for end, sign in ((k, 1), (other, -1)):
        behind: Array = vector((0, 0, 0, 0, 0, 0))
        for j in reversed(robot.chain(root, end)[1:]):
            if j in columns:
                e, a = columns[j][:3], columns[j][3:]
                moved = cross(e, behind[3:]) + cross(a, behind[:3]) + cross(turning, e)
                turned = cross(a, behind[3:]) + cross(turning, a)
                rates[j] = np.concatenate([moved, turned])
                behind = behind + sign * m.body(j).qd * columns[j]
    return rates

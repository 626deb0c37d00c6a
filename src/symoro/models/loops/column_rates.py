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
            Wc dGc/dt = -(dWac/dt + dWpc/dt W + dWc/dt Gc + Wpc dW/dt)            Wdac, Wdpc, Wdc,
              Gc the rows of cut joints in G                                      Wqe

The columns of the other branch have their screws in frame k+B at Ok+B, with a minus sign; they are
written in frame i as if frames k and k+B were one.

References: [Guide] sections 2.6 and 4.5.
"""

from __future__ import annotations

import numpy as np

from symoro.algebra.vectors import NULL, Array, cross, vector, zeros
from symoro.models.let import LetFunction
from symoro.models.loops.loop_kinematics import (
    Columns,
    Selection,
    all_columns,
    constraints,
    cut_rates,
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
    rates = {
        k: column_rates(robot, m, k, other, chosen.projection[k], columns[k])
        for k, other in robot.loops()
    }
    matrices = constraints(robot, m, chosen, let, columns)
    G = motor_jacobian(matrices, chosen, let)
    W = np.array([G[j] for j in chosen.passive], dtype=object).reshape(-1, len(chosen.active))
    Wda = let("Wda", None, select_rows(rates, chosen.rows, chosen.active))
    Wdp = let("Wdp", None, select_rows(rates, chosen.rows, chosen.passive))
    right = let("Wqr", None, -(Wda + Wdp @ W))
    Wd = let("Wqd", None, passive_rates(matrices, chosen, right, "Wqd", let))
    Gd = dict(zip(chosen.passive, Wd, strict=True))
    Gc = np.array([G[j] for j in chosen.cut], dtype=object).reshape(-1, len(chosen.active))
    Wdac = let("Wdac", None, select_rows(rates, chosen.cut_rows, chosen.active))
    Wdpc = let("Wdpc", None, select_rows(rates, chosen.cut_rows, chosen.passive))
    Wdc = let("Wdc", None, select_rows(rates, chosen.cut_rows, chosen.cut))
    rest = Wdac + Wdpc @ W + Wdc @ Gc
    still = zeros(len(chosen.active), len(chosen.active))
    cut = let("Wqe", None, cut_rates(matrices, still, Wd, "Wqe", let, rest))
    return G, Gd | dict(zip(chosen.cut, cut, strict=True))


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

"""Inverse dynamics of a robot on wheels that roll without slipping: motors and contact forces.

Notation (docs/notation.md): qa are the actuated joints, whose motion is known, qp the passive
ones, which the wheels determine; Wa, Wp and Psi are those of symoro.models.loops.wheels.

    (R4)  Wp qdp = -Wa qda                                                     SYMORO name  QPp
    (R5)  Wp qddp = -(Wa qdda + Psi)                                           QDPp
          tau: the torques of the tree along this motion, see newton_euler     GAMt
    (R8)  Wp^T lambda = tau_p: no motor acts there, the ground does           LAMBDAR, LAMBDAL
    (R9)  Gamma = tau_a - Wa^T lambda                                          GAM

lambda is the force of the ground on the wheel, along the directions of the rows: LAMBDAR where the
wheel rolls, LAMBDAL along its axle. By (R4) it gives no power. The effort of a spring is taken from
tau_p at an elastic passive joint.

References: [Guide] section 4.4, for loops; Campion, Bastin, D'Andrea-Novel, see rolling_wheels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symoro.algebra.vectors import Array, vector
from symoro.expressions import ScalarOf
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.let_cache import MemoizedLet
from symoro.models.loops.loop_kinematics import (
    Row,
    Selection,
    constraints,
    passive_forces,
    passive_rates,
)
from symoro.models.loops.wheels import (
    ROLLING,
    carrier_rates,
    contacts,
    rolling_columns,
    rolling_rates,
)
from symoro.models.mechanism import Motion, mechanism
from symoro.robot import Robot
from symoro.robot.efforts import effort

_TREE = {"GAM": "GAMt"}
_STILL = {"WP": "WPl", "U": "Ul", "VSP": "VSPl", "VP": "VPl"}  # no joint accelerates


@dataclass(frozen=True)
class RollingDynamics:
    """Motor torques, contact forces and the motion of the passive joints.

    Attributes:
        tau: the torque of each motor, by joint.
        force: the force of the ground, by wheel and direction.
        qdp, qddp: velocities and accelerations of the passive joints.
    """

    tau: dict[int, Any]
    force: dict[Row, Any]
    qdp: dict[int, Any]
    qddp: dict[int, Any]


def rolling_dynamics(
    robot: Robot, scalar: ScalarOf, chosen: Selection, let: LetFunction = plain
) -> RollingDynamics:
    """Return motor torques and contact forces of a tree with wheels, on a base that stands."""
    m = mechanism(robot, scalar)
    frames = link_transforms(m, let)
    ground = contacts(m, {w.link: scalar(w.radius) for w in robot.wheels}, frames, let)
    columns = rolling_columns(ground, carrier_rates(m, ground, frames, let))
    matrices = constraints(robot, m, chosen, let, columns)
    qda = vector(m.body(j).qd for j in chosen.active)
    qdda = vector(m.body(j).qdd for j in chosen.active)
    positions = {j: scalar(robot.frame(j).position) for j in chosen.passive}

    def solve_passive(tag: str, right: Array) -> dict[int, Any]:
        """The rates of the passive joints, named by joint."""
        rates = passive_rates(matrices, chosen, right, tag, let)
        return {j: let(tag, j, x) for j, x in zip(chosen.passive, rates, strict=True)}

    qdp = solve_passive("QPp", -(matrices.Wa @ qda))  # (R4)
    moving = {j: Motion(x, qdp[j], 0) for j, x in positions.items()}
    once = MemoizedLet(let)  # angular velocities are the same with and without accelerations
    steady = mechanism(robot, scalar, moving)
    rates = rolling_rates(steady, ground, frames, RenamingLet(once, _STILL))
    Psi = let("Psi", None, vector(rates[j][row] for j, row in chosen.rows))
    qddp = solve_passive("QDPp", -(matrices.Wa @ qdda + Psi))  # (R5)

    driven = {j: replace(motion, qdd=qddp[j]) for j, motion in moving.items()}
    tree = newton_euler(mechanism(robot, scalar, driven), RenamingLet(once, _TREE), frames).tau
    springs = {j: scalar(effort(robot, j)) for j in chosen.passive if robot.frame(j).eta}
    right = vector(tree[j] - springs.get(j, 0) for j in chosen.passive)
    force = passive_forces(matrices, chosen, right, "LAMBDA", let)  # (R8)
    force = vector(_force(row, x, let) for row, x in zip(chosen.rows, force, strict=True))
    tau = {}
    for column, j in enumerate(chosen.active):
        tau[j] = let("GAM", j, tree[j] - matrices.Wa[:, column] @ force)  # (R9)
    return RollingDynamics(tau, dict(zip(chosen.rows, force, strict=True)), qdp, qddp)


def _force(row: Row, value: Any, let: LetFunction) -> Any:
    j, direction = row
    return let("LAMBDAR" if direction == ROLLING else "LAMBDAL", j, value)

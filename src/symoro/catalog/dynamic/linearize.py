"""The linearised model: state-space matrices about a posture at rest, or about a motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from symoro.algebra.linear import solve
from symoro.catalog.dynamic.linear_states import (
    at_rest,
    input_joints,
    jointed_links,
    linear_notes,
    state_labels,
    stiffness,
    traced_slopes,
)
from symoro.catalog.dynamic.trees import (
    refuse_load_friction,
)
from symoro.catalog.tables.dynamic import LINEARIZE
from symoro.errors import ModelError
from symoro.expressions import ZERO, Arithmetic, ScalarOf, Symbol, Values, evaluate
from symoro.models.dynamics.friction import slope_at_rest
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.linearize import LinearizedEfforts, state_space
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.linearize import EffortDerivatives
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.arguments import joint_array
from symoro.robot.joint_axes import JOINTS, STATES
from symoro.robot.link import DRIVE, LAW, WRENCH, Link
from symoro.verify.check import Arrays, Check
from symoro.verify.massless_joints import refuse_massless
from symoro.verify.pivots import SINGULAR_INERTIA


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the model of a robot; refuse floating bases."""
    moving = bool(options.get("moving"))
    _refuse(robot, moving)
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed.linearize import plan as closed_plan

        return closed_plan(robot, options, OUTPUTS)
    refuse_massless(robot, robot.moving_joints)
    joints = robot.moving_joints
    motors = input_joints(robot)
    modelled = robot if moving else at_rest(robot)
    states = ("q", "QP", "QDP") if moving else ("q",)
    arrays = tuple(joint_array(robot, name, joints) for name in states)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        m = mechanism(modelled, scalar)
        frames = link_transforms(m, let)
        tau = newton_euler(m, let, frames).tau
        q = [robot.variables[j].name for j in joints]
        qd = [str(robot.frame(j).QP) for j in joints] if moving else []
        slopes = traced_slopes(let, [tau[j] for j in joints], [*q, *qd])
        dqd = slopes[:, len(q) :]
        if not moving:  # what velocities add else is of second order
            dqd = np.diag([slope_at_rest(m.body(j)) for j in joints])
        k = [scalar(stiffness(robot, j)) for j in joints]
        efforts = LinearizedEfforts(slopes[:, : len(q)], dqd, k)
        system = state_space(m, inertia_matrix(m, let, frames), efforts, motors, let)
        return {**vars(system), "GAM": np.array([tau[j] for j in joints], dtype=object)}

    labels = state_labels(robot)
    efforts = tuple(str(robot.frame(j).GAM) for j in motors)

    def check(robot: Robot) -> Check:
        modelled = robot if moving else at_rest(robot)

        return Check(
            robot,
            reference=partial(_reference, robot, modelled, motors),
            against="closed formulas for the derivatives of momentum balance in the world frame",
            arrays=arrays,
        )

    outputs = tuple(
        replace(kind, axes=(*kind.axes, motors)) if kind.name in ("B", "D") else kind
        for kind in OUTPUTS
        if motors or kind.name not in ("B", "D")
    )
    return Plan(
        robot,
        Formulation(trace=trace, elements=frozenset({"GAM"}), free=joints),
        check(robot),
        Interface(
            states=states,
            outputs=outputs,
            notes=linear_notes(robot, moving, joints),
            undefined_where=SINGULAR_INERTIA,
            arguments=arrays,
            columns={"A": labels, "B": efforts, "C": labels, "D": efforts},
        ),
        check,
    )


def _reference(
    robot: Robot,
    modelled: Robot,
    motors: Sequence[int],
    values: Values,
    arithmetic: Arithmetic[Any],
    dtype: Any,
) -> Arrays:
    dynamics = EffortDerivatives(modelled, values, arithmetic, dtype)
    n = robot.n_dof
    zero, one = arithmetic.number(Fraction(0)), arithmetic.number(Fraction(1))
    none = np.full((n, n), zero, dtype=dtype)
    unit = none.copy()
    np.fill_diagonal(unit, one)
    dq = dynamics.by_position()
    for r, j in enumerate(robot.moving_joints):
        dq[r, r] = dq[r, r] + evaluate(stiffness(robot, j), values, arithmetic)
    S = [robot.moving_joints.index(j) for j in motors]
    right = np.concatenate([-dq, -dynamics.by_velocity(), unit[:, S]], axis=1)
    solved = solve(dynamics.inertia_matrix(), right)
    return {
        "A": np.block([[none, unit], [solved[:, : 2 * n]]]),
        "B": np.concatenate([none[:, S], solved[:, 2 * n :]]),
        "C": np.concatenate([unit, none], axis=1),
        "D": none[:, S],
        "GAM": np.array(list(dynamics.efforts.tau.values()), dtype=dtype),
    }


def _refuse(robot: Robot, moving: bool) -> None:
    if robot.base.motion is BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} has a floating base: no torques hold it at a posture; the linearised "
            "model is that of a robot on a fixed base, or of one whose base has a known motion"
        )
    if robot.base.motion is BaseMotion.MOVING and not moving:
        raise ModelError(
            f"the base of {robot.name} moves, so the robot is not at rest; --moving (moving=True) "
            "linearises about a motion"
        )
    if not robot.moving_joints:
        raise ModelError(
            f"{robot.name} has no joint that moves; the linearised model is that of joints (sigma "
            "0 or 1)"
        )
    joints = [str(j) for j in robot.moving_joints if not isinstance(robot.frame(j).QP, Symbol)]
    if moving and joints:
        raise ModelError(
            f"{robot.name}: the velocity of joint {', '.join(joints)} is no symbol; --moving needs "
            "one for each joint (QP in the table)"
        )
    for what in _dependent_tables(robot):
        raise ModelError(
            f"{robot.name}: {what}; only the robot's own springs enter the linearised model"
        )
    refuse_load_friction(robot, "so the torques have no derivative where a load changes its sign")
    for j in jointed_links(robot):
        kink = None if moving else _kink(robot.link(j))
        if kink is not None:
            raise ModelError(
                f"{robot.name}: {kink} of joint {j} has no derivative at rest; --moving "
                "(moving=True) linearises about a motion"
            )


def _kink(link: Link) -> str | None:
    """The friction whose slope differs on both sides of rest, or is infinite there; else None."""
    if link.FVP != link.FVN:
        return "the viscous friction of each direction (FVP, FVN)"
    if link.VW != ZERO and link.FSP != link.FSN:
        return "the smooth Coulomb friction of each direction (FSP, FSN)"
    if link.VW == ZERO and link.FR != ZERO:
        return "the square-root friction (FR)"
    return None


def _dependent_tables(robot: Robot) -> Iterator[str]:
    """Positions, springs, drives and wrenches that depend on the motion of a joint."""
    variables = {variable.name: j for j, variable in robot.variables.items()}
    words = dict.fromkeys(variables, "variable")
    for word, field in (("velocity", "QP"), ("acceleration", "QDP")):
        rates = {str(getattr(robot.frame(j), field)): j for j in robot.moving_joints}
        words |= dict.fromkeys(rates, word)
        variables |= rates
    entries = [
        (f"{field} of joint {j}", entry, (j,) if field == "position" else ())
        for j, frame in robot
        for field, entry in (("position", frame.position), ("k", frame.k), ("rest", frame.rest))
    ]
    entries += [
        (f"{field} of link {j}", getattr(link, field), ())
        for j, link in enumerate(robot.drives, start=1)
        for field in (*DRIVE, *LAW, *WRENCH)
    ]
    for what, entry, own in entries:
        for name in sorted(entry.symbols & variables.keys()):
            if variables[name] not in own:
                yield f"{what} depends on {name}, the {words[name]} of joint {variables[name]}"


OUTPUTS = (
    OutputKind(
        "A", "state matrix: rates of positions and velocities from both", axes=(STATES, STATES)
    ),
    OutputKind("B", "input matrix: the same rates from the efforts of motors", axes=(STATES,)),
    OutputKind("C", "output matrix: positions from the state", axes=(JOINTS, STATES)),
    OutputKind("D", "direct matrix from efforts to positions, zero", axes=(JOINTS,)),
    OutputKind(
        "GAM", "efforts of all joints at the posture, or along the motion", False, axes=(JOINTS,)
    ),
)

ENTRY = ModelDefinition(**vars(LINEARIZE), outputs=OUTPUTS, plan=plan)

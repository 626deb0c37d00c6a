"""The inverse dynamic model: joint torques and reactions from joint motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from symoro.errors import ModelError
from symoro.expressions import Arithmetic, Expression
from symoro.generate.registry import IDM, Entry, OutputKind, Plan, Traced
from symoro.models.dynamics.newton_euler import newton_euler
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.numeric.reference.inverse_dynamics import inverse_dynamics
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.efforts import effort
from symoro.robot.variables import refuse_moving_tables


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the model of a tree robot; refuse closed robots and floating bases."""
    if robot.structure is Structure.CLOSED:
        raise ModelError(
            f"{robot.name} is a closed robot, and the inverse dynamic model of closed robots is "
            "not there yet; --tree (tree=True) gives that of its equivalent tree"
        )
    if robot.base.motion is BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} has a floating base, whose acceleration is unknown; give its motion "
            "(a moving base: is_mobile in the .par file) to get the inverse dynamic model"
        )
    refuse_moving_tables(robot)

    def trace(scalar: Callable[[Expression], Any], let: LetFunction) -> Traced:
        return _arrays(newton_euler(mechanism(robot, scalar), let))

    def reference(values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> Traced:
        return _arrays(inverse_dynamics(robot, values, arithmetic, dtype))

    return Plan(
        robot=robot,
        states=("q", "QP", "QDP"),
        outputs=OUTPUTS,
        trace=trace,
        reference=reference,
        against="momentum balance in the world frame",
        notes=notes(robot),
    )


def _arrays(result: Any) -> Traced:
    """Torques by joint that moves; a row of reactions for each link."""
    tau = np.empty(len(result.tau), dtype=object)
    tau[:] = list(result.tau.values())
    links = sorted(j for j in result.f if j)
    return {
        "GAM": tau,
        "E": np.array([result.f[j] for j in links], dtype=object),
        "N": np.array([result.n[j] for j in links], dtype=object),
    }


def effort_notes(robot: Robot) -> tuple[str, ...]:
    """Say what springs exert, and that motors behind a coupling are left out."""
    remarks = []
    springs = [f"{frame.GAM} = {effort(robot, j)}" for j, frame in robot if frame.eta]
    if springs:
        remarks.append(f"elastic joints: along a motion their springs exert {', '.join(springs)}")
    if robot.coupling is not None:
        remarks.append("torques are those of the joints; motor-side terms are not included")
    return tuple(remarks)


def notes(robot: Robot) -> tuple[str, ...]:
    """Say what the torques of elastic, coupled and passive joints mean."""
    passive = [str(j) for j, frame in robot if frame.moves and not frame.mu]
    if not passive:
        return effort_notes(robot)
    which = f"joints {', '.join(passive)} are" if len(passive) > 1 else f"joint {passive[0]} is"
    remark = f"{which} passive: a torque there is what a motor would have to give"
    return (*effort_notes(robot), remark)


OUTPUTS = (
    OutputKind("GAM", "torque or force of each joint that moves"),
    OutputKind("E", "reaction force on each link from its antecedent, in its frame", False, True),
    OutputKind("N", "reaction moment on each link, about the origin of its frame", False, True),
)

ENTRY = Entry(
    **vars(IDM),
    page="symoro.models.dynamics.newton_euler",
    documentation="models/idm.md",
    outputs=OUTPUTS,
    plan=plan,
)

"""The model of robots on wheels that roll without slipping: motor torques and contact forces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.catalog.dynamic.inverse_dynamics import effort_notes
from symoro.catalog.dynamic.rolling_rows import DIRECTIONS, RollingRows, rolling_rows
from symoro.catalog.dynamic.task import still_robot
from symoro.catalog.dynamic.trees import refuse_load_friction
from symoro.catalog.tables.dynamic import ROLLING
from symoro.errors import ModelError
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate, symbol
from symoro.expressions.names import fresh_name
from symoro.models.dynamics.rolling import rolling_dynamics
from symoro.models.let import LetFunction
from symoro.models.loops import wheels as page
from symoro.models.loops.loop_kinematics import Row, Selection
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.references.motion import SpatialMotion, cross, spatial_motion
from symoro.robot import BaseMotion, JointType, Robot, Structure
from symoro.robot.arguments import joint_array
from symoro.robot.efforts import effort
from symoro.verify.check import Arrays, Check


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the model of a tree robot with wheels; refuse others by name."""
    _refuse(robot)
    rows = rolling_rows(robot)
    chosen = rows.chosen
    arrays = (
        joint_array(robot, "q", robot.moving_joints),
        joint_array(robot, "QP", robot.moving_joints, chosen.active),
        joint_array(robot, "QDP", robot.moving_joints, chosen.active),
    )

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        dynamics = rolling_dynamics(robot, scalar, chosen, let)
        return {
            "GAM": _column(dynamics.tau.values(), object),
            "LAMBDA": _column(dynamics.force.values(), object),
            "QPp": _column(dynamics.qdp.values(), object),
            "QDPp": _column(dynamics.qddp.values(), object),
        }

    def check(robot: Robot) -> Check:
        return Check(
            robot,
            reference=partial(rolling_reference, robot, chosen),
            against="virtual work of momentum balance and contact points in the world frame",
            arrays=arrays,
        )

    return Plan(
        robot,
        Formulation(trace=trace, elements=frozenset(("GAM", "LAMBDAR", "LAMBDAL", "QPp", "QDPp"))),
        check(robot),
        Interface(
            states=("q", "QP", "QDP"),
            outputs=_outputs(chosen),
            notes=(*_notes(rows), *effort_notes(robot)),
            undefined_where="the rolling constraints do not determine the passive joints",
            arguments=arrays,
        ),
        check,
    )


def _refuse(robot: Robot) -> None:
    if not robot.wheels:
        raise ModelError(
            f"{robot.name} has no wheels; a wheel is a link with a radius (wheels in the .json "
            "file or in the symoro comment of the .par file). symoro idm gives the torques of a "
            "robot without"
        )
    if robot.structure is Structure.CLOSED:
        raise ModelError(
            f"{robot.name} is a closed robot; rolling wheels are modelled on simple and tree "
            "robots. --tree (equivalent_tree=True) takes its equivalent tree"
        )
    if robot.base.motion is not BaseMotion.FIXED:
        raise ModelError(
            f"{robot.name} has a {robot.base.motion.value} base; wheels roll on a plane of frame "
            "0, which must stand: the body's motion is that of virtual joints before it"
        )
    refuse_load_friction(robot, "rolling finds the accelerations that the load depends on")


def rolling_reference(
    robot: Robot, chosen: Selection, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Arrays:
    """The same from the velocities of the contact points and the virtual work of the motors."""
    own, rates, accelerations = _passive_symbols(robot, chosen.passive)
    zero = 0 * evaluate(robot.wheels[0].radius, values, arithmetic)
    state = {**values, **dict.fromkeys((*rates, *accelerations), zero)}
    posture = spatial_motion(own, state, arithmetic, dtype)
    radii = {w.link: evaluate(w.radius, values, arithmetic) for w in robot.wheels}
    Wa, Wp = (
        np.array(
            [[_element(robot, posture, row, radii, k) for k in joints] for row in chosen.rows],
            dtype=dtype,
        ).reshape(len(chosen.rows), len(joints))
        for joints in (chosen.active, chosen.passive)
    )

    def value_of(field: str) -> Any:
        entries = [getattr(robot.frame(j), field) for j in chosen.active]
        return _column([evaluate(e, values, arithmetic) for e in entries], dtype)

    qdp = linear.solve(Wp, -(Wa @ value_of("QP")))
    state |= dict(zip(rates, qdp, strict=True))
    motion = spatial_motion(still_robot(own), state, arithmetic, dtype)
    Psi = _column([_rate(motion, row, radii) for row in chosen.rows], dtype)
    qddp = linear.solve(Wp, -(Wa @ value_of("QDP") + Psi))
    state |= dict(zip(accelerations, qddp, strict=True))
    tau = inverse_dynamics(own, state, arithmetic, dtype).tau
    for j in chosen.passive:
        if robot.frame(j).eta:
            tau[j] = tau[j] - evaluate(effort(robot, j), values, arithmetic)
    driven, idle = (
        _column([tau[j] for j in joints], dtype) for joints in (chosen.active, chosen.passive)
    )
    W = linear.solve(Wp, -Wa)
    return {
        "GAM": driven + W.T @ idle,
        "LAMBDA": linear.solve(Wp.T, idle),
        "QPp": qdp,
        "QDPp": qddp,
    }


def _passive_symbols(robot: Robot, passive: Sequence[int]) -> tuple[Robot, list[str], list[str]]:
    """A robot whose passive joints have symbols of their own for velocity and acceleration."""
    taken_names = set(robot.symbols)

    def fresh(wanted: str) -> str:
        name = fresh_name(wanted, taken_names)
        taken_names.add(name)
        return name

    names = {j: (fresh(f"QPp{j}"), fresh(f"QDPp{j}")) for j in passive}
    frames = tuple(
        replace(frame, QP=symbol(names[j][0]), QDP=symbol(names[j][1])) if j in names else frame
        for j, frame in robot
    )
    rates, accelerations = zip(*names.values(), strict=True)
    return replace(robot, frames=frames), list(rates), list(accelerations)


def _along(motion: SpatialMotion, row: Row) -> Any:
    """The direction of a row in frame 0: where the wheel rolls, or its axle."""
    j, direction = row
    z = motion.pose[j][:3, 2]
    return z if direction == page.LATERAL else np.array([z[1], -z[0], 0 * z[1]])


def _element(robot: Robot, motion: SpatialMotion, row: Row, radii: dict[int, Any], k: int) -> Any:
    """The velocity that joint ``k`` gives to the point of a wheel that touches the ground."""
    j = row[0]
    if k not in robot.ancestors(j):
        return 0 * radii[j]
    z, arm = motion.pose[k][:3, 2], motion.place[j] - motion.place[k]
    touching = np.array([arm[0], arm[1], arm[2] - radii[j]])
    turns = robot.frame(k).sigma is JointType.REVOLUTE
    return _along(motion, row) @ (cross(z, touching) if turns else z)


def _rate(motion: SpatialMotion, row: Row, radii: Mapping[int, Any]) -> Any:
    """The acceleration of (R1) along a row, in frame 0."""
    j = row[0]
    R = motion.pose[j][:3, :3]
    vd, wd = (R @ part for part in motion.acceleration(j))
    down = np.array([0 * radii[j], 0 * radii[j], -radii[j]])
    return _along(motion, row) @ (vd + cross(wd, down))


def _column(items: Any, dtype: Any) -> Any:
    values = list(items)
    column = np.empty(len(values), dtype=dtype)
    column[:] = values
    return column


def _outputs(chosen: Selection) -> tuple[OutputKind, ...]:
    def joints(which: Sequence[int]) -> str:
        return ", ".join(map(str, which))

    rows = ", ".join(f"{DIRECTIONS[row]} {j}" for j, row in chosen.rows)
    passive, own = joints(chosen.passive), (chosen.passive,)
    return (
        OutputKind(
            "GAM", f"torques of the motors, joints {joints(chosen.active)}", axes=(chosen.active,)
        ),
        OutputKind("LAMBDA", f"forces of the ground on the wheels: {rows}"),
        OutputKind("QPp", f"velocities of the passive joints {passive}", False, axes=own),
        OutputKind("QDPp", f"accelerations of the passive joints {passive}", False, axes=own),
    )


def _notes(rows: RollingRows) -> tuple[str, ...]:
    remarks = [
        "velocities and accelerations of the actuated joints "
        f"{', '.join(map(str, rows.chosen.active))} are read; the wheels determine the others",
        "forces of the ground: LAMBDAR where the wheel rolls (its axle z x z0), LAMBDAL along "
        "its axle; vertical forces are not determined",
    ]
    for (j, row), parts in rows.left_out.items():
        name = f"the {DIRECTIONS[row]} force on wheel {j}"
        others = " and ".join(
            f"LAMBDA{'R' if kind == page.ROLLING else 'L'}{i}" for i, kind in parts
        )
        alone = next(iter(parts.values())) if len(parts) == 1 else None
        if not parts:
            remarks.append(f"{name} is not determined: its row is zero")
        elif alone == 1:
            remarks.append(f"{name} cannot be told from another: {others} is the sum of both")
        elif alone == -1:
            remarks.append(f"{name} cannot be told from another: {others} is the other minus it")
        else:
            remarks.append(f"{name} cannot be told from others: {others} are what remains without")
    return tuple(remarks)


ENTRY = ModelDefinition(
    **vars(ROLLING),
    outputs=(
        OutputKind("GAM", "torques of the motors"),
        OutputKind("LAMBDA", "forces of the ground on the wheels"),
        OutputKind("QPp", "velocities of the passive joints", False),
        OutputKind("QDPp", "accelerations of the passive joints", False),
    ),
    plan=plan,
)

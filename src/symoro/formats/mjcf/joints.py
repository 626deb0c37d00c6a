"""The joints of a body of a compiled model: axes, limits, friction, rotors, motors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from symoro.expressions import ZERO, Expression, expression
from symoro.formats.mjcf.compiler import CompiledModel
from symoro.formats.mjcf.numbers import entry, number, vector
from symoro.robot import JointType, Limits
from symoro.robot.assembly.space import ORIGIN, Number, Vector, X, Y, Z, unit

MASSLESS = "_link"
"""The end of the names of massless links between joints of one body."""


@dataclass(frozen=True)
class AxisOfBody:
    """A revolute or prismatic joint of a body, in the frame of the body.

    Attributes:
        name: its own, or that of its ball joint with an end.
        joint: its number in the model.
        position: the value of its variable in the posture of the file.
    """

    name: str
    joint: int
    kind: JointType
    point: Vector
    direction: Vector
    position: Number
    limits: Limits | None
    drive: dict[str, Expression]
    actuated: bool
    spring: tuple[Expression, Expression] | None = None


def axes_of_body(
    compiled: CompiledModel, body: int, names: dict[int, str], motors: set[int]
) -> Iterator[AxisOfBody]:
    """The axes of the joints that a body has, the one next to its parent first.

    A ball is a turn about x, then about y, then about z of the body.
    """
    model, kinds = compiled.model, compiled.mujoco.mjtJoint
    first = int(model.body_jntadr[body])
    for joint in range(first, first + int(model.body_jntnum[body])):
        kind, name = int(model.jnt_type[joint]), names[joint]
        if kind == kinds.mjJNT_FREE:
            continue
        actuated = not motors or joint in motors
        point = vector(model.jnt_pos[joint])
        if kind == kinds.mjJNT_BALL:
            for end, axis in (("x", X), ("y", Y), ("z", Z)):
                yield AxisOfBody(
                    f"{name}_{end}",
                    joint,
                    JointType.REVOLUTE,
                    point,
                    axis,
                    ORIGIN[0],
                    None,
                    {},
                    actuated,
                )
            continue
        slides = kind == kinds.mjJNT_SLIDE
        yield AxisOfBody(
            name,
            joint,
            JointType.PRISMATIC if slides else JointType.REVOLUTE,
            point,
            unit(vector(model.jnt_axis[joint])),
            number(model.qpos0[model.jnt_qposadr[joint]]),
            _limits(compiled, joint),
            _drive(compiled, joint),
            actuated,
            None if actuated else joint_spring(compiled, joint),
        )


def joint_spring(compiled: CompiledModel, joint: int) -> tuple[Expression, Expression] | None:
    """Stiffness and rest position of a joint's spring; None for one that is not linear."""
    model = compiled.model
    others = (getattr(model, f"jnt_{word}", None) for word in ("stiffnesspoly", "springyield"))
    stiffness = model.jnt_stiffness[joint]
    if not stiffness or any(each is not None and each[joint].any() for each in others):
        return None
    return entry(stiffness), entry(model.qpos_spring[model.jnt_qposadr[joint]])


def motor_joints(compiled: CompiledModel) -> set[int]:
    """The joints that actuators drive, by themselves or by a fixed tendon."""
    model, kinds = compiled.model, compiled.mujoco.mjtTrn
    joints: set[int] = set()
    for actuator in range(model.nactuator if hasattr(model, "nactuator") else model.nu):
        kind, target = int(model.actuator_trntype[actuator]), int(model.actuator_trnid[actuator][0])
        if kind in (kinds.mjTRN_JOINT, kinds.mjTRN_JOINTINPARENT):
            joints.add(target)
        elif kind == kinds.mjTRN_TENDON:
            first = int(model.tendon_adr[target])
            for wrap in range(first, first + int(model.tendon_num[target])):
                if int(model.wrap_type[wrap]) == compiled.mujoco.mjtWrap.mjWRAP_JOINT:
                    joints.add(int(model.wrap_objid[wrap]))
    return joints


def _actuators(compiled: CompiledModel, joint: int) -> Iterator[tuple[int, float]]:
    """The actuators of one joint alone, each with its gear."""
    model, kinds = compiled.model, compiled.mujoco.mjtTrn
    for actuator in range(len(model.actuator_trntype)):
        own = int(model.actuator_trnid[actuator][0]) == joint
        if own and int(model.actuator_trntype[actuator]) in (
            kinds.mjTRN_JOINT,
            kinds.mjTRN_JOINTINPARENT,
        ):
            yield actuator, float(model.actuator_gear[actuator][0])


def _drive(compiled: CompiledModel, joint: int) -> dict[str, Expression]:
    """Rotor inertia and friction, those of actuators on the joint's side included."""
    model = compiled.model
    dof = int(model.jnt_dofadr[joint])
    totals = {
        "IA": entry(model.dof_armature[dof]),
        "FV": entry(model.dof_damping[dof]),
        "FS": entry(model.dof_frictionloss[dof]),
    }
    for actuator, gear in _actuators(compiled, joint):
        for field, array in (("IA", "actuator_armature"), ("FV", "actuator_damping")):
            values: Any = getattr(model, array, None)
            if values is not None:
                totals[field] += entry(values[actuator]) * entry(gear) ** 2
    return {field: expression(value) for field, value in totals.items() if value != ZERO}


def _limits(compiled: CompiledModel, joint: int) -> Limits | None:
    model = compiled.model
    lower = upper = None
    if model.jnt_limited[joint]:
        lower, upper = (entry(end) for end in model.jnt_range[joint])
    effort = _effort(compiled, joint)
    if lower is upper is effort is None:
        return None
    return Limits(lower, upper, effort=effort)


def _effort(compiled: CompiledModel, joint: int) -> Expression | None:
    """The largest torque or force, if it is the same both ways; None if nothing is known."""
    model = compiled.model
    ends = []
    if model.jnt_actfrclimited[joint]:
        ends.append(tuple(model.jnt_actfrcrange[joint]))
    own = list(_actuators(compiled, joint))
    if len(own) == 1:
        actuator, gear = own[0]
        if model.actuator_forcelimited[actuator]:
            ends.append(tuple(gear * end for end in model.actuator_forcerange[actuator]))
    same = [abs(float(low)) for low, high in ends if low == -high]
    return entry(min(same)) if len(same) == len(ends) and same else None

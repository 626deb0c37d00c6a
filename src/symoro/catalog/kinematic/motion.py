"""Velocities, accelerations and Jdot qdot of the links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.drive import drive_by_motors
from symoro.catalog.tables import kinematic as table
from symoro.errors import ModelError
from symoro.expressions import ZERO, Arithmetic, ScalarOf, Values
from symoro.models.kinematics.motion import accelerations, velocities
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.motion import spatial_motion
from symoro.robot import BaseMotion, Robot
from symoro.verify.check import Arrays, Check

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated

_AGAINST = "spatial velocities about a fixed point of the world frame"


def velocity_plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the velocities of the links."""
    _accept(robot)
    driven = drive_by_motors(robot, options)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        dependent = driven.motion(scalar, let).velocities if driven else {}
        motions = velocities(mechanism(robot, scalar, dependent), let)
        return _arrays(robot, lambda j: (motions[j].v, motions[j].w), ("V", "W"))

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        alone = driven.reference_robot if driven else robot
        return _arrays(robot, spatial_motion(alone, values, arithmetic, dtype).velocity, ("V", "W"))

    interface = closed_interface(robot, driven)
    return Plan(
        robot,
        Formulation(trace=trace),
        Check(robot, reference=reference, against=_AGAINST, **closed_check(driven)),
        Interface(states=("q", "QP"), outputs=VELOCITY_OUTPUTS, **interface),
    )


def acceleration_plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the accelerations of the links."""
    _accept(robot)
    driven = drive_by_motors(robot, options)
    return _accelerations(robot, ("VP", "WP"), ("q", "QP", "QDP"), ACCELERATION_OUTPUTS, driven)


def jdot_qdot_plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the accelerations that are left when no joint, or no motor, accelerates."""
    _accept(robot)
    driven = drive_by_motors(robot, options)
    free = (*driven.dependent, *driven.held_joints) if driven else ()
    still = replace(robot, frames=tuple(f if j in free else replace(f, QDP=ZERO) for j, f in robot))
    driven = replace(driven, robot=still) if driven else None
    return _accelerations(still, ("VPJ", "WPJ"), ("q", "QP"), JDOT_QDOT_OUTPUTS, driven)


def _accelerations(
    robot: Robot,
    tags: tuple[str, str],
    states: tuple[str, ...],
    outputs: tuple[OutputKind, ...],
    driven: Actuated | None,
) -> Plan:
    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        inner = RenamingLet(let, {"WP": "WPl", "VP": "VPl"})
        dependent = driven.motion(scalar, inner).motions if driven else {}
        outer = RenamingLet(let, dict(zip(("VP", "WP"), tags, strict=True)))
        motions = accelerations(mechanism(robot, scalar, dependent), outer)
        return _arrays(robot, lambda j: (motions[j].vd, motions[j].wd), tags)

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        alone = driven.reference_robot if driven else robot
        return _arrays(robot, spatial_motion(alone, values, arithmetic, dtype).acceleration, tags)

    interface = closed_interface(robot, driven)
    return Plan(
        robot,
        Formulation(trace=trace),
        Check(robot, reference=reference, against=_AGAINST, **closed_check(driven)),
        Interface(states=states, outputs=outputs, **interface),
    )


def _arrays(
    robot: Robot, motion: Callable[[int], tuple[Any, Any]], tags: tuple[str, str]
) -> Arrays:
    """A row for each link: translation, rotation."""
    pairs = [motion(j) for j in robot.outward()]
    return {tag: np.array([pair[k] for pair in pairs], dtype=object) for k, tag in enumerate(tags)}


def _accept(robot: Robot) -> None:
    if robot.base.motion is BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} has a floating base, whose acceleration is unknown; give its motion "
            "(a moving base: is_mobile in the .par file) to get the motion of the links"
        )


VELOCITY_OUTPUTS = (
    OutputKind("V", "velocity of the origin of each link's frame, in that frame"),
    OutputKind("W", "angular velocity of each link, in its frame"),
)
ACCELERATION_OUTPUTS = (
    OutputKind("VP", "acceleration of the origin of each link's frame, in that frame"),
    OutputKind("WP", "angular acceleration of each link, in its frame"),
)
JDOT_QDOT_OUTPUTS = (
    OutputKind(
        "VPJ", "acceleration of the origin of each link's frame without joint accelerations"
    ),
    OutputKind("WPJ", "angular acceleration of each link without joint accelerations"),
)

VELOCITY = ModelDefinition(**vars(table.VELOCITIES), outputs=VELOCITY_OUTPUTS, plan=velocity_plan)
ACCELERATION = ModelDefinition(
    **vars(table.ACCELERATIONS), outputs=ACCELERATION_OUTPUTS, plan=acceleration_plan
)
JDOT_QDOT = ModelDefinition(**vars(table.JDOT_QDOT), outputs=JDOT_QDOT_OUTPUTS, plan=jdot_qdot_plan)

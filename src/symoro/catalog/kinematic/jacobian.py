"""The Jacobian matrix of a link, with the matrix L that moves it to the link's own origin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.drive import drive_by_motors
from symoro.catalog.kinematic.jacobian_parts import frames_of, traced_jacobian
from symoro.catalog.tables.kinematic import JACOBIAN
from symoro.errors import UsageError
from symoro.expressions import Arithmetic, ScalarOf
from symoro.models.geometry.transforms import WORLD
from symoro.models.let import LetFunction
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.jacobian import basic_jacobian
from symoro.references.poses import world_poses
from symoro.robot import Robot
from symoro.robot.rotation import rotation_note
from symoro.verify.check import Arrays, Check


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the Jacobian of a link."""
    if options["orientation"] is not None:
        from symoro.catalog.kinematic.analytical import analytical_plan

        return analytical_plan(robot, options)
    usual = options["frame0"]
    if usual and options["total"]:
        raise UsageError(
            "J is at the origin of the link with --frame0, the product L J itself; --total does "
            "not go with it"
        )
    triple = frames_of(robot, options)
    r, i, j = frames = triple.frames
    driven = drive_by_motors(robot, options)
    joints = driven.active if driven else robot.joints_to(r)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        _, J, L = traced_jacobian(robot, triple, driven, scalar, let)
        return {"J": J, "L": L, "JT": let("JT", None, L @ J)}

    def reference(values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        J, L = basic_jacobian(robot, world_poses(robot, values, arithmetic, dtype), frames, dtype)
        if driven:
            J = J @ driven.reference_slopes(values, robot.joints_to(r), arithmetic, dtype)
        return {"J": J, "L": L, "JT": L @ J}

    listed, axes = ", ".join(map(str, joints)), (None, joints)
    interface = closed_interface(robot, driven)
    placed = rotation_note(robot) if WORLD in (i, j) else ()
    outputs = (
        OutputKind("J", f"{i}J{r},{j}, 6 rows; its columns are joints {listed}", axes=axes),
        OutputKind(
            "L", f"6x6: {i}J{r} = L J is the velocity at the origin of frame {r}", not usual
        ),
        OutputKind("JT", f"the product {i}J{r} = L J", options["total"], axes=axes),
    )
    return Plan(
        robot,
        Formulation(trace=trace),
        Check(
            robot,
            reference=reference,
            against="axes and moments in frame 0",
            **closed_check(driven),
        ),
        Interface(
            states=("q",),
            outputs=outputs,
            **interface | {"notes": (triple.note, *interface["notes"], *placed)},
        ),
    )


ENTRY = ModelDefinition(
    **vars(JACOBIAN),
    outputs=(
        OutputKind("J", "iJr,j, a column for each joint between the base and link r"),
        OutputKind("L", "6x6: iJr = L J is the velocity at the origin of frame r"),
        OutputKind("JT", "the product L J", False),
    ),
    plan=plan,
)

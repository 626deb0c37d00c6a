"""The generalised momentum and the terms of its rate: what momentum observers need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.catalog.dynamic.coriolis import base_note
from symoro.catalog.dynamic.inverse_dynamics import effort_notes
from symoro.catalog.dynamic.reference_rates import refuse_moving_base
from symoro.catalog.dynamic.trees import refuse_still, vector_tags
from symoro.catalog.tables.dynamic import MOMENTUM
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.momentum import momentum
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.models.rows import rows
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.tree_dynamics import TreeDynamics
from symoro.references.weight import weight_efforts
from symoro.robot import Robot, Structure
from symoro.robot.floating_base import unknown_acceleration
from symoro.robot.joint_axes import ROWS
from symoro.verify.check import Arrays, Check


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the momentum of a robot whose base is fixed or floats."""
    refuse_still(robot)
    refuse_moving_base(robot, "generalised momentum")
    robot = unknown_acceleration(robot)
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed import momentum as closed
        from symoro.catalog.dynamic.closed.drive import drive

        return closed.plan(drive(robot, options), OUTPUTS, _notes(robot))

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return dict(vars(momentum(mechanism(robot, scalar), let)))

    def check(robot: Robot) -> Check:
        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            tree = TreeDynamics(robot, values, arithmetic, dtype)
            qd = tree.velocity()
            turned = tree.coriolis_matrix().T @ qd
            Q = weight_efforts(robot, values, arithmetic, dtype)
            return {"P": tree.inertia_matrix() @ qd, "CTQP": turned, "Q": Q, "BETA": Q - turned}

        return Check(
            robot, reference=reference, against="screws and spatial inertias in the world frame"
        )

    return Plan(
        robot,
        Formulation(
            trace=trace, elements=vector_tags([kind.name for kind in OUTPUTS], rows(robot))
        ),
        check(robot),
        Interface(
            states=("q", "QP"),
            outputs=OUTPUTS,
            notes=_notes(robot),
        ),
        check,
    )


def _notes(robot: Robot) -> tuple[str, ...]:
    """Say what the rows are, what the rate of P is, and what springs exert."""
    return (*base_note(robot), RATE_NOTE, *effort_notes(robot))


RATE_NOTE = "dP/dt = efforts - friction - efforts of external wrenches - BETA"

OUTPUTS = (
    OutputKind("P", "generalised momentum A QP, rotor inertias included", axes=(ROWS,)),
    OutputKind(
        "BETA", "Q - CTQP: what the rate of P lacks to the efforts of the joints", axes=(ROWS,)
    ),
    OutputKind(
        "CTQP", "transpose of the Coriolis matrix times the velocities", False, axes=(ROWS,)
    ),
    OutputKind("Q", "efforts of gravity", False, axes=(ROWS,)),
)

ENTRY = ModelDefinition(**vars(MOMENTUM), outputs=OUTPUTS, plan=plan)

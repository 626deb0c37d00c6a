"""The matrix of Coriolis and centrifugal efforts, and its products with velocities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.reference_rates import along, refuse_moving_base, velocity_argument
from symoro.catalog.dynamic.trees import (
    element_tags,
    flat_frames,
    promised_elements,
    refuse_still,
    vector_tags,
)
from symoro.catalog.tables.dynamic import CORIOLIS
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.coriolis import coriolis_matrix
from symoro.models.dynamics.coriolis_product import coriolis_product
from symoro.models.dynamics.momentum import momenta
from symoro.models.dynamics.velocity_state import velocity_state
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.models.rows import rows
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.arguments import joint_array
from symoro.robot.floating_base import unknown_acceleration
from symoro.robot.joint_axes import ROWS
from symoro.verify.check import Arrays, Check

FLOATING_NOTE = (
    "floating base: rows and columns are its velocity V0 and angular velocity W0, in frame 0, then "
    "the joints that move; C goes with the derivatives of these components, of which that of V0 is "
    "the acceleration of the origin less W0 x V0"
)


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan C and its products for a robot whose base is fixed or floats."""
    refuse_still(robot)
    refuse_moving_base(robot, "matrix of Coriolis efforts")
    robot = unknown_acceleration(robot)
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed import coriolis as closed
        from symoro.catalog.dynamic.closed.drive import drive

        return closed.plan(drive(robot, options), OUTPUTS, base_note(robot))
    v = velocity_argument(robot, "v")
    other = along(robot, v)
    labels = rows(robot)
    plane = flat_frames(robot)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        m, r = mechanism(robot, scalar), mechanism(other, scalar)
        at = velocity_state(m, let)
        return {
            "C": coriolis_matrix(m, let, at, plane),
            "CV": coriolis_product(m, r, let, at),
            "CTQP": vector(momenta(m, let, at)[1].values()),
        }

    arrays = [joint_array(robot, name, robot.moving_joints) for name in ("q", "QP")]

    def check(robot: Robot) -> Check:
        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            tree = TreeDynamics(robot, values, arithmetic, dtype)
            C = tree.coriolis_matrix()
            rates = [evaluate(e, values, arithmetic) for e in v.elements.values()]
            return {"C": C, "CV": C @ np.array(rates, dtype=dtype), "CTQP": C.T @ tree.velocity()}

        return Check(
            robot,
            reference=reference,
            against="screws and spatial inertias in the world frame",
            arrays=(*arrays, v),
        )

    return Plan(
        robot,
        Formulation(
            trace=trace,
            elements=element_tags("C", labels) | vector_tags(("CV", "CTQP"), labels),
            promised=promised_elements(robot, "C", labels),
        ),
        check(robot),
        Interface(
            states=("q", "QP", "v"), outputs=OUTPUTS, notes=base_note(robot), arguments=(*arrays, v)
        ),
        check,
    )


def base_note(robot: Robot) -> tuple[str, ...]:
    """Say what the first rows of a floating base are."""
    return (FLOATING_NOTE,) if robot.base.motion is BaseMotion.FLOATING else ()


OUTPUTS = (
    OutputKind(
        "C",
        "matrix of Coriolis and centrifugal efforts C(q, QP), A' - 2C skew-symmetric",
        axes=(ROWS, ROWS),
    ),
    OutputKind("CV", "C times the given velocities v", False, axes=(ROWS,)),
    OutputKind("CTQP", "transpose of C times the velocities", False, axes=(ROWS,)),
)

ENTRY = ModelDefinition(**vars(CORIOLIS), outputs=OUTPUTS, plan=plan)

"""The inertia matrix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.catalog.dynamic.lean import lean
from symoro.catalog.dynamic.trees import (
    coupling_note,
    element_tags,
    promised_elements,
    row_note,
)
from symoro.catalog.tables.dynamic import INERTIA
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inertia import lean_inertia
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import rows
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import Robot, Structure
from symoro.robot.floating_base import unknown_acceleration
from symoro.robot.joint_axes import ROWS
from symoro.verify.check import Arrays, Check


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the inertia matrix of a robot."""
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed.inertia import plan as closed_plan

        return closed_plan(robot, options)
    robot = unknown_acceleration(robot)
    labels = rows(robot)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return {"A": inertia_matrix(mechanism(robot, scalar), let).matrix}

    def check(robot: Robot) -> Check:
        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            return {"A": TreeDynamics(robot, values, arithmetic, dtype).inertia_matrix()}

        return Check(
            robot, reference=reference, against="screws and spatial inertias in the world frame"
        )

    return Plan(
        robot,
        Formulation(
            trace=trace,
            formulate=lean(robot, _lean_page, frozenset({"A"})),
            elements=element_tags("A", labels),
            promised=promised_elements(robot, "A", labels),
        ),
        check(robot),
        Interface(states=("q",), outputs=OUTPUTS, notes=(*row_note(robot), *coupling_note(robot))),
        check,
    )


def _lean_page(m: Mechanism, form: LeanForm, let: LetFunction, _: object) -> Arrays:
    return {"A": lean_inertia(m, form, let).matrix}


OUTPUTS = (
    OutputKind(
        "A",
        "inertia matrix, rotor inertias included; rows and columns: joints that move",
        axes=(ROWS, ROWS),
    ),
)

ENTRY = ModelDefinition(**vars(INERTIA), outputs=OUTPUTS, plan=plan)

"""The inertia matrix of closed robots in the actuated joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from symoro.catalog.dynamic.closed.drive import drive, row_joints, row_names
from symoro.catalog.dynamic.lean import lean
from symoro.catalog.dynamic.trees import coupling_note, element_tags, row_note
from symoro.catalog.frames import closed_check, closed_interface
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.closed.joint_efforts import with_cut_rows
from symoro.models.dynamics.closed.motor_efforts import Rates, motor_inertia
from symoro.models.dynamics.inertia import InertiaMatrix, inertia_matrix
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inertia import lean_inertia
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.robot import Robot
from symoro.robot.floating_base import unknown_acceleration
from symoro.verify.check import Arrays, Check


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the inertia matrix of a closed robot."""
    robot = unknown_acceleration(robot)
    driven = drive(robot, options)
    labels, joints = row_names(driven), row_joints(driven)
    tree_tags = {f"A{row}": f"AT{row}" for row in rows(robot)}

    def project(A: InertiaMatrix, m: Mechanism, G: Rates, let: LetFunction) -> Arrays:
        return {"A": motor_inertia(with_cut_rows(A, m), G, driven.active, let).matrix}

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        loops = driven.motion(scalar, let)
        m = mechanism(robot, scalar, loops.positions)
        A = inertia_matrix(m, RenamingLet(let, tree_tags))
        return project(A, m, loops.slopes, let)

    cheap = driven.by_sums

    def lean_page(m: Mechanism, form: LeanForm, let: LetFunction, scalar: ScalarOf) -> Arrays:
        A = lean_inertia(m, form, RenamingLet(let, tree_tags))
        return project(A, m, cheap.motion(scalar, let).slopes, let)

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            return {"A": closed.reference_dynamics(values, arithmetic, dtype).inertia_matrix()}

        return Check(
            robot,
            reference=reference,
            against="screws and spatial inertias in the world frame, all rows of all loops",
            **closed_check(closed),
        )

    interface = closed_interface(robot, driven)
    interface["notes"] = (*row_note(robot), *coupling_note(robot), *interface["notes"])
    meaning = f"inertia matrix of the actuated joints {', '.join(map(str, driven.active))}"
    return Plan(
        robot,
        Formulation(
            trace=trace,
            formulate=lean(
                robot,
                lean_page,
                frozenset({"A"}),
                motions=lambda scalar, let: cheap.motion(scalar, let).positions,
            ),
            elements=element_tags("A", labels),
        ),
        check(robot),
        Interface(
            states=("q",),
            outputs=(OutputKind("A", meaning, axes=(joints, joints)),),
            **interface,
        ),
        check,
    )

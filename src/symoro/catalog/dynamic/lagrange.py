"""The Lagrange model: the coefficients A, B, C and Q of the equations of motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from symoro.catalog.dynamic.inverse_dynamics import effort_notes
from symoro.catalog.dynamic.trees import (
    bare_robot,
    element_tags,
    friction_words,
    promised_elements,
)
from symoro.catalog.tables.dynamic import LAGRANGE
from symoro.errors import ModelError
from symoro.expressions import ONE, ZERO, Arithmetic, ScalarOf, Values
from symoro.models.dynamics.lagrange import lagrange
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.models.rows import rows
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.joint_axes import JOINTS, PAIRS
from symoro.verify.check import Arrays, Check

EXPANDED = {"name": "lagrange-expanded", "title": "Lagrange model, expanded", "extension": "Elag"}


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the model of a robot on a fixed base; refuse other bases."""
    if robot.base.motion is not BaseMotion.FIXED:
        raise ModelError(
            f"{robot.name} has a {robot.base.motion.value} base, and the coefficients of "
            "the Lagrange model are those of a base at rest; inertia gives A, ccg the effects of "
            "velocities and gravity, and for a floating base coriolis the matrix C"
        )
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed import lagrange as closed
        from symoro.catalog.dynamic.closed.drive import drive

        return closed.plan(drive(robot, options), OUTPUTS, _notes(robot), EXPANDED)
    labels = rows(robot)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return vars(lagrange(mechanism(robot, scalar), let))

    def check(robot: Robot) -> Check:
        return Check(
            robot,
            reference=partial(_coefficients, robot),
            against="screws about a fixed point of the world frame, one unit velocity at a time",
        )

    return Plan(
        robot,
        Formulation(
            trace=trace,
            elements=frozenset({"Q"}.union(*(element_tags(tag, labels) for tag in "ABC"))),
            promised=promised_elements(robot, "A", labels),
        ),
        check(robot),
        Interface(
            states=("q",),
            outputs=tuple(kind for kind in OUTPUTS if kind.name != "B" or robot.n_dof > 1),
            notes=_notes(robot),
            expanded=EXPANDED,
        ),
        check,
    )


def _coefficients(robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
    """A, B, C and Q from inertia and Coriolis matrices at unit velocities.

    The Coriolis matrix is linear in the velocities: with that of joint k alone it is what this
    velocity does to each column.
    """

    def moving(k: int | None) -> TreeDynamics:
        still = tuple(replace(f, QP=ONE if j == k else ZERO) for j, f in robot)
        free = replace(bare_robot(robot), frames=still)
        return TreeDynamics(free, values, arithmetic, dtype)

    at_rest = moving(None)
    by = [moving(k).coriolis_matrix() for k in robot.moving_joints]
    n = len(by)
    B = [[by[k][i, j] + by[j][i, k] for j, k in combinations(range(n), 2)] for i in range(n)]
    C = [[by[j][i, j] for j in range(n)] for i in range(n)]
    return {
        "A": at_rest.inertia_matrix(),
        "B": np.array(B, dtype=dtype),
        "C": np.array(C, dtype=dtype),
        "Q": at_rest.bias(),
    }


def _notes(robot: Robot) -> tuple[str, ...]:
    """Say what A, B, C and Q leave out."""
    remarks = list(effort_notes(robot))
    if any(link.rubs for link in robot.drives):
        remarks.append(f"friction is not in A, B, C and Q: {friction_words(robot)} is to be added")
    if any(entry != ZERO for link in robot.links for entry in link.wrench):
        remarks.append(
            "external wrenches are not in A, B, C and Q: their efforts (ccg) are to be added"
        )
    return tuple(remarks)


OUTPUTS = (
    OutputKind("A", "inertia matrix", axes=(JOINTS, JOINTS)),
    OutputKind(
        "B", "Coriolis: a column for each product QPj QPk, j < k, in order", axes=(JOINTS, PAIRS)
    ),
    OutputKind("C", "centrifugal: column j goes with the square of QPj", axes=(JOINTS, JOINTS)),
    OutputKind("Q", "torque or force that gravity takes of each joint", axes=(JOINTS,)),
)

ENTRY = ModelDefinition(**vars(LAGRANGE), outputs=OUTPUTS, plan=plan)

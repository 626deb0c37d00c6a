"""Dynamics in operational space: Lambda, mu and p of a task."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from symoro.catalog.dynamic.inverse_dynamics import notes
from symoro.catalog.dynamic.task import (
    AGAINST,
    LEFT_OUT,
    element_names,
    named_arrays,
    reference_arrays,
    reference_task,
    singular_task,
    still_robot,
    task_notes,
    task_of,
    weightless,
)
from symoro.catalog.dynamic.trees import bare_robot
from symoro.catalog.tables.dynamic import OPERATIONAL
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.operational import task_dynamics
from symoro.models.dynamics.task import Task
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.tree_dynamics import TreeDynamics, bias
from symoro.robot import Robot, Structure
from symoro.robot.joint_axes import JOINTS
from symoro.verify.check import Arrays, Check
from symoro.verify.massless_joints import refuse_massless
from symoro.verify.pivots import SINGULAR_INERTIA


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the dynamics of a task of a robot; refuse floating bases."""
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed.operational import plan as closed_plan

        return closed_plan(robot, options, OUTPUTS)
    task = task_of(robot, options, "the dynamic model in operational space")
    bare = bare_robot(still_robot(robot))
    square = len(task.rows) == robot.n_dof
    if not square:
        refuse_massless(bare, bare.moving_joints)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return named_arrays(task_dynamics(bare, mechanism(bare, scalar), task, let))

    def check(robot: Robot) -> Check:
        bare = bare_robot(still_robot(robot))
        return Check(robot, reference=partial(_reference, bare, task), against=AGAINST)

    return Plan(
        robot,
        Formulation(
            trace=trace,
            elements=element_names(task, OUTPUTS),
            free=None if square else robot.moving_joints,
        ),
        check(robot),
        Interface(
            states=("q", "QP"),
            outputs=OUTPUTS,
            notes=(*task_notes(robot, task), LEFT_OUT, *notes(robot)),
            undefined_where=singular_task(task, robot.n_dof)
            + ("" if square else f", or {SINGULAR_INERTIA}"),
        ),
        check,
    )


def _reference(
    robot: Robot, task: Task, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Arrays:
    J, rest = reference_task(robot, task, values, arithmetic, dtype)
    A = TreeDynamics(robot, values, arithmetic, dtype).inertia_matrix()
    H = bias(robot, values, arithmetic, dtype)
    Hc = bias(weightless(robot), values, arithmetic, dtype)
    return reference_arrays(J, rest, A, H, Hc)


OUTPUTS = (
    OutputKind("LAMBDA", "inertia matrix of the task: F = LAMBDA xdd + MU + P"),
    OutputKind("MU", "Coriolis and centrifugal terms, those of a moving base included"),
    OutputKind("P", "gravity terms"),
    OutputKind(
        "JT",
        "Jacobian matrix of the task, a column for each joint that moves",
        False,
        axes=(None, JOINTS),
    ),
    OutputKind("JPQP", "Jdot qdot: acceleration of the task without joint accelerations", False),
    OutputKind("JBAR", "dynamically consistent inverse of JT", False, axes=(JOINTS,)),
    OutputKind(
        "NT",
        "projector of joint torques that do not accelerate the task",
        False,
        axes=(JOINTS, JOINTS),
    ),
)

ENTRY = ModelDefinition(**vars(OPERATIONAL), outputs=OUTPUTS, plan=plan)

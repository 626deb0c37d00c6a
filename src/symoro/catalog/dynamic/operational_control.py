"""Computed torque in operational space: joint torques from the wanted acceleration of a task."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from symoro.algebra import linear
from symoro.algebra.vectors import Array, vector
from symoro.catalog.dynamic.inverse_dynamics import notes
from symoro.catalog.dynamic.task import (
    AGAINST,
    choice_note,
    reference_task,
    singular_task,
    still_robot,
    task_notes,
    task_of,
    wishes,
)
from symoro.catalog.dynamic.trees import refuse_accelerated_loads
from symoro.catalog.tables.dynamic import OPERATIONAL_CONTROL
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.operational_control import Route, operational_control
from symoro.models.dynamics.task import Task
from symoro.models.geometry.transforms import WORLD
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.passes import DeadCode, count
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan, Trace
from symoro.pipeline.tracing import trace as traced
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import Robot, Structure
from symoro.robot.arguments import Argument, joint_array
from symoro.robot.joint_axes import JOINTS
from symoro.robot.rotation import rotation_note
from symoro.verify.check import Arrays, Check

T = TypeVar("T")

_FRAMES = 12  # of a long chain that are tried, before those near the best


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the control of a task of a robot; refuse floating bases."""
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed.operational_control import plan as closed_plan

        return closed_plan(robot, options, OUTPUTS)
    task = task_of(robot, options, "the control in operational space")
    refuse_accelerated_loads(robot)
    n = robot.n_dof
    square = len(task.rows) == n
    wanted, near = wishes(robot, task, robot.moving_joints, near=options["near"])
    still = still_robot(robot)

    def by(route: Route) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            W = vector(map(scalar, wanted.elements.values()))
            z = vector(map(scalar, near.elements.values())) if near else vector([0] * n)
            control = operational_control(still, mechanism(still, scalar), task, W, z, route, let)
            return {"GAM": vector(control.tau.values()), "QDP": vector(control.qdd.values())}

        return trace

    joints = [joint_array(robot, name, robot.moving_joints) for name in ("q", "QP")]
    arrays = (*joints, wanted, *([near] if near else []))

    def check(robot: Robot) -> Check:
        still = still_robot(robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            def at(argument: Argument) -> Array:
                entries = argument.elements.values()
                return np.array([evaluate(e, values, arithmetic) for e in entries], dtype=dtype)

            J, rest = reference_task(robot, task, values, arithmetic, dtype)
            y = at(wanted) - rest
            if square:
                qdd = linear.solve(J, y)
            else:
                z = at(near) if near else 0 * J[0]
                qdd = z + J.T @ linear.solve(J @ J.T, y - J @ z)
            dynamics = TreeDynamics(still, values, arithmetic, dtype)
            return {"GAM": dynamics.inertia_matrix() @ qdd + dynamics.bias(), "QDP": qdd}

        return Check(robot, reference=reference, against=AGAINST, arrays=arrays)

    draft = Plan(
        robot,
        Formulation(trace=by(Route(task.i))),
        check(robot),
        Interface(
            states=tuple(array.name for array in arrays),
            outputs=OUTPUTS,
            undefined_where=singular_task(task, n),
            arguments=arrays,
        ),
        check,
    )
    route = _shortest(draft, by, robot, task)
    remarks = (
        *task_notes(robot, task),
        *_solved_in(route, task),
        *choice_note(task, n, near),
        *notes(robot),
    )
    return draft.with_formulation(trace=by(route)).with_interface(notes=remarks)


def _shortest(draft: Plan, by: Callable[[Route], Trace], robot: Robot, task: Task) -> Route:
    """The route with the fewest operations: first the frame, then whether to sum."""

    def cost(route: Route) -> int:
        program = traced(draft.with_formulation(trace=by(route)), "control", ["GAM"])
        return count(DeadCode()(program)).total

    route = least(list(_frames(robot, task)), cost)
    return min(route, replace(route, summed=True), key=cost)


def least(routes: Sequence[T], cost: Callable[[T], int]) -> T:
    """The cheapest of some; of many, in their order, the cheapest near the best of a few."""
    step = max(len(routes) // _FRAMES, 1)
    place = min(range(0, len(routes), step), key=lambda k: cost(routes[k]))
    if step == 1:
        return routes[place]
    return min(routes[max(place - step + 1, 0) : place + step], key=cost)


def _frames(robot: Robot, task: Task) -> Iterator[Route]:
    """Solved in the frame of the task; or in any frame of the chain, if it is whole vectors.

    To leave a world placed by symbols takes the inverse of Z, which is known of rotations only.
    """
    yield Route(task.i)
    if task.i == WORLD and rotation_note(robot):
        return
    if task.rows in ((1, 2, 3), (4, 5, 6), (1, 2, 3, 4, 5, 6)):
        yield from (Route(p) for p in robot.ancestors(task.r) if p != task.i)


def _solved_in(route: Route, task: Task) -> tuple[str, ...]:
    if route.p == task.i:
        return ()
    return (f"solved in frame {route.p}, where it takes the fewest operations",)


OUTPUTS = (
    OutputKind("GAM", "torque or force of each joint that moves", axes=(JOINTS,)),
    OutputKind("QDP", "joint acceleration that it gives", False, axes=(JOINTS,)),
)

ENTRY = ModelDefinition(**vars(OPERATIONAL_CONTROL), outputs=OUTPUTS, plan=plan)

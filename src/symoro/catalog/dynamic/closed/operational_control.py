"""Computed torque of closed robots in operational space: torques of the motors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.algebra.vectors import Array, vector
from symoro.catalog.dynamic.closed.drive import (
    drive,
    motors,
    position_arrays,
    push_notes,
    pushes,
)
from symoro.catalog.dynamic.closed.operational import closed_task
from symoro.catalog.dynamic.task import (
    AGAINST,
    choice_note,
    singular_task,
    still_robot,
    task_notes,
    task_of,
    wishes,
)
from symoro.catalog.dynamic.trees import refuse_accelerated_loads
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.closed.operational import motor_control
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.robot import Robot
from symoro.robot.arguments import Argument
from symoro.verify.check import Arrays, Check


def plan(robot: Robot, options: Mapping[str, Any], outputs: Sequence[OutputKind]) -> Plan:
    """Plan the control of a task of a closed robot; its base does not float."""
    driven = drive(robot, options)
    task = task_of(robot, options, "the control in operational space", driven)
    refuse_accelerated_loads(robot)
    active, n = driven.active, len(driven.active)
    wanted, near = wishes(robot, task, active, near=options["near"])
    still = still_robot(robot)
    own_efforts = [active.index(j) for j in motors(driven)]

    def trace_of(closed: Actuated) -> Trace:
        own = replace(closed, robot=still)

        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            loops = own.motion(scalar, let)
            m = mechanism(still, scalar, loops.biases)
            W = vector(map(scalar, wanted.elements.values()))
            z = vector(map(scalar, near.elements.values())) if near else vector([0] * n)
            pushed = pushes(driven, loops, scalar)
            control = motor_control(still, m, task, W, z, loops.slopes, active, pushed, let)
            GAM = vector(control.tau.values())[own_efforts]
            return {"GAM": GAM, "QDP": vector(control.qdd.values())}

        return trace

    arrays = (*position_arrays(driven), wanted, *([near] if near else []))

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            def at(argument: Argument) -> Array:
                entries = argument.elements.values()
                return np.array([evaluate(e, values, arithmetic) for e in entries], dtype=dtype)

            J, rest = closed_task(closed, task, values, arithmetic, dtype)
            y = at(wanted) - rest
            if len(J) == n:
                qdd = linear.solve(J, y)
            else:
                z = at(near) if near else 0 * J[0]
                qdd = z + J.T @ linear.solve(J @ J.T, y - J @ z)
            dynamics = closed.reference_dynamics(values, arithmetic, dtype)
            tau = dynamics.inertia_matrix() @ qdd + dynamics.bias()
            return {"GAM": tau[own_efforts], "QDP": qdd}

        kinds = closed_check(closed)
        kinds["arrays"] = arrays
        return Check(
            robot, reference=reference, against=f"{AGAINST}; all rows of all loops", **kinds
        )

    interface = closed_interface(robot, driven)
    interface["arguments"] = arrays
    interface["notes"] = (
        *task_notes(robot, task),
        *choice_note(task, n, near),
        *interface["notes"],
        *push_notes(driven),
    )
    interface["undefined_where"] = "; ".join(
        filter(None, (singular_task(task, n), driven.undefined_where))
    )
    axes = {"GAM": motors(driven), "QDP": active}
    kinds = tuple(replace(kind, axes=(axes[kind.name],)) for kind in outputs)
    cheap = driven.by_sums
    names = frozenset(kind.name for kind in kinds)
    shorter = Alternative("passive joints as sums of actuated ones", trace_of(cheap), names)
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(shorter,) if cheap is not driven else (),
        ),
        check(robot),
        Interface(
            states=tuple(array.name for array in arrays),
            outputs=kinds,
            **interface,
        ),
        check,
    )

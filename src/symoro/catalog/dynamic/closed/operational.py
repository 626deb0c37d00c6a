"""The dynamics of closed robots in operational space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from symoro.catalog.dynamic.closed.drive import drive, position_arrays
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
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.ccg import INERTIAL_TERMS
from symoro.models.dynamics.closed.operational import motor_task_dynamics
from symoro.models.dynamics.task import Task
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.robot import Robot
from symoro.verify.check import Arrays, Check
from symoro.verify.pivots import SINGULAR_INERTIA


def plan(robot: Robot, options: Mapping[str, Any], outputs: Sequence[OutputKind]) -> Plan:
    """Plan the dynamics of a task of a closed robot; its base does not float."""
    driven = drive(robot, options)
    task = task_of(robot, options, "the dynamic model in operational space", driven)
    active = driven.active
    square = len(task.rows) == len(active)
    bare = bare_robot(still_robot(robot))

    def trace_of(closed: Actuated) -> Trace:
        own = replace(closed, robot=bare)

        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            loops = own.motion(scalar, let)
            m = mechanism(bare, scalar, loops.biases)
            return named_arrays(motor_task_dynamics(bare, m, task, loops.slopes, active, let))

        return trace

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            return _reference(closed, task, values, arithmetic, dtype)

        kinds = closed_check(closed)
        kinds["arrays"] = position_arrays(driven)
        return Check(
            robot, reference=reference, against=f"{AGAINST}; all rows of all loops", **kinds
        )

    interface = closed_interface(robot, driven)
    interface["notes"] = (*task_notes(robot, task), LEFT_OUT, *interface["notes"])
    singular = singular_task(task, len(active)) + ("" if square else f", or {SINGULAR_INERTIA}")
    interface["undefined_where"] = "; ".join(filter(None, (singular, driven.undefined_where)))
    axes: dict[str, Any] = {"JT": (None, active), "JBAR": (active,), "NT": (active, active)}
    kinds = tuple(replace(kind, axes=axes.get(kind.name, kind.axes)) for kind in outputs)
    cheap = driven.by_sums
    names = frozenset(kind.name for kind in kinds)
    own = Alternative("passive joints as sums of actuated ones", trace_of(cheap), names)
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(own,) if cheap is not driven else (),
            elements=element_names(task, kinds),
        ),
        check(robot),
        Interface(states=("q", "QP"), outputs=kinds, **interface),
        check,
    )


def _reference(
    closed: Actuated, task: Task, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Arrays:
    J, rest = closed_task(closed, task, values, arithmetic, dtype)
    bare = replace(closed, robot=bare_robot(closed.robot))
    afloat = replace(bare, robot=weightless(bare.robot))
    dynamics, lifted = (
        each.reference_dynamics(values, arithmetic, dtype) for each in (bare, afloat)
    )
    H, weightless_H = (each.bias(terms=INERTIAL_TERMS) for each in (dynamics, lifted))
    return reference_arrays(J, rest, dynamics.inertia_matrix(), H, weightless_H)


def closed_task(
    closed: Actuated, task: Task, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> tuple[Any, Any]:
    """Return Jc and the acceleration that is left without those of the actuated joints."""
    tree = closed.reference_robot
    J, rest = reference_task(tree, task, values, arithmetic, dtype)
    dynamics = closed.reference_dynamics(values, arithmetic, dtype)
    joints = tree.moving_joints
    return J @ dynamics.slopes(joints), rest + J @ dynamics.biases(joints)

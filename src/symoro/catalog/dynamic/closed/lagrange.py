"""The Lagrange model of closed robots: A, B, C and Q in the actuated joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from symoro.catalog.dynamic.closed.drive import row_names
from symoro.catalog.dynamic.trees import bare_robot, element_tags, promised_elements
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.ccg import INERTIAL_TERMS
from symoro.models.dynamics.closed.lagrange import motor_lagrange
from symoro.models.dynamics.closed.motor_efforts import Rates
from symoro.models.dynamics.lagrange import lagrange
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import Motion, mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.robot import Robot
from symoro.robot.joint_axes import PAIRS, Among
from symoro.verify.check import Arrays, Check

_RATES = ("Wda", "Wdp", "Wqr", "Wqd")  # of G, at each unit velocity


def plan(
    driven: Actuated,
    outputs: Sequence[OutputKind],
    notes: Sequence[str],
    expanded: Mapping[str, Any],
) -> Plan:
    """Plan the model of a closed robot on a fixed base."""
    robot, active = driven.robot, driven.active
    joints = tuple(j for j in robot.outward() if robot.frame(j).moves)
    labels = rows(robot)
    tags = {"Q": "QT"} | {f"{tag}{row}": f"{tag}T{row}" for tag in "ABC" for row in labels}

    def trace_of(closed: Actuated) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            loops = closed.motion(scalar, let)
            still = mechanism(robot, scalar, loops.positions)
            tree = lagrange(still, RenamingLet(let, tags))
            rates = {
                a: _rates_at_unit(closed, loops, column, scalar, let)
                for column, a in enumerate(active)
            }
            return dict(vars(motor_lagrange(still, tree, joints, loops.slopes, rates, active, let)))

        return trace

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            return _coefficients(closed, values, arithmetic, dtype)

        return Check(
            robot,
            reference=reference,
            against="screws about a fixed point of the world frame, all rows of all loops, one "
            "unit velocity at a time",
            **closed_check(closed),
        )

    interface = closed_interface(robot, driven)
    interface["notes"] = (*notes, *interface["notes"])
    axes: dict[str, Any] = {
        "A": (active, active),
        "B": (active, Among(PAIRS, active)),
        "C": (active, active),
    }
    kinds = tuple(
        replace(kind, axes=axes.get(kind.name, (active,)))
        for kind in outputs
        if kind.name != "B" or len(active) > 1
    )
    cheap = driven.by_sums
    names = frozenset(kind.name for kind in kinds)
    own = Alternative("passive joints as sums of actuated ones", trace_of(cheap), names)
    matrix_rows = row_names(driven)
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(own,) if cheap is not driven else (),
            elements=frozenset({"Q"}.union(*(element_tags(tag, matrix_rows) for tag in "ABC"))),
            promised=promised_elements(robot, "A", matrix_rows),
        ),
        check(robot),
        Interface(states=("q",), outputs=kinds, expanded=expanded, **interface),
        check,
    )


def _rates_at_unit(
    closed: Actuated, loops: LoopMotion, column: int, scalar: ScalarOf, let: LetFunction
) -> Rates:
    """The rates of G where one motor alone moves, at unit velocity."""
    a, at = closed.active[column], loops.positions
    moving = {
        j: Motion(at[j].position if j in at else scalar(frame.position), loops.slopes[j][column], 0)
        for j, frame in closed.robot
        if frame.moves
    }
    return loops.slope_rates_along(moving, RenamingLet(let, {tag: f"{tag}{a}x" for tag in _RATES}))


def _coefficients(
    closed: Actuated, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Arrays:
    """A, B, C and Q from the inertia and Coriolis matrices at unit velocities of the motors."""
    bare = replace(closed, robot=bare_robot(closed.robot))
    dynamics = bare.reference_dynamics(values, arithmetic, dtype)
    n = len(closed.active)
    unit = np.eye(n, dtype=int).tolist()
    by = [dynamics.at_velocities(row).coriolis_matrix() for row in unit]
    B = [[by[k][i, j] + by[j][i, k] for j, k in combinations(range(n), 2)] for i in range(n)]
    C = [[by[j][i, j] for j in range(n)] for i in range(n)]
    return {
        "A": dynamics.inertia_matrix(),
        "B": np.array(B, dtype=dtype).reshape(n, -1),
        "C": np.array(C, dtype=dtype),
        "Q": dynamics.at_velocities([0] * n).bias(terms=INERTIAL_TERMS),
    }

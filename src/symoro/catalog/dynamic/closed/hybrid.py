"""The hybrid dynamic model of closed robots, by their independent joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.linear import solve
from symoro.algebra.vectors import NULL, vector
from symoro.catalog.dynamic.closed.drive import (
    drive,
    floats,
    motors,
    position_arrays,
    push_notes,
    pushes,
)
from symoro.catalog.dynamic.free_joints import free_notes, free_outputs
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.closed.hybrid import base_wrench, motor_hybrid
from symoro.models.dynamics.closed.joint_efforts import joint_efforts, with_cut_rows
from symoro.models.dynamics.floating_inverse_dynamics import HELD_TAGS
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.robot import Robot
from symoro.robot.arguments import Argument, joint_array
from symoro.robot.efforts import given_effort
from symoro.verify.check import Arrays, Check
from symoro.verify.pivots import SINGULAR_INERTIA


def plan(robot: Robot, options: Mapping[str, Any], base_outputs: tuple[OutputKind, ...]) -> Plan:
    """Plan the hybrid model of a closed robot."""
    driven = drive(robot, options)
    free = options["free"] or tuple(j for j in driven.active if robot.frame(j).eta)
    free = tuple(sorted(free))
    others = tuple(j for j in driven.active if j not in free)
    floating = floats(robot)
    tree_tags = {**HELD_TAGS, "GAM": "GT"} | {f"A{row}": f"AT{row}" for row in rows(robot)}

    def trace_of(closed: Actuated) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            loops = closed.motion(scalar, let)
            G, active = loops.slopes, closed.active
            wanted = [scalar(robot.frame(j).QDP) if j in others else 0 for j in active]
            m = mechanism(robot, scalar, loops.motions_at(wanted))
            inner = RenamingLet(let, tree_tags)
            frames = link_transforms(m, inner)
            still = newton_euler(_held_base(m), inner, frames)
            tau = joint_efforts(m, still.tau, pushes(driven, loops, scalar), active, let)
            known = {j: scalar(given_effort(robot, j)) for j in free}
            A = with_cut_rows(inertia_matrix(m, inner, frames), m)
            wrench = base_wrench(m, still.f, still.n)
            dynamics = motor_hybrid(m, A, tau, wrench, G, active, known, let)
            return {
                "QDPF": vector(dynamics.qdd[j] for j in free),
                "GAMD": vector(dynamics.tau[j] for j in others),
                "VP0": dynamics.vd0,
                "WP0": dynamics.wd0,
            }

        return trace

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            return _accelerations(closed, free, values, arithmetic, dtype)

        kinds = closed_check(closed)
        kinds["arrays"] = arrays
        return Check(
            robot,
            reference=reference,
            against="screws and spatial inertias in the world frame, all rows of all loops",
            **kinds,
        )

    arrays = _arguments(driven, free, others)
    outputs = tuple(
        kind for kind in free_outputs(free, others, floating) if kind not in base_outputs
    )
    outputs += base_outputs if floating else ()
    interface = closed_interface(robot, driven)
    interface["notes"] = (
        *free_notes(robot, free, others),
        *interface["notes"],
        *push_notes(driven),
    )
    interface["arguments"] = arrays
    if check_of_states := driven.state_check:
        interface["state_check"] = check_of_states.without_accelerations
    interface["undefined_where"] = "; ".join(
        filter(None, (SINGULAR_INERTIA if free or floating else "", driven.undefined_where))
    )
    cheap = driven.by_sums
    names = frozenset(kind.name for kind in outputs)
    own = Alternative("passive joints as sums of actuated ones", trace_of(cheap), names)
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(own,) if cheap is not driven else (),
            elements=frozenset(("QDP", "GAM")),
        ),
        check(robot),
        Interface(
            states=tuple(array.name for array in arrays),
            outputs=outputs,
            **interface,
        ),
        check,
    )


def _held_base(m: Mechanism) -> Mechanism:
    """The robot with a floating base that neither accelerates nor is pulled."""
    return replace(m, g=NULL, vd0=NULL, wd0=NULL) if m.floating else m


def _arguments(
    driven: Actuated, free: Sequence[int], others: Sequence[int]
) -> tuple[Argument, ...]:
    """Positions, velocities, accelerations of driven joints, efforts of free motors."""
    robot, joints = driven.robot, driven.active
    read = [j for j in motors(driven) if j not in others]
    arrays = [*position_arrays(driven)]
    if others:
        arrays.append(joint_array(robot, "QDP", joints, others))
    if read:
        arrays.append(joint_array(robot, "GAM", sorted({*joints, *read}), read))
    return tuple(arrays)


def _accelerations(
    closed: Actuated,
    free: Sequence[int],
    values: Values,
    arithmetic: Arithmetic[Any],
    dtype: Any,
) -> Arrays:
    """The outputs from Ac and Hc, taken apart."""
    robot = closed.robot
    dynamics = closed.reference_dynamics(values, arithmetic, dtype)
    A, H = dynamics.inertia_matrix(), dynamics.bias()
    first = len(H) - len(closed.active)
    place = {j: first + k for k, j in enumerate(closed.active)}
    f = [*range(first), *(place[j] for j in free)]
    d = [place[j] for j in closed.active if j not in free]
    qdd = np.array(
        [evaluate(robot.frame(j).QDP, values, arithmetic) for j in closed.active if j not in free],
        dtype=dtype,
    )
    own = [evaluate(given_effort(robot, j), values, arithmetic) for j in free]
    zero = 0 * H[0]
    right = np.array([*[zero] * first, *own], dtype=dtype) - H[f]
    if d:
        right = right - A[np.ix_(f, d)] @ qdd
    x = solve(A[np.ix_(f, f)], right) if f else right
    arrays = {"QDPF": x[first:], "VP0": x[:3], "WP0": x[3:first]}
    if d:
        arrays["GAMD"] = H[d] + A[np.ix_(d, d)] @ qdd + (A[np.ix_(d, f)] @ x if f else 0)
    return arrays

"""The linearised model of closed robots, in the actuated joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra.linear import solve
from symoro.catalog.dynamic.closed.drive import (
    drive,
    motors,
    position_arrays,
    push_notes,
    pushed_joints,
    pushes,
)
from symoro.catalog.dynamic.linear_states import (
    at_rest,
    linear_notes,
    state_labels,
    stiffness,
    traced_slopes,
)
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.errors import ModelError
from symoro.expressions import ZERO, Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.closed.joint_efforts import joint_efforts, with_cut_rows
from symoro.models.dynamics.closed.linearize import damping_at_rest, slopes_along
from symoro.models.dynamics.closed.motor_efforts import motor_efforts, motor_inertia
from symoro.models.dynamics.friction import slope_at_rest
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.linearize import LinearizedEfforts, linear_system
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import Motion, mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.references.closed_linearize import effort_slopes
from symoro.robot import Robot
from symoro.robot.arguments import joint_array
from symoro.robot.joint_axes import STATES, Among
from symoro.verify.check import Arrays, Check
from symoro.verify.pivots import SINGULAR_INERTIA


def plan(robot: Robot, options: Mapping[str, Any], outputs: Sequence[OutputKind]) -> Plan:
    """Plan the model of a closed robot about a posture at rest or a motion.

    Raises:
        ModelError: for positions of the actuated joints alone where they do not give the others.
    """
    moving = bool(options.get("moving"))
    driven = drive(robot, options)
    if not (driven.consistent or driven.has_passive_positions):
        raise ModelError(
            f"{robot.name} has no closed form of its loops, so the actuated joints do not give the "
            "positions about which it is linearised; without --actuated (actuated) positions of "
            "all joints are arguments"
        )
    active = driven.active
    inputs = tuple(j for j in motors(driven) if j in active)
    modelled = robot if moving else at_rest(robot)
    tree_tags = {"GAM": "GT"} | {f"A{row}": f"AT{row}" for row in rows(robot)}

    def trace_of(closed: Actuated) -> Trace:
        own = replace(closed, robot=modelled)

        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            loops = own.motion(scalar, let)
            inner = RenamingLet(let, tree_tags)
            qdda = [scalar(modelled.frame(j).QDP) for j in active]
            m = mechanism(modelled, scalar, loops.motions_at(qdda) if moving else _rest(loops))
            frames = link_transforms(m, inner)
            tree = newton_euler(m, inner, frames).tau
            tau = joint_efforts(m, tree, pushes(driven, loops, scalar), active, let)
            G = loops.slopes
            GAM = motor_efforts(tau, G, active, let)
            varied = closed.inputs
            names = [robot.variables[j].name for j in varied]
            speeds = [str(robot.frame(j).QP) for j in varied] if moving else []
            slopes = traced_slopes(let, [*GAM], [*names, *speeds])
            dq, dqd = slopes[:, : len(names)], slopes[:, len(names) :] if moving else None
            if closed.consistent:
                dq, dqd = slopes_along(dq, dqd, varied, G, loops.slope_rates if moving else {})
            if dqd is None:
                rubbing = {j: slope_at_rest(m.body(j)) for j in tau}
                dqd = damping_at_rest(rubbing, G, len(active))
            k = [scalar(stiffness(robot, j)) for j in active]
            A = with_cut_rows(inertia_matrix(m, inner, frames), m)
            Ac = motor_inertia(A, G, active, let)
            parents = range(-1, len(active) - 1)
            system = linear_system(Ac, parents, LinearizedEfforts(dq, dqd, k), inputs, let)
            return {**vars(system), "GAM": GAM}

        return trace

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            return _system(closed, inputs, moving, values, arithmetic, dtype)

        kinds = closed_check(closed)
        kinds["arrays"] = arrays
        return Check(
            robot,
            reference=reference,
            against="dual numbers through momentum balance in the world frame, all rows of all "
            "loops",
            **kinds,
        )

    states = ("q", "QP") if moving else ("q",)
    arrays = position_arrays(driven, states)
    if moving:
        arrays = (*arrays, joint_array(robot, "QDP", driven.inputs, active))
    interface = closed_interface(robot, driven)
    interface["notes"] = (
        *linear_notes(robot, moving, active),
        *interface["notes"],
        *push_notes(driven),
    )
    interface["arguments"] = arrays
    if check_of_states := driven.state_check:
        interface["state_check"] = check_of_states.without_accelerations
    interface["undefined_where"] = "; ".join(
        filter(None, (SINGULAR_INERTIA, driven.undefined_where))
    )
    labels = state_labels(robot, active)
    efforts = tuple(str(robot.frame(j).GAM) for j in inputs)
    state = Among(STATES, active)
    axes: dict[str, Any] = {
        "A": (state, state),
        "B": (state, inputs),
        "C": (active, state),
        "D": (active, inputs),
    }
    chosen = tuple(
        replace(kind, axes=axes.get(kind.name, (active,)))
        for kind in outputs
        if inputs or kind.name not in ("B", "D")
    )
    cheap = driven if pushed_joints(driven) else driven.by_sums  # springs are as long as given
    names = frozenset(kind.name for kind in chosen)
    shorter = Alternative("passive joints as sums of actuated ones", trace_of(cheap), names)
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(shorter,) if cheap is not driven else (),
            elements=frozenset({"GAM"}),
        ),
        check(robot),
        Interface(
            states=tuple(array.name for array in arrays),
            outputs=chosen,
            columns={"A": labels, "B": efforts, "C": labels, "D": efforts},
            **interface,
        ),
        check,
    )


def _rest(loops: LoopMotion) -> dict[int, Motion]:
    """The positions of joints that are not inputs; nothing moves."""
    return {j: replace(motion, qd=0, qdd=0) for j, motion in loops.positions.items()}


def _system(
    closed: Actuated,
    inputs: Sequence[int],
    moving: bool,
    values: Values,
    arithmetic: Arithmetic[Any],
    dtype: Any,
) -> Arrays:
    robot, active = closed.robot, closed.active
    n = len(active)
    zero, one = arithmetic.number(Fraction(0)), arithmetic.number(Fraction(1))
    rates = [
        [
            evaluate(getattr(robot.frame(j), tag) if moving else ZERO, values, arithmetic)
            for j in active
        ]
        for tag in ("QP", "QDP")
    ]
    dynamics = closed.reference_dynamics(values, arithmetic, dtype)
    GAM, dq, dqd = effort_slopes(dynamics, *rates)
    for r, j in enumerate(active):
        dq[r, r] = dq[r, r] + evaluate(stiffness(robot, j), values, arithmetic)
    none = np.full((n, n), zero, dtype=dtype)
    unit = none.copy()
    np.fill_diagonal(unit, one)
    S = [active.index(j) for j in inputs]
    right = np.concatenate([-dq, -dqd, unit[:, S]], axis=1)
    solved = solve(dynamics.inertia_matrix(), right)
    return {
        "A": np.block([[none, unit], [solved[:, : 2 * n]]]),
        "B": np.concatenate([none[:, S], solved[:, 2 * n :]]),
        "C": np.concatenate([unit, none], axis=1),
        "D": none[:, S],
        "GAM": GAM,
    }

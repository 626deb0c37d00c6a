"""The vector of Coriolis, centrifugal and gravity efforts of closed robots, by motors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from symoro.algebra.vectors import Array
from symoro.catalog.dynamic.closed.drive import push_notes, pushes, row_joints
from symoro.catalog.dynamic.lean import lean
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.ccg import CORIOLIS, FRICTION, TERMS, ccg
from symoro.models.dynamics.closed.joint_efforts import Pushes, drive_bias
from symoro.models.dynamics.closed.motor_efforts import motor_rows
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inverse_dynamics import lean_ccg
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import Mechanism, Motion, mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.robot import Robot
from symoro.verify.check import Arrays, Check

_TREE = {"H": "HT"}


class TermOf(Protocol):
    """The reference of one term of H of a tree."""

    def __call__(
        self, robot: Robot, term: str, values: Values, arithmetic: Arithmetic[Any], dtype: Any, /
    ) -> Array:
        """Return the term by row."""


def plan(
    driven: Actuated,
    terms: Sequence[str],
    term_of: TermOf,
    output: OutputKind,
    notes: Sequence[str],
    called: Mapping[str, str],
) -> Plan:
    """Plan H, or some of its terms, of a closed robot."""
    robot = driven.robot
    cheap = driven.by_sums

    def motions(loops: LoopMotion) -> dict[int, Motion]:
        """With the accelerations that velocities give passive joints, if they count."""
        if CORIOLIS in terms:
            return loops.biases
        return loops.velocities if FRICTION in terms else loops.positions

    def accelerations(loops: LoopMotion) -> dict[int, Any]:
        moving = loops.biases if CORIOLIS in terms else {}
        return {j: motion.qdd for j, motion in moving.items()}

    def project(
        H: Array, m: Mechanism, loops: LoopMotion, pushed: Pushes, let: LetFunction
    ) -> Arrays:
        drives = drive_bias(m, terms, pushed, accelerations(loops))
        active = driven.active
        return {"H": motor_rows(H, rows(robot), loops.slopes, active, let, drives=drives)}

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        loops = driven.motion(scalar, let)
        m = mechanism(robot, scalar, motions(loops))
        H = ccg(m, terms, RenamingLet(let, _TREE), accelerations=accelerations(loops))
        return project(H, m, loops, pushes(driven, loops, scalar), let)

    def lean_page(m: Mechanism, form: LeanForm, let: LetFunction, scalar: ScalarOf) -> Arrays:
        loops = cheap.motion(scalar, let)
        H = lean_ccg(m, form, RenamingLet(let, _TREE), terms, accelerations(loops))
        return project(H, m, loops, pushes(driven, loops, scalar), let)

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            tree = closed.reference_robot
            dynamics = closed.reference_dynamics(values, arithmetic, dtype)
            parts = [term_of(tree, term, values, arithmetic, dtype) for term in terms]
            H = sum(parts[1:], start=parts[0])
            return {"H": dynamics.bias(H, terms)}

        return Check(
            robot,
            reference=reference,
            against="momentum balance in the world frame, power of all joints",
            **closed_check(closed),
        )

    moves = CORIOLIS in terms or FRICTION in terms
    interface = closed_interface(robot, driven)
    pushed = push_notes(driven) if set(terms) == set(TERMS) else ()
    interface["notes"] = (*notes, *interface["notes"], *pushed)
    formulate = lean(
        robot,
        lean_page,
        frozenset({"H"}),
        merging=True,
        motions=lambda scalar, let: motions(cheap.motion(scalar, let)),
    )
    return Plan(
        robot,
        Formulation(trace=trace, formulate=formulate if CORIOLIS in terms else None),
        check(robot),
        Interface(
            states=("q", "QP") if moves else ("q",),
            outputs=(replace(output, axes=(row_joints(driven),)),),
            called=called,
            **interface,
        ),
        check,
    )

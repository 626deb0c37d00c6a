"""Parts that the models in operational space share: the rows of a link, and their reference."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.algebra import linear
from symoro.catalog.kinematic.jacobian_parts import frames_of
from symoro.errors import ModelError, UsageError
from symoro.expressions import ZERO, Arithmetic, FloatArithmetic, ModularArithmetic, Values
from symoro.expressions.modular import ZeroDivisor
from symoro.expressions.points import at_random_point
from symoro.models.dynamics.operational import TaskDynamics
from symoro.models.dynamics.task import Task
from symoro.models.geometry.transforms import WORLD
from symoro.pipeline.plan import OutputKind
from symoro.references.jacobian import basic_jacobian
from symoro.references.motion import spatial_motion
from symoro.references.poses import world_poses
from symoro.robot import BaseMotion, Robot
from symoro.robot.arguments import Argument, vector_argument
from symoro.robot.base import NULL
from symoro.robot.rotation import rotation_note
from symoro.verify.check import Arrays
from symoro.verify.sampling import sample_values
from symoro.wording import noun_phrase

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated

_FLOATS = FloatArithmetic()
_POSTURES = 3
_DRAWS = 400
_ZERO = 1e-9  # singular values, beside the largest element

AGAINST = "A, H and the Jacobian matrix of the world frame, and elimination"

LEFT_OUT = "friction and external wrenches are no part of MU and P"
"""The note that says so."""

WANTED = "WX"
"""The array of the wanted acceleration."""

NEAR = "WQ"
"""The array of joint accelerations to be near to."""


def task_of(
    robot: Robot, options: Mapping[str, Any], what: str, driven: Actuated | None = None
) -> Task:
    """Return the task that is asked for; without rows given, the first that are independent.

    That of a closed robot moves as its motors drive it.

    Raises:
        ModelError: for a robot that cannot have it, or rows that depend on each other.
    """
    if robot.base.motion is BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} has a floating base, whose acceleration is unknown, so that the "
            "acceleration of a link is not J qdd + Jdot qd; inertia and ccg give the equations of "
            f"its motion; {what} takes a fixed or a moving base"
        )
    projection = 0 if options["projection"] is None else options["projection"]
    triple = frames_of(robot, {**options, "projection": projection, "intermediate": None})
    rows: tuple[int, ...] = options["rows"]
    beyond = [row for row in rows if not 1 <= row <= 6]
    if beyond:
        raise UsageError(
            f"--rows are 1 to 6, not {', '.join(map(str, beyond))}: velocity, then angular velocity"
        )
    whole = Task(triple.r, triple.i, tuple(range(1, 7)))
    independent = partial(_independent, _residues(robot, whole))
    if driven:
        independent = partial(_independent_numbers, _closed_matrices(driven, whole))
    if not rows:
        return replace(whole, rows=independent(whole.rows))
    free = independent(rows)
    if len(free) < len(rows):
        every = independent(whole.rows)
        raise ModelError(
            f"{robot.name}: {noun_phrase('row', rows)} of the Jacobian matrix of link {triple.r}, "
            f"in frame {triple.i}, "
            f"{'depend on each other' if len(rows) > 1 else 'is zero'} in every posture; "
            f"independent are {noun_phrase('row', every)} (--rows {','.join(map(str, every))})"
            + (f", of those given {noun_phrase('row', free)}" if free and free != every else "")
        )
    return replace(whole, rows=rows)


def task_notes(robot: Robot, task: Task) -> tuple[str, ...]:
    """Say what the rows are, and what is assumed of the world."""
    return (
        f"task: {noun_phrase('row', task.rows)} of (acceleration of the origin of frame {task.r}, "
        f"angular acceleration of link {task.r}), written in frame {task.i}",
        *(rotation_note(robot) if task.i == WORLD else ()),
    )


def singular_task(task: Task, n: int) -> str:
    """Return where a task of a robot with n joints is singular."""
    if len(task.rows) == n:
        return "the Jacobian matrix of the task is singular"
    return "the rows of the task's Jacobian matrix depend on each other"


def still_robot(robot: Robot) -> Robot:
    """The robot without joint accelerations."""
    return replace(robot, frames=tuple(replace(f, QDP=ZERO) for f in robot.frames))


def reference_task(
    robot: Robot, task: Task, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> tuple[Any, Any]:
    """J, a column for each joint that moves, and Jdot qd, by axes and moments in frame 0."""
    rows = [row - 1 for row in task.rows]
    pose = world_poses(robot, values, arithmetic, dtype)
    motion = spatial_motion(still_robot(robot), values, arithmetic, dtype)
    turn = pose[task.i][:3, :3].T @ pose[task.r][:3, :3]
    bias = np.concatenate([turn @ part for part in motion.acceleration(task.r)])
    return _jacobian(robot, task, pose, dtype), bias[rows]


def _jacobian(robot: Robot, task: Task, pose: Mapping[int, Any], dtype: Any) -> Any:
    columns, _ = basic_jacobian(robot, pose, (task.r, task.i, task.r), dtype)
    J = np.full((6, robot.n_dof), 0 * columns[0, 0], dtype=dtype)
    J[:, [robot.moving_joints.index(k) for k in robot.joints_to(task.r)]] = columns
    return J[[row - 1 for row in task.rows]]


def _residues(robot: Robot, task: Task) -> Any:
    """The Jacobian matrix at a random point, modulo a prime."""

    def run(field: ModularArithmetic) -> Any:
        values = {name: field.symbol(name) for name in robot.symbols}
        return _jacobian(robot, task, world_poses(robot, values, field, object), object)

    try:
        return at_random_point(f"{robot.name}|task", run)
    except ZeroDivisor:
        raise ModelError(
            f"{robot.name}: its Jacobian matrix has no value at any random point: an expression of "
            "its tables divides by zero"
        ) from None


def _closed_matrices(driven: Actuated, task: Task) -> list[Any]:
    """The Jacobian matrices of a closed robot in its actuated joints, at closed postures."""
    rng = random.Random(f"{driven.robot.name}|task")
    matrices: list[Any] = []
    for _ in range(_DRAWS):
        try:
            state = driven.settle(sample_values(driven.robot, rng))
        except (ValueError, ZeroDivisionError):
            continue
        J, _ = reference_task(driven.reference_robot, task, state, _FLOATS, float)
        matrices.append(J @ driven.reference_slopes(state, driven.robot.moving_joints))
        if len(matrices) == _POSTURES:
            return matrices
    raise ModelError(f"{driven.robot.name}: no closed posture was drawn at which it can move")


def _independent_numbers(matrices: Sequence[Any], rows: Sequence[int]) -> tuple[int, ...]:
    """The first rows, from 1, of which none is a sum of those before it at all postures."""
    kept: list[int] = []
    for row in rows:
        chosen = [r - 1 for r in (*kept, row)]
        ranks = [np.linalg.matrix_rank(J[chosen], tol=_ZERO * np.abs(J).max()) for J in matrices]
        if max(ranks) == len(chosen):
            kept.append(row)
    return tuple(kept)


def _independent(J: Any, rows: Sequence[int]) -> tuple[int, ...]:
    """The first rows, from 1, of which none is a sum of those before it."""
    kept: list[int] = []
    basis: list[tuple[int, Any]] = []
    for row in rows:
        rest = J[row - 1]
        for pivot, other in basis:
            rest = rest - rest[pivot] * other
        nonzero = [c for c, value in enumerate(rest) if value != 0]
        if nonzero:
            basis.append((nonzero[0], rest / rest[nonzero[0]]))
            kept.append(row)
    return tuple(kept)


def weightless(robot: Robot) -> Robot:
    """Return the robot without gravity."""
    return replace(robot, base=replace(robot.base, G=NULL))


def reference_arrays(J: Any, rest: Any, A: Any, H: Any, Hc: Any) -> Arrays:
    """Return the outputs from matrices of the joints; H with gravity, Hc without."""
    dtype = J.dtype
    m, n = J.shape
    one = np.array(np.eye(n, dtype=int), dtype=dtype)
    if m == n:
        Jbar = linear.solve(J, one)
        Lambda = Jbar.T @ A @ Jbar
    else:
        X = linear.solve(A, J.T)
        Lambda = linear.solve(J @ X, np.array(np.eye(m, dtype=int), dtype=dtype))
        Jbar = X @ Lambda
    return {
        "LAMBDA": Lambda,
        "MU": Jbar.T @ Hc - Lambda @ rest,
        "P": Jbar.T @ (H - Hc),
        "JT": J,
        "JPQP": rest,
        "JBAR": Jbar,
        "NT": 0 * one if m == n else one - J.T @ Jbar.T,
    }


def named_arrays(dynamics: TaskDynamics) -> Arrays:
    """Return the outputs by name."""
    return {
        "LAMBDA": dynamics.Lambda,
        "MU": dynamics.mu,
        "P": dynamics.p,
        "JT": dynamics.J,
        "JPQP": dynamics.bias,
        "JBAR": dynamics.Jbar,
        "NT": dynamics.NT,
    }


def element_names(task: Task, outputs: Sequence[OutputKind]) -> frozenset[str]:
    """Return the tags of the outputs."""
    rows = range(1, len(task.rows) + 1)
    return frozenset((*(f"LAMBDA{k}" for k in rows), *(each.name for each in outputs[1:])))


def wishes(
    robot: Robot, task: Task, joints: Sequence[int], *, near: bool
) -> tuple[Argument, Argument | None]:
    """Return the wanted acceleration of a task, and the joint accelerations to be near to.

    Raises:
        UsageError: for the latter where the task leaves no choice.
    """
    n = len(joints)
    if near and len(task.rows) == n:
        raise UsageError(
            f"{robot.name}: --near is for tasks with fewer rows than joints; here both are {n}, "
            "and the task leaves no choice"
        )
    wanted = vector_argument(robot, WANTED, len(task.rows), meaning="wanted acceleration")
    if not near:
        return wanted, None
    meaning = "joint accelerations to be near to"
    return wanted, vector_argument(robot, NEAR, n, meaning=meaning, joints=joints)


def choice_note(task: Task, n: int, near: Argument | None) -> tuple[str, ...]:
    """Say which joint accelerations are taken, where the task leaves a choice."""
    if len(task.rows) == n:
        return ()
    what = f"those nearest to {NEAR}" if near else "the smallest"
    return (
        f"more joints ({n}) than rows ({len(task.rows)}): of all joint accelerations that give "
        f"{WANTED}, {what}, by the sum of squares",
    )

"""The torques of a robot in floats, for tests of base parameters: one column for each parameter.

Another route than the one under test: bodies as 6x10 matrices in the world frame, loops closed in
floats, passive joints eliminated by the null space of the gaps' derivatives.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from laws.closing import consistent_motion, open_by
from symoro.analysis.loops import Closure
from symoro.expressions import FloatArithmetic, evaluate
from symoro.models.let import plain
from symoro.models.loops.assembly import chosen_modes, full_plan
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.recipes import LoopPlan, Mode
from symoro.references.regressor import torque_columns
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.floating_base import with_base_inputs
from symoro.robot.parameter import Parameter
from symoro.verify.sampling import resample_state, sample_values

FLOATS = FloatArithmetic()
CLOSED = 1e-9  # of the size: what closed forms in floats leave open
REGULAR = 0.02  # smallest singular value of the passive joints, by the largest
FRUITLESS = 12  # states without one that closes, after which constants are drawn again
RANK = 1e-8  # of the largest singular value; columns have unit length

Array = npt.NDArray[np.float64]
Values = dict[str, float]


def states(robot: Robot, count: int, seed: int, mode: int = 1) -> list[Values]:
    """Values of all symbols at some states: constants drawn once, loops closed in one mode."""
    rng = random.Random(seed)
    moved = with_base_inputs(robot)
    motion = [e for field in ("W0", "WP0", "V0", "VP0") for e in getattr(moved.base, field)]
    names = {name for entry in motion for name in entry.symbols}
    closing = _closing(robot, mode) if robot.n_loops else None
    for _ in range(60):
        values = sample_values(moved, rng)
        found: list[Values] = []
        for attempt in range(8 * count):
            if attempt == FRUITLESS and not found:
                break
            state: Values | None = resample_state(moved, values, rng)
            assert state is not None
            state |= {name: rng.uniform(-1.5, 1.5) for name in sorted(names)}
            if moved is not robot:
                state |= _rotation(moved, rng)
            state = state if closing is None else _closed(robot, state, *closing)
            found += [state] if state is not None else []
            if len(found) == count:
                return found
    raise AssertionError(f"{robot.name} did not close")


def _rotation(robot: Robot, rng: random.Random) -> Values:
    turn = np.linalg.qr(np.array([[rng.gauss(0, 1) for _ in range(3)] for _ in range(3)]))[0]
    rows = zip(robot.base.Z[:3], turn, strict=True)
    return {str(e): float(x) for entries, row in rows for e, x in zip(entries, row, strict=False)}


def _closing(robot: Robot, mode: int) -> tuple[LoopPlan, Mode]:
    loops = full_plan(robot, active_joints(robot))
    return loops, next(iter(chosen_modes(robot, loops, mode).values()))


def _closed(robot: Robot, state: Values, loops: LoopPlan, mode: Mode) -> Values | None:
    """The state with positions, velocities and accelerations that keep the loops closed."""

    def scalar(entry: object) -> float:
        return evaluate(entry, state, FLOATS)  # type: ignore[arg-type]

    try:
        solved = solve_loops(robot, loops.recipes, [mode], scalar, plain)[mode]
        posture = {j: state[robot.variables[j].name] for j in loops.active}
        for j, motion in solved.items():
            x = motion.position
            offset = scalar(robot.frame(j).position) - state[robot.variables[j].name]
            posture[j] = (float(np.arctan2(x.S, x.C)) if hasattr(x, "S") else float(x)) - offset
    except (ArithmeticError, ValueError):
        return None
    row = np.array([posture[j] for j in robot.moving_joints])
    if not np.isfinite(row).all() or open_by(robot, state, row) > CLOSED:
        return None
    gaps = Closure(robot, state)
    slope = gaps.gaps(gaps.scaled_row(posture)[None])[1][0]
    passive = [gaps.column(j) for j in robot.moving_joints if j not in loops.active]
    singular = np.linalg.svd(slope[:, passive], compute_uv=False) if passive else np.ones(1)
    if singular[-1] < REGULAR * singular[0]:
        return None
    names = [robot.frame(j) for j in loops.active]
    rates = {j: scalar(f.QP) for j, f in zip(loops.active, names, strict=True)}
    more = {j: scalar(f.QDP) for j, f in zip(loops.active, names, strict=True)}
    try:
        moved = consistent_motion(robot, state, posture, rates, more)
    except AssertionError:
        return None
    found = dict(state)
    for k, j in enumerate(robot.moving_joints):
        frame = robot.frame(j)
        found[robot.variables[j].name] = float(moved.q[k])
        found[str(frame.QP)] = float(moved.qd[k])
        found[str(frame.QDP)] = float(moved.qdd[k])
    return found


def torques(robot: Robot, wanted: Sequence[Parameter], state: Values) -> Array:
    """The efforts of a unit of each parameter: (free motions, parameters)."""
    moved = with_base_inputs(robot)
    columns = torque_columns(moved, wanted, state, FLOATS, float)
    matrix = np.array([columns[p] for p in wanted], dtype=float).T
    if not robot.n_loops:
        return matrix
    joints = robot.moving_joints
    free = _allowed(robot, state)
    back = np.array([free[robot.moving_joints.index(j)] for j in joints])
    extra = len(matrix) - len(joints)  # rows of a floating base
    return np.concatenate([matrix[:extra], back.T @ matrix[extra:]])


def _allowed(robot: Robot, state: Values) -> Array:
    """Joint rates that the loops allow, one column for each: (joints, free motions)."""
    gaps = Closure(robot, state)
    posture = {j: state[robot.variables[j].name] for j in robot.moving_joints}
    slope = gaps.gaps(gaps.scaled_row(posture)[None])[1][0]
    _, singular, rows = np.linalg.svd(slope)
    rank = int((singular > 1e-9 * singular[0]).sum())
    basis = rows[rank:].T * gaps.tables.unit[:, None]
    return np.array([basis[gaps.column(j)] for j in robot.moving_joints])


def rank(matrix: Array) -> tuple[int, float]:
    """The rank of a matrix, and how clear it is: the singular values on both sides of the gap."""
    noise = 1e-10 * max(1.0, float(np.abs(matrix).max(initial=0.0)))
    rows = np.linalg.norm(matrix, axis=1)
    even = matrix[rows > noise] / rows[rows > noise, None]
    used = even[:, np.abs(even).max(axis=0, initial=0.0) > 1e-10]
    if not used.size:
        return 0, np.inf
    singular = np.linalg.svd(used / np.linalg.norm(used, axis=0), compute_uv=False)
    full = int((singular > RANK * singular[0]).sum())
    below = singular[full] if full < len(singular) else 0.0
    return full, float(singular[full - 1] / max(below, 1e-16 * singular[0]))

"""Inverse geometry by search: the joints that bring the end of a chain to a pose, in doubles.

An independent route to the solution trees: the elementary transformations of the tables multiplied
frame by frame, and Levenberg-Marquardt from random postures on the elements of the pose that are
given. It proves nothing about what it does not find, but a solution that it finds and a tree does
not have is a defect of the tree.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from symoro.expressions import FloatArithmetic, evaluate
from symoro.robot import JointType, Robot

FloatArray = npt.NDArray[np.float64]
_FLOATS = FloatArithmetic()
_STEPS = 60
_CLOSE = 1e-9  # of the arm's length: what a search must reach to count
_APART = 1e-5  # by which two solutions differ


@dataclass(frozen=True)
class NumericChain:
    """The path between two frames in numbers.

    Attributes:
        joints: the frames of the joints that move, in the order of the columns of q.
        turns: True for each that is revolute.
        base: the pose of the first frame in that in which poses are written, 4x4.
    """

    joints: tuple[int, ...]
    turns: npt.NDArray[np.bool_]
    _tables: tuple[tuple[int, FloatArray], ...]
    _up: int
    base: FloatArray = field(default_factory=lambda: np.eye(4))

    @property
    def size(self) -> float:
        """The sum of all lengths of its tables."""
        lengths = [abs(row[k]) for _, row in self._tables for k in (1, 3, 5)]
        return float(sum(lengths))

    def poses(self, q: FloatArray) -> FloatArray:
        """The pose of the end of the chain at each row of q."""
        return self._walk(q)[0]

    def _walk(self, q: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Pose of the end, axes and origins of the joints, at each row of q."""
        rows = len(q)
        T = np.broadcast_to(self.base, (rows, 4, 4)).copy()
        axes = np.zeros((rows, len(self.joints), 3))
        origins = np.zeros((rows, len(self.joints), 3))
        for place, (frame, table) in enumerate(self._tables):
            gamma, b, alpha, d, theta, r = table
            up = place < self._up
            column = self.joints.index(frame) if frame in self.joints else None
            angle: FloatArray = np.full(rows, theta)
            shift: FloatArray = np.full(rows, r)
            if column is not None:
                if self.turns[column]:
                    angle = angle + q[:, column]
                else:
                    shift = shift + q[:, column]
            first = _screws(np.full(rows, gamma), b, 2) @ _screws(np.full(rows, alpha), d, 0)
            last = _screws(angle, shift, 2)
            if up:  # from the frame to its antecedent
                if column is not None:
                    axes[:, column], origins[:, column] = -T[:, :3, 2], T[:, :3, 3]
                T = T @ _inverses(first @ last)
            else:
                T = T @ first @ last
                if column is not None:
                    axes[:, column], origins[:, column] = T[:, :3, 2], T[:, :3, 3]
        return T, axes, origins

    def columns_and_rates(
        self, q: FloatArray, elements: Sequence[str]
    ) -> tuple[FloatArray, FloatArray]:
        """The elements of the poses in a row, and their derivatives by q."""
        T, axes, origins = self._walk(q)
        values, rates = [], []
        for name in elements:
            k = "snaP".index(name)
            column = T[:, None, :3, k]
            values.append(T[:, :3, k])
            arm = column - origins if name == "P" else column
            turning = np.cross(axes, np.broadcast_to(arm, axes.shape))
            sliding = axes if name == "P" else np.zeros_like(axes)
            rates.append(np.where(self.turns[None, :, None], turning, sliding).swapaxes(1, 2))
        return np.concatenate(values, axis=1), np.concatenate(rates, axis=1)


def numeric_chain(
    robot: Robot,
    start: int,
    end: int,
    values: Mapping[str, float],
    fixed: Collection[int] = (),
) -> NumericChain:
    """Return the path from a frame to another, with numbers for all symbols but its joints.

    Joints that are fixed are where the values have them.
    """
    free = robot.variables.keys() - set(fixed)
    path = robot.chain(start, end)
    tables: list[tuple[int, FloatArray]] = []
    up = 0
    for a, b in pairwise(path):
        down = b != 0 and robot.frame(b).antecedent == a
        frame = b if down else a
        up += not down
        own = [robot.variables[frame].name] if frame in free else []
        zero = {**values, **dict.fromkeys(own, 0.0)}
        fields = ("gamma", "b", "alpha", "d", "theta", "r")
        row = [evaluate(getattr(robot.frame(frame), name), zero, _FLOATS) for name in fields]
        tables.append((frame, np.array(row)))
    frames = [frame for frame, _ in tables]
    joints = tuple(sorted(frame for frame in frames if frame in free))
    turns = np.array([robot.frame(j).sigma is JointType.REVOLUTE for j in joints], dtype=bool)
    return NumericChain(joints, turns, tuple(tables), up)


def _screws(angle: FloatArray, shift: FloatArray | float, axis: int) -> FloatArray:
    """Turns about x (0) or z (2) with shifts along the same axis."""
    T = np.broadcast_to(np.eye(4), (len(angle), 4, 4)).copy()
    i, k = (1, 2) if axis == 0 else (0, 1)
    T[:, i, i] = T[:, k, k] = np.cos(angle)
    T[:, k, i] = np.sin(angle)
    T[:, i, k] = -T[:, k, i]
    T[:, axis, 3] = shift
    return T


def _inverses(T: FloatArray) -> FloatArray:
    back = np.zeros_like(T)
    back[:, :3, :3] = T[:, :3, :3].swapaxes(1, 2)
    back[:, :3, 3] = -np.einsum("kij,kj->ki", back[:, :3, :3], T[:, :3, 3])
    back[:, 3, 3] = 1
    return back


def search(
    chain: NumericChain,
    pose: FloatArray,
    elements: Sequence[str],
    size: float,
    starts: int,
    rng: np.random.Generator,
) -> FloatArray:
    """Return the different solutions that random starts lead to, a row each.

    Args:
        chain: the chain in numbers.
        pose: 4x4; columns that are no elements are not read.
        elements: the columns that are given.
        size: the length of the arm, in which lengths are measured.
        starts: how many postures are tried.
        rng: draws them.
    """
    reach = np.where(chain.turns, np.pi, size)
    q, error = descend(
        chain, pose, elements, size, rng.uniform(-1, 1, (starts, len(chain.joints))) * reach
    )
    close = q[error < _CLOSE]
    return distinct(wrap(close, chain.turns), chain.turns, size)


def descend(
    chain: NumericChain,
    pose: FloatArray,
    elements: Sequence[str],
    size: float,
    q: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return where each row of joints ends, and by how much it misses the pose there.

    Args:
        chain: the chain in numbers.
        pose: 4x4; columns that are no elements are not read.
        elements: the columns that are given.
        size: the length of the arm, in which lengths are measured.
        q: the rows.
    """
    starts, n = q.shape
    goal = np.concatenate([pose[:3, "snaP".index(name)] for name in elements])
    weights = np.concatenate([np.full(3, 1 / size if name == "P" else 1.0) for name in elements])
    scale = np.where(chain.turns, 1.0, size)
    q = q.copy()
    damping = np.full(starts, 1e-2)
    values, rates = chain.columns_and_rates(q, elements)
    error = (values - goal) * weights
    cost = np.sum(error**2, axis=1)
    for _ in range(_STEPS):
        J = rates * weights[None, :, None] * scale[None, None, :]
        JT = J.swapaxes(1, 2)
        H = JT @ J + damping[:, None, None] * np.eye(n)
        step = -_solve(H, JT @ error[:, :, None])[:, :, 0] * scale
        trial = q + step
        values, new_rates = chain.columns_and_rates(trial, elements)
        new_error = (values - goal) * weights
        new_cost = np.sum(new_error**2, axis=1)
        better = new_cost < cost
        q[better], error[better], cost[better] = trial[better], new_error[better], new_cost[better]
        rates[better] = new_rates[better]
        damping = np.where(better, damping * 0.2, np.minimum(damping * 5, 1e6))
        damping = np.maximum(damping, 1e-18)
    return q, np.sqrt(cost)


def _solve(H: FloatArray, right: FloatArray) -> FloatArray:
    """The solution of each system, the smallest one where some are singular."""
    try:
        solution = np.linalg.solve(H, right)
    except np.linalg.LinAlgError:
        solution = np.linalg.pinv(H, hermitian=True) @ right
    return np.asarray(solution, dtype=np.float64)


def wrap(q: FloatArray, turns: npt.NDArray[np.bool_]) -> FloatArray:
    """The same joints with angles in (-Pi, Pi]."""
    angles = np.pi - np.mod(np.pi - q, 2 * np.pi)
    angles = np.where(angles <= -np.pi, np.pi, angles)  # the remainder may round to a whole turn
    return np.where(turns, angles, q)


def distinct(q: FloatArray, turns: npt.NDArray[np.bool_], size: float) -> FloatArray:
    """The rows of which no earlier one is close."""
    kept: list[FloatArray] = []
    for row in q:
        if all(distance(row, other, turns, size) > _APART for other in kept):
            kept.append(row)
    return np.array(kept).reshape(-1, len(turns))


def distance(a: FloatArray, b: FloatArray, turns: npt.NDArray[np.bool_], size: float) -> float:
    """The largest difference of two rows of joints: angles modulo a turn, lengths by the size."""
    gap = a - b
    angles = np.abs(np.mod(gap + np.pi, 2 * np.pi) - np.pi)
    return float(np.max(np.where(turns, angles, np.abs(gap) / size), initial=0.0))

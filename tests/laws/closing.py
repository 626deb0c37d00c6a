"""What the laws of closed robots share: postures, modes, and motions that keep the loops closed."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from library.kinematics import FLOATS, closure, joint_values, six_parameter_transform
from symoro.analysis.loops import CannotClose, Closure, closed_postures, modes
from symoro.expressions import evaluate
from symoro.pipeline.model import Model
from symoro.robot import JointType, Robot
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
Values = dict[str, float]

SAME = 1e-7
"""rad, or of the size: a mode of one route is one of the other. The search closes loops to 1e-12;
its postures are as good as that divided by the smallest derivative, which is above 1e-5 here."""

REGULAR = 0.02
"""Smallest conditioning of a posture that is taken: derivatives then are good to 1e-11."""

SLIDES = 4.0
"""Sizes of the robot within which the search looks for joints that slide."""


def motors(robot: Robot) -> tuple[int, ...]:
    """The joints with a motor."""
    return tuple(j for j in robot.moving_joints if robot.frame(j).mu)


class Compiled:
    """A model with its function, which takes any mapping that has its parameters."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.robot = model.robot
        self._function = model.compile()

    def __call__(self, values: Mapping[str, float], *states: npt.ArrayLike) -> dict[str, Array]:
        """Run it."""
        names = self._function.program.parameters
        found = self._function(*states, parameters={name: values[name] for name in names})
        return found if isinstance(found, dict) else {self.model.outputs[0]: found}

    def rows(self, values: Values, q: Mapping[int, float]) -> Array:
        """The modes of loop geometry that exist at positions of the active joints."""
        found = self.all_rows(values, q)
        real: Array = found[np.isfinite(found).all(axis=1)]
        return real

    def all_rows(self, values: Values, q: Mapping[int, float]) -> Array:
        """All modes of loop geometry; those that do not exist there are not finite."""
        return np.atleast_2d(self(values, [q[j] for j in self.model.joints])["Q"])


def size(robot: Robot, values: Values) -> float:
    """The largest length of a robot."""
    return Closure(robot, values).tables.size


def drawn_posture(
    robot: Robot, rng: random.Random, active: Collection[int] = ()
) -> tuple[Values, dict[int, float]]:
    """Lengths, and positions at which all loops close and the active joints determine the others.

    Lengths with which no loop closes, and postures near to singular ones, are drawn again.
    """
    for _ in range(50):
        values = sample_values(robot, rng)
        try:
            row = closed_postures(robot, values, 1, rng)[0]
        except CannotClose:
            continue
        posture = dict(zip(robot.moving_joints, row.tolist(), strict=True))
        if conditioning(robot, values, posture, active or motors(robot)) > REGULAR:
            return values, posture
    raise AssertionError(f"{robot.name} did not close")


def conditioning(
    robot: Robot, values: Values, posture: Mapping[int, float], active: Collection[int]
) -> float:
    """How far the other joints are from moving while the active ones are held: 0 if they can."""
    gaps = Closure(robot, values)
    slope = gaps.gaps(gaps.scaled_row(posture)[None])[1][0]
    free = [gaps.column(j) for j in robot.moving_joints if j not in active]
    singular = np.linalg.svd(slope[:, free], compute_uv=False)
    return float(singular[-1] / singular[0])


def open_by(robot: Robot, values: Values, row: Array) -> float:
    """What is open in a posture, by another route: 1, or of the robot's size."""
    gap = closure(robot, values | joint_values(robot, row.tolist()))
    return float(np.abs(gap).max()) / max(1.0, size(robot, values))


def distance(robot: Robot, a: Array, b: Array) -> float:
    """How far two postures are apart, up to whole turns."""
    turns = np.array([robot.frame(j).sigma is JointType.REVOLUTE for j in robot.moving_joints])
    apart = a - b
    return float(np.abs(apart - np.where(turns, 2 * np.pi * np.round(apart / 2 / np.pi), 0)).max())


def assert_all_modes(form: Compiled, values: Values, q: Mapping[int, float]) -> int:
    """Every mode of the closed form closes the loops, and a search finds the same modes."""
    robot = form.robot
    rows = form.rows(values, q)
    scale = size(robot, values)
    slides = [
        k for k, j in enumerate(robot.moving_joints) if robot.frame(j).sigma is JointType.PRISMATIC
    ]
    near = [row for row in rows if np.abs(row[slides]).max(initial=0.0) < SLIDES * scale]
    for row in near:
        assert open_by(robot, values, row) < 1e-12
    active = {j: q[j] for j in form.model.joints}
    try:
        searched = modes(robot, values, active, explain=False).positions
    except CannotClose:
        searched = np.empty((0, len(robot.moving_joints)))
    for row in near:
        assert min((distance(robot, row, other) for other in searched), default=9.0) < SAME
    for other in searched:
        assert min((distance(robot, row, other) for row in rows), default=9.0) < SAME
    assert len(near) <= len(searched)  # two rows are not one mode
    return len(searched)


@dataclass(frozen=True)
class Motion:
    """A motion at one moment: positions, velocities, accelerations of all joints, in order."""

    q: Array
    qd: Array
    qdd: Array


@dataclass(frozen=True)
class Series:
    """A matrix with its first and second derivative in time."""

    T: Array
    T1: Array
    T2: Array

    def __matmul__(self, other: Series) -> Series:
        return Series(
            self.T @ other.T,
            self.T1 @ other.T + self.T @ other.T1,
            self.T2 @ other.T + 2 * self.T1 @ other.T1 + self.T @ other.T2,
        )


def pose_series(robot: Robot, values: Values, motion: Motion, frame: int) -> Series:
    """The pose of a frame in frame 0; a joint adds its motion behind all that is fixed."""
    names = {robot.variables[j].name: x for j, x in zip(robot.moving_joints, motion.q, strict=True)}
    at = values | names
    rates = dict(zip(robot.moving_joints, zip(motion.qd, motion.qdd, strict=True), strict=True))
    whole = Series(np.eye(4), np.zeros((4, 4)), np.zeros((4, 4)))
    for j in robot.ancestors(frame)[1:]:
        f = robot.frame(j)
        fields = (f.gamma, f.b, f.alpha, f.d, f.theta, f.r)
        T = six_parameter_transform(*(evaluate(entry, at, FLOATS) for entry in fields))
        generator = np.zeros((4, 4))
        if f.sigma is JointType.REVOLUTE:
            generator[0, 1], generator[1, 0] = -1.0, 1.0
        else:
            generator[2, 3] = 1.0
        qd, qdd = rates.get(j, (0.0, 0.0))
        first, second = T @ generator * qd, T @ (generator @ generator * qd**2 + generator * qdd)
        whole = whole @ Series(T, first, second)
    return whole


def gap_series(robot: Robot, values: Values, motion: Motion) -> Series:
    """What is open in all loops: the entries of the matrices in a row."""
    ends = [[pose_series(robot, values, motion, frame) for frame in pair] for pair in robot.loops()]
    gaps = (
        np.concatenate([(getattr(a, part) - getattr(b, part))[:3].ravel() for a, b in ends])
        for part in ("T", "T1", "T2")
    )
    return Series(*gaps)


def consistent_motion(
    robot: Robot,
    values: Values,
    posture: Mapping[int, float],
    rates: Mapping[int, float],
    more: Mapping[int, float] | None = None,
) -> Motion:
    """The motion of all joints when the active ones move and the loops stay closed.

    The derivatives of the gaps are set to zero, the first and then the second: exactly, by the
    product rule.

    Args:
        robot: a closed robot.
        values: its numbers.
        posture: closed.
        rates: the velocities of the active joints.
        more: their accelerations; zero by default.
    """
    moving = list(robot.moving_joints)
    q = np.array([posture[j] for j in moving])
    zero = np.zeros_like(q)
    units = (gap_series(robot, values, Motion(q, unit, zero)).T1 for unit in np.eye(len(q)))
    slope = np.stack(list(units), axis=1)
    free = [k for k, j in enumerate(moving) if j not in rates]
    qd = np.array([rates.get(j, 0.0) for j in moving])
    qd[free] = _solved(slope[:, free], -slope @ qd)
    qdd = np.array([(more or {}).get(j, 0.0) for j in moving])
    qdd[free] = _solved(slope[:, free], -gap_series(robot, values, Motion(q, qd, qdd)).T2)
    return Motion(q, qd, qdd)


def _solved(matrix: Array, right: Array) -> Array:
    """The solution of equations that agree although there are too many of them."""
    found = np.asarray(np.linalg.lstsq(matrix, right, rcond=1e-9)[0], dtype=float)
    scale = max(1.0, float(np.abs(right).max(initial=0.0)))
    assert np.abs(matrix @ found - right).max(initial=0.0) < 1e-10 * scale
    return found

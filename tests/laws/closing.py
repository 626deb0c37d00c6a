"""What the laws of closed robots share: postures, modes, and motions that keep the loops closed."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from library.kinematics import closure, joint_values
from symoro.generate.draw import draw
from symoro.generate.model import Model
from symoro.numeric.loops import CannotClose, Closure, closed_postures, modes
from symoro.robot import JointType, Robot

Array = npt.NDArray[np.float64]
Values = dict[str, float]

SAME = 1e-7
"""rad, or of the size: a mode of one route is one of the other. The search closes loops to 1e-12;
its postures are as good as that divided by the smallest derivative, which is above 1e-5 here."""

REGULAR = 0.02
"""Smallest conditioning of a posture that is taken: derivatives then are good to 1e-10."""

SLIDES = 4.0
"""Sizes of the robot within which the search looks for joints that slide."""

STEP = 0.01  # s; differences of eighth order: an error of 1e-16 by the step, 1e-12 in the second
FIRST = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])
SECOND = np.array([-1 / 560, 8 / 315, -1 / 5, 8 / 5, -205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560])
TIMES = STEP * np.arange(-4, 5)


def motors(robot: Robot) -> tuple[int, ...]:
    """The joints with a motor."""
    return tuple(j for j in robot.moving if robot.frame(j).mu)


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
        found = np.atleast_2d(self(values, [q[j] for j in self.model.joints])["Q"])
        real: Array = found[np.isfinite(found).all(axis=1)]
        return real


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
        values = draw(robot, rng)
        try:
            row = closed_postures(robot, values, 1, rng)[0]
        except CannotClose:
            continue
        posture = dict(zip(robot.moving, row.tolist(), strict=True))
        if conditioning(robot, values, posture, active or motors(robot)) > REGULAR:
            return values, posture
    raise AssertionError(f"{robot.name} did not close")


def conditioning(
    robot: Robot, values: Values, posture: Mapping[int, float], active: Collection[int]
) -> float:
    """How far the other joints are from moving while the active ones are held: 0 if they can."""
    gaps = Closure(robot, values)
    slope = gaps.gaps(gaps.scaled(posture)[None])[1][0]
    free = [gaps.column(j) for j in robot.moving if j not in active]
    singular = np.linalg.svd(slope[:, free], compute_uv=False)
    return float(singular[-1] / singular[0])


def open_by(robot: Robot, values: Values, row: Array) -> float:
    """What is open in a posture, by another route: 1, or of the robot's size."""
    gap = closure(robot, values | joint_values(robot, row.tolist()))
    return float(np.abs(gap).max()) / max(1.0, size(robot, values))


def distance(robot: Robot, a: Array, b: Array) -> float:
    """How far two postures are apart, up to whole turns."""
    turns = np.array([robot.frame(j).sigma is JointType.REVOLUTE for j in robot.moving])
    apart = a - b
    return float(np.abs(apart - np.where(turns, 2 * np.pi * np.round(apart / 2 / np.pi), 0)).max())


def assert_all_modes(form: Compiled, values: Values, q: Mapping[int, float]) -> int:
    """Every mode of the closed form closes the loops, and a search finds the same modes."""
    robot = form.robot
    rows = form.rows(values, q)
    scale = size(robot, values)
    slides = [k for k, j in enumerate(robot.moving) if robot.frame(j).sigma is JointType.PRISMATIC]
    near = [row for row in rows if np.abs(row[slides]).max(initial=0.0) < SLIDES * scale]
    for row in near:
        assert open_by(robot, values, row) < 1e-12
    active = {j: q[j] for j in form.model.joints}
    try:
        searched = modes(robot, values, active, explain=False).positions
    except CannotClose:
        searched = np.empty((0, len(robot.moving)))
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


def consistent_motion(
    robot: Robot,
    values: Values,
    posture: Mapping[int, float],
    rates: Mapping[int, float],
    more: Mapping[int, float] | None = None,
) -> Motion:
    """Move the active joints, keep the loops closed, and take differences of eighth order.

    Args:
        robot: a closed robot.
        values: its numbers.
        posture: closed.
        rates: the velocities of the active joints.
        more: their accelerations; zero by default.
    """
    gaps = Closure(robot, values)
    columns = {j: gaps.column(j) for j in robot.moving}
    active = [columns[j] for j in rates]
    free = np.array([c for c in columns.values() if c not in active], dtype=int)
    unit = gaps.tables.unit
    first = np.array(list(rates.values())) / unit[active]
    second = np.array([(more or {}).get(j, 0.0) for j in rates]) / unit[active]
    x = np.tile(gaps.scaled(posture), (len(TIMES), 1))
    x[:, active] += np.outer(TIMES, first) + np.outer(TIMES**2 / 2, second)
    for _ in range(12):
        gap, slope = gaps.gaps(x)
        step = np.linalg.pinv(slope[:, :, free], rcond=1e-7) @ gap[:, :, None]
        x[:, free] -= step[:, :, 0]
    assert np.abs(gaps.gaps(x)[0]).max() < 1e-13
    order = [columns[j] for j in robot.moving]
    q = (x * unit)[:, order]
    return Motion(q[len(TIMES) // 2], FIRST @ q / STEP, SECOND @ q / STEP**2)

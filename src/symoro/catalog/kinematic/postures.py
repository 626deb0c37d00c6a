"""A posture at which a factor vanishes, and what its axes look like there."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from symoro.expressions import FloatArithmetic
from symoro.references.poses import poses
from symoro.robot import JointType, Robot
from symoro.verify.sampling import sample_values

if TYPE_CHECKING:
    from sympy import Expr

    from symoro.symbolic.common_zeros import Family

Array = npt.NDArray[np.float64]

_FLOATS = FloatArithmetic()
_DRAWS = 40
_STEPS = 200


@dataclass(frozen=True)
class Place:
    """The axes of a chain at one posture.

    Attributes:
        joints: the joints that move, from the base to the link.
        z, p: direction and a point of each axis.
        revolute: the joints that turn.
        end: the origin of the link's frame.
        reach: the largest distance of an axis from the first.
    """

    joints: tuple[int, ...]
    z: Mapping[int, Array]
    p: Mapping[int, Array]
    revolute: frozenset[int]
    end: Array
    reach: float

    @property
    def small(self) -> float:
        """A length that counts as zero."""
        return 1e-7 * self.reach

    def turns(self, j: int) -> bool:
        """True for a revolute joint."""
        return j in self.revolute

    def parallel(self, a: int, b: int) -> bool:
        """True if two axes have one direction."""
        return float(np.linalg.norm(np.cross(self.z[a], self.z[b]))) < 1e-7

    def distance(self, point: Array, axis: int) -> float:
        """The distance of a point from an axis."""
        return float(np.linalg.norm(np.cross(self.z[axis], point - self.p[axis])))

    def in_line(self, a: int, b: int) -> bool:
        """True if two parallel axes are one line."""
        return self.distance(self.p[b], a) < self.small

    def in_plane(self, point: Array, a: int, b: int) -> bool:
        """True if a point lies in the plane through axis a along the direction of axis b."""
        normal = np.cross(self.z[a], self.z[b])
        return abs(float(normal @ (point - self.p[a]))) < self.small

    def collinear(self, a: int, b: int, point: Array) -> bool:
        """True if two parallel axes and a point lie in one plane."""
        z = self.z[a]
        first, second = (v - z * (z @ v) for v in (self.p[b] - self.p[a], point - self.p[a]))
        area = float(np.linalg.norm(np.cross(first, second)))
        return area < self.small * max(self.small, float(np.linalg.norm(first)))

    @property
    def centre(self) -> Array | None:
        """The wrist centre, in which the last two axes meet; without a wrist the link's origin."""
        return self.end if len(self.joints) < 5 else self._meeting(*self.joints[-2:])

    def after(self, j: int) -> Array | None:
        """The point that joint j carries: of the next axis, or the end of the arm."""
        later = [k for k in self.joints if k > j]
        if later and self.turns(later[0]) and self.parallel(j, later[0]):
            return self.p[later[0]]
        return self.centre

    def _meeting(self, a: int, b: int) -> Array | None:
        """The point where two axes meet, or the point of a nearest to b."""
        za, zb, gap = self.z[a], self.z[b], self.p[b] - self.p[a]
        normal = np.cross(za, zb)
        size = float(normal @ normal)
        if size < 1e-12:
            return None
        along = float(np.cross(gap, zb) @ normal) / size
        met: Array = self.p[a] + along * za
        return met


def place_at(robot: Robot, r: int, values: Mapping[str, float]) -> Place:
    """The axes of the chain to link ``r`` at some values."""
    pose = poses(robot, values, _FLOATS, float)
    joints = robot.joints_to(r)
    points = [pose[j][:3, 3] for j in (*joints, r)]
    reach = max(float(np.linalg.norm(point - points[0])) for point in points)
    return Place(
        joints=joints,
        z={j: pose[j][:3, 2] for j in joints},
        p={j: pose[j][:3, 3] for j in joints},
        revolute=frozenset(j for j in joints if robot.frame(j).sigma is JointType.REVOLUTE),
        end=pose[r][:3, 3],
        reach=reach or 1.0,
    )


def vanishing_posture(
    robot: Robot, r: int, factor: Expr, joints: Sequence[int]
) -> dict[str, float] | None:
    """Random values at which a factor is zero, found along one joint; None if there are none.

    A slide is moved as far as the chain to link ``r`` reaches, in whatever unit its lengths are.
    """
    from sympy import lambdify

    symbols = sorted(factor.free_symbols, key=lambda s: s.name)
    names = [s.name for s in symbols]
    function = lambdify(symbols, factor, "math")
    rng = random.Random(f"{robot.name}|{factor}")
    for attempt in range(_DRAWS):
        values = sample_values(robot, rng)
        joint = joints[attempt % len(joints)]
        moved = robot.variables[joint].name
        slides = robot.frame(joint).sigma is JointType.PRISMATIC

        def at(x: float, values: dict[str, float] = values, moved: str = moved) -> float:
            state = values | {moved: x}
            try:
                return float(function(*(state[name] for name in names)))
            except (ValueError, ArithmeticError):
                return math.nan

        root = _root(at, max(1.0, place_at(robot, r, values).reach) if slides else 1.0)
        if root is not None:
            return values | {moved: root}
    return None


def moved_joints(robot: Robot, family: Family) -> list[int]:
    """The joints whose variables equations have, in order."""
    names = {symbol.name for equation in family for symbol in equation.left.free_symbols}
    return [j for j, variable in robot.variables.items() if variable.name in names]


def posture_of(robot: Robot, family: Family) -> dict[str, float]:
    """Random values at which equations hold, each with its first value; they are linear."""
    values = sample_values(robot, random.Random(f"{robot.name}|{', '.join(map(str, family))}"))
    read = [expression for e in family for expression in (e.left, e.values[0])]
    used = {symbol.name: symbol for expression in read for symbol in expression.free_symbols}
    moved = [used[robot.variables[j].name] for j in moved_joints(robot, family)]
    numbers = {symbol: values[name] for name, symbol in used.items()}
    slopes = [[float(equation.left.diff(symbol)) for symbol in moved] for equation in family]
    gaps = [float((e.values[0] - e.left).subs(numbers)) for e in family]
    steps = np.linalg.lstsq(np.array(slopes), np.array(gaps), rcond=None)[0]
    return values | {s.name: numbers[s] + float(d) for s, d in zip(moved, steps, strict=True)}


def _root(function: Callable[[float], float], scale: float) -> float | None:
    """A sign change on one turn, or on lengths of a scale, halved to a point; never a pole."""
    from scipy.optimize import brentq

    grid = scale * np.linspace(-3.2, 3.1, 64)
    values = [function(float(x)) for x in grid]
    if 0.0 in values:
        return float(grid[values.index(0.0)])
    for a, b, fa, fb in zip(grid, grid[1:], values, values[1:], strict=False):
        if fa * fb < 0:
            with suppress(ValueError):  # a value between them is not defined
                root = float(brentq(function, a, b, xtol=1e-15 * scale, maxiter=_STEPS))
                if abs(function(root)) <= min(abs(fa), abs(fb)):
                    return root
    return None

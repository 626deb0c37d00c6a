"""Gaps of loops: how far given positions, velocities and accelerations are from closing them.

Notation (docs/notation.md): frames k and k+B are the two sides of a cut joint. In a mode that
counts, as that of a parallelogram, each unknown joint j of the loop has a position q*j that follows
from those of the others; elsewhere both sides are compared:

    in a mode    GAP  = qj - q*j, between -Pi and Pi for an angle                SYMORO name  GAP
                 GAPP = qdj - sum of c_jk qdk, where j is a sum of others                     GAPP
    else         GAP  = (P, 2 tan(h/2) u), kTk+B = [R P], R a turn by h about u               GAP
                 GAPP = kJk qd1 - k+BJk+B qd2                        (2.35), in frame k       GAPP
                 GAPDP = kJk qdd1 - k+BJk+B qdd2 + (2.40b)                                    GAPDP

u 2 tan(h/2) = 2 (R32 - R23, R13 - R31, R21 - R12) / (1 + trace of R). LL is the length of a loop,
the sum of the distances on the way round, by which its rows of translation are judged.

References: [Guide] sections 2.6 and 4.3.5.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symoro.algebra.angle import Angle
from symoro.algebra.scalars import absolute, atan2, cos, sin
from symoro.algebra.vectors import Array, vector, zeros
from symoro.expressions import ScalarOf
from symoro.models.geometry.transforms import Chain
from symoro.models.let import LetFunction, plain
from symoro.models.loops.loop_geometry import Recipe, solve_loop
from symoro.models.loops.loop_kinematics import Sums, loop_columns, loop_rates
from symoro.models.mechanism import Mechanism
from symoro.robot import JointType, Robot


@dataclass(frozen=True)
class Places:
    """The places of the gaps.

    Attributes:
        solved: the loops whose unknown joints have positions of their own, with the root.
        sums: joints of these that are sums of others.
        compared: the cut joints of the other loops, whose two sides are compared.
    """

    solved: tuple[tuple[Recipe, int], ...]
    sums: Sums
    compared: tuple[int, ...]

    @property
    def joints(self) -> tuple[int, ...]:
        """The joints that have positions of their own: elements of GAP."""
        return tuple(sorted(u.frame for recipe, _ in self.solved for u in recipe.loop.unknowns))

    @property
    def moving_loops(self) -> tuple[int, ...]:
        """The loops whose two sides are compared in GAPP and GAPDP."""
        joints = {recipe.loop.cut: recipe.loop.unknowns for recipe, _ in self.solved}
        more = [k for k, each in joints.items() if not {u.frame for u in each} <= set(self.sums)]
        return (*self.compared, *more)


def position_gaps(
    robot: Robot, m: Mechanism, places: Places, scalar: ScalarOf, let: LetFunction = plain
) -> Array:
    """Return GAP: joints in order, then six rows for each loop that is compared."""
    chain = Chain(robot, m, let)
    expected: dict[int, Any] = {}
    for recipe, root in places.solved:
        expected |= solve_loop(chain, recipe, [root], scalar)[root]
    gaps = []
    for j in places.joints:
        position = scalar(robot.frame(j).position)
        gaps.append(_difference(position, expected[j], _turns(robot, j)))
    others = dict(robot.loops())
    for k in places.compared:
        gaps += _opening(chain.matrix(k, others[k]))
    gap: Array = let("GAP", None, vector(gaps))
    return gap


def rate_gaps(
    robot: Robot, m: Mechanism, places: Places, let: LetFunction = plain
) -> tuple[Array, Array]:
    """Return GAPP, joints that are sums, then six rows for each loop; and its terms' sizes."""
    qd = {j: m.body(j).qd for j in robot.moving_joints}
    gaps, sizes = _sum_gaps(places, qd)
    lengths = loop_lengths(robot, m, places)
    for length, columns in zip(lengths, _columns(robot, m, places, let).values(), strict=True):
        gaps += list(_velocity(columns, qd))
        sizes += _sizes(robot, columns, qd, length)
    return let("GAPP", None, vector(gaps)), let("SP", None, vector(sizes))


def acceleration_gaps(
    robot: Robot, m: Mechanism, places: Places, let: LetFunction = plain
) -> tuple[Array, Array]:
    """Return GAPDP, joints that are sums, then six rows for each loop; and its terms' sizes."""
    qd = {j: m.body(j).qd for j in robot.moving_joints}
    qdd = {j: m.body(j).qdd for j in robot.moving_joints}
    gaps, sizes = _sum_gaps(places, qdd)
    others, lengths = dict(robot.loops()), loop_lengths(robot, m, places)
    columns_by_loop = _columns(robot, m, places, let)
    for length, (k, columns) in zip(lengths, columns_by_loop.items(), strict=True):
        gaps += list(_velocity(columns, qdd) + loop_rates(robot, m, k, others[k], k, let))
        speeds = _sizes(robot, columns, qd, length)
        own = _sizes(robot, columns, qdd, length)
        sizes += [a + speeds[-1] * v for a, v in zip(own, speeds, strict=True)]
    return let("GAPDP", None, vector(gaps)), let("SDP", None, vector(sizes))


def loop_lengths(robot: Robot, m: Mechanism, places: Places, let: LetFunction = plain) -> Array:
    """Return LL: the length of each loop whose sides are compared, at rest or in motion."""
    others = dict(robot.loops())
    lengths = []
    for k in places.moving_loops:
        root = robot.root(k, others[k])
        around = [j for end in (k, others[k]) for j in robot.chain(root, end)[1:]]
        bodies = [m.body(j) for j in around]
        lengths.append(sum(absolute(x) for each in bodies for x in (each.b, each.d, each.r)))
    gap: Array = let("LL", None, vector(lengths))
    return gap


def _difference(position: Any, expected: Any, turns: bool) -> Any:
    if not turns:
        return position - expected
    if isinstance(expected, Angle):
        apart = -expected + position
        return atan2(apart.S, apart.C)
    return atan2(sin(position - expected), cos(position - expected))


def _opening(T: Array) -> list[Any]:
    """The place of the other side, and twice the tangent of half its turn."""
    R = T[:3, :3]
    half = 1 + R[0, 0] + R[1, 1] + R[2, 2]
    turn = (R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1])
    return [*T[:3, 3], *(2 * x / half for x in turn)]


def _sum_gaps(places: Places, rates: Mapping[int, Any]) -> tuple[list[Any], list[Any]]:
    gaps, sizes = [], []
    for j, sum_ in sorted(places.sums.items()):
        parts = [factor * rates[k] for k, factor in sum_.items()]
        gaps.append(rates[j] - sum(parts))
        sizes.append(sum(map(absolute, parts), start=absolute(rates[j])))
    return gaps, sizes


def _columns(
    robot: Robot, m: Mechanism, places: Places, let: LetFunction
) -> dict[int, dict[int, Array]]:
    others = dict(robot.loops())
    return {k: loop_columns(robot, m, k, others[k], k, let) for k in places.moving_loops}


def _velocity(columns: Mapping[int, Array], rates: Mapping[int, Any]) -> Array:
    total: Array = sum((column * rates[j] for j, column in columns.items()), start=zeros(6))
    return total


def _sizes(
    robot: Robot, columns: Mapping[int, Array], rates: Mapping[int, Any], length: Any
) -> list[Any]:
    """The sizes of the terms of three rows of translation, and of three of rotation."""
    turning = sum(absolute(rates[j]) for j in columns if _turns(robot, j))
    sliding = sum(absolute(rates[j]) for j in columns if not _turns(robot, j))
    return [turning * length + sliding] * 3 + [turning] * 3


def _turns(robot: Robot, j: int) -> bool:
    return robot.frame(j).sigma is JointType.REVOLUTE

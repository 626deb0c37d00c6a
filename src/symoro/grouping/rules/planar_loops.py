"""The grouping rule of planar loops: products of inertia about axes that are parallel.

Notation: n is the direction of the axes of a loop of revolute joints; s_i are the vectors from
origin to origin around it, each in a link i, so that their sum is zero; t_i = n x s_i. Seen from a
link 0 of the loop the sum moves at the rate of the sum of ((w_i - w_0).n) t_i, which is zero, too;
and w_i.t_i = w_0.t_i. So

    sum of (w_i.n)(w_i.t_i) = 0,     sum of h^i J(n, t_i) = 0,     J(n, t) = n t^T + t n^T

whatever link 0 does. The same with s_i for t_i is (4.51) for m = 9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from symoro.algebra.lambda_matrix import PAIRS
from symoro.algebra.vectors import Array, Z, cross
from symoro.expressions import expression
from symoro.grouping.eliminations import Reason
from symoro.grouping.rules.axes import Axes
from symoro.grouping.rules.loop_rules import ColumnRelation, add_term, steps_by_link
from symoro.grouping.rules.theorems import StillFrames, still_frames
from symoro.robot import JointType, Robot
from symoro.robot.link import INERTIAL
from symoro.robot.parameter import Parameter

PLANAR = Reason(
    "planar loop",
    "the axes of the loop are parallel, so that its links' products of inertia are not independent",
    r"\sum_i h^i J(n, n \times s_i) = 0",
)


def planar_relations(robot: Robot) -> Iterator[tuple[ColumnRelation, Reason]]:
    """The relation of each loop whose joints are revolute with parallel axes."""
    frames = still_frames(robot)
    axes = Axes(robot)
    for k, other in robot.loops():
        ways = [robot.chain(robot.root(k, other), end) for end in (k, other)]
        n = Z
        for j in reversed(ways[0][1:]):
            n = frames[j][0] @ n
        relation: ColumnRelation = {}
        steps = [steps_by_link(robot, frames, way) for way in ways]
        if all(_planar(robot, frames, axes, way, n) for way in ways):
            for sides, sign in zip(steps, (1, -1), strict=True):
                _add_sides(relation, sides, n, sign)
            yield relation, PLANAR


def _planar(robot: Robot, frames: StillFrames, axes: Axes, way: Sequence[int], n: Array) -> bool:
    """Tell whether all joints on a way along the loop are revolute, with axes along n."""
    for j in way[1:]:
        n = frames[j][0].T @ n
        sigma = robot.frame(j).sigma
        across = (axes.constant(expression(part)) for part in n[:2])
        turns = sigma is JointType.REVOLUTE and all(map(axes.is_zero, across))
        if not (turns or sigma is JointType.FIXED):
            return False
    return True


def _add_sides(
    relation: ColumnRelation, sides: Sequence[tuple[int, Array, Array]], n: Array, sign: int
) -> None:
    """Add or subtract J(n, t) of the links on a way along the loop."""
    for i, A, P in sides:
        J = np.outer(n, cross(n, P))
        for name, (a, b) in zip(INERTIAL[:6], PAIRS, strict=True):
            add_term(relation, Parameter(i, name), sign * expression(J[a, b] + J[b, a]))
        n = A.T @ n

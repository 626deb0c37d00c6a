"""The workspace of a robot, by its compiled models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from symoro.expressions import FloatArithmetic
from symoro.numeric.reference.poses import poses
from symoro.numeric.workspace import JointRange, Line, Workspace, joint_ranges, sample
from symoro.plot.models import PointModels
from symoro.plot.numbers import Numbers, Parameters, geometry_numbers
from symoro.plot.point import ORIGIN, Point, chosen_frame, coordinates
from symoro.plot.posture import looped
from symoro.robot import JointType, Robot

_TURN = 2 * math.pi * (1 - 1e-12)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Reach(Workspace):
    """The workspace of a point of a robot, with what was asked for.

    Attributes:
        robot: the robot.
        frame: the frame that carries the point.
        point: the point, in that frame [m].
        numbers: what stands for the robot's symbols.
        seed: of the samples.
        notes: what a user must know.
    """

    robot: Robot
    frame: int
    point: tuple[float, float, float]
    numbers: Numbers
    seed: int
    notes: tuple[str, ...]


def workspace(
    robot: Robot,
    frame: int | None = None,
    samples: int = 20000,
    parameters: Parameters = None,
    seed: int = 0,
    *,
    point: Point = ORIGIN,
    mode: int | None = None,
) -> Reach:
    """Sample the positions that a point of a robot reaches.

    Joints move over their limits; without limits over a full turn, or from 0 to the robot's size.
    Closed robots are driven by their motors in one assembly mode; where the loops do not close the
    sample is dropped and counted.

    Args:
        robot: any robot whose loops, if it has some, have a closed form.
        frame: the frame that carries the point; the one farthest from the base by default.
        samples: how many joint positions are drawn.
        parameters: a number for each symbol, or the name of a value set; the robot's only set by
            default.
        seed: the same seed gives the same samples.
        point: the point in its frame: numbers, or expressions in the robot's symbols.
        mode: the assembly mode of a closed robot; the first by default.

    Raises:
        UsageError: for missing numbers or a frame that is not there.
        ModelError: if no joint moves the frame, or the loops have no closed form.
    """
    numbers = geometry_numbers(robot, parameters)
    chosen = chosen_frame(robot, frame)
    p = coordinates(robot, numbers, point)
    models = PointModels(robot, chosen, numbers, p, mode)
    ranges = joint_ranges(robot, numbers.values, models.joints)
    found = sample(
        models.position,
        ranges,
        samples,
        seed,
        jacobian=models.jacobian,
        axis=_axis(robot, chosen, numbers, ranges),
    )
    return Reach(
        **vars(found),
        robot=robot,
        frame=chosen,
        point=(float(p[0]), float(p[1]), float(p[2])),
        numbers=numbers,
        seed=seed,
        notes=(*models.notes, *_ignored(robot, models.joints)),
    )


def _axis(robot: Robot, frame: int, numbers: Numbers, ranges: Sequence[JointRange]) -> Line | None:
    """The axis of the first joint before a frame, if that makes a full turn by itself."""
    first = next((j for j in robot.ancestors(frame)[1:] if robot.frame(j).moves), None)
    known = {item.joint: item for item in ranges}
    if first is None or first not in known or robot.frame(first).sigma is not JointType.REVOLUTE:
        return None
    if first in looped(robot) or known[first].high - known[first].low < _TURN:
        return None
    zeros = {variable.name: 0.0 for variable in robot.variables.values()}
    pose = poses(robot, {**numbers.values, **zeros}, FloatArithmetic(), float)[first]
    return pose[:3, 3], pose[:3, 2]


def _ignored(robot: Robot, joints: Sequence[int]) -> tuple[str, ...]:
    limited = [j for j, frame in robot if frame.limits is not None and frame.moves]
    passive = [str(j) for j in limited if j not in joints]
    if not passive:
        return ()
    return (f"limits of joints that no motor drives are not applied: {', '.join(passive)}",)

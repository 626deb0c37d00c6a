"""The workspace of a robot, by its compiled models."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.two_joints import area_of_two
from symoro.analysis.workspace import (
    JointRange,
    Line,
    Measure,
    Workspace,
    joint_ranges,
    sample_workspace,
)
from symoro.errors import UsageError
from symoro.expressions import ExpressionLike, FloatArithmetic
from symoro.formats.values import Values
from symoro.plot.geometry_values import GeometryValues, geometry_values
from symoro.plot.models import PointModels
from symoro.plot.point import ORIGIN, Point, chosen_frame, point_coordinates
from symoro.references.poses import poses
from symoro.robot import JointType, Robot
from symoro.robot.active_joints import loop_joints
from symoro.robot.gravity import length_unit
from symoro.robot.limits import Ranges, with_limits

_TURN = 2 * math.pi * (1 - 1e-12)
_LOOKED_AT = 200  # samples that tell which joints move the point
_STILL = 1e-9  # part of the largest velocity that is none


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Reach(Workspace):
    """The workspace of a point of a robot, with the request.

    Attributes:
        frame: the frame that carries the point.
        point: the point, in that frame [m].
        section: the axis of the first joint, if that turns by itself: the point nearest to the
            origin of frame 0, and the direction. What is reached is the same section everywhere.
        moving: the columns of ``q`` that move the point.
    """

    robot: Robot
    frame: int
    point: tuple[float, float, float]
    numbers: GeometryValues
    seed: int
    notes: tuple[str, ...]
    section: Line | None
    moving: tuple[int, ...]
    models: PointModels

    def _repr_html_(self) -> str:
        """The size, the box and the ranges of the joints as a table, for notebooks."""
        from symoro.plot.report import html

        return html(self)


def workspace(
    robot: Robot,
    link: int | None = None,
    samples: int = 20000,
    values: Values | None = None,
    seed: int = 0,
    *,
    param: Mapping[str, ExpressionLike] | None = None,
    point: Point = ORIGIN,
    assembly_mode: int | None = None,
    limits: Ranges | None = None,
) -> Reach:
    """Sample the positions that a point of a robot reaches.

    Joints move over their limits; without limits over a full turn, or from 0 to the robot's size.
    Closed robots are driven by their motors in one assembly mode; where the loops do not close the
    sample is dropped and counted.

    Args:
        robot: any robot whose loops, if it has some, have a closed form.
        link: the frame that carries the point; that of the tool by default.
        samples: the number of joint positions.
        values: a number for each length and angle: of a value set, of a file, or by symbol; the
            robot's only value set by default.
        seed: the same seed gives the same samples.
        param: single numbers, which take precedence over ``values``.
        point: the point in its frame: numbers, or expressions in the robot's symbols.
        assembly_mode: the assembly mode of a closed robot; the first by default.
        limits: the lower and the upper end of joints [rad or m], by the name of the joint
            variable, such as ``{"t2": (0, "Pi/2")}``; they replace those of the robot.

    Raises:
        UsageError: for missing numbers, a frame that is not there, or limits that do not fit.
        ModelError: if no joint moves the frame, or the loops have no closed form.
    """
    robot = with_limits(robot, limits or {})
    numbers = geometry_values(robot, values, param)
    chosen = chosen_frame(robot, link)
    p = point_coordinates(robot, numbers, point)
    models = PointModels(robot, chosen, numbers, p, assembly_mode)
    _refuse_passive_limits(robot, limits or {}, models.joints)
    ranges = joint_ranges(robot, numbers.values, models.joints)
    section = _section(robot, chosen, numbers, ranges)
    axis = section if section is not None and _makes_full_turn(robot, chosen, ranges) else None
    unit = length_unit(robot)
    region = sample_workspace(
        models.position, ranges, samples, seed, jacobian=models.jacobian, axis=axis, unit=unit
    )
    moving = _moving_columns(models, region)
    exact = _area_of_two_joints(robot, numbers, models, region, moving)
    region = region if exact is None else replace(region, measure=exact)
    return Reach(
        **vars(region),
        robot=robot,
        frame=chosen,
        point=(float(p[0]), float(p[1]), float(p[2])),
        numbers=numbers,
        seed=seed,
        notes=(*models.notes, *_ignored_limits(robot, models.joints)),
        section=section,
        moving=moving,
        models=models,
    )


def _section(
    robot: Robot, frame: int, numbers: GeometryValues, ranges: Sequence[JointRange]
) -> Line | None:
    """The axis of the first joint before a frame, if that turns by itself."""
    first = _first_joint(robot, frame)
    if first is None or first not in {item.joint for item in ranges} or first in loop_joints(robot):
        return None
    turns = robot.frame(first).sigma is JointType.REVOLUTE
    return _joint_axis(robot, first, numbers) if turns else None


def _first_joint(robot: Robot, frame: int) -> int | None:
    return next((j for j in robot.ancestors(frame)[1:] if robot.frame(j).moves), None)


def _makes_full_turn(robot: Robot, frame: int, ranges: Sequence[JointRange]) -> bool:
    """Tell whether the first joint makes a full turn."""
    first = _first_joint(robot, frame)
    return any(item.joint == first and item.high - item.low >= _TURN for item in ranges)


def _moving_columns(models: PointModels, region: Workspace) -> tuple[int, ...]:
    """The columns of the joints that move the point."""
    speed = np.abs(models.jacobian(region.q[:_LOOKED_AT])).max(axis=(0, 1))
    wide = np.array([item.high > item.low for item in region.ranges])
    return tuple(np.flatnonzero((speed > _STILL * speed.max()) & wide).tolist())


def _joint_axis(
    robot: Robot, j: int, numbers: GeometryValues, q: Mapping[str, float] | None = None
) -> Line:
    """The axis of a joint: the point nearest to the origin of frame 0, and its direction.

    The direction is turned so that its largest component is positive: up, for most robots.
    """
    zeros = {variable.name: 0.0 for variable in robot.variables.values()}
    pose = poses(robot, {**numbers.values, **zeros, **(q or {})}, FloatArithmetic(), float)[j]
    direction = pose[:3, 2] * np.sign(pose[int(np.abs(pose[:3, 2]).round(9).argmax()), 2])
    return pose[:3, 3] - (pose[:3, 3] @ direction) * direction, direction


def _area_of_two_joints(
    robot: Robot,
    numbers: GeometryValues,
    models: PointModels,
    region: Workspace,
    moving: Sequence[int],
) -> Measure | None:
    """The area of a flat reach that two joints of an open robot give."""
    if region.measure.kind != "area" or robot.n_loops or len(moving) != 2:
        return None
    a, b = sorted(moving, key=lambda k: len(robot.ancestors(models.joints[k])))
    middle = np.array([(item.low + item.high) / 2 for item in region.ranges])
    middle[a] = 0.0

    def path(second: Floats) -> Floats:
        q = np.tile(middle, (len(second), 1))
        q[:, b] = second
        return models.position(q)

    first = models.joints[a]
    names = [robot.variables[j].name for j in models.joints]
    line = _joint_axis(robot, first, numbers, dict(zip(names, middle.tolist(), strict=True)))
    turns = robot.frame(first).sigma is JointType.REVOLUTE
    return area_of_two(path, region.ranges[a], region.ranges[b], line, turns)


def _refuse_passive_limits(robot: Robot, limits: Ranges, joints: Sequence[int]) -> None:
    """Refuse limits of joints that follow from others."""
    driven = [robot.variables[j].name for j in joints]
    if passive := [name for name in limits if name not in driven]:
        raise UsageError(
            f"limit of {passive[0]}: no motor drives this joint of {robot.name}, the loops place "
            f"it; limit {', '.join(driven)}"
        )


def _ignored_limits(robot: Robot, joints: Sequence[int]) -> tuple[str, ...]:
    limited = [j for j, frame in robot if frame.limits is not None and frame.moves]
    passive = [str(j) for j in limited if j not in joints]
    if not passive:
        return ()
    return (f"limits of joints that no motor drives are not applied: {', '.join(passive)}",)

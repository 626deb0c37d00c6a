"""A robot as sticks: bars along the lines of its table, joint symbols on their axes.

From frame i to frame j a bar goes b along z_i, d along u_j and r along z_j, so what is drawn is
what stands in the table. A joint's symbol can be anywhere on its axis; symbols that would stand in
one place are moved apart along their axes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.plot.point import chosen_frame
from symoro.plot.posture import Posture
from symoro.robot import JointType

_FLOATS = FloatArithmetic()
_SAME = 1e-6  # part of the extent that is no distance
_ARROW, _LENGTH, _RADIUS = 0.18, 0.085, 0.026  # of the extent
_SPREAD = 1.25  # distance of two symbols on one line, in their lengths
_SPHERE = 4.0  # the same, from where many axes meet


@dataclass(frozen=True)
class Bar:
    """A straight part of a link, or the rod of a slide.

    Attributes:
        name: the entry of the table that is its length; empty for what is only drawn.
        slides: True for the r of a prismatic joint.
        ground: True for what belongs to the base.
    """

    start: Floats
    end: Floats
    name: str = ""
    slides: bool = False
    ground: bool = False


@dataclass(frozen=True)
class Joint:
    """The symbol of a joint: a cylinder or a box about its axis.

    Attributes:
        frame: the axes it is turned to, as columns; the last is its own.
        prismatic: True for a box.
        motor: True if the joint is actuated.
        cut: True for the joint at which a loop is cut.
    """

    number: int
    centre: Floats
    frame: Floats
    prismatic: bool
    motor: bool
    cut: bool


@dataclass(frozen=True)
class Skeleton:
    """The bars, joints and grounds of a robot's picture.

    Attributes:
        grounds: points where the base holds the robot.
        extent: the size of the whole [m].
        planar: True if all axes are parallel to z0 and all origins in the plane x0-y0.
    """

    bars: tuple[Bar, ...]
    joints: tuple[Joint, ...]
    grounds: tuple[Floats, ...]
    extent: float
    planar: bool

    @property
    def arrow(self) -> float:
        """The length of an axis of a frame."""
        return _ARROW * self.extent

    @property
    def length(self) -> float:
        """The length of a joint's symbol."""
        return _LENGTH * self.extent

    @property
    def radius(self) -> float:
        """The radius of a joint's symbol."""
        return _RADIUS * self.extent


def skeleton(item: Posture, tip: Floats | None = None, carrier: int | None = None) -> Skeleton:
    """Return the sticks of a robot in a posture.

    ``tip`` is the end of link ``carrier``, in frame 0, if it is not the origin of its frame.
    """
    robot = item.robot
    points = [pose[:3, 3] for pose in item.pose.values()]
    if tip is not None:
        points.append(tip)
    paths = {j: table_path(item, j) for j, _ in robot}
    points += [point for path in paths.values() for point in path]
    extent = float(np.ptp(points, axis=0).max()) or 1.0
    bars: list[Bar] = []
    for j, frame in robot:
        path, ground = paths[j], not frame.antecedent
        slides = frame.sigma is JointType.PRISMATIC
        for start, end, field in zip(path, path[1:], ("b", "d", "r"), strict=False):
            if np.linalg.norm(end - start) > _SAME * extent:
                moving = slides and field == "r"
                own = ground and field != "r"
                bars.append(Bar(start, end, _length_name(getattr(frame, field)), moving, own))
    if tip is not None:
        bars.append(Bar(item.origin(chosen_frame(robot, carrier)), tip))
    joints = _spread_joints(
        item, [_joint(item, j, paths[j], extent) for j in robot.moving_joints], extent
    )
    bars += [
        Bar(item.origin(each.number), each.centre)
        for each in joints
        if not _is_on_bars(each.centre, bars, extent)
    ]
    planar = _is_planar(item, extent)
    grounds = _grounds(item, joints, extent, planar)
    bars += [Bar(each.centre, top) for each, top in grounds if not _is_on_bars(top, bars, extent)]
    tops = tuple(top for _, top in grounds)
    return Skeleton(_distinct_bars(bars, extent), tuple(joints), tops, extent, planar)


def _distinct_bars(bars: list[Bar], extent: float) -> tuple[Bar, ...]:
    """The bars without those that lie on another one with the same name."""
    distinct: list[Bar] = []
    for bar in bars:
        ends = np.array([bar.start, bar.end])
        same = (
            np.abs(ends - np.array([other.start, other.end])).max() < _SAME * extent
            for other in distinct
            if other.name == bar.name
        )
        if not any(same):
            distinct.append(bar)
    return tuple(distinct)


def table_path(item: Posture, j: int) -> list[Floats]:
    """Return the points from the origin of the antecedent over b, d and r to that of the frame."""
    frame = item.robot.frame(j)

    def value_of(entry: Expression) -> float:
        return float(evaluate(entry, item.values, _FLOATS))

    i = frame.antecedent
    gamma = value_of(frame.gamma)
    u = math.cos(gamma) * item.axis(i, 0) + math.sin(gamma) * item.axis(i, 1)
    foot = item.origin(i) + value_of(frame.b) * item.axis(i, 2)
    return [item.origin(i), foot, foot + value_of(frame.d) * u, item.origin(j)]


def _length_name(entry: Expression) -> str:
    """The name of a bar's length: a symbol or its opposite; nothing for a number."""
    return str(entry).lstrip("-") if len(entry.symbols) == 1 else ""


def _joint(item: Posture, j: int, path: list[Floats], extent: float) -> Joint:
    frame = item.robot.frame(j)
    prismatic = frame.sigma is JointType.PRISMATIC
    foot, origin = path[2], path[3]
    along = float(np.linalg.norm(origin - foot))
    centre = origin
    if prismatic:
        centre = foot
    elif along > 1.2 * _LENGTH * extent:
        centre = (foot + origin) / 2
    return Joint(j, centre, item.pose[j][:3, :3], prismatic, frame.mu, j > item.robot.n_links)


def _spread_joints(item: Posture, joints: list[Joint], extent: float) -> list[Joint]:
    """Move symbols that stand in one place apart, each along its own axis."""
    left, placed = list(joints), dict[int, Joint]()
    while left:
        first = left[0]
        near = _LENGTH * extent / 2
        together = [k for k in left if np.linalg.norm(k.centre - first.centre) < near]
        left = [k for k in left if k not in together]
        for each, shift in zip(together, _shifts(item, together), strict=True):
            centre = each.centre + shift * _SPREAD * _LENGTH * extent * each.frame[:, 2]
            placed[each.number] = replace(each, centre=centre)
    return [placed[each.number] for each in joints]


def _shifts(item: Posture, together: list[Joint]) -> list[float]:
    """The shift of each of some symbols in one place along its axis."""
    count = len(together)
    if count == 1 or all(each.cut for each in together):
        return [0.0] * count
    axes = [each.frame[:, 2] for each in together]
    if all(abs(abs(axis @ axes[0]) - 1) < _SAME for axis in axes):
        steps = [k - (count - 1) / 2 for k in range(count)]
        return [
            step * float(np.sign(axis @ axes[0])) for step, axis in zip(steps, axes, strict=True)
        ]
    if count > 3:  # joints on a sphere
        return [_SPHERE] * count
    middle = 1 if count == 3 or item.robot.antecedent(together[0].number) == 0 else 0
    return [float(k - middle) for k in range(count)]


def _is_on_bars(point: Floats, bars: list[Bar], extent: float) -> bool:
    return any(_distance(point, bar) < _SAME * extent for bar in bars)


def _distance(point: Floats, bar: Bar) -> float:
    along = bar.end - bar.start
    square = float(along @ along)
    share = float(np.clip((point - bar.start) @ along / square, 0.0, 1.0)) if square else 0.0
    return float(np.linalg.norm(point - bar.start - share * along))


def _grounds(
    item: Posture, joints: list[Joint], extent: float, planar: bool
) -> list[tuple[Joint, Floats]]:
    """The joints that stand on the base, and where: at the pivot itself, or below the symbol."""
    grounds: list[tuple[Joint, Floats]] = []
    up = item.axis(0, 2)
    for each in joints:
        if item.robot.antecedent(each.number) != 0:
            continue
        upright = abs(each.frame[:, 2] @ up) > 1 - _SAME
        drop = (_LENGTH / 2 if upright else _RADIUS) * extent
        height = float(each.centre @ up)
        low = min(height - drop, float(item.origin(0) @ up))
        grounds.append((each, each.centre if planar else each.centre + (low - height) * up))
    return grounds


def _is_planar(item: Posture, extent: float) -> bool:
    z = item.axis(0, 2)
    turning = all(
        frame.sigma is not JointType.PRISMATIC or abs(item.axis(j, 2) @ z) < _SAME
        for j, frame in item.robot
    )
    level = all(abs(item.origin(j) @ z) < _SAME * extent for j in item.pose)
    parallel = all(
        abs(abs(item.axis(j, 2) @ z) - 1) < _SAME
        or item.robot.frame(j).sigma is not JointType.REVOLUTE
        for j in item.robot.moving_joints
    )
    return turning and level and parallel

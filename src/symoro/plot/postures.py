"""Several postures of a robot in one picture: all solutions of a pose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.inverse_geometry import Solutions
from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.formats.values import Values
from symoro.plot.backend import require_matplotlib
from symoro.plot.figure import cut_figure, fit_picture, space_axes
from symoro.plot.frames import View, best_view, shared_axes
from symoro.plot.geometry_values import geometry_values
from symoro.plot.point import chosen_frame
from symoro.plot.posture import Positions, Posture, posture
from symoro.plot.skeleton import Skeleton, skeleton
from symoro.robot import Robot

COLOURS = (
    *("#5b8fd0", "#d9756b", "#6fae7f", "#e0b04e", "#9b7fc4", "#57b0b4", "#d48fbf", "#a98b6d"),
    *("#8f9aa8", "#b7c75a", "#c86a3c", "#4d6a8f"),
)
"""The colours of postures, in turns."""

_SAME = 1e-6  # part of the extent that is no distance
_COLUMNS = 2  # of the legend, unless labels are long
_LONG = 36  # letters
_LETTER, _PATCH = 0.07, 0.7  # width of a letter, and of a colour with its margins [inches]


@dataclass(frozen=True)
class _Arm:
    """Postures whose links lie in the same places, with what they are called."""

    sticks: Skeleton
    labels: tuple[str, ...]

    def covers(self, other: Skeleton) -> bool:
        """True if another posture has its links in the same places."""
        points, others = _points(self.sticks), _points(other)
        near = _SAME * self.sticks.extent
        return points.shape == others.shape and bool(np.abs(points - others).max() < near)


def draw_postures(
    robot: Robot,
    postures: Solutions | Sequence[Positions],
    values: Values | None = None,
    ax: Any = None,
    *,
    param: Mapping[str, ExpressionLike] | None = None,
    labels: Sequence[str] = (),
    link: int | None = None,
    view: View | None = None,
) -> Any:
    """Draw a robot in several postures, such as all solutions of a pose; return the axes.

    Each has a colour, which the legend names by its label; postures with links in the same places,
    such as the two of a wrist, have one. The axes are those of a frame that all of them bring to
    its pose, that of the tool by default.

    Args:
        robot: an open robot.
        postures: solutions of an inverse geometric model, or joint positions, as `draw` takes them.
        values: a number for each length and angle: of a value set, of a file, or by symbol; the
            robot's only value set by default.
        ax: axes in space to draw in; new ones by default.
        param: single numbers, which take precedence over ``values``.
        labels: what postures are called; those of solutions, or their numbers, by default.
        link: the frame whose axes are drawn.
        view: elevation and azimuth [degrees]; chosen so that the links are apart by default.

    Raises:
        UsageError: for missing numbers, or nothing to draw.
    """
    require_matplotlib()
    from symoro.plot.picture import Picture

    rows, names = _rows(robot, postures, labels)
    numbers = geometry_values(robot, values, param)
    placed = [posture(robot, row, numbers) for row in rows]
    arms = _distinct_arms(placed, names)
    whole = _all_sticks([arm.sticks for arm in arms])
    tool = chosen_frame(robot, link)
    frames = [axis for axis in shared_axes(placed[0], "xyz", whole.extent) if tool in axis.frames]
    picture = Picture(space_axes(ax), whole, frames)
    if ax is None:
        fit_picture(picture, view or best_view(_all_axes(placed, whole.extent), whole))
    elif view is not None:
        ax.view_init(*view)
    legend = []
    for k, arm in reversed(list(enumerate(arms))):  # the first in front
        paint = COLOURS[k % len(COLOURS)]
        picture.draw_bars(arm.sticks.bars, paint)
        picture.draw_joints(arm.sticks.joints, paint)
        legend.insert(0, (paint, common_label(arm.labels)))
    picture.draw_grounds()
    picture.draw_axes()
    picture.draw_labels()
    if ax is None:
        longest = max(len(text) for _, text in legend)
        columns = 1 if longest > _LONG else min(_COLUMNS, len(legend))
        cut_figure(picture, legend, columns, columns * (_LETTER * longest + _PATCH))
    return picture.ax


def _rows(
    robot: Robot, postures: Solutions | Sequence[Positions], labels: Sequence[str]
) -> tuple[list[Positions], list[str]]:
    """The positions of joints by frame, or as they are given, and the labels of postures."""
    rows: list[Positions] = []
    if isinstance(postures, Solutions):
        frames = {variable.name: j for j, variable in robot.variables.items()}
        joints = [frames[name] for name in postures.joints]
        rows += [dict(zip(joints, map(float, row), strict=True)) for row in postures.q]
        labels = labels or postures.labels
    else:
        rows += postures
    if not rows:
        raise UsageError(f"{robot.name}: there is no posture to draw")
    names = list(labels) or [f"{k}" for k in range(1, len(rows) + 1)]
    if len(names) != len(rows):
        raise UsageError(f"{len(rows)} postures need as many labels, not {len(names)}")
    return rows, names


def _distinct_arms(placed: Sequence[Posture], names: Sequence[str]) -> list[_Arm]:
    """The postures, those with links in the same places together."""
    arms: list[_Arm] = []
    for item, name in zip(placed, names, strict=True):
        sticks = skeleton(item)
        for k, arm in enumerate(arms):
            if arm.covers(sticks):
                arms[k] = _Arm(arm.sticks, (*arm.labels, name))
                break
        else:
            arms.append(_Arm(sticks, (name,)))
    return arms


def _points(sticks: Skeleton) -> Floats:
    return np.array([end for bar in sticks.bars for end in (bar.start, bar.end)])


def _all_sticks(each: Sequence[Skeleton]) -> Skeleton:
    """The sticks of all postures as those of one robot."""
    points = np.concatenate([_points(sticks) for sticks in each])
    extent = float(np.ptp(points, axis=0).max()) or 1.0
    grounds: list[Floats] = []
    for ground in (ground for sticks in each for ground in sticks.grounds):
        if all(np.abs(ground - other).max() > _SAME * extent for other in grounds):
            grounds.append(ground)
    return Skeleton(
        bars=tuple(bar for sticks in each for bar in sticks.bars),
        joints=tuple(joint for sticks in each for joint in sticks.joints),
        grounds=tuple(grounds),
        extent=extent,
        planar=all(sticks.planar for sticks in each),
    )


def _all_axes(placed: Sequence[Posture], extent: float) -> list[Any]:
    """The axes of all joints of all postures, which a view should keep apart."""
    return [axis for item in placed for axis in shared_axes(item, "z", extent)]


def common_label(labels: Sequence[str]) -> str:
    """Return one label for several: ``elbow +, wrist +/-`` for two wrists."""
    rows = [tuple((word,) for word in label.split(", ")) for label in labels]
    if len({len(row) for row in rows}) != 1:
        return "; ".join(labels)
    for column in reversed(range(len(rows[0]))):
        merged: dict[object, tuple[tuple[str, ...], ...]] = {}
        for row in rows:
            others = (row[:column], row[column + 1 :])
            known = merged.get(others)
            words = (*(known[column] if known else ()), *row[column])
            merged[others] = (*row[:column], words, *row[column + 1 :])
        rows = list(merged.values())
    return "; ".join(", ".join(map(_either, row)) for row in rows)


def _either(words: Sequence[str]) -> str:
    """Words that end differently as one: ``wrist +/-``."""
    stems, _, ends = zip(*(word.rpartition(" ") for word in words), strict=True)
    if len(set(stems)) != 1:
        return "/".join(words)
    return f"{stems[0]} {'/'.join(ends)}".strip()

"""Velocity and force ellipsoids of planar robots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.manipulability import Ellipsoid, force_ellipsoid, velocity_ellipsoid
from symoro.errors import ModelError, UsageError
from symoro.expressions import ExpressionLike
from symoro.formats.values import Values
from symoro.plot.backend import new_figure, require_matplotlib
from symoro.plot.geometry_values import geometry_values
from symoro.plot.models import PointModels
from symoro.plot.plane import draw_arm, plane_axes
from symoro.plot.point import ORIGIN, Point, chosen_frame, point_coordinates
from symoro.plot.posture import posture
from symoro.plot.skeleton import skeleton
from symoro.robot import Robot
from symoro.robot.gravity import length_unit

KINDS = ("velocity", "force")
"""The ellipsoids that can be drawn."""

_STYLES = {"velocity": ("#1d55a5", "-"), "force": ("#b5302a", "--")}
_SHARE = 0.17  # of the robot's extent that the longest half axis usually takes
_LONGEST = 0.4  # the most that any takes
_FLAT = 1e-9


def draw_ellipsoids(
    robot: Robot,
    postures: Sequence[Sequence[float] | Mapping[int, float]],
    values: Values | None = None,
    ax: Any = None,
    *,
    param: Mapping[str, ExpressionLike] | None = None,
    link: int | None = None,
    point: Point = ORIGIN,
    kinds: Sequence[str] = KINDS,
) -> Any:
    """Draw a planar robot in postures with its velocity and force ellipsoids; return the axes.

    They are what joint velocities, or torques, of norm 1 give at the point. All of a kind are to
    one scale, but an axis that would be longer than the picture bears is cut.

    Args:
        robot: an open robot that moves in the plane x0-y0.
        postures: joint positions, in order or by frame.
        values: a number for each length and angle: of a value set, of a file, or by symbol; the
            robot's only value set by default.
        ax: axes in the plane to draw in; new ones by default.
        param: single numbers, which take precedence over ``values``.
        link: the frame that carries the point; that of the tool by default.
        point: the point in its frame: numbers, or expressions in the robot's symbols.
        kinds: velocity, force or both.

    Raises:
        UsageError: for another kind, or missing numbers.
        ModelError: for a closed robot, or one that moves out of the plane.
    """
    require_matplotlib()
    from matplotlib.patches import Patch

    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise UsageError(f"ellipsoids are {' and '.join(KINDS)}, not {unknown[0]}")
    if robot.n_loops:
        raise ModelError(f"{robot.name} has loops; ellipsoids are drawn for open robots")
    numbers = geometry_values(robot, values, param)
    chosen = chosen_frame(robot, link)
    models = PointModels(robot, chosen, numbers, point_coordinates(robot, numbers, point))
    placed = [posture(robot, q, numbers) for q in postures]
    names = [robot.variables[j].name for j in models.joints]
    q = np.array([[item.values[name] for name in names] for item in placed])
    J, tips = models.jacobian(q), models.position(q)
    if np.abs(J[:, 2]).max(initial=0.0) > _FLAT * np.abs(J).max(initial=1.0):
        raise ModelError(f"frame {chosen} of {robot.name} does not move in the plane x0-y0")
    if ax is None:
        from symoro.plot.displayed import PlaneAxes

        figure = new_figure(5.6, 4.8)
        figure.set_layout_engine("constrained")
        ax = figure.add_subplot(axes_class=PlaneAxes)
    m = length_unit(robot)
    plane_axes(ax, f"$x_0$ [{m}]", f"$y_0$ [{m}]")
    sticks = [skeleton(item, tip, chosen) for item, tip in zip(placed, tips, strict=True)]
    extent = max(item.extent for item in sticks)
    for item in sticks:
        draw_arm(ax, item)
    for kind in kinds:
        ellipsoid_of = velocity_ellipsoid if kind == "velocity" else force_ellipsoid
        _draw_kind(ax, kind, ellipsoid_of(J[:, :2]), tips, extent)
    handles = [
        Patch(fc="none", ec=_STYLES[kind][0], ls=_STYLES[kind][1], label=f"{kind} ellipsoid")
        for kind in kinds
    ]
    ax.legend(handles=handles, fontsize=8, frameon=False, loc="best")
    return ax


def _draw_kind(ax: Any, kind: str, ellipsoid: Ellipsoid, tips: Floats, extent: float) -> None:
    from matplotlib.patches import Ellipse

    paint, line = _STYLES[kind]
    lengths = ellipsoid.half_lengths
    finite = np.where(np.isfinite(lengths), lengths, 0.0).max(axis=1)
    usual = float(np.median(finite[finite > 0])) if finite.any() else 1.0
    halves = np.minimum(lengths * _SHARE * extent / usual, _LONGEST * extent)
    for tip, axes, half in zip(tips, ellipsoid.axes, halves, strict=True):
        angle = np.degrees(np.arctan2(axes[1, 0], axes[0, 0]))
        look: Any = {"fc": f"{paint}18", "ec": paint, "ls": line, "zorder": 5}
        ax.add_patch(Ellipse(tuple(tip[:2]), 2 * half[0], 2 * half[1], angle=angle, **look))

"""A robot as a stick figure with its frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.formats.values import Values
from symoro.plot.backend import new_figure, require_matplotlib
from symoro.plot.frames import View, best_view, screen, shared_axes
from symoro.plot.geometry_values import geometry_values
from symoro.plot.point import ORIGIN, Point, point_coordinates
from symoro.plot.posture import Positions, posture
from symoro.plot.shapes import link_surfaces
from symoro.plot.skeleton import skeleton
from symoro.robot import Robot

_SIZE = 4.6  # of the longer side of a picture, without margins [inches]
_MARGIN = 0.08
_LINE, _LEGEND = 0.3, 4.3  # height and width of the legend
_SQUARE = 8.0  # side of the axes, in which the picture lies


def draw(
    robot: Robot,
    q: Positions = None,
    values: Values | None = None,
    ax: Any = None,
    *,
    param: Mapping[str, ExpressionLike] | None = None,
    point: Point = ORIGIN,
    axes: str = "xz",
    lengths: bool = True,
    assembly_mode: int = 1,
    view: View | None = None,
    shapes: str = "visual",
) -> Any:
    """Draw a robot in a posture: links, joints, base, and the frames of its table.

    A link is drawn along b, d and r of the table. Revolute joints are cylinders, prismatic ones
    boxes; actuated joints are blue, passive ones white, cut joints of loops orange. Axes of frames
    that coincide are one arrow.

    Args:
        robot: any robot.
        q: joint positions in order, by variable or by number; for a closed robot the actuated
            ones, and its loops are closed. None for angles of 0, or a clear posture of a closed
            robot.
        values: a number for each length and angle: of a value set, of a file, or by symbol; the
            robot's only value set by default.
        ax: axes in space to draw in; new ones by default.
        param: single numbers, which take precedence over ``values``.
        point: the end of the last link, in its frame.
        axes: the axes of the frames to draw; ``"xyz"`` for all three.
        lengths: write the names of the lengths beside the links.
        assembly_mode: the assembly mode of a closed robot, from 1.
        view: elevation and azimuth [degrees]; chosen so that the axes are apart by default.
        shapes: those of the links: ``"visual"``, ``"collision"`` or ``"none"``. A mesh that is
            missing or cannot be read is left out, with a warning.

    Returns:
        The axes, which a notebook shows; ``symoro.plot.save`` writes their figure.

    Raises:
        UsageError: for missing numbers, positions that do not fit, or axes that are not in space.
    """
    require_matplotlib()
    from symoro.plot.picture import Picture

    letters = "".join(letter for letter in "xyz" if letter in axes)
    if not letters or set(axes) - set("xyz"):
        raise UsageError(f"axes are some of x, y and z, not {axes!r}")
    numbers = geometry_values(robot, values, param)
    placed = posture(robot, q, numbers, assembly_mode)
    end = point_coordinates(robot, numbers, point)
    pose = placed.pose[robot.tip]
    tip = pose[:3, :3] @ end + pose[:3, 3] if end.any() else None
    sticks = skeleton(placed, tip)
    surfaces = link_surfaces(placed, shapes)
    frames = shared_axes(placed, letters, sticks.extent)
    picture = Picture(space_axes(ax), sticks, frames, [each for _, each in surfaces])
    if ax is None:
        fit_picture(picture, view or best_view(frames, sticks))
    elif view is not None:
        ax.view_init(*view)
    picture.draw_bars()
    picture.draw_joints()
    if all(frame for frame, _ in surfaces):  # the base's own shape is what the robot stands on
        picture.draw_grounds()
    picture.draw_axes()
    picture.draw_surfaces()
    if tip is not None:
        picture.draw_tip(tip)
    if lengths:
        picture.request_lengths()
    picture.draw_labels()
    if ax is None:
        cut_figure(picture, picture.joint_kinds())
    return picture.ax


def space_axes(ax: Any) -> Any:
    """Return axes in space: those that are given, or new ones without a frame."""
    if ax is None:
        from symoro.plot.displayed import SpaceAxes

        figure = new_figure(_SQUARE, _SQUARE)
        axes: Any = figure.add_axes(
            (0, 0, 1, 1), axes_class=SpaceAxes, computed_zorder=False, proj_type="ortho"
        )
        axes.set_axis_off()
        return axes
    if getattr(ax, "name", "") != "3d":
        raise UsageError("draw needs axes in space: figure.add_subplot(projection='3d')")
    return ax


def fit_picture(picture: Any, view: View) -> None:
    """Take in the whole robot, all directions to one scale."""
    ax, extent = picture.ax, picture.sticks.extent
    dpi = ax.figure.dpi
    ax.view_init(*view)
    _aim(ax, np.zeros(3), extent)
    low, high = picture.bounds()
    off = (low + high) / 2 - _SQUARE * dpi / 2
    zoom = _SIZE * dpi / float((high - low).max())
    _aim(ax, off @ screen(view) / picture.scale(), extent, zoom)


def cut_figure(
    picture: Any, kinds: list[tuple[str, str]], columns: int = 0, least: float = _LEGEND
) -> None:
    """Cut the figure to the size of the picture and its labels; the legend comes below.

    Args:
        picture: what is drawn.
        kinds: colours with their meanings, for the legend.
        columns: of the legend; all in one line by default.
        least: the width of the legend [inches].
    """
    from matplotlib.patches import Patch

    ax, figure = picture.ax, picture.ax.figure
    low, high = picture.bounds(labels=True) / figure.dpi
    columns = columns or len(kinds)
    rows = -(-len(kinds) // columns) if kinds else 0
    line, least = (_LINE * rows, least) if kinds else (0.0, 0.0)
    width, height = high - low + 2 * _MARGIN
    spare = max(0.0, least - float(width)) / 2
    width, height = width + 2 * spare, height + line
    figure.set_size_inches(width, height)
    left, bottom = spare + _MARGIN - low[0], line + _MARGIN - low[1]
    ax.set_position((left / width, bottom / height, _SQUARE / width, _SQUARE / height))
    if kinds:
        handles = [Patch(fc=paint, ec="#222222", lw=0.9, label=name) for paint, name in kinds]
        figure.legend(handles=handles, loc="lower center", ncols=columns, frameon=False, fontsize=9)


def _aim(ax: Any, middle: Floats, reach: float, zoom: float = 1.0) -> None:
    for name, x in zip("xyz", middle, strict=True):
        getattr(ax, f"set_{name}lim")(x - reach, x + reach)
    ax.set_box_aspect((1, 1, 1), zoom=zoom)

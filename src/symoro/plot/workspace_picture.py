"""Pictures of workspaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.loops import CannotClose, modes
from symoro.errors import UsageError
from symoro.plot.backend import new_figure, require_matplotlib
from symoro.plot.branches import singular_branches
from symoro.plot.plane import draw_arm, plane_axes
from symoro.plot.posture import posture
from symoro.plot.reach import Reach
from symoro.plot.report import size
from symoro.plot.skeleton import Skeleton, skeleton
from symoro.robot.gravity import length_unit

_FLAT = 1e-9
_DOT, _PLAIN, _BRANCH = 1.2, "#3b6ea5", "#c0392b"
_MOST = 0.99  # part of the samples that have a colour of their own; near singularities few are huge
_SHOWN = 0.8  # part of the samples with a smaller manipulability than the posture drawn


def draw_workspace(reach: Reach, ax: Any = None) -> Any:
    """Draw the positions that a point of a robot reaches; return the figure.

    A flat reach is one picture, with the robot in one of the postures; any other is seen from
    above, and beside that in section if the first joint makes a full turn, else from the side.
    Where it can be told, colours are the manipulability.

    Args:
        reach: the result of `symoro.plot.workspace`.
        ax: axes in the plane to draw in, for a flat reach; new ones by default.
    """
    require_matplotlib()
    span = np.ptp(reach.positions, axis=0)
    thin = int(span.argmin())
    if span[thin] <= _FLAT * max(float(span.max()), 1e-300):
        return _draw_flat(reach, [k for k in (0, 1, 2) if k != thin], ax)
    if ax is not None:
        raise UsageError("the reach is not flat: its picture has two parts and its own axes")
    return _draw_views(reach)


def _draw_flat(reach: Reach, plane: list[int], ax: Any) -> Any:
    if ax is None:
        figure = new_figure(5.6, 4.6)
        figure.set_layout_engine("constrained")
        ax = figure.add_subplot()
    else:
        figure = ax.figure
    shown = ax.scatter(*reach.positions[:, plane].T, **_dot_style(reach.manipulability))
    _draw_branches(ax, [line[:, plane] for line in singular_branches(reach)])
    if reach.manipulability is not None:
        _draw_scale(figure, ax, shown)
    m = length_unit(reach.robot)
    plane_axes(ax, *(f"${'xyz'[k]}_0$ [{m}]" for k in plane))
    sticks = _example_skeleton(reach)
    if sticks is not None:
        draw_arm(ax, sticks, plane)
    ax.set_title(headline(reach), fontsize=10)
    return figure


def _draw_views(reach: Reach) -> Any:
    figure = new_figure(8.6, 4.4)
    figure.set_layout_engine("constrained")
    above, beside = figure.subplots(1, 2)
    above.scatter(*reach.positions[:, :2].T, **_dot_style(None))
    m = length_unit(reach.robot)
    plane_axes(above, f"$x_0$ [{m}]", f"$y_0$ [{m}]")
    above.set_title("from above", fontsize=9)
    if reach.section is None:
        beside.scatter(*reach.positions[:, [0, 2]].T, **_dot_style(None))
        plane_axes(beside, f"$x_0$ [{m}]", f"$z_0$ [{m}]")
        beside.set_title("from the side", fontsize=9)
    else:
        shown = beside.scatter(
            *_section_coordinates(reach, reach.positions), **_dot_style(reach.manipulability)
        )
        _draw_branches(beside, [_section_coordinates(reach, x).T for x in singular_branches(reach)])
        if reach.manipulability is not None:
            _draw_scale(figure, beside, shown)
        upright = np.abs(reach.section[1] - [0, 0, 1]).max() < _FLAT
        height = "$z_0$" if upright else "along the first axis, from frame 0"
        plane_axes(beside, f"distance from the first axis [{m}]", f"{height} [{m}]")
        beside.set_title("section", fontsize=9)
    figure.suptitle(headline(reach), fontsize=10)
    return figure


def _section_coordinates(reach: Reach, positions: Floats) -> Floats:
    """Distances from the first axis, and heights along it from the origin of frame 0."""
    assert reach.section is not None
    origin, direction = reach.section
    away = positions - origin
    height = away @ direction
    return np.stack([np.linalg.norm(away - height[:, None] * direction, axis=1), height])


def _draw_branches(ax: Any, lines: Sequence[Floats]) -> None:
    """Draw the branches of singular postures, points last, and one name for all."""
    name = "singular postures"
    for line in sorted(lines, key=lambda line: not np.ptp(line, axis=0).any()):
        dot = {} if np.ptp(line, axis=0).any() else {"marker": "o", "ms": 3}
        ax.plot(*line.T, color=_BRANCH, lw=1.6, zorder=2.5, label=name, **dot)
        name = "_"  # of the legend
    if lines:
        ax.legend(loc="upper right", fontsize=8, framealpha=0.9)


def headline(reach: Reach) -> str:
    """Return the title: the point, and the size of its workspace."""
    of = "origin" if not any(reach.point) else "point ({:g}, {:g}, {:g})".format(*reach.point)
    text = f"{reach.robot.name}, {of} of frame {reach.frame}"
    measure = reach.measure
    if measure.value is None:
        return text
    power = "²" if measure.kind == "area" else "³"
    shown = size(measure).replace("+-", "±")
    return f"{text}: {measure.kind} {shown} {length_unit(reach.robot)}{power}"


def _dot_style(ease: Floats | None) -> dict[str, Any]:
    paint: dict[str, Any] = {"color": _PLAIN}
    if ease is not None:
        paint = {"c": ease, "cmap": "viridis", "vmin": 0.0, "vmax": np.quantile(ease, _MOST)}
    return {"s": _DOT, "lw": 0, "rasterized": True, **paint}


def _draw_scale(figure: Any, ax: Any, shown: Any) -> None:
    over = shown.get_array().max() > 1.5 * shown.norm.vmax
    end = "max" if over else "neither"
    bar = figure.colorbar(shown, ax=ax, shrink=0.75, pad=0.02, extend=end)
    bar.set_label("manipulability", fontsize=9)
    bar.ax.tick_params(labelsize=8)
    bar.outline.set_visible(False)


def _example_skeleton(reach: Reach) -> Skeleton | None:
    """The robot at a sample of large manipulability; None if its loops are not found."""
    ease = reach.manipulability
    chosen = 0 if ease is None else int(np.abs(ease - np.quantile(ease, _SHOWN)).argmin())
    q = dict(zip((item.joint for item in reach.ranges), reach.q[chosen].tolist(), strict=True))
    robot, numbers = reach.robot, reach.numbers
    try:
        count = len(modes(robot, numbers.values, q).positions) if robot.n_loops else 1
    except CannotClose:
        return None
    tips = []
    for mode in range(1, count + 1):
        placed = posture(robot, q, numbers, mode)
        pose = placed.pose[reach.frame]
        tip = pose[:3, :3] @ reach.point + pose[:3, 3]
        tips.append((float(np.linalg.norm(tip - reach.positions[chosen])), placed, tip))
    _, placed, tip = min(tips, key=lambda item: item[0])
    return skeleton(placed, tip if any(reach.point) else None, reach.frame)

"""The parts of a robot's picture, drawn one after the other in axes in space."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.plot.artists import Arrow, Label, Line, Solid, box, cylinder, project
from symoro.plot.frames import Axis
from symoro.plot.labels import line_points, place_labels
from symoro.plot.shading import ShadedSurfaces
from symoro.plot.skeleton import Bar, Joint, Skeleton
from symoro.plot.surface import Surface

COLOURS = {"x": "#b5302a", "y": "#2a7d3f", "z": "#1d55a5"}
"""The colours of the three axes of a frame."""

FONT = 11
"""The size of labels [points]."""

_EDGE, _BAR, _PAD, _NAME = "#222222", "#e6e6e6", "#c4c4c4", "#555555"
_MOTOR, _PASSIVE, _CUT = "#9db8d9", "#ffffff", "#f0b27a"
_TUBE, _ROD = 6.0, 3.2  # widths of links and of rods that slide [points]
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)  # of a bar, where its name may stand
_TIE = 1e-9  # part of a length that is no difference
_TOWARDS = 0.2  # share of an axis that is seen, below which it points at the reader


@dataclass(frozen=True)
class _LabelRequest:
    """A label before it has its place.

    Attributes:
        point: the point that it names, in space.
        towards: the side of that on which it should stand, in the picture.
        either: True if the opposite side is as good.
    """

    text: str
    point: Floats
    towards: Floats
    colour: str
    either: bool = False


class Picture:
    """A robot's picture in the making."""

    def __init__(
        self, ax: Any, sticks: Skeleton, frames: list[Axis], surfaces: Sequence[Surface] = ()
    ) -> None:
        self.ax = ax
        self.sticks = sticks
        self.frames = frames
        self.surfaces = list(surfaces)
        self._requests: list[_LabelRequest] = []
        self._taken: list[Floats] = []  # points that labels should not lie over [pixels]
        self._written: list[Floats] = []  # corners of the labels [pixels]

    def draw_surfaces(self) -> None:
        """Draw the shapes of the links behind everything else."""
        if self.surfaces:
            had = self.ax.has_data()
            shaded = ShadedSurfaces(self.surfaces, zorder=0.5)
            self.ax.add_artist(shaded)
            self.ax.auto_scale_xyz(*self._shape_points().T, had)

    def _shape_points(self) -> Floats:
        """The corners of all surfaces (N, 3)."""
        return np.concatenate([each.triangles.reshape(-1, 3) for each in self.surfaces])

    def draw_bars(self, bars: Sequence[Bar] | None = None, paint: str = _BAR) -> None:
        """Draw links as tubes, rods of slides thinner, the base dashed; all of them by default."""
        for bar in self.sticks.bars if bars is None else bars:
            ends = np.array([bar.start, bar.end])
            if bar.ground:
                self._draw_line(ends, color=_NAME, lw=1.2, ls=(0, (4, 3)), zorder=1.5)
                self._reserve(ends)
                continue
            width = _ROD if bar.slides else _TUBE
            caps: Any = {"solid_capstyle": "round"}
            self._draw_line(ends, color=_EDGE, lw=width, zorder=2, **caps)
            self._draw_line(ends, color=paint, lw=width - 1.6, zorder=2.1, **caps)
            self._reserve(ends, width)

    def draw_joints(self, joints: Sequence[Joint] | None = None, paint: str = "") -> None:
        """Draw cylinders and boxes about the joints' axes, in the colours of their kinds."""
        length, radius = self.sticks.length, self.sticks.radius
        for each in self.sticks.joints if joints is None else joints:
            if each.prismatic:
                faces = box(each.centre, each.frame, (1.7 * radius, 1.7 * radius, length))
            else:
                faces = cylinder(each.centre, each.frame, radius, length)
            self._draw_solid(faces, 3.0, paint or colour(each))

    def draw_grounds(self) -> None:
        """Draw what the robot stands on."""
        for ground in self.sticks.grounds:
            if self.sticks.planar:
                self._draw_pivot(ground)
            else:
                self._draw_pad(ground)

    def _draw_pad(self, top: Floats) -> None:
        size = self.sticks.length
        faces = box(top - [0, 0, 0.12 * size], np.eye(3), (1.5 * size, 1.5 * size, 0.24 * size))
        self._draw_solid(faces, 1.0, _PAD)

    def _draw_pivot(self, pivot: Floats) -> None:
        """A triangle on hatched ground."""
        size = self.sticks.length
        triangle = [[0, 0, 0], [-0.52, -0.9, 0], [0.52, -0.9, 0], [0, 0, 0]]
        ground = [[-0.9, -0.9, 0], [0.9, -0.9, 0]]
        strokes = [[[x, -0.9, 0], [x - 0.22, -1.15, 0]] for x in np.linspace(-0.68, 0.9, 8)]
        for line, width in [(triangle, 1.1), (ground, 1.1), *((stroke, 0.7) for stroke in strokes)]:
            points = pivot + size * np.array(line)
            self._draw_line(points, color=_EDGE, lw=width, zorder=1.2)
            self._reserve(np.stack([points[:-1], points[1:]], axis=1))

    def draw_axes(self) -> None:
        """Draw arrows; an axis that points at the reader is a dot, one away from him a cross."""
        arrow = self.scale() * self.sticks.arrow
        for axis in self.frames:
            ends = np.array([axis.origin, axis.origin + self.sticks.arrow * axis.direction])
            start, end = self._pixels(ends)
            if np.linalg.norm(end - start) < _TOWARDS * arrow:
                self._draw_head_on(axis, ends)
                continue
            style: Any = {"arrowstyle": "-|>", "mutation_scale": 9, "lw": 1.3, "zorder": 4}
            self.ax.add_artist(Arrow(*ends, color=COLOURS[axis.letter], **style))
            self._reserve(ends, 3.0)
            self._request_label(axis.text, ends[1], end - start, COLOURS[axis.letter])

    def _draw_head_on(self, axis: Axis, ends: Floats) -> None:
        paint = COLOURS[axis.letter]
        depth = project(ends, self.ax)[:, 2]
        towards = depth[1] < depth[0]
        ring: Any = {"marker": "o", "ms": 6.5, "mfc": "white", "mec": paint, "mew": 1.1}
        self._draw_line(ends[:1], zorder=5, **ring)
        mark: Any = {"marker": "o", "ms": 2.2} if towards else {"marker": "x", "ms": 4}
        self._draw_line(ends[:1], color=paint, zorder=5.1, **mark)
        self._reserve(ends[[0, 0]], 9.0)
        self._request_label(axis.text, ends[0], np.zeros(2), paint)

    def draw_tip(self, tip: Floats) -> None:
        """Mark the end of the last link."""
        self._draw_line(tip[None], marker="o", ms=5, color=_EDGE, zorder=4.5)
        self._reserve(np.array([tip, tip]), 8.0)
        self._request_label("$E$", tip, np.zeros(2), _EDGE)

    def request_lengths(self) -> None:
        """Ask for the names of the lengths, beside the middles of the bars."""
        for bar in self.sticks.bars:
            if bar.name:
                start, end = self._pixels(np.array([bar.start, bar.end]))
                side = np.array([start[1] - end[1], end[0] - start[0]])
                name = math_text(bar.name)
                self._requests.append(
                    _LabelRequest(name, self._free_point(bar), side, _NAME, either=True)
                )

    def _free_point(self, bar: Bar) -> Floats:
        """The middle of a bar, or a place near it that no joint's symbol takes."""
        centres = np.array([each.centre for each in self.sticks.joints])
        clear = (1 + _TIE) * self.sticks.length
        places = [bar.start + share * (bar.end - bar.start) for share in _SHARES]
        free = (
            place_
            for place_ in places
            if np.linalg.norm(centres - place_, axis=1).min(initial=np.inf) > clear
        )
        return next(free, places[0])

    def draw_labels(self) -> None:
        """Put the labels where there is room; nothing but them may be drawn after."""
        if not self._requests:
            return
        figure = self.ax.figure
        style: Any = {"fontsize": FONT, "math_fontfamily": "cm", "ha": "center", "va": "center"}
        labels, sizes = [], []
        for item in self._requests:
            label = Label(item.text, item.point, np.zeros(2), color=item.colour, zorder=7, **style)
            self.ax.add_artist(label)
            extent = label.get_window_extent()
            labels.append(label)
            sizes.append([extent.width, extent.height])
        anchors = self._pixels(np.array([item.point for item in self._requests]))
        wishes = np.array([item.towards for item in self._requests])
        either = [item.either for item in self._requests]
        middles = place_labels(
            anchors, wishes, np.array(sizes), np.concatenate(self._taken), either
        )
        for label, offset in zip(labels, (middles - anchors) * 72 / figure.dpi, strict=True):
            label.set_position(tuple(offset))
        half = np.array(sizes) / 2
        self._written += [middles - half, middles + half]

    def joint_kinds(self) -> list[tuple[str, str]]:
        """Return the colours of the joints with their meaning, if there are several."""
        names = {_MOTOR: "actuated joint", _PASSIVE: "passive joint", _CUT: "cut joint"}
        used = {colour(each) for each in self.sticks.joints}
        return [item for item in names.items() if item[0] in used] if used - {_MOTOR} else []

    def bounds(self, *, labels: bool = False) -> Floats:
        """Return the smallest and the largest coordinates of the picture [pixels]."""
        sticks = self.sticks
        points = [end for bar in sticks.bars for end in (bar.start, bar.end)]
        points += [axis.origin for axis in self.frames]
        points += [axis.origin + sticks.arrow * axis.direction for axis in self.frames]
        half = sticks.length / 2
        points += [
            each.centre + side * half * each.frame[:, 2]
            for each in sticks.joints
            for side in (-1, 1)
        ]
        below = np.array([[-1.0, -1.3, 0], [1.0, -1.3, 0]] if sticks.planar else [[0, 0, -0.3]])
        points += [ground + sticks.length * shift for ground in sticks.grounds for shift in below]
        pixels = self._pixels(np.array(points))
        if self.surfaces:
            pixels = np.concatenate([pixels, self._pixels(self._shape_points())])
        if labels:
            pixels = np.concatenate([pixels, *self._taken, *self._written])
        return np.array([pixels.min(axis=0), pixels.max(axis=0)])

    def _draw_solid(self, faces: list[Floats], layer: float, paint: str) -> None:
        self.ax.add_artist(Solid(faces, layer, fc=paint, ec=_EDGE, lw=0.9))
        for one, other in zip(faces[::2], faces[1::2], strict=True):
            rims = [np.stack([face, np.roll(face, -1, axis=0)], axis=1) for face in (one, other)]
            self._reserve(np.concatenate([np.stack([one, other], axis=1), *rims]))

    def _draw_line(self, points: Floats, **style: Any) -> None:
        """Draw a line, or marks, in axes that take it in."""
        had = self.ax.has_data()
        self.ax.add_line(Line(points, **style))
        self.ax.auto_scale_xyz(*points.T, had)

    def _request_label(self, text: str, point: Floats, towards: Floats, paint: str) -> None:
        self._requests.append(_LabelRequest(text, point, towards, paint))

    def _reserve(self, lines: Floats, width: float = 0.0) -> None:
        """Keep labels off lines (N, 2, 3) of some width [points]."""
        reach = width / 2 * self.ax.figure.dpi / 72
        for start, end in self._pixels(lines.reshape(-1, 3)).reshape(-1, 2, 2):
            along = end - start
            length = math.hypot(*along)
            side = np.array([-along[1], along[0]]) / length if length else np.array([0.0, 1.0])
            for shift in (-reach, 0.0, reach) if width else (0.0,):
                self._taken.append(line_points(start + shift * side, end + shift * side))

    def _pixels(self, points: Floats) -> Floats:
        return project(points, self.ax)[:, :2]

    def scale(self) -> float:
        """The scale of the picture: three perpendicular lengths show two of their squares."""
        unit = self._pixels(np.vstack([np.zeros(3), np.eye(3)]))
        return float(np.linalg.norm(unit[1:] - unit[0]) / np.sqrt(2))


def colour(joint: Joint) -> str:
    """Return the colour of a joint's symbol."""
    if joint.cut:
        return _CUT
    return _MOTOR if joint.motor else _PASSIVE


def math_text(name: str) -> str:
    """Return a symbol in the letters of a formula: digits at its end stand low."""
    match = re.fullmatch(r"([A-Za-z]+)(\d*)", name)
    if not match:
        return name
    letters, digits = match.groups()
    stem = letters if len(letters) == 1 else f"\\mathit{{{letters}}}"
    return f"${stem}_{{{digits}}}$" if digits else f"${stem}$"

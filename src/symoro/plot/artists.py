"""The parts of a picture in space; it turns with the view. Imported only to draw.

Matrix products project it, and their last digits are the processor's. So what is drawn stands on a
grid of 1e-4 pixels: the same picture on every machine, byte for byte.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, PathPatch
from matplotlib.path import Path
from matplotlib.text import Annotation
from matplotlib.transforms import IdentityTransform
from mpl_toolkits.mplot3d import proj3d  # type: ignore[import-untyped]

from symoro.analysis.arrays import Floats

_DECIMALS = 4  # of pixels that count
_DEPTH = 9  # decimals of depths that count; the whole picture is about 1 deep
_FRONT = 1e-8  # less depth than this is none


def project(points: Floats, axes: Any) -> Floats:
    """Return points in space (N, 3) on the picture: two coordinates [pixels], and the depth."""
    x, y, depth = proj3d.proj_transform(*points.T, axes.get_proj())
    pixels = axes.transData.transform(np.stack([x, y], axis=1).astype(float))
    rounded = np.round(pixels, _DECIMALS) + 0.0  # and no zero is negative
    return np.column_stack([rounded, np.round(np.asarray(depth, dtype=float), _DEPTH)])


class Line(Line2D):
    """A line in space, or marks at its points."""

    def __init__(self, points: Floats, **style: Any) -> None:
        super().__init__([], [], transform=IdentityTransform(), **style)
        self._points = np.asarray(points, dtype=float)

    def draw(self, renderer: Any) -> None:
        """Follow the view."""
        self.set_data(*project(self._points, self.axes)[:, :2].T)
        super().draw(renderer)


class Arrow(FancyArrowPatch):
    """An arrow in space."""

    def __init__(self, start: Floats, end: Floats, **style: Any) -> None:
        still: Any = IdentityTransform()
        super().__init__((0, 0), (0, 0), shrinkA=0, shrinkB=0, transform=still, **style)
        self._ends = np.array([start, end])

    def do_3d_projection(self) -> float:
        """Follow the view; return the depth."""
        place = project(self._ends, self.axes)
        self.set_positions(tuple(place[0, :2]), tuple(place[1, :2]))
        return float(place[:, 2].min())


class Solid(PathPatch):
    """A convex body in space: its outline, and the outlines of the faces in front."""

    def __init__(self, faces: list[Floats], zorder: float, **style: Any) -> None:
        still: Any = {"joinstyle": "round", "transform": IdentityTransform()}
        super().__init__(Path([(0, 0)]), zorder=zorder, **still, **style)
        self._faces = faces
        self._layer = zorder

    def do_3d_projection(self) -> float:
        """Follow the view; bodies in front hide those behind."""
        places = [project(face, self.axes) for face in self._faces]
        depth = round(float(np.mean([place[:, 2].mean() for place in places])), _DEPTH)
        front = [place[:, :2] for place in places if place[:, 2].mean() < depth - _FRONT]
        outline = _hull(np.concatenate(places)[:, :2])
        self.set_path(
            Path.make_compound_path(
                *(Path(part, closed=True) for part in _close_paths(outline, front))
            )
        )
        self.set_zorder(self._layer - 0.01 * depth)
        return depth


class Label(Annotation):
    """A text at a fixed distance from a point in space."""

    def __init__(self, text: str, point: Floats, offset: Floats, **style: Any) -> None:
        still: Any = IdentityTransform()
        super().__init__(
            text, (0, 0), tuple(offset), xycoords=still, textcoords="offset points", **style
        )
        self._point = np.array([point])

    def update_positions(self, renderer: Any) -> None:
        """Follow the view."""
        self.xy = tuple(project(self._point, self.axes)[0, :2])
        super().update_positions(renderer)


def cylinder(
    centre: Floats, axes: Floats, radius: float, length: float, sides: int = 36
) -> list[Floats]:
    """Return the two ends of a cylinder about the last of some axes."""
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    rim = radius * (np.cos(angles)[:, None] * axes[:, 0] + np.sin(angles)[:, None] * axes[:, 1])
    return [centre + rim + side * length / 2 * axes[:, 2] for side in (-1, 1)]


def box(centre: Floats, axes: Floats, sizes: tuple[float, float, float]) -> list[Floats]:
    """Return the six faces of a box along some axes, opposite ones together."""
    faces = []
    half = [size / 2 * axes[:, k] for k, size in enumerate(sizes)]
    for k in range(3):
        one, other = half[(k + 1) % 3], half[(k + 2) % 3]
        corners = np.array([one + other, one - other, -one - other, other - one])
        faces += [centre + side * half[k] + corners for side in (-1, 1)]
    return faces


def _close_paths(outline: Floats, parts: list[Floats]) -> list[Floats]:
    """Closed paths that all turn to the left, so that none is a hole in another."""
    turned = [part if _area(part) > 0 else part[::-1] for part in (outline, *parts)]
    return [np.concatenate([part, part[:1]]) for part in turned]


def _area(polygon: Floats) -> float:
    x, y = polygon.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _hull(points: Floats) -> Floats:
    """The corners of the convex hull of points in the plane, in order."""
    from scipy.spatial import ConvexHull

    return np.asarray(points[ConvexHull(points).vertices], dtype=float)

"""Surfaces as one picture behind everything else: lit from the reader's left, light, translucent.

Each point of the picture shows what is nearest to the reader. The triangles are gone through row by
row; the depth at a point and the number of the triangle are one integer, whose minimum remains, so
that the order in which triangles come plays no part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist

from symoro.analysis.arrays import Floats
from symoro.plot.artists import project
from symoro.plot.frames import screen
from symoro.plot.surface import Surface

_FINER = 2  # points a side of one point of the picture
_CHUNK = 1 << 20  # points at a time
_FLAT = 1e-9  # twice the area below which a triangle is seen edge on [points^2]
_DEPTHS = 1 << 22  # steps of depth: what lies together does so whatever the last digits are
_LIGHT = (-0.35, 0.45, 0.82)  # to the right, up, towards the reader
_DARK, _BRIGHT = np.array([128.0, 140.0, 156.0]), np.array([238.0, 241.0, 245.0])
_LINE = np.array([98.0, 106.0, 118.0])  # the outlines of links
_OPACITY = 0.75
_NUMBER = (1 << 32) - 1  # the digits of a triangle's number
_EMPTY = np.iinfo(np.int64).max

Integers = npt.NDArray[np.int64]


class ShadedSurfaces(Artist):
    """The surfaces of a robot's links in space."""

    def __init__(self, surfaces: list[Surface], zorder: float) -> None:
        super().__init__()
        self.set_zorder(zorder)
        self.set_in_layout(False)
        self.corners = np.concatenate([each.triangles for each in surfaces])
        self._normals = np.concatenate([each.normals for each in surfaces])
        self._links = np.repeat(np.arange(len(surfaces)), [len(s.triangles) for s in surfaces])

    def draw(self, renderer: Any) -> None:
        """Follow the view."""
        if not self.get_visible():
            return
        magnification = renderer.get_image_magnification()
        places = project(self.corners.reshape(-1, 3), self.axes)
        places[:, :2] *= magnification
        size = magnification * np.array(renderer.get_canvas_width_height())
        low = np.clip(np.floor(places[:, :2].min(axis=0)) - 1, 0, size).astype(int)
        high = np.clip(np.ceil(places[:, :2].max(axis=0)) + 1, 0, size).astype(int)
        width, height = (int(side) for side in high - low)
        if width <= 0 or height <= 0:
            return
        places[:, :2] = (places[:, :2] - low) * _FINER
        nearest = _nearest(places.reshape(-1, 3, 3), width * _FINER, height * _FINER)
        image = self._paint(nearest)
        gc = renderer.new_gc()
        x, y = low / magnification
        renderer.draw_image(gc, float(x), float(y), image)
        gc.restore()
        self.stale = False

    def _paint(self, nearest: Integers) -> npt.NDArray[np.uint8]:
        """The picture of the numbers of the triangles that are seen, -1 for none."""
        covered = nearest >= 0
        light = self._brightness()[np.where(covered, nearest, 0)]
        colours = _DARK + light[..., None] * (_BRIGHT - _DARK)
        link = np.where(covered, self._links[np.where(covered, nearest, 0)], -1)
        colours[_outline(link)] = _LINE
        alpha = _OPACITY * 255.0 * covered
        colours = colours * covered[..., None]
        height, width = (side // _FINER for side in nearest.shape)
        blocks = (height, _FINER, width, _FINER)
        count = covered.reshape(blocks).sum(axis=(1, 3))
        mean = colours.reshape(*blocks, 3).sum(axis=(1, 3)) / np.maximum(count, 1)[..., None]
        cover = alpha.reshape(blocks).mean(axis=(1, 3))
        return np.round(np.concatenate([mean, cover[..., None]], axis=2)).astype(np.uint8)

    def _brightness(self) -> Floats:
        """The light on each triangle, 0 to 1, from either side."""
        axes: Any = self.axes
        plane = screen((axes.elev, axes.azim))
        towards = np.cross(plane[0], plane[1])
        x, y, z = (self._normals @ way for way in (*plane, towards))
        side = np.where(z < 0, -1.0, 1.0)
        a, b, c = _LIGHT
        light: Floats = np.clip(side * (a * x + b * y + c * z), 0.0, 1.0)
        return light.round(6)


def _nearest(places: Floats, width: int, height: int) -> Integers:
    """The number of the nearest triangle at each point of a picture; -1 for none."""
    buffer = np.full(width * height, _EMPTY, dtype=np.int64)
    low, high = float(places[..., 2].min()), float(places[..., 2].max())
    scale = (_DEPTHS - 1) / (high - low) if high > low else 0.0
    places = places.copy()
    places[..., 2] = (places[..., 2] - low) * scale
    slopes = _slopes(places)
    for triangle, row in _rows(places, height):
        left, right = _span(places[triangle], row.astype(np.float64) + 0.5, width)
        for each, column in _count_on(left, right):
            some = triangle[each]
            corner = places[some, 0]
            depth = corner[:, 2] + slopes[some, 0] * (column + 0.5 - corner[:, 0])
            depth += slopes[some, 1] * (row[each] + 0.5 - corner[:, 1])
            depth = np.clip(depth, 0, _DEPTHS - 1).astype(np.int64)
            np.minimum.at(buffer, row[each] * width + column, depth * (_NUMBER + 1) + some)
    return np.where(buffer == _EMPTY, -1, buffer & _NUMBER).reshape(height, width)


def _slopes(places: Floats) -> Floats:
    """The change of the depth of each triangle to the right and up; 0 for one seen edge on."""
    one, other = places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]
    area = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    across = one[:, 2] * other[:, 1] - other[:, 2] * one[:, 1]
    up = one[:, 0] * other[:, 2] - other[:, 0] * one[:, 2]
    flat = np.abs(area) < _FLAT
    return np.where(flat, 0.0, np.stack([across, up]) / np.where(flat, 1.0, area)).T


def _rows(places: Floats, height: int) -> Iterator[tuple[Integers, Integers]]:
    """The rows of points that each triangle meets: its number, and the row."""
    first = np.ceil(places[..., 1].min(axis=1) - 0.5).astype(np.int64)
    last = np.ceil(places[..., 1].max(axis=1) - 0.5).astype(np.int64) - 1
    yield from _count_on(np.maximum(first, 0), np.minimum(last, height - 1))


def _span(places: Floats, y: Floats, width: int) -> tuple[Integers, Integers]:
    """The first and the last point of a row in each of some triangles."""
    left, right = np.full(len(y), np.inf), np.full(len(y), -np.inf)
    for k in range(3):
        a, b = places[:, k], places[:, (k + 1) % 3]
        swap = a[:, 1] > b[:, 1]  # both triangles at an edge find the same point of it
        low, high = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
        met = (low[:, 1] <= y) & (y < high[:, 1])
        rise = np.where(met, high[:, 1] - low[:, 1], 1.0)
        x = low[:, 0] + (y - low[:, 1]) / rise * (high[:, 0] - low[:, 0])
        left, right = (
            np.where(met, np.minimum(left, x), left),
            np.where(met, np.maximum(right, x), right),
        )
    none = left > right
    left, right = np.where(none, 1.0, left), np.where(none, 0.0, right)
    first = np.ceil(np.clip(left, 0, width) - 0.5).astype(np.int64)
    last = np.ceil(np.clip(right, 0, width) - 0.5).astype(np.int64) - 1
    return first, last


def _count_on(first: Integers, last: Integers) -> Iterator[tuple[Integers, Integers]]:
    """All numbers from some first to some last ones, each with its place; some at a time."""
    counts = np.maximum(last - first + 1, 0)
    ends = np.cumsum(counts)
    start = 0
    while start < len(counts):
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + _CHUNK, side="right")))
        place = np.repeat(np.arange(start, stop), counts[start:stop])
        begun = np.repeat(ends[start:stop] - counts[start:stop], counts[start:stop])
        if len(place):
            yield place, first[place] + np.arange(before, before + len(place)) - begun
        start = stop


def _outline(link: Integers) -> npt.NDArray[np.bool_]:
    """The points where another link begins, or nothing."""
    edge = np.zeros(link.shape, dtype=bool)
    across, down = link[:, 1:] != link[:, :-1], link[1:] != link[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= down
    edge[:-1] |= down
    return edge & (link >= 0)

"""Surfaces made of triangles: those of boxes, of cylinders, of everything that is turned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Flags, Floats

_SIDES = 48  # of a circle
_ARCS = 24  # of half a circle


@dataclass(frozen=True)
class Surface:
    """A surface of flat triangles.

    Attributes:
        triangles: corners (N, 3, 3) [m].
        normals: of the triangles (N, 3), of length 1; to which side does not matter.
    """

    triangles: Floats
    normals: Floats

    def placed_at(self, pose: Floats) -> Surface:
        """The surface in the frame in which a pose (4, 4) is given."""
        R, p = pose[:3, :3], pose[:3, 3]
        return Surface(self.triangles @ R.T + p, self.normals @ R.T)


def surface(triangles: Floats) -> Surface:
    """Return the surface of some triangles, without those that are lines or points."""
    corners = np.asarray(triangles, dtype=np.float64)
    own, wide = normals(corners)
    return Surface(corners[wide], own)


def normals(triangles: Floats) -> tuple[Floats, Flags]:
    """Return the normals of the triangles that have one, and which these are."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    across = np.cross(b - a, c - a)
    size = np.sqrt((across * across).sum(axis=1))
    wide = size > 0
    return across[wide] / size[wide, None], wide


def shape_surface(kind: str, sizes: Sequence[float]) -> Surface:
    """Return the surface of a shape that is no mesh, in its own frame; sizes as a `Shape` has."""
    return _SURFACES[kind](*sizes)


def _box(x: float, y: float, z: float) -> Surface:
    u, v = np.meshgrid((-0.5, 0.5), (-0.5, 0.5))
    square = np.stack([u, v, np.full_like(u, 0.5)], axis=-1)
    one, other = square[[0, 0, 1], [0, 1, 1]], square[[0, 1, 1], [0, 1, 0]]
    faces = []
    for axis in range(3):
        for side in (1, -1):
            for half in (one, other):
                faces.append(np.roll(half * (1, 1, side), axis, axis=1))
    return surface(np.array(faces) * (x, y, z))


def _surface_of_turn(profile: Floats) -> Surface:
    """The surface that a line of points (radius, height) makes when it turns about z."""
    angles = np.linspace(0, 2 * np.pi, _SIDES + 1)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    radii, heights = profile.T
    points = np.empty((len(profile), _SIDES + 1, 3))
    points[..., :2] = radii[:, None, None] * circle
    points[..., 2] = heights[:, None]
    low, high = points[:-1], points[1:]
    one = np.stack([low[:, :-1], low[:, 1:], high[:, 1:]], axis=2)
    other = np.stack([low[:, :-1], high[:, 1:], high[:, :-1]], axis=2)
    return surface(np.concatenate([one.reshape(-1, 3, 3), other.reshape(-1, 3, 3)]))


def _cylinder(radius: float, length: float) -> Surface:
    h = length / 2
    return _surface_of_turn(np.array([(0, -h), (radius, -h), (radius, h), (0, h)], dtype=float))


def _capsule(radius: float, length: float) -> Surface:
    """A cylinder with halves of spheres at its ends."""
    low = np.linspace(-np.pi / 2, 0, _ARCS // 2 + 1)
    angles = np.concatenate([low, -low[::-1]])
    heights = radius * np.sin(angles) + np.repeat([-length / 2, length / 2], len(low))
    return _surface_of_turn(np.stack([radius * np.cos(angles), heights], axis=-1))


def _sphere(radius: float) -> Surface:
    return _capsule(radius, 0.0)


def _ellipsoid(a: float, b: float, c: float) -> Surface:
    return surface(_sphere(1.0).triangles * (a, b, c))


_SURFACES: dict[str, Callable[..., Surface]] = {
    "box": _box,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "sphere": _sphere,
    "ellipsoid": _ellipsoid,
}

"""The shapes of a robot's links as surfaces, placed in a posture.

A mesh that is not there, or that cannot be read, is left out with a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.errors import RobotWarning, UsageError, short_list
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.formats.mesh_files import mesh_path
from symoro.plot.meshes import read_mesh
from symoro.plot.posture import Posture
from symoro.plot.surface import Surface, shape_surface, surface
from symoro.robot import Shape
from symoro.wording import quantity

KINDS = ("visual", "collision", "none")
"""The shapes that are drawn."""

_FLOATS = FloatArithmetic()
_LARGEST = 1e6  # m
_TOO_LARGE = "larger than 1000 km; is the unit right?"


def link_surfaces(item: Posture, kind: str) -> list[tuple[int, Surface]]:
    """Return the shapes of a robot's links in frame 0: for each link its frame, and a surface.

    Args:
        item: the robot in its posture.
        kind: ``"visual"``, ``"collision"`` or ``"none"``.
    """
    origin = item.robot.origin
    if kind not in KINDS:
        raise UsageError(f"shapes are {', '.join(KINDS)}, not {kind!r}")
    if kind == "none" or origin is None:
        return []
    reader = _Reader(origin.folder)
    surfaces: list[tuple[int, Surface]] = []
    for link in origin.frames:
        place = item.pose[link.frame] @ _matrix(link.pose, item.values)
        parts = [
            part.placed_at(place @ _matrix(shape.pose, item.values))
            for shape in link.shapes
            if shape.collision == (kind == "collision")
            for part in reader.surfaces(shape, item.values)
            if len(part.triangles)  # a shape without extent has none
        ]
        if parts:
            surfaces.append((link.frame, _join(parts)))
    reader.warn()
    return surfaces


class _Reader:
    """The surfaces of shapes, each file read once, and the files that are not drawn."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.meshes: dict[str, Surface | None] = {}
        self.faults: dict[str, list[str]] = {}  # the files by the reason

    def surfaces(self, shape: Shape, values: dict[str, float]) -> Iterator[Surface]:
        """The surface of a shape in its frame; none for a mesh that is not to be had."""
        sizes = [_number(size, values) for size in shape.sizes]
        if shape.kind != "mesh":
            yield from self._within_bounds(shape_surface(shape.kind, sizes), f"a {shape.kind}")
            return
        if shape.file not in self.meshes:
            self.meshes[shape.file] = self._read(shape.file)
        mesh = self.meshes[shape.file]
        if mesh is not None:
            scaled = mesh if sizes == [1, 1, 1] else surface(mesh.triangles * sizes)
            yield from self._within_bounds(scaled, shape.file)

    def _within_bounds(self, part: Surface, name: str) -> Iterator[Surface]:
        """The surface, unless a picture of it would be beyond measure."""
        if np.abs(part.triangles).max(initial=0.0) <= _LARGEST:
            yield part
        elif name not in (files := self.faults.setdefault(_TOO_LARGE, [])):
            files.append(name)

    def _read(self, file: str) -> Surface | None:
        path = file
        try:
            path = str(place := mesh_path(file, self.folder))
            return read_mesh(place)
        except UsageError as error:
            reason = str(error).removeprefix(f"{path}: ")
            self.faults.setdefault(reason, []).append(file)
            return None

    def warn(self) -> None:
        """Tell what is not drawn."""
        if self.faults:
            listed = short_list(f"{_first(files)}: {why}" for why, files in self.faults.items())
            text = f"shapes that are not drawn: {listed}"
            warnings.warn(text, RobotWarning, stacklevel=5)


def _first(files: list[str]) -> str:
    """The first of some files, and how many others there are."""
    others = f" and {quantity(len(files) - 1, 'other')}" if len(files) > 1 else ""
    return f"{files[0]}{others}"


def _join(parts: list[Surface]) -> Surface:
    return Surface(
        np.concatenate([each.triangles for each in parts]),
        np.concatenate([each.normals for each in parts]),
    )


def _matrix(rows: tuple[tuple[Expression, ...], ...], values: dict[str, float]) -> Floats:
    return np.array([[_number(entry, values) for entry in row] for row in rows])


def _number(entry: Expression, values: dict[str, float]) -> float:
    return float(evaluate(entry, values, _FLOATS))

"""Surfaces from the files of meshes, which trimesh reads: STL, OBJ and COLLADA.

Nothing but the file itself is read: no textures, no materials, no files that it names. A mesh of
many triangles is thinned: corners that are nearer to each other than a picture shows become one.
"""

from __future__ import annotations

import importlib.util
import io
import logging
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats, Indices
from symoro.errors import UsageError, install_hint
from symoro.plot.surface import Surface, normals, surface

SUFFIXES = (".stl", ".obj", ".dae")
"""The files of meshes that are read."""

_PARTS = rb"bind_material|library_materials|library_effects|library_images"
_MATERIALS = re.compile(rb"<(/?)(" + _PARTS + rb")\b[^<>]*>")
"""Tags of COLLADA's materials."""

_MAX_BYTES = 100_000_000
_LARGEST = 1e12  # of a coordinate, in whatever unit
_MANY = 60_000  # triangles that are drawn as they are
_CELLS = 1000  # along the largest side of a thinned mesh, at most
_KEYS = 1 << 21  # numbers of which three fit into one


def read_mesh(path: Path) -> Surface:
    """Return the surface of a mesh in the unit of its file, or in metres where the file says it.

    Raises:
        UsageError: for a file of another kind, too large, without a triangle or not what its
            suffix says, and where trimesh is not installed.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        wrong = f"its suffix {suffix} is not that of a mesh" if suffix else "it has no suffix"
        raise UsageError(f"{path}: {wrong} that is drawn; those are {', '.join(SUFFIXES)}")
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{path}: larger than {_MAX_BYTES // 10**6} MB, which is not drawn")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot read: {error.strerror or error}") from None
    triangles = _triangles(data, suffix, path)
    if not len(triangles):
        raise UsageError(f"{path}: there is no triangle in it; is it a {suffix} file?")
    if not np.isfinite(triangles).all():
        raise UsageError(f"{path}: a coordinate is no number")
    if np.abs(triangles).max() > _LARGEST:
        raise UsageError(f"{path}: a coordinate is larger than {_LARGEST:g}")
    return thin_surface(triangles)


def _triangles(data: bytes, suffix: str, path: Path) -> Floats:
    """The triangles of a file, all parts of its scene in one frame [m]."""
    trimesh = import_trimesh(suffix)
    options: dict[str, Any] = {"skip_materials": True} if suffix == ".obj" else {}
    if suffix == ".dae":
        if b"<!DOCTYPE" in data:
            raise UsageError(f"{path}: a document type declaration; entities are not expanded")
        data = _without_materials(data)
    with _silence("trimesh"), np.errstate(all="ignore"):
        try:
            scene = trimesh.load_scene(
                io.BytesIO(data), file_type=suffix[1:], process=False, **options
            )
            parts = [each.triangles for each in scene.dump() if hasattr(each, "triangles")]
            unit = str(scene.units or "meters") if suffix == ".dae" else "meters"
            factor = float(trimesh.units.unit_conversion(unit, "meters"))
        except Exception as error:  # whatever a broken file makes of a reader
            reason = " ".join(str(error).split())[:200] or type(error).__name__
            raise UsageError(f"{path}: not a {suffix} file that can be read: {reason}") from None
    if not parts:
        return np.empty((0, 3, 3))
    return factor * np.concatenate([np.asarray(each, dtype=np.float64) for each in parts])


def _without_materials(data: bytes) -> bytes:
    """COLLADA without materials: a reference to a missing one would take its shape along."""
    kept: list[bytes] = []
    start, begun, inside = 0, 0, b""
    for tag in _MATERIALS.finditer(data):
        if not inside and not tag[1]:
            kept.append(data[start : tag.start()])
            start, begun = tag.end(), tag.start()
            inside = b"" if tag[0].endswith(b"/>") else tag[2]
        elif tag[1] and tag[2] == inside:
            start, inside = tag.end(), b""
    return b"".join([*kept, data[begun if inside else start :]])


def import_trimesh(suffix: str = ".stl") -> Any:
    """Return the package that reads meshes.

    Raises:
        UsageError: if it is not installed, or what it needs for files of a kind.
    """
    try:
        trimesh = import_module("trimesh")
    except ModuleNotFoundError:
        raise UsageError(f"drawing meshes needs {install_hint('trimesh', 'meshes')}") from None
    if suffix == ".dae" and importlib.util.find_spec("collada") is None:
        raise UsageError(f"drawing .dae meshes needs {install_hint('pycollada', 'meshes')}")
    return trimesh


def thin_surface(triangles: Floats, most: int = _MANY) -> Surface:
    """Return the surface of triangles, of a bounded number that looks the same.

    Corners that lie in one cell of a grid become one; the normals are those of the triangles.
    """
    if len(triangles) <= most:
        return surface(triangles)
    numbers, thin = np.arange(len(triangles)), triangles
    side = _cell(triangles, most)
    while len(thin) > most:
        kept, merged = _merge_corners(thin, side)
        numbers, thin = numbers[kept], merged
        side *= 1.3
    own, wide = normals(triangles[numbers])
    return Surface(thin[wide], own)


def _cell(triangles: Floats, most: int) -> float:
    """The side of cells of which the surface meets about as many as there may be triangles."""
    a, b, c = (triangles[:, k] for k in range(3))
    across = np.cross(b - a, c - a)
    area = float(np.sqrt((across * across).sum(axis=1)).sum()) / 2
    largest = float(np.ptp(triangles.reshape(-1, 3), axis=0).max())
    return max(math.sqrt(area / most), largest / _CELLS)


def _merge_corners(triangles: Floats, side: float) -> tuple[Indices, Floats]:
    """The triangles whose corners lie in three cells: their places, and those of the cells."""
    corners = triangles.reshape(-1, 3)
    place = np.floor((corners - corners.min(axis=0)) / side).astype(np.int64)
    size = place.max(axis=0) + 1
    _, group = np.unique(
        (place[:, 0] * size[1] + place[:, 1]) * size[2] + place[:, 2], return_inverse=True
    )
    group = group.ravel()
    count = np.bincount(group)
    middles = np.stack([np.bincount(group, corners[:, k]) / count for k in range(3)], axis=1)
    ends = group.reshape(-1, 3)
    first, second, third = np.sort(ends, axis=1).T
    kept = np.flatnonzero((first != second) & (second != third))
    if len(count) < _KEYS:
        key = (first * len(count) + second) * len(count) + third
        kept = kept[np.sort(np.unique(key[kept], return_index=True)[1])]
    return kept, middles[ends[kept]]


@contextmanager
def _silence(name: str) -> Iterator[None]:
    """Keep a library from writing of broken files; an error tells what matters."""
    logger = logging.getLogger(name)
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before

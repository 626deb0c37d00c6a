"""Surfaces from the files of meshes, which trimesh reads: STL, OBJ and COLLADA.

Nothing but the file itself is read: no textures, no materials, no files that it names. A mesh of
many triangles is thinned: corners that are nearer to each other than a picture shows become one.
"""

from __future__ import annotations

import importlib.util
import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.errors import UsageError, install_hint
from symoro.plot.surface import Surface, surface

SUFFIXES = (".stl", ".obj", ".dae")
"""The files of meshes that are read."""

_PARTS = rb"bind_material|library_materials|library_effects|library_images"
_MATERIALS = re.compile(rb"<(" + _PARTS + rb")\b[^<>]*(?:(?<=/)>|>.*?</\1\s*>)", re.DOTALL)
"""Materials of COLLADA: a reference to a missing one would take its shape along."""

_MAX_BYTES = 200_000_000
_MANY = 60_000  # triangles that are drawn as they are
_CELLS = 512  # of the largest side of a thinned mesh, to begin with


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
    return thin_surface(surface(triangles))


def _triangles(data: bytes, suffix: str, path: Path) -> Floats:
    """The triangles of a file, all parts of its scene in one frame [m]."""
    trimesh = import_trimesh(suffix)
    options: dict[str, Any] = {"skip_materials": True} if suffix == ".obj" else {}
    if suffix == ".dae":
        if b"<!DOCTYPE" in data:
            raise UsageError(f"{path}: a document type declaration; entities are not expanded")
        data = _MATERIALS.sub(b"", data)
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


def thin_surface(whole: Surface, most: int = _MANY) -> Surface:
    """Return a surface of not too many triangles that looks the same; normals stay as they are."""
    cells = _CELLS
    thin = whole
    while len(thin.triangles) > most and cells > 1:
        thin = _merge_corners(whole, cells)
        cells = cells * 2 // 3
    return thin


def _merge_corners(whole: Surface, cells: int) -> Surface:
    """Put the corners that lie in one cell of a grid in their middle."""
    corners = whole.triangles.reshape(-1, 3)
    low = corners.min(axis=0)
    side = float(np.ptp(corners, axis=0).max()) / cells
    place = np.floor((corners - low) / side).astype(np.int64)
    key = (place[:, 0] * (cells + 1) + place[:, 1]) * (cells + 1) + place[:, 2]
    _, group = np.unique(key, return_inverse=True)
    group = group.ravel()
    count = np.bincount(group)
    middles = np.stack([np.bincount(group, corners[:, k]) / count for k in range(3)], axis=1)
    ends = group.reshape(-1, 3)
    ordered = np.sort(ends, axis=1)
    _, first = np.unique(ordered, axis=0, return_index=True)
    wide = (ordered[first, 1:] != ordered[first, :-1]).all(axis=1)
    kept = np.sort(first[wide])
    return Surface(middles[ends[kept]], whole.normals[kept])


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

"""Files of meshes become surfaces; broken ones are errors that name the file."""

from __future__ import annotations

import importlib.util
import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clock import at_most
from symoro.analysis.arrays import Floats
from symoro.errors import UsageError
from symoro.plot import meshes
from symoro.plot.meshes import _without_materials, read_mesh, thin_surface
from symoro.plot.surface import shape_surface

CORNERS = np.array([(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)], dtype=float)
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]

DAE = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
<unit name="foot" meter="{unit}"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="a" count="12">{corners}</float_array><technique_common>
<accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="4" material="paint"><input semantic="VERTEX" source="#v" offset="0"/>
<p>{faces}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node><translate>0 0 1</translate>
<instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="paint" target="#lost"/></technique_common></bind_material>
</instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>"""


def words(rows: Any) -> str:
    return " ".join(str(each) for row in rows for each in row)


def dae(unit: float = 1.0) -> str:
    return DAE.format(unit=unit, corners=words(CORNERS - (0, 0, 1)), faces=words(FACES))


def obj() -> str:
    lines = ["mtllib http://example.org/lost.mtl"]
    lines += [f"v {words([corner])}" for corner in CORNERS]
    lines += [f"f {words([[k + 1 for k in face]])}" for face in FACES]
    return "\n".join(lines) + "\n"


def binary_stl(triangles: Floats) -> bytes:
    rows = [struct.pack("<12fH", 0, 0, 0, *each.ravel(), 0) for each in triangles]
    return bytes(80) + struct.pack("<I", len(rows)) + b"".join(rows)


def ascii_stl() -> str:
    facets = [
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {words([corner])}\n" for corner in CORNERS[list(face)])
        + "endloop\nendfacet\n"
        for face in FACES
    ]
    return f"solid body\n{''.join(facets)}endsolid body\n"


CONTENTS: dict[str, str | bytes] = {
    "binary.stl": binary_stl(CORNERS[FACES]),
    "ascii.STL": ascii_stl(),
    "a.obj": obj(),
    "a.dae": dae(),  # the axis up and a material that is missing change nothing
}


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def in_order(triangles: Floats) -> Floats:
    """Triangles as sets of corners, in an order of their own."""
    turned = np.array([sorted(each.tolist()) for each in triangles])
    return np.array(sorted(turned.tolist()))


@pytest.mark.parametrize("name", CONTENTS)
def test_a_mesh_is_the_triangles_of_its_file(name: str, tmp_path: Path) -> None:
    mesh = read_mesh(write(tmp_path / name, CONTENTS[name]))
    np.testing.assert_array_equal(in_order(mesh.triangles), in_order(CORNERS[FACES]))
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1, rtol=1e-12)


def test_collada_has_a_unit(tmp_path: Path) -> None:
    mesh = read_mesh(write(tmp_path / "a.dae", dae(0.25)))
    np.testing.assert_allclose(in_order(mesh.triangles), in_order(CORNERS[FACES]) / 4)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.stl", b"", "a.stl: .*"),
        ("a.stl", bytes(80) + b"\xff\xff\xff\x7f", "a.stl: there is no triangle in it"),
        ("a.stl", "solid\nendsolid\n", "a.stl: .*"),
        ("a.obj", "nothing\n", "a.obj: .*"),
        ("a.obj", "v 0 0 0\nf 1 2 3\n", "a.obj: .*"),
        ("a.obj", "v 0 0 0\nv 1e300 0 0\nv 0 1 0\nf 1 2 3\n", "a coordinate is larger than 1e"),
        ("a.dae", "<COLLADA", "a.dae: not a .dae file that can be read"),
        ("a.dae", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "a.dae: a document type declaration"),
        ("a.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj: a coordinate is no number"),
        ("a.mesh", "", "a.mesh: its suffix .mesh is not .*those are .stl, .obj, .dae"),
        ("a", "", "a: it has no suffix"),
    ],
)
def test_what_is_no_mesh_is_refused_with_its_file(
    name: str, content: str | bytes, message: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        read_mesh(write(tmp_path / name, content))


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meshes, "_MAX_BYTES", 100)
    with pytest.raises(UsageError, match=r"a\.obj: larger than"):
        read_mesh(write(tmp_path / "a.obj", obj()))


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.dae", dae())
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"\.dae meshes needs pycollada.*\[meshes\]"):
        read_mesh(path)
    monkeypatch.setitem(sys.modules, "trimesh", None)
    with pytest.raises(UsageError, match=r"drawing meshes needs trimesh.*\[meshes\]"):
        read_mesh(path)


def test_a_mesh_of_many_triangles_is_thinned_to_some() -> None:
    rng = np.random.default_rng(0)
    u = rng.normal(size=(40_000, 3))
    u /= np.linalg.norm(u, axis=1)[:, None]
    step = rng.normal(size=(2, 40_000, 3)) * 1e-3
    many = np.stack([u, u + step[0], u + step[1]], axis=1)
    thin = thin_surface(many, 5000)
    assert 1000 < len(thin.triangles) <= 5000
    np.testing.assert_allclose(np.linalg.norm(thin.triangles, axis=2), 1, atol=0.05)
    np.testing.assert_array_equal(thin_surface(many[:5000], 5000).triangles, many[:5000])


def test_a_thinned_sphere_is_closed_and_lit_as_before() -> None:
    """Its triangles cover it once, and have the normals of the sphere."""
    k = 300
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, k + 1), np.linspace(0, np.pi, k + 1))
    points = np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)], axis=-1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    faces = [np.stack(each, axis=2).reshape(-1, 3, 3) for each in ((a, b, c), (a, c, d))]
    thin = thin_surface(np.concatenate(faces), 20_000)
    assert 5000 < len(thin.triangles) <= 20_000
    one, other, third = (thin.triangles[:, j] for j in range(3))
    area = np.linalg.norm(np.cross(other - one, third - one), axis=1).sum() / 2
    assert area == pytest.approx(4 * np.pi, rel=0.02)
    middle = thin.triangles.mean(axis=1)
    towards = np.abs((thin.normals * middle).sum(axis=1)) / np.linalg.norm(middle, axis=1)
    assert towards.min() > 0.99


@pytest.mark.parametrize(
    ("kind", "sizes", "area", "half"),
    [
        ("box", (1, 2, 3), 22, (0.5, 1, 1.5)),
        ("cylinder", (0.5, 2), 2 * np.pi * 0.5 * 2.5, (0.5, 0.5, 1)),
        ("sphere", (2,), 16 * np.pi, (2, 2, 2)),
        ("capsule", (0.5, 2), 2 * np.pi * 0.5 * 2 + np.pi, (0.5, 0.5, 1.5)),
        ("ellipsoid", (2, 2, 2), 16 * np.pi, (2, 2, 2)),
    ],
)
def test_a_shape_has_its_area_and_size(
    kind: str, sizes: tuple[float, ...], area: float, half: tuple[float, ...]
) -> None:
    triangles = shape_surface(kind, sizes).triangles
    a, b, c = (triangles[:, k] for k in range(3))
    total = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
    assert total == pytest.approx(area, rel=6e-3)  # chords of 48 sides
    np.testing.assert_allclose(triangles.max(axis=(0, 1)), half, rtol=1e-12)
    np.testing.assert_allclose(triangles.min(axis=(0, 1)), np.negative(half), rtol=1e-12)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (b"<a/><library_images/><b/>", b"<a/><b/>"),
        (b"<a/><library_images><image/></library_images><b/>", b"<a/><b/>"),
        (b"<bind_material><library_images/></bind_material><b/>", b"<b/>"),
        (b"<library_effects >\n<x>\n</library_effects\t><b/>", b"<b/>"),
        (b"<a/><bind_material><b/>", b"<a/><bind_material><b/>"),  # never closed: as it is
        (b"<a/></bind_material><b/>", b"<a/></bind_material><b/>"),
    ],
)
def test_materials_of_collada_are_taken_out(text: bytes, left: bytes) -> None:
    assert _without_materials(text) == left


def test_materials_that_are_never_closed_take_no_time() -> None:
    """A search from each of them to the end of the file took minutes for a megabyte."""
    text = b"<bind_material>x" * 60_000
    with at_most(0.1):
        assert _without_materials(text) == text

"""Meshes are looked for beside the robot's file and where ROS keeps packages, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from symoro.errors import UsageError
from symoro.formats.mesh_files import mesh_path


@pytest.fixture(autouse=True)
def no_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    monkeypatch.delenv("AMENT_PREFIX_PATH", raising=False)


def put(root: Path, name: str, text: str = "mesh") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("package://arm_description/meshes/a b.stl", "ws/arm_description/meshes/a b.stl"),
        ("package://arm_description/meshes/a%20b.stl", "ws/arm_description/meshes/a b.stl"),
        ("package://hand/h.stl", "ws/hand/h.stl"),  # beside a folder above
        ("package://called_otherwise/x.stl", "ws/arm_description/x.stl"),  # by package.xml
        ("model://hand/h.stl", "ws/hand/h.stl"),
        ("package://ros/r.stl", "ros1/ros/r.stl"),
        ("package://ament/a.stl", "ros2/share/ament/a.stl"),
        ("m.stl", "ws/arm_description/urdf/m.stl"),
        ("../meshes/a b.stl", "ws/arm_description/meshes/a b.stl"),
        ("meshes/a b.stl", "ws/arm_description/meshes/a b.stl"),  # from a folder above
    ],
)
def test_a_mesh_is_found_by_its_name(
    name: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ws/arm_description/urdf"
    folder.mkdir(parents=True)
    manifest = "<package><name> called_otherwise </name></package>"
    put(tmp_path, "ws/arm_description/package.xml", manifest)
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"/nowhere:{tmp_path / 'ros1'}")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "ros2"))
    expected = put(tmp_path, file)
    assert mesh_path(name, str(folder)).resolve() == expected.resolve()


def test_a_whole_path_needs_no_folder(tmp_path: Path) -> None:
    path = put(tmp_path, "m.stl")
    assert mesh_path(str(path), "") == path
    assert mesh_path(f"file://{path}", "") == path


@pytest.mark.parametrize(
    ("name", "folder", "message"),
    [
        ("http://example.org/m.stl", ".", "nothing is fetched"),
        ("ftp://example.org/m.stl", ".", "nothing is fetched"),
        ("package://arm/m.stl", ".", "no folder above the robot's file .* has it"),
        ("m.stl", "", "was not read from a file"),
        ("no_such.stl", ".", "there is no such file"),
        ("/no/such.stl", ".", "there is no such file"),
        ("a\0b.stl", ".", "there is no such file"),
        ("x" * 5000, ".", "there is no such file"),
    ],
)
def test_a_mesh_that_is_not_there_is_named(name: str, folder: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        mesh_path(name, folder)


def test_folders_behind_a_link_are_looked_in_too(tmp_path: Path) -> None:
    expected = put(tmp_path, "share/arm/meshes/m.stl")
    urdf = tmp_path / "share/arm/urdf"
    urdf.mkdir()
    link = tmp_path / "elsewhere" / "urdf"
    link.parent.mkdir()
    link.symlink_to(urdf)
    assert mesh_path("package://arm/meshes/m.stl", str(link)).resolve() == expected.resolve()
    assert mesh_path("../meshes/m.stl", str(link)).resolve() == expected.resolve()

"""Shapes of links in pictures: each in its place, the nearest one in front, missing ones named."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from cli.commands import Command
from symoro.analysis.arrays import Floats
from symoro.errors import RobotWarning, UsageError
from symoro.formats import load_file, save_file
from symoro.plot import draw, save
from symoro.plot.artists import project
from symoro.plot.backend import new_figure
from symoro.plot.geometry_values import geometry_values
from symoro.plot.posture import posture
from symoro.plot.shading import ShadedSurfaces, _nearest
from symoro.plot.shapes import link_surfaces
from symoro.robot import Robot

PENDULUM = """<robot name="pendulum"><link name="stand">{base}</link><link name="rod">
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.2"/></geometry></visual>
<visual><origin xyz="1 0 0"/><geometry>{tip}</geometry></visual>
<collision><geometry><sphere radius="2"/></geometry></collision></link>
<joint name="pivot" type="continuous"><parent link="stand"/><child link="rod"/>
<origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint></robot>"""
BASE = '<visual><geometry><cylinder radius="0.3" length="0.2"/></geometry></visual>'
OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n"


def pendulum(folder: Path, tip: str = '<sphere radius="0.2"/>', base: str = "") -> Path:
    path = folder / "pendulum.urdf"
    path.write_text(PENDULUM.format(tip=tip, base=base), encoding="utf-8")
    return path


def robot_in(path: Path) -> Robot:
    robot = load_file(path)
    assert isinstance(robot, Robot)
    return robot


def bounds(robot: Robot, q: float, kind: str = "visual") -> list[tuple[int, Floats]]:
    item = posture(robot, [q], geometry_values(robot))
    surfaces = link_surfaces(item, kind)
    return [(j, np.stack([s.triangles.min((0, 1)), s.triangles.max((0, 1))])) for j, s in surfaces]


def pixels(ax: Any) -> Floats:
    ax.figure.canvas.draw()
    return np.asarray(ax.figure.canvas.buffer_rgba(), dtype=float)[..., :3]


# Places


def test_the_shapes_of_a_link_move_with_its_joint(tmp_path: Path) -> None:
    robot = robot_in(pendulum(tmp_path))
    ((frame, box),) = bounds(robot, 0.0)
    assert frame == 1
    np.testing.assert_allclose(box, [(0, -0.2, 0.8), (1.2, 0.2, 1.2)], atol=1e-12)
    ((_, turned),) = bounds(robot, np.pi / 2)
    np.testing.assert_allclose(turned, [(-0.2, 0, 0.8), (0.2, 1.2, 1.2)], atol=1e-12)
    ((_, touched),) = bounds(robot, 0.0, "collision")
    np.testing.assert_allclose(touched, [(-2, -2, -1), (2, 2, 3)], atol=1e-12)
    assert bounds(robot, 0.0, "none") == []


def test_a_mesh_has_a_scale_that_may_mirror_it(tmp_path: Path) -> None:
    (tmp_path / "t.obj").write_text(OBJ, encoding="utf-8")
    robot = robot_in(pendulum(tmp_path, '<mesh filename="t.obj" scale="1 -2 3"/>'))
    ((_, box),) = bounds(robot, 0.0)
    np.testing.assert_allclose(box, [(0, -2, 0.9), (2, 0.05, 4)], atol=1e-12)


def test_only_the_folder_of_its_file_tells_two_robots_apart(tmp_path: Path) -> None:
    (tmp_path / "t.obj").write_text(OBJ, encoding="utf-8")
    robot = robot_in(pendulum(tmp_path, '<mesh filename="t.obj"/>'))
    assert robot.origin is not None
    assert robot.origin.folder == str(tmp_path)
    (tmp_path / "other").mkdir()
    save_file(robot, tmp_path / "other/p.json")
    again = robot_in(tmp_path / "other/p.json")
    assert again == robot
    assert len(bounds(again, 0.0)) == 1  # the mesh is in a folder above
    text = replace(robot, origin=replace(robot.origin, folder=""))
    assert text == robot
    with pytest.warns(RobotWarning, match="not drawn: t.obj: the robot was not read from a file"):
        bounds(text, 0.0)


# Pictures


def test_every_point_of_the_picture_shows_the_nearest_triangle() -> None:
    """Compared with the definition: signs of areas and depths at the middle of each point."""
    rng = np.random.default_rng(5)
    corners = np.column_stack([rng.uniform(-4, 24, (40, 2)), rng.uniform(0, 1, 40)])
    triangles = corners[rng.integers(0, 40, (60, 3))]
    shown = _nearest(triangles, 20, 16)
    x, y = np.meshgrid(np.arange(20) + 0.5, np.arange(16) + 0.5)
    depth = np.full((16, 20), np.inf)
    expected = np.full((16, 20), -1)
    for k, (a, b, c) in enumerate(triangles):
        area = np.linalg.det([b[:2] - a[:2], c[:2] - a[:2]])
        if abs(area) < 1e-12:
            continue
        second = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
        third = ((y - a[1]) * (b[0] - a[0]) - (x - a[0]) * (b[1] - a[1])) / area
        inside = (second >= 0) & (third >= 0) & (second + third <= 1)
        z = a[2] + second * (b[2] - a[2]) + third * (c[2] - a[2])
        nearer = inside & (z < depth - 1e-8)
        depth[nearer], expected[nearer] = z[nearer], k
    np.testing.assert_array_equal(shown, expected)


def test_triangles_side_by_side_leave_no_gap() -> None:
    rng = np.random.default_rng(6)
    grid = np.stack(np.meshgrid(np.arange(9), np.arange(9), indexing="ij"), axis=-1) * 5.0
    grid[1:-1, 1:-1] += rng.uniform(-2, 2, (7, 7, 2))
    flat = np.concatenate([grid, rng.uniform(0, 1, (9, 9, 1))], axis=2)
    low, high = flat[:-1], flat[1:]
    one = np.stack([low[:, :-1], low[:, 1:], high[:, 1:]], axis=2).reshape(-1, 3, 3)
    other = np.stack([low[:, :-1], high[:, 1:], high[:, :-1]], axis=2).reshape(-1, 3, 3)
    shown = _nearest(np.concatenate([one, other]), 40, 40)
    assert (shown >= 0).all()


def test_shapes_are_light_surfaces_behind_the_sticks(tmp_path: Path) -> None:
    robot = robot_in(pendulum(tmp_path, '<box size="2 2 0.01"/>', BASE))
    ax = draw(robot, view=(90, -90), axes="x", lengths=False)
    (shaded,) = (each for each in ax.get_children() if isinstance(each, ShadedSurfaces))
    assert shaded.get_zorder() < min(
        each.get_zorder() for each in ax.get_children() if type(each).__name__ in ("Line", "Solid")
    )
    colours = pixels(ax)
    places = project(np.array([(1.7, 0.7, 1), (1.7, -0.7, 1), (-0.2, 0.7, 1)]), ax)
    height = colours.shape[0]
    plate, beside, outside = (colours[height - 1 - int(y), int(x)] for x, y, _ in places)
    assert (plate > 190).all()
    assert (plate < 250).all()
    np.testing.assert_array_equal(plate, beside)
    np.testing.assert_array_equal(outside, 255)


def test_the_picture_takes_in_the_shapes(tmp_path: Path) -> None:
    robot = robot_in(pendulum(tmp_path))
    for kind, wide in (("visual", 1.2), ("collision", 2.0)):
        ax = draw(robot, view=(90, -90), shapes=kind)
        right = project(np.array([(wide, 0, 1)]), ax)[0, 0]
        assert right < ax.figure.bbox.width


def test_the_base_stands_on_its_own_shape(tmp_path: Path) -> None:
    """Without one it has the triangle of a pivot on hatched ground."""
    counts = []
    for base in ("", BASE):
        children = draw(robot_in(pendulum(tmp_path, base=base))).get_children()
        counts.append(sum(type(each).__name__ == "Line" for each in children))
    assert counts[0] - counts[1] == 10


@pytest.mark.parametrize("name", ["p.svg", "p.pdf", "p.png"])
def test_shapes_are_in_files_of_all_kinds_and_the_same_each_time(name: str, tmp_path: Path) -> None:
    robot = robot_in(pendulum(tmp_path))
    first, second, without = (
        save(draw(robot, [0.3], shapes=kind), tmp_path / name).read_bytes()
        for kind in ("visual", "visual", "none")
    )
    assert first == second
    assert len(first) > len(without) + 1000
    if name == "p.svg":
        from PIL import Image

        (image,) = re.findall(rb"data:image/png;base64,\s*([^\"]+)", first)
        opacity = np.asarray(Image.open(io.BytesIO(base64.b64decode(image))))[..., 3]
        assert set(np.unique(opacity[[0, -1]])) == {0}
        assert 150 < opacity.max() < 255  # translucent


def test_shapes_are_drawn_into_axes_of_any_figure(tmp_path: Path) -> None:
    robot = robot_in(pendulum(tmp_path))
    figure = new_figure(4, 4)
    ax: Any = figure.add_subplot(projection="3d")
    draw(robot, ax=ax)
    assert ax.get_xlim()[1] >= 1.2
    assert (pixels(ax) < 250).any()


# Faults


def test_a_mesh_that_is_missing_is_named_and_the_rest_is_drawn(
    command: Command, tmp_path: Path
) -> None:
    pendulum(tmp_path, '<mesh filename="package://arm/lost.stl"/>')
    result = command("draw", "pendulum.urdf", "--plot", "p.svg")
    assert result.status == 0, result.err
    assert "warning: shapes that are not drawn: package://arm/lost.stl: no folder" in result.err
    assert Path("p.svg").exists()
    without = command("draw", "pendulum.urdf", "--plot", "q.svg", "--shapes", "none")
    assert "lost.stl" not in without.err
    assert b"<image" in Path("p.svg").read_bytes()
    assert b"<image" not in Path("q.svg").read_bytes()


def test_another_word_is_refused(command: Command, tmp_path: Path) -> None:
    path = pendulum(tmp_path)
    with pytest.raises(UsageError, match="shapes are visual, collision, none, not 'all'"):
        draw(symoro.load(path), shapes="all")
    result = command("draw", "pendulum.urdf", "--plot", "p.svg", "--shapes", "all")
    assert result.status == 2


def _arm(shape: str) -> str:
    """A URDF file with a shape on its only link that moves."""
    visual = f"<visual><geometry>{shape}</geometry></visual>"
    joint = '<parent link="a"/><child link="b"/><axis xyz="0 1 0"/><origin xyz="0 0 1"/>'
    return (
        f'<robot name="arm"><link name="a"/><link name="b">{visual}</link>'
        f'<joint name="j" type="continuous">{joint}</joint></robot>'
    )


@pytest.mark.parametrize(
    "shape", ['<sphere radius="0"/>', '<box size="0 0 0"/>', '<cylinder radius="0" length="1"/>']
)
def test_a_shape_without_extent_is_not_drawn(shape: str, tmp_path: Path) -> None:
    """Files have such shapes in the place of none."""
    file = tmp_path / "arm.urdf"
    file.write_text(_arm(shape), encoding="utf-8")
    symoro.draw(symoro.load(file)).figure.canvas.draw()


def test_a_shape_beyond_measure_is_not_drawn(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(_arm('<box size="1e9 1 1"/>'), encoding="utf-8")
    robot = symoro.load(file)
    with pytest.warns(RobotWarning, match=r"not drawn: a box: larger than 1000 km; is the unit"):
        symoro.draw(robot).figure.canvas.draw()

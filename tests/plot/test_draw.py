"""Stick figures: what is drawn is the robot's table, and can be read."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import pytest

from symoro.analysis.arrays import Floats
from symoro.analysis.loops import CannotClose
from symoro.errors import SymoroError, UsageError
from symoro.library import robot as library_robot
from symoro.plot import draw, draw_ellipsoids, draw_workspace, workspace
from symoro.plot.backend import new_figure
from symoro.plot.frames import FROM_ABOVE, best_view, screen, shared_axes
from symoro.plot.geometry_values import geometry_values
from symoro.plot.labels import place_labels
from symoro.plot.posture import Posture, posture
from symoro.plot.skeleton import skeleton, table_path
from symoro.robot import Robot

PI = math.pi


def placed(name: str, q: Any = None, mode: int = 1) -> Posture:
    robot = library_robot(name)
    return posture(robot, q, geometry_values(robot, robot.values[0].name), mode)


def labels(ax: Any) -> list[Any]:
    from symoro.plot.artists import Label

    return [child for child in ax.get_children() if isinstance(child, Label)]


# Postures


def test_an_open_robot_is_at_zero_with_its_slides_half_out() -> None:
    found = placed("scara").values
    assert [found[name] for name in ("t1", "t2", "t3", "r4")] == [0, 0, 0, 0.15]
    assert placed("scara", {2: 1.0}).values["t2"] == 1.0


@pytest.mark.parametrize("name", ["sr400", "fivebar", "fourbar", "slidercrank", "rssr", "akr3000"])
def test_a_closed_robot_is_drawn_closed(name: str) -> None:
    found = placed(name)
    extent = max(np.abs(pose[:3, 3]).max() for pose in found.pose.values())
    for k, other in found.robot.loops():
        assert found.pose[k] == pytest.approx(found.pose[other], abs=1e-9 * max(1, extent))


def test_motors_place_a_closed_robot_and_a_mode_chooses() -> None:
    first, second = (placed("sr400", {2: -1.3, 7: -2.4}, mode) for mode in (1, 2))
    for found in (first, second):
        assert found.origin(9) == pytest.approx(found.origin(10), abs=1e-9)
        assert found.values["t2"] == -1.3
    assert abs(first.values["t3"] - second.values["t3"]) > 0.1
    parallelogram = PI / 2 + 1.3 - 2.4  # t3 = Pi/2 - t2 + t7, the source's own words
    assert parallelogram in (pytest.approx(first.values["t3"]), pytest.approx(second.values["t3"]))


@pytest.mark.parametrize(
    ("name", "q", "message"),
    [
        ("rx90", [0, 0], "rx90 takes 6 joint positions, not 2"),
        ("rx90", {7: 0.0}, "7 is no joint of rx90"),
        ("rx90", [0, 0, 0, 0, 0, math.inf], "position of joint 6 is inf"),
        ("fivebar", [0.0], "fivebar takes 2 or 5 joint positions, not 1"),
        ("fivebar", [0.1, 0.2, 0.3, 0.4, 0.5], "leave the loop of joint 5 open"),
    ],
)
def test_positions_that_do_not_fit_are_refused(name: str, q: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        placed(name, q)


def test_motors_at_which_loops_do_not_close_are_refused() -> None:
    with pytest.raises(CannotClose):
        placed("fivebar", {1: PI, 3: 0.0})  # elbows 0.85 apart, links of 0.4
    with pytest.raises(UsageError, match="modes are 1 to 2"):
        placed("fivebar", {1: 2.0, 3: 1.0}, mode=3)


# Sticks


@pytest.mark.parametrize("name", ["rx90", "scara", "sr400", "akr3000", "panda", "mobile3w"])
def test_sticks_lead_from_frame_to_frame(name: str) -> None:
    found = placed(name)
    sticks = skeleton(found)
    ends = np.array([[bar.start, bar.end] for bar in sticks.bars])
    for j in range(1, found.robot.n_frames + 1):
        path = np.linalg.norm(ends - found.origin(j), axis=2).min()
        apart = np.linalg.norm(found.origin(j) - found.origin(found.robot.antecedent(j)))
        assert path < 1e-9 or apart < 1e-9
    for each in sticks.joints:  # a symbol stands on its joint's axis
        away = each.centre - found.origin(each.number)
        assert np.cross(away, found.axis(each.number, 2)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", ["sr400", "akr3000", "rssr", "mobile3w"])
def test_the_way_to_a_frame_goes_along_b_d_and_r(name: str) -> None:
    found = placed(name)
    for j, frame in found.robot:
        start, foot, corner, end = table_path(found, j)
        z_i, z_j = found.axis(frame.antecedent, 2), found.axis(j, 2)
        assert np.cross(foot - start, z_i) == pytest.approx(0, abs=1e-9)
        assert np.cross(end - corner, z_j) == pytest.approx(0, abs=1e-9)
        assert [(corner - foot) @ z_i, (corner - foot) @ z_j] == pytest.approx([0, 0], abs=1e-9)


def test_lengths_of_sticks_are_those_of_the_table() -> None:
    named = {
        bar.name: float(np.linalg.norm(bar.end - bar.start))
        for bar in skeleton(placed("sr400")).bars
    }
    known = library_robot("sr400").parameter_values("example")
    assert {name: named[name] for name in known} == pytest.approx(known)


def test_symbols_of_joints_that_share_an_origin_are_apart() -> None:
    sticks = skeleton(placed("rx90"))
    centres = [each.centre for each in sticks.joints]
    for k, one in enumerate(centres):
        for other in centres[:k]:
            assert np.linalg.norm(one - other) > sticks.length


def test_only_robots_in_the_plane_are_seen_from_above() -> None:
    for name, planar in (("planar2r", True), ("fivebar", True), ("slidercrank", True)):
        assert skeleton(placed(name)).planar is planar
    for name in ("scara", "rx90", "sr400"):
        found = placed(name)
        sticks = skeleton(found)
        assert not sticks.planar
        assert best_view(shared_axes(found, "xz", sticks.extent), sticks) != FROM_ABOVE


def test_axes_that_coincide_are_one() -> None:
    found = placed("rx90")
    texts = [axis.text for axis in shared_axes(found, "xz", 1.0)]
    assert texts == [
        r"$x_{0},\,x_{1},\,x_{2}$",
        "$x_{3}$",
        r"$x_{4},\,x_{5},\,x_{6}$",
        r"$z_{0},\,z_{1}$",
        "$z_{2}$",
        "$z_{3}$",
        r"$z_{4},\,z_{6}$",
        "$z_{5}$",
    ]


# Pictures


PICTURES = [
    ("rx90", None, (0, 0, 0)),
    ("sr400", None, (0, 0, 0)),
    ("planar2r", (0.6, 0.7), (0, 0, 0)),
    ("planar2r", (0.6, 0.7), ("d2/2", 0, 0)),
    ("scara", (0, 1.0, 0, 0.15), (0, 0, 0)),
    ("fivebar", None, (0, 0, 0)),
    ("ur5", None, (0, 0, 0)),
]


@pytest.mark.parametrize(("name", "q", "point"), PICTURES, ids=[item[0] for item in PICTURES])
def test_labels_lie_over_no_other_label_and_in_the_picture(name: str, q: Any, point: Any) -> None:
    robot = library_robot(name)
    ax = draw(robot, q, robot.values[0].name, point=point)
    ax.figure.canvas.draw()
    boxes = [label.get_window_extent() for label in labels(ax)]
    assert len(boxes) > 4
    page = ax.figure.bbox
    for k, box in enumerate(boxes):
        assert page.x0 <= box.x0 < box.x1 <= page.x1
        assert page.y0 <= box.y0 < box.y1 <= page.y1
        assert not any(box.overlaps(other) for other in boxes[:k])


def test_all_directions_have_one_scale() -> None:
    from symoro.plot.artists import project

    ax = draw(library_robot("rx90"), view=(20, -50))
    unit: Floats = np.vstack([np.zeros(3), np.eye(3)])
    pixels = project(unit, ax)[:, :2]
    seen = (pixels[1:] - pixels[0]).T
    # an eye far away sees the three axes as the rows of its own two directions, times a scale
    assert seen / np.linalg.norm(seen[0]) == pytest.approx(screen((20, -50)), abs=1e-6)


def test_cut_joints_and_passive_joints_are_told_from_motors() -> None:
    closed = draw(library_robot("fivebar"))
    (legend,) = closed.figure.legends
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts == ["actuated joint", "passive joint", "cut joint"]
    assert draw(library_robot("rx90")).figure.legends == []


def test_a_robot_can_be_drawn_into_axes_in_space_and_in_no_others() -> None:
    figure = new_figure(4, 4)
    ax = figure.add_subplot(121, projection="3d")
    assert draw(library_robot("rx90"), ax=ax, axes="xyz") is ax
    assert len(labels(ax)) > 10
    with pytest.raises(UsageError, match="axes in space"):
        draw(library_robot("rx90"), ax=figure.add_subplot(122))


@pytest.mark.parametrize("axes", ["", "xw"])
def test_axes_have_the_letters_x_y_and_z(axes: str) -> None:
    with pytest.raises(UsageError, match="some of x, y and z"):
        draw(library_robot("rx90"), axes=axes)


def test_labels_prefer_their_side_and_keep_off_what_is_drawn() -> None:
    sizes = np.array([[20.0, 10.0], [20.0, 10.0]])
    anchors, right = np.zeros((2, 2)), np.array([[1.0, 0.0], [1.0, 0.0]])
    wall = np.stack([np.full(60, 15.0), np.linspace(-60, 60, 60)], axis=1)
    free = place_labels(anchors[:1], right[:1], sizes[:1], np.empty((0, 2)), [False])
    assert free[0] == pytest.approx([10 + 1.5 + 2, 0])  # half a label, its margin, the first gap
    two = place_labels(anchors, right, sizes, wall, [False, False])
    assert (np.abs(two[0] - two[1]) >= sizes[0]).any()
    for middle in two:
        assert not (np.abs(wall - middle) < sizes[0] / 2).all(axis=1).any()


def test_workspaces_are_drawn_flat_or_in_two_views() -> None:
    flat = draw_workspace(workspace(library_robot("fivebar"), samples=300))
    assert flat.axes[0].get_xlabel() == "$x_0$ [m]"
    turned = draw_workspace(workspace(library_robot("rx90"), samples=300))
    assert [ax.get_title() for ax in turned.axes][:2] == ["from above", "section"]
    robot = library_robot("puma560")
    limited = workspace(robot, samples=300, values="lengths")
    assert [ax.get_title() for ax in draw_workspace(limited).axes][:2] == ["from above", "section"]
    gantry = Robot.from_mdh([0, "Pi/2", 0], [0, 0, 0.3], [0, 0, 0], [0, 0.1, 0.2], [1, 1, 0])
    side = draw_workspace(workspace(gantry, point=(0.2, 0, 0), samples=300))
    assert [ax.get_title() for ax in side.axes] == ["from above", "from the side"]
    with pytest.raises(UsageError, match="two parts"):
        draw_workspace(limited, ax=flat.axes[0])


# Ellipsoids


def test_ellipsoids_have_the_axes_of_the_jacobian() -> None:
    from matplotlib.patches import Ellipse

    ax = draw_ellipsoids(library_robot("planar2r"), [(0, PI / 2)])
    velocity, force = (patch for patch in ax.patches if isinstance(patch, Ellipse))
    golden = (1 + math.sqrt(5)) / 2
    assert velocity.get_center() == pytest.approx((1, 1))
    assert velocity.width / velocity.height == pytest.approx(golden**2)
    assert force.height / force.width == pytest.approx(golden**2)
    angle = math.radians(velocity.angle)
    longest = np.array([math.cos(angle), math.sin(angle)])
    square = np.array([[2.0, -1.0], [-1.0, 1.0]])  # J J' for J = ((-1, -1), (1, 0))
    assert square @ longest == pytest.approx(golden**2 * longest)


def test_a_singular_posture_has_an_ellipsoid_of_finite_size() -> None:
    ax = draw_ellipsoids(library_robot("planar2r"), [(0.3, 0.0), (0.3, 1.0)])
    assert all(np.isfinite([patch.width, patch.height]).all() for patch in ax.patches)


@pytest.mark.parametrize(
    ("name", "q", "kinds", "message"),
    [
        ("planar2r", (0, 1), ("speed",), "ellipsoids are velocity and force, not speed"),
        ("rx90", (0, 1, 0, 0, 0, 0), ("force",), "does not move in the plane"),
        ("fivebar", (2, 1), ("force",), "has loops"),
    ],
)
def test_ellipsoids_that_cannot_be_drawn_are_refused(
    name: str, q: Any, kinds: Any, message: str
) -> None:
    with pytest.raises(SymoroError, match=message):
        draw_ellipsoids(library_robot(name), [q], kinds=kinds)


def test_without_matplotlib_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install -e '\.\[plot\]'"):
        draw(library_robot("rx90"))
    with pytest.raises(UsageError, match=r"pip install -e '\.\[plot\]'"):
        draw_ellipsoids(library_robot("planar2r"), [(0, 1)])

"""Branches of singular postures: the circles, lines and arcs of known arms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from symoro.analysis.arrays import Floats
from symoro.library import robot as library_robot
from symoro.plot import draw_workspace, workspace
from symoro.plot.branches import singular_branches
from symoro.robot import Robot

PI = math.pi


def radii(lines: tuple[Floats, ...]) -> list[float]:
    """The distances from z0 of lines that keep theirs, each once."""
    found = [np.hypot(line[:, 0], line[:, 1]) for line in lines]
    assert all(np.ptp(radius) < 1e-8 for radius in found)
    return sorted({round(float(radius.mean()), 6) for radius in found})


def test_the_planar_arm_is_singular_on_two_circles() -> None:
    """Stretched and folded, as the course draws it for L1 > L2."""
    found = singular_branches(
        workspace(library_robot("planar2r"), values={"d2": 1.0, "d3": 0.6}, samples=300)
    )
    assert radii(found) == [0.4, 1.6]
    angles = np.unwrap(np.arctan2(found[0][:, 1], found[0][:, 0]))
    assert np.ptp(angles) == pytest.approx(2 * PI)


def test_a_redundant_planar_arm_is_singular_on_circles_with_its_links_in_line() -> None:
    lengths = {"d2": 1.0, "d3": 0.6, "d4": 0.3}
    arm = library_robot("planar3r")
    found = singular_branches(workspace(arm, values=lengths, samples=300))
    assert radii(found) == [0.1, 0.7, 1.3, 1.9]  # |1 +- 0.6 +- 0.3|
    equal = singular_branches(workspace(arm, samples=300))
    assert radii(equal) == [1.0, 3.0]  # the arm also reaches its axis, where it is not singular
    bent = {"t1": ("0", "Pi/2"), "t2": ("-1", "1")}
    found = singular_branches(workspace(arm, values=lengths, samples=300, limits=bent))
    assert radii(found) == [1.3, 1.9]
    assert all((line[:, :2] > -1e-8).all() for line in found)


def test_limits_cut_the_branches() -> None:
    arm = library_robot("planar2r")
    found = singular_branches(
        workspace(arm, samples=300, limits={"t1": (0, "Pi/2"), "t2": (0, "Pi/6")})
    )
    (arc,) = found  # a limit at which the arm is stretched belongs to the range
    assert radii(found) == [2.0]
    assert (arc > -1e-8).all()
    assert np.ptp(np.arctan2(arc[:, 1], arc[:, 0])) == pytest.approx(PI / 2)
    bent = workspace(arm, samples=300, limits={"t2": (0.1, 3)})
    assert singular_branches(bent) == ()


def test_the_scara_robot_is_singular_on_two_cylinders() -> None:
    found = singular_branches(workspace(library_robot("scara"), samples=300))
    assert radii(found) == [0.05, 0.55]
    for line in found:
        assert np.ptp(line[:, 2]) == pytest.approx(0.3, rel=0.01)


def test_the_wrist_of_the_rx90_is_singular_on_a_sphere_and_on_the_first_axis() -> None:
    found = np.concatenate(singular_branches(workspace(library_robot("rx90"), samples=300)))
    away, height = np.hypot(found[:, 0], found[:, 1]), found[:, 2]
    stretched = np.abs(np.hypot(away, height) - 0.9) < 1e-7
    over = away < 1e-7
    assert (stretched | over).all()
    assert np.ptp(height[stretched]) == pytest.approx(1.8, rel=1e-3)
    assert np.ptp(height[over]) == pytest.approx(1.8, rel=1e-3)


def test_a_cylinder_that_the_puma_cannot_enter_is_a_branch() -> None:
    reach = workspace(library_robot("puma560"), values="lengths", samples=2000)
    found = np.concatenate(singular_branches(reach))
    away = np.hypot(found[:, 0], found[:, 1])
    offset = reach.numbers.values["R3"]
    assert away.min() == pytest.approx(offset)
    assert np.hypot(reach.positions[:, 0], reach.positions[:, 1]).min() > offset


def test_the_five_bar_linkage_is_singular_where_a_leg_is_stretched_or_folded() -> None:
    found = singular_branches(workspace(library_robot("fivebar"), samples=300))
    assert len(found) >= 2
    for line in found:
        legs = [np.hypot(line[:, 0] - x, line[:, 1]) for x in (0, 0.25)]
        known = [np.abs(leg - length) for leg in legs for length in (0.1, 0.7)]
        assert (np.min(known, axis=0) < 1e-6).all()


def test_branches_are_drawn_and_named_in_the_picture() -> None:
    for name, part in (("planar2r", 0), ("rx90", 1)):
        figure = draw_workspace(workspace(library_robot(name), samples=300))
        (legend,) = [ax.get_legend() for ax in figure.axes if ax.get_legend()]
        assert [text.get_text() for text in legend.get_texts()] == ["singular postures"]
        assert figure.axes[part].get_legend() is legend
    figure = draw_workspace(workspace(library_robot("planar2r"), 2, samples=300))
    assert not any(ax.get_legend() for ax in figure.axes)  # a curve has no such branch


# Heights of the section


def drawn_heights(robot: Robot) -> tuple[float, float, str]:
    reach = workspace(robot, samples=300)
    section = draw_workspace(reach).axes[1]
    heights = section.collections[0].get_offsets()[:, 1]
    return float(min(heights)), float(max(heights)), section.get_ylabel()


@pytest.mark.parametrize("alpha", [0, "Pi"])
def test_heights_in_the_picture_are_those_of_the_box(alpha: int | str) -> None:
    """Frame 1 lies 0.4 above frame 0, its axis up or down; heights count from frame 0."""
    arm = Robot.from_mdh(
        [alpha, "Pi/2", 0], [0, 0, 0.3], [0, 0, 0], [0.4, 0, 0], [0, 0, 0],
        tool=[[1, 0, 0, 0.2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], name="arm",
    )  # fmt: skip
    reach = workspace(arm, samples=300)
    low, high, label = drawn_heights(arm)
    assert label == "$z_0$ [m]"
    assert reach.positions[:, 2].min() == pytest.approx(low, abs=1e-12)
    assert reach.positions[:, 2].max() == pytest.approx(high, abs=1e-12)
    middle = 0.4 if alpha == 0 else -0.4
    assert reach.box[:, 2] == pytest.approx([middle - 0.5, middle + 0.5], abs=1e-6)


def test_heights_along_an_axis_that_is_not_upright_say_so() -> None:
    arm = Robot.from_mdh(
        ["Pi/2", "Pi/2", 0], [0, 0, 0.3], [0, 0, 0], [0.4, 0, 0], [0, 0, 0],
        tool=[[1, 0, 0, 0.2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], name="arm",
    )  # fmt: skip
    low, high, label = drawn_heights(arm)
    assert label == "along the first axis, from frame 0 [m]"
    y = workspace(arm, samples=300).positions[:, 1]
    assert (y.min(), y.max()) == pytest.approx((low, high), abs=1e-12)

"""Singular postures on the boundary of a workspace and inside, by geometry that can be drawn."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from symoro.analysis.arrays import Floats
from symoro.analysis.loops.closure import Closure
from symoro.analysis.reached_set import BOUNDARY, INSIDE, ReachedSet, reached_set
from symoro.robot import Robot

PI = math.pi
OFFSET, UPPER, FORE = 0.3, 0.5, 0.4


def shouldered() -> Robot:
    """Axis 1 upright; a planar arm in the plane through it, its shoulder beside axis 1."""
    tool = [[1, 0, 0, FORE], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    return Robot.from_mdh(
        [0, "Pi/2", 0], [0, OFFSET, UPPER], [0, 0, 0], [0, 0, 0], [0, 0, 0], tool=tool, name="arm"
    )


def positions(robot: Robot, link: int) -> ReachedSet:
    found = reached_set(Closure(robot, {}), link, pose=False, rng=random.Random(0))
    assert found is not None
    return found


def expected(t2: float, reach: float) -> str:
    """In the half plane: a ring about the shoulder, and its mirror image, which lies behind.

    A stretched or folded arm ends on a circle of its ring. That is inside where the mirrored ring
    has the place as well, between its circles.
    """
    x, z = OFFSET + reach * math.cos(t2), reach * math.sin(t2)
    behind = math.hypot(x + OFFSET, z)
    return INSIDE if UPPER - FORE < behind < UPPER + FORE else BOUNDARY


@pytest.mark.parametrize(("t3", "reach"), [(0.0, UPPER + FORE), (PI, UPPER - FORE)])
def test_an_arm_with_an_offset_shoulder_is_inside_where_it_reaches_back(
    t3: float, reach: float
) -> None:
    t2 = np.linspace(-3.0, 3.0, 13)
    x = np.stack([0 * t2 + 0.7, t2, 0 * t2 + t3], axis=1)
    found = positions(shouldered(), 4).classify(x)
    assert found == [expected(float(angle), reach) for angle in t2]
    assert set(found) == ({BOUNDARY, INSIDE} if t3 == 0 else {INSIDE})


def test_the_end_above_the_first_axis_is_inside() -> None:
    """Joint 1 does not move it there, so that the singular places are a line."""
    t3 = np.linspace(0.4, 2.3, 5)
    rows = []
    for angle in t3:
        # the end is at distance a from the shoulder, seen at the angle b from the upper arm
        a = math.sqrt(UPPER**2 + FORE**2 + 2 * UPPER * FORE * math.cos(angle))
        b = math.atan2(FORE * math.sin(angle), UPPER + FORE * math.cos(angle))
        rows.append([0.2, math.acos(-OFFSET / a) - b, angle])
    x = np.array(rows)

    def away(y: Floats) -> Floats:
        distance: Floats = OFFSET + UPPER * np.cos(y[:, 1]) + FORE * np.cos(y[:, 1] + y[:, 2])
        return distance

    assert away(x) == pytest.approx(0, abs=1e-12)
    assert positions(shouldered(), 4).classify(x) == [INSIDE] * len(x)


def test_a_regular_posture_is_inside() -> None:
    x = np.array([[0.1, 0.2, 1.0]])
    assert positions(shouldered(), 4).classify(x) == [INSIDE]


def test_a_link_that_moves_on_a_surface_fills_no_space() -> None:
    closure = Closure(shouldered(), {})
    for link, pose in ((3, False), (4, True), (1, False)):
        assert reached_set(closure, link, pose, random.Random(0)) is None
    turned = reached_set(closure, 1, True, random.Random(0))
    assert turned is not None
    assert turned.basis.shape == (6, 1)  # turns about axis 1 are a space of their own

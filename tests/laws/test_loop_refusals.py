"""Closed robots and calls that have no model: refused, with the reason and what would be right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from closed_robots import (
    bennett,
    bent_wheels,
    closed,
    coupled,
    driven,
    fixed,
    off_the_plane,
    slide,
    turn,
    wheels,
)
from random_loops import planar_loop
from symoro import library
from symoro.analysis.loops import CannotClose
from symoro.catalog.generate import generate
from symoro.errors import ModelError, SymoroError, UsageError
from symoro.pipeline.options import Options
from symoro.robot import Robot

FREE = closed(
    "free",
    turn(1, 0, mu=True),
    turn(2, 1, d="L1"),
    turn(3, 0, d="L4"),
    slide(4, 2),
    turn(5, 2, d="L2"),
    fixed(3, d="L3"),
)
PLANE_OF_SLIDES = planar_loop("PPPRR", 4, 93)[0]

GEOMETRY = [
    ("rx90", {}, ModelError, "rx90 has no loops"),
    ("fourbar", {"active": (7,)}, UsageError, "no joint 7 that moves in fourbar; joints are 1, 2"),
    ("fourbar", {"active": (5,)}, UsageError, "no joint 5 that moves"),
    ("fourbar", {"active": (0,)}, UsageError, "no joint 0 that moves"),
    ("fourbar", {"mode": 3}, UsageError, "fourbar has modes 1 to 2, not 3"),
    ("fourbar", {"mode": 0}, UsageError, "fourbar has modes 1 to 2, not 0"),
    (wheels(), {"mode": 2}, UsageError, "wheels has modes 1 to 1, not 2"),
    ("fourbar", {"active": (1, 2)}, ModelError, r"\(4, 3\) alone do not close it: too many"),
    ("fourbar", {"active": (1, 2, 3)}, ModelError, r"\(4\) alone do not close it: too many"),
    ("fourbar", {"active": (1, 2, 3, 4)}, ModelError, "none of its joints is unknown: too"),
    ("fivebar", {"active": (1,)}, ModelError, r"4 joints of it are unknown \(5, 4, 3, 2\)"),
    ("rssr", {}, ModelError, "7 joints of it are unknown"),
    ("sr400", {"active": (2, 7)}, ModelError, "nothing determines the joints 1, 4, 5, 6"),
    (FREE, {}, ModelError, "nothing determines the joints 4, which are on no loop"),
    (off_the_plane(), {}, ModelError, "no equation of types 1 to 3 gives its joints 4, 2, 3"),
    (PLANE_OF_SLIDES, {"active": (4, 5)}, ModelError, "no equation of types 1 to 3"),
    (
        coupled(t3="t3 + t2"),
        {},
        ModelError,
        "joint 3 depends on t2, the variable of joint 2",
    ),
    (coupled(t3="t2"), {}, ModelError, "joint 2 depends on t2, the variable of joint 3"),
    (coupled(t2="t1"), {}, ModelError, "joint 1 depends on t1, the variable of joint 2"),
    (
        coupled(t1="t1 + t3"),
        {},
        ModelError,
        "joint 1 depends on t3, the variable of joint 3",
    ),
]


@pytest.mark.parametrize(("which", "own", "error", "message"), GEOMETRY)
def test_what_has_no_closed_form_is_refused_with_the_reason(
    which: str | Robot, own: dict[str, object], error: type[Exception], message: str
) -> None:
    robot = library.robot(which) if isinstance(which, str) else which
    with pytest.raises(error, match=message):
        generate("loop-geometry", robot, Options(own=own))


@pytest.mark.parametrize(
    ("angle", "length"), [("A2", "L2"), ("A2", "L1*sin(A1)/sin(A2)"), ("A1 + 0.001", "L1")]
)
def test_four_skew_axes_without_the_condition_of_bennett_are_refused(
    angle: str, length: str
) -> None:
    with pytest.raises(ModelError, match="loop of cut joint 4: no equation of types 1 to 3"):
        generate("loop-geometry", bennett(angle, length))


def test_a_loop_that_closes_in_a_mode_that_cannot_be_named_is_refused() -> None:
    with pytest.raises(ModelError, match="loop of cut joint 12: it closes in one mode of another"):
        generate("loop-geometry", bent_wheels())


KINEMATICS = [
    ("rx90", (), ModelError, "rx90 has no loops"),
    ("fourbar", (9,), UsageError, "no joint 9 that moves in fourbar"),
    ("fourbar", (1, 2), ModelError, "a mobility of 1, too few for active joints 1, 2; take fewer"),
    ("fourbar", (1, 2, 3, 4), ModelError, "a mobility of 1, too few for active joints 1, 2, 3, 4"),
    ("fivebar", (3,), ModelError, "joint 3 cannot determine .* 2 independent equations for 3 "),
    ("sr400", (1, 2, 4, 5, 6, 7, 8), ModelError, "a mobility of 6, too few for"),
    ("akr3000", (1, 2, 6, 8, 9, 10), ModelError, "cannot determine the motion"),
]


@pytest.mark.parametrize(("name", "active", "error", "message"), KINEMATICS)
def test_wrong_sets_of_active_joints_are_refused(
    name: str, active: tuple[int, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        generate("loop-kinematics", library.robot(name), Options(own={"active": active}))


ACTUATED = [
    ("rx90", {"actuated": True}, ModelError, "rx90 has no loops"),
    ("rssr", {"actuated": True, "mode": 1}, SymoroError, "its loops have not|of it are unknown"),
    ("fourbar", {"mode": 1}, UsageError, "--mode belongs to --actuated"),
    ("fourbar", {"actuated": True, "mode": 0}, UsageError, "modes 1 to 2, not 0"),
    ("fourbar", {"actuated": True, "mode": 3}, UsageError, "modes 1 to 2, not 3"),
    ("fourbar", {"actuated": True, "mode": -1}, UsageError, "modes 1 to 2, not -1"),
]


@pytest.mark.parametrize("model", ["fast-transform", "jacobian", "velocities", "jdot-qdot"])
@pytest.mark.parametrize(("name", "own", "error", "message"), ACTUATED)
def test_wrong_calls_of_models_in_the_motors_are_refused(
    name: str, own: dict[str, object], error: type[Exception], message: str, model: str
) -> None:
    with pytest.raises(error, match=message):
        generate(model, library.robot(name), Options(own=own))


@pytest.mark.parametrize("model", ["transform", "fast-transform"])
def test_positions_in_the_motors_need_a_closed_form(model: str) -> None:
    message = "7 joints of it are unknown .* without --actuated takes the positions of all joints"
    with pytest.raises(ModelError, match=message):
        generate(model, library.robot("rssr"), Options(own={"actuated": True}))


def test_a_robot_with_a_motor_too_few_is_refused_with_the_count() -> None:
    """A body that moves in a plane is no link that turns idly."""
    robot = driven(library.robot("fivebar"), 1)
    with pytest.raises(ModelError, match="equations for 3 unknown rates; symoro check tells"):
        generate("jacobian", robot, Options(own={"actuated": True}))


@pytest.mark.parametrize(
    ("model", "own"),
    [("loop-geometry", {}), ("loop-kinematics", {}), ("jacobian", {"actuated": True})],
)
def test_loops_that_never_close_are_refused_with_the_distance(
    model: str, own: dict[str, object]
) -> None:
    lengths = {"L1": "0.1", "L2": "0.2", "L3": "0.3", "L4": "5"}
    never = replace(library.robot("fourbar").substitute(dict(lengths)), values=())
    with pytest.raises(CannotClose, match=r"do not close: the nearest postures miss by 4\.4 m"):
        generate(model, never, Options(own=own))

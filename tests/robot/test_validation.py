"""A robot that cannot be is refused, with the frame, the field, what was found and expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from robot.example_robots import (
    FIXED,
    GRAVITY,
    R,
    chain_2r,
    prismatic,
    revolute,
    robot_of,
    sr400,
    tree,
)
from symoro.errors import RobotError
from symoro.expressions import ONE, ZERO, symbol
from symoro.robot import (
    Base,
    BaseMotion,
    Coupling,
    Frame,
    Leg,
    Link,
    ParallelRobot,
    Robot,
    Structure,
    general_link,
)

Make = Callable[[], object]


def with_frame(robot: Robot, j: int, frame: Frame) -> Robot:
    frames = list(robot.frames)
    frames[j - 1] = frame
    return replace(robot, frames=tuple(frames))


def changed(j: int, **fields: object) -> Make:
    """The SR400 with other fields in one frame."""
    return lambda: with_frame(sr400(), j, replace(sr400().frame(j), **fields))  # type: ignore[arg-type]


def on_base(**fields: object) -> Make:
    return lambda: replace(chain_2r(), base=Base(**fields))  # type: ignore[arg-type]


def coupled(K: object, count: int = 2, q0: int = 2, FV: int = 2, FS: int = 2) -> Make:
    ones = (ONE,) * 9

    def make() -> Robot:
        coupling = Coupling(K, ones[:q0], ones[:count], ones[:FV], ones[:FS])  # type: ignore[arg-type]
        return replace(chain_2r(), coupling=coupling)

    return make


# what is built; message, frame, field, found, expected
CASES: dict[str, tuple[Make, str, int | None, str | None, object, str | None]] = {
    "no name": (
        lambda: replace(chain_2r(), name="  "), "needs a name", None, "name", "'  '", None,
    ),
    "no structure": (
        lambda: replace(chain_2r(), structure="simple"),  # type: ignore[arg-type]
        "not a structure", None, "structure", "'simple'", None,
    ),
    "no links": (
        lambda: Robot("r", Structure.SIMPLE, (), ()),
        "at least one link", None, "links", None, None,
    ),
    "links missing": (
        lambda: robot_of(revolute(1, 0), revolute(2, 1), links=1),
        "as many links as frames", None, "links", "1 links, 2 frames", "2 links",
    ),
    "half a loop": (
        lambda: robot_of(revolute(1, 0), revolute(2, 0), structure=Structure.CLOSED, links=1),
        "two frames more", None, "frames", "1 links, 2 frames", "3, 5, ... frames",
    ),
    "closed without loops": (
        lambda: replace(tree(), structure=Structure.CLOSED),
        "two frames more", None, "frames", "6 links, 6 frames", "8, 10, ... frames",
    ),
    "sigma no kind": (changed(3, sigma=3), "not one of the kinds", None, "sigma", "3", "0, 1, 2"),
    "antecedent itself": (
        changed(3, antecedent=3), "antecedent must be", 3, "antecedent", 3, "0 to 2",
    ),
    "antecedent later": (
        changed(3, antecedent=7), "antecedent must be", 3, "antecedent", 7, "0 to 2",
    ),
    "antecedent negative": (
        changed(3, antecedent=-1), "antecedent must be", 3, "antecedent", -1, "0 to 2",
    ),
    "a tree called simple": (
        lambda: replace(tree(), structure=Structure.SIMPLE),
        "each frame follows", 4, "antecedent", 1, "3, or the structure tree",
    ),
    "QP an expression": (
        changed(2, QP="2*QP2"), "a name or a number", 2, "QP", symbol("QP2") * 2, "QP2",
    ),
    "GAM an expression": (
        changed(2, GAM="a + b"), "a name or a number", 2, "GAM", symbol("a") + symbol("b"), "GAM2",
    ),
    "fixed and elastic": (
        lambda: with_frame(tree(), 5, Frame(4, FIXED, eta=True)),
        "cannot be elastic", 5, "eta", 1, "0",
    ),
    "velocity of a fixed side": (
        changed(10, QP="QP10"), "has no joint of its own", 10, "QP", symbol("QP10"), "0",
    ),
    "stiffness of a fixed side": (
        changed(10, k="K"), "has no joint of its own", 10, "k", symbol("K"), "0",
    ),
    "cut joint fixed": (
        changed(9, sigma=FIXED), "must be revolute or prismatic", 9, "sigma", 2, "0 or 1",
    ),
    "other side moves": (
        changed(10, sigma=R, theta="t10"), "must be a fixed frame", 10, "sigma", 0, "2",
    ),
    "motor on the other side": (changed(10, mu=True), "has no motor", 10, "mu", 1, "0"),
    "loop without a loop": (
        changed(10, antecedent=8), "does not close a loop", 10, "antecedent", 8,
        "a frame on the other branch",
    ),
    "gravity with two components": (
        on_base(G=(0, 0)), "three components", None, "G", "2 values", "3",
    ),
    "W0 with four components": (
        on_base(W0=(0, 0, 0, 0)), "three components", None, "W0", "4 values", "3",
    ),
    "Z not 4x4": (
        on_base(Z=((1, 0, 0), (0, 1, 0), (0, 0, 1))),
        "not a 4x4 matrix", None, "Z", None, "4 rows of 4 values",
    ),
    "fixed base that moves": (
        on_base(VP0=(0, 0, "a")), "no velocity or acceleration", None, "base",
        "a non-zero value in W0, WP0, V0 or VP0", "zeros, or a moving base",
    ),
    "fixed base with a body": (
        on_base(link=Link()), "no inertial parameters", None, "base", None, "no link 0",
    ),
    "coupling rows": (
        coupled(((1, 0),)), "row for each joint", None, "coupling.K", "1 rows", "2 rows of 2",
    ),
    "coupling columns": (
        coupled(((1, 0), (1,))), "row for each joint", None, "coupling.K", "2 rows", "2 rows of 2",
    ),
    "coupling q0": (
        coupled(((1, 0), (1, 1)), q0=3), "wrong number", None, "coupling.q0", 3, "2",
    ),
    "coupling FV": (
        coupled(((1, 0), (1, 1)), FV=1), "wrong number", None, "coupling.FV", 1, "2",
    ),
    "coupling FS": (
        coupled(((1, 0), (1, 1)), FS=3), "wrong number", None, "coupling.FS", 3, "2",
    ),
    "no variable": (
        lambda: robot_of(Frame(0, R)), "needs its variable here", 1, "theta", ZERO,
        "a symbol such as t1",
    ),
    "no prismatic variable": (
        lambda: robot_of(revolute(1, 0), prismatic(2, 1, r=0)), "needs its variable here", 2, "r",
        ZERO, "a symbol such as r2",
    ),
    "variable with a factor": (
        lambda: robot_of(revolute(1, 0, theta="2*t1")), "coefficient 1", 1, "theta",
        2 * symbol("t1"), "variable + offset",
    ),
    "variable inside a function": (
        lambda: robot_of(revolute(1, 0, theta="sin(t1)")), "coefficient 1", 1, "theta", None,
        "variable + offset",
    ),
    "two candidates": (
        lambda: robot_of(revolute(1, 0, theta="a + b")), "candidates are a, b", 1, "theta",
        symbol("a") + symbol("b"), "one that occurs nowhere else, or one whose name ends in 1",
    ),
    "not an expression": (
        lambda: Frame(0, d="2]"), "not an expression", None, "d",  # type: ignore[arg-type]
        "'2]'", "a number or a text",
    ),
    "not a value": (
        lambda: Link(M={}), "not an expression", None, "M",  # type: ignore[arg-type]
        "{}", "a number or a text",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_refused_with_its_place(name: str) -> None:
    make, message, frame, field, found, expected = CASES[name]
    with pytest.raises(RobotError) as caught:
        make()
    error = caught.value
    assert message in error.message
    assert (error.frame, error.field) == (frame, field)
    if found is not None:
        assert error.found == found
    assert error.expected == expected
    where = "robot" if frame is None else f"frame {frame}"
    assert str(error).startswith(where if field is None else f"{where}, {field}: ")


def test_a_moving_base_may_move_and_has_a_body() -> None:
    base = Base(motion=BaseMotion.MOVING, VP0=("a", "b", "c"))  # type: ignore[arg-type]
    robot = replace(chain_2r(), base=base)
    assert robot.base.moves
    assert robot.base.link == Link()
    assert not GRAVITY.moves
    assert GRAVITY.link is None


def test_a_good_coupling_is_accepted_and_its_symbols_are_known() -> None:
    K = ((1, 0), ("k21", 1))
    coupling = Coupling(K, (0, 0), ("IA1", "IA2"), (0, 0), (0, 0))  # type: ignore[arg-type]
    robot = replace(chain_2r(), coupling=coupling)
    assert {"k21", "IA1", "IA2"} <= robot.symbols


def test_a_robot_is_frozen() -> None:
    with pytest.raises(AttributeError):
        chain_2r().name = "other"  # type: ignore[misc]


def test_notes_are_not_part_of_a_robots_identity() -> None:
    assert replace(chain_2r(), notes=("read from a file",)) == chain_2r()
    assert replace(chain_2r(), provenance="elsewhere") != chain_2r()


# Parallel robots


def leg(frame: int = 2, robot: Robot | None = None) -> Leg:
    return Leg(robot or chain_2r(), frame, (ZERO, ZERO, ZERO))


def test_a_parallel_robot_holds_its_platform_with_two_or_more_legs() -> None:
    robot = ParallelRobot("delta", (leg(), leg(), leg(1)), general_link(9))
    assert len(robot.legs) == 3
    assert symbol("M9") == robot.platform.M


PARALLEL: dict[str, tuple[tuple[Leg, ...], str, object, str | None]] = {
    "one leg": ((leg(),), "needs legs", "1", "two or more"),
    "a leg that is a tree": ((leg(), leg(5, tree())), "leg 2 must be a simple chain", "tree", None),
    "no such frame": ((leg(3), leg()), "leg 1 holds the platform", 3, "1 to 2"),
    "the base as end": ((leg(), leg(0)), "leg 2 holds the platform", 0, "1 to 2"),
}


@pytest.mark.parametrize("name", PARALLEL)
def test_a_parallel_robot_that_cannot_be_is_refused(name: str) -> None:
    legs, message, found, expected = PARALLEL[name]
    with pytest.raises(RobotError) as caught:
        ParallelRobot("p", legs, Link())
    assert message in caught.value.message
    assert (caught.value.found, caught.value.expected) == (found, expected)

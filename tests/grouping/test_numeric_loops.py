"""The numeric method on closed robots: modes, relations between joints, .cons files, friction."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import symoro
from formats.test_cons import SR400, around
from grouping.small_robots import floating, moving
from grouping.test_numeric_method import SAME, gone, largest_error
from symoro import ModelError, Robot, UsageError
from symoro.analysis.loops import Closure
from symoro.formats.cons import read
from symoro.grouping.numeric.constants import constants
from symoro.grouping.numeric.method import numeric_base_parameters
from symoro.grouping.numeric.postures import posture_source
from symoro.grouping.result import BaseParameters
from symoro.robot.variant import variant

PARALLEL = {"t3": "Pi/2 - t2 + t7", "t8": "t2 - t7"}


@pytest.fixture(scope="module")
def sr400() -> Robot:
    return symoro.load("sr400")


@cache
def plain(name: str, mode: int = 1) -> BaseParameters:
    """The result for a robot of the library, in a mode."""
    return numeric_base_parameters(symoro.load(name), mode=mode)


# The user's guide; recomputed as ranks of projected torque regressors.
@pytest.mark.parametrize(("name", "mode", "count"), [("sr400", 1, 39), ("sr400", 2, 47)])
def test_published_counts_keep_their_torques(name: str, mode: int, count: int) -> None:
    found = plain(name, mode)
    assert len(found.inertial) == count
    assert found.mode.startswith(f"mode {mode}: loop 9 ")
    assert largest_error(found, mode) < SAME


def test_the_sr400_with_rotors_has_43_and_its_tree_50(sr400: Robot) -> None:
    assert len(numeric_base_parameters(variant(sr400, include=["ia"])).inertial) == 43
    assert len(numeric_base_parameters(sr400.equivalent_tree()).inertial) == 50


def test_the_akr3000_has_54_and_with_rotors_60_and_its_tree_58() -> None:
    robot = symoro.load("akr3000")
    found = numeric_base_parameters(robot.substitute("example"))
    assert len(found.inertial) == 54
    geared = variant(robot, include=["ia"], values="example")
    assert len(numeric_base_parameters(replace(geared, cut_drives=())).inertial) == 60
    assert len(numeric_base_parameters(geared).inertial) == 62  # those of cut joints are apart
    assert len(numeric_base_parameters(robot.equivalent_tree()).inertial) == 58


@pytest.mark.parametrize("name", ["sr400", "fourbar", "fivebar", "slidercrank", "spherical4r"])
def test_formulas_hold_for_all_lengths_and_the_choice_is_that_of_the_rules(name: str) -> None:
    found = plain(name)
    assert largest_error(found) < SAME
    assert gone(found) == gone(symoro.base_parameters(symoro.load(name)))


@pytest.mark.parametrize("name", ["fivebar", "spherical4r"])
@pytest.mark.parametrize("base", ["moving", "floating"])
def test_closed_robots_on_bases_that_move(name: str, base: str) -> None:
    robot = symoro.load(name)
    motion = {"W0": "wx wy wz", "WP0": "ux uy uz", "VP0": "vx vy vz"}
    robot = moving(robot, **motion) if base == "moving" else floating(robot)
    found = numeric_base_parameters(robot)
    assert largest_error(found) < SAME
    assert gone(found) == gone(symoro.base_parameters(robot))


def test_loops_without_closed_form_are_walked_through() -> None:
    """RSSR: M of the rod goes to the crank; its far end moves on a circle of radius L3."""
    found = numeric_base_parameters(symoro.load("rssr"))
    assert found.mode.startswith("mode 1: found by search")
    into = {str(s.eliminated): {str(k): str(c) for k, c in s.into} for s in found.steps}
    assert into["M4"] == {"ZZ1": "L1^2"}
    assert into["MX6"] == {
        "ZZ1": "L1^2/L3", "XX4": "L2^2/L3", "YY4": "L2^2/L3", "MZ4": "L2/L3", "ZZ6": "-L3",
    }  # fmt: skip


@pytest.mark.parametrize(("name", "mode"), [("sr400", 2), ("fourbar", 1), ("rsur", 1)])
def test_states_are_closed_and_their_rates_keep_the_loops_closed(name: str, mode: int) -> None:
    robot = symoro.load(name)
    rng = np.random.default_rng(0)
    values = constants(robot, None).sample(rng)
    closure = Closure(robot, values)
    at = posture_source(robot, mode)(closure, values, 30, rng)
    gap, slope = closure.gaps(at.x)
    assert np.abs(gap).max() < 1e-12
    gear = closure.tables.gear
    rates = np.linalg.lstsq(gear, at.rates(rng).T, rcond=None)[0].T
    assert np.abs(slope @ rates[:, :, None]).max() < 1e-12
    assert at.freedom == sum(robot.frame(j).mu for j in robot.moving_joints)


@pytest.mark.parametrize("mode", [1, 2])
def test_sides_that_are_equal_by_number_make_a_parallelogram(mode: int) -> None:
    robot = symoro.load("fourbar")
    sides = robot.substitute({"L1": 0.4, "L2": 0.9, "L3": 0.4, "L4": 0.9})
    found = numeric_base_parameters(sides, mode=mode)
    equal = symoro.base_parameters(robot, substitute={"L3": "L1", "L4": "L2"}, assembly_mode=mode)
    assert found.mode == equal.mode
    assert gone(found) == gone(equal)


# Relations


def test_the_file_of_the_guide_gives_the_parallelogram(sr400: Robot) -> None:
    found = numeric_base_parameters(sr400, constraints=read(SR400))
    assert len(found.inertial) == 39
    assert gone(found) == gone(plain("sr400"))
    assert "t3 = -t2 + t7 + Pi/2" in found.mode


def test_relations_by_name_say_the_same(sr400: Robot) -> None:
    found = numeric_base_parameters(sr400, constraints=PARALLEL)
    assert gone(found) == gone(plain("sr400"))
    chained = numeric_base_parameters(sr400, constraints={"t3": "Pi/2 - t8", "t8": "t2 - t7"})
    assert gone(chained) == gone(found)


def test_constants_of_a_file_are_held(sr400: Robot) -> None:
    numbers = "d2 = 0.25; d3 = 0.8; d4 = 1/5; d8 = 0.4; RL4 = 0.9; G3 = 9.81;"
    found = numeric_base_parameters(sr400, constraints=read(numbers + SR400))
    assert "d4 = 0.2" in found.proof.text
    assert len(found.inertial) == 39
    assert gone(numeric_base_parameters(sr400, constraints=read(numbers))) == gone(found)


def test_a_tree_may_have_joints_that_follow_others(sr400: Robot) -> None:
    """The relations alone, without the loop: the same motions, so the same parameters."""
    tree = sr400.equivalent_tree()
    assert len(numeric_base_parameters(tree, constraints=PARALLEL).inertial) == 39


def test_relations_may_be_nonlinear() -> None:
    """A slider-crank by its formula; the rate is the derivative, written out."""
    root = "Sqrt[L2^2 - L1^2*Sin[Q[[i,1]]]^2]"
    text = around(
        f"Q[[i,2]] = ArcTan[-{root}, -L1*Sin[Q[[i,1]]]] - Q[[i,1]];"
        f"Q[[i,3]] = L1*Cos[Q[[i,1]]] - {root};"
        f"QD[[i,3]] = (-L1*Sin[Q[[i,1]]] + L1^2*Sin[Q[[i,1]]]*Cos[Q[[i,1]]]/{root})*QD[[i,1]];"
    )
    robot = symoro.load("slidercrank")
    found = numeric_base_parameters(robot, constraints=read(text))
    by_loop = numeric_base_parameters(robot)
    assert [(s.eliminated, s.into) for s in found.steps] == [
        (s.eliminated, s.into) for s in by_loop.steps
    ]
    with pytest.raises(ModelError, match=r"QD\[\[i, 3\]\] = .* is not the derivative of r3"):
        numeric_base_parameters(robot, constraints=read(text.replace("+ L1^2", "- L1^2")))


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"t3": "Pi/2 - t2 + t7"}, ModelError, "do not close the loops of sr400"),
        ({**PARALLEL, "t8": "t7 - t2"}, ModelError, "do not close the loops"),
        ({**PARALLEL, "t7": "t2/2"}, ModelError, "leave 5 joints of sr400 free; its loops leave 6"),
        ({"t3": "t8", "t8": "t3"}, UsageError, "for t3, t8 depend on each other"),
        ({"q3": "t2"}, UsageError, "q3: not a joint variable of sr400; variables are t1"),
        ({**PARALLEL, "t9": "Pi - t8 + u"}, UsageError, "no number for u of the relations"),
        ({"t3": "sqrt(-1 - t2^2)", "t8": "t2 - t7"}, ModelError, "have no real value"),
    ],
)
def test_relations_that_do_not_fit_are_refused(
    sr400: Robot, given: dict[str, str], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        numeric_base_parameters(sr400, constraints=given)


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("QD[[i,3]] = -", "QD[[i,3]] = 2*", ModelError, r"QD\[\[i, 3\]\] = 2\*QD2 \+ QD7 is not"),
        ("Q[[i,3]] =", "Q[[i,10]] =", UsageError, "no joint 10 that moves"),
        ("Q[[i,8]] = Q[[i,2]]", "Q[[i,8]] = QD[[i,2]]", UsageError, "depends on a velocity"),
        ("Q[[i,3]] = Pi/2 - Q[[i,2]] + Q[[i,7]];", "", UsageError, r"without Q\[\[i, 3\]\]"),
        ("Constraint", "dd = 1; Constraint", UsageError, "sr400 has no symbol dd"),
    ],
)
def test_files_that_do_not_fit_the_robot_are_refused(
    sr400: Robot, old: str, new: str, error: type[Exception], message: str
) -> None:
    assert old in SR400
    with pytest.raises(error, match=message):
        numeric_base_parameters(sr400, constraints=read(SR400.replace(old, new, 1)))


@pytest.mark.parametrize("mode", [0, 3, -1])
def test_modes_that_are_not_there_are_refused(sr400: Robot, mode: int) -> None:
    with pytest.raises(UsageError, match=f"sr400 has modes 1 to 2, not {mode}"):
        numeric_base_parameters(sr400, mode=mode)
    with pytest.raises(UsageError, match="has no loops"):
        numeric_base_parameters(sr400.equivalent_tree(), mode=1)
    with pytest.raises(UsageError, match="not both"):
        numeric_base_parameters(sr400, mode=1, constraints=PARALLEL)


def test_lengths_with_which_the_loop_never_closes_are_refused() -> None:
    robot = symoro.load("fourbar")
    names = sorted(robot.parameter_values("example"))
    far = dict.fromkeys(names, 0.1) | {names[0]: 5.0}
    with pytest.raises(ModelError, match="no states of fourbar: "):
        numeric_base_parameters(robot.substitute(far))


# Friction


def test_friction_of_joints_in_proportion_is_grouped(sr400: Robot) -> None:
    """In a parallelogram joints 3 and 8 turn at the same rate; others do not."""
    found = numeric_base_parameters(variant(sr400, include=["friction"]))
    into = {str(s.eliminated): {str(k): str(c) for k, c in s.into} for s in found.steps}
    assert into["FV8"] == {"FV3": "1"}
    assert into["FS8"] == {"FS3": "1"}
    assert sum(p.name == "FV" for p in found.parameters) == 7


def test_friction_of_other_joints_stays() -> None:
    found = numeric_base_parameters(variant(symoro.load("fourbar"), include=["friction"]))
    assert not gone(found) & {f"{name}{j}" for name in ("FV", "FS") for j in (1, 2, 3)}

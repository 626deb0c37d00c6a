"""Closed robots whose loops are parallelograms, some or all of them: joints are sums of others.

Postures are some of the mode, found by a search; motions obey the product rule applied to both
sides of every cut joint.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from closed_robots import (
    kite,
    parallelogram,
    parallelogram_beside_a_spatial_loop,
    two_parallelograms,
    wheels,
)
from laws.closing import Compiled, consistent_motion, drawn_posture, motors
from symoro import library
from symoro.catalog.generate import generate
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.catalog.kinematic.parallelograms import hold
from symoro.errors import UsageError
from symoro.models.loops.loop_kinematics import SUM
from symoro.pipeline.options import Options
from symoro.robot import Robot

CASES: dict[str, tuple[Callable[[], Robot], int, set[int], int]] = {
    # the robot, the mode, the joints that are sums, the rows of loops that are left
    "sr400": (lambda: library.robot("sr400"), 1, {3, 8, 9}, 0),
    "offsets": (lambda: parallelogram("offsets"), 1, {2, 3, 4}, 0),
    "rhombus": (lambda: parallelogram("rhombus"), 1, {2, 3, 4}, 0),
    "both": (two_parallelograms, 1, {3, 4, 6, 7, 8, 9}, 0),
    "the first": (two_parallelograms, 2, {3, 4, 8}, 3),
    "the second": (two_parallelograms, 3, {6, 7, 9}, 3),
    "on a four-bar": (kite, 1, {5, 7, 9}, 3),
    "on a folded four-bar": (kite, 3, {5, 7, 9}, 3),
    "three cranks": (wheels, 1, {2, 3, 5}, 2),
    "no closed form": (parallelogram_beside_a_spatial_loop, 1, {2, 3, 10}, 6),
}


@cache
def case(name: str) -> Robot:
    return CASES[name][0]()


def posture_of(
    robot: Robot, mode: int, rng: random.Random
) -> tuple[dict[str, float], dict[int, float]]:
    """Lengths and a posture in the mode."""
    sums = actuated_robot(robot, mode, consistent=True).parallelograms.sums
    for _ in range(50):
        values, posture = drawn_posture(robot, rng)
        named = {robot.variables[j].name: x for j, x in posture.items()}
        if hold(robot, sums, values | named):
            return values, posture
    raise AssertionError(f"{robot.name}: no posture in mode {mode}")


@pytest.mark.parametrize("name", CASES)
def test_constraints_are_sums_and_what_is_left_of_other_loops(name: str) -> None:
    robot, (_, mode, sums, left) = case(name), CASES[name]
    driven = actuated_robot(robot, mode, consistent=True)
    chosen = driven.chosen
    assert set(chosen.sums) == sums
    assert sum(row != SUM for _, row in (*chosen.rows, *chosen.cut_rows)) == left
    form = Compiled(generate("loop-kinematics", robot, Options(own={"mode": mode})))
    assert f"assembly mode: {driven.mode_label}" in form.model.notes
    rng = random.Random(name)
    active = motors(robot)
    values, posture = posture_of(robot, mode, rng)
    rates, more = ({j: rng.uniform(-1, 1) for j in active} for _ in range(2))
    motion = consistent_motion(robot, values, posture, rates, more)
    found = form(values, motion.q, motion.qd)
    place = {j: k for k, j in enumerate(robot.moving_joints)}
    (a, p, c) = ([place[j] for j in each] for each in (chosen.active, chosen.passive, chosen.cut))
    for rate, Psi, Phi in (
        (motion.qd, 0, 0),
        (motion.qdd, found["Psi"], found["Phi"]),
    ):
        assert found["Wa"] @ rate[a] + found["Wp"] @ rate[p] + Psi == pytest.approx(0, abs=1e-9)
        below = found["Wac"] @ rate[a] + found["Wpc"] @ rate[p] + found["Wc"] @ rate[c] + Phi
        assert below == pytest.approx(0, abs=1e-9)
    assert found["W"] @ motion.qd[a] == pytest.approx(motion.qd[p], abs=1e-9)


def test_the_parallelogram_of_the_sr400_costs_nothing() -> None:
    model = generate("loop-kinematics", library.robot("sr400"))
    assert (model.operations.add, model.operations.mul) == (0, 0)
    assert not model.program.parameters
    other = generate("loop-kinematics", library.robot("sr400"), Options(own={"mode": 2}))
    assert (other.operations.add, other.operations.mul) == (15, 30)
    assert "assembly mode: loop 9 antiparallelogram" in other.notes


@pytest.mark.parametrize(
    ("name", "case_name"),
    [
        ("regressor", "sr400"),
        ("energy-model", "sr400"),
        ("filtered-model", "on a four-bar"),
        ("ddm", "on a four-bar"),
        ("idm", "no closed form"),
    ],
)
def test_models_hold_in_the_mode(name: str, case_name: str) -> None:
    """Verification compares them with all rows of all loops, at states of the mode."""
    model = generate(name, case(case_name), Options(level="O1", own={"mode": CASES[case_name][1]}))
    assert model.certificate is not None
    assert any(note.startswith("assembly mode: ") for note in model.notes)


@pytest.mark.parametrize(
    ("name", "most"), [("regressor", 1100), ("filtered-model", 1250), ("energy-model", 300)]
)
def test_identification_models_are_cheaper_by_sums(name: str, most: int) -> None:
    robot = library.robot("sr400")
    by_sums, by_rows = (
        generate(name, robot, Options(level="O2", own={"mode": mode}, verify=False)).operations
        for mode in (1, 2)
    )
    assert by_sums.add + by_sums.mul < min(most, by_rows.add + by_rows.mul)


def test_a_tree_has_no_mode() -> None:
    with pytest.raises(UsageError, match="rx90 has no loops, so it has no assembly modes"):
        generate("regressor", library.robot("rx90"), Options(own={"mode": 1}))


def test_parallelograms_beside_other_loops_have_modes_of_their_own() -> None:
    robot = case("no closed form")
    with pytest.raises(UsageError, match="its parallelograms have 2 modes, not 3"):
        generate("idm", robot, Options(own={"mode": 3}))
    driven = actuated_robot(robot, 2, consistent=True)
    assert (driven.mode_label, driven.chosen.sums) == ("loop 10 antiparallelogram", {})

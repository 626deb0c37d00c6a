"""Friction of joints that loops make move in proportion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

import symoro.grouping.exact.friction as page
from closed_robots import (
    closed,
    fixed,
    parallelogram,
    slide,
    turn,
    two_parallelograms,
    two_slides,
    without_inertia,
)
from grouping.small_robots import arm
from grouping.torques import FLOATS, states, torques
from models.decision_mutants import page_mutants
from symoro.expressions import Expression, evaluate, parse, symbol
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.symbolic import symbolic_base_parameters
from symoro.library import robot as read
from symoro.robot import Robot
from symoro.robot.parameter import DYNAMIC, Parameter, nonzero_parameters


def rubbing(robot: Robot) -> Robot:
    """The robot with friction at every joint of its links that moves."""
    links = (
        replace(link, FV=symbol(f"FV{j}"), FS=symbol(f"FS{j}")) if robot.frame(j).moves else link
        for j, link in enumerate(robot.links, start=1)
    )
    return replace(robot, links=tuple(links))


def left(robot: Robot) -> str:
    found = symbolic_base_parameters(rubbing(robot))
    return " ".join(str(p) for p in found.parameters if p.name in ("FV", "FS"))


def wedge() -> Robot:
    """Two slides at an angle of Pi/6, joined by one across the second: r3 = r1 cos(Pi/6)."""
    return closed(
        "wedge",
        slide(1, 0, mu=True, alpha="Pi/2"),
        fixed(1, alpha="-Pi/2"),
        slide(3, 0, gamma="Pi/6", alpha="Pi/2"),
        fixed(3, alpha="-Pi/2", theta="-Pi/6"),
        slide(5, 2, gamma="2*Pi/3", alpha="Pi/2"),
        fixed(4, gamma="2*Pi/3", alpha="Pi/2"),
    )


@pytest.mark.parametrize(
    ("robot", "expected"),
    [
        (parallelogram(), "FV1 FS1"),
        (parallelogram("offsets"), "FV1 FS1"),
        (two_slides(), "FV1 FS1"),
        (read("fourbar"), "FV1 FS1 FV2 FS2 FV3 FS3"),
        (two_parallelograms(), "FV1 FS1 FV2 FS2 FV3 FS3"),
    ],
)
def test_what_is_left(robot: Robot, expected: str) -> None:
    assert left(without_inertia(robot)) == expected


def test_trees_keep_all_friction() -> None:
    assert left(without_inertia(read("rx90"))).count("F") == 12


def test_the_torques_are_the_same() -> None:
    """With general numbers, dry friction and its signs included."""
    for plain in (parallelogram(), without_inertia(two_parallelograms()), wedge()):
        robot = rubbing(plain)
        found = symbolic_base_parameters(robot)
        every = sorted({*nonzero_parameters(robot, DYNAMIC), *found.parameters})
        for state in states(robot, 4, seed=8):
            values = found.complete(state, FLOATS)
            standard = [evaluate(p.entry(robot), state, FLOATS) for p in every]
            grouped = [values[p] if p in found.parameters else 0.0 for p in every]
            columns = torques(robot, every, state)
            total = columns @ np.array(standard)
            scale = max(1.0, float(np.abs(total).max()))
            assert np.abs(total - columns @ np.array(grouped)).max() < 1e-9 * scale


def test_only_reasons_of_proportion() -> None:
    steps = [
        s
        for s in symbolic_base_parameters(rubbing(parallelogram())).steps
        if s.eliminated.name[0] == "F"
    ]
    assert {s.reason.rule for s in steps} == {"proportion"}
    assert {str(c) for s in steps for _, c in s.into} == {"1"}
    assert {(str(s.eliminated), *(str(p) for p, _ in s.into)) for s in steps} == {
        ("FV2", "FV1"),
        ("FV3", "FV1"),
        ("FS2", "FS1"),
        ("FS3", "FS1"),
    }


def test_a_ratio_of_speeds_is_squared_for_viscous_friction() -> None:
    into = {
        str(s.eliminated): [(str(p), c) for p, c in s.into]
        for s in symbolic_base_parameters(rubbing(wedge())).steps
        if s.eliminated.name in ("FV", "FS")
    }
    assert into["FV3"] == [("FV1", parse("3/4"))]
    [(name, ratio)] = into["FS3"]
    assert name == "FS1"
    assert evaluate(ratio, {}, FLOATS) == pytest.approx(np.cos(np.pi / 6), rel=1e-15)


def test_a_joint_that_the_loops_hold_has_no_friction() -> None:
    """Three links and three joints: a frame that does not move."""
    frame = closed("frame", turn(1, 0), turn(2, 0, d="L2"), turn(3, 1, d="L1"), fixed(2, d="L3"))
    assert left(frame) == ""


class Squares:
    """Five joints: the last three move as a sum of squares, as joint 1 times 3, and not at all."""

    robot = rubbing(arm("R", "R", "R", "R", "R"))

    def steps(self, held: Sequence[Parameter]) -> Iterator[Step]:
        depend = self.dependencies(list(held))
        for p in depend:
            yield Step(p, tuple(self.coefficients(depend, p)), Reason("none", "none"))

    def dependencies(self, order: list[Parameter]) -> dict[Parameter, list[Parameter]]:
        first, second, third, fourth, fifth = order
        return {third: [first, second], fourth: [first], fifth: []}

    def coefficients(
        self, depend: dict[Parameter, list[Parameter]], p: Parameter
    ) -> list[tuple[Parameter, Expression]]:
        return [(k, parse("9")) for k in depend[p]]


def squared(module: ModuleType) -> dict[str, dict[str, str]]:
    return {
        str(step.eliminated): {str(p): str(c) for p, c in step.into}
        for step in module.friction_steps(Squares())
    }


EXPECTED = {
    "FV3": {"FV1": "9", "FV2": "9"},
    "FV4": {"FV1": "9"},
    "FV5": {},
    "FS4": {"FS1": "3"},
    "FS5": {},
}


def test_dry_friction_groups_with_one_joint_only() -> None:
    assert squared(page) == EXPECTED


def test_every_mutant_is_caught() -> None:
    alive = [m for m in page_mutants(page) if squared(m.module) == EXPECTED]
    assert [m.what for m in alive] == ["unchanged"]

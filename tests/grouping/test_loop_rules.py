"""The rules of loops: which parameter goes, and that every relation holds between torques."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

import numpy as np
import pytest

import symoro.grouping.rules.loop_rules as page
from closed_robots import closed, fixed, parallelogram, slide, turn, two_parallelograms
from grouping.small_robots import floating
from grouping.test_theorems import FAILURES
from grouping.torques import FLOATS, Array, Values, states, torques
from models.decision_mutants import page_mutants
from symoro.expressions import ONE, Expression, evaluate
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.rules.theorems import TreeRules
from symoro.grouping.symbolic import symbolic_base_parameters
from symoro.library import robot as read
from symoro.models.loops.assembly import full_plan
from symoro.models.loops.recipes import LoopPlan
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.parameter import Parameter, all_parameters

Relations = list[tuple[dict[Parameter, Expression], Reason]]


def turntable() -> Robot:
    """A parallelogram that stands on a link which turns."""
    return closed(
        "turntable",
        turn(1, 0, mu=True),
        turn(2, 1, mu=True, alpha="Pi/2"),
        turn(3, 2, d="L1"),
        turn(4, 1, alpha="Pi/2", d="L2"),
        turn(5, 3, d="L2"),
        fixed(4, d="L1"),
    )


def guide() -> Robot:
    """A rod that slides in a link that swings, both on a link which turns; the slide is cut."""
    return closed(
        "guide",
        turn(1, 0, mu=True),
        turn(2, 1, mu=True, alpha="Pi/2"),
        turn(3, 2, d="L1"),
        turn(4, 1, alpha="Pi/2", d="L4"),
        slide(5, 3, alpha="Pi/2", d="L2"),
        fixed(4, alpha="Pi/2", d="L3"),
    )


def bracket() -> Robot:
    """Two links that a pin joins into a triangle with the one that carries them; one more on it."""
    return closed(
        "bracket",
        turn(1, 0, mu=True),
        turn(2, 1, mu=True, alpha="a2", d="D2"),
        turn(3, 2, d="L3", theta="t3 + 0.4"),
        turn(4, 2, gamma="g", d="L4"),
        turn(5, 3, mu=True, alpha="Pi/2"),
        turn(6, 4, d="L3"),
        fixed(3, gamma="f", d="L4"),
    )


def pins() -> Robot:
    """A four-bar linkage beside a parallelogram; its pin is given from that of the parallelogram.

    The fixed side of cut joint 8 stands on that of cut joint 7, which stands on link 3.
    """
    return closed(
        "pins",
        turn(1, 0, mu=True),
        turn(2, 1, mu=True, alpha="Pi/2"),
        turn(3, 1, alpha="Pi/2", d="L2"),
        turn(4, 2, d="L1"),
        turn(5, 1, alpha="Pi/2", d="L5"),
        turn(6, 5, d="L6"),
        turn(7, 4, d="L2"),
        turn(8, 6, d="L7", alpha="Pi", r="h"),
        fixed(3, d="L1", theta="f"),
        fixed(9, gamma="g", d="L8", alpha="Pi", r="h"),
        loops=2,
    )


def long_arm(joints: int) -> Robot:
    """An arm with a parallelogram at its end."""
    n = joints
    return closed(
        f"arm{n}",
        *(
            turn(j, j - 1, mu=True, alpha="Pi/2" if j % 2 else "0", d=f"D{j}")
            for j in range(1, n + 1)
        ),
        turn(n + 1, n, mu=True, alpha="Pi/2"),
        turn(n + 2, n + 1, d="L1"),
        turn(n + 3, n, d="L2", alpha="Pi/2"),
        turn(n + 4, n + 2, d="L2"),
        fixed(n + 3, d="L1"),
    )


ROBOTS = {
    "fourbar": read("fourbar"),
    "slidercrank": read("slidercrank"),
    "turntable": turntable(),
    "guide": guide(),
    "bent parallelogram": parallelogram("gamma"),
    "floating parallelogram": floating(parallelogram("gamma")),
    "floating turntable": floating(turntable()),
    "two parallelograms": two_parallelograms(),
    "bracket": bracket(),
    "pins": pins(),
    "sr400": read("sr400"),
}
EXPECTED = {
    "fourbar": {"loop of cut joint 4": "MX3"},
    "slidercrank": {"loop of cut joint 4": "M3"},
    "turntable": {
        "parallelogram": "XX3 XY3 XZ3 YZ3 ZZ3 XX4 XY4 XZ4 YZ4 ZZ4",
        "loop of cut joint 5": "MX4",
    },
    "guide": {"loop of cut joint 5": "XX4 XZ4 XY4 ZZ4 YZ4"},
    "bent parallelogram": {"parallelogram": "ZZ2 ZZ3", "loop of cut joint 4": "MX2"},
    "floating parallelogram": {
        "parallelogram": "XX2 XY2 XZ2 YZ2 ZZ2 XX3 XY3 XZ3 YZ3 ZZ3",
        "loop of cut joint 4": "MX3",
    },
    "floating turntable": {
        "parallelogram": "XX3 XY3 XZ3 YZ3 ZZ3 XX4 XY4 XZ4 YZ4 ZZ4",
        "loop of cut joint 5": "MX4",
    },
    "two parallelograms": {
        "parallelogram": "ZZ3 ZZ4 ZZ6 ZZ7",
        "loop of cut joint 8": "MX4",
        "loop of cut joint 9": "MX7",
    },
    "bracket": {
        "locked joint": "XX4 XY4 XZ4 YZ4 ZZ4 MX4 MY4 IA4 XX3 XY3 XZ3 YZ3 ZZ3 MX3 MY3 IA3",
    },
    "pins": {
        "parallelogram": "XX3 XY3 XZ3 YZ3 ZZ3 XX4 XY4 XZ4 YZ4 ZZ4",
        "loop of cut joint 7": "MX4",
        "loop of cut joint 8": "MX6 XZ6",
    },
    "sr400": {
        "parallelogram": "XX7 XY7 XZ7 YZ7 ZZ7 XX8 XY8 XZ8 YZ8 ZZ8",
        "loop of cut joint 9": "MX8",
    },
}
"""What the loops take after the rules of the tree, by relation."""


@dataclass(frozen=True)
class Case:
    """A closed robot in its first mode, and the torques of each parameter at some states."""

    robot: Robot
    loops: LoopPlan
    tree: list[Step]
    values: Values
    columns: dict[Parameter, Array]


@cache
def case(name: str) -> Case:
    robot = ROBOTS[name]
    drawn = states(robot, 6, seed=2)
    every = all_parameters(robot)
    matrix = np.concatenate([torques(robot, every, state) for state in drawn])
    tree = TreeRules(robot)
    return Case(
        robot,
        full_plan(robot, active_joints(robot)),
        [step for j in reversed(robot.outward()) for step in tree.steps(j)],
        drawn[0],
        dict(zip(every, matrix.T, strict=True)),
    )


def relations(module: ModuleType, on: Case) -> Relations:
    mode = on.loops.modes[0]
    found = (
        module.locked_relations(on.robot, on.loops, mode),
        module.parallel_relations(on.robot, on.loops, mode),
        module.cut_relations(on.robot),
    )
    return [relation for each in found for relation in each]


def vanishes(terms: Iterable[tuple[Parameter, Expression]], on: Case) -> bool:
    """A combination of columns has no torque; link 0 has no columns unless it floats."""
    parts = [
        evaluate(coefficient, on.values, FLOATS) * on.columns[p]
        for p, coefficient in terms
        if p.link or p in on.columns
    ]
    scale = max([1.0, *(float(np.abs(part).max()) for part in parts)])
    return bool(np.abs(np.sum(parts, axis=0)).max() < 1e-9 * scale)  # states close to 1e-9


def by_relation(steps: Iterable[Step]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for step in steps:
        found.setdefault(step.reason.rule, []).append(str(step.eliminated))
    return {rule: " ".join(names) for rule, names in found.items()}


def right(module: ModuleType, name: str) -> bool:
    on = case(name)
    found = relations(module, on)
    if not all(vanishes(relation.items(), on) for relation, _ in found):
        return False
    steps = list(module.relation_steps(on.robot, found, on.tree))
    if by_relation(steps) != EXPECTED[name]:
        return False
    minus = -ONE
    return all(vanishes([*step.into, (step.eliminated, minus)], on) for step in steps)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_relation_holds_between_torques(name: str) -> None:
    on = case(name)
    found = relations(page, on)
    assert len(found) >= 3
    for relation, reason in found:
        assert vanishes(relation.items(), on), reason.rule


@pytest.mark.parametrize("name", ROBOTS)
def test_each_relation_takes_its_parameters(name: str) -> None:
    on = case(name)
    steps = page.relation_steps(on.robot, relations(page, on), on.tree)
    assert by_relation(steps) == EXPECTED[name]


def test_the_coupler_of_a_parallelogram_turns_with_the_link_that_carries_it() -> None:
    """The orientation of link 3 in link 1 is constant, so its inertia goes there."""
    found = {str(s.eliminated): s for s in symbolic_base_parameters(floating(turntable())).steps}
    assert found["XX3"].reason.rule == "parallelogram"
    assert {str(p): str(c) for p, c in found["XX3"].into} == {"XX1": "1"}
    assert not [s for s in found.values() if s.reason.rule == "dependency"]


def test_a_parallelogram_behind_many_motors() -> None:
    """Orientations are compared for all postures, however many joints there are."""
    found = symbolic_base_parameters(long_arm(11))
    assert not [s for s in found.steps if s.reason.rule == "dependency"]
    assert len(found.inertial) == 79


def test_an_antiparallelogram_has_no_relation_of_orientations() -> None:
    on = case("bent parallelogram")
    crossed = replace(on.loops, modes=on.loops.modes[1:])
    assert not list(page.parallel_relations(on.robot, crossed, crossed.modes[0]))


def test_links_that_a_loop_locks_are_one_body_with_the_one_that_carries_them() -> None:
    """As many parameters as three links on the axes of joints 1, 2 and 5 have: 1 + 7 + 7."""
    found = symbolic_base_parameters(bracket())
    assert {p.link for p in found.inertial} == {1, 2, 5}
    assert len(found.inertial) == 15
    assert "dependency" not in {s.reason.rule for s in found.steps}


def test_a_joint_that_moves_is_not_locked() -> None:
    on = case("two parallelograms")
    assert not list(page.locked_relations(on.robot, on.loops, on.loops.modes[0]))


def test_a_side_of_a_cut_joint_may_stand_on_another_fixed_side() -> None:
    """Its relations are those of the link that carries both, at the place where it stands."""
    found = [relation for relation, _ in page.cut_relations(pins())]
    assert [sorted({p.link for p in relation}) for relation in found] == [[3, 4]] * 3 + [[3, 6]] * 3
    pin = found[3]  # masses 1 and -1 at the same point
    assert {str(p): str(pin[p]) for p in pin if p.name in ("M", "MX", "MY", "MZ")} == {
        "M3": "1",
        "MX3": "L1 + L8*cos(f)*cos(g) - L8*sin(f)*sin(g)",
        "MY3": "L8*cos(f)*sin(g) + L8*cos(g)*sin(f)",
        "MZ3": "-h",
        "M6": "-1",
        "MX6": "-L7",
        "MZ6": "h",
    }


SAME = (
    "sign * expression(value)",  # doubled: the relation as a whole
    "if not recipe.linear or root:",  # spares work: no orientation is constant in other loops
    "if total == ZERO",  # a term that is zero is dropped later
)
"""Lines whose change has no effect."""

FEW = ("fourbar", "guide", "slidercrank", "turntable", "floating turntable", "pins", "bracket")
"""Robots of which one at least notices each change."""


def unnoticed(module: ModuleType) -> bool:
    try:
        return all(right(module, name) for name in FEW)
    except (*FAILURES, AssertionError, StopIteration, RuntimeError):
        return False


def test_every_mutant_of_the_loop_rules_is_caught() -> None:
    unchanged, *made = page_mutants(page)
    assert len(made) > 40
    assert unnoticed(unchanged.module)
    tried = [m for m in made if not any(line in m.text for line in SAME)]
    alive = [m for m in tried if unnoticed(m.module)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []

"""The rules of loops: which parameter goes, and that every relation holds between torques."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

import numpy as np
import pytest

import symoro.identification.rules.loop_rules as page
from closed_robots import closed, fixed, parallelogram, slide, turn, two_parallelograms
from identification.small_robots import floating
from identification.test_theorems import FAILURES
from identification.torques import FLOATS, Array, Values, states, torques
from models.decision_mutants import page_mutants
from symoro.expressions import ONE, Expression, evaluate
from symoro.identification.grouping import Reason, Step
from symoro.identification.rules.theorems import Tree
from symoro.identification.symbolic import symbolic
from symoro.library import robot as read
from symoro.models.loops.assembly import active_joints, solvable
from symoro.models.loops.recipes import LoopPlan
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, slots

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
    every = slots(robot)
    matrix = np.concatenate([torques(robot, every, state) for state in drawn])
    tree = Tree(robot)
    return Case(
        robot,
        solvable(robot, active_joints(robot)),
        [step for j in reversed(robot.outward()) for step in tree.steps(j)],
        drawn[0],
        dict(zip(every, matrix.T, strict=True)),
    )


def relations(module: ModuleType, on: Case) -> Relations:
    mode = on.loops.modes[0]
    found = module.parallel_relations(on.robot, on.loops, mode)
    return [*found, *module.cut_relations(on.robot)]


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
    steps = list(module.related(on.robot, found, on.tree))
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
    steps = page.related(on.robot, relations(page, on), on.tree)
    assert by_relation(steps) == EXPECTED[name]


def test_the_coupler_of_a_parallelogram_turns_with_the_link_that_carries_it() -> None:
    """The orientation of link 3 in link 1 is constant, so its inertia goes there."""
    found = {str(s.eliminated): s for s in symbolic(floating(turntable())).steps}
    assert found["XX3"].reason.rule == "parallelogram"
    assert {str(p): str(c) for p, c in found["XX3"].into} == {"XX1": "1"}
    assert not [s for s in found.values() if s.reason.rule == "dependency"]


def test_a_parallelogram_behind_many_motors() -> None:
    """Orientations are compared for all postures, however many joints there are."""
    found = symbolic(long_arm(11))
    assert not [s for s in found.steps if s.reason.rule == "dependency"]
    assert len(found.inertial) == 79


def test_an_antiparallelogram_has_no_relation_of_orientations() -> None:
    on = case("bent parallelogram")
    crossed = replace(on.loops, modes=on.loops.modes[1:])
    assert not list(page.parallel_relations(on.robot, crossed, crossed.modes[0]))


def hung() -> Robot:
    """Two loops, the far side of the second cut joint on that of the first: one pin for three."""
    return closed(
        "hung",
        turn(1, 0, mu=True),
        turn(2, 1, d="L1"),
        turn(3, 0, d="L4"),
        turn(4, 3, gamma="g4", d="L5"),
        turn(5, 2, d="L2"),
        turn(6, 4, d="L6"),
        fixed(3, d="L3"),
        fixed(7, d="L7"),
        loops=2,
    )


def test_a_side_of_a_cut_joint_may_hang_on_another_fixed_side() -> None:
    """Its relations are those of the link that carries both."""
    found = list(page.cut_relations(hung()))
    assert len(found) == 6
    assert {p.link for relation, _ in found[3:] for p in relation} == {3, 4}


SAME = (
    "sign * expression(value)",  # doubled: the relation as a whole
    "linear |= recipe.linear if not root else {}",  # of another loop, whose joints do not matter
    "if total == ZERO",  # a term that is zero is dropped later
)
"""Lines whose change has no effect."""


def unnoticed(module: ModuleType) -> bool:
    try:
        if len(list(module.cut_relations(hung()))) != 6:
            return False
        return all(right(module, name) for name in ROBOTS)
    except (*FAILURES, AssertionError, StopIteration, RuntimeError):
        return False


def test_every_mutant_of_the_loop_rules_is_caught() -> None:
    made = list(page_mutants(page))
    alive = [m for m in made if unnoticed(m.module)]
    assert len(made) > 40
    assert alive[0] is made[0]  # the page itself
    left = [m for m in alive[1:] if not any(line in m.text for line in SAME)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in left] == []

"""The relation of loops with parallel axes holds between torques, and only there is one."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import pytest

import symoro.grouping.rules.planar_loops as page
from closed_robots import closed, fixed, parallelogram, six_bar, turn
from grouping.small_robots import floating
from grouping.test_theorems import FAILURES
from grouping.torques import FLOATS, Array, Values, states, torques
from models.decision_mutants import page_mutants
from symoro.expressions import Expression, evaluate
from symoro.grouping.symbolic import symbolic_base_parameters
from symoro.library import robot as read
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, all_parameters


def tilted() -> Robot:
    """A four-bar linkage whose frames lie askew on a link that turns, one of them fixed."""
    return closed(
        "tilted",
        turn(1, 0, mu=True),
        fixed(1, gamma="g2", alpha="Pi/2", d="D2", theta="Pi/4", r="h2"),
        turn(3, 2, mu=True, gamma="g3", d="L3", r="h3"),
        turn(4, 3, d="L4", alpha="Pi"),
        turn(5, 2, gamma="g5", d="L5", r="h3"),
        turn(6, 4, d="L6", alpha="Pi"),
        fixed(5, gamma="g7", d="L7"),
    )


def askew() -> Robot:
    """A four-bar linkage on fixed frames in its root, in its coupler and at the cut."""
    return floating(
        closed(
            "askew",
            fixed(0, gamma="Pi/2", alpha="Pi/2", d="D1", theta="Pi/3"),
            turn(2, 1, mu=True, d="L2"),
            fixed(2, gamma="Pi/2", alpha="Pi/2", d="D3", theta="Pi/2"),
            fixed(3, gamma="-Pi/2", alpha="-Pi/2", d="D4", theta="-Pi/2"),
            turn(5, 4, d="L5"),
            turn(6, 0, gamma="Pi/2", alpha="Pi/2", d="L6"),
            turn(7, 5, d="L7"),
            fixed(6, d="L8"),
        )
    )


ROBOTS = {
    "fourbar": (floating(read("fourbar")), 1),
    "askew": (askew(), 1),
    "antiparallel axes": (floating(parallelogram("antiparallel")), 1),
    "six-bar": (floating(six_bar()), 2),
    "tilted": (tilted(), 1),
    "slidercrank": (floating(read("slidercrank")), 0),
    "spherical": (floating(read("spherical4r")), 0),
}


@cache
def case(name: str) -> tuple[Values, dict[Parameter, Array]]:
    robot, _ = ROBOTS[name]
    drawn = states(robot, 5, seed=2)
    matrix = np.concatenate([torques(robot, all_parameters(robot), state) for state in drawn])
    return drawn[0], dict(zip(all_parameters(robot), matrix.T, strict=True))


def vanishes(relation: dict[Parameter, Expression], name: str) -> bool:
    values, columns = case(name)
    parts = [evaluate(c, values, FLOATS) * columns[p] for p, c in relation.items()]
    scale = max(1.0, float(np.abs(parts).max()))
    return bool(np.abs(np.sum(parts, axis=0)).max() < 1e-9 * scale)  # states close to 1e-9


def right(module: ModuleType, name: str) -> bool:
    robot, count = ROBOTS[name]
    found = [relation for relation, _ in module.planar_relations(robot)]
    if len(found) != count or not all(found):
        return False
    return not count or all(vanishes(relation, name) for relation in found)


@pytest.mark.parametrize("name", ROBOTS)
def test_relations_hold(name: str) -> None:
    assert right(page, name)


def test_a_loop_on_a_link_that_turns_loses_one_more_product_of_inertia() -> None:
    taken = [
        s
        for s in symbolic_base_parameters(floating(read("fourbar"))).steps
        if s.reason is page.PLANAR
    ]
    assert [str(s.eliminated) for s in taken] == ["YZ3"]
    assert {str(p): str(c) for p, c in taken[0].into} == {
        "YZ0": "-L4/L3",
        "YZ1": "L1/L3",
        "YZ2": "L2/L3",
    }


def test_every_mutant_is_caught() -> None:
    alive = []
    for mutant in page_mutants(page):
        try:
            if all(right(mutant.module, name) for name in ROBOTS):
                alive.append(mutant)
        except FAILURES:
            continue
    assert alive[0].what == "unchanged"
    left = [m for m in alive[1:] if not any(m.what == w and t in m.text for w, t in SAME)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in left] == []


SAME = {
    ("product doubled", "n = frames[j][0] @ n"),  # n has no length that counts
    ("product doubled", "n = frames[j][0].T @ n"),
    ("cross product turned", "J = np.outer(n, cross(n, P))"),  # the whole relation
    ("product doubled", "sign * expression(J[a, b] + J[b, a])"),
    ("index", "for j in reversed(ways[0][1:]):"),  # the cut joint's own axis is z
}
"""Changes that have no effect."""

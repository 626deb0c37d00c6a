"""The rules of trees: which parameter goes by which rule, and that every step is an identity.

A step says that the torques of a unit of one parameter are a combination of those of others; both
sides are computed in floats by another route. Each rule, and each condition on it, has a robot.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np
import pytest

import symoro.grouping.rules.axes as axes_page
import symoro.grouping.rules.theorems as page
from grouping.small_robots import arm, floating, moving
from grouping.torques import FLOATS, Array, Values, states, torques
from models.decision_mutants import page_mutants
from models.mutants import Mutant
from symoro.errors import SymoroError
from symoro.expressions import evaluate
from symoro.grouping.eliminations import Step
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, all_parameters

ALL = range(1, 9)
FAILURES = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, SymoroError)
"""What a broken page may raise."""
_TENSOR = "XX{0} XY{0} XZ{0} YY{0} YZ{0} ZZ{0}"
_ONE_AXIS = "XX{0} XY{0} XZ{0} YZ{0}"

ROBOTS = {
    robot.name: robot
    for robot in (
        arm(
            "R gamma=g1 alpha=a1 d=D1 r=h1",
            "R alpha=a2 d=D2 gamma=g2 b=B2 r=h2",
            name="general",
        ),
        arm("R", "R d=D2", "R d=D3", "P gamma=g4 d=D4 b=B4 theta=f4", rotors=ALL, name="scara"),
        arm(
            "R",
            "P alpha=Pi d=D2 theta=f2",
            "P alpha=Pi/2 d=D3 theta=f3",
            rotors=ALL,
            name="cylindrical",
        ),
        arm("R", "P alpha=a2 theta=f2", "R alpha=Pi/2", rotors=ALL, name="oblique"),
        arm("R", "P alpha=Pi/2 theta=f2", "P alpha=Pi/2 d=D3", name="across"),
        arm("R", "P alpha=Pi/2 theta=Pi/2 d=D2", name="across along x"),
        arm(
            "P",
            "P alpha=Pi/2",
            "R alpha=a3 d=D3",
            "P a=0 alpha=Pi/2 gamma=Pi/3",
            rotors=ALL,
            name="gantry",
        ),
        arm("R", "F gamma=g2 alpha=a2 d=D2 theta=f2 r=h2", "P alpha=a3", name="welded"),
        arm("R", "P", g="G1 0 0", rotors=ALL, name="drill"),
        arm("R", "P", g="0 0 0", rotors=ALL, name="weightless"),
        arm("R", "R alpha=Pi/2", g="0 0 0", rotors=ALL, name="weightless 2R"),
        floating(arm("R alpha=a1 d=D1", "P alpha=a2 d=D2", rotors=ALL, name="floating")),
        moving(
            arm("R d=D1", "P alpha=Pi/2", "R alpha=Pi/2", rotors=ALL, name="turntable"),
            W0="0 0 WZ",
            WP0="0 0 WPZ",
        ),
        moving(
            arm("R", "R d=D2", rotors=ALL, name="anywhere"),
            W0="WX WY WZ",
            WP0="WPX WPY WPZ",
            VP0="VX VY VZ",
        ),
        moving(arm("R", "R d=D2", rotors=ALL, name="accelerated"), VP0="0 VY 0"),
        moving(arm("R", "P", rotors=ALL, name="lifted"), VP0="0 0 VZ"),
        moving(arm("P", "R alpha=Pi/2", rotors=ALL, name="swung"), WP0="WPX 0 0"),
        moving(arm("R", "P alpha=Pi/2", rotors=ALL, name="rolled"), W0="WX 0 WZ"),
        moving(arm("P d=D1", rotors=ALL, name="hoist"), W0="0 0 WZ"),
        moving(arm("R", g="0 G2 0", rotors=ALL, name="falling"), VP0="0 G2 0"),
        arm("P gamma=Pi/2 alpha=Pi/2", g="G1 0 0", rotors=ALL, name="falls along x"),
        arm("R", "P alpha=Pi/2", rotors=ALL, name="cannon"),
        arm("R", "P alpha=Pi/2 theta=Pi/2", rotors=ALL, name="cannon on its side"),
    )
}

EXPECTED: dict[str, dict[str, str]] = {
    "general": {"theorem 1": "YY2 MZ2 M2 YY1 MZ1 M1", "rule 4": _ONE_AXIS.format(1)},
    "scara": {
        "theorem 2": _TENSOR.format(4),
        "rule 2": "MZ4 MX4 MY4",
        "theorem 1": "YY3 MZ3 M3 YY2 MZ2 M2 YY1 MZ1 M1",
        "rule 4": " ".join(_ONE_AXIS.format(j) for j in (3, 2, 1)),
        "theorem 4": "IA1",
        "rule 5": "MX1 MY1",
    },
    "cylindrical": {
        "theorem 2": f"{_TENSOR.format(3)} {_TENSOR.format(2)}",
        "rule 3": "MY3",
        "rule 2": "MZ2 MX2 MY2",
        "theorem 4": "IA1",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "oblique": {
        "theorem 1": "YY3 MZ3 M3 YY1 MZ1 M1",
        "theorem 2": _TENSOR.format(2),
        "rule 3": "MZ2",
        "theorem 4": "IA1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "across": {
        "theorem 2": f"{_TENSOR.format(3)} {_TENSOR.format(2)}",
        "rule 3": "MZ3 MY2",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "across along x": {
        "theorem 2": _TENSOR.format(2),
        "rule 3": "MX2",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "gantry": {
        "theorem 2": " ".join(_TENSOR.format(j) for j in (4, 2, 1)),
        "theorem 4": "IA4 IA3 IA2",
        "rule 6": "MX4 MY4 MZ4 MX2 MY2 MZ2 MX1 MY1 MZ1",
        "theorem 1": "YY3 MZ3 M3",
        "rule 4": _ONE_AXIS.format(3),
    },
    "welded": {
        "theorem 2": _TENSOR.format(3),
        "rule 3": "MZ3",
        "fixed frame": f"{_TENSOR.format(2)} MX2 MY2 MZ2 M2",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "drill": {
        "theorem 2": _TENSOR.format(2),
        "theorem 4": "IA2 IA1",
        "rule 2": "MZ2 MX2 MY2",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
    },
    "weightless": {
        "theorem 2": _TENSOR.format(2),
        "theorem 4": "IA2 IA1",
        "rule 2": "MZ2 MX2 MY2",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "weightless 2R": {
        "theorem 4": "IA2 IA1",
        "theorem 1": "YY2 MZ2 M2 YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "floating": {"theorem 2": _TENSOR.format(2), "theorem 1": "YY1 MZ1 M1"},
    "turntable": {
        "theorem 1": "YY3 MZ3 M3 YY1 MZ1 M1",
        "rule 4": f"{_ONE_AXIS.format(3)} {_ONE_AXIS.format(1)}",
        "theorem 2": _TENSOR.format(2),
        "rule 3": "MY2",
    },
    "anywhere": {"theorem 1": "YY2 MZ2 M2 YY1 MZ1 M1"},
    "accelerated": {
        "theorem 1": "YY2 MZ2 M2 YY1 MZ1 M1",
        "rule 4": f"{_ONE_AXIS.format(2)} {_ONE_AXIS.format(1)}",
        "theorem 4": "IA1",
    },
    "lifted": {
        "theorem 2": _TENSOR.format(2),
        "rule 2": "MZ2 MX2 MY2",
        "theorem 4": "IA1",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "swung": {
        "theorem 4": "IA2",
        "theorem 1": "YY2 MZ2 M2",
        "theorem 2": _TENSOR.format(1),
        "rule 3": "MX1",
    },
    "rolled": {"theorem 2": _TENSOR.format(2), "theorem 1": "YY1 MZ1 M1"},
    "hoist": {"theorem 2": _TENSOR.format(1), "rule 2": "MZ1 MX1 MY1"},
    "falling": {
        "theorem 4": "IA1",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "falls along x": {"theorem 2": _TENSOR.format(1), "rule 6": "MX1 MY1 MZ1"},
    "cannon": {
        "theorem 2": _TENSOR.format(2),
        "rule 3": "MY2",
        "theorem 4": "IA1",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
    "cannon on its side": {
        "theorem 2": _TENSOR.format(2),
        "rule 3": "MX2",
        "theorem 4": "IA1",
        "theorem 1": "YY1 MZ1 M1",
        "rule 4": _ONE_AXIS.format(1),
        "rule 5": "MX1 MY1",
    },
}
"""What goes, by rule, in the order of the steps: outer links first."""


@dataclass(frozen=True)
class Case:
    """A robot with the torques of each of its parameters at some states."""

    robot: Robot
    values: Values
    columns: dict[Parameter, Array]


@cache
def case(name: str) -> Case:
    robot = ROBOTS[name]
    drawn = states(robot, 4, seed=3)
    every = all_parameters(robot)
    matrix = np.concatenate([torques(robot, every, state) for state in drawn])
    return Case(robot, drawn[0], dict(zip(every, matrix.T, strict=True)))


def tree_steps(module: ModuleType, robot: Robot) -> list[Step]:
    tree = module.TreeRules(robot)
    return [step for j in reversed(robot.outward()) for step in tree.steps(j)]


def by_rule(steps: list[Step], robot: Robot) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    there = set(all_parameters(robot))
    without = {Parameter(j, "IA") for j in ALL if j not in robot_rotors(robot)}
    for step in steps:
        if step.eliminated in there - without:
            found.setdefault(step.reason.rule, []).append(str(step.eliminated))
    return {rule: " ".join(names) for rule, names in found.items()}


def robot_rotors(robot: Robot) -> set[int]:
    return {j for j, link in enumerate(robot.links, start=1) if link.IA.symbols}


def holds(step: Step, on: Case) -> bool:
    """The column that goes is the combination of the others that the step says."""
    column = on.columns[step.eliminated]
    total = np.zeros_like(column)
    for p, coefficient in step.into:
        if p not in on.columns or p == step.eliminated:
            return False
        total = total + evaluate(coefficient, on.values, FLOATS) * on.columns[p]
    scale = max(1.0, float(np.abs(column).max()))
    return bool(np.abs(column - total).max() < 1e-10 * scale)  # sums of some ten products


def right(module: ModuleType, name: str) -> bool:
    on = case(name)
    steps = tree_steps(module, on.robot)
    if by_rule(steps, on.robot) != EXPECTED[name]:
        return False
    return all(holds(step, on) for step in steps)


@pytest.mark.parametrize("name", ROBOTS)
def test_each_rule_takes_its_parameters(name: str) -> None:
    on = case(name)
    assert by_rule(tree_steps(page, on.robot), on.robot) == EXPECTED[name]


@pytest.mark.parametrize("name", ROBOTS)
def test_each_step_is_an_identity_between_torques(name: str) -> None:
    on = case(name)
    for step in tree_steps(page, on.robot):
        assert holds(step, on), step


def test_a_prismatic_joint_along_the_axis_puts_its_moments_into_zz_twice() -> None:
    """(3.94): with the factor 2, and ZZ of the last revolute joint's link."""
    steps = {str(s.eliminated): s for s in tree_steps(page, ROBOTS["scara"])}
    into = {str(p): str(c) for p, c in steps["MX4"].into}
    assert into == {
        "MX3": "cos(f4)*cos(g4) - sin(f4)*sin(g4)",
        "MY3": "cos(f4)*sin(g4) + cos(g4)*sin(f4)",
        "ZZ3": "2*D4*cos(f4)",
    }


def test_a_rotor_inertia_that_goes_into_the_mass_leaves_no_trace_in_the_link_before() -> None:
    """Theorem 4, sliding: IA2 into M2, less what M2 itself would hand on by the mass column."""
    steps = {str(s.eliminated): s for s in tree_steps(page, ROBOTS["gantry"])}
    assert {str(p): str(c) for p, c in steps["IA4"].into} == {"M4": "1"}
    assert {str(p): str(c) for p, c in steps["IA2"].into} == {"M2": "1", "M1": "-1"}
    assert {str(p): str(c) for p, c in steps["IA3"].into} == {"ZZ3": "1"}


def unnoticed(module: ModuleType) -> bool:
    try:
        return all(right(module, name) for name in ROBOTS)
    except FAILURES:
        return False


SAME = (
    "a = self._frames[k][0].T @ a",  # only the ratios of its components count
    "still = m.v0 * 0",
    "axis * field.symbol",  # a random speed
    "toward[j] = A.T @",  # doubled: only what is zero counts, here and below
    "axes[j] = [A.T @ each",
    "return all(self.is_zero(cross(axes[0], axis))",
    "return int(element) if isinstance",
    "if base.motion is not BaseMotion.MOVING",  # other bases have no motion in their tables
)
"""Lines in which a change of scale, of sign or of the kind of integer changes nothing."""


def harmless(mutant: Mutant) -> bool:
    scaled = mutant.what in ("product doubled", "cross product turned", "choice", "condition")
    return scaled and any(line in mutant.text for line in SAME)


def test_every_mutant_of_the_rules_is_caught() -> None:
    unchanged, *made = page_mutants(page)
    assert len(made) > 40
    assert unnoticed(unchanged.module)
    alive = [m for m in made if not harmless(m) and unnoticed(m.module)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []


def test_every_mutant_of_the_facts_about_axes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def unnoticed_axes(mutant: Mutant) -> bool:
        monkeypatch.setattr(page, "Axes", mutant.module.Axes)
        return unnoticed(page)

    unchanged, *made = page_mutants(axes_page)
    assert len(made) > 50
    assert unnoticed_axes(unchanged)
    alive = [m for m in made if not harmless(m) and unnoticed_axes(m)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []

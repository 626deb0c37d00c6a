"""The equations that Paul's method chooses: textbook arms, and one pair of joints for each type.

The table of a robot decides the order of the joints, the type of each equation and the elements
that are compared; the choices for the RX90, the UR5, the Stanford arm and the SCARA are those of
textbooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import ModuleType

import numpy as np
import pytest

import symoro
import symoro.models.inverse_geometry.derivation as derivation_page
import symoro.models.inverse_geometry.paul as paul_page
import symoro.models.inverse_geometry.polynomial as polynomial_page
import symoro.models.inverse_geometry.pose_columns as columns_page
from models.inverse_geometry_cases import BROKEN, CLOSE, FLOATS, exchange, make_case
from models.mutants import Checks, Mutant, mutants
from pieper_structures import random_structure
from symoro.expressions import evaluate
from symoro.models.inverse_geometry.pose_columns import WHOLE
from symoro.models.let import plain
from symoro.robot import Robot

PAGES = (derivation_page, paul_page, polynomial_page, columns_page)
Q = "Pi/2"


def with_tool(point: list[float], *table: Sequence[float | str], sigma: Sequence[int]) -> Robot:
    """A robot with a tool that is moved and not turned."""
    tool = np.eye(4)
    tool[:3, 3] = point
    alpha, d, theta, r = table
    return Robot.from_mdh(alpha, d, theta, r, sigma, tool=tool)


FIVE = Robot.from_mdh(
    [0, Q, 0, "-Pi/2", Q],
    [0, 0, "D3", 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, "R4", 0],
    [0] * 5,
    tool=[[1, 0, 0, 0], [0, 0, 1, 0.1], [0, -1, 0, 0], [0, 0, 0, 1]],
)
CYLINDERS = Robot.from_mdh(
    [0.3, 1.1, -0.7, 0.4],
    [0.2, 0.3, 0.1, 0.4],
    [0.1, 0.2, 0, 0.5],
    [0.1, 0, 0.3, 0.2],
    [0, 1, 0, 1],
)
AGAINST = Robot.from_mdh(
    [0.4, "Pi", 0.9, 0.5],
    [0.1, 0.2, 0.3, 0.2],
    [0.1, 0.3, 0, 0.2],
    [0.3, 0, 0.2, 0.1],
    [0, 1, 0, 0],
)
WRIST_FIRST = Robot.from_mdh(
    [0, Q, "-Pi/2", Q, 0, Q],
    [0, 0, 0, "d4", "d5", "d6"],
    [0] * 6,
    [0, 0, 0, "r4", 0, 0],
    [0] * 6,
)

DECISIONS: dict[str, tuple[Robot, tuple[str, ...], tuple[str, ...]]] = {
    # the unknown, the type of table 2.1, the kind, elements, what two roots tell apart, degrees
    "RX90": (
        symoro.load("rx90"),
        WHOLE,
        (
            "theta1 2 angle [U1(2,4)] shoulder degrees 1 1 1",
            "theta2 8 angle [U1(1,4), U1(3,4)] elbow planar degrees 2 2 2",
            "theta2 + theta3 3 direction [U1(1,4), U1(3,4)] degrees 1 1 1 1 1 1",
            "theta4 2 angle [U4(2,3)] wrist degrees 0 0 0",
            "theta5 3 direction [U4(1,3), U4(3,3)] degrees 0 0 0 0 0 0",
            "theta6 3 direction [U5(1,1), U5(3,1)] degrees 0 0 0 0 0 0",
        ),
    ),
    "UR5": (
        symoro.load("ur5"),
        WHOLE,
        (
            "theta1 2 angle [1T5(2,4)] shoulder degrees 1 1 1",
            "theta6 4 angle [U1(2,1), U1(2,2)] wrist degrees 0 0 0",
            "theta5 3 direction [1T5(2,1), 1T5(2,2)] degrees 0 0 0 0 0 0",
            "theta2 + theta3 + theta4 3 direction [1T4(1,1), 1T4(3,1)] degrees 0 0 0 0 0 0",
            "theta2 8 angle [1T4'(1,4), 1T4'(3,4)] elbow planar degrees 2 2 2",
            "theta2 + theta3 3 direction [1T4'(1,4), 1T4'(3,4)] degrees 1 1 1 1 1 1",
        ),
    ),
    "Stanford": (
        symoro.load("stanford"),
        WHOLE,
        (
            "theta1 2 angle [U1(2,4)] shoulder degrees 1 1 1",
            "theta2 2 angle [U2(1,4)] degrees 1 1 1",
            "r3 1 linear [U2(2,4)] degrees 0 1",
            "theta4 2 angle [U4(2,3)] wrist degrees 0 0 0",
            "theta5 3 direction [U4(1,3), U4(3,3)] degrees 0 0 0 0 0 0",
            "theta6 3 direction [U5(1,1), U5(3,1)] degrees 0 0 0 0 0 0",
        ),
    ),
    "SCARA": (
        symoro.load("scara"),
        ("s", "P"),
        (
            "r4 1 linear [U0(3,4)] degrees 0 1",
            "theta1 + theta2 + theta3 3 direction [U0(1,1), U0(2,1)] degrees 0 0 0 0 0 0",
            "theta1 8 angle [U0(1,4), U0(2,4)] elbow planar degrees 2 2 2",
            "theta1 + theta2 3 direction [U0(1,4), U0(2,4)] degrees 1 1 1 1 1 1",
        ),
    ),
    "last axis of the RX90": (
        symoro.load("rx90"),
        ("a", "P"),
        (
            "theta1 2 angle [U1(2,4)] shoulder degrees 1 1 1",
            "theta2 8 angle [U1(1,4), U1(3,4)] elbow planar degrees 2 2 2",
            "theta2 + theta3 3 direction [U1(1,4), U1(3,4)] degrees 1 1 1 1 1 1",
            "theta4 2 angle [U4(2,3)] wrist degrees 0 0 0",
            "theta5 3 direction [U4(1,3), U4(3,3)] degrees 0 0 0 0 0 0",
            "theta6 none: any value",
        ),
    ),
    "five joints": (
        FIVE,
        ("a", "P"),
        (
            "theta1 2 angle [U1(2,Pa)] shoulder degrees 1 1 1",
            "theta2 8 angle [U1(1,Pa), U1(3,Pa)] elbow planar degrees 2 2 2",
            "theta2 + theta3 3 direction [U1(1,Pa), U1(3,Pa)] degrees 1 1 1 1 1 1",
            "theta4 2 angle [U4(2,3)] wrist degrees 0 0 0",
            "theta5 3 direction [U4(1,3), U4(3,3)] degrees 0 0 0 0 0 0",
        ),
    ),
    "cylinders": (
        CYLINDERS,
        WHOLE,
        (
            "theta3 3 direction [U0'(3,1), U0'(3,2)] degrees 0 0 0 0 0 0",
            "theta1 3 direction [U0(1,1), U0'(2,1)] degrees 0 0 0 0 0 0",
            "r4 1 linear [U1'(1,4)] degrees 0 1",
            "r2 1 linear [1T2'(3,4)] degrees 0 1",
        ),
    ),
    "slide against its axis": (
        AGAINST,
        WHOLE,
        (
            "theta1 2 angle [U2'(3,3)] wrist degrees 0 0 0",
            "r2 1 linear [U2'(3,4)] degrees 0 1",
            "-theta3 3 direction [U2'(1,3), U2'(2,3)] degrees 0 0 0 0 0 0",
            "-theta4 3 direction [U3(1,1), U3'(2,1)] degrees 0 0 0 0 0 0",
        ),
    ),
    "slide in the plane of an axis": (
        with_tool([0.4, 0, 0], [Q, "-Pi/2"], [0, 0], [0.3, 0], [0, 0], sigma=[1, 0]),
        ("P",),
        (
            "r1 5 quadratic [U0(2,4), U0'(1,4)] degrees 0 1 2",
            "theta2 3 direction [U1(1,4), U1(3,4)] degrees 1 1 1 1 1 1",
        ),
    ),
    "slide and an axis askew": (
        with_tool([0.4, 0.1, 0], [Q, Q, 0.4], [0, 0, 0.1], [0, 0, 0], [0, 0, 0], sigma=[1, 1, 0]),
        ("P",),
        (
            "r1 5 quadratic [U0(2,4), U0(1,4)] degrees 2 3 4",
            "r2 1 linear [U2'(3,4)] degrees 0 1",
            "theta3 3 direction [U2(1,4), U2'(2,4)] degrees 1 1 1 1 1 1",
        ),
    ),
    "axis, then slide": (
        with_tool([0.4, 0.1, 0], [0, Q], [0, 0.3], [0, 0.2], [0, 0], sigma=[0, 1]),
        ("P",),
        (
            "theta1 2 angle [U1(1,4)] shoulder degrees 1 1 1",
            "r2 1 linear [U1(2,4)] degrees 0 1",
        ),
    ),
    "axes askew": (
        with_tool([0.4, 0.1, 0.2], [0, 0.7], [0, 0.2], [0, 0], [0, 0.1], sigma=[0, 0]),
        ("P",),
        (
            "theta1 2 angle [U1'(3,4)] shoulder degrees 1 1 1",
            "theta2 3 direction [U1(1,4), U1'(2,4)] degrees 1 1 1 1 1 1",
        ),
    ),
    "axes of a direction": (
        Robot.from_mdh([0, 0.7], [0, 0.2], [0, 0], [0, 0.1], [0, 0]),
        ("n",),
        (
            "theta1 2 angle [U1'(3,2)] wrist degrees 0 0 0",
            "theta2 3 direction [U1(1,2), U1'(2,2)] degrees 0 0 0 0 0 0",
        ),
    ),
    "slide between parallel axes": (
        with_tool([0.4, 0, 0], [0, Q, "-Pi/2"], [0, 0, 0], [0, 0, 0], [0, 0, 0], sigma=[0, 1, 0]),
        ("s", "P"),
        (
            "theta1 2 angle [U1(1,Ps)] shoulder degrees 1 1 1",
            "r2 1 linear [U1(2,Ps)] degrees 0 1",
            "theta3 3 direction [U2(1,1), U2(3,1)] degrees 0 0 0 0 0 0",
        ),
    ),
    "three axes askew": (
        with_tool(
            [0.4, 0.1, 0.2], [0, Q, Q], [0, 0.2, 0.3], [0, 0, 0], [0, 0.1, 0.2], sigma=[0, 0, 0]
        ),
        ("P",),
        ("robot: Paul's method stops before theta1, theta2, theta3",),
    ),
    "slides between axes askew": (
        random_structure("RPRPRP", np.random.default_rng(3)),
        WHOLE,
        (
            "backward -theta3 2 angle [5T0'(3,3)] degrees 0 0 0",
            "backward -theta5 3 direction [7T0'(1,3), 7T0'(2,3)] degrees 0 0 0 0 0 0",
            "backward -theta1 3 direction [2T0(1,1), 2T0(2,1)] degrees 0 0 0 0 0 0",
            "backward r4 5 linear [7T1'(1,4), 7T1'(2,4)] degrees 0 1",
            "backward r2 1 linear [7T1'(1,4)] degrees 0 1",
            "backward r6 1 linear [7T5'(3,4)] degrees 0 1",
        ),
    ),
    "a sine alone": (
        Robot.from_mdh(
            [0, Q, Q, 0, "-Pi/2", 0],
            [0, 0, 0, 0.15, 0, 0.34],
            [0] * 6,
            [0, 0, 0, 0, 0.3, 0.24],
            [0] * 6,
        ),
        WHOLE,
        (
            "backward -theta4 10 angle [6T0(3,4)] degrees 1 1 1",
            "backward -theta6 8 angle [6T0(1,4), 6T0(2,4)] elbow planar degrees 2 2 2",
            "backward -theta6 - theta5 2 angle [4T0(3,4)] degrees 1 1 1",
            "backward -theta1 4 angle [4T0(3,1), 4T0(3,2)] degrees 0 0 0",
            "backward -theta2 3 direction [4T1(3,1), 4T1(3,3)] degrees 0 0 0 0 0 0",
            "backward -theta4 - theta3 3 direction [4T2(1,1), 4T2(2,1)] degrees 0 0 0 0 0 0",
        ),
    ),
    "slides behind a wrist": (
        Robot.from_mdh(
            [0, "-Pi/2", "-Pi/2", "-Pi/2", 0, Q],
            [0, 0, 0, 0, 0, 0.29],
            [0] * 6,
            [0, 0, 0.37, 0, 0, 0],
            [0, 0, 0, 0, 1, 1],
        ),
        WHOLE,
        (
            "backward r5 1 linear [6T0(2,4)] degrees 0 1",
            "backward r6 5 quadratic [6T0(3,4), 6T0(1,4)] degrees 0 1 2",
            "backward -theta4 3 direction [5T0(1,4), 5T0(2,4)] degrees 1 1 1 1 1 1",
            "backward -theta3 2 angle [2T0(3,3)] degrees 0 0 0",
            "backward -theta2 3 direction [2T0(1,3), 2T0(2,3)] degrees 0 0 0 0 0 0",
            "backward -theta1 3 direction [1T0(1,1), 1T0(2,1)] degrees 0 0 0 0 0 0",
        ),
    ),
    "wrist first": (
        WRIST_FIRST,
        WHOLE,
        (
            "backward -theta6 2 angle [5T0(3,4)] degrees 1 1 1",
            "backward -theta5 8 angle [5T0(1,4), 5T0(2,4)] elbow planar degrees 2 2 2",
            "backward -theta5 - theta4 3 direction [5T0(1,4), 5T0(2,4)] degrees 1 1 1 1 1 1",
            "backward -theta3 2 angle [2T0(3,3)] degrees 0 0 0",
            "backward -theta2 3 direction [2T0(1,3), 2T0(2,3)] degrees 0 0 0 0 0 0",
            "backward -theta1 3 direction [1T0(1,1), 1T0(2,1)] degrees 0 0 0 0 0 0",
        ),
    ),
}


def decided(name: str) -> tuple[str, ...]:
    """The stages of a derivation in words, or the reason for none."""
    robot, elements, _ = DECISIONS[name]
    try:
        derived = paul_page.derive_by_paul(robot, 0, robot.tip, (), elements)
    except symoro.ModelError as error:
        return (str(error).split(": no equation")[0],)
    lines = []
    for stage in derived.stages:
        words = (
            "backward" if derived.backward else "",
            derived.chain.unknowns[stage.unknown].text,
            stage.table.removeprefix("type "),
            stage.kind.value if stage.kind else "",
            f"[{stage.elements}]" if stage.elements else "",
            stage.meaning,
            "planar" if stage.planar else "",
            " ".join(("degrees", *map(str, stage.degrees))) if stage.degrees else "",
        )
        lines.append(" ".join(word for word in words if word))
    return tuple(lines)


@pytest.mark.parametrize("name", DECISIONS)
def test_the_method_chooses_the_equations_of_the_textbook(name: str) -> None:
    assert decided(name) == DECISIONS[name][2]


def _sides_hold() -> bool:
    """The triangle of the RX90's elbow: upper arm, forearm, the wrist seen from the shoulder."""
    robot = DECISIONS["RX90"][0]
    case = make_case(paul_page.derive_by_paul(robot, 0, robot.tip, (), WHOLE), 3)
    scalar = partial(evaluate, values=case.values, arithmetic=FLOATS)
    pose = case.pose.astype(object)
    run = derivation_page.run_derivation
    sides = run(case.derivation, pose, case.unknowns, scalar, plain)["D2"].astype(float)
    P = case.pose[:3, 3]
    expected = [case.values["D3"] ** 2, case.values["RL4"] ** 2, float(P @ P)]
    return bool(np.abs(np.sort(sides) - np.sort(expected)).max() < CLOSE)


def test_the_sides_of_a_triangle_are_those_of_the_arm() -> None:
    assert _sides_hold()


COSMETIC = (  # what cannot win is left out earlier, to save time; in a plane both are the same
    "if not scene.chain.unknowns[other].turns:",  # an angle without a slide: no arm needs it
    'if (form == "slide") != slides and form != "ratio":',
    "if turns:",
    "lengths = [self._length(equations[0], k) for k in (self.unknown, self.other)]",
    "if not any(choice.rank[0] <= 1 for choice in choices):",
    "if equation and len(equation.unknowns) <= 2:",
    "elif len(unknowns) == 2:",
    "if all(len(equation.unknowns) == 1 for _, equation in two):",
)
CHECKS: Checks[None] = Checks(
    [
        *(lambda _, name=name: decided(name) == DECISIONS[name][2] for name in DECISIONS),
        lambda _: _sides_hold(),
    ],
    (*BROKEN, RuntimeError, symoro.ModelError),
)


def _survives(page: ModuleType, mutant: Mutant) -> bool:
    with exchange(page, mutant.module, PAGES), np.errstate(all="ignore"):
        return CHECKS.hold(None)


def test_a_broken_choice_is_noticed() -> None:
    assert CHECKS.hold(None)
    made = [m for m in mutants(paul_page, thorough=True) if m.text not in COSMETIC]
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if _survives(paul_page, m)]
    print(len(made), "mutants")
    assert not alive, "\n".join(alive)

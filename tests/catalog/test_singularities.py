"""Singular postures: names and conditions of known robots, and ranks where they should drop."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq, root

import symoro
from library.kinematics import central_differences, jacobian, pose
from symoro import ModelError, Robot, UsageError
from symoro.catalog.kinematic.singularities import Singularities
from symoro.expressions import PI, FloatArithmetic, evaluate, parse, symbol
from symoro.ir import interpret
from symoro.verify.sampling import sample_values

Array = NDArray[np.float64]
FLOATS = FloatArithmetic()
ZERO = 1e-9  # of the largest singular value: roots are found to 1e-15, chains round to 1e-14
FULL = 1e-5  # a random posture is rarely nearer to a singular one

ELBOW = "the arm is stretched or folded: axes {} and {} and the point they carry are in one plane"
IN_LINE, PARALLEL = "axes {} and {} are in line", "axes {} and {} are parallel"
ON_AXIS, IN_PLANE = (
    "the wrist centre lies on axis 1",
    "the wrist centre lies in the plane of axes 1 and 2",
)
WRIST = ("wrist", "serial", "t5 = 0 or Pi", IN_LINE.format(4, 6))
HELD = "the motors do not hold the loops (joint {})"

KNOWN: dict[tuple[str, int | None], set[tuple[str, str, str, str]]] = {
    ("rx90", None): {
        ("elbow", "serial", "t3 = Pi/2 or -Pi/2", ELBOW.format(2, 3)),
        WRIST,
        ("shoulder", "serial", "D3*cos(t2) - RL4*sin(t2 + t3) = 0", ON_AXIS),
    },
    ("stanford", None): {
        ("shoulder", "serial", "R3 = 0", IN_PLANE),
        ("shoulder", "serial", "t2 = 0 or Pi", IN_PLANE),
        WRIST,
    },
    ("scara", None): {("elbow", "serial", "t2 = 0 or Pi", ELBOW.format(1, 2))},
    ("planar3r", None): {("elbow", "serial", "t2 = 0 or Pi", ELBOW.format(1, 2))},
    ("puma560", None): {
        ("elbow", "serial", "t3 = atan2(-R4, D4) or that plus Pi", ELBOW.format(2, 3)),
        WRIST,
        ("shoulder", "serial", "D3*cos(t2) + D4*cos(t2 + t3) - R4*sin(t2 + t3) = 0", IN_PLANE),
    },
    ("kr5", None): {
        ("elbow", "serial", "t3 = atan2(-RL4, D4) or that plus Pi", ELBOW.format(2, 3)),
        WRIST,
        ("shoulder", "serial", "D2 + D3*cos(t2) + D4*cos(t2 + t3) - RL4*sin(t2 + t3) = 0", ON_AXIS),
    },
    ("ur5", None): {
        ("elbow", "serial", "t3 = 0 or Pi", ELBOW.format(2, 3)),
        ("wrist", "serial", "t5 = 0 or Pi", PARALLEL.format(4, 6)),
        (
            "shoulder",
            "serial",
            "D3*cos(t2) + D4*cos(t2 + t3) + RL5*sin(t2 + t3 + t4) = 0",
            IN_PLANE,
        ),
    },
    ("sr400", 6): {
        ("elbow", "serial", "t3 = atan2(-RL4, d4) or that plus Pi", ELBOW.format(2, 3)),
        WRIST,
        (
            "shoulder",
            "serial",
            "d2 + d3*cos(t2) + d4*cos(t2 + t3) - RL4*sin(t2 + t3) = 0",
            ON_AXIS,
        ),
        ("dead point", "parallel", "t9 = 0 or Pi", HELD.format(9)),
        ("drive", "serial", "t8 = 0 or Pi", "motor 7 cannot move the arm"),
    },
    ("akr3000", 10): {
        ("elbow", "serial", "t7 = Pi/2 or -Pi/2", ELBOW.format(2, 7)),
        ("wrist", "serial", "t9 = 0 or Pi", IN_LINE.format(8, 10)),
        ("shoulder", "serial", "d7*cos(t2) - RL8*sin(t2 + t7) = 0", ON_AXIS),
        ("dead point", "parallel", "r5 = 0", HELD.format(5)),
        ("dead point", "parallel", "r6 = 0", HELD.format(6)),
        ("dead point", "parallel", "t11 = Pi/2 or -Pi/2", HELD.format(11)),
        ("dead point", "parallel", "t12 = Pi/2 or -Pi/2", HELD.format(12)),
    },
    ("fourbar", 3): {
        ("dead point", "parallel", "t4 = 0 or Pi", HELD.format(4)),
        ("drive", "serial", "t2 = 0 or Pi", "motor 1 cannot move the arm"),
    },
    ("rssr", None): {  # its rod turns idly between two spherical joints
        ("dead point", "parallel", "t3 = 0 or Pi", HELD.format(3)),
        ("dead point", "parallel", "t8 = Pi/2 or -Pi/2", HELD.format(8)),
        ("drive", "serial", "t3 = Pi/2 or -Pi/2", "motor 1 cannot move the arm"),
    },
    ("rrp", None): {
        ("shoulder", "serial", "q3 = 0", "the end of the arm lies on axis 1"),
        ("shoulder", "serial", "q2 = 0 or Pi", "the end of the arm lies on axis 1"),
    },
}
CASES = pytest.mark.parametrize(("name", "link"), list(KNOWN), ids=[name for name, _ in KNOWN])


@cache
def found_of(name: str, link: int | None) -> Singularities:
    return symoro.singularities(symoro.load(name), link)


@CASES
def test_known_robots_have_their_known_singularities(name: str, link: int | None) -> None:
    found = found_of(name, link)
    said = {(s.name, s.kind, s.condition, s.meaning) for s in found.cases}
    assert said == KNOWN[name, link]
    assert len(found.cases) == len(said)


# Ranks, by a Jacobian of our own: axes and moments from the definition of the table


def smallest(matrix: Array) -> float:
    """The smallest singular value over the largest."""
    singular = np.linalg.svd(matrix, compute_uv=False)
    return float(singular[-1] / singular[0])


def value_of(text: str, values: dict[str, float]) -> float:
    return evaluate(parse(text.replace("**", "^")), values, FLOATS)


def postures(robot: Robot, condition: str, seed: int) -> Iterator[dict[str, float]]:
    """Random numbers at which a condition, as it is printed, holds: each of its roots once."""
    rng = random.Random(f"{robot.name}{condition}{seed}")
    left, _, right = condition.partition(" = ")
    first, _, second = right.partition(" or ")
    moving = [v.name for v in robot.variables.values() if v.name in parse(left).symbols]
    drawn = sample_values(robot, rng)
    if not second and first == "0" and left != moving[0]:
        yield _root(robot, left, moving, rng)
        return
    at_zero, at_one = (value_of(left, drawn | {moving[0]: x}) for x in (0.0, 1.0))
    targets = [value_of(first, drawn)]
    if second:
        targets.append(targets[0] + math.pi if "that plus" in second else value_of(second, drawn))
    for target in targets:  # the left side is an angle: linear in each variable
        yield drawn | {moving[0]: (target - at_zero) / (at_one - at_zero)}


def _root(robot: Robot, left: str, moving: list[str], rng: random.Random) -> dict[str, float]:
    for _ in range(50):
        drawn, name = sample_values(robot, rng), rng.choice(moving)
        grid = np.linspace(-3, 3, 61)
        values = [value_of(left, drawn | {name: float(x)}) for x in grid]
        for a, b, fa, fb in zip(grid, grid[1:], values, values[1:], strict=False):
            if fa * fb < 0:
                root = brentq(lambda x: value_of(left, drawn | {name: x}), a, b, xtol=1e-15)  # noqa: B023
                return drawn | {name: root}
    raise AssertionError(f"{left} has no root")


def rows_of(found: Singularities) -> list[int]:
    """Of an arm with as many joints as its point has coordinates, the position."""
    return [0, 1, 2] if found.robot.name == "rrp" else list(range(6))


@CASES
def test_the_rank_drops_where_a_condition_holds_and_nowhere_else(
    name: str, link: int | None
) -> None:
    found = found_of(name, link)
    robot, rows = found.robot, rows_of(found)
    for seed in range(5):
        random_posture = sample_values(robot, random.Random(f"{name}{seed}"))
        assert smallest(jacobian(robot, found.link, random_posture)[rows]) > FULL
    for item in found.cases:
        if item.kind == "parallel" or item.name == "drive":
            continue
        for seed in range(3):
            for values in postures(robot, item.condition, seed):
                assert smallest(jacobian(robot, found.link, values)[rows]) < ZERO, item


@pytest.mark.parametrize(
    ("name", "link"), [("sr400", 6), ("akr3000", 10), ("fourbar", 3), ("rssr", None)]
)
def test_the_loops_lose_rank_where_a_condition_holds_and_nowhere_else(
    name: str, link: int | None
) -> None:
    """A dead point: Wp; the drive: the columns of motors and joints outside the arm."""
    found = found_of(name, link)
    robot = found.robot
    mode = {"sr400": 2}.get(name)  # whose rows are those of the loop, not sums
    model = symoro.loop_kinematics(robot, outputs=["Wa", "Wp"], assembly_mode=mode, verify=False)
    active = [j for j in robot.moving_joints if robot.frame(j).mu]

    def matrices(values: dict[str, float]) -> dict[str, Array]:
        flat = interpret(model.program, values, FLOATS)
        return {o.name: np.array(flat[o.name]).reshape(o.shape) for o in model.program.outputs}

    for seed in range(3):
        random_values = matrices(sample_values(robot, random.Random(seed)))
        assert smallest(random_values["Wp"]) > FULL
    for item in found.cases:
        for seed in range(3):
            for values in postures(robot, item.condition, seed):
                at = matrices(values)
                if item.kind == "parallel":
                    assert smallest(at["Wp"]) < ZERO, item
                elif item.name == "drive":
                    assert smallest(at["Wp"]) > FULL
                    outside = [
                        k for k, j in enumerate(active) if j not in robot.ancestors(found.link)
                    ]
                    still = {"sr400": [1], "fourbar": [0], "rssr": [0, 1]}[name]  # 8, 2; 2 and 3
                    drive = np.hstack([at["Wp"][:, still], at["Wa"][:, outside]])
                    assert smallest(drive) < ZERO, item


LINKAGES = [
    ("dead point", 4, (0.5, 0.35, 0.25, 0.45), ("t1", "t2"), ("t2", "t3")),
    ("drive", 2, (0.3, 0.2, 0.4, 0.45), ("t1", "t3"), ("t1", "t2")),
]


@pytest.mark.parametrize(("kind", "joint", "lengths", "unknown", "loose"), LINKAGES)
@pytest.mark.parametrize("turn", [0.0, math.pi])
def test_a_four_bar_in_one_line_is_singular_at_a_closed_posture(
    kind: str,
    joint: int,
    lengths: tuple[float, ...],
    unknown: tuple[str, ...],
    loose: tuple[str, ...],
    turn: float,
) -> None:
    """Coupler and rocker in line: both move, the crank stands. Crank and coupler: the rocker."""
    found = found_of("fourbar", 3)
    (item,) = (s for s in found.cases if s.name == kind)
    assert item.condition == f"t{joint} = 0 or Pi"
    numbers = {f"L{k}": length for k, length in enumerate(lengths, start=1)}

    def gap(names: tuple[str, ...], values: Array, at: dict[str, float]) -> Array:
        state = numbers | at | dict(zip(names, map(float, values), strict=True))
        if joint == 4 and "t3" not in names:
            state["t3"] = state["t1"] + state["t2"] + turn  # what t4 closes
        between = pose(found.robot, 4, state | {"t4": 0.0}) - pose(found.robot, 5, state)
        flat: Array = between[:2, 3]
        return flat

    fixed = {"t2": turn} if joint == 2 else {}
    solved = root(lambda x: gap(unknown, x, fixed), [0.9, 1.5], tol=1e-14)
    assert np.abs(gap(unknown, solved.x, fixed)).max() < 1e-12
    at = fixed | dict(zip(unknown, map(float, solved.x), strict=True))
    if joint == 4:
        at["t3"] = at["t1"] + at["t2"] + turn
    point = np.array([at[name] for name in loose])
    slopes = central_differences(lambda x: gap(loose, x, at), point, 1e-4)
    assert smallest(slopes) < 1e-7  # differences are exact to the square of the step


@pytest.mark.parametrize("wrong", [{"t2": np.nan}, {"d2": np.inf}])
def test_the_rank_takes_finite_numbers(wrong: dict[str, float]) -> None:
    values = {"t1": 0.1, "t2": 0.2, "d2": 1.0, "d3": 1.0} | wrong
    found = symoro.singularities(symoro.load("planar2r"), rows="1,2")
    at = {name: values[name] for name in ("t1", "t2")}
    (name,) = wrong
    with pytest.raises(UsageError, match=f"planar2r: {name} is .*; it must be a finite number"):
        found.rank_at(at, {name: values[name] for name in ("d2", "d3")})


def test_the_rank_at_a_posture_is_that_of_the_matrix() -> None:
    found = found_of("rx90", None)
    q = {f"t{j}": 0.1 * j for j in range(1, 7)}
    assert found.rank_at(q, "lengths")[0] == 6
    assert found.rank_at(q | {"t5": 0.0}, "lengths")[0] == 5
    twice = q | {"t5": 0.0, "t3": -math.pi / 2}  # wrist and elbow
    lengths = {"D3": 0.45, "RL4": 0.45}
    rank, singular = found.rank_at(twice, lengths)
    own = jacobian(found.robot, 6, twice | lengths)  # frame 0; the origins of 4 and 6 are one
    assert rank == np.linalg.matrix_rank(own) == 5
    np.testing.assert_allclose(singular, np.linalg.svd(own, compute_uv=False), atol=1e-14)
    position = symoro.singularities(symoro.load("rx90"), rows="1-3", cols="1-3")
    assert position.rank_at(q | {"t5": 0.0}, "lengths")[0] == 3
    assert position.rank_at(twice, "lengths")[0] == 2
    arm = found_of("rrp", None)
    numbers = dict.fromkeys(("g1", "b1", "a1", "d1", "r1"), 0.4)
    assert arm.rank_at({"q1": 0.3, "q2": 0.7, "q3": 0.5}, numbers)[0] == 3
    assert arm.rank_at({"q1": 0.3, "q2": 0.0, "q3": 0.5}, numbers)[0] == 2


@pytest.mark.parametrize(
    ("at", "parameters", "message"),
    [
        ({"t1": 0.0}, "lengths", "no value for t2, t3, t4, t5, t6"),
        ({"t7": 0.0}, "lengths", "rx90 has no joint variable t7; these are t1, t2"),
        ({f"t{j}": 0.0 for j in range(1, 7)}, {"D3": 1.0}, "no number for RL4"),
        ({}, "sizes", "rx90 has no value set sizes; its value sets are: lengths"),
    ],
)
def test_a_posture_with_missing_or_unknown_names_is_refused(
    at: dict[str, float], parameters: Any, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        found_of("rx90", None).rank_at(at, parameters)


@pytest.mark.parametrize(
    ("name", "link", "rows"),
    [("sr400", 8, "1-3"), ("rx90", 3, "1-3"), ("highspeed2axis", 13, ()), ("mobile3w", 7, ())],
)
def test_a_determinant_that_is_always_zero_is_refused_with_a_remedy(
    name: str, link: int, rows: object
) -> None:
    with pytest.raises(ModelError) as refused:
        symoro.singularities(symoro.load(name), link, rows=rows)
    message = str(refused.value)
    assert "is zero in every posture" in message
    assert all(remedy in message for remedy in ("(link)", "(rows)", "describe the tool by a fixed"))


def test_a_tool_frame_gives_an_arm_its_elbow() -> None:
    """A planar 2R arm: at the tip det = l1 l2 sin(t2); at its second joint none is singular."""
    tool = [[1, 0, 0, 0.3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    arm = Robot.from_mdh([0, 0], [0, "L"], [0, 0], [0, 0], [0, 0], tool=tool, name="arm")
    (item,) = symoro.singularities(arm).cases
    assert (item.name, item.condition) == ("elbow", "t2 = 0 or Pi")
    whole = symoro.singularities(symoro.load("planar2r"))
    assert whole.determinant == "det(J) = d2*d3*sin(t2)"
    assert [(item.name, item.condition) for item in whole.cases] == [("elbow", "t2 = 0 or Pi")]
    bare = symoro.singularities(symoro.load("planar2r"), 2)
    assert not bare.cases
    assert "no posture is singular" in bare.lines()
    assert bare.constants == ("d2",)


def test_a_redundant_arm_has_the_four_singularities_of_its_kind() -> None:
    """A 7R arm with spherical shoulder and wrist (LWR): the elbow, and three pairs of joints."""
    found = found_of("lwr", None)
    assert found.determinant.startswith("det(J J^T) = ")
    assert set(found.constants) == {"RL3", "RL5"}
    assert {(item.name, item.condition) for item in found.cases} == {
        ("elbow", "t4 = 0 or Pi"),
        ("shoulder", "t2 = 0 or Pi, and t3 = Pi/2 or -Pi/2"),
        ("singularity", "t2 = 0 or Pi, and t6 = 0 or Pi"),
        ("wrist", "t5 = Pi/2 or -Pi/2, and t6 = 0 or Pi"),
    }
    for item in found.cases:
        for values in together(found.robot, item.condition):
            assert smallest(jacobian(found.robot, 7, values)) < ZERO
    for pair in ("t2 = 0 or Pi", "t3 = Pi/2 or -Pi/2", "t5 = Pi/2 or -Pi/2", "t6 = 0 or Pi"):
        for values in together(found.robot, pair):  # one of two equations is not enough
            assert smallest(jacobian(found.robot, 7, values)) > FULL


def together(robot: Robot, condition: str) -> Iterator[dict[str, float]]:
    """Random numbers at which several equations of single joints hold: each combination."""
    drawn = sample_values(robot, random.Random(condition))
    equations = [equation.split(" = ") for equation in condition.split(", and ")]
    roots = [[value_of(root, drawn) for root in right.split(" or ")] for _, right in equations]
    for chosen in product(*roots):
        yield drawn | dict(zip((left for left, _ in equations), chosen, strict=True))


def test_what_could_not_be_solved_is_said() -> None:
    """The position of the end of a UR5 with its last link: six columns, and no simple factors."""
    found = symoro.singularities(symoro.load("ur5"), rows="1-3")
    (item,) = found.cases
    assert item.meaning == (
        "where all of these squares vanish, for which no solution was found; --at tells the rank"
    )


def test_names_do_not_depend_on_the_unit_of_length() -> None:
    """Numbers in metres, millimetres and nanometres."""
    for scale in (1, 1000, 10**-9):
        arm = symoro.load("puma560").substitute(
            {"D3": 0.43 * scale, "D4": -0.02 * scale, "R3": 0.15 * scale, "R4": 0.43 * scale}
        )
        names = {item.name for item in symoro.singularities(arm).cases}
        assert names == {"wrist", "shoulder", "elbow"}, scale


def test_symbols_and_angles_are_printed_as_the_user_writes_them() -> None:
    robot = symoro.load("rx90").substitute({"t5": symbol("t5") + symbol("pitch") + PI / 3})
    found = symoro.singularities(replace(robot, name="pipe"))
    assert "pitch + t5 = -Pi/3 or that plus Pi" in {item.condition for item in found.cases}
    assert "sin(pitch + t5)" in found.determinant
    turned = symoro.load("rx90").substitute({"t5": symbol("t5") + PI / 5})
    factors = [item.as_dict()["factor"] for item in symoro.singularities(turned).cases]
    assert "sin(t5 + Pi/5)" in factors


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"timeout": 0}, "timeout is at least 1 second"),
        ({"link": 9}, "no frame 9"),
        ({"actuated": True}, "no option actuated; options are link, projection"),
        ({"rows": "1-7"}, "rows are 1 to 6, not 7"),
    ],
)
def test_wrong_calls_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.singularities(symoro.load("rx90"), **options)


def test_the_result_is_data_too() -> None:
    found = found_of("stanford", None)
    data = found.as_dict()
    assert data["robot"] == "stanford"
    assert data["link"] == 6
    assert data["determinant"] == "det(J) = R3^2*sin(t2)*sin(t5)"
    assert [item["condition"] for item in data["singularities"]] == [  # type: ignore[attr-defined]
        item.condition for item in found.cases
    ]
    assert str(found).splitlines() == found.lines()
    assert found.lines()[0] == "stanford, link 6: det(J) = R3^2*sin(t2)*sin(t5)"
    wrist = "wrist (serial): t5 = 0 or Pi; axes 4 and 6 are in line; inside the workspace"
    assert wrist in found.lines()


def test_a_time_limit_is_any_number_of_seconds() -> None:
    robot = symoro.load("planar2r")
    assert symoro.singularities(robot, timeout=2.5).robot is robot
    for wrong in (0.5, -1, float("nan")):
        with pytest.raises(UsageError, match="at least 1 second"):
            symoro.singularities(robot, timeout=wrong)
    with pytest.raises(UsageError, match="timeout is a number of seconds"):
        symoro.singularities(robot, timeout="5")  # type: ignore[arg-type]


@pytest.mark.parametrize("length", ["1/4", "250"], ids=["metres", "millimetres"])
def test_the_meaning_of_a_factor_of_lengths_does_not_depend_on_their_unit(length: str) -> None:
    """The slide has to go back by a length before the end of the arm is on the first axis."""
    arm = symoro.Robot.from_mdh([0, "Pi/2", 0], [0, 0, 0], [0, 0, 0], [0, 0, length], [0, 1, 2])
    (item,) = symoro.singularities(arm).cases
    assert (item.name, item.meaning) == ("shoulder", "the end of the arm lies on axis 1")

"""A chain from a data sheet's table: the conversion, exactly, and the mistakes that are told."""

from __future__ import annotations

import math
import random
import warnings
from functools import reduce
from typing import Any

import numpy as np
import pytest

import symoro
from sheets import IIWA14, PANDA, PANDA_CLASSIC, PUMA560, SHEETS, STANFORD, UR10E, Sheet
from symoro.errors import RobotError, RobotWarning
from symoro.expressions import PI, ZERO, Expression, evaluate, expression, symbol
from symoro.expressions.modular import ModularArithmetic
from symoro.expressions.points import at_random_point
from symoro.references.poses import poses
from symoro.robot import Frame, JointType, Link, Robot, Structure, check, general_link

HALF = math.pi / 2
TABLE: dict[str, Any] = {
    "a": [0, 0.4, 0.1],
    "alpha": [90, 0, 0],
    "d": [0.3, 0, 0],
    "theta": [0, 90, 0],
    "convention": "classic",
    "degrees": True,
}


def from_table(**changes: Any) -> Robot:
    return Robot.from_dh(**TABLE | changes)


def table_of(robot: Robot) -> list[tuple[str, ...]]:
    fields = ("alpha", "d", "theta", "r")
    return [tuple(str(getattr(frame, field)) for field in fields) for frame in robot.frames]


def test_a_and_alpha_of_a_classic_table_move_down_a_row() -> None:
    robot = from_table()
    assert table_of(robot) == [
        ("0", "0", "t1", "0.3"),
        ("Pi/2", "0", "t2 + Pi/2", "0"),
        ("0", "0.4", "t3", "0"),
        ("0", "0.1", "0", "0"),
    ]
    assert robot.structure is Structure.SIMPLE
    assert [frame.sigma for frame in robot.frames] == [0, 0, 0, 2]
    assert robot.links == (*(general_link(j) for j in (1, 2, 3)), Link())
    assert (ZERO, ZERO, symbol("G3")) == robot.base.G


def test_a_classic_table_that_ends_in_zeros_needs_no_other_frame() -> None:
    assert from_table(a=[0, 0.4, 0]).n_frames == 3


def test_a_modified_table_is_symoros_own() -> None:
    columns = {"alpha": [0, HALF, 0], "d": [0, 0, 0.4], "theta_offset": [0, 0, 1], "r": [1, 2, 3]}
    own = Robot.from_mdh(**columns, sigma=[0, 1, 0])  # type: ignore[arg-type]
    sheet = Robot.from_dh(
        [0, 0, 0.4],
        [0, HALF, 0],
        [1, 2, 3],
        [0, 0, 1],
        convention="modified",
        degrees=False,
        joints="RPR",
    )
    assert sheet == own
    assert sheet.notes == own.notes == ("frame 2, alpha: 1.5707963267948966 was read as Pi/2",)


def test_degrees_are_exact() -> None:
    robot = from_table(alpha=[90.00000000000001, 57.3, "A"], theta=[0, -7.5, 30])
    assert [robot.frame(j).alpha for j in (2, 3, 4)] == [
        PI / 2,
        PI * expression("57.3") / 180,
        symbol("A") * PI / 180,
    ]
    assert robot.frame(3).theta == symbol("t3") + PI / 6
    assert robot.frame(2).theta == symbol("t2") - PI / 24
    assert robot.notes == ("alpha of row 1: 90.00000000000001 degrees were read as 90",)


def test_prismatic_and_fixed_rows_are_as_the_letters_say() -> None:
    robot = from_table(joints="rPf", d=[0.3, "c", 0.7])
    assert [frame.sigma for frame in robot.frames] == [0, 1, 2, 2]
    assert robot.frame(2).r == symbol("r2") + symbol("c")
    assert robot.frame(2).theta == PI / 2
    assert robot.frame(3).r == expression("0.7")
    assert robot.links[2] == Link()


def test_a_reversed_last_joint_keeps_the_frame_of_the_sheet() -> None:
    robot = from_table(a=[0, 0, 0], reversed_joints=[3])
    assert table_of(robot)[2:] == [("Pi", "0", "t3", "0"), ("Pi", "0", "0", "0")]
    tool = np.diag([-1.0, -1.0, 1.0, 1.0])
    assert from_table(a=[0, 0, 0], reversed_joints=np.array([3]), tool=tool).n_frames == 4
    assert from_table(reversed_joints=[3.0]) == from_table(reversed_joints=[3])


def test_names_of_ours_give_way_to_those_of_links() -> None:
    links = [Link(M="t1"), Link(M="G3"), Link(M="QP3")]  # type: ignore[arg-type]
    robot = from_table(links=links)
    assert robot.variables[1] == symbol("t1_")
    assert robot.base.G[2] == symbol("G3_")
    assert symbol("QP3_") == robot.frame(3).QP


# Symbols


def elementary(axis: int, angle: Expression, length: Expression, at: Any) -> Any:
    """Turn about x or z and shift along it, over residues."""
    field, values = at
    matrix = [[field.number(1 if i == j else 0) for j in range(4)] for i in range(4)]
    x = evaluate(angle, values, field)
    c, s = field.call("cos", x), field.call("sin", x)
    i, j = (1, 2) if axis == 0 else (0, 1)
    matrix[i][i], matrix[i][j], matrix[j][i], matrix[j][j] = c, -s, s, c
    matrix[axis][3] = evaluate(length, values, field)
    return np.array(matrix, dtype=object)


@pytest.mark.parametrize("convention", ["classic", "modified"])
@pytest.mark.parametrize("seed", range(6))
def test_a_table_of_symbols_is_converted_exactly(seed: int, convention: str) -> None:
    """The product of the sheet's rows and that of the robot's frames are equal modulo a prime."""
    rng = random.Random(seed)
    n = rng.randint(2, 5)
    joints = "".join(rng.choice("RRP") for _ in range(n))
    turned = [j for j in range(1, n + 1) if rng.random() < 0.4]

    def entry(kind: str, j: int) -> Expression:
        return rng.choice((ZERO, symbol(f"{kind}{j}c"), symbol(kind), PI / rng.choice((2, -3, 1))))

    names = ("a", "alpha", "d", "theta")
    rows = [{name: entry(name, j) for name in names} for j in range(1, n + 1)]
    columns: dict[str, Any] = {name: [row[name] for row in rows] for name in names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RobotWarning)
        robot = Robot.from_dh(
            **columns,
            convention=convention,
            degrees=False,
            joints=joints,
            reversed_joints=turned,
        )
    symbols = sorted(robot.symbols)

    def is_equal(field: ModularArithmetic) -> bool:
        at = field, {name: field.symbol(name) for name in symbols}
        product = []
        for j, (row, kind) in enumerate(zip(rows, joints, strict=True), start=1):
            q: Expression = robot.variables[j] * (-1 if j in turned else 1)
            about = elementary(
                2,
                row["theta"] + (q if kind == "R" else ZERO),
                row["d"] + (q if kind == "P" else ZERO),
                at,
            )
            normal = elementary(0, row["alpha"], row["a"], at)
            product += [about, normal] if convention == "classic" else [normal, about]
        sheet = reduce(lambda A, B: A @ B, product)
        own = poses(robot, at[1], field)[robot.n_frames]
        return bool((sheet - own == field.number(0)).all())

    assert at_random_point("sheet", is_equal)


# Mistakes


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_in_its_own_convention_is_not_doubted(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RobotWarning)
        robot = Robot.from_dh(**SHEETS[name].columns, convention=SHEETS[name].convention)
    assert [each for each in check(robot) if not each.note] == []


OTHER = {"classic": "modified", "modified": "classic"}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_in_the_other_convention_is_told(name: str) -> None:
    sheet = SHEETS[name]
    meant = f"the convention {sheet.convention} was probably meant"
    with pytest.warns(RobotWarning, match=meant):
        robot = Robot.from_dh(**sheet.columns, convention=OTHER[sheet.convention], name="arm")
    assert [each for each in check(robot) if not each.note]  # every model repeats it


def shifted(sheet: Sheet) -> dict[str, Any]:
    """The columns of the same arm in the modified convention, its end left out."""
    columns = sheet.columns
    for name in ("a", "alpha"):
        columns[name] = [0, *columns[name][:-1]]
    return columns


@pytest.mark.parametrize("sheet", [UR10E, PUMA560, STANFORD, IIWA14, PANDA_CLASSIC])
def test_a_modified_table_that_is_called_classic_is_told(sheet: Sheet) -> None:
    with pytest.warns(RobotWarning, match="the convention modified was probably meant"):
        Robot.from_dh(**shifted(sheet), convention="classic")
    with warnings.catch_warnings():
        warnings.simplefilter("error", RobotWarning)
        Robot.from_dh(**shifted(sheet), convention="modified")


@pytest.mark.parametrize(
    ("convention", "a", "alpha", "joints"),
    [
        ("classic", [0.4, 0.3, 0.1], [0, 0, 0], "RRR"),  # planar
        ("modified", [0, 0.4, 0.3], [0, 0, 0], "RRR"),
        ("classic", [0.4, 0.3, 0, 0], [0, 180, 0, 0], "RRPR"),  # SCARA
        ("modified", [0, 0.4, 0.3, 0], [0, 0, 180, 0], "RRPR"),
        ("classic", [0, 0, 0.2], [0, -90, 0], "RPP"),  # cylindrical, with a tool
        ("modified", [0, 0, 0], [180, 90, 90], "RRR"),  # its base upside down
        ("classic", [0, 0.4], [90, 0], "RR"),
        ("modified", [0.1, 0.4], [90, 0], "RR"),
    ],
)
def test_sensible_arms_are_not_doubted(
    convention: str, a: list[float], alpha: list[float], joints: str
) -> None:
    zeros = [0] * len(a)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RobotWarning)
        robot = Robot.from_dh(
            a, alpha, zeros, zeros, convention=convention, degrees=True, joints=joints
        )
    assert [each for each in check(robot) if not each.note] == []


@pytest.mark.parametrize(
    ("convention", "a", "alpha", "joints", "pair"),
    [
        ("classic", [0, 0.4, 0.3, 0], [0, 0, 180, 0], "RRPR", "1 and 2"),  # a modified SCARA
        ("modified", [0, 0.4, 0.3, 0], [0, 0, 0, 0], "PRRR", "3 and 4"),  # a classic one on a lift
    ],
)
def test_two_revolute_joints_on_one_axis_are_told_where_both_ends_are_bare(
    convention: str, a: list[float], alpha: list[float], joints: str, pair: str
) -> None:
    choices: dict[str, Any] = {"degrees": True, "joints": joints}
    with pytest.warns(
        RobotWarning, match=f"joint are zero, as in a .* joints {pair} have one axis"
    ):
        Robot.from_dh(a, alpha, [0] * 4, [0] * 4, convention=convention, **choices)
    other = {"classic": "modified", "modified": "classic"}[convention]
    with warnings.catch_warnings():
        warnings.simplefilter("error", RobotWarning)
        Robot.from_dh(a, alpha, [0] * 4, [0] * 4, convention=other, **choices)


def test_opposite_directions_of_one_axis_are_one_axis() -> None:
    with pytest.warns(RobotWarning, match="in a classic one joints 1 and 2 have one axis"):
        Robot.from_dh([0] * 3, [180, 90, 90], [0] * 3, [0] * 3, convention="classic", degrees=True)


def test_a_tool_does_not_hide_a_classic_table() -> None:
    columns = UR10E.columns
    tool = [[0, -1, 0, 0.1], [1, 0, 0, 0.2], [0, 0, 1, 0], [0, 0, 0, 1]]
    with pytest.warns(RobotWarning, match="in a modified one joints 5 and 6 have one axis"):
        robot = Robot.from_dh(**columns, convention="modified", tool=tool)
    assert [each for each in check(robot) if "classic" in each.message]


@pytest.mark.parametrize("angle", [90, -180, 57.3, 30.0])
def test_degrees_read_as_radians_are_told(angle: float) -> None:
    with pytest.raises(RobotError, match="the table is probably in degrees") as caught:
        from_table(degrees=False, alpha=[0, angle, 0], theta=[0, 0, 0])
    assert (caught.value.frame, caught.value.field) == (2, "alpha")
    exact = PI * expression(angle) / 180
    assert caught.value.expected == f"degrees=True (--degrees), or {exact}"


@pytest.mark.parametrize("angle", [HALF, -1.5708, 3.14, 0.7854, "Pi/2", 1.0472])
def test_radians_read_as_degrees_are_told(angle: Any) -> None:
    with pytest.raises(RobotError, match="the table is probably in radians") as caught:
        from_table(alpha=[0, 0, 0], theta=[0, 0, angle])
    assert (caught.value.frame, caught.value.field) == (3, "theta")


@pytest.mark.parametrize("column", ["alpha", "theta"])
def test_one_column_in_radians_is_told(column: str) -> None:
    columns = {"alpha": [0, 0, 90], "theta": [0, -90, 0]} | {column: [0, -1.5708, 0]}
    with pytest.raises(RobotError, match=f"the column {column} is probably in radians") as caught:
        from_table(**columns)
    assert (caught.value.frame, caught.value.field) == (2, column)


def test_small_angles_of_a_calibrated_table_in_degrees_are_left_alone() -> None:
    robot = from_table(alpha=[90.02, 1.57, -0.03], theta=[0, 0.26, 3.14])
    assert robot.frame(3).alpha == PI * expression("1.57") / 180


def test_columns_of_different_lengths_are_named_with_their_lengths() -> None:
    with pytest.raises(RobotError, match="different lengths") as caught:
        from_table(d=[0.3, 0])
    assert caught.value.field == "d"
    assert caught.value.found == "3 in a, 3 in alpha, 2 in d, 3 in theta"
    with pytest.raises(RobotError, match=r"write decimals with a point, for example 0\.4"):
        from_table(a=[0, 0, 4, 0])
    with pytest.raises(RobotError, match="2 in joints"):
        from_table(joints="RR")
    with pytest.raises(RobotError, match="1 in links"):
        from_table(links=[Link()])


@pytest.mark.parametrize(
    ("joints", "column", "entry", "offset"),
    [
        ("RRR", "theta", "q2", "0"),
        ("RRR", "theta", "th_2 + 90", "90"),
        ("RPR", "d", "d2", "0"),
        ("RPR", "d", "0.2 - L2", "0.2"),
    ],
)
def test_a_variable_in_the_place_of_an_offset_is_refused(
    joints: str, column: str, entry: str, offset: str
) -> None:
    with pytest.raises(RobotError, match="looks like the variable of joint 2") as caught:
        from_table(joints=joints, **{column: [0, entry, 0]})
    assert (caught.value.frame, caught.value.field) == (2, column)
    assert f"the offset alone: {offset};" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"convention": "dh"}, "convention"),
        ({"degrees": 1}, "degrees"),
        ({"joints": "RRX"}, "joints"),
        ({"reversed_joints": [4]}, "reversed_joints"),
        ({"reversed_joints": [2, 2]}, "reversed_joints"),
        ({"reversed_joints": ["2"]}, "reversed_joints"),
        ({"joints": "RRF", "reversed_joints": [3]}, "reversed_joints"),
        ({"reversed_joints": [True]}, "reversed_joints"),
        ({"reversed_joints": [2.5]}, "reversed_joints"),
        ({"a": 1}, "a"),
        ({"a": "1,2,3"}, "a"),
        ({"a": [0, None, 1]}, "a"),
        ({"a": [[0], [1], [2]]}, "a"),
        ({"a": {0: 1, 1: 2, 2: 3}}, "a"),
        ({"theta": {0, 1, 2}}, "theta"),
        ({"reversed_joints": 2}, "reversed_joints"),
        ({"joints": [0, 0, 1]}, "joints"),
        ({"links": 3}, "links"),
        ({"links": [1, 2, 3]}, "links"),
        ({"a": [], "alpha": [], "d": [], "theta": []}, "a"),
        ({"base": np.eye(3)}, "base"),
        ({"base": np.diag([1.0, 1, -1, 1])}, "base"),
        ({"base": "world"}, "base"),
        ({"tool": 2 * np.eye(4)}, "tool"),
        ({"tool": [[1, 0, 0, "L"], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}, "tool"),
    ],
)
def test_nonsense_is_refused_by_the_name_of_the_argument(
    changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(RobotError) as caught:
        from_table(**changes)
    assert caught.value.field == field


@pytest.mark.parametrize("missing", ["convention", "degrees"])
def test_the_choices_have_no_default(missing: str) -> None:
    choices = {name: value for name, value in TABLE.items() if name != missing}
    with pytest.raises(TypeError, match=missing):
        Robot.from_dh(**choices)


# Base, tool, links


def test_a_base_with_symbols_stays_exact() -> None:
    tilt = [["1", 0, 0, 0], [0, "cos(A)", "-sin(A)", 0], [0, "sin(A)", "cos(A)", "H"], [0, 0, 0, 1]]
    robot = from_table(base=tilt)
    assert robot.base.Z[2] == tuple(map(expression, ("0", "sin(A)", "cos(A)", "H")))
    assert tuple(map(expression, ("0", "G3*sin(A)", "G3*cos(A)"))) == robot.base.G


def test_links_keep_drives_and_wrenches() -> None:
    link = Link(M=1, IA="IA1", FX="F", FY="H", CZ="C")  # type: ignore[arg-type]
    robot = from_table(alpha=[90, 0, 0], a=["L", 0, 0], links=[link, Link(), Link()])
    moved = robot.link(1)
    assert (expression(1), symbol("L"), symbol("IA1")) == (moved.M, moved.MX, moved.IA)
    assert moved.wrench == tuple(map(expression, ("F", "0", "H", "0", "-C - H*L", "0")))


def test_links_turn_by_the_exact_angle_that_the_frames_have() -> None:
    """A box, turned by Pi/2 in radians as NumPy has it: its moments change places, exactly."""
    box = Link.box(1, [0.4, 0.1, 0.2], [-0.2, 0, 0])
    columns: dict[str, Any] = {"a": [0, 0.4], "d": [0.3, 0], "theta": [0, 0], "links": [box, box]}
    links = [
        Robot.from_dh(alpha=alpha, convention="classic", degrees=degrees, **columns).links[0]
        for alpha, degrees in (([math.pi / 2, 0], False), ([90, 0], True))
    ]
    assert links[0] == links[1]
    assert (links[0].YY, links[0].ZZ, links[0].YZ) == (box.ZZ, box.YY, ZERO)


def test_the_table_of_the_panda_ends_in_a_fixed_frame() -> None:
    robot = Robot.from_dh(**PANDA.columns, convention="modified", name="panda")
    assert robot.n_dof == 7
    assert robot.frame(8) == Frame(7, JointType.FIXED, r=expression("0.107"))
    assert symoro.transform(robot).certificate is not None

"""Names that languages forbid, names that are ours, names of robots: the text still compiles."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import external
import symoro
from clock import at_most
from printers.runners.c import WARNINGS, run_c
from printers.test_every_operation import LANGUAGES
from printers.toolchain import (
    Case,
    assert_close,
    expected,
    random_values,
    run,
    run_all,
    tool,
    write,
)
from symoro import Frame, JointType, Link, Robot
from symoro.expressions import ZERO, symbol
from symoro.robot import INERTIAL, Base, Structure, general_link, joint_frame
from symoro.robot.link import DRIVE, WRENCH

HOSTILE = (
    *("int", "double", "lambda", "np", "math", "p", "q", "QP", "GAM", "signum"),
    *("NULL", "hostile_idm", "E", "N", "T1", "L12", "C1", "d", "S1", "FE"),
    *("class", "new", "M_PI", "HOSTILE_IDM_H", "hostile_parameters", "p_", "int_", "GAM1", "W31"),
    *("None", "True", "float", "print", "fabs", "restrict", "errno", "linux", "E_", "q_", "abs_"),
    *("__LINE__", "__func__", "__x86_64__", "_Static_assert", "_Generic", "__int128", "_Float64"),
    *("__attribute__", "__typeof__", "__debug__"),
)
ROBOT_NAMES = (
    "two words",
    "a \"quoted\" 'name'",
    "ends */ a C comment",
    "opens /* a C comment",
    "ends *) a listing's comment (* and opens one",
    "Stäubli ロボット",
    "ロボット",
    "line one\nline two\r\nline three",
    "trigraph??/",
    "right to left \u202e and back",
    "nul \x00 character",
    "back\\slash\\",
    "9 lives",
    "%s %d {x}",
    'ends a docstring """ and a \\',
)


def hostile(name: str = "hostile") -> Robot:
    """A tree of five joints whose symbols are reserved words and names of ours."""
    names = iter(HOSTILE)
    frames = [
        joint_frame(1, 0, JointType.REVOLUTE, theta=symbol("i"), r=symbol("const")),
        joint_frame(2, 1, JointType.REVOLUTE, theta=symbol("out"), alpha=symbol("if")),
        joint_frame(3, 2, JointType.PRISMATIC, r=symbol("return"), d=symbol("is")),
        joint_frame(4, 1, JointType.REVOLUTE, theta=symbol("while"), d=symbol("not")),
        joint_frame(5, 4, JointType.REVOLUTE, theta=symbol("_Bool"), alpha=symbol("__")),
    ]
    links = []
    for _ in frames:
        links.append(Link(**{field: symbol(next(names)) for field in INERTIAL}))
    links[1] = replace(links[1], FS=symbol("FS"), FV=symbol("static"), FX=symbol("void"))
    return Robot(
        name=name,
        structure=Structure.TREE,
        frames=tuple(frames),
        links=tuple(links),
        base=Base(G=(symbol("g"), symbol("R"), symbol("assert"))),
    )


def test_all_hostile_names_are_in_that_robot() -> None:
    assert len(HOSTILE) == 5 * len(INERTIAL)
    assert set(HOSTILE) <= hostile().symbols


@pytest.mark.parametrize("language", LANGUAGES)
def test_reserved_words_and_names_of_ours_are_mapped(language: str, tmp_path: Path) -> None:
    robot = hostile()
    if language == "listing":  # read back by `parse`, whose grammar has no sign
        robot = replace(robot, links=tuple(replace(link, FS=ZERO) for link in robot.links))
    model = symoro.idm(robot, outputs=["*"])
    values = random_values(model)
    found = run(model.document, language, values, tmp_path)
    assert_close(found, expected(model.program, values))


def test_the_map_of_names_is_printed() -> None:
    model = symoro.idm(hostile(), outputs=["*"], verify=False)
    for line in ("int is written int__", "NULL is written NULL_", "M_PI is written M_PI_"):
        assert f" * Name {line}\n" in model.code("c")
    assert "# Name lambda is written lambda_\n" in model.code("python")
    assert "# Name np is written np_\n" in model.code("numpy")
    assert "is written" not in model.code("listing")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["q=q1*a;\n", "p=q1*a;\nk=p*q1;\n", "x=q1*a;\np=x+q1;\ny=p;\n"])
def test_arguments_and_outputs_of_one_name_are_told_apart(
    text: str, language: str, tmp_path: Path
) -> None:
    made = symoro.optimize(text, ["*"], level="O1").document
    values = {"q1": 0.7, "a": -1.3}
    found = run(made, language, values, tmp_path)
    assert_close(found, expected(made.program, values))


def test_python_takes_parameters_by_the_users_names() -> None:
    code = symoro.idm(hostile(), outputs=["*"], verify=False).code("python")
    assert 'lambda_ = p__["lambda"]' in code


def test_c_compiles_where_the_headers_define_more(tmp_path: Path) -> None:
    model = symoro.idm(hostile(), outputs=["*"], verify=False)
    values = random_values(model)
    found = run_c(model.document, values, tmp_path, "-std=gnu11", "-D_GNU_SOURCE")
    assert_close(found, expected(model.program, values))


def test_the_headers_can_be_included_in_cplusplus(tmp_path: Path) -> None:
    model = symoro.idm(hostile(), outputs=["*"], verify=False)
    header = write(model.document, "c", tmp_path)[1]
    main = tmp_path / "main.cpp"
    main.write_text(f'#include "{header.name}"\n#include "{header.name}"\nint main() {{}}\n')
    command = [tool("g++"), *WARNINGS, "-fsyntax-only", str(main)]
    external.run(command, check=True)


@cache
def named() -> list[Case]:
    """A model for each name of a robot."""
    robots = [replace(symoro.load("planar2r"), name=name) for name in ROBOT_NAMES]
    models = [symoro.idm(robot, verify=False) for robot in robots]
    return [Case(model.document, random_values(model)) for model in models]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_robot_may_have_any_name(language: str, tmp_path: Path) -> None:
    for case, found in zip(named(), run_all(language, named(), tmp_path), strict=True):
        assert_close(found, case.expected)


@pytest.mark.parametrize("name", ROBOT_NAMES)
def test_a_listing_of_a_robot_of_any_name_has_balanced_comments(name: str) -> None:
    robot = replace(symoro.load("planar2r"), name=name)
    text = symoro.idm(robot, verify=False).code("listing")
    for line in text.splitlines():
        if line.startswith("(*"):
            assert line.endswith(" *)")
            assert "(*" not in line[2:]
            assert "*)" not in line[:-2]


def chain(n: int) -> Robot:
    """A chain of general revolute joints."""
    columns = {name: [f"{name}{j}" for j in range(1, n + 1)] for name in ("alpha", "d", "r")}
    return Robot.from_mdh(
        columns["alpha"], columns["d"], [0] * n, columns["r"], [0] * n, name=f"chain{n}"
    )


def test_from_ten_joints_names_have_an_underscore(tmp_path: Path) -> None:
    model = symoro.idm(chain(12), verify=False)
    names = model.program.assigned_names
    assert {"U12_3", "U12_12", "WP3_11", "DV12_2", "GAM12"} <= set(names)
    assert len(names) == len(set(names))
    values = random_values(model)
    for language in ("listing", "c", "python", "numpy", "maple"):
        found = run(model.document, language, values, tmp_path)
        assert_close(found, expected(model.program, values))


def test_the_users_own_names_of_torques_are_kept_and_ours_give_way() -> None:
    robot = symoro.load("planar2r")
    first, second, end = robot.frames
    frames = (replace(first, GAM=symbol("VP11")), replace(second, GAM=symbol("q")), end)
    model = symoro.idm(replace(robot, frames=frames), outputs=["GAM"], level="O1")
    names = model.program.assigned_names
    assert names[-2:] == ("VP11", "q")
    assert "VP11_" in names


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # no joint moves
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_structure_that_cannot_move_still_has_reactions(language: str, tmp_path: Path) -> None:
    frames = (Frame(0, alpha=symbol("a1"), d=symbol("d1")), Frame(1, theta=symbol("a2")))
    wrench = {name: symbol(f"{name}2") for name in WRENCH}
    robot = Robot(
        name="crane",
        structure=Structure.SIMPLE,
        frames=frames,
        links=(general_link(1), general_link(2, **wrench)),
        base=Base(G=(symbol("G1"), symbol("G2"), symbol("G3"))),
    )
    for outputs in (["*"], ["GAM"]):
        model = symoro.idm(robot, outputs=outputs)
        values = random_values(model)
        found = run(model.document, language, values, tmp_path)
        assert_close(found, expected(model.program, values))


def test_thousands_of_inputs_are_named_in_linear_time() -> None:
    """In a fraction of a second; to look through all names for each one takes many."""
    text = "".join(f"y{k}=x{k}*t{k};\n" for k in range(4000))
    found = symoro.optimize(text, level="O1", verify=False)
    for language in LANGUAGES:
        with at_most(0.5):
            assert "t3999" in found.code(language)


def test_drive_symbols_are_not_asked_for_where_they_are_zero() -> None:
    assert not {f"{name}1" for name in DRIVE} & set(
        symoro.idm(symoro.load("rx90"), verify=False).program.parameters
    )

"""JSON that is no robot: the message names the path, the position is that of the value."""

from __future__ import annotations

import pytest

from symoro.errors import ParseError
from symoro.expressions import expression
from symoro.formats import json_format
from symoro.robot import Robot

GOOD = """\
{
  "format": "symoro-robot", "version": 1,
  "name": "arm", "structure": "simple",
  "frames": [
    {"antecedent": 0, "sigma": "revolute", "theta": "t1", "QP": "QP1"},
    {"antecedent": 1, "sigma": "revolute", "theta": "t2", "d": 0.10, "mu": true}
  ],
  "links": [{"M": "M1"}, {"M": "M2"}],
  "base": {"G": ["0", "0", "G3"]}
}
"""

MISTAKES = [
    ('"version": 1', '"version": 2', 2, 40, "version: this symoro reads version 1"),
    ("symoro-robot", "urdf", 2, 13, "format: expected symoro-robot, found urdf"),
    ('"name": "arm", ', "", 1, 1, "key name is missing"),
    ('"arm"', "7", 3, 11, "name: expected a text in quotes"),
    ('"arm"', '""', 3, 11, "a robot needs a name"),
    ('"simple"', '"round"', 3, 31, "structure: expected one of simple, tree, closed"),
    ('"simple"', '"closed"', 4, 13, "a closed robot has two frames more than links"),
    ('"simple"', '"parallel"', 4, 13, "frames: unknown key"),
    ('"antecedent": 1', '"antecedent": 2', 6, 20, "the antecedent must be the base or a frame"),
    ('"antecedent": 1', '"antecedent": 1.5', 6, 20, "frames[1].antecedent: expected an integer"),
    ('"antecedent": 1', '"antecedent": "1"', 6, 20, "frames[1].antecedent: expected an integer"),
    ('"antecedent": 1, ', "", 6, 5, "frames[1]: key antecedent is missing"),
    ('"t2"', '"t2 +"', 6, 58, "frames[1].theta: expected a number"),
    ('"t2"', '"\\u0074 2"', 6, 53, "frames[1].theta: expected an operator"),
    ('"t2"', "null", 6, 53, "frames[1].theta: expected an expression"),
    ('"t2"', '"0"', 6, 53, "a revolute joint needs its variable here"),
    ('"d": 0.10', '"d": 1e999', 6, 64, "frames[1].d: a decimal exponent beyond"),
    ('"d": 0.10', '"x": 0.10', 6, 64, "frames[1].x: unknown key"),
    ('"d": 0.10', '"theta": "t2"', 6, 59, "key 'theta' is given twice"),
    ("true", "1", 6, 76, "frames[1].mu: expected true or false"),
    ('"G": ["0", "0", "G3"]', '"G": ["0", "0"]', 9, 17, "base.G: expected 3 values, found 2"),
    ('"G": ["0", "0", "G3"]', '"G": "0"', 9, 17, "base.G: expected an array"),
    ('{"M": "M1"}', '["M1"]', 8, 13, "links[0]: expected an object"),
    ('"G3"]}', '"G3"],}', 9, 34, "expected a key in quotes"),
    ('"G3"]}', '"G3"]', 11, 1, "expected , or }"),
    ('"G3"]}', '"G3" "x"]}', 9, 33, "expected , or ]"),
    ('"M2"}]', '"M2}]', 8, 38, "not a JSON string"),
    ('"base": ', '"base" ', 9, 10, "expected : after key 'base'"),
    ('"M1"', "NaN", 8, 19, "NaN is not a finite number"),
]


def test_the_text_that_the_mistakes_start_from_is_right_and_its_decimals_are_exact() -> None:
    robot = json_format.read(GOOD)
    assert isinstance(robot, Robot)
    assert robot.frame(2).d == expression("1/10")


@pytest.mark.parametrize(("old", "new", "line", "column", "words"), MISTAKES)
def test_a_mistake_is_shown_at_its_place(
    old: str, new: str, line: int, column: int, words: str
) -> None:
    assert old in GOOD
    with pytest.raises(ParseError) as caught:
        json_format.read(GOOD.replace(old, new, 1), "arm.json")
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.file == "arm.json"


@pytest.mark.parametrize(
    "source",
    ["", "[]", "1", "nul", "{}", GOOD + "x", "[" * 100_000, '{"a":' * 100_000, "[" + "1," * 3_000],
    ids=str.__len__,
)
def test_what_is_no_robot_is_refused(source: str) -> None:
    with pytest.raises(ParseError):
        json_format.read(source)


def test_a_parallel_robot_needs_its_legs() -> None:
    header = '{"format": "symoro-robot", "version": 1, "structure": "parallel", "name": "x", '
    with pytest.raises(ParseError, match="a parallel robot needs legs"):
        json_format.read(header + '"legs": [], "platform": {}}')
    with pytest.raises(ParseError, match="key platform is missing"):
        json_format.read(header + '"legs": []}')


ARM = """{"format": "symoro-robot", "version": 1, "name": "arm", "structure": "simple",
"frames": [{"antecedent": 0, %s "theta": "t1"}], "links": [{"ZZ": "QDP1"}]}"""


def test_a_frame_must_say_what_its_joint_is() -> None:
    with pytest.raises(ParseError, match="key sigma is missing"):
        json_format.read(ARM % "")


def test_velocities_are_named_unless_they_are_given() -> None:
    robot = json_format.read(ARM % '"sigma": "revolute", "QP": "0",')
    assert isinstance(robot, Robot)
    frame = robot.frame(1)
    assert [str(e) for e in (frame.QP, frame.QDP, frame.GAM)] == ["0", "QDP1_", "GAM1"]
    assert json_format.read(json_format.write(robot)) == robot

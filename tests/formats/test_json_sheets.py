"""Data sheets in .json: a table in the place of frames, bodies in that of inertial parameters."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheets import PANDA, STANFORD, UR10E, Sheet
from symoro.errors import ParseError
from symoro.expressions import ZERO, expression
from symoro.formats import Diagnostic
from symoro.formats.json_format import read, write
from symoro.robot import Link, Robot

HEAD = {"format": "symoro-robot", "version": 1, "name": "arm"}
BODY = {"mass": 2, "center": [0.1, 0, 0], "inertia": [0.1, 0.1, 0.05]}


def table(sheet: Sheet = UR10E, **more: Any) -> dict[str, Any]:
    return {**sheet.columns, "convention": sheet.convention, **more}


def text(dh: dict[str, Any], **more: Any) -> str:
    return json.dumps({**HEAD, "dh": dh, **more}, indent=1)


@pytest.mark.parametrize("sheet", [UR10E, STANFORD, PANDA])
def test_a_table_is_read_as_from_dh_reads_it(sheet: Sheet) -> None:
    robot = read(text(table(sheet)))
    assert robot == Robot.from_dh(**table(sheet), name="arm")


def test_a_table_is_written_as_frames() -> None:
    robot = read(
        text(table(), structure="simple", base={"G": [0, 0, -9.81]}, provenance="A sheet.")
    )
    assert isinstance(robot, Robot)
    written = write(robot)
    assert "dh" not in json.loads(written)
    assert read(written) == robot
    assert (robot.provenance, robot.base.G[2]) == ("A sheet.", expression("-9.81"))


def test_base_tool_and_reversed_joints_are_those_of_from_dh() -> None:
    matrix = [[0, -1, 0, 0.1], [1, 0, 0, 0], [0, 0, 1, "0.2"], [0, 0, 0, 1]]
    more: dict[str, Any] = {"base": matrix, "tool": matrix, "reversed_joints": [2, 6]}
    assert read(text(table(**more))) == Robot.from_dh(**table(**more), name="arm")


def test_links_of_a_table_are_in_the_frames_of_the_sheet() -> None:
    body = Link.from_com(**BODY)  # type: ignore[arg-type]
    box = Link.box(3, [1, 2, 3], [0, 0, 1])
    bodies = [
        {"com": BODY, "IA": "IA1"},
        {"box": {"mass": 3, "size": [1, 2, 3], "center": [0, 0, 1]}},
        *[{}] * 4,
    ]
    robot = read(text(table(links=bodies)))
    assert isinstance(robot, Robot)
    given = [Link(**vars(body) | {"IA": "IA1"}), box, *[Link()] * 4]
    assert robot == Robot.from_dh(**table(links=given), name="arm")
    outer = read(text(table(), links=bodies))
    assert isinstance(outer, Robot)
    assert outer.link(2) == box  # in symoro's frame


def test_a_body_may_have_turned_axes_and_positive_products() -> None:
    turn = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    moments = [[1, "0.1", 0], [0.1, 1, 0], [0, 0, 1]]
    com = {**BODY, "inertia": moments, "rotation": turn, "positive_products": True}
    frame = {"antecedent": 0, "sigma": "revolute", "theta": "t1"}
    robot = read(
        json.dumps({**HEAD, "structure": "simple", "frames": [frame], "links": [{"com": com}]})
    )
    assert isinstance(robot, Robot)
    assert expression("0.1") == robot.link(1).XY
    assert robot.link(1).XZ == ZERO


SWINGS = [["x", [0, 0.1, 0], 0.79], [[0, 1, 0], [0, 0, 0], "0.95"], ["z", [0, 0, 0], 0.95]]
SWUNG = {"mass": 2, "center": [0.2, 0, 0], "swings": SWINGS, "known": {"XY": 0, "XZ": 0, "YZ": 0}}


def test_a_part_that_was_swung_is_that_of_from_pendulum() -> None:
    robot = read(text(table(links=[{"pendulum": SWUNG | {"gravity": 9.8}}, *[{}] * 5])))
    swung = Link.from_pendulum(**SWUNG, gravity=9.8)  # type: ignore[arg-type]
    assert robot == Robot.from_dh(**table(links=[swung, *[Link()] * 5]), name="arm")
    assert swung.YZ == ZERO != swung.XX


def located(robot: str) -> tuple[str, str]:
    """The message of an error, and the text at its position."""
    with pytest.raises(ParseError) as caught:
        read(robot)
    error = caught.value
    return error.message, robot.splitlines()[error.line - 1][error.column - 1 :]


@pytest.mark.parametrize(
    ("robot", "message", "where"),
    [
        (text(table(alpha=[90, 0, 1.5, "x+", 0, 0])), "dh.alpha[3]: expected a number", '"'),
        (text(table(degrees=False)), "dh.alpha[0]: frame 1, alpha: 90 rad is more than", "90"),
        (text(table(d=[0, 0])), "dh.d: robot, d: the columns have different lengths", "["),
        (text(table(convention="dh")), "dh.convention: robot, convention: not a conv", '"dh"'),
        (text(table(theta=["q1", 0, 0, 0, 0, 0])), "dh.theta[0]: frame 1, theta: q1 looks", '"q1"'),
        (text(table(joints="RRX")), "dh.joints: ", '"RRX"'),
        (text(table(tool=[[1, 0, 0, 0]])), "dh.tool: expected 4 values", "["),
        (text(table(tool=[[2, 0, 0, 0]] * 4)), "dh.tool: robot, tool: not a transf", "["),
        (text(table(reversed_joints=[7])), "dh.reversed_joints: ", "["),
        (text(table(thetas=[])), "dh.thetas: unknown key; the keys here are conv", "[]"),
        (text({"convention": "classic"}), "dh: key degrees is missing", "{"),
        (text(table(), frames=[]), "frames: dh gives the frames already", "[]"),
        (text(table(), structure="tree"), "structure: dh describes a simple chain", '"tree"'),
        (text(table(links=[]), links=[]), "links: dh.links gives it already", "[]"),
        (text(table(), links=[{}]), "a simple robot has as many links as frames", "["),
        (text(table(), link=[]), "link: unknown key; the keys here are name, str", "[]"),
        (text(table(), links=[{"com": {}}]), "links[0].com: key mass is missing", "{"),
        (text(table(), links=[{"com": BODY | {"Mass": 1}}]), "links[0].com.Mass: unknown key", "1"),
        (
            text(table(), links=[{"com": BODY | {"inertia": [1, 1, 3]}}]),
            "links[0].com.inertia: robot, inertia: no rigid body has that",
            "[",
        ),
        (text(table(), links=[{"com": BODY, "XX": 1}]), "links[0].XX: com gives the inertial", "1"),
        (text(table(), links=[{"com": BODY, "box": {}}]), "links[0].box: com gives the in", "{}"),
        (
            text(table(), links=[{"pendulum": SWUNG | {"known": {}}}]),
            "links[0].pendulum.swings: robot, swings: 3 swings determine XX = ",
            "[",
        ),
        (
            text(table(), links=[{"pendulum": SWUNG | {"swings": [["x", 0.79]]}}]),
            "links[0].pendulum.swings[0]: expected [axis, point, period], found 2 values",
            "[",
        ),
        (text(table(), links=[{"pendulum": BODY}]), "links[0].pendulum.inertia: unknown key", "["),
        (text(table(), links=[{"comm": BODY}]), "links[0].comm: unknown key; the keys", "{"),
    ],
)
def test_mistakes_have_their_path_and_position(robot: str, message: str, where: str) -> None:
    found, place = located(robot)
    assert message in found
    assert place.startswith(where)


def test_the_keys_of_a_link_that_stand_for_a_body_are_listed() -> None:
    message, _ = located(text(table(), links=[{"COM": BODY}]))
    assert message.endswith("CZ, com, box, pendulum")


@pytest.mark.parametrize("convention", ["classic", "modified"])
def test_the_wrong_convention_is_told_with_the_position_of_the_table(convention: str) -> None:
    sheet = {"classic": PANDA, "modified": UR10E}[convention]
    diagnostics: list[Diagnostic] = []
    robot = text(table(sheet, convention=convention))
    read(robot, "arm.json", diagnostics)
    (warning,) = [each for each in diagnostics if not each.note]
    assert robot.splitlines()[(warning.line or 0) - 1].strip().startswith('"dh": {')

"""The page of data sheets: its picture is up to date, its file is a robot."""

from __future__ import annotations

import re

import pytest

from docs.documents import DOCS, blocks, script
from symoro.formats.json_format import read
from symoro.robot import Robot, check

PAGE = DOCS / "how-to" / "from-a-data-sheet.md"
NUMBER = re.compile(r"-?\d+\.\d")


def test_the_picture_of_the_conventions_is_up_to_date() -> None:
    made = script("generate_conventions.py").draw()
    committed = (DOCS / "images" / "dh_conventions.svg").read_text(encoding="ascii")
    hint = "run: python docs/generate_conventions.py"
    assert NUMBER.sub("#", made) == NUMBER.sub("#", committed), hint
    numbers, known = ([float(x) for x in NUMBER.findall(text)] for text in (made, committed))
    # a machine's sines may round a tenth of a pixel the other way
    assert numbers == pytest.approx(known, abs=0.11), hint
    assert "](../images/dh_conventions.svg)" in PAGE.read_text(encoding="utf-8")


def test_the_picture_turns_the_way_of_the_right_hand() -> None:
    """Positive angles, as the formulas under them have: x to y about z, z to -y about x."""
    picture = script("generate_conventions.py")
    assert picture.mix(picture.Z, picture.DOWN, picture.TWIST)[1] < 0
    tilted, ahead = (
        picture.mix(u, v, picture.TWIST)
        for u, v in ((picture.Z, picture.DOWN), (picture.Y, picture.Z))
    )
    x = picture.X
    cross = (
        tilted[1] * x[2] - tilted[2] * x[1],
        tilted[2] * x[0] - tilted[0] * x[2],
        tilted[0] * x[1] - tilted[1] * x[0],
    )
    assert cross == pytest.approx(ahead)


def test_the_file_of_the_page_is_a_robot() -> None:
    (block,) = blocks(PAGE, "json")
    robot = read(block.text)
    assert isinstance(robot, Robot)
    assert [each for each in check(robot) if not each.note] == []
    assert robot.link(2).M.number is not None
    columns = [0, -0.6127, -0.57155, 0, 0, 0], [90, 0, 0, 90, -90, 0]
    lengths = [0.1807, 0, 0, 0.17415, 0.11985, 0.11655]
    same = Robot.from_dh(*columns, lengths, [0] * 6, convention="classic", degrees=True)
    assert robot.frames == same.frames

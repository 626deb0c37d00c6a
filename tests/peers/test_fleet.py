"""The table of robots from their files: the files are there, and the page has a row for each."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from benchmarks.fleet import BEGIN, END, FILES, HERE, PAGE, SHARE

import symoro
from sheets import IIWA14


@pytest.mark.parametrize("name", FILES)
def test_each_robot_has_a_file_and_a_row(name: str) -> None:
    (folder,) = Path(sys.prefix, "lib").glob(SHARE)
    assert (folder / FILES[name]).is_file()
    table = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    (row,) = [line for line in table.splitlines() if line.startswith(f"| {name} |")]
    *_, ours, theirs, ratio = (float(cell.replace(",", "")) for cell in row.split("|")[5:9])
    assert ratio == pytest.approx(theirs / ours, rel=0.05)


def test_the_iiwa_of_the_table_has_the_lengths_of_its_data_sheet() -> None:
    robot = symoro.load(HERE / "iiwa14.urdf")
    lengths = [float(frame.r.number) for frame in robot.frames if frame.r.number]
    assert not any(frame.d.symbols or frame.d.number for frame in robot.frames)
    offsets = [row[2] for row in IIWA14.rows]
    assert lengths == pytest.approx([x for x in offsets[:-1] if x])

"""The commands that draw: files, words, JSON, and what is refused."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib
import pytest

from cli.commands import Command, Result
from symoro.errors import UsageError
from symoro.expressions import expression
from symoro.formats import save_file
from symoro.library import robot as library_robot
from symoro.plot import draw, save
from symoro.plot.backend import new_figure
from symoro.robot.limits import with_limits

SIGNATURES = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


def test_the_workspace_of_the_planar_arm_is_drawn_and_described(command: Command) -> None:
    result = command("workspace", "planar2r", "--plot", "out/w.png")
    assert result.status == 0, result.err
    assert "lengths: value set course, the only one of planar2r" in result.out
    first, *_ = result.out.splitlines()
    assert first == "planar2r, origin of frame 3: area 12.5664 m^2"  # 4 Pi
    assert "box: x -2 to 2, y -2 to 2, z 0 to 0 m, in frame 0" in result.out
    assert result.err == "wrote out/w.png\n"
    assert Path("out/w.png").read_bytes().startswith(SIGNATURES[".png"])


@pytest.mark.parametrize("words", ["draw", "workspace --samples 500"])
def test_a_style_in_the_home_of_the_user_changes_no_picture(command: Command, words: str) -> None:
    name, *more = words.split()
    style: Any = {"figure.facecolor": "black", "font.family": "serif"}
    for file, own in (("a.svg", {}), ("b.svg", style)):
        with matplotlib.rc_context(own):
            assert command(name, "planar2r", "--plot", file, *more).status == 0
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()


def test_a_frame_that_moves_on_a_curve_is_drawn_and_the_remedy_named(command: Command) -> None:
    result = command("workspace", "planar2r", "--link", "2", "--plot", "w.png")
    assert result.status == 0, result.err
    assert "box: x -1 to 1, y -1 to 1, z 0 to 0 m" in result.out
    assert "planar2r, origin of frame 2: a curve; another point" in result.out
    assert "--point" in result.err
    assert Path("w.png").read_bytes().startswith(SIGNATURES[".png"])


def test_another_point_of_the_link_reaches_the_ring(command: Command) -> None:
    words = ["workspace", "planar2r", "--link", "2", "--point", "d2/2,0,0", "--param", "d2=2"]
    result = command(*words)
    assert result.status == 0, result.err
    assert "lengths: value set course, the only one of planar2r, d2 given" in result.out
    assert "box: x -3 to 3, y -3 to 3, z 0 to 0 m" in result.out
    assert "area 25.1327 m^2" in result.out  # Pi (9 - 1)
    assert "swept by two joints, once for each posture: 50.2655 m^2" in result.out
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("first", "area"),
    [(0, 0.210446), (30, 0.574951), (60, 0.785398), (90, 0.785398), (120, 0.574951)],
)
def test_the_first_line_is_the_area_of_the_course(
    command: Command, first: int, area: float
) -> None:
    """Links of 1 m, joint 1 over 90 degrees, joint 2 over 30: Pi/2 (cos a - cos b)."""
    ranges = f"t1=0:90deg,t2={first}deg:{first + 30}deg"
    told, *_ = command("workspace", "planar2r", "--limit", ranges).out.splitlines()
    start, size, unit = told.partition(": area ")[0], *told.split()[-2:]
    assert (start, unit) == ("planar2r, origin of frame 3", "m^2")
    assert float(size) == pytest.approx(area, abs=1.1e-6)  # the course's digits are cut off


def test_ranges_of_a_file_and_of_the_option_are_the_same(command: Command) -> None:
    arm = library_robot("planar2r")
    ranges = {"t1": ("0", "Pi/2"), "t2": ("-Pi/3", "d2/4")}
    save_file(with_limits(arm, ranges), "arm.par")
    words = ["--samples", "500"]
    told = command("workspace", "arm.par", *words)
    assert told.status == 0, told.err
    options = ["--limit", "t1=0:90deg", "--limit", "t2=-60 deg:d2/4"]
    assert command("workspace", "planar2r", *options, *words).out == told.out
    assert "joint 2: -1.0472 to 0.25 rad (limits)" in told.out
    wider = command("workspace", "arm.par", "--limit", "t2=-1:1", *words)
    assert "joint 1: 0 to 1.5708 rad (limits)" in wider.out
    assert "joint 2: -1 to 1 rad (limits)" in wider.out


def test_slides_are_limited_in_metres_or_millimetres(command: Command) -> None:
    for ends in ("0.1:0.25", "100mm:250mm", "0.1m:0.25 m", "D2/3:0.25"):
        result = command("workspace", "scara", "--limit", f"r4={ends}", "--samples", "50")
        assert "joint 4: 0.1 to 0.25 m (limits)" in result.out, result.err


def test_json_has_what_the_words_say(command: Command) -> None:
    words = [
        "workspace",
        "fivebar",
        "--samples",
        "400",
        "--seed",
        "3",
        "--link",
        "6",
        "--mode",
        "2",
    ]
    result = command(*words, "--json", "--plot", "w.svg")
    data = json.loads(result.out)
    assert data["robot"] == "fivebar"
    assert data["frame"] == 6
    assert [item["joint"] for item in data["joints"]] == [1, 3]
    assert (data["samples"], data["seed"]) == (400, 3)
    assert data["dropped"] > 0
    assert data["reach"]["kind"] == "area"
    assert data["files"] == ["w.svg"]
    assert json.loads(command(*words, "--json").out)["box"] == data["box"]
    for value in (*data["box"]["low"], *data["box"]["high"], data["reach"]["value"]):
        assert float(f"{value:.9g}") == value  # rounding errors of a processor are not printed


def test_numbers_come_from_files_and_symbols_from_set(command: Command) -> None:
    Path("mine.json").write_text('{"d2": 1.5, "d3": "1/2", "d4": 1}', encoding="utf-8")
    words = ["workspace", "planar3r", "--samples", "2000"]
    result = command(*words, "--values", "mine.json")
    assert "box: x -3 to 3" in result.out, result.err
    result = command(*words, "--values", "mine.json", "--set", "d2=1/2")
    assert "box: x -2 to 2" in result.out, result.err
    result = command(*words, "--set", "d3=d2", "--set", "d4=3*d2", "--values", "unit")
    assert "box: x -5 to 5" in result.out, result.err


@pytest.mark.parametrize("extension", sorted(SIGNATURES))
def test_a_robot_is_drawn_in_every_format(command: Command, extension: str) -> None:
    file = Path("pictures") / f"scara{extension}"
    result = command("draw", "scara", "--plot", str(file), "--at", "t2=Pi/3", "--view", "25,-50")
    assert result.status == 0, result.err
    assert result.out == ""
    assert file.read_bytes().startswith(SIGNATURES[extension])
    assert [item.name for item in file.parent.iterdir()] == [file.name]


def test_a_picture_without_a_name_is_called_like_the_robot(command: Command) -> None:
    result = command("draw", "planar2r", "--at", "t1=0.6,t2=0.7")
    assert result.status == 0
    assert result.err.endswith("wrote planar2r.svg\n")
    assert Path("planar2r.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("workspace rrp", "rrp: no number for a1, b1, d1, g1, r1; give numbers (--param a1=NUMBER"),
        ("workspace rrp --plot w.png --param d1=x", "param: d1: x is no number"),
        (
            "workspace planar2r --values other",
            "planar2r has no value set other; its value sets are",
        ),
        ("workspace planar2r --values other.json", "other.json: there is no such file"),
        ("workspace planar2r --param d2", "--param takes NAME=NUMBER, not d2"),
        ("workspace planar2r --param d4=1", "planar2r has no symbol d4"),
        ("workspace planar2r --point 1,2", "--point takes X,Y,Z, not 1,2"),
        ("workspace planar2r --point 1,2,*", "--point 1,2,*"),
        ("workspace planar2r --link 7", "frames are 1 to 3"),
        ("workspace planar2r --samples 0", "samples is 1 to"),
        ("workspace planar2r --seed -1", "--seed takes a number from 0 on"),
        ("workspace planar2r --limit t2", "--limit takes NAME=LOW:HIGH, such as t2=-90deg:90deg"),
        ("workspace planar2r --limit t2=1", "--limit takes NAME=LOW:HIGH"),
        ("workspace planar2r --limit t2=:1", "--limit takes NAME=LOW:HIGH"),
        ("workspace planar2r --limit t1=0:1,", "--limit t1=0:1,: expected an operator, found ,"),
        ("workspace planar2r --limit t9=0:1", "planar2r has no joint variable t9; it has t1, t2"),
        ("workspace planar2r --limit t2=0:1,t2=0:1", "--limit t2 is given twice"),
        ("workspace planar2r --limit t2=0:90mm", "t2=0:90mm: the joint turns; units are deg, rad"),
        ("workspace planar2r --limit t2=0:90degrees", "units are deg, rad"),
        ("workspace scara --limit r4=0:90deg", "the joint slides; units are mm, cm, m, in, ft"),
        ("workspace planar2r --limit t2=0:1*", "--limit t2=0:1*: "),
        ("workspace planar2r --limit t2=0:t1", "t1 depends on the joint variable t1"),
        ("workspace planar2r --limit t2=0:L9", "planar2r has no symbol L9"),
        ("workspace planar2r --limit t2=1:-1", "the lower end 1 is above the upper one, -1"),
        ("workspace planar2r --limit t2=d2:0", "the lower limit 1 is above the upper one, 0"),
        ("workspace fivebar --limit t2=0:1", "no motor drives this joint of fivebar"),
        ("workspace planar2r --plot w.gif", "w.gif: has the extension .gif; pictures are .png"),
        ("workspace planar2r --plot w", "w: has no extension"),
        ("draw planar2r --plot w.png --at t9=1", "no joint variable t9; it has t1, t2"),
        ("draw planar2r --plot w.png --view 30", "--view takes two numbers"),
        ("draw planar2r --plot w.png --axes q", "axes are some of x, y and z"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(
    command: Command, words: str, message: str
) -> None:
    result = command(*words.split())
    assert result.status == 2
    assert message in result.err
    assert not list(Path().iterdir())


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(command: Command) -> None:
    Path("file").write_text("mine", encoding="utf-8")
    for target, message in (
        ("file/w.png", "error: file: cannot make this folder: File exists\n"),
        ("file/new/w.png", "error: file/new: cannot make this folder: Not a directory\n"),
        ("/proc/w.png", "error: /proc/w.png: cannot write: No such file or directory\n"),
    ):
        assert command("draw", "planar2r", "--plot", target) == Result(2, "", message)
    assert Path("file").read_text(encoding="utf-8") == "mine"
    assert os.listdir() == ["file"]


def test_folders_of_a_picture_are_made(command: Command) -> None:
    assert command("draw", "planar2r", "--plot", "no/such/folder/w.png").status == 0
    assert Path("no/such/folder/w.png").read_bytes().startswith(SIGNATURES[".png"])


def test_a_picture_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "p.svg"
    target.write_text("before", encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", fail)
        with pytest.raises(UsageError, match="No space left"):
            save(new_figure(1, 1), target)
    assert target.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [target]
    save(new_figure(1, 1), target)
    assert target.read_bytes().startswith(SIGNATURES[".svg"])


def test_without_matplotlib_the_commands_name_the_remedy(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for words in (["draw", "rx90"], ["workspace", "planar2r"]):
        result = command(*words, "--plot", "w.png")
        assert result.status == 2
        remedy = f"run {sys.executable} -m pip install -e '.[plot]'"
        assert result.err == (
            "error: drawing needs matplotlib, which is not installed; in the folder of symoro's "
            f"clone, {remedy}\n"
        )
    assert command("workspace", "planar2r", "--samples", "100").status == 0


@pytest.mark.parametrize("extension", sorted(SIGNATURES))
def test_the_same_picture_gives_the_same_file(tmp_path: Path, extension: str) -> None:
    files = [tmp_path / f"{k}{extension}" for k in (1, 2)]
    for file in files:
        save(draw(library_robot("planar2r"), [0.6, 0.7]), file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_lengths_are_in_the_unit_that_gravity_tells(command: Command) -> None:
    """The SCARA in millimetres: its file says 9810, its results say mm."""
    scara = library_robot("scara")
    robot = scara.substitute({"D2": expression(300), "D3": expression(250)})
    base = replace(robot.base, G=(expression(0), expression(0), expression(-9810)))
    save_file(replace(robot, base=base, values=()), "scara.par")
    result = command("workspace", "scara.par", "--limit", "r4=0:0.2m", "--samples", "500")
    assert "joint 4: 0 to 200 mm (limits)" in result.out, result.err
    assert result.out.splitlines()[0].endswith(" mm^3")
    assert " m," not in result.out

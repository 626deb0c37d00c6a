"""The commands on robots: robots, show, check, new, convert, verify."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import symoro
from cli.commands import Command, Result
from symoro import library
from symoro.catalog.table import model_definition, model_entries
from symoro.cli.arguments import language_names, robot_names
from symoro.errors import VerificationError
from symoro.formats import load_file, save_file
from symoro.robot import Robot, Structure, new_robot


def loaded(path: str | Path) -> Robot:
    robot = load_file(path)
    assert isinstance(robot, Robot)
    return robot


def test_the_version_is_printed(command: Command) -> None:
    assert command("--version") == Result(0, f"symoro {symoro.__version__}\n", "")


COMMANDS = [
    *("robots", "show", "check", "new", "convert", "verify", "languages", "optimize"),
    *(m.name for m in model_entries()),
]


def test_help_lists_every_command(command: Command) -> None:
    for flag in ("-h", "--help"):
        result = command(flag)
        assert result.status == 0
        for name in COMMANDS:
            assert re.search(rf"^  {name}[ ,\n]", result.out, re.MULTILINE)


def test_help_has_the_menus_of_symoro_plus_in_their_order(command: Command) -> None:
    headings = re.findall(r"^(\w+):$", command("--help").out, re.MULTILINE)
    menus = ["Robot", "Geometric", "Kinematic", "Dynamic", "Identification", "Optimizer"]
    assert headings == ["Options", *menus]


@pytest.mark.parametrize(
    ("alias", "words"),
    [
        ("inverse-dynamics", ["idm"]),
        ("forward-dynamics", ["ddm"]),
        ("mass-matrix", ["inertia"]),
        ("bias-forces", ["ccg"]),
        ("gravity-torques", ["ccg", "--only", "gravity"]),
        ("forward-kinematics", ["transform", "--from", "0", "--to", "2"]),
    ],
)
def test_a_word_of_the_field_is_another_name_of_a_command(
    command: Command, alias: str, words: list[str]
) -> None:
    one = command(alias, "planar2r", *(words[1:] if "transform" in words else []))
    assert one.status == 0
    assert one.out == command(words[0], "planar2r", *words[1:]).out
    assert f"{alias}" in command("--help").out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(command: Command, name: str) -> None:
    result = command(name, "--help")
    assert result.status == 0
    assert f"symoro {name}" in result.out


def test_robots_lists_the_library(command: Command) -> None:
    result = command("robots")
    assert result.status == 0
    lines = result.out.splitlines()
    for name in library.names():
        assert any(line.startswith(f"{name} ") for line in lines)


def test_robots_as_data_has_sources(command: Command) -> None:
    rows = json.loads(command("robots", "--json").out)["robots"]
    assert [row["name"] for row in rows] == list(library.names())
    assert all(row["source"] and row["title"] for row in rows)
    sr400 = next(row for row in rows if row["name"] == "sr400")
    assert sr400["structure"] == "closed"
    assert sr400["joints"] == 9


def test_show_prints_the_tables_of_a_robot(command: Command) -> None:
    result = command("show", "sr400")
    assert result.status == 0
    first, *lines = result.out.splitlines()
    assert first == "sr400: closed robot, 8 links, 9 joints, 10 frames (1 fixed), loops: 1"
    assert "Geometric parameters" in lines
    row = "  2   1    1   0      0      0  -Pi/2  d2   t2     0"
    assert row in lines
    assert any(line.startswith("Provenance: ") for line in lines)


def test_robots_and_show_count_the_same_joints(command: Command) -> None:
    rows = json.loads(command("robots", "--json").out)["robots"]
    for row in rows:
        first = command("show", row["name"]).out.splitlines()[0]
        assert f", {row['joints']} joint" in first, first
    assert "2 joints, 3 frames (1 fixed)" in command("show", "planar2r").out


def test_show_as_data_is_a_robot_file(command: Command, tmp_path: Path) -> None:
    (tmp_path / "again.json").write_text(command("show", "sr400", "--json").out)
    assert loaded(tmp_path / "again.json") == library.robot("sr400")


@pytest.mark.parametrize("verb", ["show", "check", "verify", "idm"])
def test_an_unknown_robot_is_a_usage_error_with_the_nearest_names(
    command: Command, verb: str
) -> None:
    result = command(verb, "rx91")
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith(
        "error: there is no robot 'rx91' in the library; did you mean rx90"
    )
    assert "symoro robots lists them" in result.err


@pytest.mark.parametrize("verb", ["show", "check", "verify", "idm"])
@pytest.mark.parametrize("file", ["none.par", "none.json", "none.urdf", "./none", ""])
def test_a_file_that_is_not_there_is_a_usage_error(command: Command, verb: str, file: str) -> None:
    result = command(verb, file)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("error: ")


@pytest.mark.parametrize("name", library.names())
def test_the_librarys_robots_are_valid(command: Command, name: str) -> None:
    result = command("check", name)
    assert result.status == 0
    lines = result.out.splitlines()
    place = next(k for k, line in enumerate(lines) if line.startswith(f"{name}: valid "))
    warnings, mobility = lines[:place], lines[place + 1 :]
    assert mobility[0].startswith(f"{name}: mobility N = ")
    assert mobility[1:]
    assert all(line.startswith(f"{name}: end link ") for line in mobility[1:])
    fewer_motors = name in ("acrobot", "crane", "mobile3w")  # than degrees of freedom
    measured = 2 if name == "puma560" else 0  # bodies of its value set; its source says so
    assert len(warnings) == fewer_motors + measured
    assert all("value set 'akb1986'" in line for line in warnings[fewer_motors:])


def warned(command: Command, old: str, new: str) -> str:
    """What `check` says of a new robot whose file was edited."""
    command("new", "arm", "--joints", "2", "--force")
    text = Path("arm.par").read_text()
    assert text.count(old) == 1
    Path("arm.par").write_text(text.replace(old, new))
    result = command("check", "arm.par")
    assert result.status == 0
    assert "warning: " in result.out
    assert "arm.par: valid simple robot with 2 joints that move, 1 warning\n" in result.out
    return result.out


def test_check_warns_of_a_rounded_angle(command: Command) -> None:
    out = warned(command, "Alpha = {\n        0,0}", "Alpha = {\n        0,1.5708}")
    assert "frame 2, alpha: 1.5708 is taken as it stands; write Pi/2 for the exact angle" in out


def test_check_warns_of_an_impossible_body(command: Command) -> None:
    out = warned(command, "M = {\n        M1,M2}", "M = {\n        M1,-3}")
    assert "-3 is negative; no rigid body has that" in out


def test_check_notes_a_joint_without_a_motor(command: Command) -> None:
    command("new", "arm", "--joints", "2")
    text = Path("arm.par").read_text()
    Path("arm.par").write_text(text.replace("Mu = {\n        1,1}", "Mu = {\n        1,0}"))
    result = command("check", "arm.par", "--strict")
    assert result.status == 0
    note = "note: mu: the robot has 2 degrees of freedom and 1 motor: none at joint 2"
    assert f"arm.par:25:1: {note}\n" in result.out
    assert "2 joints that move, no warnings, 1 note\n" in result.out
    data = json.loads(command("check", "arm.par", "--json").out)
    assert (data["warnings"], len(data["notes"])) == ([], 1)


def test_check_warns_of_motors_that_do_not_fit_the_loops(command: Command, tmp_path: Path) -> None:
    text = library.text("fourbar")
    assert "Mu = {\n        1,0,0,0,0}" in text
    (tmp_path / "fourbar.par").write_text(text.replace("1,0,0,0,0}", "1,1,0,0,0}"))
    result = command("check", "fourbar.par")
    assert "the robot has mobility 1 and 2 motors" in result.out


def test_check_tells_the_mobility_and_redundancy(command: Command) -> None:
    out = command("check", "lwr").out
    end = "N = 7, M = 6 (largest rank of J), N - M = 1, redundant: more than 6 joints (7)"
    assert out.endswith(f"lwr: mobility N = 7\nlwr: end link 7: {end}\n")
    out = command("check", "rssr").out
    assert "N = 2 by the rank of the loops, 2 by Gruebler's count; motors: 1; turning idly" in out
    data = json.loads(command("check", "fourbar", "--json").out)["mobility"]
    assert (data["N"], data["gruebler"], data["motors"]) == (1, -2, 1)
    assert data["ends"] == [{"link": 3, "N": 1, "M": 1, "redundancy": 0, "patterns": []}]


def test_check_as_data(command: Command) -> None:
    warned(command, "Alpha = {\n        0,0}", "Alpha = {\n        0,3.1416}")
    data = json.loads(command("check", "arm.par", "--json").out)
    assert data["robot"] == "arm"
    assert data["valid"] is True
    assert len(data["warnings"]) == 1


@pytest.mark.parametrize("verb", ["check", "show", "idm", "verify"])
def test_an_invalid_file_is_refused_with_its_line_and_column(command: Command, verb: str) -> None:
    command("new", "arm", "--joints", "2")
    lines = Path("arm.par").read_text().splitlines()
    line = next(k for k, text in enumerate(lines) if text.startswith("Alpha")) + 1
    lines[line] = "        0,sin(Pi}"
    Path("arm.par").write_text("\n".join(lines))
    result = command(verb, "arm.par")
    assert result.status == 1
    assert result.out == ""
    first, source, caret = result.err.splitlines()
    assert first.startswith(f"arm.par:{line + 1}:")
    assert ": error: " in first
    assert source.strip() == "0,sin(Pi}"
    assert caret.strip() == "^"


def test_new_writes_a_simple_robot(command: Command) -> None:
    result = command("new", "arm", "--joints", "6")
    assert result == Result(0, "", "wrote arm.par\n")
    assert loaded("arm.par") == new_robot("arm", Structure.SIMPLE, 6)


def test_new_writes_trees_and_closed_robots_in_either_format(command: Command) -> None:
    command("new", "crab", "--joints", "5", "--type", "tree", "-o", "crab.json")
    assert loaded("crab.json") == new_robot("crab", Structure.TREE, 5)
    command("new", "loop", "--joints", "4", "--type", "closed", "--links", "3")
    robot = loaded("loop.par")
    assert (robot.structure, robot.n_links, robot.n_loops) == (Structure.CLOSED, 3, 1)


def test_new_writes_a_robot_with_general_symbols(command: Command) -> None:
    assert command("new", "arm", "--joints", "3", "--general").status == 0
    assert loaded("arm.par") == new_robot("arm", Structure.SIMPLE, 3, general=True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--joints", "0"),
        ("--joints", "-1"),
        ("--joints", "many"),
        ("--joints", "3", "--type", "ring"),
        ("--joints", "3", "--links", "2"),
        ("--joints", "3", "--type", "closed"),
        ("--joints", "3", "--type", "closed", "--links", "3"),
        ("--joints", "3", "--type", "closed", "--links", "0"),
        ("--joints", "3", "-o", "robot.txt"),
        ("--joints", "3", "-o", "robot"),
        ("--joints", "3", "-o", "nowhere/robot.par"),
        (),
    ],
)
def test_new_refuses_nonsense_and_writes_nothing(
    command: Command, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    result = command("new", "nonsense", *arguments)
    assert result.status == 2
    assert "rror: " in result.err
    assert list(tmp_path.iterdir()) == []


def test_convert_goes_both_ways_without_loss(command: Command) -> None:
    for name in ("sr400", "rrp"):
        assert command("convert", name, "-o", "one.json", "--force").status == 0
        assert command("convert", "one.json", "-o", "two.par", "--force").status == 0
        assert loaded("two.par") == loaded("one.json") == library.robot(name)


def test_convert_refuses_another_format(command: Command, tmp_path: Path) -> None:
    result = command("convert", "rrp", "-o", "rrp.sdf")
    assert result.status == 2
    assert "robot files are .par, .json" in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("new", "arm", "--joints", "2"), ("convert", "rrp")])
def test_an_existing_file_is_kept_unless_forced(
    command: Command, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    file = tmp_path / "mine.par"
    file.write_text("precious")
    result = command(*arguments, "-o", "mine.par")
    assert result == Result(2, "", "error: mine.par exists; --force overwrites it\n")
    assert file.read_text() == "precious"
    assert command(*arguments, "-o", "mine.par", "--force").status == 0
    assert loaded(file).n_links > 0


def test_verify_names_the_reference(command: Command) -> None:
    result = command("verify", "rrp")
    assert result.status == 0
    lines = result.out.splitlines()
    place = lines.index("rrp idm: GAM, E, N")
    assert lines[place + 1] == "  Verified against momentum balance in the world frame:"
    assert "exact equality modulo a 61-bit prime" in lines[place + 3]


def test_verify_runs_every_model_and_skips_those_of_loops_in_one_line(command: Command) -> None:
    result = command("verify", "planar2r")
    assert result.status == 0
    shown = [line.split()[1].rstrip(":") for line in result.out.splitlines() if line[0] != " "]
    models = [item.name for item in model_entries() if not (item.loops or item.wheels)]
    assert list(dict.fromkeys(shown)) == [*models, "igm"]
    assert result.err == (
        "jacobian --orientation euler: refused: planar2r: euler coordinates of frame 3 are "
        "degenerate in every posture; those that are not: rpy, quaternion, axis-angle, matrix, "
        "matrix-na\n"
        "operational-control --near: refused: planar2r: --near is for tasks with fewer rows than "
        "joints; here both are 2, and the task leaves no choice\n"
        "planar2r has no loops; skipped: loop-geometry, loop-kinematics\n"
        "planar2r has no wheels; skipped: rolling\n"
    )
    for form in ("ddm --method recursive: QDP, E, N", "ddm --method matrix: QDP"):
        assert f"planar2r {form}\n  Verified against inverse dynamics" in result.out


def test_verify_takes_a_closed_robot_or_its_equivalent_tree_and_says_which(
    command: Command,
) -> None:
    result = command("verify", "fourbar")
    assert result.status == 0
    refused, skipped = result.err.splitlines()
    assert refused.startswith("jacobian --orientation euler: refused: fourbar: euler coordinates")
    assert skipped == "fourbar has no wheels; skipped: rolling"
    shown = [line for line in result.out.splitlines() if line[0] != " "]
    trees = [line for line in shown if "tree" in line]
    assert "fourbar ddm --method recursive (equivalent tree): QDP, E, N" in trees
    assert any(line.startswith("fourbar idm: GAM, ") for line in shown)
    chains = [line for line in trees if line.startswith("fourbar igm --method paul --to ")]
    assert len(chains) == 2
    models = [line for line in trees if "--reference" not in line and line not in chains]
    menus = {model_definition(line.split()[1]).menu for line in models}
    assert menus == {"Dynamic"}
    assert "fourbar loop-geometry: Q" in shown
    actuated = [line.split()[1] for line in shown if " --actuated: " in line]
    assert actuated == [
        item.name for item in model_entries() if "actuated" in [each.name for each in item.options]
    ]
    assert "fourbar loop-kinematics: Wa, Wp, Wac, Wpc, Wc, Psi, Phi, W, GAP, GAPP" in shown


def test_verify_says_why_a_model_refuses_a_robot_and_goes_on(command: Command) -> None:
    result = command("verify", "rssr")
    assert result.status == 0
    assert "loop-geometry: refused: rssr has no closed form" in result.err
    massless = "ddm --method recursive: refused: rssr: joint 7 carries no inertia"
    assert massless in result.err  # of its equivalent tree
    assert "\nrssr ddm --method matrix: QDP" in result.out


def test_verify_as_data(command: Command) -> None:
    models = json.loads(command("verify", "planar2r", "--json").out)["models"]
    every = [m.name for m in model_entries() if not (m.loops or m.wheels)]
    names = dict.fromkeys(data["model"] for data in models)  # gravity is a form of ccg
    assert [name for name in names if name in every] == every
    ddm = [data["options"] for data in models if data["model"] == "ddm"]
    assert ddm == ["--outputs * --method recursive", "--outputs * --method matrix"]
    assert all(data["verified"]["max_rel_error"] <= 1e-9 for data in models)


def test_verify_of_a_robot_without_models_is_refused(command: Command, tmp_path: Path) -> None:
    robot = library.robot("planar2r")
    one, two, end = robot.frames
    frames = (one, replace(two, d=one.theta), end)
    save_file(replace(robot, frames=frames), tmp_path / "moving.par")
    result = command("verify", "moving.par")
    assert result.status == 1
    assert result.out == ""
    assert "idm: refused: planar2r: frame 2, d depends on t1, the variable of joint 1" in result.err
    assert "error: planar2r can have none of the models; the reasons are above" in result.err


def test_names_are_completed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("rx90_mine.par", "rx.json", "rx.txt"):
        (tmp_path / file).write_text("")
    assert robot_names("rx") == ["rx130l", "rx90", "rx90_mine.par", "rx.json"]
    assert robot_names("zz") == []
    assert set(library.names()) <= set(robot_names(""))
    assert language_names("n") == ["numpy"]


def test_an_invalid_file_is_told_as_data_too(command: Command) -> None:
    Path("bad.par").write_text("Ant = {0\n", encoding="utf-8")
    result = command("check", "bad.par", "--json")
    assert result.status == 1
    data = json.loads(result.out)
    assert data["valid"] is False
    assert data["error"]["file"] == "bad.par"
    assert data["error"]["line"] == 1
    assert "bad.par:1:" in result.err


def test_a_library_robot_is_found_beside_a_file_of_its_name(command: Command) -> None:
    Path("ur5").write_text("anything", encoding="utf-8")
    assert command("show", "ur5").status == 0


def test_a_failed_verification_is_not_a_refusal(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise VerificationError("GAM differs")

    monkeypatch.setattr("symoro.pipeline.build_model.verify", broken)
    result = command("verify", "planar2r")
    assert result.status == 1
    assert "idm: FAILED: GAM differs" in result.err
    failed = result.err.splitlines()[-1].removeprefix("error: planar2r: not verified: ").split(", ")
    every = [item.name for item in model_entries() if not (item.loops or item.wheels)]
    assert list(dict.fromkeys(name.split()[0] for name in failed)) == every
    assert {"ddm --method recursive", "ddm --method matrix"} <= set(failed)

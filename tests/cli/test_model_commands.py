"""The command of a model: the listing, files, data, refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import symoro
from cli.commands import Command
from two_arms import PINOCCHIO, write_two_arms


def test_without_a_language_the_listing_is_printed_and_the_summary_goes_to_stderr(
    command: Command,
) -> None:
    result = command("idm", "rrp")
    assert result.status == 0
    assert result.out == symoro.idm(symoro.load("rrp"), level="O1").code("listing")
    assert "A311=S1*Sa1;" in result.out.splitlines()
    summary = "rrp idm at O1: 92 additions, 95 multiplications, 6 sines and cosines"
    assert result.err.splitlines()[0] == summary
    assert "Verified against" in result.err


def test_files_of_several_languages_go_to_a_folder(command: Command, tmp_path: Path) -> None:
    result = command("idm", "rx90", "--lang", "c", "--lang", "python", "-o", "out/idm")
    assert result.status == 0
    assert result.out == ""
    names = ["rx90_dyn.c", "rx90_dyn.h", "rx90_parameters.h", "rx90_dyn_main.c"]
    names += ["rx90_dyn.py", "rx90_dyn_main.py"]
    assert result.err.splitlines()[:6] == [f"wrote out/idm/{name}" for name in names]
    assert sorted(p.name for p in (tmp_path / "out/idm").iterdir()) == sorted(names)
    assert "void rx90_idm_step(" in (tmp_path / "out/idm/rx90_dyn.c").read_text()


def test_a_shared_file_that_changes_is_warned_of(command: Command) -> None:
    assert "warning" not in command("idm", "planar2r", "--lang", "c", "-o", ".").err
    result = command("ddm", "planar2r", "--with", "friction", "--lang", "c", "-o", ".")
    assert result.status == 0
    first = "warning: planar2r_parameters.h has more parameters now: compile planar2r_dyn.h again"
    assert result.err.splitlines()[0] == first


def test_a_file_of_another_request_is_kept_unless_forced(command: Command) -> None:
    assert command("jacobian", "rx90", "--link", "3", "-o", ".", "--no-verify").status == 0
    assert command("jacobian", "rx90", "--link", "6", "-o", ".", "--no-verify").status == 0
    names = ["rx90.jac_link3", "rx90.jac_link6"]
    assert sorted(path.name for path in Path().iterdir()) == names
    asked = ("jacobian", "rx90", "--link", "3", "--outputs", "J", "-o", ".", "--no-verify")
    kept = Path(names[0]).read_text(encoding="utf-8")
    result = command(*asked)
    assert result.status == 2
    assert "rx90.jac_link3 was made at level O1 with --link 3 --no-verify, this one" in result.err
    assert result.err.endswith("another folder keeps both, --force replaces it\n")
    assert Path(names[0]).read_text(encoding="utf-8") == kept
    assert command(*asked, "--force").err.startswith("warning: rx90.jac_link3 was made at level O1")
    assert Path(names[0]).read_text(encoding="utf-8") != kept


def test_the_listing_goes_to_a_folder_under_symoros_name(command: Command, tmp_path: Path) -> None:
    command("idm", "rrp", "-o", "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["rrp.dyn"]


def test_code_is_printed_without_a_folder(command: Command) -> None:
    assert "def rrp_idm_step(q, QP, QDP, k):" in command("idm", "rrp", "--lang", "python").out
    one_part = command("idm", "rrp", "--lang", "python", "--level", "O1").out
    assert "def rrp_idm(q, QP, QDP, p):" in one_part
    both = command("idm", "rrp", "--lang", "c", "--lang", "numpy").out
    assert "void rrp_idm_step(" in both
    assert "import numpy as np" in both


def test_data_has_the_keys_of_the_contract(command: Command) -> None:
    result = command("idm", "rx90", "--level", "o1", "--json", "--lang", "c", "-o", "out")
    data = json.loads(result.out)
    assert list(data) == [
        "robot",
        "model",
        "level",
        "operations",
        "arguments",
        "parameters",
        "outputs",
        "files",
        "assumptions",
        "notes",
        "warnings",
        "verified",
        "report",
        "seconds",
    ]
    names = ("dyn.c", "dyn.h", "parameters.h", "dyn_main.c")
    assert data["files"] == [f"out/rx90_{name}" for name in names]
    assert data["operations"]["add"] == 286
    assert data["operations"]["mul"] == 288
    assert data["verified"]["states"] >= 20
    assert result.err == ""


def test_options_reach_the_model(command: Command) -> None:
    def asked(*options: str) -> dict[str, object]:
        data: dict[str, object] = json.loads(command("idm", "rrp", "--json", *options).out)
        return data

    assert asked("--outputs", "GAM,E*")["outputs"] == ["GAM", "E"]
    assert asked("--outputs", "N", "--outputs", "E")["outputs"] == ["E", "N"]
    assert asked("--level", "O0")["level"] == "O0"
    assert asked("--no-verify")["verified"] is None
    friction = asked("--with", "friction", "--with", "wrench=3")["operations"]
    assert isinstance(friction, dict)
    assert friction["functions"] == {"sign": 3}
    special = asked("--set", "a1=0", "--set", "G3 = 9.81")["operations"]
    assert isinstance(special, dict)
    assert special["trig"] == 2  # gravity along axis 1: no joint 1 in it


def test_a_closed_robot_is_refused_by_a_recursion_and_tree_is_named(command: Command) -> None:
    result = command("ddm", "sr400", "--method", "recursive", "--lang", "c", "-o", "out")
    assert result.status == 1
    assert result.out == ""
    assert result.err.startswith("error: sr400 is a closed robot")
    assert "--tree" in result.err
    assert not Path("out").exists()


def test_the_equivalent_tree_is_noted(command: Command) -> None:
    result = command("idm", "sr400", "--tree")
    assert result.status == 0
    note = "Note: model of the equivalent tree; loops cut: 1"
    assert note in result.err.splitlines()
    assert f"(* {note} *)" in result.out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--lang", "klingon"), "there is no language klingon; the languages are listing, c"),
        (("--level", "O7"), "there is no level O7; levels are O0, O1"),
        (("--outputs", "TAU"), "idm has no output TAU; its outputs are GAM, E, N"),
        (("--outputs", " , "), "--outputs takes NAMES, and none is given"),
        (
            ("--with", "luck"),
            "--with luck is not valid; choose ia, friction, friction=LAWS (coulomb, viscous, "
            "offset, directions, stribeck, sqrt, load, smooth), wrench=J (J: the number of a link)",
        ),
        (("--with", "wrench=9"), "there is no link 9 in rrp; links are 1 to 3"),
        (("--set", "a1"), "--set takes NAME=EXPR, not a1"),
        (("--set", "=3"), "--set takes NAME=EXPR, not =3"),
        (("--set", "zz=3"), "rrp has no symbol zz"),
        (("--frobnicate",), "No such option"),
        (("extra",), "unexpected extra argument"),
    ],
)
def test_wrong_usage_is_status_two_and_says_what_would_be_right(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = command("idm", "rrp", "-o", "out", *arguments)
    assert result.status == 2
    assert result.out == ""
    assert message in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        ("ccg planar2r --only gravity --only coriolis", "ccg planar2r --only gravity,coriolis"),
        ("operational planar3r --rows 1 --rows 2,6", "operational planar3r --rows 1,2,6"),
    ],
)
def test_lists_may_be_given_in_several_parts(command: Command, parts: str, whole: str) -> None:
    assert command(*parts.split()).out == command(*whole.split()).out != ""


def test_a_list_without_a_word_is_refused(command: Command) -> None:
    result = command("ccg", "planar2r", "--only", "")
    assert result.status == 2
    assert "--only takes TERMS, and none is given" in result.err


def test_a_substitution_that_is_not_an_expression_is_refused_with_its_column(
    command: Command,
) -> None:
    result = command("idm", "rrp", "--set", "a1=Pi/")
    assert result.status == 2
    assert result.err.startswith("error: --set a1: ")
    assert "column 4 of 'Pi/'" in result.err


def test_a_folder_that_is_a_file_is_a_usage_error(command: Command) -> None:
    Path("out").write_text("in the way")
    result = command("idm", "rrp", "-o", "out")
    assert result.status == 2
    assert result.err.startswith("error: out: cannot make this folder")
    assert Path("out").read_text() == "in the way"


def test_a_missing_robot_and_a_missing_command_are_usage_errors(command: Command) -> None:
    assert command("idm").status == 2
    assert command("frobnicate").status == 2
    assert command().status == 2


def test_a_language_that_is_given_twice_is_printed_once(command: Command) -> None:
    once = command("idm", "planar2r", "--lang", "c", "--no-verify")
    assert command("idm", "planar2r", "--lang", "c", "--lang", "C", "--no-verify") == once


def test_without_a_folder_the_main_file_alone_is_printed(command: Command) -> None:
    result = command("idm", "planar2r", "--lang", "C")
    included = re.findall(r"#include (\S+)", result.out)
    assert included == ['"planar2r_dyn.h"', "<math.h>", "<stddef.h>"]
    assert "typedef struct" not in result.out
    assert "planar2r_dyn.c needs planar2r_dyn.h, planar2r_parameters.h: -o DIR" in result.err


def test_an_order_of_joints_comes_from_the_command_line(command: Command, tmp_path: Path) -> None:
    path = str(write_two_arms(tmp_path))
    result = command("ccg", path, "--order", "pinocchio", "--json")
    assert result.status == 0
    data = json.loads(result.out)
    assert [row["joint"] for row in data["joints"]] == [*PINOCCHIO]
    assert data["options"] == "--order pinocchio"
    by_names = command("ccg", path, "--order", ",".join(PINOCCHIO), "--json")
    assert json.loads(by_names.out)["joints"] == data["joints"]
    assert "--order lacks the joints waist, " in command("ccg", path, "--order", PINOCCHIO[1]).err
    numbers = command("linearize", path, "--at", "t1=0", "--order", "file")
    assert "--order is for the program; --at asks for numbers" in numbers.err

"""``symoro optimize``: the user's line, its summary, its refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import Command


@pytest.fixture
def listing(command: Command) -> Path:
    """A listing that symoro wrote."""
    assert command("idm", "rrp", "-o", "out", "--no-verify").status == 0
    return Path("out/rrp.dyn")


def test_two_torques_in_c(command: Command, listing: Path) -> None:
    done = command("optimize", str(listing), "--outputs", "GAM2,GAM3", "--lang", "c", "-o", "c")
    assert done.status == 0
    assert done.out == ""
    assert "wrote c/rrp_dyno_outputsGAM2_GAM3.c" in done.err
    assert "rrp.dyn at O2: " in done.err
    assert "Note: read as listing, recognised by its text" in done.err
    assert "tables in its header: q: q1, q2, q3; QP: QP1, QP2, QP3" in done.err
    assert "Note: before: 92 additions, 95 multiplications, 6 sines and cosines" in done.err
    source = Path("c/rrp_dyno_outputsGAM2_GAM3.c").read_text(encoding="utf-8")
    assert "GAM[1] = GAM3" in source
    assert "GAM1" not in source


def test_the_listing_is_the_default_and_keeps_its_statements(
    command: Command, listing: Path
) -> None:
    def statements(text: str) -> dict[str, list[str]]:
        """The letters of each statement, by name: factors may come in another order."""
        lines = text.partition("(* Equations *)")[2].split()
        return {line.partition("=")[0]: sorted(line) for line in lines if "=" in line}

    before = statements(listing.read_text(encoding="utf-8"))
    done = command("optimize", str(listing), "--outputs", "GAM2,GAM3")
    assert done.status == 0
    after = statements(done.out)
    assert len(after) < len(before)
    assert list(after) == [name for name in before if name in after]
    assert after == {name: before[name] for name in after}
    assert list(after)[-2:] == ["GAM2", "GAM3"]
    assert "rrp.dyn at O1: " in done.err


def test_variables_and_json(command: Command, listing: Path) -> None:
    done = command("optimize", str(listing), "--outputs", "GAM3", "--variables")
    assert done.out.splitlines()[-1] == "outputs (1): GAM3"
    assert done.out.startswith("states (")
    done = command("optimize", str(listing), "--outputs", "N3,GAM", "--json")
    data = json.loads(done.out)
    assert data["outputs"] == {"N": ["N31", "N32", "N33"], "GAM": ["GAM1", "GAM2", "GAM3"]}
    assert data["level"] == "O1"
    assert data["before"]["add"] == data["operations"]["add"] == 92
    assert data["verified"]["exact"]["points"] == 2
    assert data["variables"]["outputs"] == ["N31", "N32", "N33", "GAM1", "GAM2", "GAM3"]


def test_language_and_states_are_asked_for(command: Command) -> None:
    Path("a.txt").write_text("x = a*w\n", encoding="utf-8")
    done = command("optimize", "a.txt", "--from", "fortran", "--states", "w", "--json")
    data = json.loads(done.out)
    assert data["language"] == "fortran"
    assert data["variables"]["states"] == ["w"]
    assert data["variables"]["parameters"] == ["a"]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("--outputs", "GAX"), 2, "nearest are GAM"),
        (("--outputs", ","), 2, "none is given"),
        (("--states", "q*,zz*"), 2, "no input fits zz*; the inputs are "),
        (("--level", "O3"), 2, "levels O1 and O2"),
        (("--from", "basic"), 2, "not read from basic"),
        (("--lang", "basic"), 2, "no language basic"),
        (("--variables", "--lang", "c"), 2, "--variables prints names"),
        (("--from", "maple"), 1, "rrp.dyn:1:"),
    ],
)
def test_refusals(
    command: Command, listing: Path, arguments: tuple[str, ...], status: int, said: str
) -> None:
    done = command("optimize", str(listing), *arguments)
    assert done.status == status
    assert said in done.err
    assert done.out == ""


def test_a_hostile_file_is_refused_with_its_place(command: Command) -> None:
    Path("bad.dyn").write_text('a=1;\nb=__import__("os");\n', encoding="utf-8")
    done = command("optimize", "bad.dyn", "--lang", "c", "-o", "out")
    assert done.status == 1
    assert done.err.startswith("bad.dyn:2:3: error: __import__ is not a function")
    assert done.err.splitlines()[1:3] == ['  b=__import__("os");', "    ^"]
    assert not Path("out").exists()


def test_by_default_the_outputs_are_those_that_our_text_names(command: Command) -> None:
    """The last acceleration uses the others: none of them is lost."""
    assert command("ddm", "rrp", "-o", "out", "--level", "O2", "--no-verify").status == 0
    done = command("optimize", "out/rrp.ddm", "--variables")
    assert done.out.splitlines()[-1] == "outputs (3): QDP1, QDP2, QDP3"
    assert "Note: outputs QDP: those that the text names" in done.err
    Path("other.txt").write_text("a=q1;b=a*2;", encoding="utf-8")
    done = command("optimize", "other.txt", "--variables")
    assert done.out.splitlines()[-1] == "outputs (1): b"
    assert "Note: outputs b: the variables that nothing uses" in done.err


def test_code_on_the_screen_needs_no_main_program(command: Command, listing: Path) -> None:
    done = command("optimize", str(listing), "--outputs", "GAM", "--lang", "c")
    assert "rrp_dyno.c needs rrp_dyno.h" in done.err
    assert "_main.c" not in done.err


def test_no_file_and_a_folder(command: Command) -> None:
    done = command("optimize", "out/rx90.dyn")
    assert done.status == 2
    assert "out/rx90.dyn: there is no such file; listings are written by" in done.err
    assert "symoro idm rx90 -o out" in done.err
    done = command("optimize", ".")
    assert done.status == 2
    assert "a folder, not a program text" in done.err
    assert "robot" not in done.err

"""The command for base parameters, and the option --base of the models."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import symoro
from cli.commands import Command


def test_the_relations_and_the_table_are_printed(command: Command) -> None:
    result = command("base-parameters", "rrp")
    assert result.status == 0
    assert result.out == symoro.base_parameters(symoro.load("rrp")).text()
    assert "ZZ1R=YY2 + ZZ1 + ZZ3" in result.out.splitlines()
    assert result.err.splitlines()[0] == "Number of base inertial parameters : 14"


def test_both_files_are_written_and_read_again(command: Command, tmp_path: Path) -> None:
    result = command("base-parameters", "rx90", "-o", "out")
    assert result.out == ""
    assert result.err.splitlines()[:2] == ["wrote out/rx90.regp", "wrote out/rx90base.par"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "rx90.regp",
        "rx90base.par",
    ]
    made = json.loads(command("idm", "out/rx90base.par", "--json").out)
    asked = json.loads(command("idm", "rx90", "--base", "--json").out)
    assert made["operations"] == asked["operations"]


def test_files_of_other_options_are_kept_unless_forced(command: Command, tmp_path: Path) -> None:
    asked = ("base-parameters", "planar2r", "-o", ".")
    assert command(*asked).status == 0
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    refused = command(*asked, "--with", "friction")
    assert refused.status == 2
    assert "planar2r.regp was made without options, this one is made with --with" in refused.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == kept
    forced = command(*asked, "--with", "friction", "--force")
    assert forced.err.count("warning: planar2r") == 2
    assert b"FV1" in (tmp_path / "planar2rbase.par").read_bytes()


def test_the_numeric_method_has_files_of_its_own(command: Command, tmp_path: Path) -> None:
    result = command("base-parameters", "ur5", "--numeric", "-o", ".")
    assert result.status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ur5.Nreg", "ur5baseN.par"]
    assert "Number of base inertial parameters : 36" in (tmp_path / "ur5.Nreg").read_text()


@pytest.mark.parametrize(
    ("options", "count"),
    [((), 39), (("--tree",), 50), (("--mode", "2"), 47), (("--with", "ia"), 43)],
)
def test_closed_robots_have_modes_and_a_tree(
    command: Command, options: tuple[str, ...], count: int
) -> None:
    data = json.loads(command("base-parameters", "sr400", "--json", *options).out)
    assert data["count"] == count
    assert len(data["parameters"]) == count


def test_the_result_can_be_read_as_latex_and_as_an_explanation(command: Command) -> None:
    assert r"\mathit{XX}_{6R} &=" in command("base-parameters", "rx90", "--latex").out
    assert (
        "\nM6: grouped into M5 (theorem 1: " in command("base-parameters", "rx90", "--explain").out
    )
    both = command("base-parameters", "rx90", "--explain", "--latex").out
    assert r"h_{\mathit{M}_{6}} &= h_{\mathit{M}_{5}}" in both


def test_substitutions_come_first(command: Command) -> None:
    out = command("base-parameters", "rx90", "--set", "D3=0.3").out
    assert "MX2R=0.3*M3 + 0.3*M4 + 0.3*M5 + 0.3*M6 + MX2" in out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rrp", "--mode", "1"), "rrp has no loops, so there are no assembly modes to choose"),
        (("rrp", "--with", "luck"), "choose ia, friction, friction=LAWS"),
        (("rrp", "--set", "zz=1"), "rrp has no symbol zz"),
        (("rrp", "--json", "--latex"), "--json prints everything"),
        (("rrp", "--numeric", "--constraints", "no.cons"), "no.cons: there is no such file"),
        (("sr400", "--constraints", "a.cons"), "belong to the numeric method"),
        (("sr400", "--mode", "9"), "mode"),
    ],
)
def test_wrong_usage_writes_nothing(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = command("base-parameters", *arguments, "-o", "out")
    assert result.status == 2
    assert result.out == ""
    assert message in result.err
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_writes_nothing(command: Command, tmp_path: Path) -> None:
    result = command("base-parameters", "rrp", "--set", "MX3=M3*b1", "-o", "out")
    assert result.status == 1
    assert result.err.startswith("error: rrp: link 3, MX: b1 is also in frame 1, b")
    assert list(tmp_path.iterdir()) == []


def test_a_robot_without_gravity_is_told(command: Command, tmp_path: Path) -> None:
    symoro.save(symoro.load("rrp"), tmp_path / "arm.par")
    text = (tmp_path / "arm.par").read_text()
    start, end = text.index("G = {"), text.index("(* End")
    (tmp_path / "arm.par").write_text(text[:start] + text[end:])
    result = command("base-parameters", "arm.par")
    assert result.status == 0
    assert "Note: gravity is zero: what only gravity would show has no effect" in result.err


# --base


def test_a_model_in_base_parameters_says_so(command: Command) -> None:
    result = command("idm", "rrp", "--base")
    assert result.err.splitlines()[0] == (
        "rrpbase idm at O1: 66 additions, 77 multiplications, 6 sines and cosines"
    )
    assert (
        "Verified against momentum balance in the world frame, standard parameters:" in result.err
    )
    assert "(*   ZZ1R=YY2 + ZZ1 + ZZ3 *)" in result.out.splitlines()
    assert "(* File rrpbase.dyn *)" in result.out.splitlines()


def test_reactions_in_base_parameters_are_refused(command: Command, tmp_path: Path) -> None:
    result = command("idm", "rrp", "--base", "--outputs", "GAM,E", "-o", "out")
    assert result.status == 1
    assert "groupings move mass from link to link" in result.err
    assert list(tmp_path.iterdir()) == []


def test_models_without_inertia_do_not_offer_it(command: Command) -> None:
    assert "--base" not in command("jacobian", "--help").out
    assert "--base" in command("idm", "--help").out
    assert command("jacobian", "rx90", "--base").status == 2


def test_verify_compares_the_models_in_base_parameters(command: Command) -> None:
    result = command("verify", "rrp", "--base")
    assert result.status == 0
    for name in ("idm", "energy-model", "regressor", "filtered-model"):
        assert f"rrp {name}: " in result.out
    assert "jacobian" not in result.out
    assert "standard parameters" in result.out

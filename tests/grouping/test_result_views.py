"""How base parameters look: SYMORO+'s text, LaTeX, explanations, HTML, data, files."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

import symoro
from grouping.chains import general_chain
from html_reader import read
from symoro import BaseParameters, UsageError
from symoro.expressions import parse
from symoro.grouping.result import Proof
from symoro.robot.parameter import DYNAMIC, nonzero_parameters

# Figure 4 of P. Lemoine and W. Khalil, Symbolic Dynamics, Encyclopedia of Robotics, Springer.
FIGURE_4 = """\
ZZ1R=YY2 + ZZ1 + ZZ3
MY1R=MY1 - MZ2
XX2R=XX2 + XX3 - YY2 - ZZ3
XY2R=XY2 - XZ3
XZ2R=XY3 + XZ2
YZ2R=YZ2 - YZ3
ZZ2R=YY3 + ZZ2
"""
FIGURE_4_TABLE = """\
j XX   XY   XZ   YY YZ   ZZ   MX  MY   MZ  M
1 0    0    0    0  0    ZZ1R MX1 MY1R 0   0
2 XX2R XY2R XZ2R 0  YZ2R ZZ2R MX2 MY2  0   0
3 0    0    0    0  0    0    MX3 MY3  MZ3 M3
"""


@pytest.fixture(scope="module")
def rrp() -> BaseParameters:
    return symoro.base_parameters(symoro.load("rrp"))


@pytest.fixture(scope="module")
def parallelogram() -> BaseParameters:
    return symoro.base_parameters(symoro.load("sr400"), include="ia")


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def part(text: str, start: str, end: str) -> str:
    return text.partition(f"{start}\n")[2].partition(f"{end}")[0]


# Text


def test_the_text_is_the_published_one(rrp: BaseParameters) -> None:
    text = rrp.text()
    assert part(text, "The regrouping relations are", "Parameters without") == FIGURE_4
    table = part(text, "The base inertial parameters are", "Number of")
    assert cells(table) == cells(FIGURE_4_TABLE)
    assert cells(rrp.table()) == cells(FIGURE_4_TABLE)
    standard = part(text, "Standard inertial parameters", "Acceleration")
    assert cells(standard)[1:] == [
        [str(j), *(str(entry) for entry in link.inertial)]
        for j, link in enumerate(rrp.standard.links, start=1)
    ]


def test_the_text_drops_nothing(parallelogram: BaseParameters) -> None:
    """Each standard parameter stands in the base table, in a relation or among those without."""
    text = parallelogram.text()
    relations = part(text, "The regrouping relations are", "Parameters without")
    inside = {n for line in relations.splitlines() for n in parse(line.split("=")[1]).symbols}
    without = set(part(text, "dynamic model", "\n\n").replace(",", " ").split())
    table = set(part(text, "The base inertial parameters are", "Number of").split())
    for p in nonzero_parameters(parallelogram.standard, DYNAMIC):
        assert (str(p) in inside or str(p) in table) != (str(p) in without), str(p)


def test_the_text_counts_names_the_mode_and_the_proof(parallelogram: BaseParameters) -> None:
    shown = replace(parallelogram, proof=Proof(43, "as many as the rank"))
    lines = shown.text().splitlines()
    assert "as many as the rank" in lines
    assert "Number of base inertial parameters : 43" in lines
    assert "Loops : mode 1: loop 9 parallelogram" in lines
    assert "IA" in part(parallelogram.text(), "The base inertial parameters are", "\n")


def test_long_relations_are_said_to_come_in_steps() -> None:
    text = symoro.base_parameters(general_chain(9)).text()
    assert "(in steps: YYR8 and the like are totals that later lines use)" in text
    assert max(map(len, text.splitlines())) < 200


def test_nothing_to_regroup_is_said() -> None:
    base = symoro.base_parameters(symoro.load("rrp")).robot
    assert "No parameters are regrouped\n" in symoro.base_parameters(base).text()


# LaTeX, explanations, HTML, data


def test_latex_has_an_equation_for_each_relation(rrp: BaseParameters) -> None:
    text = rrp.latex()
    assert text.count("&=") == len(rrp.relations)
    assert r"\mathit{MY}_{1R} &= \mathit{MY}_{1} - \mathit{MZ}_{2}" in text
    rx90 = symoro.base_parameters(symoro.load("rx90")).latex()
    assert (
        r"&= \mathit{ZZ}_{1} + \mathit{YY}_{2} + \mathit{YY}_{3} + M_{3}\,D_{3}^{2} + M_{4}" in rx90
    )
    assert r"&= \mathit{XX}_{4} - \mathit{YY}_{4} + \mathit{YY}_{5}" in rx90
    assert r"D_{3}^{2}" in rx90


def test_each_standard_parameter_is_explained_once(parallelogram: BaseParameters) -> None:
    lines = parallelogram.explain().splitlines()
    own = [str(p) for p in nonzero_parameters(parallelogram.standard, DYNAMIC)]
    assert [line.partition(":")[0] for line in lines][: len(own)] == own
    said = dict(line.split(": ", 1) for line in lines)
    assert said["MX6"] == "kept as it is"
    assert said["XX6"] == "kept, with others grouped into it as XX6R"
    assert said["M6"].startswith("grouped into M5 (theorem 1: ")
    assert said["XY1"].startswith("no effect (rule 4: ")
    assert "which has no effect" in said["MZ7"]


def test_an_explanation_gives_the_energy_functions(rrp: BaseParameters) -> None:
    lines = rrp.explain("latex").splitlines()
    assert len(lines) == len(rrp.steps) + 2
    assert any(line.startswith(r"h_{\mathit{MZ}_{2}} &= -h_{\mathit{MY}_{1}} &&") for line in lines)
    assert any(line.startswith(r"h_{\mathit{XX}_{1}} &= \text{constant}") for line in lines)
    with pytest.raises(UsageError, match="explain takes text or latex, not html"):
        rrp.explain("html")


def test_a_notebook_shows_relations_and_table(rrp: BaseParameters) -> None:
    cells = read(rrp._repr_html_()).cells
    assert ["XX2R", "XX2 - YY2 + XX3 - ZZ3"] in cells  # by link, as books have it
    assert ["1", *("0",) * 5, "ZZ1R", "MX1", "MY1R", "0", "0"] in cells
    assert repr(rrp) == "<BaseParameters of rrp: 14, symbolic method>"


def test_the_data_holds_everything(rrp: BaseParameters) -> None:
    data = json.loads(json.dumps(rrp.as_dict([Path("rrp.regp")])))
    assert data["count"] == len(data["parameters"]) == 14
    assert data["base_robot"] == "rrpbase"
    assert data["relations"][0] == {
        "name": "ZZ1R",
        "expression": "YY2 + ZZ1 + ZZ3",
        "total": False,
    }
    assert data["parameters"][0] == {
        "name": "ZZ1R",
        "link": 1,
        "field": "ZZ",
        "grouped": True,
        "contains": ["ZZ1", "YY2", "ZZ3"],
    }
    assert len(data["steps"]) == len(rrp.steps)
    assert data["verified"] == {"rank": rrp.proof.rank, "how": rrp.proof.text}
    assert data["files"] == ["rrp.regp"]
    assert data["mode"] is None


# Files


def test_files_hold_the_text_and_the_robot(rrp: BaseParameters, tmp_path: Path) -> None:
    written = rrp.write(tmp_path / "out")
    assert [path.name for path in written] == ["rrp.regp", "rrpbase.par"]
    assert written[0].read_text() == rrp.text()
    again = symoro.load(written[1])
    assert again == rrp.robot
    assert symoro.idm(again).operations == symoro.idm(rrp.standard, base_parameters=True).operations


def test_files_are_written_both_or_neither(
    rrp: BaseParameters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rrp.regp").write_text("old relations")
    (tmp_path / "rrpbase.par").mkdir()
    replaced = pytest.warns(UserWarning, match=r"rrp.regp is another file, .* it is replaced")
    with replaced, pytest.raises(UsageError, match=r"rrpbase.par: cannot write: a folder"):
        rrp.write(tmp_path, force=True)
    assert (tmp_path / "rrp.regp").read_text() == "old relations"
    (tmp_path / "rrpbase.par").rmdir()
    true_replace = os.replace

    def failing(source: Path, target: Path) -> None:
        if Path(target).name == "rrpbase.par":
            raise OSError(28, "No space left on device")
        true_replace(source, target)

    monkeypatch.setattr("symoro.file_sets.os.replace", failing)
    full = r"rrpbase.par: cannot write: No space left on device"
    with pytest.warns(UserWarning, match="replaced"), pytest.raises(UsageError, match=full):
        rrp.write(tmp_path, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["rrp.regp"]
    assert (tmp_path / "rrp.regp").read_text() == "old relations"


@pytest.mark.parametrize("name", ["rrp.regp", "rrpbase.par"])
def test_files_of_other_options_are_kept_unless_forced(
    name: str, rrp: BaseParameters, tmp_path: Path
) -> None:
    for path in rrp.write(tmp_path):
        if path.name != name:
            path.unlink()
    before = (tmp_path / name).read_text()
    other = symoro.base_parameters(rrp.standard, include="friction", substitute={"G3": -10})
    with pytest.raises(UsageError, match=r"made without options, .* with --with friction --set G3"):
        other.write(tmp_path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, before)]
    with pytest.warns(UserWarning, match="was made without options: it is replaced"):
        other.write(tmp_path, force=True)
    assert "Options: --with friction --set G3=-10" in (tmp_path / name).read_text()
    other.write(tmp_path)


def test_a_robot_that_was_edited_under_its_name_replaces_its_files(
    rrp: BaseParameters, tmp_path: Path
) -> None:
    rrp.write(tmp_path)
    edited = replace(
        rrp.standard, links=(replace(rrp.standard.links[0], M=parse("3")), *rrp.standard.links[1:])
    )
    (relations, _) = symoro.base_parameters(edited).write(tmp_path)
    assert relations.read_text() != rrp.text()


def test_numbers_and_constraints_are_part_of_the_question() -> None:
    numbers = {"d2": 0.5, "d3": 1.0}
    found = symoro.base_parameters(symoro.load("planar2r"), "numeric", values=numbers)
    assert found.options == "--numeric --param d2=0.5,d3=1"


def test_a_folder_that_is_a_file_is_refused(rrp: BaseParameters, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(UsageError, match="cannot make this folder"):
        rrp.write(tmp_path / "out")

"""The report of a model: formulations with their counts, passes with their gains."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import symoro
from cli.commands import run
from symoro import Model, library
from symoro.passes import LEVELS
from symoro.pipeline.options import LEVELS as NAMES


def test_the_levels_are_lists_of_passes() -> None:
    assert tuple(LEVELS) == NAMES
    assert LEVELS["O0"].name == ""
    assert LEVELS["O1"].name == "dead-code"
    assert LEVELS["O2"].name.startswith("dead-code, regroup")


@pytest.mark.parametrize("level", NAMES)
def test_the_last_pass_ends_at_the_count_of_the_model(level: str) -> None:
    model = symoro.idm(library.robot("rx90"), level=level, verify=False)
    gains = model.report.gains
    assert [name for name, *_ in gains][:1] == ([] if level == "O0" else ["dead-code"])
    if gains:
        assert gains[-1][2] == model.operations.total
        assert gains[-1][4] == len(model.program.statements)
    for (_, _, after, _, last), (_, before, _, first, _) in pairwise(gains):
        assert (after, last) == (before, first)


def taken(model: Model) -> str:
    return model.report.formulations[model.report.chosen].route


def test_formulations_are_compared_with_their_counts() -> None:
    """The dearer of both ways to the accelerations of a chain is reported too."""
    model = symoro.ddm(library.robot("planar3r"), level="O1", verify=False)
    counts = {each.route: each.operations for each in model.report.formulations}
    assert len(counts) == 2
    assert counts[taken(model)] == min(counts.values()) == model.operations.total
    assert model.notes[0].startswith(taken(model))


@pytest.mark.parametrize(("method", "word"), [("recursive", "recursion"), ("matrix", "factors")])
def test_the_formulation_that_was_asked_for_is_reported(method: str, word: str) -> None:
    model = symoro.ddm(library.robot("planar2r"), method=method, level="O1", verify=False)
    assert word in taken(model)


def test_forms_that_were_only_traced_are_told_with_their_counts() -> None:
    report = symoro.idm(library.robot("rx90"), verify=False).report
    traced = dict(report.trials)
    assert traced["the algorithm as its page has it"] == 557
    assert min(traced.values()) < 450
    assert "dividing by D3" in report.formulations[report.chosen].route


def test_modes_of_differentiation_are_formulations() -> None:
    model = symoro.idm(library.robot("planar2r"), level="O1", verify=False).derivative("q")
    routes = {each.route: each.operations for each in model.report.formulations}
    assert set(routes) == {"forward mode", "reverse mode"}
    assert routes[taken(model)] == model.operations.total


def test_the_command_prints_the_report_and_its_data(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("idm", "planar2r", "--level", "O2")
    done = run(monkeypatch, capsys, *words, "--explain-passes")
    assert "Pass dead-code: " in done.err
    assert "Formulation: " in done.err
    data = json.loads(run(monkeypatch, capsys, *words, "--json").out)
    passes = data["report"]["passes"]
    assert passes[-1]["operations"] == data["operations"]["add"] + data["operations"]["mul"]
    assert not any("seconds" in each for each in passes)

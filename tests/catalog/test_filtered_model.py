"""The filtered model as a user gets it: columns, counts, notes, refusals, code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import symoro
from cli.commands import run as command
from closed_robots import without_inertia
from laws.moving import afloat
from printers.toolchain import assert_close, expected, random_values, run
from random_robots import random_tree
from symoro import ModelError, library
from symoro.expressions import ZERO, expression
from symoro.models.rows import BASE_ROWS

COUNTS = {  # additions and multiplications with base parameters at O1; [Guide] appendix 4.5 beside
    "planar2r": (9, 19),
    "rrp": (17, 52),
    "rx90": (244, 471),
    "puma560": (265, 497),  # 635, 720
    "stanford": (230, 457),  # 524, 612
    "general6r": (701, 1111),  # 3 n^3 + 12 n^2 - 27 n + 9, 4 n^3 + 23 n^2 - 16 n - 12: 927, 1584
}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_the_operations_in_base_parameters(name: str, count: tuple[int, int]) -> None:
    model = symoro.filtered_model(
        library.robot(name), base_parameters=True, level="O1", verify=False
    )
    assert (model.operations.add, model.operations.mul) == count


@pytest.mark.parametrize("name", ["rx90", "mobile3w", "sr400", "slidercrank"])
def test_a_model_is_verified_exactly(name: str) -> None:
    certificate = symoro.filtered_model(library.robot(name), include=["ia", "friction"]).certificate
    assert certificate is not None
    assert certificate.states >= 20
    assert certificate.chance < -60


@pytest.mark.parametrize("seed", range(0, 40, 5))
def test_a_random_tree_on_any_base_is_verified_exactly(seed: int) -> None:
    robot = random_tree(seed, links=3)
    for each in (robot, afloat(random_tree(seed, moving_base=False, links=3))):
        certificate = symoro.filtered_model(each).certificate
        assert certificate is not None
        assert certificate.chance < -60


def test_columns_are_those_of_the_regressor() -> None:
    for name in ("planar2r", "stanford", "highspeed2axis"):
        robot = library.robot(name)
        model = symoro.filtered_model(robot, include=["ia", "friction"], level="O1", verify=False)
        theirs = symoro.regressor(robot, include=["ia", "friction"], level="O1", verify=False)
        assert model.columns == theirs.columns
        assert model.labels == {"DEP": model.columns, "DLQ": model.columns}
        assert [o.shape for o in model.program.outputs] == [theirs.program.outputs[0].shape] * 2


def test_a_column_without_effect_is_named() -> None:
    model = symoro.filtered_model(library.robot("planar2r"), level="O1", verify=False)
    assert model.columns == ("ZZ1", "MX1", "MY1", "ZZ2", "MX2", "MY2", "M2")
    assert any("without effect on the torques: XX1, XY1" in note for note in model.notes)


def test_elements_have_the_names_of_the_guide() -> None:
    model = symoro.filtered_model(
        library.robot("rx90"), base_parameters=True, level="O1", verify=False
    )
    assert {"DEP1XX2R", "DLQ2XX3R", "DEP3MY4R", "DEP6ZZ6"} <= set(model.program.assigned_names)


def test_no_acceleration_and_no_parameter_of_the_columns_is_read() -> None:
    model = symoro.filtered_model(library.robot("puma560"), include=["ia", "friction"])
    assert list(dict(model.program.arrays)) == ["q", "QP"]
    assert not set(model.columns) & set(model.program.parameters)


def test_the_rate_of_a_moving_base_is_left_to_the_filter() -> None:
    robot = random_tree(3, moving_base=True, links=3)
    model = symoro.filtered_model(robot)
    assert list(dict(model.program.arrays)) == ["q", "QP", "W0", "VP0"]
    assert any("base of known motion" in note for note in model.notes)


def test_a_base_that_accelerates_without_turning_is_refused() -> None:
    robot = random_tree(3, moving_base=True, links=2)
    for W in (ZERO, expression(2)):
        base = replace(robot.base, W0=(W, *robot.base.W0[1:]))
        with pytest.raises(ModelError, match=r"component 1 of WP0 is WPX while that of W0 is"):
            symoro.filtered_model(replace(robot, base=base))
    steady = replace(robot.base, W0=(expression(2), ZERO, ZERO), WP0=(ZERO, ZERO, ZERO))
    symoro.filtered_model(replace(robot, base=steady))


def test_a_floating_base_has_six_rows_first() -> None:
    robot = afloat(random_tree(3, moving_base=False, links=2))
    model = symoro.filtered_model(robot)
    assert model.program.outputs[0].shape == (6 + 2, len(model.columns))
    assert {f"DEP{row}M0" for row in BASE_ROWS} <= set(model.program.assigned_names)
    assert {"W0", "V0", "R0"} <= dict(model.program.arrays).keys()


def test_the_rows_of_a_closed_robot_are_its_motors() -> None:
    model = symoro.filtered_model(library.robot("fivebar"))
    assert model.program.outputs[0].shape == (2, len(model.columns))
    assert "rows are the actuated joints" in model.notes
    tree = symoro.filtered_model(library.robot("fivebar"), equivalent_tree=True)
    assert tree.program.outputs[0].shape == (4, len(tree.columns))


def test_robots_that_cannot_have_it_are_refused() -> None:
    with pytest.raises(ModelError, match="no parameters to identify"):
        symoro.filtered_model(without_inertia(library.robot("planar2r")))
    with pytest.raises(ModelError, match="cannot determine the motion"):
        symoro.filtered_model(library.robot("rssr"))  # its rod may turn about itself


@pytest.mark.parametrize("language", ["listing", "c", "python", "numpy"])
@pytest.mark.parametrize("name", ["scara", "fourbar"])
def test_printed_code_equals_the_interpreter(name: str, language: str, tmp_path: Path) -> None:
    drives = ["ia"] if language == "listing" else ["ia", "friction"]  # listings have no sign
    model = symoro.filtered_model(library.robot(name), include=drives, level="O1", verify=False)
    values = random_values(model)
    assert_close(run(model.document, language, values, tmp_path), expected(model.program, values))
    assert "Columns of DLQ: 1 ZZ1, 2 " in model.code(language)


def test_the_compiled_model_takes_a_batch() -> None:
    model = symoro.filtered_model(library.robot("planar3r"), level="O1", verify=False)
    states = np.random.default_rng(2).uniform(-1, 1, (2, 7, 3))
    found = model.compile()(*states, parameters=dict.fromkeys(model.program.parameters, 0.5))
    assert isinstance(found, dict)
    for name in ("DEP", "DLQ"):
        assert found[name].shape == (7, 3, len(model.columns))


def test_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    listed = command(monkeypatch, capsys, "filtered-model", "puma560")
    assert listed.status == 0
    assert "DLQ2MX3=" in listed.out
    assert "DEP1XX3=" in listed.out
    arguments = ("filtered-model", "scara", "--base", "--lang", "c", "-o", str(tmp_path))
    assert command(monkeypatch, capsys, *arguments).status == 0
    assert {path.name for path in tmp_path.iterdir()} >= {"scarabase_fdm.c"}

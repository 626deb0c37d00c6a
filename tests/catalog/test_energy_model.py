"""The energy and power models as a user gets them: columns, counts, notes, refusals, code."""

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
from symoro.expressions import symbol
from symoro.robot import BaseMotion
from symoro.robot.variant import variant

COUNTS = {  # base parameters at O1: additions and multiplications of energy, of power
    "planar2r": ((5, 15), (9, 20)),
    "rrp": ((13, 35), (25, 51)),
    "rx90": ((42, 105), (100, 169)),
    "puma560": ((47, 111), (109, 179)),
    "stanford": ((43, 98), (97, 158)),
    "general6r": ((110, 217), (210, 329)),
}


@pytest.mark.parametrize(("name", "counts"), COUNTS.items())
def test_the_operations_in_base_parameters(
    name: str, counts: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    robot = library.robot(name)
    for power, count in zip((False, True), counts, strict=True):
        model = symoro.energy_model(
            robot, power=power, base_parameters=True, level="O1", verify=False
        )
        assert (model.operations.add, model.operations.mul) == count


@pytest.mark.parametrize("name", ["rx90", "mobile3w", "akr3000"])
@pytest.mark.parametrize("power", [False, True])
def test_a_model_is_verified_exactly(name: str, power: bool) -> None:
    model = symoro.energy_model(library.robot(name), power=power, include=["ia", "friction"])
    assert model.certificate is not None
    assert model.certificate.states >= 20
    assert model.certificate.chance < -60


def test_columns_stand_for_parameters_with_an_effect() -> None:
    robot = library.robot("planar2r")
    model = symoro.energy_model(robot, include=["ia", "friction"], level="O1", verify=False)
    columns = ("ZZ1", "MX1", "MY1", "IA1", "ZZ2", "MX2", "MY2", "M2", "IA2")
    assert model.columns == columns
    assert model.labels == {"H": columns}
    assert model.program.outputs[0].shape == (9,)
    assert "HMX2" in model.program.assigned_names
    assert any("without effect: XX1, XY1, XZ1, YY1, YZ1, MZ1, M1, XX2" in n for n in model.notes)
    assert any("friction has no column" in note for note in model.notes)
    power = symoro.energy_model(
        robot, power=True, include=["ia", "friction"], level="O1", verify=False
    )
    assert set(power.columns) - set(columns) == {"FV1", "FS1", "FV2", "FS2"}
    assert power.outputs == ("HP",)
    assert not any("friction has no column" in note for note in power.notes)


def test_a_constant_energy_has_no_column() -> None:
    """The mass of a link on a vertical axis at some height: its potential energy never changes."""
    robot = library.robot("rx90")
    raised = replace(robot, frames=(replace(robot.frame(1), r=symbol("H1")), *robot.frames[1:]))
    model = symoro.energy_model(raised)
    assert "M1" not in model.columns
    assert "M2" not in model.columns  # turns about its own origin
    assert "M3" in model.columns


def test_an_external_wrench_is_left_out_and_named() -> None:
    model = symoro.energy_model(
        library.robot("rrp"), include=["wrench=3"], level="O1", verify=False
    )
    assert any("external wrenches have no column" in note for note in model.notes)
    assert "FE" not in dict(model.program.arrays)


def test_a_closed_robot_has_the_energy_of_its_tree() -> None:
    robot = library.robot("sr400")
    closed = symoro.energy_model(robot, assembly_mode=2)
    tree = symoro.energy_model(robot, equivalent_tree=True)
    assert closed.columns == tree.columns
    assert closed.operations == tree.operations
    by_sums = symoro.energy_model(robot)
    assert by_sums.columns == tree.columns
    assert by_sums.operations.mul < tree.operations.mul
    assert any("passive joints are arguments" in note for note in closed.notes)


def test_a_floating_base_has_its_own_motion_and_parameters() -> None:
    robot = afloat(random_tree(3, moving_base=False, links=2))
    model = symoro.energy_model(robot)
    assert {"XX0", "MX0", "M0"} <= set(model.columns)
    assert {"W0", "V0", "R0"} <= dict(model.program.arrays).keys()
    assert {"P01", "P02", "P03"} <= {item.name for item in model.program.used_inputs}
    assert any("floating base" in note for note in model.notes)
    power = symoro.energy_model(robot, power=True)
    assert {"VP0", "WP0"} <= dict(power.program.arrays).keys()
    assert "P01" not in {item.name for item in power.program.used_inputs}


def test_a_symbol_of_the_user_keeps_its_name() -> None:
    robot = afloat(random_tree(3, moving_base=False, links=2))
    first = replace(robot.link(1), M=symbol("P01"))
    robot = replace(robot, links=(first, *robot.links[1:]))
    model = symoro.energy_model(robot)
    assert "P01" in model.columns
    assert "P01_" in {item.name for item in model.program.used_inputs}


def test_a_driven_base_is_refused() -> None:
    robot = random_tree(3, moving_base=True, links=2)
    assert robot.base.motion is BaseMotion.MOVING
    with pytest.raises(ModelError, match=r"does work too.*filtered model"):
        symoro.energy_model(robot)


def test_a_robot_without_parameters_is_refused() -> None:
    robot = without_inertia(library.robot("planar2r"))
    with pytest.raises(ModelError, match="no parameters to identify"):
        symoro.energy_model(robot)
    with pytest.raises(ModelError, match="no parameters to identify"):
        symoro.energy_model(variant(robot, None, ["friction"]))
    only = symoro.energy_model(robot, power=True, include="friction")
    assert only.columns == ("FV1", "FS1", "FV2", "FS2")


@pytest.mark.parametrize("language", ["listing", "c", "python", "numpy"])
@pytest.mark.parametrize("power", [False, True])
def test_printed_code_equals_the_interpreter(power: bool, language: str, tmp_path: Path) -> None:
    drives = ["ia"] if language == "listing" else ["ia", "friction"]  # listings have no sign
    robot = library.robot("scara")
    model = symoro.energy_model(robot, power=power, include=drives, level="O1", verify=False)
    values = random_values(model)
    assert_close(run(model.document, language, values, tmp_path), expected(model.program, values))
    assert f"Columns of {model.outputs[0]}: 1 ZZ1, 2 IA1" in model.code(language)


def test_the_compiled_model_takes_a_batch() -> None:
    model = symoro.energy_model(library.robot("planar3r"), level="O1", verify=False)
    states = np.random.default_rng(2).uniform(-1, 1, (2, 7, 3))
    parameters = dict.fromkeys(model.program.parameters, 0.5)
    found = model.compile()(*states, parameters=parameters)
    assert isinstance(found, np.ndarray)
    assert found.shape == (7, len(model.columns))


def test_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    listed = command(monkeypatch, capsys, "energy-model", "rx90")
    assert listed.status == 0
    assert "HXX2=" in listed.out
    power = command(monkeypatch, capsys, "energy-model", "rx90", "--power", "--with", "friction")
    assert power.status == 0
    assert "HPFS6=" in power.out
    assert (
        command(
            monkeypatch,
            capsys,
            "energy-model",
            "rrp",
            "--base",
            "--lang",
            "listing",
            "-o",
            str(tmp_path),
        ).status
        == 0
    )
    assert [path.suffix for path in tmp_path.iterdir()] == [".eim"]

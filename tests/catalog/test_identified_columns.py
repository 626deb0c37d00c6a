"""The parameters that identification models have columns for, and robots that have none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import symoro
from closed_robots import without_inertia
from symoro import Model, ModelError, Robot, library
from symoro.expressions import ONE, ZERO, parse, symbol
from symoro.robot import Coupling


def _power(robot: Robot) -> Model:
    return symoro.energy_model(robot, power=True)


MODELS = (symoro.regressor, symoro.energy_model, _power, symoro.filtered_model)


def with_entries(robot: Robot, j: int, **entries: str) -> Robot:
    """Put expressions into the table of link ``j``."""
    links = list(robot.links)
    links[j - 1] = replace(links[j - 1], **{name: parse(text) for name, text in entries.items()})
    return replace(robot, links=tuple(links))


@pytest.mark.parametrize("model", MODELS)
def test_a_robot_whose_parameters_have_no_effect_is_refused(
    model: Callable[[Robot], Model],
) -> None:
    """What lies on a vertical axis neither moves nor turns."""
    robot = with_entries(without_inertia(library.robot("rx90")), 1, MZ="MZ1", M="M1")
    with pytest.raises(ModelError, match=r"nothing to identify: its parameters MZ1, M1 have no ef"):
        model(robot)


@pytest.mark.parametrize("model", [symoro.regressor, _power, symoro.filtered_model])
def test_friction_that_changes_with_the_motion_is_no_constant_parameter(
    model: Callable[[Robot], Model],
) -> None:
    robot = with_entries(library.robot("planar2r"), 2, FV="FV2*cos(t2)")
    with pytest.raises(ModelError, match=r"FV2 is FV2\*cos\(t2\), which changes with t2; a column"):
        model(robot)


def test_the_energy_does_not_ask_for_accelerations_that_a_table_leaves_out() -> None:
    """1/2 ZZ qd^2 changes with the velocity even where the table of accelerations says 0."""
    robot = library.robot("planar2r")
    still = replace(robot, frames=tuple(replace(frame, QDP=ZERO) for frame in robot.frames))
    assert symoro.energy_model(still).columns == symoro.energy_model(robot).columns
    assert "ZZ1" not in _power(still).columns  # which has no other part than qd qdd


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", ["planar2r", "fourbar"])
def test_springs_are_named_because_they_have_no_column(
    name: str, model: Callable[[Robot], Model]
) -> None:
    robot = library.robot(name)
    sprung = replace(robot.frame(2), eta=True, k=symbol("K2"))
    elastic = replace(robot, frames=(robot.frame(1), sprung, *robot.frames[2:]))
    notes = [note for note in model(elastic).notes if note.startswith("elastic joints")]
    assert notes == ["elastic joints: along a motion their springs exert GAM2 = -K2*t2"]


@pytest.mark.parametrize("model", MODELS)
def test_motors_behind_a_coupling_are_said_to_be_left_out(model: Callable[[Robot], Model]) -> None:
    none = (ZERO, ZERO)
    rows = ((ONE, ZERO), (symbol("N"), ONE))
    motors = (symbol("JM1"), symbol("JM2"))
    coupling = Coupling(K=rows, q0=none, IA=motors, FV=none, FS=none)
    found = model(replace(library.robot("planar2r"), coupling=coupling))
    assert any("motor-side terms are not included" in note for note in found.notes)


def test_columns_and_base_parameters_have_the_same_names() -> None:
    """Two links that are alike share their symbols; an entry may be an expression of its name."""
    robot = with_entries(library.robot("planar2r"), 1, FV="f", MY="-MY1")
    robot = with_entries(robot, 2, FV="f", MX="l", MY="l", FS="ZZ2")
    found = symoro.base_parameters(robot)
    model = symoro.regressor(found.robot)
    assert model.columns == ("ZZ1R", "MX1R", "MY1_", "FV1", "ZZ2_", "MX2", "MY2", "FV2", "FS2")
    assert model.columns == tuple(found.labels.values())
    numbers = {
        "d2": 0.5,
        "M2": 2.0,
        "ZZ1": 3.0,
        "MX1": 4.0,
        "MY1": 5.0,
        "f": 6.0,
        "ZZ2": 7.0,
        "l": 8,
    }
    assert found.values(numbers) == dict(
        zip(model.columns, (3.5, 5.0, -5.0, 6.0, 7.0, 8.0, 8.0, 6.0, 7.0), strict=True)
    )
    energy = symoro.energy_model(found.robot).columns
    assert energy == tuple(label for p, label in found.labels.items() if p in found.inertial)


def test_a_model_in_base_parameters_says_that_there_is_no_gravity() -> None:
    """Parameters that gravity alone would show are left out of the set, so a user must know."""
    robot = library.robot("planar2r")
    weightless = replace(robot, base=replace(robot.base, G=(ZERO, ZERO, ZERO)))
    assert any(
        "gravity is zero" in note
        for note in symoro.regressor(weightless, base_parameters=True).notes
    )
    assert not any(
        "gravity" in note for note in symoro.regressor(robot, base_parameters=True).notes
    )

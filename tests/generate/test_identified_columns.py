"""The parameters that identification models have columns for, and robots that have none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import symoro
from closed_robots import without_inertia
from symoro import Model, ModelError, Robot, library
from symoro.expressions import ZERO, parse, symbol


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

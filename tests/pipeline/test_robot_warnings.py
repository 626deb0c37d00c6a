"""Model functions repeat what `check` warns of, once, in headers too, and `strict` refuses it."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

import symoro
from symoro import Robot, RobotError, RobotWarning
from symoro.expressions import expression
from symoro.printers import languages

DEGREES = "frame 2, alpha: 90 is more than a turn; angles are in radians: 90 degrees are Pi/2"


def changed(name: str, j: int, **fields: object) -> Robot:
    robot = symoro.load(name)
    frames = list(robot.frames)
    exact = {field: expression(value) for field, value in fields.items()}  # type: ignore[arg-type]
    frames[j - 1] = replace(frames[j - 1], **exact)  # type: ignore[arg-type]
    return replace(robot, frames=tuple(frames))


def in_degrees() -> Robot:
    return changed("rx90", 2, alpha=90)


def test_a_model_of_a_table_in_degrees_warns() -> None:
    with pytest.warns(RobotWarning, match=f"rx90: {DEGREES}") as said:
        model = symoro.jacobian(in_degrees())
    assert [each.filename for each in said] == [__file__]
    assert model.warnings == (DEGREES,)
    assert model.as_dict()["warnings"] == [DEGREES]
    assert issubclass(RobotWarning, UserWarning)


def test_a_right_robot_has_no_warnings() -> None:
    model = symoro.idm(symoro.load("planar2r"))
    assert model.warnings == ()
    assert "Warning" not in model.code()


def test_each_robot_warns_once() -> None:
    robot = in_degrees()
    with pytest.warns(RobotWarning):
        symoro.transform(robot, substitute={"RL4": 1})
    symoro.transform(robot)  # a second warning would be an error here
    symoro.base_parameters(robot)
    with pytest.warns(RobotWarning):
        symoro.transform(in_degrees())


def test_a_warning_that_is_raised_is_raised_again() -> None:
    robot = in_degrees()
    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error", RobotWarning)
            with pytest.raises(RobotWarning):
                symoro.transform(robot)


def test_a_robot_that_warned_is_the_same_robot() -> None:
    robot = in_degrees()
    with pytest.warns(RobotWarning):
        symoro.transform(robot)
    assert robot == in_degrees()
    assert pickle.loads(pickle.dumps(robot)) == robot


def test_loading_is_silent(tmp_path: Path) -> None:
    symoro.save(in_degrees(), tmp_path / "rx90.par")
    assert symoro.load(tmp_path / "rx90.par") == in_degrees()


def test_numbers_put_in_by_options_are_looked_at() -> None:
    robot = changed("rx90", 2, alpha="A2")
    assert symoro.transform(robot).warnings == ()
    with pytest.warns(RobotWarning, match="90 degrees are Pi/2"):
        symoro.transform(robot, substitute={"A2": 90})


@pytest.mark.parametrize(
    "function",
    [symoro.idm, symoro.base_parameters, symoro.jacobian, symoro.singularities],
    ids=lambda function: function.__name__,
)
def test_strict_refuses_a_doubtful_robot(function: object) -> None:
    assert callable(function)
    with pytest.raises(RobotError, match="rx90 has 1 warning; strict=True refuses it") as no:
        function(in_degrees(), strict=True)
    assert DEGREES in str(no.value)


def test_strict_takes_a_right_robot() -> None:
    assert symoro.idm(symoro.load("acrobot"), strict=True).warnings == ()
    assert symoro.base_parameters(symoro.load("planar2r"), strict=True).warnings == ()


@pytest.mark.parametrize("language", [item.name for item in languages()])
def test_the_header_of_every_language_has_the_warnings(language: str) -> None:
    with pytest.warns(RobotWarning):
        model = symoro.jacobian(changed("planar2r", 2, alpha=90))
    assert "90 degrees are Pi/2" in model.code(language)


def test_derivatives_keep_the_warnings() -> None:
    with pytest.warns(RobotWarning):
        model = symoro.jacobian(changed("planar2r", 2, alpha=90), derivative="q")
    assert model.warnings == (DEGREES,)


def test_base_parameters_keep_the_warnings() -> None:
    with pytest.warns(RobotWarning):
        found = symoro.base_parameters(in_degrees())
    assert found.warnings == (DEGREES,)
    assert f"Warning: {DEGREES}" in found.text()


def test_a_float_for_a_right_angle_is_said_with_the_cost_it_has() -> None:
    """Puma's inverse dynamics has more operations: a decimal angle has a sine and a cosine."""
    puma = symoro.load("puma560")
    frames = tuple(
        replace(f, alpha=expression(1.5707963267948966 * (1 if str(f.alpha)[0] == "P" else -1)))
        if "Pi" in str(f.alpha)
        else f
        for f in puma.frames
    )
    with pytest.warns(RobotWarning, match="is taken as it stands; write -?Pi/2 for the exact"):
        decimal = symoro.idm(replace(puma, frames=frames), verify=False)
    assert len(decimal.warnings) == sum("Pi" in str(f.alpha) for f in puma.frames)
    assert decimal.operations.total > symoro.idm(puma, verify=False).operations.total


def test_a_sigma_changed_to_2_is_said() -> None:
    robot = symoro.load("planar3r")
    frames = list(robot.frames)
    frames[1] = replace(frames[1], sigma=symoro.JointType.FIXED)
    with pytest.warns(RobotWarning) as said:
        symoro.idm(replace(robot, frames=tuple(frames)))
    assert any("t2 is a constant here: frame 2 is fixed" in str(each.message) for each in said)

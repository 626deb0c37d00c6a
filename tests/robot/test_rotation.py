"""The matrix Z of the base: symbols, exact rotations, decimals near one, and what is none."""

from __future__ import annotations

import math
import random
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import symoro
from library.kinematics import pose
from symoro import ModelError, Robot, RobotWarning
from symoro.expressions import FloatArithmetic, evaluate, parse
from symoro.ir import interpret
from symoro.robot.check import check
from symoro.robot.rotation import with_exact_rotation
from symoro.robot.rotation_matrix import NEAR
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
SYMBOLS = "Z11,Z12,Z13,Z14,Z21,Z22,Z23,Z24,Z31,Z32,Z33,Z34,0,0,0,1"  # [Guide] appendix, .par
EXACT = "0.36,0.48,-0.8,1,-0.8,0.6,0,2,0.48,0.64,0.6,3,0,0,0,1"
TURNED = "cos(a),-sin(a),0,0,sin(a),cos(a),0,0,0,0,1,h,0,0,0,1"
SIXTH = "0.866,-0.5,0,1,0.5,0.866,0,0,0,0,1,0.4,0,0,0,1"


def placed(entries: str, name: str = "planar2r") -> Robot:
    """A library robot whose base stands in the world as written."""
    values = [parse(entry) for entry in entries.split(",")]
    rows: Any = tuple(tuple(values[k : k + 4]) for k in range(0, 16, 4))
    robot = symoro.load(name)
    return replace(robot, base=replace(robot.base, Z=rows))


def warnings_of(robot: Robot) -> list[str]:
    return [str(diagnostic) for diagnostic in check(robot) if diagnostic.field == "Z"]


def found(model: symoro.Model, output: str, values: dict[str, float]) -> Any:
    return np.array(interpret(model.program, values, FLOATS)[output]).reshape(4, 4)


def base_of(robot: Robot, values: dict[str, float]) -> Any:
    return np.array([[evaluate(e, values, FLOATS) for e in row] for row in robot.base.Z])


@pytest.mark.parametrize("entries", [SYMBOLS, EXACT, TURNED])
def test_the_hand_in_the_world_is_Z_times_its_pose(entries: str) -> None:
    robot = placed(entries)
    assert warnings_of(robot) == []
    values = sample_values(robot, random.Random(entries))
    for make in (symoro.transform, symoro.fast_transform):
        model = make(robot, -1, 3)
        assert model.certificate is not None
        assert model.certificate.exact_points
        expected = base_of(robot, values) @ pose(robot, 3, values)
        np.testing.assert_allclose(found(model, "Tm1T3", values), expected, atol=1e-13)


def test_the_world_in_a_frame_takes_symbols_for_those_of_a_rotation() -> None:
    robot = placed(SYMBOLS)
    model = symoro.transform(robot, 3, -1)
    (note,) = model.notes
    assert note.startswith("Z is taken for a rotation with elements Z11, Z12, Z13")
    values = sample_values(robot, random.Random(1))
    R = Rotation.from_rotvec([0.3, -1.1, 0.7]).as_matrix()
    values |= {f"Z{i + 1}{j + 1}": R[i, j] for i in range(3) for j in range(3)}
    expected = np.linalg.inv(base_of(robot, values) @ pose(robot, 3, values))
    np.testing.assert_allclose(found(model, "T3Tm1", values), expected, atol=1e-13)
    assert symoro.transform(placed(EXACT), 3, -1).notes == ()
    assert symoro.transform(placed(TURNED), 3, -1).notes == ()


def test_decimals_of_a_known_angle_are_that_angle() -> None:
    """0.866 and 0.5 are what three decimals of a turn by Pi/6 look like."""
    robot = placed(SIXTH)
    (warning,) = warnings_of(robot)
    assert warning == (
        "Z: its rotation is off by 2.5e-05; models take the nearest one, {cos(Pi/6), -0.5, 0}, "
        "{0.5, cos(Pi/6), 0}, {0, 0, 1}"
    )
    with pytest.warns(RobotWarning, match="its rotation is off by"):
        there, back = symoro.transform(robot, -1, 3), symoro.transform(robot, 3, -1)
    values = sample_values(robot, random.Random(2))
    np.testing.assert_allclose(
        found(there, "Tm1T3", values) @ found(back, "T3Tm1", values), np.eye(4), atol=1e-14
    )
    turned = Rotation.from_rotvec([0, 0, math.pi / 6]).as_matrix()
    expected = turned @ pose(robot, 3, values)[:3, :3]
    np.testing.assert_allclose(found(there, "Tm1T3", values)[:3, :3], expected, atol=1e-14)
    assert robot.base.Z == placed(SIXTH).base.Z  # what was written stays as it is


@pytest.mark.parametrize("degrees", [30, 40, 90])
def test_decimals_that_somebody_computed_are_no_doubt(degrees: int) -> None:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    robot = placed(f"{c!r},-{s!r},0,0,{s!r},{c!r},0,0,0,0,1,0,0,0,0,1")
    (diagnostic,) = (each for each in check(robot) if each.field == "Z")
    assert diagnostic.note
    nice = {30: "{cos(Pi/6), -0.5, 0}, {0.5, cos", 40: "0.766044443118978, -0", 90: "{0, -1, 0}"}
    assert nice[degrees] in str(diagnostic)
    symoro.transform(robot, 3, -1, strict=True)


@pytest.mark.parametrize("digits", [2, 3, 5, 9])
@pytest.mark.parametrize("seed", range(5))
def test_decimals_of_any_rotation_become_one_that_is_exact_and_as_near(
    digits: int, seed: int
) -> None:
    R = Rotation.random(random_state=seed).as_matrix()
    rows = [[*(f"{x:.{digits}f}" for x in row), "0"] for row in R]
    robot = placed(",".join(entry for row in [*rows, ["0", "0", "0", "1"]] for entry in row))
    (warning,) = warnings_of(robot)
    assert "models take the nearest one" in warning
    taken = base_of(with_exact_rotation(robot), {})[:3, :3]
    off = np.abs(base_of(robot, {})[:3, :3] - R).max()
    assert np.abs(taken @ taken.T - np.eye(3)).max() < 1e-15
    assert np.abs(taken - R).max() < 4 * off  # three elements share the error of one
    assert not warnings_of(with_exact_rotation(robot))


def test_an_angle_near_a_known_one_stays_what_it_is() -> None:
    """A turn by 30.1 degrees with four decimals is not one by Pi/6."""
    c, s = math.cos(math.radians(30.1)), math.sin(math.radians(30.1))
    robot = placed(f"{c:.4f},{-s:.4f},0,0,{s:.4f},{c:.4f},0,0,0,0,1,0,0,0,0,1")
    taken = base_of(with_exact_rotation(robot), {})
    assert math.degrees(math.atan2(taken[1, 0], taken[0, 0])) == pytest.approx(30.1, abs=0.01)


@pytest.mark.parametrize(("c", "s"), [("cos(0.45)", "sin(0.455)"), ("0.9169", "0.3877")])
def test_the_rotation_that_is_taken_is_near(c: str, s: str) -> None:
    """A turn by 0.45 is far from Pi/6, however few the digits of the 0 and 1 beside it are."""
    robot = placed(f"{c},-{s},0,0,{s},{c},0,0,0,0,1,0,0,0,0,1")
    taken = base_of(with_exact_rotation(robot), {})
    assert np.abs(taken - base_of(robot, {})).max() < NEAR
    assert np.abs(taken[:3, :3] @ taken[:3, :3].T - np.eye(3)).max() < 1e-15


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ("2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1", "row 1 has length 2, not 1"),
        ("1,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1", "it is a reflection, its determinant is -1"),
        ("1.008,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1", "a reflection, its determinant is -1.008"),
        ("1.008,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1", "row 1 has length 1.008, not 1"),
        ("1,0.009,0,0,0.009,1,0,0,0,0,1,0,0,0,0,1", "rows 1 and 2 are not orthogonal"),
        ("1,0,0,0,0.6,0.8,0,0,0,0,1,0,0,0,0,1", "rows 1 and 2 are not orthogonal, their product"),
        ("0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1", "row 1 has length 0, not 1"),
        ("cos(a),sin(a),0,0,sin(a),cos(a),0,0,0,0,1,0,0,0,0,1", "for most values of a rows are"),
    ],
)
def test_what_is_no_rotation_is_told(entries: str, fault: str) -> None:
    robot = placed(entries)
    (warning,) = warnings_of(robot)
    assert fault in warning
    with pytest.warns(RobotWarning, match="no rotation"):
        model = symoro.transform(robot, -1, 3)
    values = sample_values(robot, random.Random(3))
    expected = base_of(robot, values) @ pose(robot, 3, values)
    np.testing.assert_allclose(found(model, "Tm1T3", values), expected, atol=1e-13)
    refused = r"no rotation: .*; the robot's frames can be written in"
    with pytest.raises(ModelError, match=refused):
        symoro.transform(robot, 3, -1)
    with pytest.raises(ModelError, match=refused):
        symoro.jacobian(robot, intermediate=-1)
    for make in (symoro.jacobian, symoro.jacobian_det, symoro.operational):
        with pytest.raises(ModelError, match=refused):
            make(robot, projection=-1)


def test_a_jacobian_is_written_in_the_world() -> None:
    robot = placed(SYMBOLS)
    model = symoro.jacobian(robot, projection=-1, outputs="J")
    assert any(note.startswith("Z is taken for a rotation") for note in model.notes)
    values = sample_values(robot, random.Random(4))
    own = symoro.jacobian(robot, projection=0, outputs="J")
    R = base_of(robot, values)[:3, :3]
    J, plain = (
        np.array(interpret(each.program, values, FLOATS)["J"]).reshape(6, -1)
        for each in (model, own)
    )
    np.testing.assert_allclose(J, np.vstack([R @ plain[:3], R @ plain[3:]]), atol=1e-13)


@pytest.mark.parametrize("Z", [SYMBOLS, "2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1"])
def test_the_world_in_itself_needs_no_inverse_of_Z(Z: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RobotWarning)
        model = symoro.transform(placed(Z), -1, -1)
    np.testing.assert_array_equal(found(model, "Tm1Tm1", {}), np.eye(4))


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")
def test_all_functions_take_the_rotation_that_decimals_are_near() -> None:
    robot, plain = placed(SIXTH, "planar3r"), symoro.load("planar3r")
    turned = symoro.singularities(robot, projection=-1, rows="1-2")
    assert turned.determinant == symoro.singularities(plain, rows="1-2").determinant
    seen = symoro.singularities(robot, intermediate=-1)  # in the world, whose inverse is needed
    assert [each.condition for each in seen.cases] == ["t2 = 0 or Pi"]
    grouped, idm = symoro.base_parameters(robot), symoro.idm(robot, base_parameters=True)
    for result in (turned, symoro.transform(robot, 0, 4), grouped, idm):
        assert result.robot.base == with_exact_rotation(robot).base


def test_the_robot_with_an_exact_rotation_repeats_no_warning() -> None:
    robot = placed(SIXTH)
    first = replace(robot.frames[0], alpha=parse("1.5708"))
    robot = replace(robot, frames=(first, *robot.frames[1:]))
    with pytest.warns(RobotWarning) as told:
        symoro.idm(robot, base_parameters=True)
    messages = [str(each.message) for each in told]
    assert len(messages) == len(set(messages)) == 2


def test_a_task_in_a_world_of_symbols_is_solved_there() -> None:
    """To solve it in another frame would take the inverse of symbols that need be no rotation."""
    model = symoro.operational_control(placed(SYMBOLS, "rx90"), projection=-1, rows="1-3")
    assert model.certificate is not None
    assert any(note.startswith("Z is taken for a rotation") for note in model.notes)
    assert not any(note.startswith("solved in frame") for note in model.notes)

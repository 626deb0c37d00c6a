"""The matrices of Paul's method: both sides agree at the pose of the robot, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
import symoro.models.inverse_geometry.igm_matrices as page
from kinematic_states import at_random, placed
from models.decision_mutants import page_mutants
from models.test_mutants import everything
from symoro.models.geometry.transforms import Chain
from symoro.models.let import plain
from symoro.references.poses import rigid_inverse
from symoro.robot import Robot

TOLERANCE = 1e-12  # products of a few matrices whose lengths are about 1


def sides(robot: Robot, pose: Any = None, **options: Any) -> Mapping[str, Any]:
    """The matrices of a robot at random numbers, at its own pose unless another one is given."""
    model = symoro.igm_matrices(robot, verify=False, **options)
    values = at_random(robot, 3).values
    poses = at_random(robot, 3).poses()
    start, end = options.get("from_", -1), options.get("to", robot.tip)
    own = rigid_inverse(poses[start]) @ poses[end]
    q = [values[str(robot.variables[j])] for j in robot.moving_joints]
    numbers = {name: values[name] for name in model.program.parameters}
    matrices = model.compile()(q, own if pose is None else pose, parameters=numbers)
    assert isinstance(matrices, dict)
    return matrices


@pytest.mark.parametrize("name", ["rx90", "stanford", "ur5", "scara"])
def test_both_sides_are_equal_where_the_joints_meet_the_pose(name: str) -> None:
    robot = symoro.load(name)
    n = robot.tip
    matrices = sides(robot)
    for j in range(1, n):
        for left, right in ((f"U{j}", f"T{j}T{n}"), (f"V{j}", f"T0T{j}")):
            assert matrices[left] == pytest.approx(matrices[right], abs=TOLERANCE)


def test_both_sides_differ_elsewhere() -> None:
    robot = symoro.load("rx90")
    matrices = sides(robot, np.eye(4))
    for j in range(1, robot.tip):
        assert np.abs(matrices[f"U{j}"] - matrices[f"T{j}T6"]).max() > 0.1
        assert np.abs(matrices[f"V{j}"] - matrices[f"T0T{j}"]).max() > 0.1


def test_equations_of_the_rx90_are_those_of_its_book() -> None:
    """[Guide] 2.3.3: 1T0 U0 has the pose and theta1, 1T6 the joints from 2 to 6."""
    text = symoro.igm_matrices(symoro.load("rx90"), verify=False, level="O1").code()
    assert "U124=Py*C1 - Px*S1;\n" in text
    assert "T1T614=D3*C2 - RL4*S23;\n" in text
    assert "T1T624=0;\n" in text


def test_a_base_that_stands_anywhere_and_a_tool_are_on_the_path() -> None:
    robot = placed(everything())
    for end in (5, 7):
        matrices = sides(robot, to=end)
        for j in (0, *robot.ancestors(end)[1:-1]):
            assert matrices[f"U{j}"] == pytest.approx(matrices[f"T{j}T{end}"], abs=TOLERANCE)
            assert matrices[f"V{j}"] == pytest.approx(matrices[f"Tm1T{j}"], abs=TOLERANCE)


def test_a_path_may_go_down_and_up_a_tree() -> None:
    matrices = sides(everything(), from_=5, to=2)
    assert {"T5T2", "U1", "T1T2", "V1", "T5T1"} <= matrices.keys()
    assert matrices["U1"] == pytest.approx(matrices["T1T2"], abs=TOLERANCE)


def test_a_direction_chooses_the_equations() -> None:
    robot = symoro.load("scara")
    forward = symoro.igm_matrices(robot, direction="forward", verify=False)
    backward = symoro.igm_matrices(robot, direction="backward", verify=False)
    assert [each.name for each in forward.program.outputs] == [
        *("T0T4", "U1", "T1T4", "U2", "T2T4", "U3", "T3T4")
    ]
    assert [each.name for each in backward.program.outputs] == [
        *("T0T4", "V3", "T0T3", "V2", "T0T2", "V1", "T0T1")
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"to": -1}, "to=-1 is the world|--to -1 is the world"),
        ({"from_": 3, "to": 3}, "no joint between frames 3 and 3"),
        ({"to": 9}, "there is no frame 9"),
    ],
)
def test_a_path_that_is_none_is_refused(options: Any, message: str) -> None:
    with pytest.raises(symoro.UsageError, match=message):
        symoro.igm_matrices(symoro.load("rx90"), **options)


def test_a_model_is_verified_on_random_trees_and_closed_robots() -> None:
    for robot in (everything(), symoro.load("sr400")):
        model = symoro.igm_matrices(robot)
        assert model.certificate is not None


Matrix = npt.NDArray[np.float64]


def test_every_mutant_of_the_page_is_caught() -> None:
    robot = placed(everything())
    poses = at_random(robot, 5).poses()
    pose = np.arange(16.0).reshape(4, 4) * 0.1
    pose[3] = (0, 0, 0, 1)

    def between(i: int, j: int) -> Matrix:
        matrix: Matrix = np.linalg.inv(poses[i]) @ poses[j]
        return matrix

    expected = {"Tm1T3": between(-1, 3)}
    for j in (0, 1, 2):
        expected |= {f"U{j}": between(j, -1) @ pose, f"T{j}T3": between(j, 3)}
    again: list[tuple[str, Matrix]] = [("Tm1T3", between(-1, 3))]
    for j in (2, 1, 0):
        again += [(f"V{j}", pose @ between(3, j)), (f"Tm1T{j}", between(-1, j))]
    wanted = [*expected.items(), *again]

    def caught(module: Any) -> bool:
        chain = Chain(robot, at_random(robot, 5).m)
        made: list[tuple[str, Any]] = []
        try:
            for function in (module.forward_matrices, module.backward_matrices):
                made += function(chain, (-1, 0, 1, 2, 3), pose, plain)
            same = all(
                name == other and np.allclose(np.array(T, dtype=float), matrix, atol=1e-9)
                for (name, T), (other, matrix) in zip(made, wanted, strict=True)
            )
        except (ArithmeticError, LookupError, NameError, TypeError, ValueError):
            return True
        return not same

    unchanged, *made = page_mutants(page)
    assert not caught(unchanged.module)
    assert len(made) >= 10
    alive = [each for each in made if not caught(each.module)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []

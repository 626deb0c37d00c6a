"""The inverse geometric model as its users meet it: Python, families, limits, wrong input."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from singular_poses import least_rates
from symoro.analysis.inverse_geometry import Solutions
from symoro.catalog.geometric import inverse_function
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.compile.compiled_inverse import InverseBatch
from symoro.expressions import expression
from symoro.references.inverse_geometry import distance
from symoro.robot import Robot
from symoro.robot.frame import Limits

ARM = {"D3": 0.45, "RL4": 0.45}


def rx90() -> InverseGeometry:
    return symoro.igm(symoro.load("rx90"), verify=False)


def pose_at(model: InverseGeometry, q: Any, values: Any = None) -> np.ndarray[Any, Any]:
    numbers = model.robot.parameter_values(values) if values is not None else {}
    chain, _ = chain_and_size(model, numbers)
    pose: np.ndarray[Any, Any] = chain.poses(np.array([q], dtype=float))[0]
    return pose


def solve(model: InverseGeometry, T: Any, **options: Any) -> Solutions:
    solutions = model.solutions(T, **options)
    assert isinstance(solutions, Solutions)
    return solutions


def has(solutions: Solutions, q: Any, turns: Any = True) -> bool:
    flags = np.full(len(q), turns) if turns is True else np.array(turns)
    return any(distance(np.array(q), row, flags, 1.0) < 1e-8 for row in solutions.q)


# Laws


LIBRARY = ("rx90", "puma560", "ur5", "kr5", "stanford", "scara", "planar2r", "planar3r", "rrp")


@pytest.mark.parametrize("name", LIBRARY)
def test_a_library_robot_is_solved_verified_and_complete(name: str) -> None:
    model = symoro.igm(symoro.load(name))
    certificate = model.certificate
    assert certificate is not None
    assert certificate.poses == 60
    assert certificate.max_error <= certificate.max_code_error < 1e-12
    assert certificate.matches == certificate.of
    assert not certificate.rejected


@pytest.mark.parametrize("scale", [1.0, 1000.0], ids=["m", "mm"])
def test_lengths_in_millimetres_give_the_same_joints(scale: float) -> None:
    model = rx90()
    values = {name: x * scale for name, x in ARM.items()}
    q = [0.3, -0.5, 0.8, 0.4, 0.9, -0.6]
    solutions = solve(model, pose_at(model, q, values), parameters=values)
    assert len(solutions) == 8
    assert has(solutions, q)
    assert solutions.residuals.max() < 1e-14


@pytest.mark.parametrize("angle", [*(10.0**-k for k in range(1, 15)), 0.0])
def test_near_a_singular_wrist_no_branch_of_the_arm_is_lost(angle: float) -> None:
    model = rx90()
    T = pose_at(model, [0.3, -0.5, 0.8, 0.4, angle, -0.6], ARM)
    solutions = solve(model, T, parameters=ARM)
    arms = {tuple(np.round(row[:3], 6)) for row in solutions.q}
    assert len(arms) == 4
    assert len(solutions) == 6 if solutions.families else 8
    assert len(solutions.families) == 2 * (angle < 1e-13)
    assert solutions.residuals.max() < 1e-13


@pytest.mark.parametrize("name", ["rx90", "puma560", "ur5", "kr5", "stanford"])
def test_random_poses_are_met_and_their_joints_are_among_the_solutions(name: str) -> None:
    """All are, but for joints that rounding of the pose moves; 10,000 are tried in native code."""
    rng = np.random.default_rng(20)
    model = symoro.igm(symoro.load(name), verify=False)
    values = model.robot.parameter_values(model.robot.values[0].name)
    chain, size = chain_and_size(model, values)
    for _ in range(100):
        q = rng.uniform(-1, 1, len(chain.joints)) * np.where(chain.turns, np.pi, size)
        T = chain.poses(q[None])[0]
        solutions = solve(model, T, parameters=values)
        gap = min(distance(q, row, chain.turns, size) for row in solutions.q)
        assert gap < 1e-8 or least_rates(chain, q[None], size)[0] < 1e-6
        assert solutions.residuals.max() < 1e-12
        errors = np.abs(chain.poses(solutions.q) - T)[:, :3]
        errors[:, :, 3] /= size
        assert errors.max() < 1e-12
        assert np.all(np.isfinite(solutions.q))
        assert len(solutions) == len({tuple(row) for row in np.round(solutions.q, 9)})


@pytest.mark.parametrize("shift", [1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 0.0])
def test_near_its_shoulder_singularity_a_stanford_arm_meets_every_pose(shift: float) -> None:
    """Its hand on the second axis: two solutions become one, joints lose digits, poses do not."""
    model = symoro.igm(symoro.load("stanford"), verify=False)
    values = model.robot.parameter_values("lengths")
    chain, size = chain_and_size(model, values)
    q = np.array([0.4, 1.1, shift, -0.7, 0.9, 0.3])
    solutions = solve(model, chain.poses(q[None])[0], parameters=values)
    assert len(solutions) > 0
    assert solutions.residuals.max() < 1e-9
    gap = min(distance(q, row, chain.turns, size) for row in solutions.q)
    assert gap < max(1e-8, 1e-15 / least_rates(chain, q[None], size)[0]) or solutions.families


def nearly_square(off: str) -> Robot:
    """A slide nearly at right angles to the first axis, whose equation loses digits."""
    alpha = ["0.5", f"Pi/2 + {off}", "1.2", "0.9", "-1.3", "1.1"]
    theta, d, r = [0.4] * 6, [0.1, 0.3, 0.2, 0.4, 0, 0], [0.2, 0.3, 0.1, 0.3, 0, 0.2]
    return Robot.from_mdh(alpha, d, theta, r, [0, 1, 0, 0, 0, 0])


def test_the_certificate_tells_the_error_of_code_where_it_is_larger() -> None:
    model = symoro.igm(nearly_square("1/30000"))
    certificate = model.certificate
    assert certificate is not None
    assert model.tree.check  # in code, too
    assert certificate.max_error < 1e-12
    assert certificate.error_bound < certificate.code_error_bound < 1e-6
    code = f"{certificate.code_error_bound:.0e} in code, which does not polish them"
    assert certificate.lines()[0].endswith(f"below 1e-12; {code}")
    assert certificate.as_dict()["max_rel_error_of_code"] == certificate.code_error_bound


def test_no_row_of_code_misses_its_pose() -> None:
    """Rows that lost too many digits are left out."""
    model = symoro.igm(nearly_square("1/1000000"), "pieper", verify=False)
    chain, size = chain_and_size(model, {})
    postures = np.random.default_rng(1).uniform(-1, 1, (300, 6)) * np.where(chain.turns, 3, size)
    poses = chain.poses(postures)
    batch = model.compile()(poses)
    assert isinstance(batch, InverseBatch)
    assert 300 < len(batch.q) < batch.counts.max() * 300
    wanted = np.repeat(poses, batch.counts, axis=0)
    gaps = np.abs(chain.poses(batch.q) - wanted)[:, :3]
    gaps[:, :, 3] /= size + np.abs(wanted[:, :3, 3]).sum(axis=1, keepdims=True)
    assert gaps.max() < 1.01e-6


# Families


def test_an_upright_arm_has_a_family_of_two_parameters() -> None:
    model = rx90()
    T = pose_at(model, [0.3, math.pi / 2, -math.pi / 2, 0.2, 0, 0.1], ARM)
    solutions = solve(model, T, parameters=ARM)
    (family,) = solutions.families
    assert (family.dimension, family.free) == (2, ("t1", "t4", "t6"))
    row = family(0.7, -1.2)
    assert row is not None
    assert np.abs(pose_at(model, row, ARM) - T).max() < 1e-12


def test_a_wrist_on_the_first_axis_leaves_four_curves() -> None:
    model = rx90()
    q = [0.4, 0.3, math.pi / 2 - 2 * 0.3, 0.2, 0.5, 0.1]  # the forearm leads back to the axis
    T = pose_at(model, q, ARM)
    assert math.hypot(T[0, 3], T[1, 3]) < 1e-12
    solutions = solve(model, T, parameters=ARM)
    assert len(solutions.families) == 4
    assert {family.parameters for family in solutions.families} == {("theta1",)}


def test_a_ur5_with_its_last_axis_parallel_moves_along_a_curve_of_a_range() -> None:
    model = symoro.igm(symoro.load("ur5"), verify=False)
    q = [0.3, -0.5, 0.2, 0.4, 0, -0.6]  # the arm is nearly stretched
    T = pose_at(model, q, "maker")
    solutions = solve(model, T, parameters="maker")
    assert {family.parameters for family in solutions.families} == {("theta6",)}
    curves = [family(-0.6) for family in solutions.families]
    assert any(row is not None and np.abs(row - q).max() < 1e-6 for row in curves)
    values = [family(x) for family in solutions.families for x in np.linspace(-3, 3, 25)]
    assert any(row is None for row in values)
    assert any(row is not None for row in values)


def test_a_last_axis_that_no_element_tells_is_free() -> None:
    model = symoro.igm(symoro.load("rx90"), elements="a,P", verify=False)
    q = [0.3, -0.5, 0.8, 0.4, 0.9, -0.6]
    solutions = solve(model, pose_at(model, q, ARM), parameters=ARM)
    assert len(solutions.families) == 8
    assert {family.free for family in solutions.families} == {("t6",)}


# Elements, fixed joints, frames


def test_a_planar_arm_takes_its_point_alone() -> None:
    """Document 003: the wrist of two links of length 1 at (1, 1)."""
    robot = Robot.from_mdh([0, 0], [0, 1], [0, 0], [0, 0], [0, 0], tool=np.eye(4) + _shift(1))
    model = symoro.igm(robot, elements="P", verify=False)
    T = np.full((4, 4), np.nan)
    T[:3, 3] = (1, 1, 0)
    T[3] = (0, 0, 0, 1)
    rows = {tuple(row) for row in np.round(solve(model, T).q, 12)}
    assert rows == {
        (0.0, round(math.pi / 2, 12)),
        (round(math.pi / 2, 12), -round(math.pi / 2, 12)),
    }


def _shift(x: float) -> np.ndarray[Any, Any]:
    T = np.zeros((4, 4))
    T[0, 3] = x
    return T


def test_elements_that_cannot_hold_together_are_out_of_reach() -> None:
    model = symoro.igm(symoro.load("scara"), verify=False)
    values = model.robot.parameter_values({"D2": 0.4, "D3": 0.3})
    T = pose_at(model, [0.3, 0.5, 0.2, 0.1], values)
    assert len(solve(model, T, parameters=values)) == 2
    tilted = T.copy()
    c, s = math.cos(0.1), math.sin(0.1)
    tilted[:3, :3] = tilted[:3, :3] @ [[c, 0, s], [0, 1, 0], [-s, 0, c]]
    solutions = solve(model, tilted, parameters=values)
    assert len(solutions) == 0
    assert solutions.unreachable is not None


def test_a_seventh_joint_is_given() -> None:
    arm = Robot.from_mdh(
        [0, "-Pi/2", "Pi/2", "Pi/2", "-Pi/2", "-Pi/2", "Pi/2"],
        [0] * 7,
        [0] * 7,
        [0.34, 0, 0.4, 0, 0.4, 0, 0.126],
        [0] * 7,
    )
    with pytest.raises(symoro.ModelError):
        symoro.igm(arm, "paul", verify=False)
    five = symoro.igm(symoro.load("rx90"), fix="t6", elements="a,P", verify=False)
    q = [0.3, -0.5, 0.8, 0.4, 0.9, -0.6]
    solutions = solve(five, pose_at(rx90(), q, ARM), fixed={"t6": -0.6}, parameters=ARM)
    assert solutions.joints == ("t1", "t2", "t3", "t4", "t5", "t6")
    assert has(solutions, q)
    assert set(solutions.q[:, 5]) == {-0.6}
    with pytest.raises(symoro.UsageError, match="1 position of fixed joints"):
        five.solutions(np.eye(4), parameters=ARM)


def test_a_pose_is_that_of_a_frame_in_another() -> None:
    robot = symoro.load("rx90")
    wrist = symoro.igm(robot, from_=3, to=6, elements="s,n,a", verify=False)
    q = [0.4, 0.9, -0.6]
    T = pose_at(wrist, q, ARM)
    solutions = solve(wrist, T, parameters=ARM)
    assert solutions.joints == ("t4", "t5", "t6")
    assert len(solutions) == 2
    assert has(solutions, q)


# Limits, labels, results


def test_limits_remove_what_they_exclude_and_say_so() -> None:
    robot = symoro.load("rx90")
    frames = list(robot.frames)
    frames[0] = replace(frames[0], limits=Limits(expression("0"), expression("6.2831853")))
    narrow = replace(robot, frames=tuple(frames))
    model = symoro.igm(narrow, verify=False)
    q = [-0.3, -0.5, 0.8, 0.4, 0.9, -0.6]
    T = pose_at(model, q, ARM)
    every = solve(model, T, parameters=ARM)
    inside = solve(model, T, parameters=ARM, limits=True)
    assert (len(every), len(inside), len(inside.removed)) == (8, 8, 0)
    assert np.all(inside.q[:, 0] > 0)  # moved by a whole turn
    frames[0] = replace(frames[0], limits=Limits(expression("-1"), expression("1")))
    model = symoro.igm(replace(robot, frames=tuple(frames)), verify=False)
    inside = solve(model, T, parameters=ARM, limits=True)
    assert (len(inside), len(inside.removed)) == (4, 4)
    assert {joint for _, joint in inside.removed} == {"t1"}


def test_labels_name_shoulder_elbow_and_wrist() -> None:
    model = rx90()
    solutions = solve(model, pose_at(model, [0.3, -0.5, 0.8, 0.4, 0.9, -0.6], ARM), parameters=ARM)
    signs = ("+", "-")
    expected = [f"shoulder {a}, elbow {b}, wrist {c}" for a in signs for b in signs for c in signs]
    assert list(solutions.labels) == expected


def test_a_batch_gives_a_list() -> None:
    model = rx90()
    T = np.array([pose_at(model, np.full(6, x), ARM) for x in (0.2, 0.5)])
    lists = model.solutions(T, parameters=ARM)
    assert isinstance(lists, list)
    assert [len(each) for each in lists] == [8, 8]


def test_an_explanation_shows_each_equation() -> None:
    text = str(rx90().explain())
    assert "1. theta1 (shoulder): type 2, from U1(2,4)\n  Px S1 - Py C1 = 0\n" in text
    assert "2. theta2 (elbow): type 8" in text
    assert "every angle is a root where Px = Py = 0" in text


# Wrong input


@pytest.mark.parametrize(
    ("T", "message"),
    [
        (np.eye(3), r"a pose is a 4 x 4 matrix, not 3 x 3"),
        (np.diag([1, 1, 2, 1.0]), r"s, n, a of a pose are not orthonormal"),
        (np.diag([1, 1, -1, 1.0]), r"left-handed"),
        (np.full((4, 4), np.nan), r"not a finite number|the last row of a pose"),
        ([["x"] * 4] * 4, r"made of numbers"),
        ([*np.eye(4)[:2], [0, 0, 1, 1e200], [0, 0, 0, 1]], r"an element beyond 1e\+30"),
    ],
)
def test_a_matrix_that_is_no_pose_is_refused(T: Any, message: str) -> None:
    with pytest.raises(symoro.UsageError, match=message):
        rx90().solutions(T, parameters=ARM)


def test_a_matrix_that_is_nearly_a_pose_is_projected_and_says_so() -> None:
    model = rx90()
    T = pose_at(model, [0.3, -0.5, 0.8, 0.4, 0.9, -0.6], ARM)
    T[0, 0] += 2e-4
    solutions = solve(model, T, parameters=ARM)
    assert 1e-5 < solutions.distance < 2e-4
    assert len(solutions) == 8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "newton"}, "method newton|method='newton'"),
        ({"elements": "x"}, "elements x|elements='x'"),
        ({"fix": "t9"}, "has no such joint"),
        ({"to": 12}, "has the frames 0 to 6, not 12"),
    ],
)
def test_a_wrong_option_is_refused(options: Any, message: str) -> None:
    with pytest.raises(symoro.UsageError, match=message):
        symoro.igm(symoro.load("rx90"), **options)


def test_a_robot_with_loops_or_without_a_method_is_refused_with_the_reason() -> None:
    with pytest.raises(symoro.ModelError, match="sr400 has closed loops"):
        symoro.igm(symoro.load("sr400"))
    with pytest.raises(symoro.ModelError, match="the general method"):
        symoro.igm(symoro.load("general6r"))


def test_a_missing_number_is_named() -> None:
    with pytest.raises(symoro.UsageError, match="no number for RL4"):
        rx90().solutions(np.eye(4), parameters={"D3": 1.0})


@pytest.mark.parametrize("number", [math.nan, -math.inf, 1e200])
def test_numbers_that_cannot_be_solved_are_named(number: float) -> None:
    wanted = "it must be a finite number, at most 1e\\+30"
    with pytest.raises(symoro.UsageError, match=f"rx90: RL4 is .*; {wanted}"):
        rx90().solutions(np.eye(4), parameters={"D3": 1.0, "RL4": number})
    locked = symoro.igm(symoro.load("rx90"), fix="t6", verify=False)
    with pytest.raises(symoro.UsageError, match=f"rx90: t6 is .*; {wanted}"):
        locked.solutions(np.eye(4), fixed=[number], parameters=ARM)


def test_single_precision_is_refused(tmp_path: Path) -> None:
    with pytest.raises(symoro.UsageError, match="no single precision"):
        rx90().write(tmp_path, "c", single=True)
    assert not list(tmp_path.iterdir())


def test_many_poses_have_families_that_code_has_no_row_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """UR5, arm nearly stretched: two isolated solutions, two families of a narrow range."""
    model = symoro.igm(symoro.load("ur5"), verify=False)
    numbers = model.robot.parameter_values("maker")
    poses = np.array([pose_at(model, [1.4, np.pi / 2, 0.02, -np.pi / 2, 0, -1.1], numbers)])
    monkeypatch.setattr(inverse_function, "MANY", 1)
    solutions = model.solutions(poses, parameters="maker")
    assert isinstance(solutions, list)
    assert repr(solutions[0]) == "<Solutions: 2 postures, 2 families of t1, t2, t3, t4, t5, t6>"


def test_many_poses_have_the_solutions_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    model = rx90()
    rng = np.random.default_rng(5)
    postures = [*rng.uniform(-3, 3, (12, 6)), [0.3, -0.5, 0.8, 0.4, 0.0, -0.6]]
    poses = np.array([pose_at(model, q, ARM) for q in postures])
    poses[0, :3, 3] = 9.0
    slowly = model.solutions(poses, parameters=ARM)
    monkeypatch.setattr(inverse_function, "MANY", len(poses))
    quickly = model.solutions(poses, parameters=ARM)
    assert isinstance(slowly, list)
    assert isinstance(quickly, list)
    for one, other in zip(slowly, quickly, strict=True):
        assert one.q.shape == other.q.shape
        assert (one.labels, one.multiplicity) == (other.labels, other.multiplicity)
        assert [repr(each) for each in one.families] == [repr(each) for each in other.families]
        assert str(one.unreachable) == str(other.unreachable)
        turn = np.mod(one.q - other.q + np.pi, 2 * np.pi) - np.pi
        assert np.abs(turn).max(initial=0.0) < 1e-12  # the same operations, other roundings
        assert other.residuals.max(initial=0.0) < 1e-13
    with pytest.raises(symoro.UsageError, match="0 positions of fixed joints"):
        model.solutions(poses, fixed=[0.1], parameters=ARM)
    filtered = model.solutions(poses, parameters=ARM, limits=True)
    assert isinstance(filtered, list)
    assert [len(each) for each in filtered] == [len(each) for each in quickly]

"""Representations of an orientation: against the definitions, against SciPy, at the degenerate."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from symoro.analysis.orientation import (
    REPRESENTATIONS,
    axis_angle,
    axis_angle_matrix,
    convert,
    elementary_rotation,
    euler_angles,
    euler_matrix,
    nearest_rotation,
    orientation_error,
    quaternion,
    quaternion_matrix,
    representation,
    rpy_angles,
    rpy_matrix,
    skew,
)
from symoro.errors import ModelError, UsageError

Array = NDArray[np.float64]
PI = math.pi
EXACT = 2e-15  # a few roundings of numbers of size 1
SMALL = [0.0, 1e-300, 1e-20, 1e-16, 1e-15, 3e-15, 1e-12, 1e-9, 1e-8, 1e-5, 1e-3]

each = pytest.mark.parametrize("name", list(REPRESENTATIONS))


def random_rotations(count: int, seed: int) -> Array:
    return np.asarray(Rotation.random(count, rng=np.random.default_rng(seed)).as_matrix())


def degenerate_rotations() -> Array:
    """Where some representation has no unique value, exactly and nearly."""
    rng = np.random.default_rng(5)
    found = []
    for small in SMALL:
        for sign in (1, -1):
            a, b = rng.uniform(-3, 3, 2)
            z, other = Rotation.from_euler("z", a), Rotation.from_euler("z", b)
            for middle in (sign * small, PI + sign * small):  # Euler's theta
                found.append(z * Rotation.from_euler("x", middle) * other)
            x = Rotation.from_euler("x", b)
            for middle in (PI / 2 + sign * small, -PI / 2 + sign * small):  # pitch
                found.append(z * Rotation.from_euler("y", middle) * x)
            for axis in (rng.normal(size=3), np.eye(3)[rng.integers(3)], np.array([0.6, 0, -0.8])):
                u = axis / np.linalg.norm(axis)
                found += [Rotation.from_rotvec(u * t) for t in (small, PI - small)]
    exact = [np.diag(np.prod(signs, axis=0)) for signs in _quarter_signs()]
    return np.concatenate([np.asarray([r.as_matrix() for r in found]), np.asarray(exact), cube()])


def _quarter_signs() -> list[list[list[float]]]:
    return [[[1, 1, 1]], [[1, -1, -1]], [[-1, 1, -1]], [[-1, -1, 1]]]


def cube() -> Array:
    """The 24 rotations of a cube: entries exactly 0, 1 and -1."""
    turns = np.asarray(Rotation.create_group("O").as_matrix())
    return np.asarray(np.round(turns) + 0.0)


# Definitions


def test_the_elementary_rotations_are_exponentials_of_their_axes() -> None:
    for axis, u in zip("xyz", np.eye(3), strict=True):
        assert np.allclose(elementary_rotation(axis, 0.7), expm(0.7 * skew(u)), atol=EXACT)


def test_the_matrix_of_three_angles_is_the_product_of_three_turns() -> None:
    angles = np.random.default_rng(1).uniform(-4, 4, (50, 3))
    euler = Rotation.from_euler("ZXZ", angles).as_matrix()  # capitals: about the current axes
    rpy = Rotation.from_euler("ZYX", angles).as_matrix()
    assert np.allclose(euler_matrix(angles), euler, atol=EXACT)
    assert np.allclose(rpy_matrix(angles), rpy, atol=EXACT)


def test_the_rpy_of_a_urdf_file_is_ours_backwards() -> None:
    r, p, y = 0.3, -0.4, 1.1  # about the fixed axes x, y, z in this order
    fixed = elementary_rotation("z", y) @ elementary_rotation("y", p) @ elementary_rotation("x", r)
    assert np.allclose(rpy_matrix([y, p, r]), fixed, atol=EXACT)


def test_the_matrix_of_an_axis_and_an_angle_is_the_exponential() -> None:
    rng = np.random.default_rng(2)
    for angle in (-3.0, 1e-9, 0.4, 3.1, 7.0):
        u = rng.normal(size=3)
        u /= np.linalg.norm(u)
        assert np.allclose(axis_angle_matrix([*u, angle]), expm(angle * skew(u)), atol=EXACT)
        Q = [math.cos(angle / 2), *(math.sin(angle / 2) * u)]
        assert np.allclose(quaternion_matrix(Q), expm(angle * skew(u)), atol=EXACT)


def test_the_quaternion_of_a_matrix_is_that_of_scipy() -> None:
    R = random_rotations(200, 3)
    x, y, z, w = Rotation.from_matrix(R).as_quat(canonical=True).T
    assert np.allclose(quaternion(R), np.column_stack([w, x, y, z]), atol=EXACT)


# Round trips


@each
def test_random_orientations_come_back(name: str) -> None:
    R = random_rotations(500, 4)
    back = convert(convert(R, "matrix", name), name, "matrix")
    assert np.abs(back - R).max() < EXACT


@each
def test_degenerate_orientations_come_back(name: str) -> None:
    R = degenerate_rotations()
    back = convert(convert(R, "matrix", name), name, "matrix")
    assert np.abs(back - R).max() < EXACT


@each
def test_values_are_within_their_ranges(name: str) -> None:
    R = np.concatenate([random_rotations(300, 6), degenerate_rotations()])
    x = convert(R, "matrix", name)
    if name == "euler":
        assert (x[:, 1] >= 0).all()
        assert (np.abs(x) <= PI).all()
    if name == "rpy":
        assert (np.abs(x[:, 1]) <= PI / 2).all()
        assert (np.abs(x) <= PI).all()
    if name == "quaternion":
        assert (x[:, 0] >= 0).all()
        assert np.allclose(np.linalg.norm(x, axis=1), 1, atol=EXACT)
    if name == "axis-angle":
        assert ((x[:, 3] >= 0) & (x[:, 3] <= PI)).all()
        assert np.allclose(np.linalg.norm(x[:, :3], axis=1), 1, atol=EXACT)


@each
def test_a_batch_is_its_elements(name: str) -> None:
    kind = representation(name)
    R = np.concatenate([random_rotations(4, 7), degenerate_rotations()[:2]]).reshape(2, 3, 3, 3)
    x = kind.from_matrix(R)
    assert x.shape == (2, 3, *kind.shape)
    assert kind.to_matrix(x).shape == (2, 3, 3, 3)
    for index in np.ndindex(2, 3):
        assert np.array_equal(x[index], kind.from_matrix(R[index]))
        assert np.array_equal(kind.to_matrix(x)[index], kind.to_matrix(x[index]))
    assert math.prod(kind.shape) == len(kind.components)


@pytest.mark.parametrize("small", [1e-14, 1e-12, 1e-9, 1e-6, 1e-3])
def test_angles_come_back_close_to_degenerate_ones(small: float) -> None:
    # phi and psi are as uncertain as the rounding of R over the small angle; theta is not
    near = 4e-16 / small
    for theta in (small, PI - small):
        phi_, theta_, psi_ = euler_angles(euler_matrix([0.3, theta, -1.2]))
        assert abs(theta_ - theta) < EXACT
        assert abs(phi_ - 0.3) < near + EXACT
        assert abs(psi_ + 1.2) < near + EXACT
    for sign in (1, -1):
        theta = sign * (PI / 2 - small)
        phi_, theta_, psi_ = rpy_angles(rpy_matrix([0.3, theta, -1.2]))
        assert abs(theta_ - theta) < EXACT
        assert abs(phi_ - 0.3) < near + EXACT
        assert abs(psi_ + 1.2) < near + EXACT


@pytest.mark.parametrize("angle", [1e-14, 1e-9, 1e-5, 1.0, PI - 1e-3, PI - 1e-9, PI - 1e-13])
@pytest.mark.parametrize("u", [(0.6, 0.0, -0.8), (1.0, 0.0, 0.0), (2 / 3, -1 / 3, 2 / 3)])
def test_an_axis_keeps_its_digits_at_any_angle(u: tuple[float, float, float], angle: float) -> None:
    found = axis_angle(axis_angle_matrix([*u, angle]))
    assert np.abs(found - [*u, angle]).max() < EXACT
    tiny = quaternion(axis_angle_matrix([*u, 1e-200]))[1:]
    assert np.allclose(tiny / 0.5e-200, u, atol=EXACT)


# Conventions at degenerate orientations


def test_euler_angles_without_a_tilt_give_the_whole_turn_to_phi() -> None:
    noise = 3e-16 * np.random.default_rng(8).normal(size=(3, 3))
    for extra in (np.zeros((3, 3)), noise):
        up, down = elementary_rotation("z", 0.7) + extra, euler_matrix([0.2, PI, 0.5]) + extra
        assert np.allclose(euler_angles(up), [0.7, 0, 0], atol=EXACT)
        assert np.allclose(euler_angles(down), [-0.3, PI, 0], atol=EXACT)
        assert euler_angles(up)[1:].tolist() == [0, 0]
        assert euler_angles(down)[2] == 0


def test_a_pitch_of_a_quarter_turn_gives_the_whole_turn_to_psi() -> None:
    up, down = rpy_matrix([0.2, PI / 2, 0.5]), rpy_matrix([0.2, -PI / 2, 0.5])
    assert np.allclose(rpy_angles(up), [0, PI / 2, 0.3], atol=EXACT)
    assert np.allclose(rpy_angles(down), [0, -PI / 2, 0.7], atol=EXACT)
    assert rpy_angles(up)[0] == rpy_angles(down)[0] == 0


def test_no_turn_is_about_z() -> None:
    assert axis_angle(np.eye(3)).tolist() == [0, 0, 1, 0]
    assert quaternion(np.eye(3)).tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("u", [(0.6, 0, -0.8), (-0.8, 0.6, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0)])
def test_a_half_turn_has_the_axis_whose_largest_component_is_positive(
    u: tuple[float, float, float],
) -> None:
    expected = np.array(u) * np.sign(max(u, key=abs))
    half = 2 * np.outer(u, u) - np.eye(3)
    for noise in (0.0, 1e-16, -1e-16):  # of either sign, in the part that tells u from -u
        R = half + noise * skew(u)
        assert np.allclose(axis_angle(R), [*expected, PI], atol=EXACT)
        assert np.allclose(quaternion(R), [0, *expected], atol=EXACT)


def test_signed_zeros_do_not_matter() -> None:
    R = np.array([[1.0, -0.0, -0.0], [-0.0, 1.0, -0.0], [-0.0, -0.0, 1.0]])
    assert euler_angles(R).tolist() == rpy_angles(R).tolist() == [0, 0, 0]
    R[0, 0] = R[1, 1] = -1.0
    assert euler_angles(R).tolist() == rpy_angles(R).tolist() == [PI, 0, 0]


# Rates


def interior(name: str, count: int) -> Array:
    """Values where the representation is smooth, away from its ends."""
    rng = np.random.default_rng(9)
    phi, psi = rng.uniform(-3, 3, (2, count))
    if name == "euler":
        return np.column_stack([phi, rng.uniform(0.1, 3, count), psi])
    if name == "rpy":
        return np.column_stack([phi, rng.uniform(-1.4, 1.4, count), psi])
    u = rng.normal(size=(count, 3))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    angle = rng.uniform(0.1, 3, (count, 1))
    axis_and_angle = np.hstack([u, angle])
    return convert(axis_and_angle, "axis-angle", name)


def stacked(name: str, x: Array) -> Array:
    """The components in the order of the rates: columns of a matrix one after the other."""
    return np.swapaxes(x, -1, -2).reshape(-1, 9) if name == "matrix" else x


@each
def test_the_rates_are_those_of_a_turning_frame(name: str) -> None:
    kind, step = representation(name), 1e-5
    x = interior(name, 40)
    w = np.random.default_rng(10).normal(size=(40, 3))
    R = kind.to_matrix(x)
    turn = np.array([expm(step * skew(v)) for v in w])
    after, before = (stacked(name, kind.from_matrix(dR @ R)) for dR in (turn, turn.swapaxes(1, 2)))
    difference = (after - before) / (2 * step)
    rates = (kind.rates(x) @ w[..., None])[..., 0]
    # step^2 times third derivatives, which grow as the cube of 10 at 0.1 from a singular value
    assert np.allclose(rates, difference, rtol=1e-6, atol=1e-6)
    assert np.allclose((kind.velocity(x) @ rates[..., None])[..., 0], w, atol=1e-12)


@each
def test_the_rates_of_a_batch_are_those_of_its_elements(name: str) -> None:
    kind = representation(name)
    x = interior(name, 6).reshape(2, 3, *kind.shape)
    for function in (kind.rates, kind.velocity):
        for index in np.ndindex(2, 3):
            assert np.array_equal(function(x)[index], function(x[index]))


@each
def test_the_velocity_matrix_is_the_pseudo_inverse_of_the_rates(name: str) -> None:
    kind = representation(name)
    x = interior(name, 40)
    assert kind.rates(x).shape == (40, len(kind.components), 3)
    assert np.allclose(kind.velocity(x), np.linalg.pinv(kind.rates(x)), atol=1e-12)


def test_the_euler_rates_are_those_of_the_course() -> None:
    a, b = 0.4, 1.1
    S, C, Sb, Cb = math.sin(a), math.cos(a), math.sin(b), math.cos(b)
    direct = representation("euler").velocity([a, b, 0.3])
    assert np.allclose(direct, [[0, C, S * Sb], [0, S, -C * Sb], [1, 0, Cb]])
    assert np.linalg.det(direct) == pytest.approx(-Sb)
    assert np.linalg.det(representation("rpy").velocity([a, b, 0.3])) == pytest.approx(-Cb)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("euler", (0.1, 0.0, 0.2)),
        ("euler", (0.1, PI, 0.2)),
        ("rpy", (0.1, PI / 2, 0.2)),
        ("rpy", (0.1, -PI / 2, 0.2)),
        ("axis-angle", (0, 0, 1, 0.0)),
        ("axis-angle", (0, 0, 1, 2 * PI)),
    ],
)
def test_rates_that_do_not_exist_are_refused(name: str, value: tuple[float, ...]) -> None:
    kind = representation(name)
    with pytest.raises(ModelError, match=r"no rate.* it is|is .*; use quaternions"):
        kind.rates(value)
    assert np.isfinite(kind.velocity(value)).all()


def test_the_angular_velocity_of_a_turn_about_z_is_along_z() -> None:
    theta, rate = 0.8, 1.7
    s, c = math.sin(theta), math.cos(theta)
    columns = np.array([-s, c, 0, -c, -s, 0, 0, 0, 0]) * rate  # of s, n, a
    w = representation("matrix").velocity(elementary_rotation("z", theta)) @ columns
    assert np.allclose(w, [0, 0, rate], atol=EXACT)


# The error of an orientation


def test_the_error_is_the_axis_times_the_sine() -> None:
    R = random_rotations(20, 11)
    u = np.random.default_rng(12).normal(size=(20, 3))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    angle = np.linspace(0, PI, 20)[:, None]
    desired = axis_angle_matrix(np.hstack([u, angle])) @ R
    assert np.allclose(orientation_error(R, desired), u * np.sin(angle), atol=EXACT)


# Examples of the course


def test_three_turns_are_one_about_a_known_axis() -> None:
    quarter = PI / 4
    R = elementary_rotation("x", quarter) @ elementary_rotation("y", quarter)
    R = R @ elementary_rotation("z", PI / 2)
    h = math.sqrt(0.5)
    assert np.allclose(R, [[0, -h, h], [h, -0.5, -0.5], [h, 0.5, 0.5]], atol=EXACT)
    expected = [1 / math.sqrt(3), 0, math.sqrt(2 / 3), 2 * PI / 3]
    assert np.allclose(axis_angle(R), expected, atol=EXACT)
    halfway = elementary_rotation("x", -quarter) @ axis_angle_matrix([*expected[:3], PI / 3])
    table = [[2 / 3, -h, 0.2357023], [2 / 3, h, 0.2357023], [-1 / 3, 0, 0.9428090]]
    assert np.allclose(halfway, table, atol=5e-8)  # the table's digits


def test_the_formulas_of_the_course_are_ours() -> None:
    R = random_rotations(200, 13)
    r31, r32, r33 = R[:, 2, 0], R[:, 2, 1], R[:, 2, 2]
    g = np.arctan2(r31, r32)
    S, C = np.sin(g), np.cos(g)
    b = np.arctan2(r31 * S + r32 * C, r33)
    a = np.arctan2(R[:, 1, 0] * C - R[:, 1, 1] * S, R[:, 0, 0] * C - R[:, 0, 1] * S)
    assert np.allclose(euler_angles(R), np.column_stack([a, b, g]), atol=EXACT)
    sines = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]])
    angle = np.arctan2(np.linalg.norm(sines, axis=0) / 2, (np.trace(R, axis1=1, axis2=2) - 1) / 2)
    assert np.allclose(axis_angle(R)[:, 3], angle, atol=1e-13)
    u = (sines / (2 * np.sin(angle))).T
    assert np.allclose(axis_angle(R)[:, :3], u, atol=1e-12)  # 1 / sin(angle) costs digits here


# What is refused


def test_a_matrix_that_is_not_orthogonal_is_refused_with_the_deviation() -> None:
    R = np.eye(3)
    R[0, 1] = 1e-3
    with pytest.raises(UsageError, match=r"differs from the identity by 0\.001,.*nearest_rotation"):
        quaternion(R)
    batch = np.array([np.eye(3), R])
    for kind in REPRESENTATIONS.values():
        with pytest.raises(UsageError, match="not a rotation matrix"):
            kind.from_matrix(batch)


def test_a_reflection_is_refused() -> None:
    with pytest.raises(UsageError, match="determinant is -1"):
        euler_angles(np.diag([1, 1, -1]))


def test_the_nearest_rotation_is_accepted_and_nearest() -> None:
    (R,) = random_rotations(1, 14)
    rounded = np.round(R, 3)
    nearest = nearest_rotation(rounded)
    quaternion(nearest)
    distance = np.linalg.norm(nearest - rounded)
    assert distance <= np.linalg.norm(R - rounded)
    for axis in "xyz":
        for turn in (1e-4, -1e-4):
            other = elementary_rotation(axis, turn) @ nearest
            assert np.linalg.norm(other - rounded) > distance
    assert np.allclose(nearest_rotation([0.5 * R, 3 * R]), R, atol=EXACT)
    with pytest.raises(UsageError, match=r"determinant is -1\b"):
        nearest_rotation(-np.eye(3))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("matrix", np.eye(4), r"expected an array of shape \(\.\.\., 3, 3\), found \(4, 4\)"),
        ("matrix-na", [1, 0, 0, 1, 0, 0], "not a rotation matrix: R R' differs"),
        ("matrix-na", np.eye(3), r"axes n and a: .*\(\.\.\., 6\), found \(3, 3\)"),
        ("euler", [1, 2], r"Euler angles: .*\(\.\.\., 3\), found \(2,\)"),
        ("euler", [1, 2, math.nan], "Euler angles: a number is infinite or undefined"),
        ("rpy", ["a", "b", "c"], "roll, pitch and yaw: expected real numbers, found"),
        ("rpy", [1j, 0, 0], "expected real numbers"),
        ("quaternion", [1, 1, 0, 0], r"quaternion: expected length 1, it differs by 0\.414"),
        ("axis-angle", [0, 0, 0, 0.3], "axis: expected length 1, it differs by 1;"),
    ],
)
def test_values_that_are_no_orientation_are_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        representation(name).to_matrix(value)  # type: ignore[arg-type]


def test_a_length_that_is_nearly_1_is_taken_as_1() -> None:
    longer = 1 + 9e-10
    Q, u = np.array([0.5, 0.5, -0.5, 0.5]), np.array([0.6, 0.0, 0.8])
    assert np.allclose(quaternion_matrix(longer * Q), quaternion_matrix(Q), rtol=0, atol=EXACT)
    R = axis_angle_matrix([*u, 0.5])
    assert np.allclose(axis_angle_matrix([*(longer * u), 0.5]), R, rtol=0, atol=EXACT)


def test_names_that_do_not_exist_are_refused() -> None:
    known = "known: matrix, matrix-na, euler, rpy, quaternion, axis-angle"
    with pytest.raises(UsageError, match=f"no representation 'Euler' .*; {known}"):
        convert([0, 0, 0], "Euler", "matrix")
    with pytest.raises(UsageError, match="there is no axis 'w'; the axes are x, y and z"):
        elementary_rotation("w", 0.1)

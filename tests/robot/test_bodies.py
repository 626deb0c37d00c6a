"""Links from mass, centre and shape: against integrals over points, and published numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symoro.errors import RobotError, UsageError
from symoro.expressions import Expression, FloatArithmetic, evaluate, expression
from symoro.robot import INERTIAL, Frame, JointType, Link, Robot, Structure, check

Array = npt.NDArray[np.float64]


def numbers(link: Link) -> list[float]:
    return [evaluate(entry, {}, FloatArithmetic()) for entry in link.inertial]


def cloud(seed: int) -> tuple[Array, Array]:
    """Twelve masses and their points."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1, 12), rng.uniform(-1, 1, (12, 3))


def parameters(masses: Array, points: Array) -> list[float]:
    """The ten sums over the points of a body, by their definition."""
    x, y, z = points.T
    sums = (y**2 + z**2, -x * y, -x * z, x**2 + z**2, -y * z, x**2 + y**2, x, y, z, np.ones(12))
    return [float(masses @ values) for values in sums]


def about_center(masses: Array, points: Array, axes: Array) -> tuple[float, Array, Array]:
    """Mass, centre, and the inertia about it along some axes, as a CAD program reports them."""
    mass = float(masses.sum())
    center = masses @ points / mass
    XX, XY, XZ, YY, YZ, ZZ = parameters(masses, (points - center) @ axes)[:6]
    return mass, center, np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])


def rotation(seed: int) -> Array:
    Q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return np.asarray(Q * np.sign(np.linalg.det(Q)))


@pytest.mark.parametrize("seed", range(8))
def test_the_parameters_are_the_sums_over_the_points_of_the_body(seed: int) -> None:
    masses, points = cloud(seed)
    R = rotation(seed)
    mass, center, J = about_center(masses, points, R)
    expected = parameters(masses, points)
    plain = about_center(masses, points, np.eye(3))
    np.testing.assert_allclose(numbers(Link.from_com(mass, center, J, R)), expected, atol=1e-13)
    np.testing.assert_allclose(numbers(Link.from_com(*plain)), expected, atol=1e-13)
    moments, axes = np.linalg.eigh(plain[2])
    axes *= np.sign(np.linalg.det(axes))
    principal = Link.from_com(mass, center, moments, axes)
    np.testing.assert_allclose(numbers(principal), expected, atol=1e-13)


def test_the_sign_of_products_of_inertia_is_that_of_matrix_elements() -> None:
    """Two masses of 1 kg at (1, 1, 0) and (-1, -1, 0): the integral of x y dm is +2."""
    matrix = Link.from_com(2, (0, 0, 0), [2, -2, 0, 2, 0, 4])
    positive = Link.from_com(2, (0, 0, 0), [2, 2, 0, 2, 0, 4], positive_products=True)
    assert matrix == positive
    assert expression(-2) == matrix.XY


def test_exact_numbers_and_symbols_stay_exact() -> None:
    half = math.sqrt(3) / 2
    turned = Link.from_com(
        2, ["1/3", 0, 0], [1, 2, 2], [[half, -0.5, 0], [0.5, half, 0], [0, 0, 1]]
    )
    assert expression("cos(Pi/6)^2 + 1/2") == turned.XX
    assert expression("2 + 2/9") == turned.ZZ
    general = Link.from_com("m", ["c", 0, 0], ["X", "Y", "Z"])
    assert [str(general.XX), str(general.YY), str(general.MX)] == ["X", "Y + c^2*m", "c*m"]


def test_rounded_axes_of_a_sheet_are_the_nearest_rotation() -> None:
    R = rotation(1)
    exact, rounded = (
        numbers(Link.from_com(2, [0.1, 0.2, 0.3], [0.1, 0.2, 0.25], axes))
        for axes in (R, R.round(4))
    )
    np.testing.assert_allclose(rounded, exact, atol=1e-4)  # of 0.25 kg m^2 turned by 5e-5


def test_a_homogeneous_box_has_the_inertia_of_the_books() -> None:
    box = Link.box(12, [1, 2, 3], [0, 0, 0])
    assert box.inertial[:6] == tuple(map(expression, (13, 0, 0, 10, 0, 5)))
    rod = Link.box("m", ["L", 0, 0], ["L/2", 0, 0])
    zero = {"m": 3.0, "L": 0.7}
    assert evaluate(rod.ZZ, zero, FloatArithmetic()) == pytest.approx(
        3 * 0.7**2 / 3
    )  # about its end
    assert expression(0) == rod.XX


def test_a_turned_box_is_the_same_box() -> None:
    quarter = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    assert Link.box(2, [1, 2, 3], [0, 0, 1], quarter) == Link.box(2, [2, 1, 3], [0, 0, 1])


@given(st.floats(0.01, 10), st.lists(st.floats(0.001, 1), min_size=3, max_size=3))
def test_boxes_are_never_refused(mass: float, size: list[float]) -> None:
    assert expression(mass) == Link.box(mass, size, [0.1, 0.2, -0.3]).M


IMPOSSIBLE = [
    ((2, (0, 0, 0), [1, 1, 3]), "the principal inertias 1, 1, 3"),
    ((2, (0, 0, 0), [1, 1, -1]), "a negative principal value -1"),
    ((2, (0, 0, 0), [1, 2, 0, 1, 0, 1]), "a negative principal value -1"),
]


@pytest.mark.parametrize(("body", "reason"), IMPOSSIBLE)
def test_an_inertia_that_no_body_has_is_refused_with_its_numbers(body: Any, reason: str) -> None:
    with pytest.raises(RobotError, match=reason) as caught:
        Link.from_com(*body)
    assert caught.value.field == "inertia"
    assert str(caught.value.found).startswith("XX = 1, ")


def test_products_with_the_other_sign_are_the_remedy_where_they_are() -> None:
    moments = [2, 0.99, 0.99, 2, 0.99, 2]
    Link.from_com(1, (0, 0, 0), moments, positive_products=True)
    with pytest.raises(RobotError, match="with the other sign of the products of inertia a body"):
        Link.from_com(1, (0, 0, 0), moments)


def test_the_rounding_of_a_sheet_is_no_reason_to_refuse_a_thin_plate() -> None:
    Link.from_com(1, (0, 0, 0), [0.0123, 0.0045, 0.0169])
    with pytest.raises(RobotError, match="triangle inequality"):
        Link.from_com(1, (0, 0, 0), [0.0123, 0.0045, 0.0172])
    with pytest.raises(RobotError, match="triangle inequality"):
        Link.from_com(1, (0, 0, 0), [1, 1, 2.1])


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((0, (0, 0, 0), [1, 1, 1]), "mass"),
        ((-1, (0, 0, 0), [1, 1, 1]), "mass"),
        (("2,5", (0, 0, 0), [1, 1, 1]), "mass"),
        ((1, (0, 0), [1, 1, 1]), "center"),
        ((1, 5, [1, 1, 1]), "center"),
        ((1, (0, 0, 0), [1, 1]), "inertia"),
        ((1, (0, 0, 0), {"XX": 1, "YY": 1, "ZZ": 1}), "inertia"),
        ((1, {0, 1, 2}, [1, 1, 1]), "center"),
        ((1, (0, 0, 0), 1), "inertia"),
        ((1, (0, 0, 0), [[1, 0, 0], [0, 1, 0.1], [0, 0, 1]]), "inertia"),
        ((1, (0, 0, 0), [[1, 0, 0], [0, 1, 0]]), "inertia"),
        ((1, (0, 0, 0), [1, 1, 1], [[1, 0, 0], [0, 1, 0], [0, 0, -1]]), "rotation"),
        ((1, (0, 0, 0), [1, 1, 1], [["A", 0, 0], [0, 1, 0], [0, 0, 1]]), "rotation"),
        ((1, (0, 0, 0), [1, 1, 1], [[1, 0, 0], [0, 0.9, 0], [0, 0, 1]]), "rotation"),
    ],
)
def test_other_nonsense_is_refused_by_the_name_of_the_argument(arguments: Any, field: str) -> None:
    with pytest.raises(RobotError) as caught:
        Link.from_com(*arguments)
    assert caught.value.field == field


def test_the_rounding_of_a_computed_matrix_is_no_asymmetry() -> None:
    J = [[1, 0.1, 0], [0.10000000000000002, 1, 0], [0, 0, 1]]
    assert expression("0.1") == Link.from_com(1, (0, 0, 0), J).XY


def test_sizes_beyond_doubles_are_told() -> None:
    with pytest.raises(RobotError, match="beyond double precision"):
        Link.from_com(1, (0, 0, 0), ["1e300*Pi^64", 1, 1])
    with pytest.raises(UsageError, match="beyond the range of double precision"):
        Link.box(1, [1e200, 1, 1], [0, 0, 0])
    frame = Frame(0, JointType.REVOLUTE, theta=expression("t1"))
    for size in ("1e200*1e200", "1e-200*1e-200"):
        link = Link(**dict.fromkeys(INERTIAL, 1) | {"M": size})  # type: ignore[arg-type]
        robot = Robot("huge", Structure.SIMPLE, (frame,), (link,))
        assert "its size is beyond double precision" in [f.message for f in check(robot)]


def test_a_box_has_no_negative_sides() -> None:
    with pytest.raises(RobotError, match="a negative length"):
        Link.box(1, [1, -1, 1], [0, 0, 0])


# Swings


def swing(axis: Any, point: Array, body: tuple[float, Array, Array], g: float) -> tuple[Any, ...]:
    """The period of a body: 2 Pi sqrt(I/(M g l)), with I about the axis itself."""
    masses, points = body[1], body[2]
    u = (
        np.eye(3)["xyz".index(axis)]
        if isinstance(axis, str)
        else np.array(axis) / np.linalg.norm(axis)
    )
    inertia = float(masses @ (np.linalg.norm(np.cross(u, points - point), axis=1) ** 2))
    center = masses @ points / body[0]
    arm = float(np.linalg.norm(np.cross(u, center - point)))
    return axis, point, 2 * math.pi * math.sqrt(inertia / (body[0] * g * arm))


def body_of(seed: int) -> tuple[float, Array, Array]:
    masses, points = cloud(seed)
    return float(masses.sum()), masses, points


def test_six_axes_determine_the_whole_body() -> None:
    body = body_of(5)
    expected = parameters(body[1], body[2])
    axes: list[Any] = ["x", "y", "z", (1, 1, 0), (1, 0, -1), (0, 2, 1)]
    pivots = np.random.default_rng(6).uniform(-2, 2, (6, 3))
    swings = [swing(axis, point, body, 9.81) for axis, point in zip(axes, pivots, strict=True)]
    center = body[1] @ body[2] / body[0]
    link = Link.from_pendulum(body[0], center, swings)
    np.testing.assert_allclose(numbers(link), expected, atol=1e-9)  # 12 digits, and cancellation


def test_three_axes_and_known_products_do_as_well() -> None:
    body = body_of(7)
    mass, center, J = about_center(body[1], body[2], np.eye(3))
    swings = [swing(axis, np.array([0.0, 2.0, 3.0]), body, 1.62) for axis in "xyz"]
    known = {"XY": J[0, 1], "XZ": J[0, 2], "YZ": J[1, 2]}
    link = Link.from_pendulum(mass, center, swings, gravity=1.62, known=known)
    np.testing.assert_allclose(numbers(link), parameters(body[1], body[2]), atol=1e-9)


def test_a_rod_swings_as_the_books_say() -> None:
    """A rod of length L about its end: T = 2 Pi sqrt(2 L/(3 g)), and M L^2/12 about its middle."""
    period = 2 * math.pi * math.sqrt(2 * 0.6 / (3 * 9.81))
    known: dict[str, Any] = dict.fromkeys(("XX", "XY", "XZ", "YZ"), 0) | {"YY": 0.06}
    link = Link.from_pendulum(2, [0.3, 0, 0], [("z", [0, 0, 0], period)], known=known)
    assert evaluate(link.ZZ, {}, FloatArithmetic()) == pytest.approx(2 * 0.6**2 / 3)


ONE = ("z", [0, 0, 0], 1.2)


def test_one_axis_gives_one_moment_and_what_is_left_is_named() -> None:
    with pytest.raises(RobotError, match=r"1 swing determines ZZ = 0\.0631") as caught:
        Link.from_pendulum(2, [0.2, 0, 0], [ONE])
    assert "but not XX, XY, XZ, YY, YZ" in str(caught.value)


def test_a_slanted_axis_gives_no_moment_by_itself() -> None:
    with pytest.raises(RobotError, match="1 swing determines no element by itself"):
        Link.from_pendulum(2, [0.2, 0, 0], [((0, 1, 1), [0, 0, 0], 1.2)])


def test_symbols_stand_for_what_stays_unknown() -> None:
    known: dict[str, Any] = {name: f"{name}3" for name in ("XX", "XY", "XZ", "YY", "YZ")}
    link = Link.from_pendulum(2, [0.2, 0, 0], [ONE], known=known)
    entries: tuple[Expression, ...] = link.inertial
    assert str(entries[INERTIAL.index("XX")]) == "XX3"
    assert link.ZZ.number is not None


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            {"swings": [("z", [0, 0, 0], 0.5)]},
            "expected more than 0.8971 s, the time there and back",
        ),
        ({"swings": [("z", [0.2, 0, 1], 2)]}, "swing 1: its axis goes through the centre of mass"),
        ({"swings": [("w", [0, 0, 0], 2)]}, "swing 1: no axis"),
        ({"swings": [((0, 0, 0), [0, 0, 0], 2)]}, "swing 1: a direction of length 0"),
        ({"swings": [("z", 2)]}, "swing 1 is none"),
        ({"swings": []}, "no swing"),
        ({"swings": 3}, "no swing"),
        ({"known": 3}, "not a mapping"),
        ({"swings": [("z", [0, 0, 0], "T")]}, "a measured number is needed"),
        ({"mass": "M1"}, "a measured number is needed"),
        ({"gravity": -9.81}, "not positive"),
        ({"known": {"IXY": 0}}, "no moment of inertia; found IXY"),
        ({"known": dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ"), 0)}, "triangle inequality"),
    ],
)
def test_swings_that_no_part_makes_are_refused(arguments: dict[str, Any], reason: str) -> None:
    usual: dict[str, Any] = {"mass": 2, "center": [0.2, 0, 0], "swings": [ONE]}
    with pytest.raises(RobotError, match=reason):
        Link.from_pendulum(**usual | arguments)


def test_a_swing_that_known_makes_idle_is_refused() -> None:
    """Neither of the two would be right: what the swing shows would be dropped silently."""
    known = dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ"), 0) | {"ZZ": 1}
    with pytest.raises(RobotError, match="swing 1 shows no element that known does not state"):
        Link.from_pendulum(2, (0.3, 0, 0), [("z", (0, 0, 0), 1.3)], known=known)

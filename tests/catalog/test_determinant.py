"""Determinants and inverses of Jacobians: published factors, all parts, what is refused."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy
from numpy.typing import NDArray
from sympy import Expr, cos, sin

import symoro
from library.kinematics import jacobian
from symoro import Model, ModelError, Robot, UsageError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.ir import interpret
from symoro.symbolic.to_sympy import program_to_sympy, sympy_symbol
from symoro.verify.sampling import sample_values
from symoro.verify.verify import verify

SMALL = 1e-12  # relative: determinants of sixth order of numbers of size 1, a few hundred roundings


Array = NDArray[np.float64]


def called(model: Model, q: Sequence[float], numbers: Mapping[str, float]) -> Array:
    """The only output of a model at a posture."""
    found = model.compile()(q, parameters=numbers)
    assert isinstance(found, np.ndarray)
    return found


@cache
def det(name: str, link: int | None = None, **options: Any) -> Model:
    return symoro.jacobian_det(symoro.load(name), link, **options)


def written(model: Model) -> Expr:
    """The determinant as the program has it: a product stays a product."""
    value: Expr = program_to_sympy(model.program)["DET"][0]
    return value


def factor_list(expression: Expr) -> set[tuple[Expr, int]]:
    """Factors up to their sign, with exponents; a sign of the whole is left out."""
    pairs = (factor.as_base_exp() for factor in sympy.Mul.make_args(expression))
    return {
        (-base if base.could_extract_minus_sign() else base, exponent)
        for base, exponent in pairs
        if base != -1
    }


def same(one: Expr, other: Expr) -> bool:
    return bool(sympy.expand_trig(one - other).expand() == 0)


t1, t2, t3, t4, t5 = (sympy_symbol(f"t{j}") for j in range(1, 6))
D2, D3, D4, RL4, R3, R4 = map(sympy_symbol, ("D2", "D3", "D4", "RL4", "R3", "R4"))
d2, d3, d4 = map(sympy_symbol, ("d2", "d3", "d4"))

# RX90, Stanford, SR400: computed independently; RX130L, SCARA, planar arm: course of M. Grossard
PUBLISHED: list[tuple[str, int | None, dict[str, Any], Expr]] = [
    ("rx90", None, {}, D3 * RL4 * cos(t3) * sin(t5) * (D3 * cos(t2) - RL4 * sin(t2 + t3))),
    ("stanford", None, {}, R3**2 * sin(t2) * sin(t5)),
    (
        "sr400",
        6,
        {},
        -d3
        * sin(t5)
        * (RL4 * cos(t3) + d4 * sin(t3))
        * (d2 + d3 * cos(t2) + d4 * cos(t2 + t3) - RL4 * sin(t2 + t3)),
    ),
    (
        "puma560",
        None,
        {},
        -D3
        * sin(t5)
        * (D4 * sin(t3) + R4 * cos(t3))
        * (D3 * cos(t2) + D4 * cos(t2 + t3) - R4 * sin(t2 + t3)),
    ),
    (
        "rx130l",
        None,
        {"rows": "1-3", "cols": "1-3"},
        -D3 * RL4 * cos(t3) * (D3 * cos(t2) - RL4 * sin(t2 + t3)),
    ),
    ("scara", None, {"rows": (1, 2, 6, 3)}, D2 * D3 * sin(t2)),  # x, y, rotation, z
    ("planar3r", None, {}, d2 * d3 * sin(t2)),
]


@pytest.mark.parametrize(
    ("name", "link", "options", "published"), PUBLISHED, ids=[case[0] for case in PUBLISHED]
)
def test_a_determinant_is_the_published_one_in_its_factors(
    name: str, link: int | None, options: dict[str, Any], published: Expr
) -> None:
    model = det(name, link, **options)
    assert model.certificate is not None
    assert model.certificate.exact_points > 0  # exactly equal to the reference too
    found = written(model)
    assert same(found, published)
    assert factor_list(found) == factor_list(published)


def test_the_rx130l_has_the_value_of_the_course() -> None:
    """The position block times sin(t5), the wrist."""
    q, numbers = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], {"D3": 0.625, "RL4": 0.925}
    (whole,) = called(det("rx130l"), q, numbers)
    (position,) = called(det("rx130l", rows="1-3", cols="1-3"), q, numbers)
    assert whole == pytest.approx(0.0447685995, abs=6e-11)  # ten digits are printed
    assert position * np.sin(q[4]) == pytest.approx(-whole, rel=1e-14)


def test_the_order_of_rows_and_columns_gives_the_sign() -> None:
    assert same(written(det("scara")), -D2 * D3 * sin(t2))  # rows x, y, z, rotation
    swapped = det("rx90", rows="2,1,3-6")
    assert same(written(swapped), -written(det("rx90")))
    assert "rows 2, 1, 3, 4, 5, 6, columns 1, 2, 3, 4, 5, 6" in swapped.notes
    assert "the whole matrix" in det("rx90").notes


def test_the_manipulability_of_a_planar_arm_is_the_published_sum_of_squares() -> None:
    """Rows 1 and 2 at the tool, frame 4: det(J J^T), lengths l1, l2, l3."""
    model = det("planar3r", rows="1-2", intermediate=4)
    S2, S3, S23 = sin(t2), sin(t3), sin(t2 + t3)
    published = (
        (d2 * d3 * S2 + d2 * d4 * S23) ** 2
        + (d2 * d4 * S23 + d3 * d4 * S3) ** 2
        + (d3 * d4 * S3) ** 2
    )
    assert same(written(model), published)
    assert "det(J J^T)" in model.kinds[0].meaning


@pytest.mark.parametrize(("name", "link"), [("rx90", 6), ("stanford", 6), ("ur5", 6), ("sr400", 6)])
@pytest.mark.parametrize(("projection", "intermediate"), [(0, 6), (6, 3), (-1, 0), (2, 5)])
def test_the_determinant_is_the_same_in_every_frame(
    name: str, link: int, projection: int, intermediate: int
) -> None:
    """A change of frame has determinant 1: a rotation, and the shift of the point."""
    usual = written(det(name, link))
    other = written(det(name, link, projection=projection, intermediate=intermediate))
    assert same(other, usual)
    assert factor_list(other) == factor_list(usual)


PARTS: list[tuple[str, dict[str, Any]]] = [
    ("rx90", {"rows": "1-3", "cols": "1-3"}),
    ("rx90", {"rows": [4, 5, 6], "cols": [4, 5, 6]}),
    ("rx90", {"rows": "1,3,5", "cols": "2-4"}),
    ("rx90", {"rows": "3,1", "cols": "1,3", "projection": 0, "intermediate": 6}),
    ("stanford", {"rows": "1-3"}),
    ("stanford", {"rows": 4, "cols": "4-6", "projection": 0}),
    ("puma560", {"cols": "1-3"}),
    ("puma560", {"rows": "2-6", "cols": "2,6"}),
    ("scara", {"rows": "1-2"}),
    ("lwr", {"rows": "4-6", "cols": "5-7"}),
    ("ur5", {"rows": "1-3", "cols": "1-3"}),  # its last three frames have their own origins
    ("ur5", {"rows": "1,2,6", "cols": "1-3"}),
    ("panda", {"cols": "1-3"}),
    ("planar2r", {"rows": "1-2"}),
    ("planar2r", {"rows": "1"}),
    ("planar2r", {"rows": "1-6"}),
    ("planar3r", {"rows": "1-2"}),
    ("planar3r", {"rows": "1-2", "cols": "1-2"}),
]


@pytest.mark.parametrize(("name", "options"), PARTS)
def test_a_part_is_that_of_the_matrix_at_the_links_own_origin(
    name: str, options: dict[str, Any]
) -> None:
    """Square: det; more columns: det(J J^T); fewer: det(J^T J), by NumPy, in frame 0."""
    robot = symoro.load(name)
    model = det(name, **{k: tuple(v) if isinstance(v, list) else v for k, v in options.items()})
    values = sample_values(robot, random.Random(name))

    def places(text: Any, count: int) -> list[int]:
        if text is None:
            return list(range(count))
        if isinstance(text, int):
            return [text - 1]
        if isinstance(text, list):
            return [k - 1 for k in text]
        found: list[int] = []
        for piece in text.split(","):
            ends = [int(end) for end in piece.split("-")]
            found += range(ends[0] - 1, ends[-1])
        return found

    J = jacobian(robot, robot.tip, values)
    part = J[np.ix_(places(options.get("rows"), 6), places(options.get("cols"), J.shape[1]))]
    part = part[np.abs(part).max(axis=1) > 1e-15]
    m, n = part.shape
    square = part if m == n else part @ part.T if n > m else part.T @ part
    said = "det(J)" if m == n else "det(J J^T)" if n > m else "det(J^T J)"
    assert f"{said} of rows" in model.kinds[0].meaning
    expected = np.linalg.det(square)
    (found,) = interpret(model.program, values, FloatArithmetic())["DET"]
    assert found == pytest.approx(expected, rel=1e-11, abs=SMALL)


def test_rows_that_are_always_zero_are_left_out_and_named() -> None:
    model = det("scara")
    assert model.notes[-1] == (
        "rows 1, 2, 3, 6, columns 1, 2, 3, 4; rows 4, 5 are zero in every posture and left out"
    )
    named = det("planar3r", rows="3-6")
    assert named.notes[-1].endswith("rows 3, 4, 5 are zero in every posture and left out")
    with pytest.raises(ModelError, match="all rows of this part of the Jacobian are zero"):
        det("planar3r", rows="3-5")


def test_a_determinant_that_is_zero_in_every_posture_is_the_number_zero() -> None:
    model = det("rx90", 3, rows="1-3", intermediate=3)  # joint 3 does not move its own origin
    assert written(model) == 0
    assert model.operations.total == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": "5-7"}, "rows are 1 to 6, not 7"),
        ({"cols": (0, 1)}, "cols are 1 to 6, not 0"),
        ({"rows": "1,1"}, "rows names a place twice"),
        ({"rows": 1.5}, "rows takes numbers, or a text such as 1-3,6, not 1.5"),
        ({"timeout": 0}, "timeout is at least 1 second, not 0"),
        ({"link": 7}, "no frame 7"),
    ],
)
def test_wrong_parts_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.jacobian_det(symoro.load("rx90"), **options)


def test_a_link_that_does_not_move_has_no_jacobian() -> None:
    with pytest.raises(ModelError, match="there is no Jacobian"):
        symoro.jacobian_det(symoro.load("rx90"), 0)


def test_places_may_be_an_array() -> None:
    rows: Any = np.array([1, 2, 3])
    model = symoro.jacobian_det(symoro.load("rx90"), rows=rows, cols=rows)
    assert same(written(model), written(det("rx90", rows="1-3", cols="1-3")))


def test_the_rate_of_a_four_bar_is_its_determinant_in_the_motors() -> None:
    """Link 3 turns by t3, the motor by t1: the only element is dt3/dt1, by differences."""
    robot = symoro.load("fourbar")
    geometry = symoro.loop_geometry(robot)
    numbers = {"L1": 0.2, "L2": 0.5, "L3": 0.4, "L4": 0.5}

    def t3(angle: float) -> float:
        return float(geometry.solutions([angle], numbers).q[0][2])

    h = 1e-3  # an error of h^4 by Richardson, and roundings over h: both below 1e-11
    slopes = [(t3(0.7 + s) - t3(0.7 - s)) / (2 * s) for s in (h, h / 2)]
    (value,) = called(det("fourbar", 3, actuated=True), [0.7], numbers)
    assert value == pytest.approx((4 * slopes[1] - slopes[0]) / 3, abs=1e-10)


def test_a_determinant_in_the_motors_is_that_of_the_chain_times_the_drive() -> None:
    """SR400: t3 = t7 + const - t2 in the parallelogram, so det G = 1 or -1."""
    chain, motors = written(det("sr400", 6)), written(det("sr400", 6, actuated=True))
    robot = symoro.load("sr400")
    geometry = symoro.loop_geometry(robot)
    at = {"t1": 0.3, "t2": -0.4, "t4": 0.2, "t5": 0.9, "t6": -1.0, "t7": 1.1}
    found = geometry.solutions(at, "example")
    posture = dict(zip(found.joints, found.q[0], strict=True))
    numbers = robot.parameter_values("example") | posture | at
    one, other = (
        float(e.subs({s: numbers[s.name] for s in e.free_symbols})) for e in (chain, motors)
    )
    assert abs(one) == pytest.approx(abs(other), rel=1e-11)


# Inverses


def residues(model: Model, field: ModularArithmetic) -> dict[str, Any]:
    """Outputs of a program at a random point modulo a prime, as arrays."""
    values = {name: field.symbol(name) for name in model.robot.symbols}
    flat = interpret(model.program, values, field)
    return {
        o.name: np.array(flat[o.name], dtype=object).reshape(o.shape) for o in model.program.outputs
    }


@cache
def inverse(name: str, **options: Any) -> Model:
    return symoro.jacobian_inverse(symoro.load(name), **options)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rx90", {}),
        ("stanford", {}),
        ("puma560", {}),
        ("scara", {}),
        ("rx90", {"rows": "1-3", "cols": "1-3", "projection": 0}),
        ("planar3r", {"projection": 0, "intermediate": 4}),
    ],
)
def test_the_inverse_is_the_inverse_exactly(name: str, options: dict[str, Any]) -> None:
    model = inverse(name, **options)
    frames = {key: options[key] for key in ("projection", "intermediate") if key in options}
    whole = symoro.jacobian(symoro.load(name), outputs="J", verify=False, **frames)
    rows = {"scara": [0, 1, 2, 5], "planar3r": [0, 1, 5]}.get(name, list(range(6)))
    columns = list(range(len(rows)))
    if "rows" in options:
        rows = columns = [0, 1, 2]
    for point in range(2):
        field = ModularArithmetic(f"inverse {point}")
        J = residues(whole, field)["J"][np.ix_(rows, columns)]
        JINV = residues(model, field)["JINV"]
        one = np.eye(len(rows), dtype=int)
        assert (one == (J @ JINV)).all()
        assert (one == (JINV @ J)).all()


def test_the_inverse_keeps_the_zeros_of_its_blocks() -> None:
    """[Guide] 2.46, 2.47: J = [A 0; B C] has the inverse [A^-1 0; -C^-1 B A^-1 C^-1]."""
    found = program_to_sympy(inverse("rx90").program)["JINV"]
    assert found[:3, 3:] == sympy.zeros(3, 3)
    assert sum(element == 0 for element in found) == 9 + 5 + 2  # A and C have zeros of their own


def test_a_matrix_without_an_inverse_is_refused() -> None:
    robot = symoro.load("rx90")
    with pytest.raises(ModelError, match="no inverse: its determinant is zero for all values"):
        symoro.jacobian_inverse(robot, 3, rows="1-3", intermediate=3)
    with pytest.raises(
        UsageError, match=r"rx90: an inverse needs .* is 3 x 6 \(.*\); .*\(rows, cols\)"
    ):
        symoro.jacobian_inverse(robot, rows="1-3")


def test_a_matrix_that_is_not_square_is_named_with_the_row_that_was_left_out() -> None:
    said = (
        r"an inverse needs a square matrix, and this one is 2 x 3 \(rows 1, 2, columns 1, 2, 3; "
        r"row 3 is zero in every posture and left out\); choose as many rows as columns"
    )
    with pytest.raises(UsageError, match=said):
        symoro.jacobian_inverse(symoro.load("planar3r"), rows="1-3")


def test_an_inverse_in_the_motors_gives_motor_speeds() -> None:
    """J of the motors times its inverse at a closed posture."""
    robot: Robot = symoro.load("sr400")
    J = symoro.jacobian(robot, 6, actuated=True, outputs="J", verify=False)
    JINV = symoro.jacobian_inverse(robot, 6, actuated=True)
    q = [0.3, -0.4, 0.2, 0.9, -1.0, 1.1]
    numbers = robot.parameter_values("example")
    product = called(J, q, numbers) @ called(JINV, q, numbers)
    np.testing.assert_allclose(product, np.eye(6), atol=1e-12)


def test_a_wrong_determinant_does_not_verify() -> None:
    """The certificate is worth something: another sign is found out."""
    from symoro.catalog.kinematic.determinant import determinant_plan
    from symoro.catalog.tables.kinematic import JACOBIAN_DET
    from symoro.pipeline.option_spec import validate_options
    from symoro.pipeline.tracing import trace

    plan = determinant_plan(symoro.load("rx90"), validate_options(JACOBIAN_DET.options, {}))
    page = plan.formulation.trace
    wrong = plan.with_formulation(trace=lambda s, let: {"DET": -page(s, let)["DET"]})
    with pytest.raises(symoro.VerificationError, match="DET differs from"):
        verify(trace(wrong, "wrong", ["DET"]), wrong.check)

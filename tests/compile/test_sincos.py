"""Sine and cosine of compiled programs: below the stated error, against mpmath in 60 digits."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import numpy.typing as npt
import pytest

from symoro.compile.compiled_model import CompiledModel
from symoro.compile.compiler import compile_program
from symoro.compile.llvm_types import Type, host
from symoro.compile.sincos import BOUND, COS, ERROR, HALF_PI, SIN, SineCosine
from symoro.ir import Graph, Input, Let, Output, Program, Role

Array = npt.NDArray[np.float64]
DIGITS = 60
LIBM = 1.0
"""Units in the last place of the system's functions, which serve angles beyond the bound; glibc
states less than that."""


def circular() -> Program:
    """The sine and the cosine of one angle."""
    graph = Graph()
    x = graph.symbol("x")
    nodes = {name: graph.let(name[0], graph.call(name, x)) for name in ("sin", "cos")}
    values = {name: graph.node(node).operands[0] for name, node in nodes.items()}
    return Program(
        name="circular",
        graph=graph,
        inputs=(Input("x", Role.STATE, "q", (0,)),),
        shapes=(("q", (1,)),),
        statements=tuple(Let(name[0], nodes[name], values[name]) for name in nodes),
        outputs=(Output("y", (2,), tuple(nodes.values())),),
    ).verify()


@pytest.fixture(scope="module")
def function() -> CompiledModel:
    return compile_program(circular(), ("q",))


def computed(function: CompiledModel, x: Array) -> Array:
    found = function(x[:, None])
    assert isinstance(found, np.ndarray)
    return found


def worst(function: CompiledModel, x: Array) -> float:
    """The largest error, in units in the last place of the exact result."""
    largest = 0.0
    with mpmath.workdps(DIGITS):
        for angle, pair in zip(x, computed(function, x), strict=True):
            exact = mpmath.cos_sin(mpmath.mpf(float(angle)))[::-1]
            for value, reference in zip(pair, exact, strict=True):
                unit = math.ulp(float(reference))
                largest = max(largest, float(abs(mpmath.mpf(float(value)) - reference)) / unit)
    return largest


def near_multiples(rng: np.random.Generator, count: int) -> Array:
    """The doubles about random multiples of Pi/2, where r is smallest."""
    with mpmath.workdps(DIGITS):
        quarters = rng.integers(1, int(BOUND * 2 / math.pi), count)
        middle = np.array([float(int(n) * mpmath.pi / 2) for n in quarters])
    return np.concatenate([middle, np.nextafter(middle, 0), np.nextafter(middle, np.inf)])


def closest() -> Array:
    """The doubles below the bound that come closest to a multiple of Pi/2, for each exponent.

    They are among the convergents of Pi/2 over the spacing of doubles of that exponent.
    """
    found = []
    with mpmath.workdps(DIGITS):
        for exponent in range(int(math.log2(BOUND))):
            spacing = mpmath.mpf(2) ** (exponent - 52)
            rest = mpmath.pi / 2 / spacing
            h, k = (1, int(rest)), (0, 1)
            while k[1] < BOUND:
                if 2**52 <= h[1] < 2**53:
                    found.append(float(h[1] * spacing))
                rest = 1 / (rest - mpmath.floor(rest))
                h = (h[1], int(rest) * h[1] + h[0])
                k = (k[1], int(rest) * k[1] + k[0])
    return np.array(found)


def angles(kind: str) -> Array:
    rng = np.random.default_rng(len(kind))
    match kind:
        case "dense":
            return np.linspace(-7, 7, 6001)
        case "about Pi/4, where parts are exchanged":
            return np.concatenate([math.pi / 4 * n + 1e-9 * np.arange(-50, 50) for n in range(9)])
        case "random up to the bound":
            return rng.uniform(-BOUND, BOUND, 6000)
        case "random of every size":
            return np.exp(rng.uniform(math.log(1e-10), math.log(BOUND), 6000))
        case "near multiples of Pi/2":
            return near_multiples(rng, 2000)
        case "closest to multiples of Pi/2":
            return closest()
        case "tiny":
            return np.array([0.0, 5e-324, 1e-310, 2.3e-308, 1e-200, 1e-20, -1e-9, 1e-8, 1e-5])
    raise AssertionError(kind)


@pytest.mark.parametrize(
    "kind",
    [
        "dense",
        "about Pi/4, where parts are exchanged",
        "random up to the bound",
        "random of every size",
        "near multiples of Pi/2",
        "closest to multiples of Pi/2",
        "tiny",
    ],
)
def test_the_error_is_below_the_stated_one(function: CompiledModel, kind: str) -> None:
    x = angles(kind)
    assert len(x) > 0
    bound = ERROR if host().fma else LIBM
    assert worst(function, np.concatenate([x, -x])) < bound


def test_beyond_the_bound_the_functions_of_the_system_serve(function: CompiledModel) -> None:
    x = np.array([np.nextafter(BOUND, np.inf), 2e6, 1e7, 1e10, 1e22, 1.7e308])
    assert worst(function, np.concatenate([x, -x])) < LIBM


def test_zero_keeps_its_sign_and_what_is_no_number_gives_none(function: CompiledModel) -> None:
    found = computed(function, np.array([0.0, -0.0, math.inf, -math.inf, math.nan]))
    assert (found[:2] == [[0, 1], [0, 1]]).all()
    assert np.isnan(found[2:]).all()


def test_a_huge_angle_leaves_its_neighbours_alone(function: CompiledModel) -> None:
    x = np.linspace(-3, 3, 64)
    wanted = computed(function, x)
    for place in range(16):
        other = x.copy()
        other[place] = 1e15
        found = computed(function, other)
        same = np.arange(len(x)) != place
        assert (found[same] == wanted[same]).all()


def test_one_angle_gives_the_bits_of_a_batch(function: CompiledModel) -> None:
    x = np.concatenate([angles("random of every size")[:200], [1e7, 1e300, BOUND, -BOUND]])
    together = computed(function, x)
    for angle, pair in zip(x, together, strict=True):
        assert (np.asarray(function([angle])) == pair).all()


def test_the_polynomials_are_as_near_as_is_said() -> None:
    """2^-57.8 of the sine, 2^-63.2 by itself of the cosine, over abs(r) <= Pi/4."""
    with mpmath.workdps(DIGITS):
        for r in np.linspace(0.001, math.pi / 4, 500):
            x = mpmath.mpf(float(r))
            z = x * x
            p, q = (mpmath.polyval(list(map(mpmath.mpf, c[::-1])), z) for c in (SIN, COS))
            assert abs((x + x * z * p) / mpmath.sin(x) - 1) < mpmath.mpf(2) ** -57.8
            assert abs(1 - z / 2 + z * z * q - mpmath.cos(x)) < mpmath.mpf(2) ** -63.2


def test_the_parts_of_a_quarter_turn_have_the_bits_that_make_products_exact() -> None:
    with mpmath.workdps(DIGITS):
        left = mpmath.pi / 2 - sum(mpmath.mpf(part) for part in HALF_PI)
        assert abs(left) < mpmath.mpf(2) ** -141
    numerator = HALF_PI[1].as_integer_ratio()[0]
    assert numerator.bit_length() <= 33
    assert BOUND * 2 / math.pi < 2**20  # so that n and the second part have 53 bits together


@pytest.mark.parametrize("width", [1, 2, 4, 8])
def test_the_text_for_one_angle_is_short(width: int) -> None:
    lines, _, _ = SineCosine(Type(width)).lines("%x", "a", "entry")
    assert len(lines) < 60

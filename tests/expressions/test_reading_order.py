"""The order of terms and factors, from SymPy as from a graph."""

from __future__ import annotations

import random

import pytest
from sympy import Add, Expr, Mul, cos, sin

from symoro.expressions import ModularArithmetic, evaluate, parse
from symoro.expressions.reading_order import (
    ACCELERATION,
    FORCE,
    VELOCITY,
    ReadingOrder,
    angle_key,
    call_traits,
    group_traits,
    name_key,
    symbol_traits,
)
from symoro.symbolic.conditions import expression_text
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.reading import in_one_sign, ordered_terms, split_sign
from symoro.symbolic.to_sympy import sympy_symbol

NAMES = ("a", "d2", "l10", "m1", "m2", "m10", "Iz2", "Iz10", "XX1")
SYMBOLS = [sympy_symbol(name) for name in NAMES]
ANGLES = [sympy_symbol(name) for name in ["t1", "t2", "t10"]]
a, d2, l10, m1, m2, m10, Iz2, Iz10, XX1 = SYMBOLS
t1, t2, t10 = ANGLES


def test_the_number_of_a_name_counts_before_its_letters() -> None:
    names = ["ZZ10", "XX2", "ZZ1", "g", "XX1", "M10", "QP2", "ZZ1R"]
    assert sorted(names, key=name_key) == [
        *("g", "XX1", "ZZ1", "ZZ1R", "QP2", "XX2", "M10", "ZZ10"),
    ]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (Iz10 + Iz2 + XX1, "XX1 + Iz2 + Iz10"),
        (m10 * l10 + m2 * d2 + Iz2 + 3, "3 + Iz2 + d2*m2 + l10*m10"),
        (
            sin(t2) + cos(t2) + cos(t1 + t2) + cos(t10) + a,
            "a + cos(t2) + sin(t2) + cos(t10) + cos(t1 + t2)",
        ),
        (
            m2 * cos(t1 + t2) + m1 * cos(t2) + m1 * sin(t1),
            "m1*sin(t1) + m1*cos(t2) + m2*cos(t1 + t2)",
        ),
        (
            cos(t2) ** 2 * m1 + cos(t2) * cos(t10) + sin(t2) ** 2,
            "m1*cos(t2)^2 + sin(t2)^2 + cos(t2)*cos(t10)",
        ),
        (m2 - m1, "m2 - m1"),
        (-(m1**2) - m2, "-m2 - m1^2"),
        (d2 * (m1 - m2), "d2*(m1 - m2)"),
        (d2 * (m2 - m1), "-d2*(m1 - m2)"),
        (2 * m1 - 2 * m2 + 4 * d2, "2*(m1 + 2*d2 - m2)"),
    ],
)
def test_terms_and_factors(expression: Expr, text: str) -> None:
    assert expression_text(expression) == text


def test_roles_place_factors_before_numbers_do() -> None:
    order = ReadingOrder(inertial={"m10"}, rates={"QP1": VELOCITY})
    cosine = order.factor_key(call_traits(angle_key([("t3", False)]), sine=False), None)
    m, length, rate = (order.factor_key(symbol_traits(each), each) for each in ("m10", "a", "QP1"))
    assert m < length < cosine < rate


def test_rates_place_terms_before_angles_and_links_do() -> None:
    """A(q) qdd, C(q, qd), Q(q), then forces of the environment."""
    places = {"QDP2": ACCELERATION, "QDP1": ACCELERATION, "QP2": VELOCITY, "FX1": FORCE}
    qdd1, qdd2, qd2, fx1 = (symbol_traits(n, places[n]) for n in ("QDP1", "QDP2", "QP2", "FX1"))
    m9, m1, g = map(symbol_traits, ("m9", "m1", "g"))
    cosine = call_traits(angle_key([("t1", False)]), sine=False)
    order = [m9 * qdd1, m9 * group_traits([qdd1, qdd2]), m1 * qdd2, m1 * qdd2 * cosine]
    order += [m1 * qd2.raised_to(2), cosine * qd2, g, g * cosine, fx1]
    assert sorted(set(order), key=lambda each: each.key) == order


def test_terms_with_one_place_have_one_order_whatever_their_signs() -> None:
    """The sign of a sum that is a factor, of which neither is larger, does not move its term."""
    one = [a * (m1 + 2), -a * (m1 + 3)]
    texts = {expression_text(Add(*terms)) for terms in (one, one[::-1])}
    assert texts == {"a*(2 + m1) - a*(3 + m1)"}


def random_expression(rng: random.Random, depth: int = 3) -> Expr:
    if depth == 0 or rng.random() < 0.2:
        angle = rng.choice(ANGLES) + rng.choice([0, *ANGLES]) * rng.choice([1, -1])
        return rng.choice([*SYMBOLS, sin(angle), cos(angle)])
    parts = [random_expression(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    signed = [rng.choice([1, -1, 2, -3]) * part for part in parts]
    return Add(*signed) if depth % 2 else Mul(*parts) ** rng.choice([1, 1, 2, 3])


@pytest.mark.parametrize("seed", range(40))
def test_a_text_has_the_value_of_its_expression(seed: int) -> None:
    """Signs of sums that are factors are chosen when it is printed: none may be lost."""
    rng = random.Random(seed)
    expression = random_expression(rng)
    field = ModularArithmetic(str(seed))
    values = {s.name: field.symbol(s.name) for s in (*SYMBOLS, *ANGLES)}
    wanted = from_sympy(expression, values, field)
    assert evaluate(parse(expression_text(expression)), values, field) == wanted
    assert from_sympy(in_one_sign(expression), values, field) == wanted


@pytest.mark.parametrize("seed", range(20))
def test_an_expression_and_its_opposite_are_one_sum(seed: int) -> None:
    expression = in_one_sign(random_expression(random.Random(seed), 3))
    if not expression.is_Add:
        return
    (one, sign), (other, opposite) = split_sign(expression), split_sign(-expression)
    assert one == other
    assert sign == -opposite
    assert ordered_terms(one) == [-term for term in ordered_terms(-one)]

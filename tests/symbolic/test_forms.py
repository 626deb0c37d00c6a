"""Grouped sums, completed squares and sums of angles."""

from __future__ import annotations

import pytest
from sympy import Expr, Rational, cos, expand, nsimplify, sin

from symoro.symbolic.conditions import expression_text
from symoro.symbolic.to_sympy import sympy_symbol
from symoro.symbolic.trig import is_zero, readable_form

names = "a b c d m n l1 l2 l3 t1 t2 t3 t4"
a, b, c, d, m, n, l1, l2, l3, t1, t2, t3, t4 = map(sympy_symbol, names.split())

FORMS: list[tuple[Expr, str]] = [
    (m * a**2 + m * b**2 + 2 * m * a * b, "m*(a + b)^2"),
    (n + m * a**2 - 2 * m * a * b + m * b**2, "n + m*(a - b)^2"),
    (n + 4 * m * a**2 + 12 * m * a * b + 9 * m * b**2, "n + m*(2*a + 3*b)^2"),
    (n - m * a**2 - 2 * m * a * b - m * b**2, "n - m*(a + b)^2"),
    (expand(n + m * (a - b + c) ** 2), "n + m*(a - b + c)^2"),
    (n + m * a**2 + m * b**2 + m * a * b, "n + m*(a^2 + a*b + b^2)"),
    (n + m * a**2 + m * a * b, "n + m*a^2 + a*b*m"),
    (m * sin(t1) ** 2 + m * cos(t1) ** 2, "m"),
    (m * sin(t1) ** 2 + n * cos(t1) ** 2, "n*cos(t1)^2 + m*sin(t1)^2"),
    (
        expand(m * (l1 * cos(t2) + l2 * cos(t2 + t3)) ** 2 + n * sin(t2 + t3) ** 2, trig=True),
        "m*(l1*cos(t2) + l2*cos(t2 + t3))^2 + n*sin(t2 + t3)^2",
    ),
    (
        expand((l1 * cos(t2) + l2 * cos(t2 + t3) + l3 * cos(t2 + t3 + t4)) ** 2, trig=True),
        "(l1*cos(t2) + l2*cos(t2 + t3) + l3*cos(t2 + t3 + t4))^2",
    ),
    (
        2 * a * d * cos(t1) - 2 * b * d * sin(t1) + n + m * d**2,
        "n + m*d^2 + 2*d*(a*cos(t1) - b*sin(t1))",
    ),
]


@pytest.mark.parametrize(("expression", "text"), FORMS, ids=lambda v: str(v)[:40])
def test_a_form_is_as_a_book_has_it(expression: Expr, text: str) -> None:
    form = readable_form(expression)
    assert is_zero(form - expression)
    assert expression_text(form) == text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (0.4318 * cos(t1) - 0.0203 * sin(t1), "0.4318*cos(t1) - 0.0203*sin(t1)"),
        (
            m * (Rational("0.4318") * cos(t1) - Rational("0.0203") * sin(t1)),
            "m*(0.4318*cos(t1) - 0.0203*sin(t1))",
        ),
        (a / 2 + b + 3 * c / 2, "0.5*(a + 2*b + 3*c)"),
        (a / 2 + b / 2, "0.5*(a + b)"),
        (
            (m + Rational("0.3") * n) * cos(t1) - a * sin(t1),
            "cos(t1)*(m + 0.3*n) - a*sin(t1)",
        ),
        (4 * a - 6 * b, "2*(2*a - 3*b)"),
    ],
    ids=str,
)
def test_numbers_are_those_of_the_user(expression: Expr, text: str) -> None:
    exact = nsimplify(expression, rational=True)
    assert expression_text(readable_form(exact)) == text

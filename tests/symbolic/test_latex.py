"""Short names and LaTeX."""

from __future__ import annotations

import pytest
from sympy import Expr, Matrix, cos, pi, sin

from symbolic.jacobians import jacobian
from symbolic.residues import same
from symoro.symbolic.determinant import determinant, product_of
from symoro.symbolic.latex import latex
from symoro.symbolic.short_names import short_trig
from symoro.symbolic.to_sympy import sympy_symbol

FRAMES = {f"t{k}": k for k in range(1, 7)}
LONG = {f"t{k}": k for k in range(1, 14)}
t1, t2, t3, t13 = (sympy_symbol(f"t{k}") for k in (1, 2, 3, 13))
D3, C1 = sympy_symbol("D3"), sympy_symbol("C1")


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (cos(t2 + t3), "C23"),
        (D3 * sin(t2 - t3), "D3*S2m3"),
        (sin(t3 - t2), "-S2m3"),
        (cos(t3 - t2), "C2m3"),
        (cos(t3 - pi / 2), "S3"),
        (sin(t1 + t2 + t3 + pi), "-S123"),
        (cos(t1 + pi / 4), "cos(t1 + pi/4)"),
        (cos(2 * t1), "cos(2*t1)"),
        (cos(sympy_symbol("a2")), "cos(a2)"),
        (C1 * cos(t1), "C1*C1_"),
    ],
)
def test_short_names(expression: Expr, text: str) -> None:
    short, names = short_trig(expression, FRAMES)
    assert str(short) == text
    assert same(short.xreplace(names), expression)


def test_short_names_of_many_frames() -> None:
    short, names = short_trig(cos(t2 + t13) + cos(t13) + cos(t1 + t3) + sin(t2 - t13), LONG)
    assert sorted(map(str, names)) == ["C13", "C1_3", "C2_13", "S2m13"]
    assert short.subs(names) == cos(t2 + t13) + cos(t13) + cos(t1 + t3) + sin(t2 - t13)


def test_names_of_a_matrix() -> None:
    matrix = Matrix([[cos(t2 + t3), D3], [sin(t2 + t3), sin(t2)]])
    short, names = short_trig(matrix, FRAMES)
    assert set(map(str, names)) == {"C23", "S23", "S2"}
    assert short.xreplace(names) == matrix


def test_a_jacobian() -> None:
    J = jacobian("rx90", projection=3, point=4)[:3, :3]
    assert latex(list(J), FRAMES) == [
        *("0", r"D_{3}\,S_{3} - \mathit{RL}_{4}", r"-\mathit{RL}_{4}"),
        *("0", r"D_{3}\,C_{3}", "0"),
        *(r"\mathit{RL}_{4}\,S_{23} - D_{3}\,C_{2}", "0", "0"),
    ]


def test_factors() -> None:
    found = determinant(jacobian("rx90", projection=3, point=4))
    assert latex([product_of(found)], FRAMES) == [
        r"D_{3}\,\mathit{RL}_{4}\,C_{3}\,S_{5}\,(D_{3}\,C_{2} - \mathit{RL}_{4}\,S_{23})"
    ]


def test_expressions() -> None:
    assert latex([cos(t2) * cos(t3) - sin(t2) * sin(t3)], FRAMES) == ["C_{23}"]
    assert latex([cos(t2 - t3) ** 2], FRAMES) == ["C_{2-3}^{2}"]
    assert latex([cos(t2 + t13)], LONG) == ["C_{2,13}"]


def test_a_name_means_the_same_in_all_expressions() -> None:
    assert latex([C1 * cos(t1), cos(t1)], FRAMES) == [r"C_{1}\,C_{1}'", "C_{1}'"]


def test_only_high_parentheses_are_stretched() -> None:
    a2, a3 = sympy_symbol("a2"), sympy_symbol("a3")
    assert latex([cos(a2), cos(a2 / a3)], FRAMES) == [
        r"\cos(a_{2})",
        r"\cos\left(\frac{a_{2}}{a_{3}}\right)",
    ]

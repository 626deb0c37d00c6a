"""When a factor vanishes, in words: each form of condition, and that it is true."""

from __future__ import annotations

import math

import pytest
import sympy
from sympy import Expr, cos, pi, sin, sqrt

from symoro.symbolic.conditions import condition, expression_text, free_joints
from symoro.symbolic.to_sympy import sympy_symbol

t1, t2, t3, r4 = (sympy_symbol(name) for name in ("t1", "t2", "t3", "r4"))
D, R, a = (sympy_symbol(name) for name in ("D", "R", "a"))
pitch, pivot = sympy_symbol("pitch"), sympy_symbol("pivot2")
VARIABLES = {"t1": 1, "t2": 2, "t3": 3, "r4": 4}

FORMS: list[tuple[Expr, str]] = [
    (sin(t2), "t2 = 0 or Pi"),
    (cos(t2), "t2 = Pi/2 or -Pi/2"),
    (sin(t2 + t3), "t2 + t3 = 0 or Pi"),
    (cos(t2 - a), "a - t2 = Pi/2 or -Pi/2"),
    (sin(t2 + pi / 5), "t2 + Pi/5 = 0 or Pi"),
    (sin(t2 + pitch), "pitch + t2 = 0 or Pi"),
    (r4, "r4 = 0"),
    (r4 + D, "D + r4 = 0"),
    (D * sin(t3) + R * cos(t3), "t3 = atan2(-R, D) or that plus Pi"),
    (-R * cos(t3) + D * sin(t3), "t3 = atan2(R, D) or that plus Pi"),
    ((D + pivot) * cos(t2) - R * sin(t2), "t2 = atan2(-D - pivot2, -R) or that plus Pi"),
    (sin(t2) + cos(t2), "t2 = -Pi/4 or that plus Pi"),
    (sin(t2) + sqrt(3) * cos(t2), "t2 = -Pi/3 or that plus Pi"),
    (D * sin(t2) + R, "R + D*sin(t2) = 0"),
    (D * cos(t2) - R * sin(t2 + t3), "D*cos(t2) - R*sin(t2 + t3) = 0"),
    (r4 * sin(t2) + D * cos(t2), "D*cos(t2) + r4*sin(t2) = 0"),
    (sin(t2) ** 2 + D * cos(t2), "D*cos(t2) + sin(t2)^2 = 0"),
    (sin(t2) * cos(t2) + D * sin(t2), "cos(t2)*sin(t2) + D*sin(t2) = 0"),
    (cos(t2) * sin(a) + sin(t2) * D, "sin(a)*cos(t2) + D*sin(t2) = 0"),
]


@pytest.mark.parametrize(("factor", "text"), FORMS, ids=[text for _, text in FORMS])
def test_a_condition_is_solved_where_it_can_be(factor: Expr, text: str) -> None:
    assert condition(factor, VARIABLES) == text


@pytest.mark.parametrize(
    ("factor", "text"), [form for form in FORMS if " or " in form[1]], ids=lambda v: str(v)
)
def test_a_solved_condition_is_true(factor: Expr, text: str) -> None:
    """Put each root in: the factor vanishes."""
    left, right = text.split(" = ")
    names = {s.name: s for s in factor.free_symbols} | {"Pi": pi, "atan2": sympy.atan2}
    first, _, second = right.partition(" or ")
    roots = [_read(first, names)]
    roots.append(roots[0] + pi if second == "that plus Pi" else _read(second, names))
    angle = _read(left, names)
    (joint,) = [s for s in angle.free_symbols if s.name in VARIABLES][:1]
    numbers = {s: 0.3 + 0.17 * k for k, s in enumerate(sorted(factor.free_symbols, key=str))}
    numbers.pop(joint)
    for root in roots:
        (value,) = sympy.solve(angle - root, joint)
        at = float(factor.subs(joint, value).subs(numbers))
        assert at == pytest.approx(0, abs=1e-14)


def _read(text: str, names: dict[str, object]) -> Expr:
    """The few forms above: sums and quotients of names, and atan2 of them."""
    text = text.strip()
    if text.startswith("atan2("):
        y, x = text.removeprefix("atan2(").removesuffix(")").split(", ")
        return sympy.atan2(_read(y, names), _read(x, names))
    total = sympy.Integer(0)
    for term in text.replace("- ", "+ -").split("+ "):
        sign, name = (-1, term.strip()[1:]) if term.strip().startswith("-") else (1, term.strip())
        above, _, below = name.partition("/")
        value = names[above] if above in names else sympy.Integer(above)
        total += sign * value / sympy.Integer(below or 1)  # type: ignore[operator]
    return total


def test_joints_of_a_factor_are_listed_in_order() -> None:
    factor = D * cos(t3) + r4 * sin(t1 + a)
    assert free_joints(factor, VARIABLES) == [1, 3, 4]
    assert free_joints(D * cos(a), VARIABLES) == []


def test_pi_is_written_as_the_user_writes_it_and_his_symbols_are_left_alone() -> None:
    text = expression_text(cos(t2 + pi / 3) * pitch + pivot**2)
    assert text == "pivot2^2 + pitch*cos(t2 + Pi/3)"
    assert expression_text(pi) == "Pi"
    assert math.pi == pytest.approx(float(pi))

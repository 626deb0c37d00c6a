"""Where products vanish together: solved cases, joined values, and what stays unsolved."""

from __future__ import annotations

from sympy import Expr, cos, sin

from symoro.symbolic.common_zeros import common_zeros
from symoro.symbolic.expression_factors import factorise
from symoro.symbolic.to_sympy import sympy_symbol

x, y, r, L = (sympy_symbol(name) for name in ("x", "y", "r", "L"))
MOVING = {"x", "y", "r"}


def families(*products: Expr) -> tuple[set[str], bool]:
    found = common_zeros([factorise(product) for product in products], MOVING)
    return {", ".join(map(str, family)) for family in found.families}, found.complete


def test_what_all_products_share_is_taken_out() -> None:
    found = common_zeros([factorise(L * sin(x) * cos(y)), factorise(sin(x) * sin(y))], MOVING)
    assert [factor for factor, _ in found.shared] == [sin(x)]
    assert found.families == ()  # sine and cosine of y are never zero together
    assert found.complete


def test_a_constant_product_never_vanishes() -> None:
    assert families(L * sin(x), L**2 + 0 * x) == (set(), True)


def test_a_root_is_put_into_the_other_products() -> None:
    """With sin(x) = 0 the second product is sin(y) times a length, with either sign."""
    assert families(sin(x), L * sin(y) + 2 * sin(x + y)) == ({"x = 0 or Pi, y = 0 or Pi"}, True)
    found, complete = families(sin(x), L * sin(y) + r * sin(x + y))
    assert found == {"x = 0 or Pi, y = 0 or Pi", "r = -L, x = 0", "r = L, x = Pi"}
    assert complete


def test_values_of_one_joint_that_lead_elsewhere_stay_apart() -> None:
    assert families(sin(x), sin(y) * (1 + cos(x)) + r * (1 - cos(x))) == (
        {"x = 0, y = 0 or Pi", "r = 0, x = Pi"},
        True,
    )


def test_a_slide_is_solved_like_an_angle() -> None:
    assert families(r * cos(x), r + 0 * L, sin(y)) == ({"r = 0, y = 0 or Pi"}, True)


def test_a_family_inside_another_is_left_out() -> None:
    """With sin(x) = 0 the slide must stand at 0 even so."""
    assert families(sin(y), r * sin(x), r * cos(x)) == ({"r = 0, y = 0 or Pi"}, True)


def test_what_cannot_be_solved_is_not_hidden() -> None:
    found, complete = families(L * sin(x) + sin(x + y) + r, cos(y) * cos(x) + L)
    assert not complete
    assert found == set()

"""The common zeros of several products: the rank of a matrix that is not square drops there.

Each product is zero where one of its factors is. What all products share is taken out first. Of the
rest one factor of each must vanish: sines, cosines and single variables are solved, put into the
other products, and these are factored again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from symoro.symbolic.conditions import expression_text
from symoro.symbolic.expression_factors import factorise

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from symoro.symbolic.expression_factors import Factors

    Product = frozenset[Expr]


@dataclass(frozen=True)
class Equation:
    """An angle, or a variable, and the values it takes.

    Attributes:
        left: the angle or the variable.
        values: one, or two that are Pi apart.
        zero: the sine, cosine or variable that vanishes there.
    """

    left: Expr
    values: tuple[Expr, ...]
    zero: Expr

    def __str__(self) -> str:
        return f"{expression_text(self.left)} = {' or '.join(map(expression_text, self.values))}"


Family = tuple[Equation, ...]
"""Equations that hold together."""


@dataclass(frozen=True)
class CommonZeros:
    """The common zeros of some products.

    Attributes:
        shared: factors of all products, with their exponents.
        families: the equations under which the rest of all of them vanishes.
        complete: False if the rest may vanish elsewhere too, where nothing could be solved.
    """

    shared: Factors
    families: tuple[Family, ...]
    complete: bool


def common_zeros(products: Sequence[Factors], moving: Collection[str]) -> CommonZeros:
    """Return the common zeros of products, over the values of the moving variables."""
    shared = reduce(and_, (Counter(dict(product)) for product in products))
    rest = [
        _moving_factors((f for f, _ in product if f not in shared), moving) for product in products
    ]
    families: dict[frozenset[str], Family] = {}
    complete = True
    for family in _families(frozenset(rest), moving):
        if family is None:
            complete = False
        else:
            families.setdefault(frozenset(map(str, family)), family)
    joined = _join_families(list(families.values()))
    smallest = [
        family for family in joined if not any(_is_implied(family, other) for other in joined)
    ]
    return CommonZeros(list(shared.items()), tuple(smallest), complete)


def _moving_factors(factors: Iterator[Expr] | Sequence[Expr], moving: Collection[str]) -> Product:
    """The factors that a joint changes; the others are constants, and not zero."""
    return frozenset(f for f in factors if any(s.name in moving for s in f.free_symbols))


def _families(products: Collection[Product], moving: Collection[str]) -> Iterator[Family | None]:
    """Equations under which all products vanish; None where a factor could not be solved."""
    if not products:
        yield ()
        return

    def hardness(product: Product) -> tuple[int, int, list[str]]:
        unsolved = sum(_solution(factor, moving) is None for factor in product)
        return unsolved, len(product), sorted(map(str, product))

    product = min(products, key=hardness)
    for factor in sorted(product, key=str):
        solved = _solution(factor, moving)
        if solved is None:
            yield None
            continue
        left, variable, roots = solved
        for value, root in roots:
            others = _substitute(products, variable, root, moving)
            for family in _families(others, moving):
                yield None if family is None else (Equation(left, (value,), factor), *family)


def _substitute(
    products: Collection[Product], variable: Symbol, root: Expr, moving: Collection[str]
) -> frozenset[Product]:
    """The products that do not vanish yet, with a variable replaced, factored again."""
    left: set[Product] = set()
    for product in products:
        factors: list[Expr] = []
        for factor in sorted(product, key=str):
            put = factor.subs(variable, root)
            factors += [f for f, _ in factorise(put)] if variable in factor.free_symbols else [put]
        if 0 not in factors:
            left.add(_moving_factors(factors, moving))
    return frozenset(left)


def _solution(
    factor: Expr, moving: Collection[str]
) -> tuple[Expr, Symbol, list[tuple[Expr, Expr]]] | None:
    """The left side of an equation, a variable, and the values of the one and of the other."""
    from sympy import Rational, cos, pi, sin

    if not isinstance(factor, (sin, cos)):
        for variable in (s for s in factor.free_symbols if s.name in moving):
            slope = factor.diff(variable)
            root = (slope * variable - factor).expand() * slope
            if slope in (1, -1) and not _moving_factors([root], moving):
                return variable, variable, [(root, root)]
        return None
    (angle,) = factor.args
    values = (
        (0 * pi, pi) if isinstance(factor, sin) else (pi * Rational(1, 2), -pi * Rational(1, 2))
    )
    for variable in sorted(angle.free_symbols, key=lambda s: s.name, reverse=True):
        slope = angle.diff(variable)
        if variable.name in moving and slope in (1, -1):
            rest = angle - slope * variable
            return angle, variable, [(value, slope * (value - rest)) for value in values]
    return None


def _join_families(families: Sequence[Family]) -> list[Family]:
    """Families that differ in the values of one equation are one, with all of these values."""
    done: list[Family] = []
    left = list(families)
    while left:
        family = left.pop(0)
        for other in done:
            both = _union(other, family)
            if both is not None:
                done.remove(other)
                left.append(both)
                break
        else:
            done.append(family)
    return [tuple(sorted(family, key=lambda e: expression_text(e.left))) for family in done]


def _union(first: Family, second: Family) -> Family | None:
    one, two = ({e.left: e.values for e in family} for family in (first, second))
    if set(one) != set(two):
        return None
    unlike = [left for left in one if one[left] != two[left]]
    if len(unlike) != 1:
        return None
    (left,) = unlike
    values = one[left] + tuple(v for v in two[left] if v not in one[left])
    return tuple(replace(e, values=values) if e.left == left else e for e in first)


def _is_implied(family: Family, other: Family) -> bool:
    """True if the equations of another family are some of a family's, with fewer conditions."""
    mine = {equation.left: set(equation.values) for equation in family}
    weaker = all(mine.get(e.left, set(e.values) | {None}) <= set(e.values) for e in other)
    return weaker and len(other) < len(family)

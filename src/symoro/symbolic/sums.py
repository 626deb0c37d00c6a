"""Sums of products as expressions: factors taken out, and the cost of reading an expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.symbolic.gathering import Cosine, Factor, Monomial, OtherFactor, Sine, Terms, multiply

if TYPE_CHECKING:
    from sympy import Expr

    from symoro.symbolic.ring import TrigRing

FactorChoice = Callable[[Counter[Factor]], Factor]

CALL = 2
"""The cost of reading a sine or cosine, where a sum or product of two costs 1."""


def cost(expression: Expr) -> int:
    """Count additions, multiplications, divisions and powers; sines and cosines count more."""
    if expression.is_Atom:
        return 0
    below: int = sum(cost(part) for part in expression.args)
    if expression.is_Add:
        return below + len(expression.args) - 1
    if expression.is_Mul:
        sign = 1 if expression.args[0] == -1 else 0
        return below + len(expression.args) - 1 - sign
    return below + (1 if expression.is_Pow else CALL)


def plain_sum(ring: TrigRing, terms: Terms, below: int) -> Expr:
    """Return terms / below as they are."""
    return _SumWriter(ring, below).plain_terms(terms)


def nested_sum(ring: TrigRing, terms: Terms, below: int, *, by_frequency: bool) -> Expr:
    """Return terms / below with factors of several terms taken out, one after the other.

    The most frequent factor first, or that of the first angle: as the transforms of a chain nest.
    """
    return _SumWriter(ring, below).nested_terms(terms, _most_frequent if by_frequency else _first)


def _first(counts: Counter[Factor]) -> Factor:
    return min(counts, key=_rank)


def _most_frequent(counts: Counter[Factor]) -> Factor:
    return min(counts, key=lambda factor: (-counts[factor], _rank(factor)))


def _rank(factor: Factor) -> tuple[object, ...]:
    if isinstance(factor, OtherFactor):
        return 1, factor.number, 0
    return 0, tuple(-abs(x) for x in factor.angle), isinstance(factor, Sine)


class _SumWriter:
    """A writer of SymPy expressions from terms."""

    def __init__(self, ring: TrigRing, below: int) -> None:
        self.ring = ring
        self.below = below
        self._factors: dict[Factor, Expr] = {}

    def plain_terms(self, terms: Terms) -> Expr:
        """The plain sum."""
        from sympy import Add

        return Add(*(self._term(monomial, number) for monomial, number in terms.items()))

    def nested_terms(self, terms: Terms, choose: FactorChoice) -> Expr:
        """Take out a factor of several terms; go on inside and with the terms left."""
        from sympy import Add, Mul

        parts: list[Expr] = []
        while True:
            counts = Counter(factor for monomial in terms for factor, _ in monomial)
            shared = Counter({factor: n for factor, n in counts.items() if n > 1})
            if not shared:
                return Add(*parts, self.plain_terms(terms))
            common = [factor for factor, n in shared.items() if n == len(terms)]
            factor = common[0] if common else choose(shared)
            inside = {m: number for m, number in terms.items() if factor in dict(m)}
            terms = {m: number for m, number in terms.items() if m not in inside}
            power = min(dict(m)[factor] for m in inside)
            rest = {multiply(m, (factor, -power)): number for m, number in inside.items()}
            sign = -1 if 2 * sum(number < 0 for number in rest.values()) > len(rest) else 1
            body = self.nested_terms({m: sign * number for m, number in rest.items()}, choose)
            parts.append(Mul(sign, self._factor(factor) ** power, body))
            if not terms:
                return Add(*parts)

    def _term(self, monomial: Monomial, number: int) -> Expr:
        from sympy import Mul, Rational

        value = Fraction(number, self.below)
        powers = (self._factor(factor) ** e for factor, e in monomial)
        return Mul(Rational(value.numerator, value.denominator), *powers)

    def _factor(self, factor: Factor) -> Expr:
        expression = self._factors.get(factor)
        if expression is None:
            expression = self._factors[factor] = self._make(factor)
        return expression

    def _make(self, factor: Factor) -> Expr:
        from sympy import Add, Rational, cos, sin

        if isinstance(factor, OtherFactor):
            return self.ring.others[factor.number]
        angle = Add(
            *(
                Rational(x.numerator, x.denominator) * atom
                for x, atom in zip(factor.angle, self.ring.atoms, strict=True)
            )
        )
        return cos(angle) if isinstance(factor, Cosine) else sin(angle)

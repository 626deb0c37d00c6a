"""Sums of products as expressions: factors taken out, and the cost of reading an expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.symbolic.gathering import (
    Bracket,
    Cosine,
    Factor,
    Monomial,
    OtherFactor,
    Sine,
    Terms,
    multiply,
)

if TYPE_CHECKING:
    from sympy import Expr

    from symoro.symbolic.ring import TrigRing

_LONG = 120  # the cost of a form that is nested as far as that shortens it

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


def easiest(forms: Sequence[Expr], rates: Collection[Expr] = ()) -> Expr:
    """Return the form that costs least to read; of long ones, which nobody reads, the shortest."""
    shortest = min(forms, key=cost)
    if cost(shortest) > _LONG:
        return shortest
    return min(forms, key=lambda form: reading_cost(form, rates))


def reading_cost(expression: Expr, rates: Collection[Expr] = ()) -> tuple[int, int]:
    """Return the cost of reading an expression with its parentheses, and how many these are.

    A parenthesis costs as much as there are sums around it: a product of sums is read without
    effort, a sum within sums is not. MX cos(t) - MY sin(t), a vector along a turned axis, costs one
    less, and so does the coefficient of a velocity or the like; x (x + y) in a sum, which hides a
    square, costs one more. A sum of rates, such as 2 qdd1 + qdd2, is free.
    """
    return _reading_cost(expression, 0, rates)


def _reading_cost(expression: Expr, depth: int, rates: Collection[Expr]) -> tuple[int, int]:
    if not (expression.is_Add or expression.is_Mul or expression.is_Pow):
        return cost(expression), 0
    inside = depth + 1 if expression.is_Add else depth
    below, brackets = 0, 0
    for part in expression.args:
        each, count = _reading_cost(part, inside, rates)
        below, brackets = below + each, brackets + count
    if expression.is_Add:
        price = 0 if _is_of_rates(expression, rates) else depth
        price -= bool(price) and _is_projection(expression)
        return below + len(expression.args) - 1 + price, brackets + 1
    if expression.is_Mul:
        sign = 1 if expression.args[0] == -1 else 0
        hidden = _hides_square(expression) if depth else 0
        hidden -= bool(depth) and _is_coefficient(expression, rates)
        return below + len(expression.args) - 1 - sign + hidden, brackets
    return below + 1, brackets


def _is_of_rates(total: Expr, rates: Collection[Expr]) -> bool:
    """True for a sum of products of rates alone, with whole numbers."""
    from sympy import Mul

    factors = (factor for term in total.args for factor in Mul.make_args(term))
    bases = (factor.base if factor.is_Pow else factor for factor in factors)
    return bool(rates) and all(base.is_Integer or base in rates for base in bases)


def _is_coefficient(product: Expr, rates: Collection[Expr]) -> bool:
    """True for a sum times rates, as A(q) qdd has it."""
    bases = [factor.base if factor.is_Pow else factor for factor in product.args]
    return any(base in rates for base in bases) and any(base.is_Add for base in bases)


def _is_projection(total: Expr) -> bool:
    """True for a sum of multiples of the sine and of the cosine of one angle."""
    from sympy import Mul, cos, sin

    calls = [[f for f in Mul.make_args(term) if f.has(sin, cos)] for term in total.args]
    circular = {each[0] for each in calls if isinstance(each[0] if each else None, sin | cos)}
    if len(circular) != 2 or any(len(each) != 1 or each[0] not in circular for each in calls):
        return False
    return len({call.args[0] for call in circular}) == 1


def _hides_square(product: Expr) -> bool:
    """True for x (x + y)."""
    alone = {factor for factor in product.args if factor.is_Symbol}
    return any(
        not alone.isdisjoint(term.args if term.is_Mul else (term,))
        for factor in product.args
        if factor.is_Add
        for term in factor.args
    )


def plain_sum(ring: TrigRing, terms: Terms, below: int) -> Expr:
    """Return terms / below as they are."""
    return SumWriter(ring, below).plain_terms(terms)


def nested_sum(ring: TrigRing, terms: Terms, below: int, *, by_frequency: bool) -> Expr:
    """Return terms / below with factors of several terms taken out, one after the other.

    The most frequent factor first, or that of the first angle: as the transforms of a chain nest.
    """
    return SumWriter(ring, below).nested_terms(terms, _most_frequent if by_frequency else _first)


def _first(counts: Counter[Factor]) -> Factor:
    return min(counts, key=factor_rank)


def _most_frequent(counts: Counter[Factor]) -> Factor:
    return min(counts, key=lambda factor: (-counts[factor], factor_rank(factor)))


def factor_rank(factor: Factor) -> tuple[object, ...]:
    """Sort key of a factor: sines and cosines by their angles, then symbols, then sums."""
    if isinstance(factor, Bracket):
        return 2, sorted(sorted(map(_power_rank, monomial)) for monomial, _ in factor.terms), 0
    if isinstance(factor, OtherFactor):
        return 1, factor.number, 0
    return 0, tuple(-abs(x) for x in factor.angle), isinstance(factor, Sine)


def _power_rank(power: tuple[Factor, int]) -> tuple[object, ...]:
    return factor_rank(power[0]), power[1]


class SumWriter:
    """A writer of SymPy expressions from terms."""

    def __init__(self, ring: TrigRing, below: int) -> None:
        self.ring = ring
        self.below = below
        self._factors: dict[Factor, Expr] = {}
        self.rates = frozenset(
            OtherFactor(k) for k, other in enumerate(ring.others) if other in ring.rates
        )

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
        return Mul(Rational(value.numerator, value.denominator), *self.powers(monomial))

    def powers(self, monomial: Monomial) -> list[Expr]:
        """The powers whose product a monomial is."""
        return [self._factor(factor) ** e for factor, e in monomial]

    def _factor(self, factor: Factor) -> Expr:
        expression = self._factors.get(factor)
        if expression is None:
            expression = self._factors[factor] = self._make(factor)
        return expression

    def _make(self, factor: Factor) -> Expr:
        from sympy import Add, Rational, cos, sin

        if isinstance(factor, OtherFactor):
            return self.ring.others[factor.number]
        if isinstance(factor, Bracket):
            return SumWriter(self.ring, 1).plain_terms(dict(factor.terms))
        angle = Add(
            *(
                Rational(x.numerator, x.denominator) * atom
                for x, atom in zip(factor.angle, self.ring.atoms, strict=True)
            )
        )
        return cos(angle) if isinstance(factor, Cosine) else sin(angle)

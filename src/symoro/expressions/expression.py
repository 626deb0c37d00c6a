"""The expression: frozen, exact, hashable, in one normal form.

Two texts that differ by the order of terms, by signs or by arithmetic on numbers give the same
expression: sums collect like terms, products collect powers, a number times a sum is distributed,
numbers fold exactly. Nothing else is simplified (``is_zero`` in `modular` decides equality of
meaning). Numbers are fractions: a float means the shortest decimal that prints it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Rational, Real
from typing import ClassVar

from symoro.errors import UsageError
from symoro.expressions.exact_values import exact_cosine, exact_value
from symoro.expressions.limits import check_bits, check_exponent, power
from symoro.expressions.names import FUNCTIONS, natural_key, require_name


class Expression:
    """An exact scalar expression; use operators, `symbol`, `call` and `expression` to build one."""

    read: ClassVar[Callable[[str], Expression]]  # the grammar knows expressions, not they it:
    write: ClassVar[Callable[[Expression], str]]  # the folder puts it here

    def __add__(self, other: ExpressionLike) -> Expression:
        return sum_of([(self, Fraction(1)), (expression(other), Fraction(1))])

    def __radd__(self, other: ExpressionLike) -> Expression:
        return expression(other) + self

    def __sub__(self, other: ExpressionLike) -> Expression:
        return sum_of([(self, Fraction(1)), (expression(other), Fraction(-1))])

    def __rsub__(self, other: ExpressionLike) -> Expression:
        return expression(other) - self

    def __mul__(self, other: ExpressionLike) -> Expression:
        return product_of([(self, 1), (expression(other), 1)])

    def __rmul__(self, other: ExpressionLike) -> Expression:
        return expression(other) * self

    def __truediv__(self, other: ExpressionLike) -> Expression:
        return product_of([(self, 1), (expression(other), -1)])

    def __rtruediv__(self, other: ExpressionLike) -> Expression:
        return expression(other) / self

    def __pow__(self, exponent: ExpressionLike) -> Expression:
        return power_of(self, expression(exponent))

    def __neg__(self) -> Expression:
        return sum_of([(self, Fraction(-1))])

    def __pos__(self) -> Expression:
        return self

    def call(self, function: str, *others: Expression) -> Expression:
        """Apply a function, this expression being its first argument."""
        return call(function, self, *others)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return type(self).write(self)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is cached: a hash of text holds in one process only."""
        return {key: value for key, value in vars(self).items() if not key.startswith("_")}

    @property
    def children(self) -> tuple[Expression, ...]:
        """The expressions this one is made of."""
        return ()

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The names of all symbols in the expression."""
        return frozenset(node.name for node in walk(self) if isinstance(node, Symbol))

    @property
    def number(self) -> Fraction | None:
        """The value of a plain number, else None (also for Pi)."""
        return None

    def terms(self) -> tuple[tuple[Expression, Fraction], ...]:
        """The expression as a sum of (expression without a numeric factor, coefficient)."""
        return ((self, Fraction(1)),)

    def coefficient(self, name: str) -> Fraction | None:
        """The coefficient of a symbol in which the expression is affine, else None."""
        coefficient = Fraction(0)
        for base, factor in self.terms():
            if base == Symbol(name):
                coefficient = factor
            elif name in base.symbols:
                return None
        return coefficient

    def substitute(self, values: dict[str, Expression]) -> Expression:
        """Replace symbols by expressions, all at once."""
        return self


@dataclass(frozen=True, repr=False)
class Number(Expression):
    """An exact rational number."""

    value: Fraction

    @property
    def number(self) -> Fraction | None:
        return self.value

    def terms(self) -> tuple[tuple[Expression, Fraction], ...]:
        return ((ONE, self.value),) if self.value else ()


@dataclass(frozen=True, repr=False)
class Constant(Expression):
    """An irrational constant; there is one, Pi."""

    name: str


@dataclass(frozen=True, repr=False)
class Symbol(Expression):
    """A named value."""

    name: str

    @cached_property
    def symbols(self) -> frozenset[str]:
        return frozenset((self.name,))

    def substitute(self, values: dict[str, Expression]) -> Expression:
        return values.get(self.name, self)


@dataclass(frozen=True, repr=False)
class Call(Expression):
    """A function of `FUNCTIONS` applied to its arguments."""

    function: str
    arguments: tuple[Expression, ...]

    @cached_property
    def _hash(self) -> int:
        return hash((self.function, self.arguments))

    def __hash__(self) -> int:
        return self._hash

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.arguments

    @cached_property
    def power(self) -> tuple[Expression, Expression] | None:
        """The base and the exponent of exp(exponent log(base)) that `power_of` made, else None."""
        if self.function != "exp":
            return None
        for inner in self.arguments[0].children or self.arguments:
            if isinstance(inner, Call) and inner.function == "log":
                base, exponent = inner.arguments[0], self.arguments[0] / inner
                return (base, exponent) if power_of(base, exponent) == self else None
        return None

    def substitute(self, values: dict[str, Expression]) -> Expression:
        if self.power is not None:  # an integer exponent makes a power of numbers of any sign
            return power_of(*(each.substitute(values) for each in self.power))
        return call(self.function, *(a.substitute(values) for a in self.arguments))


@dataclass(frozen=True, repr=False)
class Sum(Expression):
    """Two or more terms, each an expression without numeric factor times a coefficient."""

    parts: tuple[tuple[Expression, Fraction], ...]

    @cached_property
    def _hash(self) -> int:
        return hash(self.parts)

    def __hash__(self) -> int:
        return self._hash

    @property
    def children(self) -> tuple[Expression, ...]:
        return tuple(base for base, _ in self.parts)

    def terms(self) -> tuple[tuple[Expression, Fraction], ...]:
        return self.parts

    def substitute(self, values: dict[str, Expression]) -> Expression:
        return sum_of([(base.substitute(values), factor) for base, factor in self.parts])


@dataclass(frozen=True, repr=False)
class Product(Expression):
    """A coefficient times powers of expressions that are neither numbers nor products."""

    factor: Fraction
    powers: tuple[tuple[Expression, int], ...]

    @cached_property
    def _hash(self) -> int:
        return hash((self.factor, self.powers))

    def __hash__(self) -> int:
        return self._hash

    @property
    def children(self) -> tuple[Expression, ...]:
        return tuple(base for base, _ in self.powers)

    def terms(self) -> tuple[tuple[Expression, Fraction], ...]:
        return ((_power_product(self.powers), self.factor),)

    def substitute(self, values: dict[str, Expression]) -> Expression:
        powers = [(base.substitute(values), exponent) for base, exponent in self.powers]
        return product_of([(Number(self.factor), 1), *powers])


ExpressionLike = Expression | int | float | Fraction | str

ZERO = Number(Fraction(0))
ONE = Number(Fraction(1))
PI = Constant("Pi")


def symbol(name: str) -> Symbol:
    """Return the symbol of that name; refuse what is not a name."""
    require_name(name)
    return Symbol(name)


def expression(value: ExpressionLike) -> Expression:
    """Return an expression: itself, an exact number, or a text read by the grammar.

    A float means the shortest decimal that prints it: ``expression(0.1)`` is 1/10.
    """
    if isinstance(value, Expression):
        return value
    if isinstance(value, str):
        return Expression.read(value)
    if isinstance(value, bool) or not isinstance(value, Real):
        raise UsageError(f"{value!r} is neither a number nor a text")
    if isinstance(value, Rational):
        return _number(Fraction(int(value.numerator), int(value.denominator)))
    real = float(value)
    if not math.isfinite(real):
        raise UsageError(f"{value} is not a finite number; write a number or a symbol")
    return _number(Fraction(repr(real)))


def call(function: str, *arguments: Expression) -> Expression:
    """Apply a function of `FUNCTIONS`, exactly where the result is rational."""
    if FUNCTIONS.get(function) != len(arguments):
        raise UsageError(f"{function} with {len(arguments)} arguments is not a known function")
    if function in ("sin", "cos") and (turns := multiple_of_pi(arguments[0])) is not None:
        exact = exact_cosine(turns if function == "cos" else turns - Fraction(1, 2))
        if exact is not None:
            return _number(exact)
    if function == "tan" and multiple_of_pi(arguments[0]) is not None:
        sine, cosine = call("sin", *arguments), call("cos", *arguments)
        if cosine.number is not None and sine.number is not None:
            return sine / cosine
    number = arguments[0].number
    if number is not None and (parts := exact_value(function, number)) is not None:
        return _number(parts[0]) + PI * parts[1]
    if function == "atan2":
        y, x = (argument.number for argument in arguments)
        if y == 0 and x is not None:
            if x == 0:
                raise UsageError("atan2(0, 0) is not defined")
            return ZERO if x > 0 else PI
        if x == 0 and y is not None:
            return PI * Fraction(1 if y > 0 else -1, 2)
    return Call(function, arguments)


def power_of(base: Expression, exponent: Expression) -> Expression:
    """Return a power: exp(exponent log(base)) unless it is one of integers or square roots."""
    number = exponent.number
    if number is None or number.denominator > 2:
        if base.number is not None and base.number <= 0:
            raise UsageError(f"{base} to the power {exponent}: the base must be positive")
        return call("exp", exponent * call("log", base))
    check_exponent(number)
    base = base if number.denominator == 1 else call("sqrt", base)
    return product_of([(base, number.numerator)])


def multiple_of_pi(angle: Expression) -> Fraction | None:
    """Return k if the angle is k times Pi, else None."""
    terms = angle.terms()
    if not terms:
        return Fraction(0)
    return terms[0][1] if len(terms) == 1 and terms[0][0] == PI else None


def walk(root: Expression) -> Iterator[Expression]:
    """Visit an expression and everything below it."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children)


def _number(value: Fraction) -> Number:
    return Number(check_bits(value))


def sum_of(parts: Iterable[tuple[Expression, Fraction]]) -> Expression:
    """Add expressions with their coefficients, in normal form."""
    collected: dict[Expression, Fraction] = {}
    for part, scale in parts:
        for base, factor in part.terms():
            collected[base] = collected.get(base, Fraction(0)) + factor * scale
    kept = sorted(((b, f) for b, f in collected.items() if f), key=lambda p: _order(p[0]))
    if not kept:
        return ZERO
    if len(kept) > 1:
        return Sum(tuple((base, _number(factor).value) for base, factor in kept))
    base, factor = kept[0]
    return _scale(base, factor)


def _scale(base: Expression, factor: Fraction) -> Expression:
    if base == ONE:
        return _number(factor)
    if factor == 1:
        return base
    powers = base.powers if isinstance(base, Product) else ((base, 1),)
    return Product(_number(factor).value, powers)


def product_of(parts: Iterable[tuple[Expression, int]]) -> Expression:
    """Multiply integer powers of expressions, in normal form."""
    factor = Fraction(1)
    collected: dict[Expression, int] = {}
    for part, exponent in parts:
        if (value := part.number) is not None:
            factor = check_bits(factor * power(value, exponent))
            continue
        powers: tuple[tuple[Expression, int], ...] = ((part, 1),)
        if isinstance(part, Product):
            factor *= power(part.factor, exponent)
            powers = part.powers
        for base, inner in powers:
            collected[base] = collected.get(base, 0) + inner * exponent
    roots = [
        (base.arguments[0], exponent // 2)
        for base, exponent in collected.items()
        if isinstance(base, Call) and base.function == "sqrt" and exponent and exponent % 2 == 0
    ]
    kept = {
        base: exponent
        for base, exponent in collected.items()
        if exponent
        and not (isinstance(base, Call) and base.function == "sqrt" and not exponent % 2)
    }
    if roots:
        return product_of([(Number(factor), 1), *kept.items(), *roots])
    if not factor or not kept:
        return _number(factor)
    for exponent in kept.values():
        check_exponent(exponent)
    powers = tuple(sorted(kept.items(), key=lambda p: _order(p[0])))
    if len(powers) == 1 and powers[0][1] == 1:
        return sum_of([(powers[0][0], factor)])  # a number times a sum is distributed
    return Product(_number(factor).value, powers)


def _power_product(powers: tuple[tuple[Expression, int], ...]) -> Expression:
    return powers[0][0] if len(powers) == 1 and powers[0][1] == 1 else Product(Fraction(1), powers)


def _order(node: Expression) -> tuple[object, ...]:
    """Symbols in natural order, then the rest, Pi and the plain number last."""
    if isinstance(node, Symbol):
        return 0, natural_key(node.name), node.name  # t1 and t01 have the same natural key
    if node == ONE:
        return 9, ()
    if node == PI:
        return 8, ()
    return 1, natural_key(str(node)), str(node)

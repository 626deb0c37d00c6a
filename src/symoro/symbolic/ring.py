"""Exact trigonometric polynomials: whole numbers, symbols, sines and cosines of free angles.

A `TrigRing` holds the polynomials of some expressions. Its generators are the sine and cosine of
each of a set of independent angles (every angle of the expressions is a whole sum of them), the
symbols, and whatever else is opaque. With the square of each sine replaced by 1 - cos^2 the form of
a polynomial is unique: two expressions are equal when their polynomials are, zero is 0. Square
roots are generators too, with their squares replaced. A constant angle such as 0.7854 is an
independent angle like any other (`units`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.expressions.names import natural_key
from symoro.symbolic.angles import (
    Vector,
    affine_sum,
    basis_of,
    coordinates,
    exact_fraction,
    fractions_of_atoms,
)
from symoro.symbolic.units import MOST, MOST_CONSTANT, UnitSum, units_of

if TYPE_CHECKING:
    from sympy import Expr
    from sympy.polys.rings import PolyElement

    Quotient = tuple[PolyElement, PolyElement]


class TrigRing:
    """The ring of some expressions.

    Attributes:
        atoms: the terms of angles; one whose factors have no small common unit is replaced by
            multiples of it (`units`).
        vectors: the independent angles, as coefficients over the atoms.
        angles: the independent angles, as SymPy expressions.
        others: the generators that are no sine or cosine, as SymPy expressions.
        rates: those of them that are velocities and the like.
        ring: SymPy's ring over the whole numbers: sine and cosine of each angle, then the others.
    """

    def __init__(
        self,
        expressions: Iterable[Expr],
        *,
        by_atoms: bool = False,
        sums: Mapping[Expr, Expr] | None = None,
        rates: Collection[str] = (),
    ) -> None:
        """Collect the generators of expressions.

        Args:
            expressions: those that the ring must hold.
            by_atoms: True to take atoms of angles as angles.
            sums: the sums of angles that some atoms stand for.
            rates: the names of velocities and the like.
        """
        from sympy import ZZ, Add
        from sympy.polys.rings import PolyRing

        survey = _Survey(expressions)
        self._sums = {
            atom: units_of(each, MOST_CONSTANT if atom.is_number else MOST)
            for atom, each in survey.factors().items()
        }
        self.atoms = tuple(sorted(_angle_atoms(self._sums), key=_order_key))
        self.others = tuple(sorted(survey.others, key=_order_key))
        self.rates = frozenset(s for s in self.others if s.is_Symbol and s.name in rates)
        basis = fractions_of_atoms if by_atoms else basis_of
        self.vectors: tuple[Vector, ...] = tuple(basis(map(self._vector, survey.angles)))
        self.angles = tuple(
            Add(*(_number(x) * atom for x, atom in zip(v, self.atoms, strict=True)))
            for v in self.vectors
        )
        names = [f"{kind}{k}" for k in range(len(self.angles)) for kind in ("s", "c")]
        self.ring = PolyRing([*names, *(f"x{k}" for k in range(len(self.others)))], ZZ)
        self._generators: dict[Expr, PolyElement] = {
            other: self.ring.gens[2 * len(self.angles) + k] for k, other in enumerate(self.others)
        }
        self._squares: dict[int, PolyElement] = {
            2 * k: 1 - self.cosine(k) ** 2 for k in range(len(self.angles))
        }
        self._meanings = [affine_sum((sums or {}).get(atom, atom))[0] for atom in self.atoms]
        self._seen: dict[Expr, Quotient] = {}
        for other in self.others:
            self._note_square(other)

    @property
    def count(self) -> int:
        """The number of variables: the independent angles, then the other generators."""
        return len(self.angles) + len(self.others)

    def is_plain(self, angle: Vector) -> bool:
        """Tell whether an angle has no atom more than once, added or subtracted."""
        total: dict[Expr, Fraction | int] = {}
        for times, meaning in zip(angle, self._meanings, strict=True):
            if times:
                for atom, factor in meaning.items():
                    total[atom] = total.get(atom, 0) + times * factor
        return all(-1 <= x <= 1 for x in total.values())

    def indices(self, variable: int) -> tuple[int, ...]:
        """Return the indices of a variable's generators: sine and cosine, or the symbol itself."""
        angles = len(self.angles)
        return (2 * variable, 2 * variable + 1) if variable < angles else (variable + angles,)

    def variables(self, poly: PolyElement) -> set[int]:
        """Return the variables that a polynomial has."""
        degrees = poly.degrees()
        return {v for v in range(self.count) if any(degrees[i] > 0 for i in self.indices(v))}

    def coefficients(
        self, poly: PolyElement, variables: Iterable[int]
    ) -> dict[tuple[int, ...], PolyElement]:
        """Return a polynomial's coefficients in some variables, by their monomials."""
        places = {i for variable in variables for i in self.indices(variable)}
        parts: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        for monomial, number in poly.iterterms():
            key = tuple(e if i in places else 0 for i, e in enumerate(monomial))
            rest = tuple(0 if i in places else e for i, e in enumerate(monomial))
            parts.setdefault(key, {})[rest] = number
        return {key: self.ring.from_dict(part) for key, part in parts.items()}

    def sine(self, k: int) -> PolyElement:
        """The sine of independent angle k."""
        return self.ring.gens[2 * k]

    def cosine(self, k: int) -> PolyElement:
        """The cosine of independent angle k."""
        return self.ring.gens[2 * k + 1]

    def polynomial(self, expression: Expr) -> PolyElement:
        """Return the numerator of an expression in its unique form; zero only for zero."""
        return self.quotient(expression)[0]

    def quotient(self, expression: Expr) -> Quotient:
        """Return an expression as numerator and denominator, each in its unique form."""
        quotient = self._seen.get(expression)
        if quotient is None:
            quotient = self._seen[expression] = self._convert(expression)
        return quotient

    def product(self, a: PolyElement, b: PolyElement) -> PolyElement:
        """Return a b in its unique form."""
        return self.reduce(a * b)

    def reduce(self, poly: PolyElement) -> PolyElement:
        """Replace the squares of sines and roots."""
        while True:
            result = self.ring.zero
            again = False
            for monomial, coefficient in poly.iterterms():
                high = [i for i in self._squares if monomial[i] > 1]
                if not high:
                    result[monomial] = result.get(monomial, 0) + coefficient
                    continue
                again = True
                rest = list(monomial)
                factor = self.ring.one
                for i in high:
                    factor *= self._squares[i] ** (rest[i] // 2)
                    rest[i] %= 2
                for extra, number in factor.mul_monom(tuple(rest)).iterterms():
                    result[extra] = result.get(extra, 0) + number * coefficient
            result.strip_zero()
            if not again:
                return result
            poly = result

    def in_sines(self, poly: PolyElement, angles: Iterable[int]) -> PolyElement:
        """Replace the squares of the cosines of some angles by 1 - sin^2."""
        result = poly
        for k in angles:
            total = self.ring.zero
            for monomial, number in result.iterterms():
                pairs, rest = divmod(monomial[2 * k + 1], 2)
                exponents = (*monomial[: 2 * k + 1], rest, *monomial[2 * k + 2 :])
                total += (1 - self.sine(k) ** 2) ** pairs * self.ring.term_new(exponents, number)
            result = total
        return result

    def _vector(self, angle: dict[Expr, Fraction]) -> Vector:
        whole: dict[Expr, Fraction] = {}
        for atom, factor in angle.items():
            sums = self._sums[atom]
            if _is_undivided(sums):
                whole[atom] = factor
                continue
            for unit, times in sums[abs(factor)].items():
                whole[_number(unit) * atom] = Fraction(times if factor > 0 else -times)
        return tuple(whole.get(atom, Fraction(0)) for atom in self.atoms)

    def _note_square(self, other: Expr) -> None:
        """Note the square of a square root, where it is a polynomial."""
        if other.is_Pow and other.exp == _number(Fraction(1, 2)):
            above, below = self.quotient(other.base)
            if below == 1:
                self._squares[self.ring.gens.index(self._generators[other])] = above

    # From SymPy

    def _convert(self, expression: Expr) -> Quotient:
        from sympy import cos, sin, tan

        one = self.ring.one
        if expression in self._generators:
            return self._generators[expression], one
        if expression.is_Number:
            value = exact_fraction(expression)
            return self.ring(value.numerator), self.ring(value.denominator)
        if expression.is_Add:
            return self._sum([self.quotient(term) for term in expression.args])
        if expression.is_Mul:
            above, below = one, one
            for factor in expression.args:
                a, b = self.quotient(factor)
                above, below = self.product(above, a), self.product(below, b)
            return cancel_numbers(above, below)
        if expression.is_Pow:
            return self._power(expression)
        if isinstance(expression, sin | cos | tan):
            cosine, sine, below = self._cosine_and_sine(expression.args[0])
            if isinstance(expression, tan):
                return sine, cosine
            return cancel_numbers(sine if isinstance(expression, sin) else cosine, below)
        raise UsageError(f"{expression} is not in this ring")

    def _sum(self, terms: list[Quotient]) -> Quotient:
        parts: dict[PolyElement, PolyElement] = {}
        for above, below in terms:
            parts[below] = parts.get(below, self.ring.zero) + above
        total, common = self.ring.zero, self.ring.one
        for below, above in parts.items():
            if below == common:
                total += above
                continue
            divisor = common.gcd(below)
            left, right = common.exquo(divisor), below.exquo(divisor)
            total = self.product(total, right) + self.product(above, left)
            common = self.product(common, right)
        return cancel_numbers(total, common)

    def _power(self, expression: Expr) -> Quotient:
        exponent = exact_fraction(expression.exp)
        above, below = self.quotient(expression.base)
        if exponent < 0:
            if not above:
                raise UsageError(f"a division by zero: {expression}")
            above, below = below, above
        whole = abs(exponent)
        root = (self.ring.one, self.ring.one)
        if whole.denominator == 2:
            root = self._root(expression.base)
            root = root if exponent > 0 else (root[1], root[0])
        for _ in range(int(whole)):
            root = (self.product(root[0], above), self.product(root[1], below))
        return cancel_numbers(*root)

    def _root(self, base: Expr) -> Quotient:
        above = self.ring.one
        for part in _square_roots(base):
            above = self.product(above, self._generators[part])
        return above, self.ring.one

    def _cosine_and_sine(self, angle: Expr) -> tuple[PolyElement, PolyElement, PolyElement]:
        """The cosine and the sine of an angle over a common denominator."""
        from sympy import cos, pi, sin

        factors, turns = affine_sum(angle)
        offset = _number(turns) * pi
        cosine, below = self.quotient(cos(offset))
        sine, other = self.quotient(sin(offset))
        if below != other:
            cosine, sine, below = cosine * other, sine * below, below * other
        where = coordinates(self._vector(factors), self.vectors)
        if where is None or any(x.denominator > 1 for x in where):
            raise UsageError(f"the angle {angle} is not in this ring")
        for k, times in enumerate(where):
            s, c = self.sine(k) * (1 if times > 0 else -1), self.cosine(k)
            for _ in range(abs(int(times))):
                cosine, sine = (
                    self.reduce(cosine * c - sine * s),
                    self.reduce(sine * c + cosine * s),
                )
        return cosine, sine, below


def _is_undivided(sums: Mapping[Fraction, UnitSum]) -> bool:
    """True for an atom whose factors are small multiples of a fraction 1/n of it."""
    units = {unit for each in sums.values() for unit in each}
    return len(units) == 1 and units.pop().numerator == 1


def _angle_atoms(sums: Mapping[Expr, Mapping[Fraction, UnitSum]]) -> set[Expr]:
    """The atoms, and instead of one that is divided its units."""
    return {
        atom if _is_undivided(each) else _number(unit) * atom
        for atom, each in sums.items()
        for units in each.values()
        for unit in units
    }


def _square_roots(base: Expr) -> list[Expr]:
    """The square roots of which sqrt(base) is the product: of primes, or of base itself."""
    from sympy import factorint, sqrt

    if base.is_Integer and base > 1:
        return [sqrt(prime) for prime, times in factorint(base).items() for _ in range(times)]
    return [sqrt(base)]


class _Survey:
    """The angles and the other generators of some expressions."""

    def __init__(self, expressions: Iterable[Expr]) -> None:
        self.angles: list[dict[Expr, Fraction]] = []
        self.others: set[Expr] = set()
        self._seen: set[Expr] = set()
        for expression in expressions:
            self._visit(expression)

    def factors(self) -> dict[Expr, set[Fraction]]:
        """The atoms of angles, each with the factors it occurs with."""
        factors: dict[Expr, set[Fraction]] = {}
        for angle in self.angles:
            for atom, factor in angle.items():
                factors.setdefault(atom, set()).add(factor)
        return factors

    def _visit(self, expression: Expr) -> None:
        from sympy import cos, pi, sin, tan

        if expression in self._seen:
            return
        self._seen.add(expression)
        if expression.is_Number:
            return
        if expression.is_Add or expression.is_Mul:
            for part in expression.args:
                self._visit(part)
        elif expression.is_Pow and expression.exp.is_Rational and expression.exp.q <= 2:
            self._visit(expression.base)
            if expression.exp.q == 2:
                self.others.update(_square_roots(expression.base))
        elif isinstance(expression, sin | cos | tan):
            factors, turns = affine_sum(expression.args[0])
            if factors:
                self.angles.append(factors)
                offset = _number(turns) * pi
                self._visit(sin(offset))
                self._visit(cos(offset))
            else:
                self.others.add(expression)
        else:
            self.others.add(expression)


def _number(value: Fraction | int) -> Expr:
    from sympy import Rational

    return Rational(value.numerator, value.denominator)


def _order_key(expression: Expr) -> tuple[object, ...]:
    """Symbols by name and number, then the rest."""
    return not expression.is_Symbol, natural_key(str(expression))


def cancel_numbers(above: PolyElement, below: PolyElement) -> Quotient:
    """Cancel the numbers of a quotient, and make its denominator's leading coefficient positive."""
    number = gcd(int(above.content()), int(below.content())) or 1
    if below.LC < 0:
        number = -number
    return (above, below) if number == 1 else (above.quo_ground(number), below.quo_ground(number))

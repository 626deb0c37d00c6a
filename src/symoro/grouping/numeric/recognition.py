"""The formula of a coefficient from its values at some samples of the constants.

A coefficient that takes [K_p] to [K_k] has a known dimension, a power of length. So it is sought as
a sum of at most four terms, each a simple rational times lengths of the tables in that power times
sines and cosines of constant angles, the shortest first. A formula is kept only if it gives every
number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.errors import UsageError
from symoro.expressions import ZERO, Expression, FloatArithmetic, call, evaluate, expression
from symoro.expressions.expression import multiple_of_pi, product_of
from symoro.robot import JointType, Robot

SAME = 1e-9
"""The relative difference of two numbers that are taken as equal."""

_EXACT = 1e-11  # the same where there is one sample only
_DENOMINATORS = 12
_LARGEST = 100  # numerator
_SINGLE = 4000  # candidates for one term; fewer for sums
_LISTED, _FEWEST = 20_000, 200  # products that are sorted; of sines and cosines at least
_SUMS = ((2, 500), (3, 60), (4, 24))
_REGULAR = 1e-12  # least determinant of the normal equations of a sum
_PROMISING = 1e-10  # share of the sum of squares that normal equations may miss
_ANGLES = 4  # whose sines and cosines are combined
_DIGITS = 12  # of a number that no formula was found for

_FLOATS = FloatArithmetic()
Powers = dict[int, int]  # of the generators, by place


@dataclass(frozen=True)
class Generators:
    """The factors of which coefficients are made, and their values.

    Attributes:
        lengths: entries of the tables.
        angles: constant angles that are no quarter turns.
        quotients: the most lengths in a denominator; if any, squares of sines may be there too.
    """

    lengths: tuple[Expression, ...]
    angles: tuple[Expression, ...]
    quotients: int
    samples: Sequence[Mapping[str, float]]

    @cached_property
    def atoms(self) -> tuple[Expression, ...]:
        """Lengths, then sine and cosine of each angle."""
        circles = (call(f, angle) for angle in self.angles for f in ("sin", "cos"))
        return (*self.lengths, *circles)

    @cached_property
    def _numbers(self) -> Floats:
        """The value of each atom at each sample; nan where there is none."""
        numbers = np.full((len(self.samples), len(self.atoms)), math.nan)
        for n, values in enumerate(self.samples):
            for k, atom in enumerate(self.atoms):
                try:
                    numbers[n, k] = evaluate(atom, values, _FLOATS)
                except (UsageError, ArithmeticError, ValueError):
                    continue
        numbers[numbers == 0] = math.nan
        return numbers

    def table(self, degree: int) -> tuple[list[Powers], Floats]:
        """Products of one dimension, the shortest first, and their value at each sample."""
        if degree not in self._tables:
            self._tables[degree] = self._make_table(degree)
        return self._tables[degree]

    @cached_property
    def _tables(self) -> dict[int, tuple[list[Powers], Floats]]:
        return {}

    def _make_table(self, degree: int) -> tuple[list[Powers], Floats]:
        products = list(self._products(degree))
        most = max(_FEWEST, _LISTED // max(1, len(products)))
        circles = sorted(self._circles(), key=lambda item: item[0])[:most]
        candidates = []
        for cost, powers in products:
            candidates += [(cost + more, powers | circle) for more, circle in circles]
        chosen = [powers for _, powers in sorted(candidates, key=lambda item: item[0])[:_SINGLE]]
        exponents = np.zeros((len(self.atoms), len(chosen)))
        for n, powers in enumerate(chosen):
            for k, exponent in powers.items():
                exponents[k, n] = exponent
        usable = np.isfinite(self._numbers).all(axis=0)
        fine = ~np.any(exponents[~usable] != 0, axis=0)
        values = np.ones((len(self.samples), int(fine.sum())))
        for place in np.flatnonzero(usable).tolist():
            values *= self._numbers[:, place, None] ** exponents[place, fine]
        return [powers for powers, good in zip(chosen, fine.tolist(), strict=True) if good], values

    def expression(self, powers: Powers) -> Expression:
        """A product as an expression."""
        return product_of((self.atoms[k], exponent) for k, exponent in powers.items())

    def _products(self, degree: int) -> Iterator[tuple[int, Powers]]:
        places = range(len(self.lengths))
        for below in range(max(0, -degree), self.quotients + 1):
            above = degree + below
            for up in combinations_with_replacement(places, above):
                for down in combinations_with_replacement(places, below):
                    if set(up) & set(down):
                        continue
                    powers = {k: up.count(k) for k in up} | {k: -down.count(k) for k in down}
                    yield len(set(up)) + above + 3 * below, powers

    def _circles(self) -> Iterator[tuple[int, Powers]]:
        """Products and quotients of sines and cosines, of each angle at most two."""
        choices = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0)]
        choices += [(-1, 0), (0, -1), (-1, 1), (1, -1)]
        if self.quotients:
            choices += [(-2, 0), (-2, 2)]
        first = len(self.lengths)
        for picked in product(choices, repeat=min(len(self.angles), _ANGLES)):
            cost = sum(abs(s) + abs(c) + (min(s, c) < 0) for s, c in picked)
            powers: Powers = {}
            for n, (s, c) in enumerate(picked):
                powers |= {first + 2 * n: s, first + 2 * n + 1: c}
            yield cost, {k: exponent for k, exponent in powers.items() if exponent}


def generators(
    robot: Robot, frames: Iterable[int], samples: Sequence[Mapping[str, float]], quotients: int = 0
) -> Generators:
    """Collect the lengths and constant angles of some frames."""
    lengths: dict[Expression, None] = {}
    angles: dict[Expression, None] = {}
    for j in frames:
        frame = robot.frame(j)
        theta, r = frame.theta, frame.r
        if frame.sigma is JointType.REVOLUTE:
            theta = theta - robot.variables[j]
        elif frame.sigma is JointType.PRISMATIC:
            r = r - robot.variables[j]
        for length in (frame.d, r, frame.b):
            if length != ZERO and -length not in lengths:
                lengths[length] = None
        for angle in (frame.alpha, frame.gamma, theta):
            turns = multiple_of_pi(angle)
            plain = turns is not None and turns.denominator <= 2
            if not plain and -angle not in angles:
                angles[angle] = None
    return Generators(tuple(lengths), tuple(angles), quotients, samples)


def recognise(
    numbers: Floats, degree: int, made_of: Generators, tolerance: float = SAME
) -> Expression | None:
    """Return the formula of a coefficient, or None.

    ``degree`` is its dimension, a power of length; ``tolerance`` the relative error of numbers.
    """
    terms, table = made_of.table(degree)
    formula = _single_term(numbers, made_of, terms, table, tolerance)
    for count, most in _SUMS:
        if formula is None and count + 2 <= len(numbers):
            formula = _sum(numbers, made_of, terms[:most], table[:, :most], count, tolerance)
    return formula


def round_off(number: float) -> Expression:
    """Return a number that no formula was found for, to twelve digits."""
    return expression(float(f"{number:.{_DIGITS}g}"))


def _single_term(
    numbers: Floats, made_of: Generators, terms: Sequence[Powers], table: Floats, tolerance: float
) -> Expression | None:
    ratios = numbers[:, None] / table
    alike = np.abs(ratios - ratios[0]).max(axis=0, initial=0.0) <= tolerance * np.abs(ratios[0])
    one = len(numbers) == 1
    for k in np.flatnonzero(alike).tolist():
        factor = _simple_fraction(float(ratios[0, k]), _EXACT if one else tolerance, one)
        if factor:
            return made_of.expression(terms[k]) * factor
    return None


def _sum(
    numbers: Floats,
    made_of: Generators,
    terms: Sequence[Powers],
    table: Floats,
    count: int,
    tolerance: float,
) -> Expression | None:
    """A sum of some terms with simple rational factors that gives every number."""
    if len(terms) < count:
        return None
    limit = tolerance * float(np.abs(numbers).max())
    for places in _promising_choices(numbers, table, count):
        matrix = table[:, places]
        sizes = np.linalg.norm(matrix, axis=0)
        factors = (np.linalg.pinv(matrix / sizes) @ numbers) / sizes
        exact = [_simple_fraction(float(f), 100 * tolerance) for f in factors]
        if None in exact:
            continue
        whole = matrix @ np.array([float(f or 0) for f in exact])
        if float(np.abs(whole - numbers).max()) <= limit:
            total: Expression = ZERO
            for n, factor in zip(places, exact, strict=True):
                total = total + made_of.expression(terms[n]) * (factor or 0)
            return total
    return None


def _promising_choices(numbers: Floats, table: Floats, count: int) -> Iterator[list[int]]:
    """Choices of some terms in whose span the numbers are, as far as normal equations show."""
    unit = table / np.linalg.norm(table, axis=0)
    gram, right = unit.T @ unit, unit.T @ numbers
    chosen = np.array(list(combinations(range(table.shape[1]), count)))
    systems = gram[chosen[:, :, None], chosen[:, None, :]]
    sides = right[chosen]
    regular = np.abs(np.linalg.det(systems)) > _REGULAR
    chosen, systems, sides = chosen[regular], systems[regular], sides[regular]
    factors = np.linalg.solve(systems, sides[:, :, None])[:, :, 0]
    missed = float(numbers @ numbers) - np.sum(factors * sides, axis=1)
    near = missed < _PROMISING * float(numbers @ numbers)
    yield from chosen[near].tolist()


def _simple_fraction(x: float, tolerance: float, plain: bool = False) -> Fraction | None:
    """A simple rational near a number, not 0; of plain ones 1, 2 and 1/2 only."""
    fraction = Fraction(x).limit_denominator(2 if plain else _DENOMINATORS)
    if not fraction or abs(fraction.numerator) > (2 if plain else _LARGEST):
        return None
    return fraction if abs(x - float(fraction)) <= tolerance * max(1.0, abs(x)) else None

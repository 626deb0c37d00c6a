"""The order in which people read a formula: of the terms of a sum, of the factors of a product.

Terms with accelerations come first, then those with velocities, then the others, as in
A(q) qdd + C(q, qd) + Q(q). Of these, terms without sines and cosines come first: a number, single
symbols, then products. Terms with sines and cosines follow by their angles, those of few joints
first, cosines before sines. Within these, the number in a name counts before its letters: link 1
before link 2 before link 10, and the rates count before the coefficients.

Factors: a number, inertial parameters, other symbols, sines and cosines, velocities and the like,
then sums in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from symoro.expressions.names import natural_key

_NUMBER = re.compile(r"(\d+)\D*\Z")
_MOST = 9  # times that a name counts in a power
_LAST = 10**9  # the number of Pi, which is written behind the variables of an angle

ACCELERATION, VELOCITY, NO_RATE, FORCE = range(4)
"""The place of a term in a sum, by the rates in it."""

Key = tuple[object, ...]


def name_key(name: str) -> Key:
    """Sort key of a name: the last number in it, none first, then its letters."""
    match = _NUMBER.search(name)
    number = int(match[1]) if match else _LAST if name == "Pi" else -1
    return number, natural_key(name), name


def angle_key(terms: Iterable[tuple[str, bool]]) -> Key:
    """Sort key of an angle, from the names in it and whether each is subtracted."""
    ordered = sorted((name_key(name), minus) for name, minus in terms)
    return len(ordered), tuple(ordered)


@dataclass(frozen=True)
class Traits:
    """The traits by which a term or a factor is placed.

    Attributes:
        names: the names of symbols outside of angles, in order, each as often as it is a factor;
            those of rates are apart.
        calls: the sines and cosines that are factors: the key of the angle, 1 for a sine.
        inner: those inside of sums and of other functions.
        factors: how many there are.
        rates: velocities and the like, each with its place.
    """

    names: tuple[Key, ...] = ()
    calls: tuple[tuple[Key, int], ...] = ()
    inner: frozenset[tuple[Key, int]] = frozenset()
    factors: int = 0
    rates: tuple[tuple[int, Key], ...] = ()

    def __mul__(self, other: Traits) -> Traits:
        return Traits(
            tuple(sorted(self.names + other.names)),
            tuple(sorted(self.calls + other.calls)),
            self.inner | other.inner,
            self.factors + other.factors,
            tuple(sorted(self.rates + other.rates)),
        )

    def raised_to(self, exponent: int) -> Traits:
        """The traits of a power."""
        times = min(abs(exponent), _MOST)
        names, rates = tuple(sorted(self.names * times)), tuple(sorted(self.rates * times))
        return Traits(names, self.calls * times, self.inner, self.factors + 1, rates)

    @property
    def all_calls(self) -> frozenset[tuple[Key, int]]:
        """The sines and cosines anywhere in it."""
        return self.inner.union(self.calls)

    @property
    def key(self) -> Key:
        """Sort key of a term of a sum."""
        calls = self.calls or tuple(sorted(self.inner))
        numbers = sorted({name[0] for name in self.names}, reverse=True)  # type: ignore[type-var]
        return (
            self.rates[0][0] if self.rates else NO_RATE,
            bool(calls),
            tuple(sorted({angle for angle, _ in calls})),
            tuple((angle, sine) for angle, sine in calls),
            self.rates,
            self.factors > 1,
            tuple(numbers),
            self.names,
        )


NUMBER = Traits()


def symbol_traits(name: str, place: int | None = None) -> Traits:
    """The traits of a symbol; of a rate, with the place of terms that have it."""
    if place is None:
        return Traits((name_key(name),), factors=1)
    return Traits(factors=1, rates=((place, name_key(name)),))


def call_traits(angle: Key, *, sine: bool) -> Traits:
    """The traits of a sine or cosine."""
    return Traits(calls=((angle, int(sine)),), factors=1)


def group_traits(parts: Iterable[Traits]) -> Traits:
    """The traits of what stands in parentheses: a sum, or the arguments of a function."""
    names: set[Key] = set()
    inner: set[tuple[Key, int]] = set()
    rates: set[tuple[int, Key]] = set()
    for part in parts:
        names.update(part.names)
        inner |= part.all_calls
        rates.update(part.rates)
    return Traits(tuple(sorted(names)), (), frozenset(inner), 1, tuple(sorted(rates)))


@dataclass(frozen=True)
class ReadingOrder:
    """The order of factors, by what their symbols are.

    Attributes:
        inertial: names of inertial parameters, which come first.
        rates: names of velocities and the like, which come after sines and cosines, with the place
            in a sum of terms that have them.
    """

    inertial: Collection[str] = field(default=frozenset())
    rates: Mapping[str, int] = field(default_factory=dict)

    def factor_key(self, traits: Traits, name: str | None) -> Key:
        """Sort key of a factor: a symbol or a power of it by name, else a call or a sum."""
        if name is not None:
            kind = 0 if name in self.inertial else 3 if name in self.rates else 1
        else:
            kind = 2 if traits.calls else 4 if traits.factors else -1
        return kind, traits.key

"""The order in which people read a formula: of the terms of a sum, of the factors of a product.

Terms without sines and cosines come first: a number, single symbols, then products. Terms with
sines and cosines follow by their angles, those of few joints first, cosines before sines. Within
these, the number in a name counts before its letters: link 1 before link 2 before link 10.

Factors: a number, inertial parameters, other symbols, sines and cosines, velocities and the like,
then sums in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from symoro.expressions.names import natural_key

_NUMBER = re.compile(r"(\d+)\D*\Z")
_MOST = 9  # times that a name counts in a power
_LAST = 10**9  # the number of Pi, which is written behind the variables of an angle

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
        names: the names of symbols outside of angles, in order, each as often as it is a factor.
        calls: the sines and cosines that are factors: the key of the angle, 1 for a sine.
        inner: those inside of sums and of other functions.
        factors: how many there are.
    """

    names: tuple[Key, ...] = ()
    calls: tuple[tuple[Key, int], ...] = ()
    inner: frozenset[tuple[Key, int]] = frozenset()
    factors: int = 0

    def __mul__(self, other: Traits) -> Traits:
        return Traits(
            tuple(sorted(self.names + other.names)),
            tuple(sorted(self.calls + other.calls)),
            self.inner | other.inner,
            self.factors + other.factors,
        )

    def raised_to(self, exponent: int) -> Traits:
        """The traits of a power."""
        times = min(abs(exponent), _MOST)
        names = tuple(sorted(self.names * times))
        return Traits(names, self.calls * times, self.inner, self.factors + 1)

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
            bool(calls),
            tuple(sorted({angle for angle, _ in calls})),
            tuple((angle, sine) for angle, sine in calls),
            self.factors > 1,
            tuple(numbers),
            self.names,
        )


NUMBER = Traits()


def symbol_traits(name: str) -> Traits:
    """The traits of a symbol."""
    return Traits((name_key(name),), factors=1)


def call_traits(angle: Key, *, sine: bool) -> Traits:
    """The traits of a sine or cosine."""
    return Traits(calls=((angle, int(sine)),), factors=1)


def group_traits(parts: Iterable[Traits]) -> Traits:
    """The traits of what stands in parentheses: a sum, or the arguments of a function."""
    names: set[Key] = set()
    inner: set[tuple[Key, int]] = set()
    for part in parts:
        names.update(part.names)
        inner |= part.all_calls
    return Traits(tuple(sorted(names)), (), frozenset(inner), 1)


@dataclass(frozen=True)
class ReadingOrder:
    """The order of factors, by what their symbols are.

    Attributes:
        inertial: names of inertial parameters, which come first.
        rates: names of velocities and the like, which come after sines and cosines.
    """

    inertial: Collection[str] = field(default=frozenset())
    rates: Collection[str] = field(default=frozenset())

    def factor_key(self, traits: Traits, name: str | None) -> Key:
        """Sort key of a factor: a symbol or a power of it by name, else a call or a sum."""
        if name is not None:
            kind = 0 if name in self.inertial else 3 if name in self.rates else 1
        else:
            kind = 2 if traits.calls else 4 if traits.factors else -1
        return kind, traits.key

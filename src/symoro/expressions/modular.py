"""Exact equality of meaning: evaluation modulo a large prime at random points.

A polynomial identity in sines, cosines and symbols holds modulo ``p`` at every point of
sin^2 + cos^2 = 1; a false one survives a random point with probability at most degree / p. In the
field of ``p`` elements with p = 1 (mod 2 N) there is a root of unity for every angle k Pi / N and
a square root of -1, so ``exp(i x)`` is one element ``w`` and cos x = (w + 1/w)/2,
sin x = (w - 1/w)/2i hold exactly, also for multiples of angles and for offsets such as Pi/4.

What is not rational (a square root, the sine of a product, an exponential) is a fresh value that
depends on its argument alone: equal arguments stay equal, and nothing false is ever called true by
more than chance; some true identities between such values are not seen, and the field is *opaque*
from then on: results that differ in it prove nothing. A field knows no positive square root: the
sign is drawn at random at each point. `is_zero` tries many points where one was drawn; other tests
hold up to these signs. Roots of 2, 3 and 5 are those of their cosines, so sqrt(2)/2 = cos(Pi/4) is
seen. Half of all numbers have no root at all: see `points.at_random_point`.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from symoro.errors import SymoroError
from symoro.expressions.exact_values import exact_value, sign_of
from symoro.expressions.primes import TURN, prime


class NoValue(SymoroError):
    """No value at this random point: draw another point."""

    radicand: Fraction | None = None


class ZeroDivisor(NoValue):
    """A division by zero; if it is one at other points, too, whatever the values."""


class NoRoot(NoValue):
    """A residue that is no square.

    Attributes:
        radicand: the rational number that is no square modulo this prime: take another prime.
    """

    def __init__(self, message: str, radicand: Fraction | None = None) -> None:
        self.radicand = radicand
        super().__init__(message)


_ONE = Fraction(1)
_OPPOSITE = Fraction(-1)
_RATIONAL = (int, Fraction)


@dataclass(frozen=True)
class _Atom:
    """A part of an angle: a symbol, Pi, an opaque value."""

    kind: str
    key: object = None


AngleTerms = dict[_Atom, Fraction]
Multiple: TypeAlias = "tuple[Fraction, Residue]"
TwoTerms: TypeAlias = "tuple[Fraction, Residue, Fraction, Residue]"
Parts: TypeAlias = "Fraction | Multiple | TwoTerms | _Atom | None"


class Residue:
    """An element of the field, remembering how it was added up so that it can be an angle."""

    __slots__ = ("field", "parts", "value")

    def __init__(self, field: ModularArithmetic, value: int, parts: Parts = None) -> None:
        self.field = field
        self.value = value % field.prime
        self.parts = parts  # a number, a scaled residue, a sum of two, an atom, or None: opaque

    def _lift(self, other: object) -> Residue | None:
        """The other operand in the field, or None for NumPy to spread the operation."""
        if type(other) is int:
            return self.field.integer(other)
        if isinstance(other, _RATIONAL):
            return self.field.number(other)
        return other if isinstance(other, Residue) else None

    def __add__(self, other: object) -> Residue:
        b = other if type(other) is Residue else self._lift(other)
        if b is None:
            return NotImplemented
        return Residue(self.field, self.value + b.value, (_ONE, self, _ONE, b))

    __radd__ = __add__

    def __neg__(self) -> Residue:
        return Residue(self.field, -self.value, (_OPPOSITE, self))

    def __sub__(self, other: object) -> Residue:
        b = other if type(other) is Residue else self._lift(other)
        if b is None:
            return NotImplemented
        return Residue(self.field, self.value - b.value, (_ONE, self, _OPPOSITE, b))

    def __rsub__(self, other: object) -> Residue:
        return -self + other

    def __mul__(self, other: object) -> Residue:
        b = other if type(other) is Residue else self._lift(other)
        if b is None:
            return NotImplemented
        parts: Parts = None
        if type(self.parts) is Fraction:
            parts = (self.parts, b)
        elif type(b.parts) is Fraction:
            parts = (b.parts, self)
        return Residue(self.field, self.value * b.value, parts)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Residue:
        b = self._lift(other)
        return NotImplemented if b is None else self * b**-1

    def __rtruediv__(self, other: object) -> Residue:
        return self**-1 * other

    def __pow__(self, exponent: int) -> Residue:
        if exponent == 1:
            return self
        if exponent < 0 and not self.value:
            raise ZeroDivisor("division by zero modulo the prime")
        parts: Parts = None
        if isinstance(self.parts, Fraction) and self.parts:
            parts = self.parts**exponent
        return Residue(self.field, pow(self.value, exponent, self.field.prime), parts)

    def call(self, function: str, *others: Residue) -> Residue:
        """Apply a function, this residue being its first argument."""
        return self.field.call(function, self, *others)

    def __eq__(self, other: object) -> bool:
        b = self._lift(other)
        return b is not None and self.value == b.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Residue({self.value})"


class ModularArithmetic:
    """The field of ``prime`` elements, with one random point drawn from ``seed``."""

    def __init__(self, seed: str, modulus: int = prime(0), *, loose: bool = False) -> None:
        """Draw a point.

        Args:
            seed: text that determines the point.
            modulus: the number of elements, one of `primes.prime`.
            loose: give a missing square root a fresh value instead of raising `NoRoot`.
        """
        self.prime = modulus
        self.seed = seed
        self.loose = loose
        self._elements: dict[object, int] = {}
        self._integers: dict[int, Residue] = {}
        self._circles: dict[object, int] = {}  # exp(i angle) of each arc
        self.generator = _generator(modulus)
        self._i = pow(self.generator, (modulus - 1) // 4, modulus)
        self.signs_drawn = False
        self.opaque = False  # True once a value was used that is not rational: equality may hide

    def random(self, *key: object) -> int:
        """A non-zero element that depends on the seed and the key alone."""
        if key not in self._elements:
            text = f"{self.seed}|{self.prime}|{key!r}".encode()
            drawn = int.from_bytes(hashlib.sha256(text).digest()[:16])
            self._elements[key] = drawn % (self.prime - 1) + 1
        return self._elements[key]

    def symbol(self, name: str) -> Residue:
        """The random value of a symbol at this point."""
        return Residue(self, self.random("symbol", name), _Atom("symbol", name))

    def integer(self, value: int) -> Residue:
        """The residue of an integer; it is made once."""
        known = self._integers.get(value)
        if known is None:
            known = self._integers[value] = self.number(value)
        return known

    def number(self, value: Fraction | int) -> Residue:
        """The residue of a rational number."""
        exact = value if type(value) is Fraction else Fraction(value)
        residue = exact.numerator
        if exact.denominator != 1:
            residue *= pow(exact.denominator, -1, self.prime)
        return Residue(self, residue, exact)

    def pi(self) -> Residue:
        """Pi: a random value of its own, but a half turn as an angle."""
        return Residue(self, self.random("pi"), _Atom("pi"))

    def call(self, function: str, *arguments: Residue) -> Residue:
        """Evaluate a function: exactly for sin, cos, tan and sqrt, as a fresh value otherwise."""
        if function in ("sin", "cos", "tan"):
            w = self._circle(self._angle(arguments[0]))
            inverse = pow(w, -1, self.prime)
            cosine = (w + inverse) * pow(2, -1, self.prime)
            sine = (w - inverse) * pow(2 * self._i, -1, self.prime)
            if function == "tan":
                return Residue(self, sine) / Residue(self, cosine)
            return Residue(self, sine if function == "sin" else cosine)
        if function == "sqrt":
            return Residue(self, self._sqrt(arguments[0].value, _rational(arguments[0])))
        key = (function, *(a.value for a in arguments))
        if function == "atan2":
            y, x = (a.value for a in arguments)
            v, u = (_rational(a) for a in arguments)
            exact = None if u is None or v is None else u**2 + v**2
            h = self._sqrt(x * x + y * y, exact)
            w = (x + self._i * y) * pow(h, -1, self.prime) % self.prime if h else 0
            if not w:
                raise ZeroDivisor("atan2 has no direction at this point")
            return self._arc(key, w)
        if function in ("asin", "acos"):
            return self._arc_of_sine(function, arguments[0])
        if function in ("exp", "log", "tanh"):
            return self._exponential(function, arguments[0])
        return self._sign_or_absolute(function, arguments[0])

    def _arc(self, key: tuple[object, ...], w: int) -> Residue:
        """A fresh value for an angle whose exp(i angle) is known."""
        self.opaque = True  # an angle is more than its sine and cosine
        self._circles[key] = w
        return Residue(self, self.random(*key), _Atom("arc", key))

    def _arc_of_sine(self, function: str, argument: Residue) -> Residue:
        """The angle of a sine, odd, or of a cosine, whose other side is a root."""
        number = _rational(argument)
        parts = None if number is None else exact_value(function, number)
        if parts is not None:
            return self.pi() * parts[1]
        smaller = min(argument.value, self.prime - argument.value)
        other = self._sqrt(1 - smaller**2, None if number is None else 1 - number**2)
        if function == "acos":
            w = argument.value + self._i * other
            return self._arc((function, argument.value), w % self.prime)
        arc = self._arc((function, smaller), (other + self._i * smaller) % self.prime)
        return arc if smaller == argument.value else -arc

    def _exponential(self, function: str, argument: Residue) -> Residue:
        """Exponential, logarithm, hyperbolic tangent (odd): exact at 0 or 1, else a fresh value."""
        number = _rational(argument)
        if number == (function == "log"):
            return self.number(1 if function == "exp" else 0)
        self.opaque = True  # exp(a + b) = exp(a) exp(b) is not seen
        if function != "tanh":
            return Residue(self, self.random(function, argument.value))
        smaller = min(argument.value, self.prime - argument.value)
        fresh = Residue(self, self.random(function, smaller))
        return fresh if smaller == argument.value else -fresh

    def _sign_or_absolute(self, function: str, argument: Residue) -> Residue:
        """Sign, odd, and absolute value, even: exact for numbers, else a fresh value."""
        number = _rational(argument)
        if number is not None:
            return self.number(abs(number) if function == "abs" else Fraction(sign_of(number)))
        scale = _ONE
        while isinstance(argument.parts, tuple) and len(argument.parts) == 2:
            scale, argument = scale * argument.parts[0], argument.parts[1]
        self.opaque |= not isinstance(argument.parts, _Atom)  # the sign of a product, of a sum
        smaller = min(argument.value, self.prime - argument.value)
        scale = scale if smaller == argument.value else -scale
        fresh = Residue(self, self.random(function, smaller))
        return fresh * (abs(scale) if function == "abs" else sign_of(scale))

    def _angle(self, residue: Residue) -> AngleTerms:
        """Write a residue as a linear combination of atoms: symbols, Pi and opaque values."""
        angle: AngleTerms = {}
        stack = [(Fraction(1), residue)]
        while stack:
            scale, node = stack.pop()
            parts = node.parts
            if isinstance(parts, tuple):
                stack.append((scale * parts[0], parts[1]))
                if len(parts) == 4:
                    stack.append((scale * parts[2], parts[3]))
                continue
            if isinstance(parts, Fraction):
                atom, scale = _Atom("one"), scale * parts
            else:
                self.opaque |= parts is None
                atom = parts or _Atom("opaque", node.value)
            angle[atom] = angle.get(atom, Fraction(0)) + scale
        return angle

    def _circle(self, angle: AngleTerms) -> int:
        """The element exp(i angle)."""
        product = 1
        for atom, factor in angle.items():
            if atom.kind == "pi":  # whole quarter turns are powers of i
                quarters = round(2 * factor)
                product = product * pow(self._i, quarters, self.prime) % self.prime
                factor -= Fraction(quarters, 2)
                root, steps = self.generator, factor * ((self.prime - 1) // 2)
            elif atom.kind == "arc":
                root, steps = self._circles[atom.key], factor
            else:
                root, steps = self.random("angle", atom), factor * TURN
            if steps.denominator != 1:  # a fresh angle, but odd: exp(-ix) = 1/exp(ix)
                root, steps = self.random("angle", atom, abs(factor)), _ONE if factor > 0 else -_ONE
                self.opaque = True
            product = product * pow(root, int(steps), self.prime) % self.prime
        return product

    def _sqrt(self, value: int, exact: Fraction | None) -> int:
        """The positive root of a product of squares, 2, 3 and 5; else one of random sign."""
        if exact is not None and exact > 0:
            rest, root = exact.numerator * exact.denominator, pow(exact.denominator, -1, self.prime)
            for factor in (2, 3, 5):
                while rest % factor**2 == 0:
                    rest, root = rest // factor**2, root * factor
                if rest % factor == 0:
                    rest, root = rest // factor, root * self._surd(factor)
            if math.isqrt(rest) ** 2 == rest:
                return root * math.isqrt(rest) % self.prime
        if not value % self.prime:
            return 0
        self.signs_drawn = self.opaque = True
        if pow(value, (self.prime - 1) // 2, self.prime) == self.prime - 1:
            if self.loose:
                return self.random("root", value % self.prime)
            raise NoRoot("no square root modulo the prime", exact)
        root = self._root(value)
        return root if self.random("sign", value % self.prime) % 2 else -root

    def _surd(self, number: int) -> int:
        """The square roots 2 cos(Pi/4), 2 cos(Pi/6) and 4 cos(Pi/5) - 1 of 2, 3 and 5."""
        scale, divisor, minus = {2: (2, 4, 0), 3: (2, 6, 0), 5: (4, 5, 1)}[number]
        w = pow(self.generator, (self.prime - 1) // 2 // divisor, self.prime)
        return scale // 2 * (w + pow(w, -1, self.prime)) - minus

    def _root(self, value: int) -> int:
        """A square root of a square (Tonelli and Shanks)."""
        p = self.prime
        value %= p
        s = ((p - 1) & (1 - p)).bit_length() - 1
        q = (p - 1) >> s
        c, root, t = pow(self.generator, q, p), pow(value, (q + 1) // 2, p), pow(value, q, p)
        while t not in (0, 1):
            power, i = t, 0
            while power != 1:
                power, i = power * power % p, i + 1
            b = pow(c, 1 << (s - i - 1), p)
            s, c = i, b * b % p
            root, t = root * b % p, t * c % p
        return min(root, p - root) if root else 0


def _rational(residue: Residue) -> Fraction | None:
    """The number that a residue is, where it was added up from numbers alone."""
    total, pending = Fraction(0), [(_ONE, residue)]
    while pending:
        scale, node = pending.pop()
        if isinstance(node.parts, Fraction):
            total += scale * node.parts
        elif isinstance(node.parts, tuple):
            pending.append((scale * node.parts[0], node.parts[1]))
            if len(node.parts) == 4:
                pending.append((scale * node.parts[2], node.parts[3]))
        else:
            return None
    return total


@cache
def _generator(modulus: int) -> int:
    """An element that generates the whole multiplicative group up to the factors we use."""
    for candidate in range(2, 1000):
        if all(pow(candidate, (modulus - 1) // f, modulus) != 1 for f in (2, 3, 5, 7)):
            return candidate
    raise AssertionError("no generator below 1000")

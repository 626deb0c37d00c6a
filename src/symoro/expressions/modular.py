"""Exact equality of meaning: evaluation modulo a large prime at random points.

A polynomial identity in sines, cosines and symbols holds modulo ``p`` at every point of
sin^2 + cos^2 = 1; a false one survives a random point with probability at most degree / p. In the
field of ``p`` elements with p = 1 (mod 2 N) there is a root of unity for every angle k Pi / N and
a square root of -1, so ``exp(i x)`` is one element ``w`` and cos x = (w + 1/w)/2,
sin x = (w - 1/w)/2i hold exactly, also for multiples of angles and for offsets such as Pi/4.

What is not rational (a square root, the sine of a product) is a fresh value that depends on its
argument alone: equal arguments stay equal, and nothing false is ever called true by more than
chance; some true identities between such values are not seen.
"""

from __future__ import annotations

import hashlib
import random
from fractions import Fraction

from symoro.errors import SymoroError
from symoro.expressions.evaluate import evaluate
from symoro.expressions.expression import Expression

_TURN = 5040  # 7!: symbols' angles can be divided by any divisor, Pi by its half
PRIMES = (2305843009213675681, 2305843009213453921)  # 61 bits, both 1 modulo 2 * 5040


class NoRoot(SymoroError):
    """No value at this random point (a division by zero, no square root): draw another point."""


Angle = dict[object, Fraction]


class Residue:
    """An element of the field, remembering how it was added up so that it can be an angle."""

    __slots__ = ("field", "parts", "value")

    def __init__(self, field: ModularArithmetic, value: int, parts: object = None) -> None:
        self.field = field
        self.value = value % field.prime
        self.parts = parts  # None: opaque; a Fraction: a number; (scale, residue)s: a sum

    def _lift(self, other: object) -> Residue:
        return other if isinstance(other, Residue) else self.field.number(Fraction(other))  # type: ignore[arg-type]

    def __add__(self, other: object) -> Residue:
        b = self._lift(other)
        return Residue(self.field, self.value + b.value, ((Fraction(1), self), (Fraction(1), b)))

    __radd__ = __add__

    def __neg__(self) -> Residue:
        return Residue(self.field, -self.value, ((Fraction(-1), self),))

    def __sub__(self, other: object) -> Residue:
        b = self._lift(other)
        return Residue(self.field, self.value - b.value, ((Fraction(1), self), (Fraction(-1), b)))

    def __rsub__(self, other: object) -> Residue:
        return self._lift(other) - self

    def __mul__(self, other: object) -> Residue:
        b = self._lift(other)
        parts: object = None
        if isinstance(self.parts, Fraction):
            parts = ((self.parts, b),)
        elif isinstance(b.parts, Fraction):
            parts = ((b.parts, self),)
        return Residue(self.field, self.value * b.value, parts)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Residue:
        return self * self._lift(other) ** -1

    def __rtruediv__(self, other: object) -> Residue:
        return self._lift(other) * self**-1

    def __pow__(self, exponent: int) -> Residue:
        if exponent == 1:
            return self
        if exponent < 0 and not self.value:
            raise NoRoot("division by zero modulo the prime")
        parts = None
        if isinstance(self.parts, Fraction) and self.parts:
            parts = self.parts**exponent
        return Residue(self.field, pow(self.value, exponent, self.field.prime), parts)

    def __eq__(self, other: object) -> bool:
        return self.value == self._lift(other).value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Residue({self.value})"


class ModularArithmetic:
    """The field of ``prime`` elements, with one random point drawn from ``seed``."""

    def __init__(self, seed: str, prime: int = PRIMES[0]) -> None:
        self.prime = prime
        self.seed = seed
        self._atoms: dict[object, int] = {}  # key -> exp(i angle / _TURN), or exp(i angle)
        self._generator = _generator(prime)
        self._i = pow(self._generator, (prime - 1) // 4, prime)

    def random(self, *key: object) -> int:
        """A non-zero element that depends on the seed and the key alone."""
        text = f"{self.seed}|{self.prime}|{key!r}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:16]) % (self.prime - 1) + 1

    def symbol(self, name: str) -> Residue:
        """The random value of a symbol at this point."""
        return Residue(self, self.random("symbol", name), ("symbol", name))

    def number(self, value: Fraction) -> Residue:
        """The residue of a rational number."""
        residue = value.numerator * pow(value.denominator, -1, self.prime)
        return Residue(self, residue, Fraction(value))

    def pi(self) -> Residue:
        """Pi: a random value of its own, but a half turn as an angle."""
        return Residue(self, self.random("pi"), ("pi",))

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
            return Residue(self, self._root(arguments[0].value))
        key = (function, *(a.value for a in arguments))
        if function == "atan2":
            y, x = (a.value for a in arguments)
            h = self._root(x * x + y * y)
            w = (x + self._i * y) * pow(h, -1, self.prime) % self.prime if h else 0
            if not w:
                raise NoRoot("atan2 has no direction at this point")
            self._atoms[("whole", key)] = w
            return Residue(self, self.random(*key), ("whole", key))
        return Residue(self, self.random(*key))

    def _angle(self, residue: Residue) -> Angle:
        """Write a residue as a linear combination of atoms: symbols, Pi and opaque values."""
        angle: Angle = {}
        stack = [(Fraction(1), residue)]
        while stack:
            scale, node = stack.pop()
            parts = node.parts
            if isinstance(parts, tuple) and parts and isinstance(parts[0], tuple):
                stack.extend((scale * s, r) for s, r in parts)
                continue
            if isinstance(parts, Fraction):
                key, scale = ("one",), scale * parts
            elif isinstance(parts, tuple):
                key = parts
            else:
                key = ("opaque", node.value)
            angle[key] = angle.get(key, Fraction(0)) + scale
        return angle

    def _circle(self, angle: Angle) -> int:
        """The element exp(i angle)."""
        product = 1
        for key, factor in angle.items():
            if key == ("pi",):
                root, steps = self._generator, factor * ((self.prime - 1) // 2)
            elif isinstance(key, tuple) and key[0] == "whole":
                root, steps = self._atoms[key], factor
            else:
                root, steps = self.random("angle", key), factor * _TURN
            if steps.denominator != 1:
                root, steps = self.random("angle", key, factor), Fraction(1)
            product = product * pow(root, int(steps), self.prime) % self.prime
        return product

    def _root(self, value: int) -> int:
        """The smaller square root (Tonelli and Shanks)."""
        p = self.prime
        value %= p
        if value and pow(value, (p - 1) // 2, p) != 1:
            raise NoRoot("no square root modulo the prime")
        s = ((p - 1) & (1 - p)).bit_length() - 1
        q = (p - 1) >> s
        c, root, t = pow(self._generator, q, p), pow(value, (q + 1) // 2, p), pow(value, q, p)
        while t not in (0, 1):
            power, i = t, 0
            while power != 1:
                power, i = power * power % p, i + 1
            b = pow(c, 1 << (s - i - 1), p)
            s, c = i, b * b % p
            root, t = root * b % p, t * c % p
        return min(root, p - root) if root else 0


def is_zero(node: Expression) -> bool:
    """Tell whether an expression is zero for all values of its symbols.

    Exact for rational functions of symbols, sines and cosines (a wrong "zero" has a chance below
    degree / 2^120); two random points, modulo two primes.
    """
    if node.number is not None:
        return node.number == 0
    text = str(node)
    return all(_vanishes(node, text, prime) for prime in PRIMES)


def _vanishes(node: Expression, text: str, prime: int) -> bool:
    rng = random.Random(text)
    for _ in range(200):
        field = ModularArithmetic(f"{text}|{rng.random()}", prime)
        values = {name: field.symbol(name) for name in node.symbols}
        try:
            return evaluate(node, values, field).value == 0
        except NoRoot:
            continue
    return False


def _generator(prime: int) -> int:
    """An element that generates the whole multiplicative group up to the factors we use."""
    for candidate in range(2, 1000):
        if all(pow(candidate, (prime - 1) // f, prime) != 1 for f in (2, 3, 5, 7)):
            return candidate
    raise AssertionError("no generator below 1000")

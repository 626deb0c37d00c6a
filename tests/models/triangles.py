"""Loops of three joints of any type that are closed by construction."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from library.kinematics import Matrix, about_x, about_z, shift
from symoro.models.loops.segments import Unknown

Objects = npt.NDArray[np.object_]


class Triangle:
    """Three unknown joints of given types with known parts A and B between them.

    N is what closes the loop: X_a A X_b B X_c = N. Positions are those of the joints themselves, to
    be taken with the signs of the unknowns.
    """

    def __init__(self, turns: tuple[bool, ...], rng: random.Random) -> None:
        signs = [rng.choice((1, -1)) for _ in turns]
        self.a, self.b, self.c = (
            Unknown(*joint) for joint in zip((1, 2, 3), signs, turns, strict=True)
        )
        self.positions = [rng.uniform(-1.2, 1.2) for _ in turns]
        self.A, self.B = _objects(_anything(rng)), _objects(_anything(rng))
        first, second, third = (
            joint(turn, sign * x)
            for turn, sign, x in zip(turns, signs, self.positions, strict=True)
        )
        self.G = self.A @ second @ self.B
        self.N = first @ self.G @ third

    @property
    def middle(self) -> float:
        """The position of the second joint with the sign of the loop."""
        return self.b.sign * self.positions[1]

    @property
    def kinds(self) -> str:
        """The types of the joints: RRP."""
        return "".join("RP"[not unknown.turns] for unknown in (self.a, self.b, self.c))


def joint(turns: bool, x: float) -> Matrix:
    """The transformation of a joint."""
    return about_z(x) if turns else shift(0, 0, x)


@cache
def triangles() -> tuple[Triangle, ...]:
    """One of each types of joints."""
    rng = random.Random(3)
    return tuple(Triangle(turns, rng) for turns in product((True, False), repeat=3))


def _anything(rng: random.Random) -> Matrix:
    x = [rng.uniform(-1.0, 1.0) for _ in range(6)]
    return about_z(x[0]) @ about_x(x[1]) @ about_z(x[2]) @ shift(x[3], x[4], x[5])


def _objects(T: Matrix) -> Objects:
    return T.astype(object)

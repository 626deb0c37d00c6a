"""Determinants of tables of trigonometric polynomials: expansion by minors, without division."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.symbolic.blocks import permutation_sign
from symoro.symbolic.limits import MOST_TERMS, TooLarge
from symoro.symbolic.random_point import Point, determinant
from symoro.symbolic.ring import TrigRing

if TYPE_CHECKING:
    from sympy.polys.rings import PolyElement

    Rows = list[list[PolyElement]]


def expanded_determinant(ring: TrigRing, rows: Rows) -> PolyElement:
    """Return the determinant of a square table.

    Angles and symbols on which the determinant does not depend are set to zero first: the first
    joint of most robots, and a tool's length. That is seen modulo a prime (see `random_point`).
    """
    if len(rows) == 1:
        return rows[0][0]
    return _by_minors(ring, _zero_irrelevant_variables(ring, rows))


def _by_minors(ring: TrigRing, rows: Rows) -> PolyElement:
    """Expand row by row; each minor, a set of columns of the rows so far, is computed once."""
    order = sorted(range(len(rows)), key=lambda i: sum(map(len, rows[i])))
    minors: dict[int, PolyElement] = {0: ring.ring(permutation_sign(order))}
    for i in order:
        grown: dict[int, PolyElement] = {}
        for used, minor in minors.items():
            for j, element in enumerate(rows[i]):
                if not element or used >> j & 1:
                    continue
                sign = -1 if (used >> j).bit_count() % 2 else 1
                key = used | 1 << j
                grown[key] = grown.get(key, ring.ring.zero) + sign * ring.product(minor, element)
                if len(grown[key]) > MOST_TERMS:
                    raise TooLarge(f"more than {MOST_TERMS} terms")
        minors = {key: minor for key, minor in grown.items() if minor}
    return minors.get((1 << len(rows)) - 1, ring.ring.zero)


def _zero_irrelevant_variables(ring: TrigRing, rows: Rows) -> Rows:
    point = Point(ring)
    here = determinant(point, rows)
    zeros: list[tuple[PolyElement, int]] = []
    for variable in range(ring.count):
        before = point.move(variable)
        if determinant(point, rows) == here:
            generators = [ring.ring.gens[i] for i in ring.indices(variable)]
            zeros += zip(generators, (0, 1), strict=False)  # an angle: sine 0, cosine 1
        point.put(variable, before)
    return [[element.subs(zeros) for element in row] for row in rows] if zeros else rows

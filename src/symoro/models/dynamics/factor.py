"""A symmetric linear system A x = b whose unknowns form a tree: A = L^T D L, from the tips inward.

Unknown ``i`` is coupled to its ancestors only, ``a`` and ``b`` among them, and so are the elements
that elimination makes: nothing is computed where A is zero. With L of unit diagonal,

    factors, tips to base                                              SYMORO name
      (L1)  D(i) = A(i,i),   L(i,a) = A(i,a) / D(i)                       D, DI, L
      (L2)  A(a,b) <- A(a,b) - L(i,a) A(i,b)                              AL
    solution
      (L3)  b(a) <- b(a) - L(i,a) b(i), tips to base                      BL
      (L4)  x(i) = b(i) / D(i) - sum of L(i,a) x(a), base to tips

No square root is taken and no sign assumed: base inertial parameters alone need not be those of
bodies that exist. D(i) is zero if unknown ``i`` carries no inertia.

References: [Featherstone08] section 6.5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symoro.algebra.vectors import Array
from symoro.models.let import LetFunction

Labels = Sequence[str]


@dataclass(frozen=True)
class Factors:
    """L and 1 / D of a matrix, by places of unknowns, with the ancestors of each."""

    labels: tuple[str, ...]
    ancestors: Mapping[int, tuple[int, ...]]
    L: Mapping[tuple[int, int], Any]
    inverse: Mapping[int, Any]


def factor(matrix: Array, parents: Sequence[int], labels: Labels, let: LetFunction) -> Factors:
    """Return the factors of a matrix.

    The parent of an unknown is a lower place, or -1; A is zero between unknowns of which neither is
    an ancestor of the other. Labels end names.
    """
    ancestors = {i: _ancestors(i, parents) for i in range(len(parents))}
    A = {(i, a): matrix[i, a] for i in ancestors for a in (i, *ancestors[i])}
    L: dict[tuple[int, int], Any] = {}
    inverse: dict[int, Any] = {}
    for i in reversed(range(len(parents))):
        D = let(f"D{labels[i]}", None, A[i, i])
        inverse[i] = let(f"DI{labels[i]}", None, 1 / D) if ancestors[i] else 1 / D
        for a in ancestors[i]:
            A[i, a] = let(f"AL{labels[i]}_{labels[a]}", None, A[i, a])
            L[i, a] = let(f"L{labels[i]}_{labels[a]}", None, A[i, a] * inverse[i])  # (L1)
        for a in ancestors[i]:
            for b in (a, *ancestors[a]):
                A[a, b] = A[a, b] - L[i, a] * A[i, b]  # (L2)
    return Factors(tuple(labels), ancestors, L, inverse)


def solve_factors(
    factors: Factors,
    right: Sequence[Any],
    let: LetFunction,
    name: Callable[[int, Any], Any],
    tag: str = "BL",
) -> list[Any]:
    """Return x for one right-hand side.

    ``name`` names an element of x, given its place; ``tag`` begins names of reduced elements of b.
    """
    labels, L = factors.labels, factors.L
    b = list(right)
    for i in reversed(range(len(b))):
        b[i] = let(f"{tag}{labels[i]}", None, b[i])
        for a in factors.ancestors[i]:
            b[a] = b[a] - L[i, a] * b[i]  # (L3)
    x: list[Any] = []
    for i, value in enumerate(b):
        total = value * factors.inverse[i]
        for a in factors.ancestors[i]:
            total = total - L[i, a] * x[a]  # (L4)
        x.append(name(i, total))
    return x


def _ancestors(i: int, parents: Sequence[int]) -> tuple[int, ...]:
    """The places on the way to the root, the nearest first."""
    places = []
    while (i := parents[i]) >= 0:
        places.append(i)
    return tuple(places)

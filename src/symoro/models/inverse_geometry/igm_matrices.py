"""The matrices of Paul's method: both sides of its equations, in both directions.

Notation (docs/notation.md): ``i`` is where the path starts, ``n`` where it ends, ``j`` a frame on
the path, ``k`` the one before it; U_i is the pose that is given: that of frame n in frame i.

    forward   (2.11)  U_j = jTk U_k = jTn                  SYMORO name  Ujrs, TjTnrs
    backward          V_n = U_i, V_k = V_j jTk = iTk                Vkrs, TiTkrs

The left sides are the pose and the joints on one side of frame j, the right sides the joints on
the other. The guide numbers backward matrices from the end, U_1 = T[0,n-1], and prints
T[n-j,n-j+1] where the product needs its inverse.

References: [Guide] sections 2.3.3 and 5.5.5; [Paul81].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from symoro.algebra.vectors import Array, identity
from symoro.models.geometry.transforms import Chain, frame_label, matrix_name
from symoro.models.let import LetFunction

FORWARD, BACKWARD = "U", "V"
"""The letters of the left sides."""


def left_name(letter: str, j: int) -> str:
    """The name of a left side."""
    return f"{letter}{frame_label(j)}"


def forward_matrices(
    chain: Chain, frames: Sequence[int], pose: Array, let: LetFunction
) -> Iterator[tuple[str, Array]]:
    """Yield the matrices of the forward equations with their names, from the first frame on."""
    U, end = pose, frames[-1]
    yield matrix_name(frames[0], end), chain.transform(frames[0], end)
    for k, j in pairwise(frames[:-1]):
        U = _name(let, left_name(FORWARD, j), chain.matrix(j, k) @ U)  # (2.11)
        yield left_name(FORWARD, j), U
        yield matrix_name(j, end), chain.transform(j, end)


def backward_matrices(
    chain: Chain, frames: Sequence[int], pose: Array, let: LetFunction
) -> Iterator[tuple[str, Array]]:
    """Yield the matrices of the backward equations with their names, from the last frame on."""
    V, start = pose, frames[0]
    yield matrix_name(start, frames[-1]), chain.transform(start, frames[-1])
    for j, k in pairwise(frames[:0:-1]):
        V = _name(let, left_name(BACKWARD, k), V @ chain.matrix(j, k))
        yield left_name(BACKWARD, k), V
        yield matrix_name(start, k), chain.transform(start, k)


def _name(let: LetFunction, tag: str, T: Array) -> Array:
    """Name the three upper rows of a matrix."""
    return np.vstack([let(tag, None, T[:3]), identity(4)[3]])

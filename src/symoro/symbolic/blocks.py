"""The block triangular form of a square matrix, from the places of its zeros alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Blocks:
    """Blocks on the diagonal of a permuted matrix, in an order in which nothing is above them.

    Attributes:
        rows: the rows of each block, in the order of its columns: their elements are not zero.
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    @property
    def sign(self) -> int:
        """The sign of the permutation: the determinant is it times those of the blocks."""
        rows = [i for block in self.rows for i in block]
        columns = [j for block in self.columns for j in block]
        return permutation_sign(rows) * permutation_sign(columns)


def block_triangular(nonzero: NDArray[np.bool_]) -> Blocks | None:
    """Return the finest blocks, or None if the zeros make every determinant zero.

    Each column is given a row where it is not zero; columns that need each other through these rows
    are a block: the strongly connected components of a graph.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    rows = maximum_bipartite_matching(csr_array(nonzero), perm_type="row")
    if (rows < 0).any():
        return None
    count, label = connected_components(csr_array(nonzero[rows]), connection="strong")
    blocks = [tuple(int(j) for j in np.flatnonzero(label == k)) for k in range(count)]
    order = _block_order(blocks, nonzero[rows])
    return Blocks(
        tuple(tuple(int(rows[j]) for j in blocks[k]) for k in order),
        tuple(blocks[k] for k in order),
    )


def _block_order(blocks: list[tuple[int, ...]], matrix: NDArray[np.bool_]) -> list[int]:
    """An order in which a block's rows have elements in its own and earlier columns only."""
    left = list(range(len(blocks)))
    order: list[int] = []

    def needs(k: int, other: int) -> bool:
        return k != other and bool(matrix[np.ix_(blocks[k], blocks[other])].any())

    while left:
        ready = next(k for k in left if not any(needs(k, other) for other in left))
        order.append(ready)
        left.remove(ready)
    return order


def permutation_sign(order: list[int]) -> int:
    """Return 1 for an even permutation of 0 .. n-1, -1 for an odd one."""
    swaps = sum(a > b for k, a in enumerate(order) for b in order[k + 1 :])
    return -1 if swaps % 2 else 1

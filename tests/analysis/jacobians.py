"""Jacobian matrices to test with: planar arms with revolute joints, and random ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def random_matrix(rows: int, columns: int, seed: int, rank: int | None = None) -> Array:
    """A matrix of a given rank, the largest possible by default, with singular values 1 to 3."""
    rng = np.random.default_rng(seed)
    rank = min(rows, columns) if rank is None else rank
    U, V = (np.linalg.qr(rng.normal(size=(size, size)))[0][:, :rank] for size in (rows, columns))
    product: Array = U * np.linspace(1, 3, rank) @ V.T
    return product


def end(q: ArrayLike, lengths: ArrayLike) -> Array:
    """Position of the end: each link points along the sum of the angles before it."""
    angles = np.cumsum(q)
    return np.array([lengths @ np.cos(angles), lengths @ np.sin(angles)])


def jacobian(q: ArrayLike, lengths: ArrayLike, point: int | None = None) -> Array:
    """Two rows; joint j turns what lies beyond it, up to the tip of link ``point``."""
    angles, L = np.cumsum(q), np.asarray(lengths, dtype=float)
    n = len(angles)
    reached = np.arange(n) < (n if point is None else point)
    beyond = np.triu(np.ones((n, n))) * (L * reached)
    return np.array([-beyond @ np.sin(angles), beyond @ np.cos(angles)])

"""The columns of W that depend on earlier ones: QR in the order of (3.71), checked by SVD.

Columns are divided by their lengths first. The decomposition runs through the columns in order and
skips those that depend on earlier ones, so R is that of [W1 W2] (A3-7). The number of columns that
stay must be the rank by singular values and by QR with pivoting, and the values on both sides of
the tolerance

    (A3-5)  tau = r eps max |R_ii|

must lie far apart: else nothing is decided. It grows with the errors that small columns have.

References: [Guide] appendix 4.3.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Floats, Indices
from symoro.errors import ModelError

_CONSTANT, _MOVING = 1e-10, 1e-8  # change of a column by its size: below it is none, above it is
_SMALL = 1e-3  # a column smaller than this share of the largest is measured by that
_SHARE = 0.1  # of the largest column: smaller ones have larger relative errors
_GAP = 1e3  # least ratio of the values above the tolerance to it and to those below
_EPS = float(np.finfo(np.float64).eps)
_LOOSE = 1e4  # times (A3-5): columns nearer to dependence are not used together
_SHOWN = 3  # values on each side of the gap in a refusal


@dataclass(frozen=True)
class ColumnChoice:
    """The columns of a matrix, sorted.

    Attributes:
        constant: the columns that do not change.
        kept: the columns that do not depend on earlier ones.
        tolerance: that of (A3-5), for columns of length 1.
        smallest, largest: the smallest value above it and the largest one below it.
    """

    constant: tuple[int, ...]
    kept: tuple[int, ...]
    dependent: tuple[int, ...]
    rows: int
    tolerance: float
    smallest: float
    largest: float


def choose_columns(
    W: Floats, sizes: Floats, noise: float = 1.0, names: Sequence[object] = ()
) -> ColumnChoice:
    """Sort the columns of a matrix.

    Args:
        W: differences of the columns at two sets of states, or the columns themselves.
        sizes: the lengths of the columns before differences were taken.
        noise: the errors of the entries in units of eps.
        names: the parameters of the columns, for messages.

    Raises:
        ModelError: if the rank is not clear; with the singular values around the gap.
    """
    moving, constant = _changing_columns(W, sizes, names)
    scaled, noise = _scale_columns(W[:, moving], sizes, noise)
    diagonal, kept = orthogonalise(scaled, noise)
    tolerance = _tolerance(len(W), diagonal, noise)
    ranks = [len(kept)]
    values = np.sort(diagonal)[::-1]
    if len(moving):
        from scipy.linalg import qr

        R = np.linalg.qr(scaled, mode="r")  # has the singular values of W and fewer rows
        singular = np.linalg.svd(R, compute_uv=False)
        pivoted = np.abs(np.diag(qr(R, mode="r", pivoting=True)[0]))
        ranks += [int(np.sum(v > _tolerance(len(W), v, noise))) for v in (singular, pivoted)]
    else:
        singular = np.empty(0)
    rank = len(kept)
    smallest = float(values[rank - 1]) if rank else np.inf
    largest = float(values[rank]) if rank < len(values) else 0.0
    if set(ranks) != {rank} or max(largest, tolerance) * _GAP > smallest:
        low = max(min(ranks) - _SHOWN, 0)
        around = ", ".join(f"{s:.1e}" for s in singular[low : max(ranks) + _SHOWN])
        raise ModelError(
            f"the rank is not clear: {ranks[0]} by QR, {ranks[1]} by singular values, {ranks[2]} "
            f"with pivoting; singular values from number {low + 1} on: {around}; tolerance "
            f"{tolerance:.1e}"
        )
    return ColumnChoice(
        constant=constant,
        kept=tuple(int(moving[k]) for k in kept),
        dependent=tuple(int(k) for n, k in enumerate(moving) if n not in set(kept)),
        rows=len(W),
        tolerance=tolerance,
        smallest=smallest,
        largest=largest,
    )


def independent_columns(
    W: Floats, sizes: Floats, noise: float = 1.0, names: Sequence[object] = ()
) -> tuple[int, ...]:
    """Return the columns that do not depend on earlier ones, by QR in order alone."""
    moving, _ = _changing_columns(W, sizes, names)
    return tuple(
        int(moving[k]) for k in orthogonalise(*_scale_columns(W[:, moving], sizes, noise))[1]
    )


def _scale_columns(W: Floats, sizes: Floats, noise: float) -> tuple[Floats, float]:
    """Columns of length 1, and how many times eps their errors are: small columns have larger."""
    lengths = np.linalg.norm(W, axis=0)
    least = float(lengths.min(initial=math.inf))
    return W / lengths, noise * max(1.0, _SHARE * float(sizes.max(initial=0.0)) / least)


def _changing_columns(
    W: Floats, sizes: Floats, names: Sequence[object]
) -> tuple[Indices, tuple[int, ...]]:
    """The columns that change, and those that do not."""
    floor = _SMALL * float(sizes.max(initial=0.0)) or 1.0
    change = np.linalg.norm(W, axis=0) / np.maximum(sizes, floor)
    unclear = np.flatnonzero((change > _CONSTANT) & (change < _MOVING))
    if len(unclear):
        k = int(unclear[0])
        whose = f"parameter {names[k]}" if names else f"column {k + 1}"
        raise ModelError(
            f"{whose}: cannot decide whether its column is constant (it changes by a relative "
            f"{change[k]:.2g})"
        )
    constant = tuple(int(k) for k in np.flatnonzero(change <= _CONSTANT))
    return np.flatnonzero(change >= _MOVING), constant


def orthogonalise(W: Floats, noise: float = 1.0) -> tuple[Floats, list[int]]:
    """Return the diagonal of R of columns of length 1 in order, and the columns that stay.

    LAPACK's QR would give a dependent column a direction of rounding errors, which later ones lose.
    """
    Q = np.empty_like(W)
    diagonal = np.empty(W.shape[1])
    kept: list[int] = []
    for k in range(W.shape[1]):
        basis = Q[:, : len(kept)]
        v = W[:, k] - basis @ (basis.T @ W[:, k])
        v -= basis @ (basis.T @ v)  # once more: rounding
        diagonal[k] = np.linalg.norm(v)
        if diagonal[k] > _tolerance(len(W), diagonal[: k + 1], noise):
            Q[:, len(kept)] = v / diagonal[k]
            kept.append(k)
    return diagonal, kept


def _tolerance(rows: int, values: Floats, noise: float) -> float:
    return rows * _EPS * noise * float(values.max(initial=0.0))


@dataclass(frozen=True)
class Combination:
    """A column as a combination of others.

    Attributes:
        coefficients: of each column.
        errors: bounds on their rounding errors.
        residual: the rest of the column, relative to it.
    """

    coefficients: Floats
    errors: Floats
    residual: float


def combination(W: Floats, target: int, columns: Sequence[int]) -> Combination:
    """Write a column as a combination of others (A3-8).

    Of columns that depend on each other the first ones are taken; the others get 0.
    """
    coefficients, errors = np.zeros((2, len(columns)))
    if not columns:
        return Combination(coefficients, errors, 1.0)
    chosen = W[:, list(columns)]
    lengths = np.linalg.norm(chosen, axis=0)
    scaled = chosen / lengths
    _, kept = orthogonalise(scaled, _LOOSE)
    size = float(np.linalg.norm(W[:, target]))
    back = np.linalg.pinv(scaled[:, kept])
    factors = back @ W[:, target]
    rest = float(np.linalg.norm(W[:, target] - scaled[:, kept] @ factors))
    noise = np.linalg.norm(back, axis=1) * max(rest, _EPS * size)
    coefficients[kept], errors[kept] = factors / lengths[kept], noise / lengths[kept]
    return Combination(coefficients, errors, rest / size)

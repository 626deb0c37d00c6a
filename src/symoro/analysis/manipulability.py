"""Measures of a posture by its Jacobian matrix: ellipsoids, manipulability, subspaces.

J maps n joint velocities to m velocities. With J = U S V' the axes of the ellipsoids are the
columns of U, and the rest follows from the singular values. Rows of different units (m/s and rad/s)
give measures that depend on the unit of length. All functions but `subspaces` take leading batch
axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, apply, floats, transpose
from symoro.errors import UsageError

RANK_TOLERANCE = 1e-12
"""A singular value below this part of the largest counts as zero: the rounding of a long chain."""


@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid about the origin.

    Attributes:
        axes: its directions, as the columns of an orthogonal matrix.
        half_lengths: one for each column, infinite where nothing limits it.
    """

    axes: Floats
    half_lengths: Floats

    def __repr__(self) -> str:
        return f"<Ellipsoid: half lengths {', '.join(f'{x:.6g}' for x in self.half_lengths)}>"


@dataclass(frozen=True)
class Subspaces:
    """The four subspaces of a Jacobian matrix, as orthonormal columns.

    Attributes:
        rank: the number of singular values that are not zero.
        singular_values: in decreasing order.
        reachable: the velocities that joints can cause, R(J); m x rank.
        unreachable: their complement N(J'), which is also the wrenches that the structure bears
            without any torque; m x (m - rank).
        effective: the joint velocities that move the end, R(J'); n x rank.
        null: the joint velocities that do not, N(J); n x (n - rank).
    """

    rank: int
    singular_values: Floats
    reachable: Floats
    unreachable: Floats
    effective: Floats
    null: Floats

    def __repr__(self) -> str:
        values = ", ".join(f"{x:.6g}" for x in self.singular_values)
        return f"<Subspaces: rank {self.rank}, singular values {values}>"


def singular_values(J: npt.ArrayLike) -> Floats:
    """Return the singular values of a matrix, in decreasing order."""
    values = np.linalg.svd(floats(J, "Jacobian matrix", None, None), compute_uv=False)
    return np.asarray(values, dtype=np.float64)


def manipulability(J: npt.ArrayLike) -> Floats:
    """Return W = sqrt(det J J'), the product of the m singular values; 0 where m > n."""
    J = floats(J, "Jacobian matrix", None, None)
    rows, columns = J.shape[-2:]
    if rows > columns:
        return np.zeros(J.shape[:-2])
    return np.asarray(singular_values(J).prod(axis=-1))


def condition_number(J: npt.ArrayLike) -> Floats:
    """Return the largest singular value over the smallest: 1 is isotropic, infinite singular."""
    values = singular_values(J)
    largest, smallest = values[..., 0], values[..., -1]
    return np.asarray(np.where(smallest > 0, largest, 1.0) * _reciprocals(smallest, cutoff=0.0))


def velocity_ellipsoid(J: npt.ArrayLike) -> Ellipsoid:
    """Return the velocities that joint velocities of norm 1 at most can cause.

    It is X' (J J')^-1 X <= 1 where J J' is regular; half lengths are the singular values, in
    decreasing order, 0 where m > n.
    """
    return Ellipsoid(*_axes(J))


def force_ellipsoid(J: npt.ArrayLike, tolerance: float = RANK_TOLERANCE) -> Ellipsoid:
    """Return the wrenches that torques of norm 1 at most can balance: F' (J J') F <= 1.

    Its axes are those of the velocity ellipsoid, in the same order, with the inverse lengths:
    infinite where a singular value is below ``tolerance`` times the largest.
    """
    axes, values = _axes(J)
    return Ellipsoid(axes, _reciprocals(values, cutoff=tolerance * values[..., :1]))


def subspaces(J: npt.ArrayLike, tolerance: float = RANK_TOLERANCE) -> Subspaces:
    """Return rank, range and null space of one Jacobian matrix and of its transpose."""
    J = floats(J, "Jacobian matrix", None, None)
    if J.ndim != 2:
        raise UsageError(f"Jacobian matrix: expected one matrix, found shape {J.shape}")
    U, values, Vt = np.linalg.svd(J)
    rank = int(np.sum(values > tolerance * values[0]))
    return Subspaces(rank, values, U[:, :rank], U[:, rank:], Vt[:rank].T, Vt[rank:].T)


def static_torques(J: npt.ArrayLike, wrench: npt.ArrayLike) -> Floats:
    """Return J' F, the joint torques with which the robot exerts a wrench on its environment.

    Both are written in one frame, the wrench in the order of the rows of J: (V, w) and (f, m).
    """
    J = floats(J, "Jacobian matrix", None, None)
    return apply(transpose(J), floats(wrench, "wrench", J.shape[-2]))


def _axes(J: npt.ArrayLike) -> tuple[Floats, Floats]:
    """U, and as many singular values as it has columns."""
    U, values, _ = np.linalg.svd(floats(J, "Jacobian matrix", None, None))
    lengths = np.zeros(U.shape[:-1])
    lengths[..., : values.shape[-1]] = values
    return U, lengths


def _reciprocals(values: Floats, cutoff: npt.ArrayLike) -> Floats:
    """1 over each value, infinite for those that count as zero."""
    infinite: Floats = np.full(values.shape, np.inf)
    np.divide(1.0, values, out=infinite, where=values > np.asarray(cutoff))
    return infinite

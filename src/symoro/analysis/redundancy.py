"""Joint velocities for a velocity of the end: inverses of J, secondary terms, task priority.

J maps n joint velocities to m velocities. A singular value below ``tolerance`` times the largest
counts as zero (see `symoro.analysis.manipulability`). All functions take leading batch axes.

Reference: [KD02] for the notation; each formula is checked by what it claims to solve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, apply, floats, transpose
from symoro.analysis.manipulability import RANK_TOLERANCE, singular_values
from symoro.errors import ModelError, UsageError

Task = tuple[npt.ArrayLike, npt.ArrayLike]
"""A Jacobian matrix and the velocity that is asked for."""

_SYMMETRIC = 1e-9  # how far a weight may be from its transpose, by its largest entry


# Inverses


def pseudo_inverse(J: npt.ArrayLike, tolerance: float = RANK_TOLERANCE) -> Floats:
    """Return the Moore-Penrose inverse: the shortest joint velocities with the least error.

    It is J' (J J')^-1 where the rows are independent, (J' J)^-1 J' where the columns are. Near a
    singular posture it grows without bound; at one it drops the direction that is lost.
    """
    return _cut_inverse(_jacobian(J), tolerance)


def left_inverse(J: npt.ArrayLike, tolerance: float = RANK_TOLERANCE) -> Floats:
    """Return (J' J)^-1 J', for more equations than joints: the least squares solution.

    Raises:
        ModelError: if the columns are not independent: no left inverse exists.
    """
    J = _jacobian(J)
    values = singular_values(J)
    smallest = np.min(np.sum(values > tolerance * values[..., :1], axis=-1))
    if smallest < J.shape[-1]:
        raise ModelError(
            f"the Jacobian matrix has rank {smallest}, less than its {J.shape[-1]} columns: it has "
            "no left inverse; pseudo_inverse gives the shortest least squares solution"
        )
    return _cut_inverse(J, tolerance)


def weighted_inverse(
    J: npt.ArrayLike, weight: npt.ArrayLike, tolerance: float = RANK_TOLERANCE
) -> Floats:
    """Return W^-1 J' (J W^-1 J')^-1: joint velocities qd that are shortest in qd' W qd.

    Args:
        J: m x n.
        weight: W, n x n, symmetric and positive definite; the inertia matrix gives the least
            kinetic energy.
        tolerance: applied to J in the weighted joint coordinates.

    Raises:
        UsageError: if W is not symmetric and positive definite.
    """
    J = _jacobian(J)
    W = floats(weight, "weight", J.shape[-1], J.shape[-1])
    asymmetry = np.abs(W - transpose(W)).max()
    if asymmetry > _SYMMETRIC * np.abs(W).max():
        raise UsageError(
            f"weight: expected a symmetric matrix; it differs from its transpose by {asymmetry:.3g}"
        )
    try:
        L = np.linalg.cholesky(W)
    except np.linalg.LinAlgError:
        raise UsageError("weight: expected a positive definite matrix") from None
    back = transpose(np.linalg.inv(L))  # joint velocities of weighted ones
    return back @ _cut_inverse(J @ back, tolerance)


def damped_inverse(J: npt.ArrayLike, damping: npt.ArrayLike) -> Floats:
    """Return J' (J J' + damping^2)^-1, of norm 1 / (2 damping) at most, at every posture.

    It minimises ``|J qd - X|^2 + damping^2 |qd|^2``; what it leaves of X is
    ``damping^2 (J J' + damping^2)^-1 X``. With damping 0 it is the pseudo-inverse.

    Args:
        J: m x n.
        damping: in the unit of the singular values; one number, or one a batch element.

    Raises:
        UsageError: if the damping is negative.
    """
    J = _jacobian(J)
    damping = floats(damping, "damping")[..., None]
    if (damping < 0).any():
        raise UsageError(f"damping: expected 0 or more, found {damping.min():g}")
    U, values, Vt = np.linalg.svd(J, full_matrices=False)
    values, damping = np.broadcast_arrays(values, damping)
    damped = np.zeros_like(values)
    counts = values > RANK_TOLERANCE * values[..., :1]
    np.divide(values, values**2 + damping**2, out=damped, where=counts)
    inverse: Floats = (transpose(Vt) * damped[..., None, :]) @ transpose(U)
    return inverse


def damping_near_singularity(J: npt.ArrayLike, threshold: float, largest: float) -> Floats:
    """Return a damping that is 0 far from singular postures and ``largest`` at them.

    Its square is ``largest^2 (1 - (s / threshold)^2)`` where the smallest singular value s is below
    the threshold, so that joint velocities are continuous.
    """
    if not (threshold > 0 and largest > 0):
        raise UsageError(
            f"threshold, largest: expected positive numbers, found {threshold} and {largest}"
        )
    smallest = singular_values(J)[..., -1]
    return np.asarray(largest * np.sqrt(np.maximum(1 - (smallest / threshold) ** 2, 0.0)))


# Null space


def null_space_projector(J: npt.ArrayLike, tolerance: float = RANK_TOLERANCE) -> Floats:
    """Return 1 - J# J, which leaves of joint velocities what does not move the end."""
    J = _jacobian(J)
    return np.eye(J.shape[-1]) - _cut_inverse(J, tolerance) @ J


def joint_velocities(
    J: npt.ArrayLike,
    velocity: npt.ArrayLike,
    secondary: npt.ArrayLike | None = None,
    weight: npt.ArrayLike | None = None,
    tolerance: float = RANK_TOLERANCE,
) -> Floats:
    """Return J# X + (1 - J# J) qd0: of all that give the velocity X, the nearest to qd0.

    Args:
        J: m x n.
        velocity: X, m numbers. Where J cannot give it, the nearest that it can give is taken.
        secondary: qd0, n numbers, 0 by default.
        weight: W of the distance (qd - qd0)' W (qd - qd0), 1 by default.
        tolerance: of the inverse.
    """
    J = _jacobian(J)
    X = floats(velocity, "velocity", J.shape[-2])
    inverse = (
        _cut_inverse(J, tolerance) if weight is None else weighted_inverse(J, weight, tolerance)
    )
    if secondary is None:
        return apply(inverse, X)
    qd0 = floats(secondary, "secondary joint velocities", J.shape[-1])
    return qd0 + apply(inverse, X - apply(J, qd0))


# Task priority


def task_priority(tasks: Sequence[Task], tolerance: float = RANK_TOLERANCE) -> Floats:
    """Return joint velocities that do each task as well as those before it allow.

    With two tasks: J1# X1 + (J2 N1)# (X2 - J2 J1# X1). Each later task adds the like, in what the
    tasks before it leave free. Where a task almost contradicts an earlier one the joint velocities
    are large (an algorithmic singularity); `projected_priority` has none.

    Args:
        tasks: pairs of Jacobian matrix and velocity, the most important first.
        tolerance: a singular value of ``Jk N`` below this part of the largest one of Jk counts as
            zero: that direction is left to the earlier tasks.
    """
    qd: Floats | None = None
    for J, X, _, inverse in _levels(tasks, tolerance):
        qd = apply(inverse, X) if qd is None else qd + apply(inverse, X - apply(J, qd))
    return _require_task(qd)


def projected_priority(tasks: Sequence[Task], tolerance: float = RANK_TOLERANCE) -> Floats:
    """Return joint velocities whose later tasks are solved alone, then projected.

    J1# X1 + N1 J2# X2 + N12 J3# X3 + ..., where N1 projects on the null space of J1, N12 on what is
    common to those of J1 and J2. The first task is exact; the joint velocities stay bounded where
    tasks contradict one another; but a later task is not done exactly even where it could be.
    """
    qd: Floats | None = None
    for J, X, free, _ in _levels(tasks, tolerance):
        alone = apply(free, apply(_cut_inverse(J, tolerance), X))
        qd = alone if qd is None else qd + alone
    return _require_task(qd)


def _levels(
    tasks: Sequence[Task], tolerance: float
) -> Iterator[tuple[Floats, Floats, Floats, Floats]]:
    """J, X, the projector on what earlier tasks leave free, and the inverse of J on that."""
    free: Floats | None = None
    for number, (jacobian, velocity) in enumerate(tasks, start=1):
        J = floats(jacobian, f"task {number}, Jacobian matrix", None, None)
        X = floats(velocity, f"task {number}, velocity", J.shape[-2])
        if free is None:
            free = np.eye(J.shape[-1])
        elif J.shape[-1] != free.shape[-1]:
            raise UsageError(
                f"task {number}, Jacobian matrix: expected {free.shape[-1]} columns as in task 1, "
                f"found {J.shape[-1]}"
            )
        reduced = J @ free
        inverse = _cut_inverse(reduced, tolerance, singular_values(J)[..., 0])
        yield J, X, free, inverse
        free = free - inverse @ reduced


def _require_task(qd: Floats | None) -> Floats:
    if qd is None:
        raise UsageError("expected one task at least, found none")
    return qd


def _jacobian(J: npt.ArrayLike) -> Floats:
    return floats(J, "Jacobian matrix", None, None)


def _cut_inverse(J: Floats, tolerance: float, scale: Floats | None = None) -> Floats:
    """The pseudo-inverse; what is small is measured by ``scale``, by default J's own norm."""
    share = np.ones(J.shape[:-2])
    if scale is not None:
        norm = np.linalg.norm(J, 2, axis=(-2, -1))
        np.divide(scale, norm, out=share, where=norm > 0)
    return np.asarray(np.linalg.pinv(J, rcond=tolerance * share))

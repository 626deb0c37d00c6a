"""The representations of an orientation, in one table, and the way from any one to any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, cross, floats, transpose
from symoro.analysis.orientation import angles, quaternions
from symoro.analysis.orientation.matrices import checked_rotation, skew
from symoro.errors import UsageError


@dataclass(frozen=True)
class Representation:
    """One way to write an orientation.

    All four functions take leading batch axes. ``rates`` gives Omega with ``x' = Omega w``, where
    x' are the rates of the components, in the order of ``components``, and w is the angular
    velocity in the base frame; ``velocity`` gives the matrix that takes x' back to w (the
    pseudo-inverse of Omega), which also exists where Omega does not.

    Attributes:
        name: the word for it.
        components: the names of its numbers.
        shape: of an array of them, without batch axes.
        to_matrix: the rotation matrix of a value.
        from_matrix: the value of a rotation matrix.
        rates: Omega at a value, as many rows as components, 3 columns.
        velocity: its left inverse, 3 rows.
    """

    name: str
    components: tuple[str, ...]
    shape: tuple[int, ...]
    to_matrix: Callable[[npt.ArrayLike], Floats]
    from_matrix: Callable[[npt.ArrayLike], Floats]
    rates: Callable[[npt.ArrayLike], Floats]
    velocity: Callable[[npt.ArrayLike], Floats]


def matrix_rates(R: npt.ArrayLike) -> Floats:
    """Return Omega of the nine components of s, n, a (column after column), 9x3: s' = w x s."""
    s, n, a = np.moveaxis(checked_rotation(R), -1, 0)
    return np.concatenate([-skew(s), -skew(n), -skew(a)], axis=-2)


def matrix_velocity(R: npt.ArrayLike) -> Floats:
    """Return the left inverse of Omega of s, n, a, 3x9: w = 1/2 (s x s' + n x n' + a x a')."""
    return transpose(matrix_rates(R)) / 2


def two_axes(R: npt.ArrayLike) -> Floats:
    """Return the six components of n and a, which determine s = n x a."""
    R = checked_rotation(R)
    return np.concatenate([R[..., 1], R[..., 2]], axis=-1)


def two_axes_matrix(x: npt.ArrayLike) -> Floats:
    """Return the rotation matrix of n and a."""
    x = floats(x, "axes n and a", 6)
    n, a = x[..., :3], x[..., 3:]
    return checked_rotation(np.stack([cross(n, a), n, a], axis=-1))


def two_axes_rates(x: npt.ArrayLike) -> Floats:
    """Return Omega of n and a, 6x3: n' = w x n."""
    return matrix_rates(two_axes_matrix(x))[..., 3:, :]


def two_axes_velocity(x: npt.ArrayLike) -> Floats:
    """Return the pseudo-inverse of Omega of n and a, 3x6: (1 - s s'/2) Omega'."""
    s = two_axes_matrix(x)[..., 0]
    halved = np.eye(3) - s[..., :, None] * s[..., None, :] / 2
    velocity: Floats = halved @ transpose(two_axes_rates(x))
    return velocity


def representation(name: str) -> Representation:
    """Return a representation by its name.

    Raises:
        UsageError: if there is none; the message lists them.
    """
    if name not in REPRESENTATIONS:
        known = ", ".join(REPRESENTATIONS)
        raise UsageError(f"there is no representation {name!r} of an orientation; known: {known}")
    return REPRESENTATIONS[name]


def convert(value: npt.ArrayLike, source: str, target: str) -> Floats:
    """Return an orientation in another representation, both given by name."""
    return representation(target).from_matrix(representation(source).to_matrix(value))


REPRESENTATIONS: dict[str, Representation] = {
    item.name: item
    for item in (
        Representation(
            name="matrix",
            components=tuple(f"{column}{row}" for column in "sna" for row in "xyz"),
            shape=(3, 3),
            to_matrix=checked_rotation,
            from_matrix=checked_rotation,
            rates=matrix_rates,
            velocity=matrix_velocity,
        ),
        Representation(
            name="matrix-na",
            components=tuple(f"{column}{row}" for column in "na" for row in "xyz"),
            shape=(6,),
            to_matrix=two_axes_matrix,
            from_matrix=two_axes,
            rates=two_axes_rates,
            velocity=two_axes_velocity,
        ),
        Representation(
            name="euler",
            components=("phi", "theta", "psi"),
            shape=(3,),
            to_matrix=angles.euler_matrix,
            from_matrix=angles.euler_angles,
            rates=angles.euler_rates,
            velocity=angles.euler_velocity,
        ),
        Representation(
            name="rpy",
            components=("phi", "theta", "psi"),
            shape=(3,),
            to_matrix=angles.rpy_matrix,
            from_matrix=angles.rpy_angles,
            rates=angles.rpy_rates,
            velocity=angles.rpy_velocity,
        ),
        Representation(
            name="quaternion",
            components=("Q1", "Q2", "Q3", "Q4"),
            shape=(4,),
            to_matrix=quaternions.quaternion_matrix,
            from_matrix=quaternions.quaternion,
            rates=quaternions.quaternion_rates,
            velocity=quaternions.quaternion_velocity,
        ),
        Representation(
            name="axis-angle",
            components=("ux", "uy", "uz", "angle"),
            shape=(4,),
            to_matrix=quaternions.axis_angle_matrix,
            from_matrix=quaternions.axis_angle,
            rates=quaternions.axis_angle_rates,
            velocity=quaternions.axis_angle_velocity,
        ),
    )
}

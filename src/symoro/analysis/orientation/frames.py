"""Change of frame: homogeneous matrices, and the 6x6 matrices that carry twists and wrenches.

``aTb`` is frame b in frame a. A twist is (V, w): the velocity of the body's point at the frame's
origin, and the angular velocity. A wrench is (f, m): the force, and the moment about the frame's
origin. All are written in that frame. Every function takes leading batch axes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, apply, floats, transpose
from symoro.analysis.orientation.matrices import ORTHOGONAL, checked_rotation, skew
from symoro.errors import UsageError


def pose(R: npt.ArrayLike, p: npt.ArrayLike) -> Floats:
    """Return the homogeneous matrix of a rotation matrix and the position of the origin."""
    R, p = checked_rotation(R), floats(p, "position", 3)
    T = np.zeros((*np.broadcast_shapes(R.shape[:-2], p.shape[:-1]), 4, 4))
    T[..., :3, :3], T[..., :3, 3], T[..., 3, 3] = R, p, 1.0
    return T


def pose_inverse(T: npt.ArrayLike) -> Floats:
    """Return the inverse (R', -R' p) of a homogeneous matrix."""
    R, p = _parts(T)
    return pose(transpose(R), -apply(transpose(R), p))


def twist_matrix(T: npt.ArrayLike) -> Floats:
    """Return the 6x6 matrix that takes a twist from frame b to frame a, given ``aTb``.

    With T of rotation 1 it moves a twist from one point of the body to another: p goes from the new
    point to the old.
    """
    R, p = _parts(T)
    return _blocks(R, skew(p) @ R, np.zeros_like(R))


def wrench_matrix(T: npt.ArrayLike) -> Floats:
    """Return the 6x6 matrix that takes a wrench from frame b to frame a, given ``aTb``.

    It is the transposed inverse of `twist_matrix`, so that the power of a wrench is the same in
    both frames. Wrenches that act together are added after they are taken to one frame.
    """
    R, p = _parts(T)
    return _blocks(R, np.zeros_like(R), skew(p) @ R)


def _blocks(diagonal: Floats, upper: Floats, lower: Floats) -> Floats:
    top = np.concatenate([diagonal, upper], axis=-1)
    return np.concatenate([top, np.concatenate([lower, diagonal], axis=-1)], axis=-2)


def _parts(T: npt.ArrayLike) -> tuple[Floats, Floats]:
    T = floats(T, "homogeneous matrix", 4, 4)
    deviation = np.abs(T[..., 3, :] - (0, 0, 0, 1)).max(initial=0.0)
    if deviation > ORTHOGONAL:
        raise UsageError(
            "not a homogeneous matrix: its last row should be 0, 0, 0, 1 and differs from it by "
            f"{deviation:.3g}"
        )
    return checked_rotation(T[..., :3, :3]), T[..., :3, 3]

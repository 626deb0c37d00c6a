"""The slopes of the efforts of a closed robot along its loops.

Notation (docs/notation.md): G has the velocities of all joints in those of the actuated ones; f are
efforts of the actuated joints that depend on positions and velocities of all joints, whether the
loops are closed or not; along the loops they depend on those of the actuated joints alone.

    A small change dqa moves all joints by dq = G dqa, and at constant qda it changes their
    velocities by the change of G qda, which is (dG/dt) dqa: dG/dt = sum over b of D_b qd_b, and
    column a of D_b is column b of D_a. So

    (CS1)  df/dqa  = (df/dq) G + (df/dqd) dG/dt
    (CS2)  df/dqda = (df/dqd) G
    (CS3)  at rest, of friction with slopes s alone: df/dqda = G^T diag(s) G

References: [Guide] section 4.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, zeros
from symoro.models.dynamics.closed.motor_efforts import Rates


def slopes_along(
    by_position: Array, by_velocity: Array | None, joints: Sequence[int], G: Rates, Gd: Rates
) -> tuple[Array, Array | None]:
    """Return the derivatives by positions and velocities of the actuated joints.

    Columns of what is given are ``joints``; None stands for derivatives that are not there.
    """
    slopes = np.array([G[j] for j in joints], dtype=object)
    if by_velocity is None:
        return by_position @ slopes, None
    dq = by_position @ slopes
    for column, j in zip(by_velocity.T, joints, strict=True):
        if j in Gd:
            dq = dq + np.outer(column, Gd[j])  # (CS1)
    return dq, by_velocity @ slopes  # (CS2)


def damping_at_rest(friction: Mapping[int, Any], G: Rates, motors: int) -> Array:
    """Return the slopes of friction by velocities of the actuated joints (CS3)."""
    damping = zeros(motors, motors)
    for j, slope in friction.items():
        damping = damping + np.outer(slope * G[j], G[j])
    return damping

"""The start of the models of velocity products: posture, velocities, second moments of links.

    (1.3)   A, P of each frame, see symoro.models.geometry.link_transforms
    (4.1), (4.2), (2.28): w, v of each link, see symoro.models.kinematics.motion
    (V1)    S = tr(J)/2 1 - J: the sums of dm p p^T of a link             TJ, SJ

The other elements of S are those of J with the opposite sign.
"""

from __future__ import annotations

from dataclasses import dataclass

from symoro.algebra.vectors import HALF, Array, vector
from symoro.models.geometry.link_transforms import Transforms, link_transforms
from symoro.models.kinematics.motion import Velocity, velocity
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism


@dataclass(frozen=True)
class VelocityState:
    """The links of a robot at a state.

    Attributes:
        moves: the velocity of each link, the base's own under 0.
        S: the sums of dm x^2, dm y^2 and dm z^2 of each link.
    """

    frames: Transforms
    moves: dict[int, Velocity]
    S: dict[int, Array]


def velocity_state(m: Mechanism, let: LetFunction) -> VelocityState:
    """Return the links at a state, which these models share, each part named once."""
    A, P = frames = link_transforms(m, let)  # (1.3)
    moves = {0: Velocity(m.w0, m.v0)}
    for j in m.outward:
        i = m.body(j).i
        moves[j] = velocity(m.body(j), j, A[j], P[j], moves[i], let)  # (4.1), (4.2), (2.28)
    S = {j: _squares(m.body(j).J, j, let) for j in m.bodies_outward}
    return VelocityState(frames, moves, S)


def _squares(J: Array, j: int, let: LetFunction) -> Array:
    """The diagonal of S."""
    half = let("TJ", j, HALF * (J[0, 0] + J[1, 1] + J[2, 2]))
    squares: Array = let("SJ", j, vector(half - J[k, k] for k in range(3)))  # (V1)
    return squares

"""Wheels that roll without slipping: the equations of joint velocities and accelerations.

Notation (docs/notation.md): wheel ``j`` of radius R turns about its axle z, axis of joint ``j`` in
frame ``i``, its antecedent's; n is the normal of the ground, z of frame 0; e = z x n is where the
wheel rolls when it turns in the positive sense. The axle stays horizontal, z . n = 0, so that
w . e = 0. The point that touches the ground, R below Oj, does not move:

    (R1)  V - R w x n = 0, with V the velocity of Oj, w of the wheel
    (R2)  rolling, along e:  e . V - R z . w = 0               SYMORO names: n GN, z EP ED AD
    (R3)  lateral, along z:  z . V = 0
    (R4)  [Wa Wp] [qda; qdp] = 0, two rows a wheel, qa actuated joints           Wa, Wp
    (R5)  [Wa Wp] [qdda; qddp] + Psi = 0                                          Psi
    (R6)  rolling rows of Psi:  e . Vd, without joint accelerations
    (R7)  lateral rows of Psi:  z . Vd + R e . wd

(R6) and (R7) are (R1) differentiated in frame 0, where n stands, and written along e and z. In (R6)
R z . wd is left out: z . w is the sum of the rates of joints along the axle, so that z . wd is zero
when no joint accelerates. Unit rates of the joints are carried to the wheel's antecedent (2.28).

References: G. Campion, G. Bastin, B. D'Andrea-Novel, Structural properties and classification of
kinematic and dynamic models of wheeled mobile robots, IEEE Trans. on Robotics and Automation 12(1),
1996; [Guide] example 1.6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from symoro.algebra.vectors import NULL, Array, Z, cross, vector, zeros
from symoro.models.geometry.link_transforms import Transforms
from symoro.models.kinematics.motion import Acceleration, Velocity, acceleration
from symoro.models.kinematics.twists import carry_twist, screw
from symoro.models.let import LetFunction, plain
from symoro.models.loops.loop_kinematics import Columns
from symoro.models.mechanism import Mechanism

ROLLING, LATERAL = 0, 1
"""The rows of a wheel."""


@dataclass(frozen=True)
class Contact:
    """The contact of a wheel with the ground, as its antecedent ``i`` sees it.

    Attributes:
        i: the antecedent.
        P: the position of the wheel's origin.
        z: the axle.
        n: the normal of the ground, up.
        e: the direction in which the wheel rolls.
        R: the radius.
    """

    i: int
    P: Array
    z: Array
    n: Array
    e: Array
    R: Any


def contacts(
    m: Mechanism, radii: Mapping[int, Any], frames: Transforms, let: LetFunction = plain
) -> dict[int, Contact]:
    """Return the contact of each wheel."""
    A, P = frames
    up = {0: Z}
    for j in _carriers(m, radii):
        up[j] = let("GN", j, A[j].T @ up[m.body(j).i])
    ground = {}
    for j, R in radii.items():
        i, z = m.body(j).i, A[j][:, 2]
        ground[j] = Contact(i, P[j], z, up[i], cross(z, up[i]), R)
    return ground


def carrier_rates(
    m: Mechanism, ground: Mapping[int, Contact], frames: Transforms, let: LetFunction = plain
) -> dict[int, dict[int, Velocity]]:
    """Return, for each wheel, V and the antecedent's w for a unit rate of each joint before it."""
    A, P = frames
    rates: dict[int, dict[int, Velocity]] = {0: {}}
    for j in _carriers(m, ground):
        body = m.body(j)
        rates[j] = {
            k: carry_twist(rate, A[j], P[j], (f"EP{k}", f"ED{k}", f"AD{k}"), j, let)
            for k, rate in rates[body.i].items()
        }
        rates[j][j] = screw(body)
    return {
        j: {k: Velocity(T.w, T.v + cross(T.w, c.P)) for k, T in rates[c.i].items()}
        for j, c in ground.items()
    }


def rolling_columns(
    ground: Mapping[int, Contact], rates: Mapping[int, Mapping[int, Velocity]]
) -> dict[int, Columns]:
    """Return the column of each joint in the rows of each wheel (R2), (R3)."""
    columns: dict[int, Columns] = {}
    for j, c in ground.items():
        columns[j] = {
            k: vector((c.e @ T.v - c.R * (c.z @ T.w), c.z @ T.v)) for k, T in rates[j].items()
        }
        columns[j][j] = vector((-c.R, 0))
    return columns


def rolling_rates(
    m: Mechanism, ground: Mapping[int, Contact], frames: Transforms, let: LetFunction = plain
) -> dict[int, Array]:
    """Return the rows of Psi of each wheel: (R6), (R7)."""
    still = zeros(3, 3)
    A, P = frames
    moves = {0: Acceleration(NULL, NULL, NULL, still, still)}
    for j in _carriers(m, ground):
        body = replace(m.body(j), qdd=0)
        moves[j] = acceleration(body, j, A[j], P[j], moves[body.i], let)
    rates = {}
    for j, c in ground.items():
        move = moves[c.i]
        Vd = let("VSP", j, move.vd + move.U @ c.P)
        wd = move.wd + cross(move.w, m.body(j).qd * c.z)
        rates[j] = vector((c.e @ Vd, c.z @ Vd + c.R * (c.e @ wd)))  # (R6), (R7)
    return rates


def _carriers(m: Mechanism, wheels: Mapping[int, Any]) -> list[int]:
    """The links that carry wheels, and those that carry these, base to tips."""
    return sorted({k for j in wheels for k in m.ancestors(m.body(j).i)[1:]})

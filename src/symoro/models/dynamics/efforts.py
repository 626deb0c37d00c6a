"""Forces, moments and joint efforts of a tree of rigid links whose motion is known.

The second half of Newton-Euler, (4.5) to (4.10) of symoro.models.dynamics.newton_euler, for models
that find the motion in another way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.algebra.vectors import Array, cross
from symoro.models.dynamics.newton_euler import friction, gyration
from symoro.models.kinematics.motion import Acceleration
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism


def joint_efforts(
    m: Mechanism,
    A: Mapping[int, Array],
    P: Mapping[int, Array],
    moves: Mapping[int, Acceleration],
    let: LetFunction,
) -> dict[int, Any]:
    """Return the torque or force of each joint that moves.

    Args:
        m: the scalars of a robot whose base does not float.
        A: the rotation of each frame in its antecedent.
        P: the position of its origin there.
        moves: the motion of each link, gravity subtracted.
        let: names the results.
    """
    force: dict[int, Array] = {}
    moment: dict[int, Array] = {}
    for j in m.outward:
        body, move = m.body(j), moves[j]
        F = let("F", j, body.M * move.vd + move.U @ body.MS)  # (4.5)
        force[j] = F + body.fe
        moment[j] = gyration(body.J, move, j, let) + body.ne  # (4.6)

    tau: dict[int, Any] = {}
    for j in m.inward:
        body = m.body(j)
        f = let("E", j, force[j])  # (4.7)
        n = let("N", j, moment[j] + cross(body.MS, moves[j].vd))  # (4.9)
        if body.i:
            fi = let("SDJ", j, A[j] @ f)  # (4.8)
            force[body.i] = force[body.i] + fi
            moment[body.i] = moment[body.i] + A[j] @ n + cross(P[j], fi)
        if body.moves:
            axial = body.prismatic * f[2] + body.revolute * n[2]
            tau[j] = axial + friction(body) + body.IA * body.qdd
    return {j: let("GAM", j, tau[j]) for j in sorted(tau)}  # (4.10)

"""The columns of the parameters: functions of the motion in whose terms the dynamics are linear.

Fixed base: the energy functions h, for every link (3.73) and rotor (3.74). Floating base: those of
the kinetic energy, with the twist of the base free; gravity then adds no condition, since mass and
first moments of the whole are coefficients of it. Base of known motion: the torques of the joints,
because the energy of a driven base is not conserved. Any scalars will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from symoro.algebra.lambda_matrix import PAIRS
from symoro.algebra.vectors import Array, cross, vector
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.kinematics.motion import (
    Acceleration,
    Velocity,
    acceleration,
    base_acceleration,
    velocity,
)
from symoro.models.let import plain
from symoro.models.mechanism import Mechanism
from symoro.robot.link import INERTIAL
from symoro.robot.parameter import Parameter

_ORDER = {name: k for k, name in enumerate(INERTIAL)}
_UNIT = np.array(np.eye(3, dtype=int), dtype=object)


def energy_columns(
    m: Mechanism, wanted: Sequence[Parameter], gravity: bool = True
) -> dict[Parameter, Any]:
    """Return twice the energy function of each parameter.

    Scalars may be batches; potential energy counts with ``gravity``, not for a floating base.
    """
    moves = {0: Velocity(m.w0, m.v0)}
    down = {0: m.g if gravity else vector((0, 0, 0))}
    low: dict[int, Any] = {0: 0}
    used = {p.link for p in wanted if p.name != "IA"}
    for j in m.outward:
        body = m.body(j)
        A, P = link_transform(body, j)
        moves[j] = velocity(body, j, A, P, moves[body.i], plain)
        down[j] = A.T @ down[body.i]
        low[j] = low[body.i] + down[body.i] @ P
    link = {j: _energies(moves[j], down[j], low[j]) for j in used}
    columns = {}
    for p in wanted:
        qd = m.body(p.link).qd if p.link else 0
        columns[p] = qd * qd if p.name == "IA" else link[p.link][_ORDER[p.name]]
    return columns


def _energies(move: Velocity, g: Array, low: Any) -> list[Any]:
    """Twice the elements of (3.73)."""
    w, v = move.w, move.v
    inertia = [w[a] * w[b] if a == b else 2 * (w[a] * w[b]) for a, b in PAIRS]
    moments = 2 * (cross(v, w) - g)
    return [*inertia, *moments, v @ v - 2 * low]


def torque_columns(m: Mechanism, wanted: Sequence[Parameter]) -> dict[Parameter, dict[int, Any]]:
    """Return the torque of each joint that moves for a unit of each parameter."""
    moves = {0: base_acceleration(m, m.vd0 - m.g, plain)}
    frames: dict[int, tuple[Array, Array]] = {}
    for j in m.outward:
        body = m.body(j)
        frames[j] = A, P = link_transform(body, j)
        moves[j] = acceleration(body, j, A, P, moves[body.i], plain)
    columns = {}
    for p in wanted:
        if p.name == "IA":
            columns[p] = {p.link: m.body(p.link).qdd}
        else:
            f, n = _wrench(moves[p.link], _ORDER[p.name])
            columns[p] = _joint_torques(m, frames, p.link, f, n)
    return columns


def _wrench(move: Acceleration, place: int) -> tuple[Array, Array]:
    """Force and moment that a unit of a parameter needs to move as it does."""
    none = vector((0, 0, 0))
    if place == _ORDER["M"]:
        return move.vd, none
    if place >= _ORDER["MX"]:
        axis = _UNIT[place - _ORDER["MX"]]
        return move.U @ axis, cross(axis, move.vd)
    a, b = PAIRS[place]
    J = np.array(np.zeros((3, 3), dtype=int), dtype=object)
    J[a, b] = J[b, a] = 1
    return none, J @ move.wd + cross(move.w, J @ move.w)


def _joint_torques(
    m: Mechanism, frames: dict[int, tuple[Array, Array]], j: int, f: Array, n: Array
) -> dict[int, Any]:
    """The torques that a wrench on link j asks of the joints up to it."""
    torques = {}
    while j:
        body = m.body(j)
        if body.prismatic or body.revolute:
            torques[j] = f[2] if body.prismatic else n[2]
        A, P = frames[j]
        f = A @ f
        n = A @ n + cross(P, f)
        j = body.i
    return torques

"""The dynamic identification model of a tree of rigid links: torques linear in the parameters.

Notation (docs/notation.md): ``i`` is a joint, ``j`` a link that it moves, ``K`` a parameter of link
``j``; every vector of link ``j`` is written in frame ``j``; the joint axis is z of its own frame.

    (3.107)  tau = D K: column K of D is tau for K = 1, all other parameters being zero
    wrench (f, n) of each parameter, from the motion of its link                 SYMORO name
      (4.1) to (4.4), (3.58): the motion of each link, see symoro.models.kinematics.motion
      (4.5)   F = M vd + U MS: f is vd for a mass, a column of U for a first moment
      (4.9)   N = No + MS x vd: n is x x vd for MX
      (4.6)   No = J wd + w x (J w): n is (wd1, DV13, -DV12) for XX, ...           DD
    what joint i gives link j at unit rate: angular velocity a, velocity e of Oj
      (4.2)   a = jAi a                                                          AD
      (2.28)  e = jAi (e + a x P), from e = sigma z, a = sigma-bar z             EP, ED
    the element of i and K, which is the power of the wrench at that rate
      (3.107) D = e . f + a . n                                                  DG
              D = e . f + flip D_k, with e from joint i less joint k, where the axis of a later
              joint k is parallel to that of i: both turn the link alike
      (4.10)  IA, FV, FS act on their own joint: qdd, qd, sign(qd); further laws of friction are
              those of symoro.models.dynamics.friction

At reference velocities qdr and accelerations qddr, with C that of symoro.models.dynamics.coriolis,

             A qddr + C(q, qd) qdr + Q = D K: the motion of each link is that of
             symoro.models.kinematics.reference_motion, whose Ur has wd in its skew part and DV
             beside it                                                           WPs, DVs
             IA, FV, FS: qddr, qdr, sign(qd)

A floating base has six rows more: at unit rates along and about the axes of frame 0 the same
elements are the force and the moment, about O0, that the base needs. Its gravity is written in the
world frame, of which Z gives the rotation.

References: [Guide] sections 3.6.3.1 and 4.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from symoro.algebra.vectors import NULL, Array, Z, cross, identity, vector, zeros
from symoro.models.dynamics.friction import unit_friction
from symoro.models.geometry.link_transforms import Transforms, link_transforms
from symoro.models.kinematics.motion import Acceleration, acceleration, base_acceleration
from symoro.models.kinematics.reference_motion import (
    angular_velocities,
    as_acceleration,
    base_reference,
    reference_motion,
)
from symoro.models.kinematics.twists import parallel_sense
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism
from symoro.models.rows import BASE_ROWS, rows
from symoro.robot import BaseMotion, Robot
from symoro.robot.link import DRIVE
from symoro.robot.parameter import Parameter

_AXES: tuple[Array, ...] = tuple(identity(3))


@dataclass(frozen=True)
class Rate:
    """The velocity that a row's joint gives a link at unit rate, in the link's frame.

    Attributes:
        e: the velocity of the origin, less what ``like`` gives it.
        a: the angular velocity; None for a translation, or if it is that of ``like``.
        like: a later row that turns the link in the same way; None if there is none.
        flip: -1 if it turns it the other way round, else 1.
        along: 1 or -1 if the joint's axis is z of this frame, in its sense or not; else 0.
    """

    e: Array
    a: Array | None = None
    like: str | None = None
    flip: int = 1
    along: int = 0


Rates = dict[str, Rate]


def regressor(
    robot: Robot,
    m: Mechanism,
    columns: Mapping[Parameter, str],
    let: LetFunction = plain,
    tag: str = "DG",
    reference: Mechanism | None = None,
) -> Array:
    """Return D: a row for each of `rows`, a column for each parameter.

    An element is named tag, row, label; ``reference`` are the scalars at reference velocities and
    accelerations, for A qddr + C qdr + Q.
    """
    floating = robot.base.motion is BaseMotion.FLOATING
    A, P = frames = link_transforms(m, let)
    if reference is None:
        moves = _motion(m, frames, let)
    else:
        moves = _reference_motion(m, reference, frames, let)
    rates: dict[int, Rates] = {0: _base_rates() if floating else {}}
    for j in m.outward:
        body = m.body(j)
        rates[j] = _carry(robot, j, rates[body.i], A[j], P[j], let)
        _join(body, j, rates[j])

    order = {row: k for k, row in enumerate(rows(robot))}
    D = zeros(len(order), len(columns))
    for column, (K, label) in enumerate(columns.items()):
        j = K.link
        if K.name in DRIVE:
            along = (reference or m).body(j)
            element = drive_effort(K.name, m.body(j), along)
            elements = {str(j): let(f"{tag}{j}{label}", None, element)}
        else:
            f, n = _wrench(K.name, moves[j], j, let)
            elements = _efforts(rates[j], f, n, f"{tag}{{}}{label}", let)
        for row, element in elements.items():
            D[order[row], column] = element
    return D


def _motion(m: Mechanism, frames: Transforms, let: LetFunction) -> dict[int, Acceleration]:
    """The motion of each link, gravity subtracted: (4.1) to (4.4)."""
    A, P = frames
    moves = {0: base_acceleration(m, let("VP", 0, m.vd0 - m.gravity), let)}
    for j in m.outward:
        moves[j] = acceleration(m.body(j), j, A[j], P[j], moves[m.body(j).i], let)
    return moves


def _reference_motion(
    m: Mechanism, r: Mechanism, frames: Transforms, let: LetFunction
) -> dict[int, Acceleration]:
    """The same at reference velocities and accelerations."""
    A, P = frames
    w = angular_velocities(m, A, let)
    along = {0: base_reference(m, r, m.gravity, let)}
    for j in m.outward:
        body = m.body(j)
        along[j] = reference_motion(body, r.body(j), w[j], j, A[j], P[j], along[body.i], let)
    return {j: as_acceleration(move, j, let) for j, move in along.items()}


def _base_rates() -> Rates:
    """Unit rates of a floating base: along the axes of frame 0, then about them."""
    forces = {row: Rate(axis) for row, axis in zip(BASE_ROWS[:3], _AXES, strict=True)}
    moments = {row: Rate(NULL, axis) for row, axis in zip(BASE_ROWS[3:], _AXES, strict=True)}
    return forces | moments


def _carry(robot: Robot, j: int, before: Rates, A: Array, P: Array, let: LetFunction) -> Rates:
    """The rates of the joints before joint ``j`` as link ``j`` has them: (4.2), (2.28)."""
    parallel = parallel_sense(robot.frame(j).alpha)
    directions: dict[int, Array] = {}

    def direction(row: str, x: Array, along: int) -> Array:
        """A direction in frame ``j``, named once however many joints have it."""
        if along:
            return Z if along > 0 else -Z
        if id(x) not in directions:
            directions[id(x)] = let(f"AD{row}", j, A.T @ x)
        return directions[id(x)]

    rates: Rates = {}
    for row, rate in before.items():
        along = parallel * rate.along
        if rate.a is not None:
            e = let(f"EP{row}", j, rate.e + cross(rate.a, P))
            e = let(f"ED{row}", j, A.T @ e)
            rates[row] = replace(rate, e=e, a=direction(row, rate.a, along), along=along)
        else:
            rates[row] = replace(rate, e=direction(row, rate.e, along), along=along)
    return rates


def _join(body: Body, j: int, rates: Rates) -> None:
    """Add joint ``j`` itself; a joint that turns about a parallel axis gives it its rotation."""
    if body.prismatic:
        rates[str(j)] = Rate(Z, along=1)
    if body.revolute:
        for row, rate in rates.items():
            if rate.a is not None and rate.along:
                rates[row] = Rate(rate.e, like=str(j), flip=rate.along)
        rates[str(j)] = Rate(NULL, Z, along=1)


def _efforts(rates: Rates, f: Array, n: Array, name: str, let: LetFunction) -> dict[str, Any]:
    """The elements of a column: the power of a wrench at each rate, outermost joints first."""
    elements: dict[str, Any] = {}
    for row, rate in reversed(rates.items()):
        turning = 0
        if rate.a is not None:
            turning = rate.a @ n
        elif rate.like is not None:
            turning = rate.flip * elements[rate.like]
        elements[row] = let(name.format(row), None, rate.e @ f + turning)  # (3.107)
    return elements


def _wrench(name: str, move: Acceleration, j: int, let: LetFunction) -> tuple[Array, Array]:
    """Force and moment, about the origin, that a unit parameter needs."""
    wd, vd, U, DV = move.wd, move.vd, move.U, move.DV
    D11, D22, D33 = DV[0, 0], DV[1, 1], DV[2, 2]
    D12, D13, D23 = DV[0, 1], DV[0, 2], DV[1, 2]
    if name == "M":
        return vd, NULL  # (4.5)
    if name in ("MX", "MY", "MZ"):
        k = ("MX", "MY", "MZ").index(name)
        return U[:, k], cross(_AXES[k], vd)  # (4.5), (4.9)
    n: tuple[Any, Any, Any]
    if name == "XX":  # (4.6)
        n = (wd[0], D13, -D12)
    elif name == "XY":
        n = (-U[2, 0], U[2, 1], let("DD3", j, D22 - D11))
    elif name == "XZ":
        n = (U[1, 0], let("DD2", j, D11 - D33), -U[1, 2])
    elif name == "YY":
        n = (-D23, wd[1], D12)
    elif name == "YZ":
        n = (let("DD1", j, D33 - D22), -U[0, 1], U[0, 2])
    else:
        n = (D23, -D13, wd[2])
    return NULL, vector(n)


def drive_effort(name: str, body: Body, along: Body | None = None) -> Any:
    """Return what a unit rotor inertia or friction needs of its own joint (4.10)."""
    return (along or body).qdd if name == "IA" else unit_friction(name, body, along)

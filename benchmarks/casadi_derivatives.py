"""Derivatives of the torques in CasADi's expressions, by the recursion that pinocchio uses.

All vectors are in the base frame and at its origin; for the joint columns J the derivatives of
velocities and accelerations are cross products, and those of forces need the composite bodies only:

    by q    Y dA/dq + dY dV/dq + J x F        for a joint j inside of i: J_i^T of the same, with
    by v    Y dA/dv + dY J                    the body of i
    by a    Y J
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from benchmarks.casadi_peer import (
    Recursions,
    Spatial,
    axis,
    force_cross,
    inertia_times,
    inward,
    joined,
    motion_cross,
    moved,
    nothing,
    plus,
)
from benchmarks.numbered import Joint


def derivatives(r: Recursions) -> list[Any]:
    """Return the derivatives of the torques by q, v and a; of the last the upper half."""
    place = (ca.SX.eye(3), ca.SX(3, 1))
    velocity, acceleration = nothing(), (-r.gravity, ca.SX(3, 1))
    J, v, a, F, bodies, slopes = [], [], [], [], [], []
    before = (velocity, acceleration)
    dV, dA, dW = [], [], []
    for k, joint in enumerate(r.joints):
        R, p = r.places[k]
        place = (place[0] @ R, place[1] + place[0] @ p)
        own = axis(joint, r.v[k])
        velocity = plus(own, inward(r.places[k], velocity))
        acceleration = plus(inward(r.places[k], acceleration), axis(joint, r.a[k]))
        acceleration = plus(acceleration, motion_cross(velocity, own))
        J.append(_in_base(place, axis(joint, ca.SX(1))))
        v.append(_in_base(place, velocity))
        a.append(_in_base(place, acceleration))
        body = moved(place, (ca.SX(joint.M), ca.SX(joint.c), ca.SX(joint.J)))
        momentum = _times(body, v[k])
        bodies.append(body)
        F.append(plus(_times(body, a[k]), force_cross(v[k], momentum)))
        slopes.append(_slope(body, v[k], momentum))
        dV.append(motion_cross(before[0], J[k]))
        dA.append(plus(motion_cross(before[1], J[k]), motion_cross(before[0], dV[k])))
        dW.append(plus(dV[k], motion_cross(v[k], J[k])))
        before = (v[k], a[k])
    return _rows(r.n, J, F, bodies, slopes, dV, dA, dW)


def _rows(
    n: int,
    J: list[Spatial],
    F: list[Spatial],
    bodies: list[Any],
    slopes: list[Any],
    dV: list[Spatial],
    dA: list[Spatial],
    dW: list[Spatial],
) -> list[Any]:
    by_q, by_v, by_a = (ca.SX(n, n) for _ in range(3))
    columns: dict[int, tuple[Spatial, Spatial, Spatial]] = {}
    for i in reversed(range(n)):
        q = plus(_times(bodies[i], dA[i]), _slope_times(slopes[i], dV[i]))
        w = plus(_times(bodies[i], dW[i]), _slope_times(slopes[i], J[i]))
        u = _times(bodies[i], J[i])
        by_q[i, i] = _dot(J[i], q)
        columns[i] = (plus(q, force_cross(J[i], F[i])), w, u)
        for k in range(i, n):
            if k > i:
                by_q[i, k] = _dot(J[i], columns[k][0])
            by_v[i, k] = _dot(J[i], columns[k][1])
            by_a[i, k] = _dot(J[i], columns[k][2])
        turned = _turning(slopes[i], J[i])
        for k in range(i):
            by_q[i, k] = _dot(u, dA[k]) + ca.dot(turned, dV[k][1])
            by_v[i, k] = _dot(u, dW[k]) + ca.dot(turned, J[k][1])
        if i:
            F[i - 1] = plus(F[i - 1], F[i])
            bodies[i - 1] = joined(bodies[i - 1], bodies[i])
            slopes[i - 1] = plus(slopes[i - 1], slopes[i])
    return [by_q, by_v, by_a]


def _in_base(place: tuple[Any, Any], motion: Spatial) -> Spatial:
    R, p = place
    w = R @ motion[1]
    return R @ motion[0] + ca.cross(p, w), w


def _times(body: tuple[Any, Any, Any], motion: Spatial) -> Spatial:
    return inertia_times(Joint("R", 0, ca.SX(3, 3), ca.SX(3, 1), *body), motion)


def _dot(x: Spatial, y: Spatial) -> Any:
    return ca.dot(x[0], y[0]) + ca.dot(x[1], y[1])


def _slope(body: tuple[Any, Any, Any], velocity: Spatial, momentum: Spatial) -> Spatial:
    """What multiplies a velocity m in d(Y)/dt m + m x h: -2 p x w, and a matrix times w."""
    M, c, J = body
    v, w = velocity
    speed = v + ca.cross(w, c)
    spin = ca.skew(w) @ J
    J_rate = spin + spin.T
    first = ca.skew(M * speed) @ ca.skew(c)
    return momentum[0], J_rate - first - first.T - ca.skew(momentum[1])


def _slope_times(slope: Spatial, motion: Spatial) -> Spatial:
    return -2 * ca.cross(slope[0], motion[1]), slope[1] @ motion[1]


def _turning(slope: Spatial, motion: Spatial) -> Any:
    """The part of motion^T slope that multiplies an angular velocity."""
    return -2 * ca.cross(motion[0], slope[0]) + slope[1].T @ motion[1]

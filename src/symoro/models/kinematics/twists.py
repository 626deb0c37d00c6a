"""Twists and potentials, carried outward, and their forms, for energy and filtered models.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``, iAj = A, iPj = P; a twist (v, w) of
body ``j`` is the velocity of Oj and the angular velocity, in frame ``j``; a potential (u, y) is
what a unit of first moments (three) and of mass has, u = -g in frame ``j`` and y = -g . Pj.

    (2.28)  (v, w) carried to j: jAi (v + w x P), jAi w                    the joint's own apart
            (u, y) carried to j: jAi u, y + u . P
            (v, w) x (e, a) = (v x a + w x e, w x a): by how much the twist of a body changes with
            the position of a joint on the way to it, whose screw is (e, a), both carried there
    (3.73)  energy of a unit of K: w1^2/2, w1 w2, ... (v x w)_1, ... v.v/2
            the same as a form of two twists, whose half on equal twists is the energy

Everything that the energy needs is linear in what is carried, so one way of carrying serves
velocities, their rates, the screws of joints and derivatives by joint positions.

References: [Guide] section 3.5.2 and appendix 4.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.vectors import HALF, Array, Z, cross
from symoro.expressions import Expression
from symoro.expressions.expression import multiple_of_pi
from symoro.models.kinematics.motion import Velocity
from symoro.models.let import LetFunction
from symoro.models.mechanism import Body

_PRODUCTS = {"XY": (0, 1), "XZ": (0, 2), "YZ": (1, 2)}
_SQUARES = {"XX": 0, "YY": 1, "ZZ": 2}
_MOMENTS = {"MX": (1, 2), "MY": (2, 0), "MZ": (0, 1)}


@dataclass(frozen=True)
class Potential:
    """Potential energies or derivatives of them: of unit first moments, ``u``, and mass, ``y``."""

    u: Array
    y: Any


def screw(body: Body) -> Velocity:
    """Return the twist of a unit rate of a joint, in its own frame."""
    return Velocity(w=body.revolute * Z, v=body.prismatic * Z)


def parallel_sense(alpha: Expression) -> int:
    """Return 1 or -1 if this angle makes two axes parallel, in one sense or not; else 0."""
    turns = multiple_of_pi(alpha)
    if turns is None or turns.denominator != 1:
        return 0
    return -1 if turns.numerator % 2 else 1


def carry_twist(
    twist: Velocity, A: Array, P: Array, tags: tuple[str, str, str], j: int, let: LetFunction
) -> Velocity:
    """Return a twist of the antecedent as one of frame ``j``; tags name v + w x P, v and w."""
    shifted, v, w = tags
    moved = let(shifted, j, twist.v + cross(twist.w, P))
    return Velocity(v=let(v, j, A.T @ moved), w=let(w, j, A.T @ twist.w))


def carry_potential(
    before: Potential, A: Array, P: Array, tags: tuple[str, str], j: int, let: LetFunction
) -> Potential:
    """Return a potential of the antecedent as one of frame ``j``; tags name u and y."""
    u, y = tags
    return Potential(let(u, j, A.T @ before.u), let(y, j, before.y + before.u @ P))


def bracket(twist: Velocity, other: Velocity) -> Velocity:
    """Return (v, w) x (e, a)."""
    v = cross(twist.v, other.w) + cross(twist.w, other.v)
    return Velocity(v=v, w=cross(twist.w, other.w))


def energy(name: str, T: Velocity) -> Any:
    """Return the kinetic energy of a unit of a parameter (3.73)."""
    v, w = T.v, T.w
    if name in _SQUARES:
        k = _SQUARES[name]
        return HALF * w[k] * w[k]
    if name in _PRODUCTS:
        a, b = _PRODUCTS[name]
        return w[a] * w[b]
    if name in _MOMENTS:
        a, b = _MOMENTS[name]
        return v[a] * w[b] - v[b] * w[a]
    return HALF * (v @ v)


def momentum_form(name: str, S: Velocity, T: Velocity) -> Any:
    """Return the momentum of a unit of a parameter, of twist ``T``, along the twist ``S``."""
    e, a, v, w = S.v, S.w, T.v, T.w
    if name in _SQUARES:
        k = _SQUARES[name]
        return a[k] * w[k]
    if name in _PRODUCTS:
        k, m = _PRODUCTS[name]
        return a[k] * w[m] + a[m] * w[k]
    if name in _MOMENTS:
        k, m = _MOMENTS[name]
        return e[k] * w[m] - e[m] * w[k] + v[k] * a[m] - v[m] * a[k]
    return e @ v


def potential(name: str, U: Potential) -> Any:
    """Return the potential energy of a unit of a parameter."""
    if name in _MOMENTS:
        return U.u[list(_MOMENTS).index(name)]
    return U.y if name == "M" else 0

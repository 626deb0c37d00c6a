"""The energy identification model and the power model: total energy linear in the parameters.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; every vector of link ``j`` is written
in frame ``j``; twists, potentials and what is done to them are those of
symoro.models.kinematics.twists.

    (3.109)  integral of tau . qd = H(t2) - H(t1), H = E + U
    (3.111)  H = h K, column K of h is the energy of K = 1, all other parameters being zero
    forward, base to tips                                                     SYMORO name
      (2.28)  v, w: the twist of each link, see symoro.models.kinematics.motion
              u = jAi u_i, y = y_i + u_i . P: minus gravity, potential of a unit mass     GU, GH
    energy
      (3.73)  XX: w1^2/2   XY: w1 w2   MX: (v x w)_1 + u1   M: v.v/2 + y        H
              IA: qd^2/2
    power, d(h)/dt K = tau . qd                                               HP
      (3.113) rates of the twist's components, in the body's own frame: the antecedent's carried,
              plus the joint's screw (e, a) times qdd, plus (v, w) x (e, a) qd      VR, WR
              they begin with (vd0 - g - w0 x v0, wd0), so gravity is in them
              K: its form on twist and rate, such as w1 wr1, and v.vr for M
              IA: qd qdd   FV: qd^2   FS: qd sign(qd); further laws of friction
              are those of symoro.models.dynamics.friction

Gravity g is in frame 0. A base that floats has its own twist, link 0 and y_0 = -g . P_0. Friction
is no energy: it has a place in the power alone.

References: [Guide] sections 3.5.2, 3.6.3.2 and 5.8.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.algebra.vectors import HALF, Array, cross, vector
from symoro.models.dynamics.friction import unit_friction
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.kinematics.motion import Velocity, velocity
from symoro.models.kinematics.twists import (
    Potential,
    bracket,
    carry_potential,
    carry_twist,
    energy,
    momentum_form,
    potential,
    screw,
)
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism
from symoro.robot.link import DRIVE
from symoro.robot.parameter import Parameter


def total_energy(m: Mechanism, columns: Mapping[Parameter, str], let: LetFunction = plain) -> Array:
    """Return h: an element for each parameter, named H and its label; no base of known motion."""
    T = {0: Velocity(m.w0, m.v0)}
    height = -(m.g @ m.Z[:3, 3]) if m.floating else 0
    U = {0: Potential(let("GU", 0, -m.gravity), let("GH", 0, height))}
    for j in m.outward:
        body = m.body(j)
        A, P = link_transform(body, j, let)
        T[j] = velocity(body, j, A, P, T[body.i], let)
        U[j] = carry_potential(U[body.i], A, P, ("GU", "GH"), j, let)

    def element(K: Parameter) -> Any:
        if K.name == "IA":
            return HALF * m.body(K.link).qd * m.body(K.link).qd
        return energy(K.name, T[K.link]) + potential(K.name, U[K.link])  # (3.73)

    return vector(let(f"H{label}", None, element(K)) for K, label in columns.items())


def power(m: Mechanism, columns: Mapping[Parameter, str], let: LetFunction = plain) -> Array:
    """Return the rate of h: an element for each parameter, friction included.

    Arguments are those of `total_energy`; an element is named HP and its label.
    """
    T = {0: Velocity(m.w0, m.v0)}
    rate = {0: Velocity(v=let("VR", 0, m.vd0 - m.gravity - cross(m.w0, m.v0)), w=m.wd0)}
    for j in m.outward:
        body = m.body(j)
        A, P = link_transform(body, j, let)
        T[j] = velocity(body, j, A, P, T[body.i], let)
        S = screw(body)
        before = carry_twist(rate[body.i], A, P, ("VRS", "VRI", "WRI"), j, let)
        turning = bracket(T[j], S)
        rate[j] = Velocity(
            v=let("VR", j, before.v + body.qdd * S.v + body.qd * turning.v),
            w=let("WR", j, before.w + body.qdd * S.w + body.qd * turning.w),
        )

    def element(K: Parameter) -> Any:
        if K.name in DRIVE:
            return _drive(K.name, m.body(K.link))
        return momentum_form(K.name, T[K.link], rate[K.link])  # (3.113)

    return vector(let(f"HP{label}", None, element(K)) for K, label in columns.items())


def _drive(name: str, body: Body) -> Any:
    """The power of a unit rotor inertia or friction."""
    return body.qd * (body.qdd if name == "IA" else unit_friction(name, body))

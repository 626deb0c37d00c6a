"""Inverse dynamics with fewer operations: Newton-Euler over pseudo-inertias, rotations factored.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; every vector of link ``j`` is written
in frame ``j``. Vectors and wrenches go from frame to frame as symoro.models.dynamics.lean.carriage
has it, P, r, lambda and runs of parallel axes too; wd and U are those of
symoro.models.dynamics.lean.angular; S is as symoro.models.dynamics.lean.links leaves it.

    forward, base to tips                                                       name
      (4.1)   wi = jAi w_i,   w = wi + sigma-bar qd a                             WI, W
      (4.3)   wd = jAi wd_i + sigma-bar (qdd a + wi x qd a)                       WP
      (3.58)  U  = hat(wd) + hat(w) hat(w)                                        DV, U
      (4.4)   v  = jAi (v_i + U_i P) + U a r + sigma (qdd a + 2 wi x qd a)        VSL, VL
      (P6)    f  = [U v] S e4;   n = axial vector of [U v] S                      FL, NL
    backward, tips to base
      (4.7)   f  = f + sum of jfk                                                 EL
      (4.9)   n  = n + sum of (jAk (n_k + r a x f_k) + P x jfk)                   NR
      (4.10)  tau = (sigma f / lambda + sigma-bar n) . a + friction + IA qdd      GAM

A prismatic link may be merged in its antecedent; with p = p0 + r a its origin, chi = A MS + M p0,

    (P8)  S_i <- S_i + iTj S iTj^T, variable: MS + M r a, L + r (a chi^T + chi a^T) + M r^2 a a^T
          f_i <- f_i + M (qdd a + 2 qd w x a)
          n_i <- n_i + chi x a qdd + 2 qd (chi x (w x a) + M r (w - (w . a) a))
          tau = a . (U (chi + M r a) + M v) + M qdd

References: [Guide] section 4.2; numbers (4.x) are those of symoro.models.dynamics.inverse_dynamics.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import NULL, Array, Z, cross, vector, zeros
from symoro.models.dynamics.ccg import NO_ACCELERATIONS, TERMS, keep_terms
from symoro.models.dynamics.friction import friction, load_friction
from symoro.models.dynamics.lean.carriage import Carriage
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.links import lean_links, scaled_inertia
from symoro.models.kinematics.motion import spin_matrix
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.mechanism import Mechanism


@dataclass(frozen=True)
class LeanEfforts:
    """Joint efforts; force and moment on a floating base, which it lacks, else None."""

    tau: dict[int, Any]
    f0: tuple[Any, ...] | None = None
    n0: tuple[Any, ...] | None = None


@dataclass(frozen=True)
class _LinkMotion:
    """The motion of a link in the recursion; the acceleration is divided by its length."""

    w: Array
    wd: Array
    U: Array
    v: Array


def lean_inverse_dynamics(m: Mechanism, form: LeanForm, let: LetFunction = plain) -> LeanEfforts:
    """Return the joint efforts that produce the accelerations ``qdd``."""
    return _Recursion(m, form, let).run()


def lean_ccg(
    m: Mechanism,
    form: LeanForm,
    let: LetFunction = plain,
    terms: Collection[str] = TERMS,
    accelerations: Mapping[int, Any] = NO_ACCELERATIONS,
) -> Array:
    """Return H: the efforts without accelerations, or some of their terms; base rows first.

    Accelerations are those that joints of loops have by their velocities.
    """
    kept = keep_terms(m, terms, accelerations)
    efforts = lean_inverse_dynamics(kept, form, RenamingLet(let, {"GAM": "H"}))
    return vector((*(efforts.f0 or ()), *(efforts.n0 or ()), *efforts.tau.values()))


class _Recursion:
    def __init__(self, m: Mechanism, form: LeanForm, let: LetFunction) -> None:
        self.m, self.form, self.let = m, form, let
        self.links = lean_links(m, form, let)
        self.carriage = Carriage(self.links, form, let)
        self.length, self.f, self.n = self.carriage.length, self.carriage.f, self.carriage.n
        self.motions: dict[int, _LinkMotion] = {}
        self.pull: dict[int, Any] = {}  # along a merged joint
        self.bearing = {link.i for j, link in self.links.items() if j and j not in form.merged}

    def run(self) -> LeanEfforts:
        m, let = self.m, self.let
        U, _ = spin_matrix(m.w0, m.wd0, 0, let)
        v0 = let("VL", 0, (m.vd0 - m.gravity) / self.length[0])
        self.motions[0] = _LinkMotion(m.w0, m.wd0, U, v0)
        merged = {self.links[j].i: j for j in sorted(self.form.merged)}
        for j in m.bodies_outward:
            if j:
                self.motions[j] = self._motion(j)
            if j not in self.form.merged:
                self.f[j], self.n[j] = self._wrench(j, *self._inertia(j, merged.get(j)))
            else:
                self.f[j], self.n[j] = NULL, NULL
                self._merge(j)
        efforts = {j: self._effort(j) for j in m.inward}
        tau = {}
        for j in m.outward:
            body = m.body(j)
            if body.moves:
                rubbing = friction(body) + load_friction(body, efforts[j])
                tau[j] = let("GAM", j, efforts[j] + rubbing + body.IA * body.qdd)  # (4.10)
        if not m.floating:
            return LeanEfforts(tau)
        f0 = self.f[0] / self.length[0] + m.base.fe
        n0 = self.n[0] + m.base.ne
        return LeanEfforts(tau, tuple(let("EL", 0, f0)), tuple(let("NR", 0, n0)))

    # Forward

    def _motion(self, j: int) -> _LinkMotion:
        link, let, carriage = self.links[j], self.let, self.carriage
        body, before, length = link.body, self.motions[link.i], self.length[j]
        wi = carriage.turn_outward(j, before.w, "WA", "WI")  # (4.1)
        w = let("W", j, wi + body.revolute * body.qd * Z)
        wd, U = carriage.accelerate(j, (before.wd, before.U), (wi, w), j in self.bearing)
        v = carriage.carry_acceleration(j, before.v, before.U, U[:, 2])
        if body.prismatic:
            twice = 2 * body.qd / length
            v = v + vector((twice * wi[1], -(twice * wi[0]), body.qdd / length))
        return _LinkMotion(w, wd, U, let("VL", j, v))  # (4.4)

    def _inertia(self, j: int, slide: int | None) -> tuple[Array, Any]:
        """S of a link with what is merged in it, in its unit of length, and L11 + L22."""
        link, length = self.links[j], self.length[j]
        S, ZZ = scaled_inertia(link, j, length, self.let), link.ZZ
        if slide is None:
            return S, ZZ
        moving = self._moving_inertia(slide, length)
        return S + moving, ZZ + moving[0, 0] + moving[1, 1]

    def _wrench(self, j: int, S: Array, ZZ: Any) -> tuple[Array, Array]:
        """Force and moment of link ``j`` from its pseudo-inertia (P6)."""
        move, let = self.motions[j], self.let
        U, v = move.U, move.v
        h, M = S[:3, 3], S[3, 3]
        f = let("FL", j, U @ h + M * v)
        L11, L22, L33, L12, L13, L23 = S[0, 0], S[1, 1], S[2, 2], S[0, 1], S[0, 2], S[1, 2]
        d12, d23, d31 = self._differences(j)
        spin = U[1, 0] * L11 - U[0, 1] * L22
        if is_number(U[0, 1] + U[1, 0], 0):  # it turns about z only
            spin = U[1, 0] * ZZ
        n = vector(
            (
                U[2, 0] * L12 + L23 * d23 + U[2, 1] * L22 - U[1, 2] * L33 - U[1, 0] * L13,
                U[0, 1] * L23 + L13 * d31 + U[0, 2] * L33 - U[2, 0] * L11 - U[2, 1] * L12,
                U[1, 2] * L13 + L12 * d12 + spin - U[0, 2] * L23,
            )
        )
        return f, let("NL", j, n + cross(h, v))

    def _differences(self, j: int) -> tuple[Any, Any, Any]:
        """U22 - U11, U33 - U22 and U11 - U33, by squares of w."""
        w = self.motions[j].w
        x, y, z = (self.let(f"DV{k + 1}{k + 1}", j, -(w[k] * w[k])) for k in range(3))
        return x - y, y - z, z - x

    # A merged prismatic link

    def _slide(self, j: int) -> tuple[Array, Array, Any]:
        """The axis of a prismatic joint in its antecedent, chi, and M r."""
        link = self.links[j]
        a = link.turn.tilt_inward(Z)
        chi = link.turn.rotate_inward(link.S[:3, 3]) + link.S[3, 3] * link.P
        return a, self.let("CHI", j, chi), self.let("MR", j, link.S[3, 3] * link.r)

    def _moving_inertia(self, j: int, length: Any) -> Array:
        """The part of the pseudo-inertia of a merged link that varies with r, for S_i (P8)."""
        link = self.links[j]
        a, chi, MR = self._slide(j)
        Q = zeros(4, 4)
        for x in range(3):
            Q[x, 3] = Q[3, x] = length * MR * a[x]
            for y in range(x, 3):
                turned = a[x] * chi[y] + a[y] * chi[x]
                Q[x, y] = Q[y, x] = link.r * turned + (MR * link.r) * (a[x] * a[y])
        return Q

    def _merge(self, j: int) -> None:
        """Add a merged link to the wrench of its antecedent, and find its own effort (P8)."""
        link = self.links[j]
        i, body, M = link.i, link.body, link.S[3, 3]
        move = self.motions[i]
        a, chi, MR = self._slide(j)
        twice = self.let("QPD", j, 2 * body.qd)
        wa = cross(move.w, a)
        across = move.w - (move.w @ a) * a
        along = [is_number(x, 1) or is_number(x, -1) for x in a]
        if any(along):
            across = vector(0 if k else y for k, y in zip(along, move.w, strict=True))
        weight = M * self.length[i]
        self.f[i] = self.f[i] + (weight * a) * body.qdd + (weight * twice) * wa
        slid = cross(chi, a) * body.qdd + twice * cross(chi, wa) + (twice * MR) * across
        self.n[i] = self.n[i] + slid
        pull = move.U @ chi + MR * (move.U @ a) + weight * move.v
        self.pull[j] = a @ pull + M * body.qdd

    # Backward

    def _effort(self, j: int) -> Any:
        """Hand force and moment to the antecedent, and return the component along the joint."""
        link, let, length = self.links[j], self.let, self.length[j]
        body, i = link.body, link.i
        f = let("EL", j, self.f[j] + length * body.fe)  # (4.7)
        n = let("NR", j, self.n[j] + body.ne)  # (4.9)
        if i in self.f:
            self.carriage.hand_inward(j, f, n)
        along = body.prismatic * f[2] / length + body.revolute * n[2]
        return along + self.pull.get(j, 0)

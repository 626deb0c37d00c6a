"""Inverse dynamics of a floating base with fewer operations: over composite pseudo-inertias.

Notation (docs/notation.md): H = [U v] is the acceleration of a link: its points x have the
acceleration U x + v, less gravity. S+ is the pseudo-inertia of a link with all that it carries,
L+, MS+ and M+ its parts (symoro.models.dynamics.lean.inertia). The force of an acceleration on a
pseudo-inertia is the last column of H S, its moment the axial vector ax (H S).

A joint adds to the acceleration of its antecedent, in frame ``j``, a part that depends on angular
velocities only and has few elements:

    (P14) H_j = H_i + D_j;   revolute, e = qd (wi3 + w3), or w3^2 - wi3^2 where U has both squares:
          D_j = [-e, -qdd, 0, 0;  qdd, -e, 0, 0;  2 qd w1, 2 qd w2, 0, 0]
          prismatic: D_j = [0, 0, 0, qdd a + 2 qd wi x a]
    (P15) sum of H_k S_k over a link and all that it carries = H_j S+_j + sum of D_k S+_k over
          what it carries

so what the joints add is known before any acceleration is, and every link is accelerated once:

    outward                                                                      name
      (4.1)   wi = jAi w_i,   w = wi + sigma-bar qd a                             WI, W
    inward
      (P9)    S+                                                                  LP
      (P16)   f, n of D_j S+_j: revolute, with p = L11 w1 + L12 w2, q = L12 w1 + L22 w2
              f = (-e MX - qdd MY, qdd MX - e MY, 2 qd (w1 MX + w2 MY))
              n = (2 qd q - qdd L13 + e L23, -2 qd p - e L13 - qdd L23, qdd (L11 + L22))
              prismatic: f = M d,   n = MS x d,   d the last column of D_j            FL, NL
      (4.7), (4.9) added inward, up to f_0 and n_0                                 EL, NR
    acceleration of the base, about the centre of mass c = MS+ / M+ of the robot
      (97)    L' = L+ - MS+ c^T,   J' = tr(L') 1 - L'                              LB
              J' wd0 = w0 x L' w0 - n_0 + c x f_0                                  WP
              a0 = -f_0 / M+ - U_0 c,   vd0 = a0 + g                               VA, VP
    outward
      (4.3), (3.58), (4.4)   b = jAi wd_i, wd, U, v as in ..lean.inverse_dynamics  WP, U, VL
      (P17)   tau = component of f or n along a, and of H_i S+_j: revolute
              b3 (L11 + L22) + U23 L13 - U13 L23 + w2 p - w1 q + v2 MX - v1 MY
              prismatic: U31 MX + U32 MY + U33 MZ + v3 M                            GAM

Gravity pulls all links alike: it enters vd0 only. Lengths are measured in lambda of each link.

References: [Khalil10] section 7.2 for (97); (P15) is a sum by parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, Z, cross, vector
from symoro.models.dynamics.factor import factor, solve_factors
from symoro.models.dynamics.friction import friction, load_friction
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inertia import Composites
from symoro.models.kinematics.motion import spin_matrix
from symoro.models.let import LetFunction, name_symmetric, plain
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, named_acceleration


@dataclass(frozen=True)
class LeanFloatingEfforts:
    """Joint efforts, and the acceleration of the base."""

    tau: dict[int, Any]
    vd0: Array
    wd0: Array


def lean_floating_inverse_dynamics(
    m: Mechanism, form: LeanForm, let: LetFunction = plain
) -> LeanFloatingEfforts:
    """Return the efforts that produce ``qdd``, and the acceleration of the base.

    The form has no merged links.
    """
    return _Sums(m, form, MemoizedLet(let)).run()


class _Sums:
    def __init__(self, m: Mechanism, form: LeanForm, let: LetFunction) -> None:
        self.m, self.let = m, let
        self.composites = Composites(m, form, let)  # (P9)
        self.carriage = self.composites.carriage
        self.wi: dict[int, Array] = {}
        self.w = {0: m.w0}
        self.effort: dict[int, Any] = {}  # without H_i S+_j

    def run(self) -> LeanFloatingEfforts:
        """Find the acceleration of the base, then those of the links."""
        m, let = self.m, self.let
        f, n = self.carriage.f, self.carriage.n
        for j in m.bodies_outward:
            f[j], n[j] = self._own_wrench(j) if j else self._outer_wrench(0)
        for j in m.inward:
            self._hand_inward(j)
        f0, n0 = let("EL", 0, f[0]), let("NR", 0, n[0])
        a0, wd0, U0 = self._accelerate_base(f0, n0)
        vd0 = let("VP", 0, self.carriage.length[0] * a0 + m.gravity)
        return LeanFloatingEfforts(self._accelerate(a0, wd0, U0), vd0, wd0)

    def _accelerate_base(self, f: Array, n: Array) -> tuple[Array, Array, Array]:
        """The acceleration a0 of the base, wd0 and U_0, from the wrench of the joints (97)."""
        S, w, let = self.composites.S[0], self.m.w0, self.let
        h, inverse = S[:3, 3], 1 / S[3, 3]
        c = let("CM", 0, inverse * h)
        L = name_symmetric("LB", 0, S[:3, :3] - np.outer(h, c), let)
        J = -L
        for k in range(3):
            J[k, k] = L[k - 1, k - 1] + L[k - 2, k - 2]
        right = cross(w, let("LW", 0, L @ w)) - n + cross(c, f)
        labels = BASE_ROWS[3:]
        factors = factor(J, (-1, 0, 1), labels, let)
        wd = vector(
            solve_factors(factors, right, let, lambda k, x: named_acceleration(labels[k], x, let))
        )
        U, _ = spin_matrix(w, wd, 0, let)
        return let("VA", 0, -(inverse * f) - U @ c), wd, U

    def _outer_wrench(self, j: int) -> tuple[Array, Array]:
        body = self.m.body(j)
        return self.carriage.length[j] * body.fe, vector(body.ne)

    def _own_wrench(self, j: int) -> tuple[Array, Array]:
        """Force and moment of what a joint adds to the acceleration (P16)."""
        let, body, S = self.let, self.m.body(j), self.composites.S[j]
        h = S[:3, 3]
        wi = self.wi[j] = self.carriage.turn_outward(j, self.w[body.i], "WA", "WI")  # (4.1)
        w = self.w[j] = let("W", j, wi + body.revolute * body.qd * Z)
        fe, ne = self._outer_wrench(j)
        if not body.moves:
            return fe, ne
        if body.prismatic:
            d = self._slide(j)
            return let("FL", j, S[3, 3] * d) + fe, let("NL", j, cross(h, d)) + ne
        twice = let("QPD", j, 2 * body.qd)
        e = let("QPE", j, self._square_gain(j))
        p, q = self._spun(j)
        f = (-e * h[0] - body.qdd * h[1], body.qdd * h[0] - e * h[1], twice * (w[:2] @ h[:2]))
        L13, L23 = S[0, 2], S[1, 2]
        n = (
            twice * q - body.qdd * L13 + e * L23,
            -(twice * p) - e * L13 - body.qdd * L23,
            body.qdd * self.composites.turning(j),
        )
        return let("FL", j, vector(f)) + fe, let("NL", j, vector(n)) + ne

    def _square_gain(self, j: int) -> Any:
        """Return e of a revolute joint, by squares where both links have them (P14)."""
        w, wi = self.w[j][2], self.wi[j][2]
        if self.carriage.squares_axis(j):
            return w * w - wi * wi
        return self.m.body(j).qd * (wi + w)

    def _slide(self, j: int) -> Array:
        """The last column of what a prismatic joint adds to the acceleration (P14)."""
        body, length, let = self.m.body(j), self.carriage.length[j], self.let
        across = cross(let("QPD", j, 2 * body.qd) * self.w[j], Z)
        d: Array = let("DD", j, across / length + (body.qdd / length) * Z)
        return d

    def _spun(self, j: int) -> tuple[Any, Any]:
        """L11 w1 + L12 w2 and L12 w1 + L22 w2."""
        spun = self.composites.S[j][:2, :2] @ self.w[j][:2]
        p, q, _ = self.let("LW", j, vector((*spun, 0)))
        return p, q

    def _hand_inward(self, j: int) -> None:
        carriage, body = self.carriage, self.m.body(j)
        f = self.let("EL", j, carriage.f[j])  # (4.7)
        n = self.let("NR", j, carriage.n[j])  # (4.9)
        self.effort[j] = f[2] if body.prismatic else n[2]
        carriage.hand_inward(j, f, n)

    def _accelerate(self, a0: Array, wd0: Array, U0: Array) -> dict[int, Any]:
        """Accelerate every link, and return the efforts (P17)."""
        m, let, carriage = self.m, self.let, self.carriage
        wd, U, v = {0: wd0}, {0: U0}, {0: a0}
        bearing = {body.i for body in m.bodies}
        tau: dict[int, Any] = {}
        for j in m.outward:
            body, wi, w, i = m.body(j), self.wi[j], self.w[j], m.body(j).i
            if carriage.is_square(j):
                wd[j], U[j] = carriage.accelerate_square(j, (wd[i], U[i]), w)
            else:
                wd[j], U[j] = carriage.accelerate(j, (wd[i], U[i]), (wi, w), j in bearing)
            tag = "VC" if body.prismatic else "VL"
            v[j] = let(tag, j, carriage.carry_acceleration(j, v[i], U[i], U[j][:, 2]))
            effort = self.effort[j] + self._effort_of_antecedent(j, v[j], U[j], wd[i])
            if body.prismatic:
                v[j] = let("VL", j, v[j] + self._slide(j))
            if not body.moves:
                continue
            effort = self.composites.plain_units(j, effort)
            rubbing = friction(body) + load_friction(body, effort)
            tau[j] = let("GAM", j, effort + rubbing + body.IA * body.qdd)
        return tau

    def _effort_of_antecedent(self, j: int, v: Array, U: Array, wd: Array) -> Any:
        """The effort that moves a link and all that it carries like the antecedent (P17)."""
        S, w, turn = self.composites.S[j], self.w[j], self.composites.links[j].turn
        if not self.m.body(j).revolute:
            return U[2] @ S[:3, 3] + v[2] * S[3, 3]
        p, q = self._spun(j)
        turned = turn.rotate_outward(wd)[2] * self.composites.turning(j)
        fast = U[1, 2] * S[0, 2] - U[0, 2] * S[1, 2] + w[1] * p - w[0] * q
        return turned + fast + v[1] * S[0, 3] - v[0] * S[1, 3]

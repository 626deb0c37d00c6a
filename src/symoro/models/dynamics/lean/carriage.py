"""From frame to frame in a lean recursion: vectors outward, wrenches inward, by units of length.

Rotations are applied factor by factor (symoro.algebra.frame_rotation); the way to frame ``j`` is
split: P in the frame of the antecedent ``i``, then r along z of frame ``j``. The acceleration of a
link's origin is divided by a length lambda and forces are multiplied by it, so that one length
costs no product.

    outward
      (4.3)   wd = jAi wd_i + sigma-bar (qdd a + wi x qd a)                       WP
      (3.58)  U  = hat(wd) + hat(w) hat(w); at a tip without wd:
              U13 = w1 wi3 + b2, U31 = w1 (w3 + qd) - b2 and so on, b = jAi wd_i  DV, U
      (P19)   or the column u = jAi U_i a, which a joint does not change, first:
              U13 = u1, U23 = u2, wd = (w2 w3 - u2, u1 - w1 w3, b3 + qdd)         UA
      (4.4)   v  = jAi (v_i + U_i P) + U a r                                      VSL
    inward
      (4.7)   f_i = f_i + iAj f                                                   FI
      (4.9)   n_i = n_i + iAj (n + r a x f) + P x f_i

A run of parallel axes takes vectors from the frame before the run, by sines and cosines of the
sum of its angles, formed by products; moments across the axes go back the same way:

    (P7)  S(k+j) = S(k) C(j) + C(k) S(j),   C(k+j) = C(k) C(j) - S(k) S(j)       SS, CS

References: [Guide] section 4.2; numbers (4.x) are those of symoro.models.dynamics.inverse_dynamics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from symoro.algebra.frame_rotation import rotate_about_z
from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import NULL, Array, Z, cross, vector
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.links import LeanLink
from symoro.models.kinematics.motion import spin_matrix
from symoro.models.let import LetFunction

AXES = range(3)
Z_AXIS = 2


@dataclass(frozen=True)
class Run:
    """A run of parallel axes, seen from the frame before it, after alpha of its first joint.

    Attributes:
        root: the first joint.
        S, C: sine and cosine of the sum of its angles so far.
        qd: the sum of its joint velocities so far.
    """

    root: int
    S: Any
    C: Any
    qd: Any


class Carriage:
    """The ways between the frames of links.

    Attributes:
        length: lambda of each link.
        runs: of each joint; every revolute joint begins or continues one.
        f, n: the force and moment that each link needs, to which inner ones are added.
    """

    def __init__(self, links: Mapping[int, LeanLink], form: LeanForm, let: LetFunction) -> None:
        """Begin with no wrench at all."""
        self.links, self.form, self.let = links, form, let
        self.length = {j: form.lengths.get(j, Fraction(1)) for j in links}
        self.runs: dict[int, Run] = {}
        self.f: dict[int, Array] = {}
        self.n: dict[int, Array] = {}
        self._tilted: dict[tuple[str, int], Array] = {}
        self._across: dict[int, Array] = {}  # moments across the axes of a run, at its first joint

    def way(self, j: int) -> tuple[Array, Any, Any]:
        """Return P and r in units of the antecedent's and of the link's length, and their ratio.

        r may be taken in the frame of the antecedent, too.
        """
        link, i = self.links[j], self.links[j].i
        P, r = link.P, link.r
        if j in self.form.ahead:
            P, r = P + r * link.turn.tilt_inward(Z), 0
        return P / self.length[i], r / self.length[j], self.length[i] / self.length[j]

    def run(self, j: int) -> Run:
        """Return the run that a joint begins or continues (P7)."""
        if j in self.runs:
            return self.runs[j]
        link, let = self.links[j], self.let
        S, C, qd = link.turn.S, link.turn.C, link.body.qd
        before = self.runs.get(link.i) if j in self.form.parallel else None
        if before is None:
            run = Run(j, S, C, qd)
        else:
            SS = let("SS", j, before.S * C + before.C * S)
            CS = let("CS", j, before.C * C - before.S * S)
            run = Run(before.root, SS, CS, let("QPS", j, before.qd + qd))
        if link.body.revolute:
            self.runs[j] = run
        return run

    def turn_outward(self, j: int, x: Array, tilted: str, turned: str) -> Array:
        """Return a vector of the antecedent in frame ``j``, under two names."""
        run = self.run(j)
        if run.root == j:
            turn = self.links[j].turn
            self._tilted[tilted, j] = tilt = self.let(tilted, j, turn.tilt_outward(x))
            y = turn.spin_outward(tilt)
        else:
            y = rotate_about_z(run.C, -run.S, self._tilted[tilted, run.root])
            y[2] = x[2]
        vector_j: Array = self.let(turned, j, y)
        return vector_j

    def accelerate(
        self, j: int, before: tuple[Array, Array], spins: tuple[Array, Array], bearing: bool
    ) -> tuple[Array, Array]:
        """Return wd and U of a link (4.3), (3.58).

        Args:
            j: the link.
            before: wd and U of the antecedent.
            spins: wi and w.
            bearing: says that others follow, which need wd by itself.
        """
        let, (wi, w), body = self.let, spins, self.links[j].body
        run = self.run(j)
        b = self.turn_outward(j, before[0], "WPA", "WB")
        gain = vector((wi[1] * run.qd, -wi[0] * run.qd, body.qdd)) if body.revolute else NULL
        wd = let("WP", j, b + gain)
        U, _ = spin_matrix(w, wd, j, let)
        if bearing or not body.revolute or run.root != j:
            return wd, U
        more = let("WQ", j, w[2] + body.qd)
        U = U.copy()
        U[0, 2] = let("U13", j, w[0] * wi[2] + b[1])
        U[2, 0] = let("U31", j, w[0] * more - b[1])
        U[1, 2] = let("U23", j, w[1] * wi[2] - b[0])
        U[2, 1] = let("U32", j, w[1] * more + b[0])
        return wd, U

    def accelerate_square(
        self, j: int, before: tuple[Array, Array], w: Array
    ) -> tuple[Array, Array]:
        """Return the same of a joint along an axis of the antecedent's, by U_i a (P19)."""
        let, turn, body = self.let, self.links[j].turn, self.links[j].body
        x, y, _ = let("UA", j, turn.rotate_outward(before[1] @ turn.tilt_inward(Z)))
        w13, w23 = (let(f"DV{k + 1}3", j, w[k] * w[2]) for k in (0, 1))
        along = turn.tilt_outward(before[0])[2]
        wd = let("WP", j, vector((w23 - y, x - w13, along + body.revolute * body.qdd)))
        U, _ = spin_matrix(w, wd, j, let)
        U = U.copy()
        U[0, 2], U[1, 2] = x, y
        return wd, U

    def is_square(self, j: int) -> bool:
        """True for a revolute joint along an axis of the antecedent's frame."""
        return bool(self.links[j].body.revolute) and self._antecedent_axis(j) is not None

    def squares_axis(self, j: int) -> bool:
        """True if the square of w along joint ``j`` is a part of U P or U a r before and after it.

        A way along one axis takes the squares along the two others.
        """
        k = self._antecedent_axis(j)
        return k in self._squares[self.links[j].i] and Z_AXIS in self._squares[j]

    @cached_property
    def _squares(self) -> dict[int, set[int]]:
        """The axes of each link whose squares of w are in use; of a base that floats all."""
        used: dict[int, set[int]] = {j: set() if j else {*AXES} for j in self.links}
        for j, link in self.links.items():
            P, r, _ = self.way(j)
            ways = [(link.i, k, P[k]) for k in AXES] if j else []
            for i, k, x in [*ways, (j, Z_AXIS, r)]:
                if not is_number(x, 0):
                    used[i] |= {*AXES} - {k}
        return used

    def _antecedent_axis(self, j: int) -> int | None:
        """The axis of the antecedent's frame that a joint goes along, if there is one."""
        axis = self.links[j].turn.tilt_inward(Z)
        along = [k for k in AXES if is_number(axis[k], 1) or is_number(axis[k], -1)]
        return along[0] if along else None

    def carry_acceleration(self, j: int, v: Array, U: Array, axis: Array) -> Array:
        """Return the acceleration of the origin, by that of the antecedent's and by U a (4.4)."""
        P, r, ratio = self.way(j)
        VS = self.let("VSL", j, v + U @ P)
        carried: Array = self.links[j].turn.rotate_outward(VS, ratio) + r * axis
        return carried

    def hand_inward(self, j: int, f: Array, n: Array) -> None:
        """Add force and moment of a link to those of its antecedent (4.7), (4.9)."""
        link, i = self.links[j], self.links[j].i
        P, r, ratio = self.way(j)
        n = n + vector((-(r * f[1]), r * f[0], 0))
        fi = self.let("FI", j, link.turn.rotate_inward(f, ratio))
        run = self.runs.get(j)
        if run is not None and run.root != j:
            back = rotate_about_z(run.C, run.S, vector((n[0], n[1], 0)))
            self._across[run.root] = self._across.get(run.root, NULL) + back
            turned = vector((0, 0, n[2]))
        elif j in self._across:
            turned = link.turn.tilt_inward(link.turn.spin_inward(n) + self._across[j])
        else:
            turned = link.turn.rotate_inward(n)
        self.f[i] = self.f[i] + fi
        self.n[i] = self.n[i] + turned + cross(P, fi)

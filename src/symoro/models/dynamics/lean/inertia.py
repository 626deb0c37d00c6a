"""The inertia matrix with fewer operations: composite pseudo-inertias, rotations factored.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; S+ is the pseudo-inertia of a link
with all that it carries, L+, MS+ and M+ its parts. Lengths are measured in lambda of each link:
MS is multiplied by it, M by its square, P and r are divided by it.

    backward, tips to base                                                      name
      (P9)   S+ moved along z by r, turned by theta, by alpha and gamma, moved by P
             S+_i = S_i + sum of these                                            LP
    a turn of the plane (x, y) by theta, with e = S (L11 - L22) + 2 C L12:
      (P10)  L11 - S e, L22 + S e, C e - L12                                      ET
    column of joint j: efforts for a unit acceleration of joint j alone
      (P11)  revolute: f = (-MY+, MX+, 0), n = (-L13+, -L23+, L11+ + L22+)
             prismatic: f = (0, 0, M+), n = (MY+, -MX+, 0)
             A(j,j) = (sigma f + sigma-bar n) . a + IA                            A
    carried to the base, along z by r, turned, by P
      (3.103) f_i = iAk f_k,   n_i = iAk (n_k + r a x f_k) + P x f_i              FA, NA
             A(i,j) = (sigma_i f_i + sigma-bar_i n_i) . a

Force and moment that are carried are parts of S+ that were turned with it, up to sign: they are
computed once.

References: [Guide] section 3.6.1; (3.103) is that of symoro.models.dynamics.inertia.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from symoro.algebra.vectors import Array, cross, vector, zeros
from symoro.models.dynamics.composite_links import CompositeLink
from symoro.models.dynamics.inertia import InertiaMatrix, rigid_inertia
from symoro.models.dynamics.lean.carriage import Carriage
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.links import lean_links, rotate_in_plane, scaled_inertia
from symoro.models.let import LetFunction, name_symmetric, plain
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, mechanism_rows, named_row


def lean_inertia(m: Mechanism, form: LeanForm, let: LetFunction = plain) -> InertiaMatrix:
    """Return the inertia matrix; six rows and columns come first if the base floats.

    The form has no merged links, and no length for a base that floats.
    """
    composites = Composites(m, form, let)
    labels = mechanism_rows(m)
    place = {label: k for k, label in enumerate(labels)}
    matrix = zeros(len(labels), len(labels))

    def put(i: str, j: str, value: Any) -> None:
        r, c = place[i], place[j]
        matrix[r, c] = matrix[c, r] = named_row(f"A{i}", j, value, let)

    if m.floating:
        whole = rigid_inertia(composites.whole)
        for r, row in enumerate(BASE_ROWS):
            for column, value in zip(BASE_ROWS[r:], whole[r, r:], strict=True):
                put(row, column, value)
    for j in m.outward:
        body = m.body(j)
        if not body.moves:
            continue
        f, n = composites.unit_wrench(j)
        put(str(j), str(j), composites.component(j, j, f, n) + body.IA)
        k = j
        while (i := m.body(k).i) or m.floating:
            f, n = composites.carry(j, k, f, n)
            k = i
            if i == 0:
                for label, value in zip(BASE_ROWS, (*f, *n), strict=True):
                    put(label, str(j), composites.plain_units(j, value))
                break
            if m.body(i).moves:
                put(str(i), str(j), composites.component(i, j, f, n))
    return InertiaMatrix(labels, matrix)


class Composites:
    """The links of a robot, each with all that it carries, and what accelerates them.

    Attributes:
        links: the links by themselves.
        carriage: the ways between their frames.
        S: S+ of each link (P9).
    """

    def __init__(self, m: Mechanism, form: LeanForm, let: LetFunction) -> None:
        """Add up the links of a form, from the tips inward."""
        self.m, self.form, self.let = m, form, let
        self.links = lean_links(m, form, let)
        self.carriage = Carriage(self.links, form, let)
        self.length = self.carriage.length
        self.S = self._composite()

    @property
    def whole(self) -> CompositeLink:
        """The whole robot, on a base that floats."""
        return _link(self.S[0])

    def component(self, i: int, j: int, f: Array, n: Array) -> Any:
        """Return the component along joint ``i`` of what joint ``j`` needs, in plain units."""
        along = f[2] / self.length[i] if self.m.body(i).prismatic else n[2]
        return self.plain_units(j, along)

    def plain_units(self, j: int, effort: Any) -> Any:
        """Return what joint ``j`` needs in plain units: for a slide it was for 1 / lambda."""
        return effort / self.length[j] if self.m.body(j).prismatic else effort

    def unit_wrench(self, j: int) -> tuple[Array, Array]:
        """Return force and moment for a unit acceleration (P11)."""
        S = self.S[j]
        MX, MY, M = S[0, 3], S[1, 3], S[3, 3]
        if self.m.body(j).prismatic:
            return vector((0, 0, M)), vector((MY, -MX, 0))
        return vector((-MY, MX, 0)), vector((-S[0, 2], -S[1, 2], self.turning(j)))

    def turning(self, j: int) -> Any:
        """The moment of inertia L11+ + L22+ about the joint."""
        return self.let("ZZP", j, self.S[j][0, 0] + self.S[j][1, 1])

    def carry(self, j: int, k: int, f: Array, n: Array) -> tuple[Array, Array]:
        """Return an effort of frame ``k`` in its antecedent's (3.103)."""
        P, r, ratio = self.carriage.way(k)
        turn = self.links[k].turn
        n = n + vector((-(r * f[1]), r * f[0], 0))
        f = self.let(f"FA{j}", k, turn.rotate_inward(f, ratio))
        n = self.let(f"NA{j}", k, turn.rotate_inward(n) + cross(P, f))
        return f, n

    def _composite(self) -> dict[int, Array]:
        S = {
            j: scaled_inertia(self.links[j], j, self.length[j], self.let)
            for j in self.m.bodies_outward
        }
        for j in reversed(S):
            S[j] = name_symmetric("LP", j, S[j], self.let)
            i = self.links[j].i
            if j and i in S:
                S[i] = S[i] + self._antecedent_share(j, S[j])
        return S

    def _antecedent_share(self, j: int, S: Array) -> Array:
        P, r, ratio = self.carriage.way(j)
        turn = self.links[j].turn
        S = _shift_along(S, 2, r)
        S = rotate_in_plane(S, 0, 1, turn.C, turn.S, partial(self.let, "ET", j))
        S = rotate_in_plane(S, 1, 2, turn.Ca, turn.Sa, partial(self.let, "EA", j), ratio)
        S = rotate_in_plane(S, 0, 1, turn.Cg, turn.Sg, partial(self.let, "EG", j))
        for axis in range(3):
            S = _shift_along(S, axis, P[axis])
        return S


def _link(S: Array) -> CompositeLink:
    """A pseudo-inertia as inertia matrix, first moments and mass."""
    L = S[:3, :3]
    J = -L
    for k in range(3):
        J[k, k] = L[(k + 1) % 3, (k + 1) % 3] + L[(k + 2) % 3, (k + 2) % 3]
    return CompositeLink(J, S[:3, 3], S[3, 3])


def _shift_along(S: Array, axis: int, way: Any) -> Array:
    """S about an origin that lies back along an axis: x + way for x."""
    S = S.copy()
    before = S[axis, 3]
    after = before + S[3, 3] * way
    for other in range(3):
        if other != axis:
            S[axis, other] = S[other, axis] = S[axis, other] + way * S[other, 3]
    S[axis, axis] = S[axis, axis] + way * (before + after)
    S[axis, 3] = S[3, axis] = after
    return S

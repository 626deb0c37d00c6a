"""The inertia matrix of a tree of rigid links, by composite links.

Notation (docs/notation.md): ``k`` is a body on the path from body ``j`` to the base, ``i`` its
antecedent; sigma is 1 for a prismatic joint, sigma-bar is 1 for a revolute one.

    (3.97) to (3.100): the composite links, see symoro.models.dynamics.composite_links
    column of joint j: efforts for a unit acceleration of joint j alone          SYMORO name
      (3.101) f = sigma M+ a + sigma-bar a x MS+
      (3.102) n = sigma-bar J+ a + sigma MS+ x a
              A(j,j) = (sigma f + sigma-bar n) . a + IA                          A
    carried to the base
      (3.103) f_i = iAk f_k                                                      FA
              n_i = iAk n_k + P_k x f_i                                          NA
              at first, k = j, with iAj a, and iAj J+ and iAj MS+ of the composite links
              A(i,j) = (sigma_i f_i + sigma-bar_i n_i) . a

A(i,j) is zero where neither joint carries the other. A floating base has six rows and columns
first, its force and its moment about O0: f_0 and n_0 of each column, and of the base itself
M+ 1, hat(MS+) and J+ of the whole robot (84).

References: [Guide] section 3.6.1; [Khalil10] sections 3.3.1 and 7.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, cross, hat, vector, zeros
from symoro.models.dynamics.composite_links import CompositeLink, composite_links
from symoro.models.geometry.link_transforms import Transforms, link_transforms
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism
from symoro.models.rows import BASE_ROWS, mechanism_rows, named_row


@dataclass(frozen=True)
class InertiaMatrix:
    """A with what its rows stand for.

    Attributes:
        rows: `BASE_ROWS` if the base floats, then the joints that move.
        matrix: symmetric.
    """

    rows: tuple[str, ...]
    matrix: Array


def inertia_matrix(
    m: Mechanism, let: LetFunction = plain, frames: Transforms | None = None
) -> InertiaMatrix:
    """Return the inertia matrix."""
    A, P = frames or link_transforms(m, let)
    links = composite_links(m, (A, P), let)
    labels = mechanism_rows(m)
    place = {label: k for k, label in enumerate(labels)}
    matrix = zeros(len(labels), len(labels))

    def put(i: str, j: str, value: Any) -> None:
        r, c = place[i], place[j]
        matrix[r, c] = matrix[c, r] = named_row(f"A{i}", j, value, let)

    if m.floating:
        whole = rigid_inertia(links[0])
        for r, row in enumerate(BASE_ROWS):
            for column, value in zip(BASE_ROWS[r:], whole[r, r:], strict=True):
                put(row, column, value)
    for j in m.outward:
        body = m.body(j)
        if not body.moves:
            continue
        f, n = unit_effort(body, links[j])  # (3.101), (3.102)
        put(str(j), str(j), _axial(body, f, n) + body.IA)
        k = j
        while (i := m.body(k).i) or m.floating:
            f, n = (A[k] @ f, A[k] @ n) if k < j else turned_effort(body, A[j], links[j])
            f = let(f"FA{j}", k, f)  # (3.103)
            n = let(f"NA{j}", k, n + cross(P[k], f))
            if i == 0:
                for label, value in zip(BASE_ROWS, (*f, *n), strict=True):
                    put(label, str(j), value)
                break
            if m.body(i).moves:
                put(str(i), str(j), _axial(m.body(i), f, n))
            k = i
    return InertiaMatrix(labels, matrix)


def unit_effort(body: Body, link: CompositeLink) -> tuple[Array, Array]:
    """Return force and moment that a unit acceleration of a joint needs (3.101), (3.102)."""
    MX, MY, _ = link.MS
    f = vector((-(body.revolute * MY), body.revolute * MX, body.prismatic * link.M))
    n = body.revolute * link.J[:, 2] + body.prismatic * vector((MY, -MX, 0))
    return f, n


def turned_effort(body: Body, A: Array, link: CompositeLink) -> tuple[Array, Array]:
    """Return the effort of a joint's unit acceleration in the frame of its antecedent (3.103)."""
    a, AJ, AS = A[:, 2], link.AJ, link.AS
    assert AJ is not None
    assert AS is not None
    f = body.revolute * cross(a, AS) + body.prismatic * link.M * a
    return f, body.revolute * AJ[:, 2] + body.prismatic * cross(AS, a)


def _axial(body: Body, f: Array, n: Array) -> Any:
    """The component of a wrench along a joint."""
    return body.prismatic * f[2] + body.revolute * n[2]


def rigid_inertia(link: CompositeLink) -> Array:
    """Return the 6x6 inertia of a rigid body: force and moment from accelerations (84)."""
    M, S = link.M, hat(link.MS)
    mass = np.array([[M, 0, 0], [0, M, 0], [0, 0, M]], dtype=object)
    return np.block([[mass, -S], [S, link.J]])

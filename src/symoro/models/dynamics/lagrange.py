"""The Lagrange model of a tree of rigid links by Renaud's method: A, B, C and Q.

Notation (docs/notation.md): ``i``, ``j`` and ``k`` are joints on one path from the base, ``k`` the
outermost; every vector of link ``k`` is written in frame ``k``, moments are about its origin; the
joint axis is z of its own frame; sigma is 1 for a prismatic joint, sigma-bar for a revolute one.

    (A2.1)  GAM = A qdd + B (qd_j qd_k, j < k) + C (qd_j^2) + Q

Link k and all that it carries, joints held, are one body of parameters J, MS, M (composite page).
A point of it at rho from Ok moves by e_i = v + w x rho with a unit of q_i: (v, w) is (u, a) for a
revolute joint, (a, 0) for a prismatic one. A revolute joint j turns all that lies further out, so
the derivative of e_k by q_j is a_j x e_k, and sums over the mass of the body give

                                                                                   SYMORO name
            a = kAi a_i,   u = kAi (u_i + a_i x P)                                 AD; EP, ED
            A(i,k) = e_i . e_k              = v . f + w . n, IA added on the diagonal      A
    (A2.4)  Q(k)   = - g . e_k              = - g . f                                  GU, Q
            b(i,j,k) = e_i . (a_j x e_k)    = v . f + w . n
    where f and n are the sums of e_k and rho x e_k, (3.101) and (3.102) of the inertia page, and
    for b those of a_j x e_k, with (x, y, z) = a_j:
            R = (YY + ZZ - XX)/2, N = (XX + ZZ - YY)/2                           RP, NP
            k revolute   f = (LA, NU, TE)         LA = - MX z, NU = - MY z       LA, NU
                         n = (PH, PS, 0)          TE = MX x + MY y               TE
                                                  PH = N y - XY x - YZ z         PH
                                                  PS = XY y + XZ z - R x         PS
            k prismatic  f = (LA, NU, 0)          LA = M y,  NU = - M x
                         n = (PH, PS, - TE)       PH = MZ x, PS = MZ y, TE as above
    (A2.5)  B(i,j,k) = 2 b(i,j,k) for i < k,  - 2 b(k,j,i) for i > k,  0 for i = k         B
            C(i,j)   = b(i,j,j) for i < j,    - b(j,j,i) for i > j,    0 for i = j         C

b is zero where joint j is prismatic, and where no path holds all three joints. No derivative is
formed, and each b is computed once: it changes its sign when i and k change places.

References: [Guide] appendix 4.2; [Renaud85].
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from symoro.algebra.vectors import HALF, Array, vector, zeros
from symoro.models.dynamics.composite_links import CompositeLink, composite_links
from symoro.models.dynamics.inertia import unit_effort
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.kinematics.motion import Velocity
from symoro.models.kinematics.twists import carry_twist, screw
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism


@dataclass(frozen=True)
class LagrangeModel:
    """The coefficients of the Lagrange model; rows are the joints that move.

    Attributes:
        A: inertia matrix.
        B: a column for each pair of joints (j, k), j < k: (1, 2), (1, 3), ... (2, 3), ...
        C: column j goes with the square of the velocity of joint j.
        Q: gravity.
    """

    A: Array
    B: Array
    C: Array
    Q: Array


def lagrange(m: Mechanism, let: LetFunction = plain) -> LagrangeModel:
    """Return A, B, C and Q of a tree on a fixed base."""
    frames = link_transforms(m, let)
    links = composite_links(m, frames, let)
    S: dict[int, dict[int, Velocity]] = {0: {}}
    up: dict[int, Array] = {0: -m.g}
    for j in m.outward:
        body, iAj, P = m.body(j), frames[0][j], frames[1][j]
        tags = {i: (f"EP{i}", f"ED{i}", f"AD{i}") for i in S[body.i]}
        S[j] = {i: carry_twist(T, iAj, P, tags[i], j, let) for i, T in S[body.i].items()}
        up[j] = let("GU", j, iAj.T @ up[body.i])
        if body.moves:
            S[j][j] = screw(body)

    row = {j: place for place, j in enumerate(j for j in m.outward if j in S[j])}
    column = {pair: place for place, pair in enumerate(combinations(row, 2))}
    A, B, C = (zeros(len(row), width) for width in (len(row), len(column), len(row)))
    Q = vector(0 for _ in row)
    for k in row:
        body, link = m.body(k), links[k]
        f, n = unit_effort(body, link)  # (3.101), (3.102)
        for i, T in S[k].items():
            rotor = body.IA if i == k else 0
            A[row[i], row[k]] = A[row[k], row[i]] = let(f"A{i}", k, T.v @ f + T.w @ n + rotor)
        Q[row[k]] = let("Q", k, up[k] @ f)  # (A2.4)
        R, N = _halves(link, k, let)
        for j in (j for j in S[k] if m.body(j).revolute):
            f, n = _coupling(body, link, R, N, S[k][j].w, (k, j), let)
            for i in (i for i in S[k] if i != k):
                b = S[k][i].v @ f + S[k][i].w @ n
                if j == k:  # (A2.5)
                    C[row[i], row[k]] = let(f"C{i}", k, b)
                elif i == j:
                    C[row[k], row[i]] = c = let(f"C{k}", i, -b)
                    B[row[i], column[i, k]] = let(f"B{i}", (i, k), -2 * c)
                else:
                    B[row[i], column[j, k]] = twice = let(f"B{i}", (j, k), 2 * b)
                    if j < i:
                        B[row[k], column[j, i]] = let(f"B{k}", (j, i), -twice)
    return LagrangeModel(A, B, C, Q)


def _halves(link: CompositeLink, k: int, let: LetFunction) -> tuple[Any, Any]:
    """The sums of x^2 and y^2 over the mass."""
    XX, YY, ZZ = link.J[0, 0], link.J[1, 1], link.J[2, 2]
    return let("RP", k, HALF * (YY + ZZ - XX)), let("NP", k, HALF * (XX + ZZ - YY))


def _coupling(
    body: Body, link: CompositeLink, R: Any, N: Any, a: Array, kj: tuple[int, int], let: LetFunction
) -> tuple[Array, Array]:
    """The sums of a_j x e_k and of rho x (a_j x e_k) over the mass."""
    x, y, z = a
    XY, XZ, YZ = link.J[0, 1], link.J[0, 2], link.J[1, 2]
    MX, MY, MZ = link.MS
    TE = let("TE", kj, MX * x + MY * y)
    if body.revolute:
        LA, NU = let("LA", kj, -(MX * z)), let("NU", kj, -(MY * z))
        PH = let("PH", kj, N * y - XY * x - YZ * z)
        PS = let("PS", kj, XY * y + XZ * z - R * x)
        return vector((LA, NU, TE)), vector((PH, PS, 0))
    LA, NU = let("LA", kj, link.M * y), let("NU", kj, -(link.M * x))
    PH, PS = let("PH", kj, MZ * x), let("PS", kj, MZ * y)
    return vector((LA, NU, 0)), vector((PH, PS, -TE))

"""The matrix C of Coriolis and centrifugal efforts, of Christoffel's symbols, by composite links.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; every vector of body ``j`` is written
in frame ``j``; a plus marks a composite link: body ``j`` with all that it carries. A particle of
mass dm at p from Oj moves with e + a x p when a joint moves at unit rate, e being the velocity of
Oj and a the angular velocity that it gives. With the rates of these vectors,

    (C1)  C(i,j) = sum of dm (e_i + a_i x p) . d(e_j + a_j x p)/dt

has C qd = Coriolis and centrifugal efforts and A' - 2C skew-symmetric, particle by particle. Beside
J+, MS+ and M+ the sum needs how the composite link moves about Oj, with pd the rate of p:

    forward, base to tips                                                   SYMORO name
      (4.1), (4.2): angular velocities                                        WI, W
      (C2)    Pd = w_i x P + sigma qd a: the rate of P, in frame i            LOP
    backward, tips to base; h and T start as w x MS and hat(w) S of link j    TJ, SJ, WSJ
      (3.97) to (3.100): J+, MS+, M+, see symoro.models.dynamics.composite_links
      (C3)    h+ = sum of dm pd;  h+_i = h_i + sum of h',  h' = iAj h+ + M+ Pd    HR, AHR
      (C4)    T+ = sum of dm pd p^T;
              T+_i = T_i + sum of (iAj T+ jAi + h' P^T + Pd (iAj MS+)^T)      TR, AT
      (C5)    tr(T+), which is zero for a link alone                          TT
    column j: efforts at unit velocity of joint j, its axis turning at ad = w x a
      (C6)    f = sigma M+ ad + sigma-bar (ad x MS+ + a x h+)                 FJ
      (C7)    n = sigma MS+ x ad + sigma-bar (J+ ad + tr(T+) a - T+ a)        NJ
      (C8)    f_i = iAk f_k,  n_i = iAk n_k + P_k x f_i                       FC, NC
      (C9)    C(i,j) = (sigma_i f_i + sigma-bar_i n_i) . a                    C
    row j: momentum at unit velocity of joint j, and the rates of p against it
      (3.101) to (3.103): f, n, see symoro.models.dynamics.inertia            FA, NA
      (C10)   g = sigma h+ x a + sigma-bar (tr(T+) a - T+^T a)                GJ
      (C11)   g_i = iAk g_k + Pd_k x f_i                                      GC
      (C12)   C(j,i) = (sigma_i f_i + sigma-bar_i n_i) . ad_i + sigma-bar_i g_i . a

S = tr(J)/2 1 - J is the sum of dm p p^T. Where gamma is zero, T+ is turned about z first (C13): of
its four elements in the plane the sum and the difference that a rotation keeps need no product (TU,
TV, TX, TY, TZ). A floating base has six rows and columns first, for the velocity of O0 and the
angular velocity in frame 0, whose axes turn with it; C then goes with the derivative of these
components.

References: [Featherstone08] chapter 2; S. Echeandia and P. Wensing, Numerical methods to compute
the Coriolis matrix and Christoffel symbols for rigid-body systems, 2021.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, Z, cross, identity, vector, zeros
from symoro.models.dynamics.composite_links import CompositeLink, composite_links
from symoro.models.dynamics.inertia import turned_effort
from symoro.models.dynamics.velocity_state import VelocityState, velocity_state
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism
from symoro.models.rows import BASE_ROWS, mechanism_rows, named_row


@dataclass(frozen=True)
class Flow:
    """The flow of a composite link about Oj: the sums of dm pd, of dm pd p^T, and its trace."""

    h: Array
    T: Array
    trace: Any


def coriolis_matrix(
    m: Mechanism,
    let: LetFunction = plain,
    at: VelocityState | None = None,
    plane: Collection[int] = (),
) -> Array:
    """Return C (C1): rows and columns are those of the inertia matrix.

    The base is fixed or floats; in frames of ``plane``, where gamma = 0, T may be turned about z,
    then about x.
    """
    at = at or velocity_state(m, let)
    A, P = at.frames
    w = {j: move.w for j, move in at.moves.items()}
    Pd = {j: _position_rate(m.body(j), j, A[j], P[j], w[m.body(j).i], let) for j in m.outward}
    links = composite_links(m, at.frames, let)
    flows = _flows(m, at, Pd, links, let, plane)
    labels = mechanism_rows(m)
    place = {label: k for k, label in enumerate(labels)}
    C = zeros(len(labels), len(labels))

    def put(i: str, j: str, value: Any) -> None:
        C[place[i], place[j]] = named_row(f"C{i}", j, value, let)

    if m.floating:
        for label, row in zip(BASE_ROWS, _base_block(w[0], links[0], flows[0]), strict=True):
            for other, value in zip(BASE_ROWS, row, strict=True):
                put(label, other, value)
    for j in m.outward:
        body = m.body(j)
        if not body.moves:
            continue
        f, n = _column(body, w[j], links[j], flows[j])  # (C6), (C7)
        f, n = let("FJ", j, f), let("NJ", j, n)
        g = let("GJ", j, _row_rates(body, flows[j]))  # (C10)
        put(str(j), str(j), body.revolute * n[2])  # (C9)
        k, F, N = j, Z, Z
        while (i := m.body(k).i) or m.floating:
            f = let(f"FC{j}", k, A[k] @ f)  # (C8)
            n = let(f"NC{j}", k, A[k] @ n + cross(P[k], f))  # (C8)
            F, N = (A[k] @ F, A[k] @ N) if k < j else turned_effort(body, A[j], links[j])
            F = let(f"FA{j}", k, F)  # (3.103)
            N = let(f"NA{j}", k, N + cross(P[k], F))
            g = let(f"GC{j}", k, A[k] @ g + cross(Pd[k], F))  # (C11)
            k = i
            if i == 0:
                for label, column, row in zip(
                    BASE_ROWS, (*f, *n), (*cross(F, w[0]), *(cross(N, w[0]) + g)), strict=True
                ):
                    put(label, str(j), column)  # (C9)
                    put(str(j), label, row)  # (C12)
                break
            before = m.body(i)
            if before.moves:
                ad = cross(w[i], Z)
                put(str(i), str(j), before.prismatic * f[2] + before.revolute * n[2])  # (C9)
                along = before.prismatic * F + before.revolute * N
                put(str(j), str(i), along @ ad + before.revolute * g[2])  # (C12)
    return C


def _position_rate(body: Body, j: int, A: Array, P: Array, w: Array, let: LetFunction) -> Array:
    """The rate of the vector from Oi to Oj, in frame i."""
    Pd: Array = let("LOP", j, cross(w, P) + body.prismatic * body.qd * A[:, 2])  # (C2)
    return Pd


def _flows(
    m: Mechanism,
    at: VelocityState,
    Pd: dict[int, Array],
    links: dict[int, CompositeLink],
    let: LetFunction,
    plane: Collection[int],
) -> dict[int, Flow]:
    """The flow of each composite link; under 0 that of the whole robot, if its base floats."""
    A, P = at.frames
    h = {j: cross(at.moves[j].w, m.body(j).MS) for j in m.bodies_outward}
    T = {j: _link_flow(m.body(j).J, at.S[j], at.moves[j].w, j, let) for j in h}
    trace: dict[int, Any] = dict.fromkeys(h, 0)
    flows: dict[int, Flow] = {}
    for j in reversed(h):
        h[j], T[j], trace[j] = let("HR", j, h[j]), let("TR", j, T[j]), let("TT", j, trace[j])
        flows[j] = Flow(h[j], T[j], trace[j])
        i = m.body(j).i
        if j == 0 or i not in h:
            continue
        moved = let("AHR", j, A[j] @ h[j] + links[j].M * Pd[j])
        s = links[j].AS
        assert s is not None
        B, turned = A[j], T[j]
        if j in plane:
            B, turned = _rotate_about_z(A[j], T[j], j, let)  # (C13)
        BT = let("AT", j, B @ turned)
        h[i] = h[i] + moved  # (C3)
        T[i] = T[i] + BT @ B.T + np.outer(moved, P[j]) + np.outer(Pd[j], s)  # (C4)
        trace[i] = trace[i] + trace[j] + moved @ P[j] + Pd[j] @ s  # (C5)
    return flows


def _rotate_about_z(A: Array, T: Array, j: int, let: LetFunction) -> tuple[Array, Array]:
    """Turn T by theta about z; return the rest of the rotation, which is about x, and T."""
    C, S = A[0, 0], -A[0, 1]
    Ca, Sa = A[2, 2], -A[1, 2]
    left = np.array([[1, 0, 0], [0, Ca, -Sa], [0, Sa, Ca]], dtype=object)
    u, s = let("TU", j, T[0, 0] - T[1, 1]), let("TV", j, T[0, 1] + T[1, 0])
    x, y = let("TX", j, S * (S * u + C * s)), let("TY", j, S * (C * u - S * s))
    rows = [
        [T[0, 0] - x, T[0, 1] + y, C * T[0, 2] - S * T[1, 2]],
        [T[1, 0] + y, T[1, 1] + x, S * T[0, 2] + C * T[1, 2]],
        [C * T[2, 0] - S * T[2, 1], S * T[2, 0] + C * T[2, 1], T[2, 2]],
    ]
    return left, let("TZ", j, np.array(rows, dtype=object))


def _link_flow(J: Array, S: Array, w: Array, j: int, let: LetFunction) -> Array:
    """T of a link that turns: hat(w) S."""
    S11, S22, S33 = S
    XY, XZ, YZ = J[0, 1], J[0, 2], J[1, 2]
    x, y, z = let("WSJ", j, vector((YZ * w[0], XZ * w[1], XY * w[2])))
    rows = [
        [z - y, -(w[1] * YZ) - w[2] * S22, w[1] * S33 + w[2] * YZ],
        [w[2] * S11 + w[0] * XZ, x - z, -(w[2] * XZ) - w[0] * S33],
        [-(w[0] * XY) - w[1] * S11, w[0] * S22 + w[1] * XY, y - x],
    ]
    return np.array(rows, dtype=object)


def _column(body: Body, w: Array, link: CompositeLink, flow: Flow) -> tuple[Array, Array]:
    """Force and moment at unit velocity of a joint, as its axis turns."""
    ad = cross(w, Z)
    if body.prismatic:
        return link.M * ad, cross(link.MS, ad)
    T = flow.T
    spread = vector((-T[0, 2], -T[1, 2], flow.trace - T[2, 2]))
    return cross(ad, link.MS) + cross(Z, flow.h), link.J @ ad + spread


def _row_rates(body: Body, flow: Flow) -> Array:
    """The part of the rates of p in the row of a joint, by the angular velocity of others."""
    if body.prismatic:
        return cross(flow.h, Z)
    T = flow.T
    return vector((-T[2, 0], -T[2, 1], flow.trace - T[2, 2]))


def _base_block(w: Array, link: CompositeLink, flow: Flow) -> Array:
    """The six rows and columns of a floating base: M+ hat(w), hat(MS+) hat(w), ..."""
    axes = identity(3)
    columns = []
    for axis in axes:
        ad = cross(w, axis)
        columns.append((*(link.M * ad), *cross(link.MS, ad)))  # (C6), (C7)
    for k, axis in enumerate(axes):
        ad = cross(w, axis)
        f = cross(ad, link.MS) + cross(axis, flow.h)  # (C6)
        columns.append((*f, *(link.J @ ad + flow.trace * axis - flow.T[:, k])))  # (C7)
    return np.array(columns, dtype=object).T

"""The Lagrange model of a closed robot in its actuated joints: A, B, C and Q along the loops.

Notation (docs/notation.md): j, k are joints of the equivalent tree, a, b, c actuated ones; G has
the velocities of all joints in those of the actuated ones; A, B, C, Q are those of the tree, on the
left those of the closed robot.

    qd = G qda,  qdd = G qdda + sum over a, b of D_ab qd_a qd_b, with D_ab the derivative of column
    a of G by actuated joint b along the loops, which is that of column b by a. So the efforts of
    the tree that go with qd_a qd_b are half of

    h_ab = B (G_ja G_kb + G_jb G_ka, j < k) + 2 C (G_ja G_jb) + 2 A D_ab,       SYMORO name  HB

    and those with qd_a^2 are                                                                HC

    h_aa = B (G_ja G_ka, j < k) + C (G_ja^2) + A D_aa

    (CL1)  A = G^T A G,  Q = G^T Q                                                           A, Q
    (CL2)  B(c; a, b) = column c of G . h_ab                                                 B
    (CL3)  C(c; a) = column c of G . h_aa                                                    C

References: [Guide] sections 4.3 and 4.4, appendix 4.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from symoro.algebra.vectors import Array, vector, zeros
from symoro.models.dynamics.closed.joint_efforts import with_cut_rows
from symoro.models.dynamics.closed.motor_efforts import Rates, motor_efforts, motor_inertia
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.dynamics.lagrange import LagrangeModel
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism

_NOTHING: Rates = {}


def motor_lagrange(
    m: Mechanism,
    tree: LagrangeModel,
    joints: Sequence[int],
    G: Rates,
    D: Mapping[int, Rates],
    active: Sequence[int],
    let: LetFunction = plain,
) -> LagrangeModel:
    """Return A, B, C and Q of the actuated joints.

    ``joints`` are the rows of the tree, m has rotors of cut joints; D has the rates of G at unit
    velocity of each actuated joint.
    """
    n = len(active)
    slopes = {a: vector(G[j][column] for j in joints) for column, a in enumerate(active)}
    pairs = list(combinations(active, 2))
    B, C = zeros(n, len(pairs)), zeros(n, n)

    def efforts(a: int, b: int, tag: str) -> dict[int, Array]:
        """The efforts of the tree that go with a product of two velocities."""
        x, y = slopes[a], slopes[b]
        own = range(len(joints))
        twice = 1 if a == b else 2
        products = vector(
            x[j] * y[k] + (x[k] * y[j] if a != b else 0) for j, k in combinations(own, 2)
        )
        changes = D.get(b, _NOTHING)
        change = vector(changes[j][active.index(a)] if j in changes else 0 for j in joints)
        h = tree.B @ products + twice * (tree.C @ (x * y) + tree.A @ change)
        whole = dict(zip(joints, h, strict=True))
        for k in m.cut_joints:
            whole[k] = twice * m.body(k).IA * changes[k][active.index(a)] if k in changes else 0
        return {j: let(tag, j, each) for j, each in whole.items()}

    for column, (a, b) in enumerate(pairs):
        h = efforts(a, b, f"HB{a}_{b}x")
        for r, c in enumerate(active):
            B[r, column] = let(f"B{c}", (a, b), motor_efforts(h, G, active)[r])  # (CL2)
    for column, a in enumerate(active):
        h = efforts(a, a, f"HC{a}x")
        for r, c in enumerate(active):
            C[r, column] = let(f"C{c}", a, motor_efforts(h, G, active)[r])  # (CL3)
    A = with_cut_rows(InertiaMatrix(tuple(map(str, joints)), tree.A), m)
    Q = motor_efforts(dict(zip(joints, tree.Q, strict=True)), G, active, let, "Q")  # (CL1)
    return LagrangeModel(motor_inertia(A, G, active, let).matrix, B, C, Q)

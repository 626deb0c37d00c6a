"""The generalised momentum of a closed robot in its actuated joints, and the terms of its rate.

Notation (docs/notation.md): G has the velocities of all joints in those of the actuated ones; P,
C^T qd and Q are those of the equivalent tree, at a motion that keeps the loops closed.

    Pc = Ac qda = G^T P,    dPc/dt = G^T dP/dt + (dG/dt)^T P, so                 SYMORO name
    (CM1)  Pc = G^T P                                                            P
    (CM2)  Cc^T qda = G^T C^T qd + (dG/dt)^T P                                   CTQP
    (CM3)  Qc = G^T Q                                                            Q
    (CM4)  BETAc = Qc - Cc^T qda = G^T BETA - (dG/dt)^T P                        BETA

Cc is that of symoro.models.dynamics.closed.coriolis. A floating base comes first, with the rows of
its tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, vector
from symoro.models.dynamics.closed.motor_efforts import (
    NO_DRIVES,
    Rates,
    motor_rows,
)
from symoro.models.dynamics.momentum import Momentum
from symoro.models.let import LetFunction, plain
from symoro.models.rows import BASE_ROWS, named_row


def motor_momentum(
    tree: Momentum,
    rows: Sequence[str],
    G: Rates,
    Gd: Rates,
    active: Sequence[int],
    let: LetFunction = plain,
    rotors: Mapping[int, Any] = NO_DRIVES,
) -> Momentum:
    """Return the momentum and the terms of its rate; ``rows`` are those of the tree.

    ``rotors`` are the momenta of those of cut joints.
    """
    P = motor_rows(tree.P, rows, G, active, let, "P", rotors)  # (CM1)
    Q = motor_rows(tree.Q, rows, G, active, let, "Q")  # (CM3)
    momenta = dict(zip(rows, tree.P, strict=True)) | {str(k): P_k for k, P_k in rotors.items()}
    turned = dict(zip(rows, tree.CTQP, strict=True))
    CTQP = motor_rate_terms(turned, momenta, G, Gd, active, let)  # (CM2)
    labels = (*(row for row in rows if row in BASE_ROWS), *map(str, active))
    BETA = vector(
        named_row("BETA", row, Q[k] - CTQP[k], let) for k, row in enumerate(labels)
    )  # (CM4)
    return Momentum(P=P, CTQP=CTQP, Q=Q, BETA=BETA)


def motor_rate_terms(
    turned: Mapping[str, Any],
    momenta: Mapping[str, Any],
    G: Rates,
    Gd: Rates,
    active: Sequence[int],
    let: LetFunction = plain,
) -> Array:
    """Return Cc^T qda from C^T qd and P of the tree, by row."""
    changed = _changes(momenta, Gd, len(active))
    rows = tuple(turned)
    within = motor_rows(vector(turned.values()), rows, G, active, plain)
    first = len(within) - len(active)
    joints = (
        let("CTQP", a, within[first + column] + changed[column]) for column, a in enumerate(active)
    )
    return vector((*within[:first], *joints))  # (CM2)


def _changes(by_row: Mapping[str, Any], Gd: Rates, motors: int) -> Array:
    """(dG/dt)^T times values by row, an element for each actuated joint."""
    return vector(
        sum(
            Gd[p][column] * by_row[str(p)]
            for p in Gd
            if str(p) in by_row and not is_number(Gd[p][column], 0)
        )
        for column in range(motors)
    )

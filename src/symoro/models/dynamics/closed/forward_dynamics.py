"""The direct dynamics of closed robots: accelerations of all joints from the motors' efforts.

    (3.95)  Ac qdda = Gamma - Hc, with Ac = L^T D L                     SYMORO name  A, H, D, L, QDP
    (2.40)  qdd = G qdda + (dG/dt) qda, in the rows of passive joints                QDP

With a floating base its six unknowns come first, as for a tree.

References: [Guide] sections 2.7, 3.6.1 and 4.3; [Khalil10] section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symoro.algebra.vectors import Array, vector
from symoro.models.dynamics.closed.motor_efforts import Rates
from symoro.models.dynamics.factor import factor, solve_factors
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.let import LetFunction
from symoro.models.rows import named_acceleration


def motor_accelerations(
    A: InertiaMatrix, efforts: Sequence[Any], H: Array, let: LetFunction
) -> Array:
    """Return the accelerations of a floating base, less gravity, and of the actuated joints."""
    parents = range(-1, len(A.rows) - 1)
    factors = factor(A.matrix, parents, A.rows, let)
    right = [e - h for e, h in zip(efforts, H, strict=True)]  # (3.95)
    solution = solve_factors(
        factors, right, let, lambda k, x: named_acceleration(A.rows[k], x, let)
    )
    return vector(solution)


def joint_accelerations(
    qdda: Mapping[int, Any], G: Rates, biases: Mapping[int, Any], let: LetFunction
) -> dict[int, Any]:
    """Return the accelerations of all joints; biases are those without qdda, by passive joint."""
    row = vector(qdda.values())
    passive = {j: let("QDP", j, G[j] @ row + bias) for j, bias in biases.items()}  # (2.40)
    return dict(sorted((dict(qdda) | passive).items()))

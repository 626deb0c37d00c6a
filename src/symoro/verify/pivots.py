"""The meaning of a pivot of the inertia matrix A = L^T D L that is zero in every posture.

D(j) is the inertia that joint j carries while the free joints behind it give way; those of bodies
that exist are positive unless A is singular. Three cases are told apart by A itself, modulo a prime
at random postures: A has an inverse, so its parameters are those of no bodies; joint j carries
nothing, A(j,j) = 0; or it carries links, and these give way.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from symoro.algebra.linear import determinant
from symoro.expressions import ModularArithmetic, evaluate
from symoro.expressions.points import at_random_point
from symoro.models.dynamics.inertia import InertiaMatrix, inertia_matrix
from symoro.models.mechanism import mechanism
from symoro.models.rows import BASE_ROWS
from symoro.robot import Robot

SINGULAR_INERTIA = "the inertia matrix is singular"
"""The clause for models that solve for accelerations: they are undefined there."""

_POINTS = 3


def pivot_reason(robot: Robot, free: Collection[int], row: str) -> str:
    """Say what a zero pivot means for a robot, and what would help.

    ``row``, of the pivot, is a joint, or anything else for the base.
    """
    matrices = [_matrix(robot, free, point) for point in range(_POINTS)]
    if any(determinant(A.matrix) != 0 for A in matrices):
        what = f"joint {row}" if row.isdigit() else "the base"
        return (
            f"the inertia matrix A has an inverse but is not positive: the factor D of {what} in "
            "A = L^T D L is zero in every posture, so that this elimination does not exist. No "
            "bodies have these inertial parameters: correct them (a moment of inertia or a mass is "
            "zero while products of inertia or first moments are not), or solve with A and H of "
            "symoro inertia and symoro ccg by pivoting"
        )
    if row.isdigit() and any(A.matrix[k, k] != 0 for A in matrices for k in [A.rows.index(row)]):
        return (
            f"{SINGULAR_INERTIA} in every posture: joint {row} can accelerate without moving any "
            f"mass while the free joints behind it give way. Give link {row} inertial parameters "
            f"of its own, or joint {row} a rotor inertia (--with ia)"
        )
    return massless_message(row)


def massless_message(row: str) -> str:
    """Say that a joint, or the base, has no inertia to accelerate, and what would help."""
    if not row.isdigit():
        return (
            "the floating base and what it carries have no inertia in some direction, so its "
            "acceleration is not determined; link 0 needs inertial parameters"
        )
    return (
        f"joint {row} carries no inertia: a torque there would accelerate it without bound. Give "
        f"link {row}, or a link that it carries, inertial parameters, or joint {row} a rotor "
        "inertia (--with ia)"
    )


def _matrix(robot: Robot, free: Collection[int], point: int) -> InertiaMatrix:
    """The inertia matrix of the base, if it floats, and of the free joints at a random posture."""

    def run(field: ModularArithmetic) -> InertiaMatrix:
        values = {name: field.symbol(name) for name in robot.symbols}
        return inertia_matrix(mechanism(robot, lambda entry: evaluate(entry, values, field)))

    A = at_random_point(f"{robot.name}|{point}", run)
    kept = [k for k, row in enumerate(A.rows) if row in BASE_ROWS or int(row) in free]
    return InertiaMatrix(tuple(A.rows[k] for k in kept), A.matrix[np.ix_(kept, kept)])

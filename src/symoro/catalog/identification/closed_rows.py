"""From the joints of the equivalent tree to the motors of a closed robot.

With G the velocities of the tree's joints in those of the motors, motors that give the power of the
tree's torques give (4.40): the torques G^T tau. Passive joints and cut ones follow from the rows of
the constraint equations that a `Selection` keeps (2.36).

References: [Guide] sections 2.6 and 4.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from symoro.algebra.vectors import Array
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.catalog.kinematic.loop_kinematics import slopes_reference
from symoro.errors import ModelError, UsageError
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.let import LetFunction
from symoro.models.loops.loop_kinematics import Selection, constraints, motor_jacobian
from symoro.models.mechanism import Mechanism, Motion
from symoro.models.rows import BASE_ROWS, rows
from symoro.pipeline.plan import Alternative
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.active_joints import active_joints
from symoro.verify.check import Arrays


class TraceOf(Protocol):
    """The trace of a model of a closed robot."""

    def __call__(self, scalar: ScalarOf, let: LetFunction, closed: Actuated) -> Arrays:
        """Return the outputs."""


Motions = Mapping[int, Motion]
NO_MOTIONS: Motions = MappingProxyType({})


def drive_loops(robot: Robot, mode: int | None) -> Actuated | None:
    """A closed robot in an assembly mode; None for a robot without loops.

    Raises:
        ModelError: for a closed robot on a fixed base that has no motors.
        UsageError: for a mode that it does not have.
    """
    if robot.structure is not Structure.CLOSED:
        if mode is not None:
            raise UsageError(f"{robot.name} has no loops, so it has no assembly modes (--mode)")
        return None
    active = active_joints(robot)
    if not active and robot.base.motion is not BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} is a closed robot without motors, so no torque tells of its "
            "parameters; mark the joints that motors drive (mu)"
        )
    return actuated_robot(robot, mode, consistent=True, known=active)


def undefined_where(driven: Actuated | None) -> str:
    """The clause that tells where the rates of passive joints are undefined."""
    return driven.undefined_where if driven is not None else ""


def mode_notes(driven: Actuated | None) -> tuple[str, ...]:
    """The assembly mode, where a model depends on it."""
    label = driven.mode_label if driven is not None else ""
    return (f"assembly mode: {label}",) if label else ()


def other_motions(
    driven: Actuated | None, trace: TraceOf, outputs: frozenset[str]
) -> dict[str, Any]:
    """The part of a formulation with passive joints as sums of actuated ones, where they are."""
    if driven is None or driven.by_sums is driven:
        return {}
    words = "passive joints as sums of actuated ones"
    own = Alternative(words, partial(trace, closed=driven.by_sums), outputs)
    return {"route": "passive joints as given", "alternatives": (own,)}


def tree_joints(robot: Robot) -> tuple[int, ...]:
    """The joints of the equivalent tree that move."""
    return tuple(j for j in robot.outward() if robot.frame(j).moves)


def joint_rates(robot: Robot, m: Mechanism, chosen: Selection, let: LetFunction) -> Array:
    """Return G: a row for each joint that moves, cut joints last, a column for each motor."""
    G = motor_jacobian(constraints(robot, m, chosen, let), chosen, let)
    return np.array([G[j] for j in robot.moving_joints], dtype=object)


def joint_rates_reference(
    robot: Robot, chosen: Selection, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Any:
    """The same from the twists of both branches of each loop in frame 0."""
    n = len(chosen.active)
    ones = [[arithmetic.number(Fraction(int(r == c))) for c in range(n)] for r in range(n)]
    slopes = slopes_reference(robot, chosen, values, arithmetic, dtype)
    by_joint = {**dict(zip(chosen.active, ones, strict=True)), **slopes}
    return np.array([by_joint[j] for j in robot.moving_joints], dtype=dtype)


def row_names(robot: Robot, chosen: Selection | None) -> tuple[str, ...]:
    """The rows of an identification model: a floating base's, then joints or motors."""
    if chosen is None:
        return rows(robot)
    base = BASE_ROWS if robot.base.motion is BaseMotion.FLOATING else ()
    return (*base, *map(str, chosen.active))


def row_joints(names: Sequence[str]) -> tuple[int, ...]:
    """The joints of these rows, 0 for those of the base."""
    return tuple(0 if name in BASE_ROWS else int(name) for name in names)

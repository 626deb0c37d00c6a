"""The motion of all joints of a closed robot over scalars, each part computed once.

Notation (docs/notation.md): qa are the actuated joints, qp the passive ones, qc the cut ones.

    positions      of the closed form, in one assembly mode; or inputs
    (2.38)  qdp = W qda; G has the rows of all joints in those of the actuated ones
    (2.40)  Wp qddp = -(Wa qdda + Psi)

Where all passive joints are sums of actuated ones, as in parallelograms, G is constant, and Psi and
Phi are zero ([Guide] 4.3.5.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.expressions import ScalarOf
from symoro.models.let import LetFunction
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.loop_kinematics import (
    Constraints,
    constraints,
    cut_rates,
    motor_jacobian,
    passive_rates,
    velocity_terms,
)
from symoro.models.mechanism import Motion, mechanism

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated


class LoopMotion:
    """The motion of the joints that are not inputs."""

    def __init__(self, driven: Actuated, scalar: ScalarOf, let: LetFunction) -> None:
        self.driven = driven
        self._scalar, self._let = scalar, let

    @cached_property
    def positions(self) -> dict[int, Motion]:
        """The positions of the joints that are not inputs."""
        driven = self.driven
        if not driven.has_passive_positions:
            return {}
        assert driven.form is not None
        recipes, mode = driven.form.loops.recipes, driven.form.mode
        return solve_loops(driven.robot, recipes, [mode], self._scalar, self._let)[mode]

    @cached_property
    def slopes(self) -> dict[int, Array]:
        """The velocity of every joint in those of the motors, the rows of G."""
        driven = self.driven
        if driven.sums:
            unit = np.array(np.eye(len(driven.active), dtype=int), dtype=object)
            rows: dict[int, Array] = {j: unit[k] for k, j in enumerate(driven.active)}
            names = [driven.robot.variables[k].name for k in driven.active]
            for j, angle in driven.sums.items():
                rows[j] = vector(angle.coefficient(name) or 0 for name in names)
            return rows
        still = vector([0] * len(driven.active))
        rows = motor_jacobian(self.system, driven.chosen, self._let)
        return rows | dict.fromkeys(driven.held_joints, still)

    @cached_property
    def velocities(self) -> dict[int, Motion]:
        """Positions and velocities of the joints whose velocities are no inputs."""
        driven = self.driven
        results = driven.results("QP")
        if not results:
            return {}
        at, qda = self._still, self._motors("QP")
        if driven.sums:
            rates = {j: self.slopes[j] @ qda for j in driven.sums}
        else:
            system, chosen, let = self.system, driven.chosen, self._let
            qdp = let("QPp", None, passive_rates(system, chosen, -(system.Wa @ qda), "QPp", let))
            qdc = let("QPc", None, cut_rates(system, qda, qdp, "QPc", let))
            rates = dict(zip(driven.dependent, (*qdp, *qdc), strict=True))
        return {j: replace(at[j], qd=rates.get(j, 0)) for j in results}

    @cached_property
    def motions(self) -> dict[int, Motion]:
        """Positions, velocities and accelerations of the joints for which these are no inputs."""
        results = self.driven.results("QDP")
        if not results:
            return self.velocities
        accelerations = self._accelerations(self._motors("QDP"))
        return self._accelerate({j: accelerations[j] for j in results})

    @cached_property
    def biases(self) -> dict[int, Motion]:
        """The motion of all joints when no actuated one accelerates: Psi and Phi are left."""
        still = vector([0] * len(self.driven.active))
        rates = self._accelerations(still) | dict.fromkeys(self.driven.active, 0)
        return self._accelerate(dict(sorted(rates.items())))

    def _accelerations(self, qdda: Array) -> dict[int, Any]:
        """The accelerations of all joints but the actuated ones (2.40)."""
        driven, let, system = self.driven, self._let, self.system
        if driven.sums:
            return {j: self.slopes[j] @ qdda for j in driven.sums}
        m = mechanism(driven.robot, self._scalar, self.velocities)
        Psi, Phi = velocity_terms(driven.robot, m, driven.chosen, let)
        right = -(system.Wa @ qdda + Psi)
        qddp = let("QDPp", None, passive_rates(system, driven.chosen, right, "QDPp", let))
        qddc = let("QDPc", None, cut_rates(system, qdda, qddp, "QDPc", let, Phi))
        rates = dict(zip(driven.dependent, (*qddp, *qddc), strict=True))
        return rates | dict.fromkeys(driven.held_joints, 0)

    def _accelerate(self, rates: Mapping[int, Any]) -> dict[int, Motion]:
        """The motions that are no inputs, with these accelerations."""
        robot, known = self.driven.robot, dict(self.velocities)
        for j, rate in rates.items():
            motion = known.get(j) or Motion(self._scalar(robot.frame(j).position))
            known[j] = replace(motion, qdd=rate)
        return known

    @cached_property
    def _still(self) -> dict[int, Motion]:
        """The positions of all joints but the actuated ones, without rates."""
        robot, driven = self.driven.robot, self.driven
        at = self.positions
        if not driven.has_passive_positions:
            passive = [j for j in robot.moving_joints if j not in driven.active]
            at = {j: Motion(self._scalar(robot.frame(j).position)) for j in passive}
        return {j: Motion(motion.position, 0, 0) for j, motion in at.items()}

    @cached_property
    def system(self) -> Constraints:
        """The matrices of the constraint equations."""
        m = mechanism(self.driven.robot, self._scalar, self._still)
        return constraints(self.driven.robot, m, self.driven.chosen, self._let)

    def _motors(self, tag: str) -> Array:
        robot = self.driven.robot
        return vector(self._scalar(getattr(robot.frame(j), tag)) for j in self.driven.active)

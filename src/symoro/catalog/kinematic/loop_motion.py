"""The motion of all joints of a closed robot over scalars, each part computed once.

Notation (docs/notation.md): qa are the actuated joints, qp the passive ones, qc the cut ones.

    positions      of the closed form, in one assembly mode; or inputs
    (2.38)  qdp = W qda; G has the rows of all joints in those of the actuated ones
    (2.40)  Wp qddp = -(Wa qdda + Psi)
    dG/dt          see symoro.models.loops.column_rates

Where passive joints are sums of actuated ones, as in parallelograms, their rows of G are constant,
and they have no Psi and Phi ([Guide] 4.3.5.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from symoro.algebra.vectors import Array, vector
from symoro.expressions import ScalarOf
from symoro.models.let import LetFunction
from symoro.models.loops.column_rates import cut_slope_rates, slope_rates
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.loop_kinematics import (
    Columns,
    Constraints,
    Selection,
    all_columns,
    constraints,
    cut_rates,
    efforts_by_forces,
    motor_jacobian,
    passive_rates,
    velocity_terms,
)
from symoro.models.mechanism import Mechanism, Motion, mechanism

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
        still = vector([0] * len(driven.active))
        rows = motor_jacobian(self.system, driven.chosen, self._let)
        return rows | dict.fromkeys(driven.held_joints, still)

    def efforts(self, tau: Mapping[int, Any]) -> Array:
        """Efforts of the motors from those of the joints, by the forces of the loops, without G."""
        return efforts_by_forces(tau, self.system, self.driven.chosen, self._let)

    @cached_property
    def slope_rates(self) -> dict[int, Array]:
        """The rates of the rows of G that change: those of passive and cut joints."""
        return self.slope_rates_along(self.velocities, self._let)

    def slope_rates_along(
        self, velocities: Mapping[int, Motion], let: LetFunction
    ) -> dict[int, Array]:
        """The same where joints move at other velocities than their own."""
        driven = self.driven
        if driven.sums:
            return {}
        m = mechanism(driven.robot, self._scalar, velocities)
        parts = (driven.robot, m, driven.chosen, self._columns, self.system, self.slopes)
        passive = slope_rates(*parts, let)
        return passive | cut_slope_rates(*parts, passive, let)

    @cached_property
    def velocities(self) -> dict[int, Motion]:
        """Positions and velocities of the joints whose velocities are no inputs."""
        driven = self.driven
        results = driven.results("QP")
        if not results:
            return {}
        at, rates = self._still, self.rates
        return {j: replace(at[j], qd=rates.get(j, 0)) for j in results}

    @cached_property
    def rates(self) -> dict[int, Any]:
        """The velocities of passive and cut joints that follow from those of the motors (2.38)."""
        driven, qda = self.driven, self._motors("QP")
        system, chosen, let = self.system, driven.chosen, self._let
        qdp = let("QPp", None, passive_rates(system, chosen, -(system.Wa @ qda), "QPp", let))
        qdc = let("QPc", None, cut_rates(system, chosen, qda, qdp, "QPc", let))
        return dict(zip(driven.dependent, (*qdp, *qdc), strict=True))

    @cached_property
    def motions(self) -> dict[int, Motion]:
        """Positions, velocities and accelerations of the joints for which these are no inputs."""
        results = self.driven.results("QDP")
        if not results:
            return self.velocities
        return self._accelerate({j: self.accelerations[j] for j in results})

    @cached_property
    def biases(self) -> dict[int, Motion]:
        """The motion of all joints when no actuated one accelerates: Psi and Phi are left."""
        return self.motions_at([0] * len(self.driven.active))

    def motions_at(self, qdda: Sequence[Any]) -> dict[int, Motion]:
        """The motion of all joints at other accelerations of the actuated ones than their own."""
        own = dict(zip(self.driven.active, qdda, strict=True))
        rates = self._accelerations(vector(qdda)) | own
        return self._accelerate(dict(sorted(rates.items())))

    @cached_property
    def accelerations(self) -> dict[int, Any]:
        """The accelerations of all joints but the actuated ones, from those of the motors."""
        return self._accelerations(self._motors("QDP"))

    def _accelerations(self, qdda: Array) -> dict[int, Any]:
        """The accelerations of all joints but the actuated ones (2.40)."""
        driven, let, system = self.driven, self._let, self.system
        m = mechanism(driven.robot, self._scalar, self.velocities)
        Psi, Phi = velocity_terms(driven.robot, m, driven.chosen, let)
        right = -(system.Wa @ qdda + Psi)
        qddp = let("QDPp", None, passive_rates(system, driven.chosen, right, "QDPp", let))
        qddc = let("QDPc", None, cut_rates(system, driven.chosen, qdda, qddp, "QDPc", let, Phi))
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
        driven = self.driven
        return constraints(driven.robot, self._posture, driven.chosen, self._let, self._columns)

    def constraints_of(self, chosen: Selection) -> Constraints:
        """The same of other rows, those of loops where sums stand for them."""
        if chosen is self.driven.chosen:
            return self.system
        return constraints(self.driven.robot, self._posture, chosen, self._let)

    @cached_property
    def _columns(self) -> dict[int, Columns]:
        return all_columns(self.driven.robot, self._posture, self.driven.chosen, self._let)

    @cached_property
    def _posture(self) -> Mechanism:
        return mechanism(self.driven.robot, self._scalar, self._still)

    def _motors(self, tag: str) -> Array:
        robot = self.driven.robot
        return vector(self._scalar(getattr(robot.frame(j), tag)) for j in self.driven.active)

"""Derivatives of inverse dynamics by closed formulas, in frame 0 about one fixed point.

With s_j the screw of joint j, V and A (gravity as an acceleration of the base) the spatial velocity
and acceleration of the antecedent of j, and

    p_j = V x s_j,        r_j = A x s_j + V x p_j,        t_j = (V + s_j qd_j) x s_j,

the efforts tau_i of joints on one path, link k being the last of i and j, have the derivatives

    d tau_i / d q_j  = s_i . (2 B_k p_j + I_k r_j)  [+ s_i . (s_j x* f_k) if j is beyond i]
    d tau_i / d qd_j = s_i . (2 B_k s_j + I_k (p_j + t_j))      [+ slope of friction if i = j]

where I_k and B_k are sums over link k and all beyond it, as in `dynamics`, and f_k is the wrench on
link k, external wrenches included: these turn with their links. Nothing is differentiated here.
The step of Coulomb friction has no derivative.

References: S. Singh, R. Russell and P. Wensing, Efficient analytical derivatives of rigid-body
dynamics using spatial vector algebra, 2022.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.references.friction import JointFriction
from symoro.references.inverse_dynamics import Efforts, inverse_dynamics
from symoro.references.motion import cross, spatial_motion
from symoro.references.tree_dynamics import RowScrew, TreeDynamics, motion_product


class EffortDerivatives(TreeDynamics):
    """A tree robot on a base that does not float, at a state with accelerations."""

    def by_position(self) -> AnyArray:
        """The derivatives of the joint efforts, a column for each joint position."""
        accelerations, wrenches = self._accelerations(), self._wrenches()
        r: dict[int, AnyArray] = {}
        outer: dict[int, AnyArray] = {}
        for b in self.screws:
            i = self.robot.frame(b.frame).antecedent
            bent = motion_product(self._velocity(i)) @ b.rate
            r[b.frame] = motion_product(accelerations[i]) @ b.pair + bent
            turned = motion_product(b.pair).T @ wrenches[b.frame]
            outer[b.frame] = self._wrench(b.frame, b.rate, r[b.frame]) - turned

        def element(a: RowScrew, b: RowScrew, k: int) -> Any:
            if a.frame != b.frame == k:
                return a.pair @ outer[k]
            return a.pair @ self._wrench(k, b.rate, r[b.frame])

        return self._matrix(element, None)

    def by_velocity(self) -> AnyArray:
        """The same for joint velocities, friction included."""
        rate: dict[int, AnyArray] = {}
        outer: dict[int, AnyArray] = {}
        for b in self.screws:
            rate[b.frame] = b.rate + motion_product(self._velocity(b.frame)) @ b.pair
            outer[b.frame] = self._wrench(b.frame, b.pair, rate[b.frame])

        def element(a: RowScrew, b: RowScrew, k: int) -> Any:
            if b.frame != k:
                return a.pair @ self._wrench(k, b.pair, rate[b.frame])
            total = a.pair @ outer[k]
            return total + self._friction(k).slope() if a is b else total

        return self._matrix(element, None)

    def _friction(self, k: int) -> JointFriction:
        return JointFriction(self.robot, k, self._values, self._arithmetic)

    def _wrench(self, k: int, velocity: AnyArray, acceleration: AnyArray) -> AnyArray:
        """2 B_k v + I_k a."""
        I, B = self._sums  # noqa: E741
        wrench: AnyArray = 2 * (B[k] @ velocity) + I[k] @ acceleration
        return wrench

    @cached_property
    def efforts(self) -> Efforts:
        """The efforts themselves."""
        return inverse_dynamics(self.robot, self._values, self._arithmetic, self._dtype)

    @cached_property
    def _sums(self) -> tuple[dict[int, AnyArray], dict[int, AnyArray]]:
        products = {j: self._velocity_product(j) for j in self._inertia}
        return self._subtree_sums(self._inertia), self._subtree_sums(products)

    def _velocity(self, j: int) -> AnyArray:
        return np.concatenate([self.motion.w[j], self.motion.v[j]])

    def _accelerations(self) -> dict[int, AnyArray]:
        state = self.robot, self._values, self._arithmetic, self._dtype
        motion = spatial_motion(*state, gravity=True)
        return {j: np.concatenate([motion.a_w[j], motion.a_v[j]]) for j in motion.a_w}

    def _wrenches(self) -> dict[int, AnyArray]:
        """The wrench on each link from its antecedent, about the fixed point, moment first."""
        pairs = {}
        for j in self.robot.outward():
            R, p = self.motion.pose[j][:3, :3], self.motion.place[j]
            force = R @ self.efforts.f[j]
            pairs[j] = np.concatenate([R @ self.efforts.n[j] + cross(p, force), force])
        return pairs

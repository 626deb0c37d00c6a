"""Dynamics of closed robots from those of the tree, with rates from all rows of all loops.

The tree's inertia and Coriolis matrices and its bias are those of symoro.references.tree_dynamics;
the rates G of all joints in those of the actuated ones, the rate of G, and the accelerations that
are left when the actuated ones have none, are least squares of the six equations of each loop in
absolute coordinates (closed_loops).

References: [Featherstone08] chapter 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Values, evaluate, symbol
from symoro.expressions.names import fresh_name
from symoro.references.closed_loops import LoopRows, loop_row_rates, loop_rows
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot


@dataclass(frozen=True)
class ClosedDynamics:
    """A closed robot at a state; a floating base comes before the actuated joints.

    Attributes:
        robot: with the velocities of all joints in its tables.
        active: the actuated joints.
        dependent: the joints that follow from them; others are at rest.
    """

    robot: Robot
    active: tuple[int, ...]
    dependent: tuple[int, ...]
    values: Values
    arithmetic: Arithmetic[Any]
    dtype: Any

    @cached_property
    def _rows(self) -> LoopRows:
        return loop_rows(self.robot, self.values, self.arithmetic, self.dtype)

    @cached_property
    def _tree(self) -> TreeDynamics:
        return TreeDynamics(self.robot, self.values, self.arithmetic, self.dtype)

    def at_velocities(self, rates: Sequence[Any]) -> ClosedDynamics:
        """The same posture with other velocities of the actuated joints; a base stands."""
        values, frames = dict(self.values), list(self.robot.frames)
        taken_names = set(self.values)
        joints = self.robot.moving_joints
        qd = self.slopes(joints) @ np.array(rates, dtype=self.dtype)
        for j, rate in zip(joints, qd, strict=True):
            name = fresh_name(f"QP{j}", taken_names)
            taken_names.add(name)
            values[name] = rate
            frames[j - 1] = replace(frames[j - 1], QP=symbol(name))
        robot = replace(self.robot, frames=tuple(frames))
        return replace(self, robot=robot, values=values)

    def slopes(self, joints: Sequence[int]) -> AnyArray:
        """G: the rows of some joints."""
        known = self._slopes
        zero = 0 * known[self.active[0]]
        return np.array([known.get(j, zero) for j in joints], dtype=self.dtype)

    @cached_property
    def _slopes(self) -> dict[int, AnyArray]:
        """The rows of G by joint; the others are zero."""
        rows = self._rows
        unit = np.array(np.eye(len(self.active), dtype=int), dtype=self.dtype)
        slopes = rows.solve(self.dependent, -rows.columns_of(self.active))
        joints = (*self.active, *self.dependent)
        return dict(zip(joints, (*unit, *slopes), strict=True))

    def biases(self, joints: Sequence[int]) -> AnyArray:
        """The accelerations of some joints when no actuated joint accelerates."""
        rows = self._rows
        known = dict(zip(self.dependent, rows.solve(self.dependent, -rows.bias), strict=True))
        zero = 0 * rows.bias[0]
        return np.array([known.get(j, zero) for j in joints], dtype=self.dtype)

    def slope_rates(self, joints: Sequence[int]) -> AnyArray:
        """The rates of these rows, from those of the screws."""
        rates = loop_row_rates(self.robot, self.values, self.arithmetic, self.dtype)
        change = rates @ self.slopes(self.robot.moving_joints)
        zero = 0 * change[0]
        rows = self._rows.solve(self.dependent, -change)
        known = dict(zip(self.dependent, rows, strict=True))
        return np.array([known.get(j, zero) for j in joints], dtype=self.dtype)

    def inertia_matrix(self) -> AnyArray:
        """Ac = G^T A G."""
        G = self._widened_slopes()
        Ac: AnyArray = G.T @ self._tree.inertia_matrix() @ G
        return Ac

    def bias(self, tree_bias: AnyArray | None = None) -> AnyArray:
        """Hc = G^T (A biases + H), or with another H of the tree."""
        tree = self._tree
        H = tree.bias() if tree_bias is None else tree_bias
        accelerations = self.biases(self.tree_joints)
        A = tree.inertia_matrix()
        H = H + A[:, len(H) - len(accelerations) :] @ accelerations
        return self.project(H)

    def coriolis_matrix(self) -> AnyArray:
        """Cc = G^T (C G + A dG/dt)."""
        tree, G = self._tree, self._widened_slopes()
        Gd = 0 * G
        joints = self.tree_joints
        Gd[len(G) - len(joints) :, Gd.shape[1] - len(self.active) :] = self.slope_rates(joints)
        Cc: AnyArray = G.T @ (tree.coriolis_matrix() @ G + tree.inertia_matrix() @ Gd)
        return Cc

    def velocity(self) -> AnyArray:
        """The velocities of a floating base, then of the actuated joints."""
        velocity = self._tree.velocity()
        base = velocity[: len(velocity) - len(self.tree_joints)]
        rates = [
            evaluate(self.robot.frame(j).QP, self.values, self.arithmetic) for j in self.active
        ]
        return np.array([*base, *rates], dtype=self.dtype)

    def project(self, efforts: AnyArray) -> AnyArray:
        """G^T times efforts of the tree, those of a floating base first."""
        projected: AnyArray = self._widened_slopes().T @ efforts
        return projected

    @property
    def tree_joints(self) -> tuple[int, ...]:
        """The joints of the tree."""
        return tuple(j for j in self.robot.outward() if self.robot.frame(j).moves)

    def _widened_slopes(self) -> AnyArray:
        """G with six rows and columns of a floating base."""
        G = self.slopes(self.tree_joints)
        first = 6 if self.robot.base.motion is BaseMotion.FLOATING else 0
        whole = np.array(np.eye(first + len(G), first + G.shape[1], dtype=int), dtype=self.dtype)
        whole[first:, first:] = G
        return whole

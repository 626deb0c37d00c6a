"""Dynamics of closed robots from those of the tree, with rates from all rows of all loops.

The tree's inertia and Coriolis matrices and its bias are those of symoro.references.tree_dynamics;
the rates G of all joints in those of the actuated ones, the rate of G, and the accelerations that
are left when the actuated ones have none, are least squares of the six equations of each loop in
absolute coordinates (closed_loops).

References: [Featherstone08] chapter 8.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.algebra.vectors import AnyArray
from symoro.expressions import ZERO, Arithmetic, Expression, Values, evaluate, symbol
from symoro.expressions.names import fresh_name
from symoro.models.dynamics.ccg import CORIOLIS, FRICTION, TERMS
from symoro.references.closed_loops import LoopRows, loop_row_rates, loop_rows
from symoro.references.friction import JointFriction
from symoro.references.motion import skew, spatial_motion
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot
from symoro.robot.efforts import given_effort


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
        for k, _ in self.robot.loops():
            row = self._row(k)
            Ac = Ac + self._at(self.robot.drive(k).IA) * np.outer(row, row)
        return Ac

    def bias(self, tree_bias: AnyArray | None = None, terms: Collection[str] = TERMS) -> AnyArray:
        """Hc = G^T (A biases + H), or with another H of the tree, that of some terms.

        Drives of cut joints are added, and where all terms are wanted springs of joints that follow
        from others, and their motors.
        """
        tree = self._tree
        H = tree.bias() if tree_bias is None else tree_bias
        if CORIOLIS in terms:
            accelerations = self.biases(self.tree_joints)
            A = tree.inertia_matrix()
            H = H + A[:, len(H) - len(accelerations) :] @ accelerations
        total = self.project(H)
        robot = self.robot
        for k, _ in robot.loops():
            if CORIOLIS in terms:
                rotor = self._at(robot.drive(k).IA)
                total = total + self._row(k) * rotor * self.biases([k])[0]
            if FRICTION in terms:
                friction = JointFriction(robot, k, self.values, self.arithmetic)
                total = total + self._row(k) * friction.torque(0 * total[0])
        if set(terms) == set(TERMS):
            for j in robot.moving_joints:
                if j not in self.active:
                    total = total - self._row(j) * self._push(j)
        return total

    def _row(self, j: int) -> AnyArray:
        """The row of G of a joint, with zeros for a floating base."""
        return self._widen(self.slopes([j])[0])

    def _widen(self, row: AnyArray) -> AnyArray:
        first = 6 if self.robot.base.motion is BaseMotion.FLOATING else 0
        return np.concatenate([[0 * row[0]] * first, row])

    def coriolis_matrix(self) -> AnyArray:
        """Cc = G^T (C G + A dG/dt)."""
        tree, G = self._tree, self._widened_slopes()
        Gd = 0 * G
        joints = self.tree_joints
        Gd[len(G) - len(joints) :, Gd.shape[1] - len(self.active) :] = self.slope_rates(joints)
        Cc: AnyArray = G.T @ (tree.coriolis_matrix() @ G + tree.inertia_matrix() @ Gd)
        for k, _ in self.robot.loops():
            change = self._widen(self.slope_rates([k])[0])
            Cc = Cc + self._at(self.robot.drive(k).IA) * np.outer(self._row(k), change)
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

    def joint_efforts(self, tau: Mapping[int, Any]) -> dict[int, Any]:
        """The efforts of all joints: those of the tree without loads, with drives and pushes."""
        robot = self.robot
        efforts = dict(tau)
        for j in robot.moving_joints:
            if j > robot.n_links:
                efforts[j] = self._resistance(j)
            if j in self.active:
                continue
            push = self._push(j)
            efforts[j] = efforts[j] - push
            if robot.drive(j).FL != ZERO:
                bare = self._resistance(j)
                loaded = self._resistance(j, self._passive_load(j, bare - push))
                efforts[j] = efforts[j] + loaded - bare
        return efforts

    def motor_efforts(self, efforts: Mapping[int, Any]) -> dict[int, Any]:
        """The efforts of the motors from those of all joints, by power."""
        joints = tuple(efforts)
        column = np.array([*efforts.values()], dtype=self.dtype)
        GAM = dict(zip(self.active, self.slopes(joints).T @ column, strict=True))
        for j in self.active:
            if self.robot.drive(j).FL != ZERO:
                bare = self._resistance(j)
                GAM[j] = GAM[j] - bare + self._resistance(j, GAM[j] - bare)
        return GAM

    def _at(self, entry: Expression) -> Any:
        return evaluate(entry, self.values, self.arithmetic)

    def _resistance(self, j: int, load: Any = None) -> Any:
        """The effort that friction and rotor of a joint need, under a load or without."""
        friction = JointFriction(self.robot, j, self.values, self.arithmetic)
        none = self._at(ZERO)
        rotor = self._at(self.robot.drive(j).IA)
        qdd = self._at(self.robot.frame(j).QDP)
        return friction.torque(none if load is None else load) + rotor * qdd

    def _push(self, j: int) -> Any:
        """The effort of a spring, or of a motor."""
        return self._at(given_effort(self.robot, j))

    def _passive_load(self, j: int, c: Any) -> Any:
        """The load L of a passive joint: L + c + FL |L| s = 0, of either sign."""
        friction = JointFriction(self.robot, j, self.values, self.arithmetic)
        part = friction.K["FL"] * friction.s
        above, below = -c / (1 + part), -c / (1 - part)
        return above if above > 0 else below

    def loop_forces(self, tau: Mapping[int, Any]) -> AnyArray:
        """The wrenches of the cut joints that balance efforts of the tree, by joint.

        About the fixed point in frame 0: the force and the moment of each link a(k) on link a(k+B).
        """
        zero = 0 * self._tree.bias()[0]
        efforts = [-tau.get(j, zero) for j in self.dependent]
        return self._rows.solve_forces(self.dependent, np.array(efforts, dtype=self.dtype))

    def wrench_components(self) -> tuple[dict[int, AnyArray], dict[int, AnyArray]]:
        """The maps from the wrenches of `loop_forces` to those in frames of joints and links.

        By cut joint in its frame, and by link what they add to the reaction of its antecedent: six
        rows of force and moment, whose columns are the elements of the wrenches.
        """
        motion = spatial_motion(self.robot, self.values, self.arithmetic, self.dtype)
        loops = self.robot.loops()

        def part(frame: int, signs: Sequence[int]) -> AnyArray:
            turn, p = motion.pose[frame][:3, :3].T, skew(motion.place[frame])
            here = np.block([[turn, 0 * turn], [-turn @ p, turn]])
            return np.concatenate([sign * here for sign in signs], axis=1)

        cut = {k: part(k, [int(k == other) for other, _ in loops]) for k, _ in loops}
        links = {}
        for j in self.robot.outward():
            ends = [[j in self.robot.ancestors(end) for end in pair] for pair in loops]
            links[j] = part(j, [int(ahead) - int(back) for ahead, back in ends])
        return cut, links

    def determinacy(self, components: AnyArray) -> npt.NDArray[np.bool_]:
        """Tell which rows of `wrench_components` passive and cut joints determine."""
        return self._rows.lie_in_span(self.dependent, components.T)

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


def without_load_friction(robot: Robot) -> Robot:
    """Return the robot without friction in proportion to loads, which its tree cannot tell."""
    links, drives = (
        tuple(replace(link, FL=ZERO) for link in part) for part in (robot.links, robot.cut_drives)
    )
    return replace(robot, links=links, cut_drives=drives)

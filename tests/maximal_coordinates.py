"""Dynamics of closed and tree robots in maximal coordinates: a route that shares only the tables.

Every body has six velocity components, of its origin and of its rotation, in the axes of frame 0 at
the instant considered, and every joint has a rate. Each joint, cut ones too, gives six rows: the
motion of its child relative to its parent is the rate along or about its axis. Rows are multiplied
by Lagrange multipliers; the system of Newton's, Euler's and the joints' equations with all rows is
solved by least squares, so that redundant rows do no harm. No tree is cut, no joint is passive, no
row is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.robot import BaseMotion, Frame, JointType, Link, Robot

Array = npt.NDArray[np.float64]

SOLVED = 1e-9
"""The residual that a system may leave, of its largest term."""

_FLOATS = FloatArithmetic()
_NULL = 1e-11  # of the largest singular value: below it there is no direction


class Undetermined(ValueError):
    """The drives do not determine the motion here, or ask for one that the loops do not allow."""


@dataclass(frozen=True)
class _Joint:
    """A joint between two bodies, at a point and along an axis.

    Attributes:
        arms: from the origins of parent and child to the point where they meet.
    """

    number: int
    parent: int
    child: int
    kind: JointType
    axis: Array
    arms: tuple[Array, Array]


class MaximalCoordinates:
    """A robot at a state.

    Velocities of the drives are inputs: a floating base if there is one, then the motors. All other
    velocities follow from the rows.
    """

    def __init__(
        self,
        robot: Robot,
        values: Mapping[str, float],
        motors: Sequence[int] | None = None,
        held: Sequence[int] = (),
    ) -> None:
        """Take a number for each symbol of the robot; positions close the loops.

        Motors are those of the table unless others are given; ``held`` are joints that stand still.
        """
        self.robot = robot
        self.values = values
        self.joints = robot.moving_joints
        self.motors = tuple(j for j in self.joints if robot.frame(j).mu)
        if motors is not None:
            self.motors = tuple(motors)
        self.held = tuple(held)
        self.floats = robot.base.motion is BaseMotion.FLOATING

    # Tables

    def at(self, entry: Expression) -> float:
        """The number of an entry of the tables."""
        return float(evaluate(entry, self.values, _FLOATS))

    def vector(self, entries: Iterable[Expression]) -> Array:
        """The numbers of some entries."""
        return np.array([self.at(entry) for entry in entries])

    def rates(self, field: str) -> Array:
        """QP, QDP or GAM of all joints, as the tables have them."""
        return self.vector(getattr(self.robot.frame(j), field) for j in self.joints)

    def link(self, j: int) -> Link:
        """The inertia and drive of a body or joint."""
        base = self.robot.base.link if self.floats else None
        if not j:
            return base or Link()
        return self.robot.drive(j) if j <= self.robot.n_joints else Link()

    # Geometry

    @cached_property
    def poses(self) -> dict[int, Array]:
        """Each frame in frame 0."""
        found = {0: np.eye(4)}
        waiting = dict(self.robot)
        while waiting:
            for j, frame in list(waiting.items()):
                if frame.antecedent in found:
                    found[j] = found[frame.antecedent] @ self._step(frame)
                    del waiting[j]
        return found

    def _step(self, frame: Frame) -> Array:
        gamma, b, alpha, d, theta, r = self.vector(
            (frame.gamma, frame.b, frame.alpha, frame.d, frame.theta, frame.r)
        )
        along_x, along_z = _turn(0, alpha), _turn(2, theta)
        along_x[0, 3], along_z[2, 3] = d, r
        first = _turn(2, gamma)
        first[2, 3] = b
        step: Array = first @ along_x @ along_z
        return step

    @cached_property
    def gap(self) -> float:
        """The largest gap of the loops: a length or an angle."""
        apart = [self.poses[k] - self.poses[b] for k, b in self.robot.loops()]
        return max((float(np.abs(each).max()) for each in apart), default=0.0)

    @cached_property
    def reach(self) -> float:
        """The largest coordinate of an origin."""
        return max(float(np.abs(pose[:3, 3]).max()) for pose in self.poses.values()) or 1.0

    @cached_property
    def bodies(self) -> list[int]:
        """The bodies: the base if it floats, then all links."""
        return [*([0] if self.floats else []), *range(1, self.robot.n_links + 1)]

    @cached_property
    def _all_joints(self) -> list[_Joint]:
        """All joints, fixed ones and cut ones too."""
        opposite = dict(self.robot.loops())
        found = []
        for j, frame in self.robot:
            if j in opposite.values():
                continue
            far = opposite.get(j)
            parent, child = self._carrier(frame.antecedent), self._carrier(far or j)
            here, origin = self.poses[j], self._origin(far or j)
            arms = (here[:3, 3] - self._origin(parent), origin - self._origin(child))
            found.append(_Joint(j, parent, child, frame.sigma, here[:3, 2], arms))
        return found

    def _carrier(self, j: int) -> int:
        """The body on which a frame is; a cut frame is fixed to the body behind the cut."""
        opposite = dict(self.robot.loops())
        while j > self.robot.n_links:
            j = self.robot.frame(opposite.get(j, j)).antecedent
        return j

    def _origin(self, j: int) -> Array:
        origin: Array = self.poses[j][:3, 3]
        return origin

    # Rows: rows @ (velocities of bodies, rates) = known

    @cached_property
    def _size(self) -> int:
        return 6 * len(self.bodies) + len(self.joints)

    @cached_property
    def _rows(self) -> Array:
        blocks = []
        for joint in self._all_joints:
            block = np.zeros((6, self._size))
            for body, arm, sign in zip(
                (joint.parent, joint.child), joint.arms, (-1.0, 1.0), strict=True
            ):
                if body in self.bodies:
                    at = 6 * self.bodies.index(body)
                    block[:3, at : at + 3] += sign * np.eye(3)
                    block[:3, at + 3 : at + 6] -= sign * _skew(arm)
                    block[3:, at + 3 : at + 6] += sign * np.eye(3)
            if joint.kind is not JointType.FIXED:
                rows = slice(3, 6) if joint.kind is JointType.REVOLUTE else slice(0, 3)
                block[rows, self._column(joint.number)] = -joint.axis
            blocks.append(block)
        return np.concatenate([*blocks, np.eye(self._size)[[self._column(j) for j in self.held]]])

    def _column(self, j: int) -> int:
        return 6 * len(self.bodies) + self.joints.index(j)

    @cached_property
    def _drives(self) -> Array:
        """A row of ones for each drive."""
        chosen = [*(range(6) if self.floats else ()), *map(self._column, self.motors)]
        return np.eye(self._size)[chosen]

    def _base(self, linear: tuple[Expression, ...], angular: tuple[Expression, ...]) -> Array:
        return np.array([*self.vector(linear), *self.vector(angular)])

    @cached_property
    def drive_rates(self) -> Array:
        """The velocities of the drives."""
        base = self.robot.base
        first: Array | list[float] = self._base(base.V0, base.W0) if self.floats else []
        return np.array([*first, *self.vector(self.robot.frame(j).QP for j in self.motors)])

    @cached_property
    def velocity(self) -> Array:
        """The velocities of all bodies, then the rates of all joints."""
        base = self.robot.base
        moving = np.zeros(len(self._rows))
        if not self.floats:
            moving = self._of_base(self._base(base.V0, base.W0))
        found = self._solved(
            np.concatenate([self._rows, self._drives]), np.concatenate([moving, self.drive_rates])
        )
        self._require_unique(np.concatenate([self._rows, self._drives]))
        return found

    def _of_base(self, motion: Array) -> Array:
        """The right sides of the rows for the given motion of a base."""
        rows = []
        for joint in self._all_joints:
            v, w = motion[:3], motion[3:]
            row = np.zeros(6)
            for body, arm, sign in zip(
                (joint.parent, joint.child), joint.arms, (1.0, -1.0), strict=True
            ):
                if not body:
                    row += sign * np.concatenate([v + np.cross(w, arm), w])
            rows.append(row)
        return np.concatenate([*rows, np.zeros(len(self.held))])

    def _twist(self, body: int) -> tuple[Array, Array]:
        if body in self.bodies:
            at = 6 * self.bodies.index(body)
            return self.velocity[at : at + 3], self.velocity[at + 3 : at + 6]
        base = self.robot.base
        return self.vector(base.V0), self.vector(base.W0)

    @cached_property
    def joint_rates(self) -> Array:
        """The rates of all joints, from the rows."""
        return self.velocity[6 * len(self.bodies) :]

    @cached_property
    def _turning(self) -> Array:
        """The right sides of the rows of accelerations, of velocities and a moving base."""
        base = self.robot.base
        rows = np.zeros(len(self._rows))
        if not self.floats:
            rows = self._of_base(self._base(base.VP0, base.WP0))
        for k, joint in enumerate(self._all_joints):
            wp, wc = self._twist(joint.parent)[1], self._twist(joint.child)[1]
            linear = np.cross(wp, np.cross(wp, joint.arms[0]))
            linear = linear - np.cross(wc, np.cross(wc, joint.arms[1]))
            angular = np.zeros(3)
            if joint.kind is not JointType.FIXED:
                rate = joint.axis * self.joint_rates[self.joints.index(joint.number)]
                if joint.kind is JointType.REVOLUTE:
                    angular = np.cross(wp, rate)
                else:
                    linear = linear + 2 * np.cross(wp, rate)
            rows[6 * k : 6 * k + 6] += np.concatenate([linear, angular])
        return rows

    # Bodies

    def _body(self, j: int) -> tuple[float, Array, Array]:
        """Mass, first moments and inertia about the origin, in the axes of frame 0."""
        link, R = self.link(j), self.poses[j][:3, :3]
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = self.vector(link.inertial)
        J = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])
        return M, R @ np.array([MX, MY, MZ]), R @ J @ R.T

    @cached_property
    def _mass(self) -> Array:
        whole = np.zeros((self._size, self._size))
        for k, j in enumerate(self.bodies):
            M, ms, J = self._body(j)
            block = np.block([[M * np.eye(3), -_skew(ms)], [_skew(ms), J]])
            whole[6 * k : 6 * k + 6, 6 * k : 6 * k + 6] = block
        for j in self.joints:
            whole[self._column(j), self._column(j)] = self.at(self.link(j).IA)
        return whole

    @cached_property
    def gravity(self) -> Array:
        """In frame 0."""
        g = self.vector(self.robot.base.G)
        return self._world[:3, :3].T @ g if self.floats else g

    @cached_property
    def _world(self) -> Array:
        return np.array([self.vector(row) for row in self.robot.base.Z])

    @cached_property
    def _forces(self) -> Array:
        """Forces and moments on all bodies, then efforts of all joints but those of motors."""
        rows = np.zeros(self._size)
        for k, j in enumerate(self.bodies):
            M, ms, J = self._body(j)
            w, R = self._twist(j)[1], self.poses[j][:3, :3]
            outer = self.vector(self.link(j).wrench)
            force = M * self.gravity - np.cross(w, np.cross(w, ms)) - R @ outer[:3]
            moment = np.cross(ms, self.gravity) - np.cross(w, J @ w) - R @ outer[3:]
            rows[6 * k : 6 * k + 6] = np.concatenate([force, moment])
        for j, rate in zip(self.joints, self.joint_rates, strict=True):
            link, frame = self.link(j), self.robot.frame(j)
            rows[self._column(j)] = -self.at(link.FV) * rate - self.at(link.FS) * np.sign(rate)
            if frame.eta:
                rows[self._column(j)] -= self.at(frame.k) * (
                    self.at(frame.position) - self.at(frame.rest)
                )
        return rows

    # Dynamics

    def efforts(self, accelerations: Array, *, still: bool = False) -> Array:
        """The efforts of the drives that give them accelerations; ``still``: of inertia alone."""
        rows, drives = self._rows, self._drives
        force = np.zeros(self._size) if still else self._forces
        turning = np.zeros(len(rows)) if still else self._turning
        motion = self._solved(
            np.concatenate([rows, drives]), np.concatenate([turning, accelerations])
        )
        reactions = self._solved(np.concatenate([rows, drives]).T, self._mass @ motion - force)
        return reactions[len(rows) :]

    @cached_property
    def inertia(self) -> Array:
        """A of the drives."""
        columns = [self.efforts(unit, still=True) for unit in np.eye(len(self._drives))]
        return np.array(columns).T

    @cached_property
    def bias(self) -> Array:
        """H of the drives."""
        return self.efforts(np.zeros(len(self._drives)))

    def accelerations(self, efforts: Array) -> Array:
        """The accelerations of a floating base, then of all joints, under efforts of the drives."""
        rows = self._rows
        none = np.zeros((len(rows), len(rows)))
        whole = np.block([[self._mass, -rows.T], [rows, none]])
        right = np.concatenate([self._forces + self._drives.T @ efforts, self._turning])
        found = self._solved(whole, right)
        first = range(6) if self.floats else range(0)
        return found[[*first, *map(self._column, self.joints)]]

    def joint_accelerations(self, accelerations: Array) -> Array:
        """The accelerations of all joints that go with those of the drives."""
        right = np.concatenate([self._turning, accelerations])
        found = self._solved(np.concatenate([self._rows, self._drives]), right)
        return found[6 * len(self.bodies) :]

    @cached_property
    def kinetic_energy(self) -> float:
        """Of all bodies and rotors."""
        return float(self.velocity @ self._mass @ self.velocity) / 2

    @cached_property
    def potential_energy(self) -> float:
        """Of gravity, zero at the origin in whose axes gravity is written."""
        g, total = self.vector(self.robot.base.G), 0.0
        for j in self.bodies:
            M, ms, _ = self._body(j)
            moments = M * self.poses[j][:3, 3] + ms
            if self.floats:
                moments = self._world[:3, :3] @ moments + M * self._world[:3, 3]
            total -= float(g @ moments)
        return total

    # Linear systems

    def _solved(self, matrix: Array, right: Array) -> Array:
        """The least-squares solution; it has to be a solution."""
        rows = _norms(matrix, 1)[:, None]
        columns = _norms(matrix / rows, 0)
        scaled, wanted = matrix / rows / columns, right / rows[:, 0]
        found = np.asarray(np.linalg.lstsq(scaled, wanted, rcond=_NULL)[0], dtype=float)
        left = float(np.abs(scaled @ found - wanted).max(initial=0.0))
        if left > SOLVED * max(1.0, float(np.abs(wanted).max(initial=0.0))):
            raise Undetermined(f"{self.robot.name}: {left:.2g} left")
        solution: Array = found / columns
        return solution

    def _require_unique(self, matrix: Array) -> None:
        """Refuse drives that leave a motion, unless only massless links turn idly."""
        _, singular, directions = np.linalg.svd(matrix)
        rank = int(np.sum(singular > 1e-9 * singular[0]))
        idle = directions[rank:]
        if np.abs(idle @ self._mass).max(initial=0.0) > SOLVED:
            raise Undetermined(f"{self.robot.name}: the motors leave a motion")


def _norms(matrix: Array, axis: int) -> Array:
    """The lengths of rows or columns, 1 where they are zero: units do not decide what is small."""
    found = np.linalg.norm(matrix, axis=axis)
    return np.where(found > 0, found, 1.0)


def _turn(axis: int, angle: float) -> Array:
    """A rotation about x (0) or z (2)."""
    T = np.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    T[i, i] = T[j, j] = np.cos(angle)
    T[j, i] = np.sin(angle)
    T[i, j] = -T[j, i]
    return T


def _skew(a: Array) -> Array:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])

"""The gaps of a robot's loops, and their derivatives, for many postures at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symoro.analysis.arrays import Flags, Floats, cross
from symoro.analysis.loops.scaled_tables import scaled_tables
from symoro.errors import UsageError
from symoro.robot import JointType, Robot

_HALF_TURN = 1e-9  # the sine of an angle so near to a half turn that its axis is not known


@dataclass(frozen=True)
class _Loop:
    """The frames of a cut joint, and the joints on the way to each from the loop's root."""

    cut: int
    other: int
    down: tuple[int, ...]
    up: tuple[int, ...]


class Closure:
    """The loops of a robot with numbers for its lengths and constant angles.

    A posture is a row of an array ``x``, one column for each joint variable: radians, and metres
    divided by the robot's size. So nothing depends on the unit of length. A loop is closed where
    frames k and k+B of its cut joint coincide.

    Attributes:
        tables: its numbers; ``tables.joints`` are the frames of the columns.
    """

    def __init__(self, robot: Robot, values: Mapping[str, float]) -> None:
        """Take a number for each symbol of the geometry that is not a joint variable."""
        self.robot = robot
        self.tables = scaled_tables(robot, values)

    # Postures

    def scaled_row(self, posture: Mapping[int, float]) -> Floats:
        """Return the row of joint positions by frame [rad or m]; missing joints are at zero."""
        x = np.zeros(len(self.tables.joints))
        for j, position in posture.items():
            x[self.column(j)] = position
        return x / self.tables.unit

    def posture(self, x: Floats) -> dict[int, float]:
        """Return the joint positions by frame [rad or m] of a row."""
        q = x * self.tables.unit
        return {j: float(q[column]) for j, column in self.tables.column.items()}

    def column(self, j: int) -> int:
        """Return the column of a joint.

        Raises:
            UsageError: if frame j does not move.
        """
        if j not in self.tables.column:
            known = ", ".join(map(str, self.tables.column))
            raise UsageError(f"frame {j} of {self.robot.name} does not move; joints are {known}")
        return self.tables.column[j]

    @cached_property
    def on_loops(self) -> Flags:
        """The columns that open or close a loop."""
        rows = [self.tables.row[j] for loop in self._loops for j in (*loop.down, *loop.up)]
        moved: Flags = np.any(self.tables.gear[rows] != 0, axis=0)
        return moved

    # Kinematics

    def poses(self, x: Floats) -> Floats:
        """The poses of all frames in frame 0, lengths by the size: (frames + 1, postures, 4, 4)."""
        position = x @ self.tables.gear.T + self.tables.offset
        cosine, sine = np.cos(position), np.sin(position)
        pose = np.empty((self.robot.n_frames + 1, len(x), 4, 4))
        pose[0] = np.eye(4)
        for (j, frame), rigid in zip(self.robot, self.tables.rigid, strict=True):
            here = pose[j]
            np.matmul(pose[frame.antecedent].reshape(-1, 4), rigid, out=here.reshape(-1, 4))
            if frame.sigma is JointType.REVOLUTE:
                row = self.tables.row[j]
                c, s = cosine[:, row, None], sine[:, row, None]
                turned = here[:, :, 0] * c + here[:, :, 1] * s
                here[:, :, 1] = here[:, :, 1] * c - here[:, :, 0] * s
                here[:, :, 0] = turned
            elif frame.sigma is JointType.PRISMATIC:
                here[:, :, 3] += here[:, :, 2] * position[:, self.tables.row[j], None]
        return pose

    def gaps(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the gaps, six numbers a loop, and their derivatives.

        Of each loop: the vector from the origin of frame k+B to that of frame k, by the size, and
        the rotation vector from frame k+B to frame k. The derivatives are the twists of the loop's
        joints. Those of the rotation are exact where the loop is closed; the gradient of the sum
        of squares is exact everywhere.

        Returns:
            Arrays (postures, 6 loops) and (postures, 6 loops, joints).
        """
        pose = self.poses(x)
        gap = np.empty((len(x), 6 * len(self._loops)))
        slope = np.zeros((*gap.shape, len(self.tables.row)))
        for number, loop in enumerate(self._loops):
            rows = slice(6 * number, 6 * number + 6)
            gap[:, rows] = pose_difference(pose[loop.cut], pose[loop.other])
            self._add_twists(slope[:, rows], pose, loop.down, loop.cut)
            self._add_twists(slope[:, rows], pose, loop.up, loop.other, sign=-1.0)
        return gap, slope @ self.tables.gear

    def twists(self, x: Floats, k: int) -> Floats:
        """The twists of link k at its origin for a unit of each joint: (postures, 6, joints)."""
        joints = tuple(j for j in self.robot.ancestors(k) if j in self.tables.row)
        twists = np.zeros((len(x), 6, len(self.tables.row)))
        self._add_twists(twists, self.poses(x), joints, k)
        return twists @ self.tables.gear

    def _add_twists(
        self, out: Floats, pose: Floats, joints: tuple[int, ...], k: int, sign: float = 1.0
    ) -> None:
        """Add what each joint gives to the origin of frame k: velocity and angular velocity."""
        for j in joints:
            axis, row = pose[j, :, :3, 2], self.tables.row[j]
            if self.robot.frame(j).sigma is JointType.REVOLUTE:
                arm = pose[k, :, :3, 3] - pose[j, :, :3, 3]
                out[:, :3, row] += sign * cross(axis, arm)
                out[:, 3:, row] += sign * axis
            else:
                out[:, :3, row] += sign * axis

    @cached_property
    def _loops(self) -> tuple[_Loop, ...]:
        loops = []
        for k, other in self.robot.loops():
            above = set(self.robot.ancestors(self.robot.root(k, other)))
            down, up = (
                tuple(j for j in self.robot.ancestors(end) if j in self.tables.row.keys() - above)
                for end in (k, other)
            )
            loops.append(_Loop(k, other, down, up))
        return tuple(loops)


def pose_difference(end: Floats, other: Floats) -> Floats:
    """Return a vector and a rotation vector between two frames, for a batch of poses.

    A half turn is about x, on every processor; SciPy's takes three times as long.
    """
    turn = end[:, :3, :3] @ other[:, :3, :3].transpose(0, 2, 1)
    lower, upper = turn[:, [2, 0, 1], [1, 2, 0]], turn[:, [1, 2, 0], [2, 0, 1]]
    vector = (lower - upper) / 2  # the axis times the sine
    sine = np.linalg.norm(vector, axis=1)
    cosine = (np.trace(turn, axis1=1, axis2=2) - 1) / 2
    angle = np.arctan2(sine, cosine)
    vector *= np.divide(angle, sine, out=np.ones_like(sine), where=sine > 0)[:, None]
    unknown = (sine < _HALF_TURN) & (cosine < 0)
    vector[unknown] = [np.pi, 0.0, 0.0]
    return np.concatenate([end[:, :3, 3] - other[:, :3, 3], vector], axis=1)

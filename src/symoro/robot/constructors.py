"""The constructors of robots from columns, data sheets, axes in space, and joints with bodies."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from symoro.errors import RobotWarning
from symoro.expressions import ExpressionLike
from symoro.robot.dh import dh_fields
from symoro.robot.dh_table import DhTable
from symoro.robot.joint_axis import JointAxis
from symoro.robot.link import Link
from symoro.robot.mdh import mdh_fields


class RobotConstructors:
    """The class methods of `Robot` that make one."""

    @classmethod
    def from_mdh(
        cls,
        alpha: Sequence[ExpressionLike],
        d: Sequence[ExpressionLike],
        theta_offset: Sequence[ExpressionLike],
        r: Sequence[ExpressionLike],
        sigma: Sequence[int],
        tool: object = None,
        name: str = "robot",
    ) -> Self:
        """Return the simple chain Rx(alpha) Tx(d) Rz(theta) Tz(r), one entry a joint.

        The variable of revolute joint j is ``tj`` (theta = tj + offset), that of a prismatic joint
        ``rj`` (r = rj + offset). Inertias are general symbols, gravity is (0, 0, G3). Numbers
        within 1e-12 of a multiple of Pi/12 become exact angles; ``notes`` say which.

        >>> from symoro.robot import Robot
        >>> arm = Robot.from_mdh([0, 1.5707963267948966], [0, 0], [0, 0], ["R1", 0], [0, 0])
        >>> str(arm.frame(2).alpha), str(arm.frame(2).theta), str(arm.frame(1).r)
        ('Pi/2', 't2', 'R1')

        Args:
            alpha: twists [rad].
            d: distances along x [m].
            theta_offset: constant parts of theta [rad].
            r: distances along z, or the offset of a prismatic joint [m].
            sigma: 0 revolute, 1 prismatic, 2 fixed.
            tool: a 4x4 matrix (rows of numbers), added as a massless fixed frame n+1.
            name: the robot's name.

        Raises:
            RobotError: for columns of different lengths, or a matrix that is not a transformation.
        """
        return cls(**mdh_fields(alpha, d, theta_offset, r, sigma, tool, name))

    @classmethod
    def from_dh(
        cls,
        a: Iterable[ExpressionLike],
        alpha: Iterable[ExpressionLike],
        d: Iterable[ExpressionLike],
        theta: Iterable[ExpressionLike],
        *,
        convention: str,
        degrees: bool,
        joints: str = "",
        reversed_joints: Iterable[int] = (),
        base: object = None,
        tool: object = None,
        links: Iterable[Link] | None = None,
        name: str = "robot",
    ) -> Self:
        """Return the simple chain of a data sheet's Denavit-Hartenberg table, one row a joint.

        Rows are Rz(theta) Tz(d) Tx(a) Rx(alpha) if classic, Rx(alpha) Tx(a) Rz(theta) Tz(d) if
        modified. The last frame is that of the sheet; a classic table may need a fixed one for it.
        Variables, inertias and exact angles are as in `from_mdh`. A `RobotWarning` tells of a table
        that looks like the other convention.

        >>> from symoro.robot import Robot
        >>> columns = [0, 0.4], [90, 0], [0.3, 0], [0, 90]
        >>> arm = Robot.from_dh(*columns, convention="classic", degrees=True)
        >>> str(arm.frame(2).alpha), str(arm.frame(2).theta), str(arm.frame(3).d)
        ('Pi/2', 't2 + Pi/2', '0.4')

        Args:
            a: lengths of the common normals [m].
            alpha: twists about them.
            d: distances along the joint axes, offsets of prismatic joints [m].
            theta: angles about the joint axes, offsets of revolute joints.
            convention: ``"classic"`` or ``"modified"``.
            degrees: True for angles in degrees, which are exact; False for radians.
            joints: a letter a row, R, P or F (fixed), as RRPRRR; all revolute by default.
            reversed_joints: the joints that move the other way, from 1.
            base: pose of frame 0 in the world, 4x4 (``Z``); gravity is along the world's z.
            tool: pose of a tool in the last frame, 4x4, added as a massless fixed frame.
            links: one a row, each in the sheet's frame of that number.
            name: the robot's name.

        Raises:
            RobotError: for columns of different lengths, angles in the other unit, variables where
                offsets belong, matrices that are no transformation.
        """
        choices = (convention, degrees, joints, reversed_joints, base, tool, links)
        table = DhTable(a, alpha, d, theta, *choices)  # type: ignore[arg-type]
        for doubt in table.doubts:
            warnings.warn(f"{name}: {doubt}", RobotWarning, stacklevel=2)
        return cls(**dh_fields(table, name))

    @classmethod
    def from_axes(
        cls,
        points: Iterable[Iterable[ExpressionLike]],
        directions: Iterable[Iterable[ExpressionLike]],
        sigma: Iterable[int],
        tool: object = None,
        name: str = "robot",
        *,
        tolerance: float = 0.0,
    ) -> Self:
        """Return the simple chain whose joint axes are given in the base's frame, in one posture.

        In that posture all joint variables are 0 (the home posture of a product of exponentials);
        their signs are those of the directions. Inertias and gravity are as in `from_mdh`.

        >>> from symoro.robot import Robot
        >>> arm = Robot.from_axes([(0, 0, 0), ("1/2", 0, 0)], [(0, 0, 1), (0, 0, 2)], [0, 0])
        >>> str(arm.frame(2).d), str(arm.frame(2).theta)
        ('0.5', 't2')

        Args:
            points: a point of each axis [m]: numbers, or expressions without symbols.
            directions: a vector along each axis, of any length.
            sigma: 0 revolute, 1 prismatic.
            tool: the tool's pose in that posture, 4x4, added as a massless fixed frame.
            name: the robot's name.
            tolerance: lengths [m] below it are 0, and angles [rad] this close to a multiple of
                Pi/12 are that angle; ``notes`` say which. Rounding (1e-12) is always undone.
        """
        from symoro.robot.assembly.axes import axes_fields

        return cls(**axes_fields(points, directions, sigma, tool, name, tolerance))

    @classmethod
    def from_joints(
        cls,
        joints: Iterable[JointAxis],
        *,
        base: str = "base",
        bodies: Mapping[str, Link] | None = None,
        cut: Iterable[str] = (),
        name: str = "robot",
        tolerance: float = 0.0,
    ) -> Self:
        """Return the robot whose joints connect bodies, in a tree or in loops.

        Each loop is cut at a passive joint, so that the branches on its two sides have as many
        links, or nearly; ``origin`` tells the link of each body. Gravity is as in `from_mdh`.

        Args:
            joints: with their axes in the base's frame, in one posture.
            base: the name of the body that is link 0.
            bodies: links in the base's frame, in that posture; symbols for those that are missing.
            cut: the joints to cut, of all loops or of some.
            name: the robot's name.
            tolerance: as in `from_axes`.
        """
        from symoro.robot.assembly.linkage import joints_fields

        return cls(**joints_fields(joints, base, bodies, cut, name, tolerance))

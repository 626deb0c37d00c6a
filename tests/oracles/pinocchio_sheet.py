"""A data sheet's table as a pinocchio model: from elementary motions, none of symoro's tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pinocchio as pin

Array = npt.NDArray[np.float64]


def about(axis: str, angle: float) -> pin.SE3:
    """A turn about x or z."""
    return pin.SE3(pin.utils.rotate(axis, angle), np.zeros(3))


def along(axis: str, length: float) -> pin.SE3:
    """A shift along x or z."""
    return pin.SE3(np.eye(3), length * np.array([axis == "x", axis == "y", axis == "z"], float))


class SheetModel:
    """The joints of a table, one after the other; angles in radians.

    A joint of pinocchio turns about, or slides along, its own z axis, or minus it if reversed.
    Classic: the joint is followed by Rz(theta) Tz(d) Tx(a) Rx(alpha), the sheet's frame j.
    Modified: it is preceded by Rx(alpha) Tx(a) and followed by Rz(theta) Tz(d).
    """

    def __init__(
        self,
        rows: Sequence[tuple[float, float, float, float]],
        convention: str,
        joints: str = "",
        reversed_joints: Sequence[int] = (),
        bodies: Sequence[pin.Inertia] = (),
        base: Array | None = None,
        tool: Array | None = None,
    ) -> None:
        self.model = pin.Model()
        place = pin.SE3.Identity() if base is None else pin.SE3(base)
        joint = 0
        self.frames: list[tuple[int, pin.SE3]] = []
        for j, (a, alpha, d, theta) in enumerate(rows, start=1):
            if convention == "modified":
                place = place * about("x", alpha) * along("x", a)
            kind = (joints or "R" * len(rows))[j - 1]
            if kind != "F":
                axis = np.array([0.0, 0.0, -1.0 if j in reversed_joints else 1.0])
                revolute = pin.JointModelRevoluteUnaligned(axis)
                model = revolute if kind == "R" else pin.JointModelPrismaticUnaligned(axis)
                joint = self.model.addJoint(joint, model, place, f"joint{j}")
                place = pin.SE3.Identity()
            place = place * about("z", theta) * along("z", d)
            if convention == "classic":
                place = place * along("x", a) * about("x", alpha)
            self.frames.append((joint, place))
            if bodies:
                self.model.appendBodyToJoint(joint, bodies[j - 1], place)
        self.tool = place if tool is None else place * pin.SE3(tool)

    def end(self, q: Array) -> Array:
        """The pose of the last frame, or of the tool, in the world."""
        data = self.model.createData()
        pin.forwardKinematics(self.model, data, q)
        pose: Array = (data.oMi[self.frames[-1][0]] * self.tool).homogeneous
        return pose

    def torques(self, q: Array, qd: Array, qdd: Array, gravity: Array) -> Array:
        """The joint torques, by pinocchio."""
        self.model.gravity.linear = gravity
        torques: Array = pin.rnea(self.model, self.model.createData(), q, qd, qdd)
        return torques

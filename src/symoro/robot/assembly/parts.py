"""Bodies and joints in one posture of a robot, all written in the frame of its base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from symoro.expressions import ZERO, Expression
from symoro.robot.assembly.space import ORIGIN, REST, Number, Pose, Rotation, Vector, opposite
from symoro.robot.frame import JointType, Limits
from symoro.robot.origin import Shape

ROOT = 0
"""The place of the base among the bodies."""

_ZEROS: Rotation = (ORIGIN, ORIGIN, ORIGIN)


@dataclass(frozen=True)
class Body:
    """A rigid body.

    Attributes:
        name: in the file.
        pose: its frame in that of the base, in the posture described.
        mass: [kg].
        center: its centre of mass in its frame [m].
        inertia: its inertia matrix about the centre of mass, along the axes of its frame [kg m^2].
        shapes: for pictures, placed in its frame.
        unknown: True if symbols stand for the inertia of its link.
    """

    name: str
    pose: Pose = REST
    mass: Number = 0
    center: Vector = ORIGIN
    inertia: Rotation = _ZEROS
    shapes: tuple[Shape, ...] = ()
    unknown: bool = False


@dataclass(frozen=True)
class Joint:
    """A joint between two bodies.

    Attributes:
        name: in the file.
        kind: revolute, prismatic or fixed.
        parent: the place of one body among the bodies.
        child: the place of the other, which moves in the positive direction relative to the parent.
        point: a point of its axis, in the base's frame [m].
        direction: of its axis, a unit vector in the base's frame.
        position: the value of its variable in the posture described.
        actuated: True if a motor drives it.
        limits: of its variable.
        drive: rotor inertia and friction, fields of a `Link` by their names.
        spring: stiffness and rest position of the spring that acts in a motor's place; or None.
        tool: True for a fixed joint whose child stays a frame of the tables.
        mimic: the place of the joint that it follows, a factor and an offset; or None.
        zero_is_free: True if its variable may have any zero: no constant stands beside it.
    """

    name: str
    kind: JointType
    parent: int
    child: int
    point: Vector = ORIGIN
    direction: Vector = ORIGIN
    position: Number = 0
    actuated: bool = True
    limits: Limits | None = None
    drive: Mapping[str, Expression] = field(default_factory=dict)
    spring: tuple[Expression, Expression] | None = None
    tool: bool = False
    mimic: tuple[int, Expression, Expression] | None = None
    zero_is_free: bool = False

    @property
    def moves(self) -> bool:
        """True for a revolute or prismatic joint."""
        return self.kind is not JointType.FIXED

    def from_child(self) -> Joint:
        """The same joint seen from its child: the variable keeps its sign."""
        back = opposite(self.direction)
        return replace(self, parent=self.child, child=self.parent, direction=back)


@dataclass(frozen=True)
class Assembly:
    """Bodies, the first of which is the base, and the joints of a tree and of its loops.

    Attributes:
        name: the robot's.
        bodies: the base first.
        joints: one for each other body, which is its child; a parent comes before its children.
        cuts: the joints that close loops.
        rounding: the relative error of the numbers; 0 for decimals as they are written.
        floating: True if nothing holds the base.
        gravity: its acceleration: in the base's frame, or in the world if the base floats [m/s^2].
        notes: changes made while reading.
    """

    name: str
    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]
    cuts: tuple[Joint, ...] = ()
    rounding: float = 0.0
    floating: bool = False
    gravity: tuple[Expression, Expression, Expression] = (ZERO, ZERO, ZERO)
    notes: tuple[str, ...] = ()

"""The contents of a robot's file that its tables do not hold: frames of its own, shapes, orders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from symoro.errors import RobotError, UsageError, near_names
from symoro.expressions import ONE, ZERO, Expression
from symoro.robot.base import IDENTITY, Matrix4
from symoro.robot.coerce import coerce_flags, coerce_vectors, require_integer
from symoro.wording import quantity

SHAPES = {"mesh": 3, "box": 3, "cylinder": 2, "sphere": 1, "capsule": 2, "ellipsoid": 3}
"""The kinds of shapes with the number of their sizes."""


@dataclass(frozen=True)
class Shape:
    """A shape of a link, for pictures.

    Attributes:
        kind: a key of `SHAPES`.
        sizes: factors of a mesh, sides of a box, radius and length of a cylinder or of the straight
            part of a capsule, whose axis is z; radius of a sphere, radii of an ellipsoid [m].
        pose: its pose in the named frame that has it.
        file: of a mesh, as the robot's file names it.
        collision: True for a shape that is not meant to be seen.
    """

    kind: str
    sizes: tuple[Expression, ...]
    pose: Matrix4 = IDENTITY
    file: str = ""
    collision: bool = False

    def __post_init__(self) -> None:
        coerce_vectors(self, "sizes", "pose")
        coerce_flags(self, "collision")
        if SHAPES.get(self.kind) != len(self.sizes):
            expected = ", ".join(f"{kind} with {count}" for kind, count in SHAPES.items())
            own = f"{self.kind} with {len(self.sizes)} sizes"
            raise RobotError("not a shape", field="origin", found=own, expected=expected)

    def __repr__(self) -> str:
        sizes = " x ".join(map(str, self.sizes))
        return f"<Shape: {self.kind} {self.file or sizes}{', for collisions' * self.collision}>"


@dataclass(frozen=True)
class NamedFrame:
    """A frame with a name, at rest on a link: that of a link of the robot's file.

    Attributes:
        name: the link's name.
        frame: the frame of the tables in which it is at rest, 0 for the base.
        pose: its pose in that frame, in numbers.
        joint: the name of the joint that carries the link, fixed ones included; empty for the root.
        shapes: the shapes of the link.
    """

    name: str
    frame: int
    pose: Matrix4 = IDENTITY
    joint: str = ""
    shapes: tuple[Shape, ...] = ()

    def __post_init__(self) -> None:
        require_integer(self, "frame")
        coerce_vectors(self, "pose")
        object.__setattr__(self, "shapes", tuple(self.shapes))
        rows: list[object] = list(self.pose)
        sizes = [len(row) if isinstance(row, tuple) else 0 for row in rows]
        if sizes != [4, 4, 4, 4] or self.pose[3] != (ZERO, ZERO, ZERO, ONE):
            raise RobotError(f"{self.name}: not a transformation", field="origin")
        if names := sorted({name for row in self.pose for each in row for name in each.symbols}):
            raise RobotError(
                f"{self.name}: a pose in numbers is needed", field="origin", found=", ".join(names)
            )

    def __repr__(self) -> str:
        shapes = f", {quantity(len(self.shapes), 'shape')}" if self.shapes else ""
        return f"<NamedFrame {self.name}: in frame {self.frame}{shapes}>"


@dataclass(frozen=True)
class Origin:
    """The file that a robot comes from, as far as the tables do not tell.

    Attributes:
        format: the name of its format, such as ``urdf``.
        frames: the frames of its links, the root's first.
        orders: named orders of its moving joints, such as ``file``, each with the joints' names.
        folder: the folder of the file that the robot was read from, where its meshes are looked
            for; empty for a text. Files do not keep it, and robots that differ in it are equal.
    """

    format: str
    frames: tuple[NamedFrame, ...] = ()
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()
    folder: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "frames", tuple(self.frames))
        orders = tuple((word, tuple(names)) for word, names in self.orders)
        object.__setattr__(self, "orders", orders)

    def __repr__(self) -> str:
        return f"<Origin {self.format}: {len(self.frames)} named frames>"

    def of_joints(self, names: Iterable[str]) -> Origin:
        """Return the origin of a robot that has some of the joints, in their orders."""
        kept = frozenset(names)
        orders = (
            (word, tuple(each for each in order if each in kept)) for word, order in self.orders
        )
        return replace(self, orders=tuple(orders))

    def named_frame(self, name: str) -> NamedFrame:
        """Return a frame by its name.

        Raises:
            UsageError: for a name that none has, with the nearest ones.
        """
        frames = {each.name: each for each in self.frames}
        if name not in frames:
            raise UsageError(f"there is no link {name!r}; {near_names(name, frames)}".rstrip("; "))
        return frames[name]


def require_consistent_origin(origin: Origin, names: tuple[str, ...], frames: int) -> None:
    """Refuse an origin that does not fit a robot.

    Args:
        origin: frames and orders of a file.
        names: the display names of the robot's moving joints.
        frames: the number of the robot's frames.
    """
    for each in origin.frames:
        if not 0 <= each.frame <= frames:
            raise RobotError(
                f"{each.name}: there is no such frame",
                field="origin",
                found=each.frame,
                expected=f"0 to {frames}",
            )
    listed = [each.name for each in origin.frames]
    if double := sorted({name for name in listed if listed.count(name) > 1}):
        raise RobotError("two frames have one name", field="origin", found=double[0])
    for word, order in origin.orders:
        if sorted(order) != sorted(names):
            other = sorted(set(order) ^ set(names)) or sorted(order)
            raise RobotError(
                f"the order {word!r} is not one of the moving joints",
                field="origin",
                found=other[0],
                expected="each joint's name once",
            )

"""A parallel robot: legs that hold one platform."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.errors import RobotError
from symoro.robot.base import Vector
from symoro.robot.coerce import coerce_vectors
from symoro.robot.link import Link
from symoro.robot.robot import Robot
from symoro.robot.structure import Structure
from symoro.wording import quantity


@dataclass(frozen=True)
class Leg:
    """A serial chain from the base to the platform.

    Attributes:
        robot: the chain; its frame -1 (matrix Z) is the base of the parallel robot.
        frame: the frame of the chain that holds the platform.
        point: the point where it holds it, in the platform's frame [m].
    """

    robot: Robot
    frame: int
    point: Vector

    def __post_init__(self) -> None:
        coerce_vectors(self, "point")

    def __repr__(self) -> str:
        return f"<Leg {self.robot.name}: holds the platform by frame {self.frame}>"


@dataclass(frozen=True)
class ParallelRobot:
    """Legs and platform; complex joints are R and P joints with massless links in the legs."""

    name: str
    legs: tuple[Leg, ...]
    platform: Link
    provenance: str = ""

    def __repr__(self) -> str:
        return f"<ParallelRobot {self.name}: {quantity(len(self.legs), 'leg')}>"

    def __post_init__(self) -> None:
        if len(self.legs) < 2:
            raise RobotError(
                "a parallel robot needs legs", found=f"{len(self.legs)}", expected="two or more"
            )
        for number, leg in enumerate(self.legs, start=1):
            if leg.robot.structure is not Structure.SIMPLE:
                raise RobotError(
                    f"leg {number} must be a simple chain", found=leg.robot.structure.value
                )
            if not 1 <= leg.frame <= leg.robot.n_frames:
                raise RobotError(
                    f"leg {number} holds the platform by a frame that it does not have",
                    field="frame",
                    found=leg.frame,
                    expected=f"1 to {leg.robot.n_frames}",
                )

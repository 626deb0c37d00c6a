"""The arrays that a model takes beside wrenches and base motion, element by element.

Most models take ``q``, ``QP`` and ``QDP`` over the joints that move. A model that takes something
else (torques, reference velocities, a desired acceleration) lists its arrays here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from symoro.expressions import Expression, Symbol, symbol
from symoro.expressions.names import fresh_name
from symoro.robot.robot import Robot

ElementIndex = tuple[int, ...]


@dataclass(frozen=True)
class Argument:
    """An array argument.

    Attributes:
        elements: the entry at each place, from 0; only places whose entry is a symbol are inputs.
        frames: the frame of each place that belongs to a joint.
        meaning: description in words, where its name does not tell.
    """

    name: str
    shape: ElementIndex
    elements: Mapping[ElementIndex, Expression]
    frames: Mapping[ElementIndex, int]
    meaning: str = ""

    def __repr__(self) -> str:
        return f"<Argument {self.name}[{', '.join(map(str, self.shape))}]>"

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The elements that are symbols."""
        return tuple(e for e in self.elements.values() if isinstance(e, Symbol))


POSE_ELEMENTS = {
    f"{column}{row}": (r, c)
    for c, column in enumerate(("s", "n", "a", "P"))
    for r, row in enumerate("xyz")
}
"""The places of the elements of a pose, by the names that [Guide] (2.10) gives them."""


def pose_argument(robot: Robot, name: str, meaning: str) -> Argument:
    """Return a pose, 4x4, of fresh symbols sx to Pz; its last row is constant."""
    reserved = set(robot.taken_names)
    elements: dict[ElementIndex, Expression] = {}
    for wanted, place in POSE_ELEMENTS.items():
        own = fresh_name(wanted, reserved)
        reserved.add(own)
        elements[place] = symbol(own)
    return Argument(name, (4, 4), elements, {}, f"{meaning}, row by row")


def joint_array(
    robot: Robot, name: str, joints: Sequence[int], chosen: Collection[int] | None = None
) -> Argument:
    """Return the array of q, QP, QDP or GAM over joints; entries of chosen ones are inputs."""
    elements: dict[ElementIndex, Expression] = {}
    frames: dict[ElementIndex, int] = {}
    for row, j in enumerate(joints):
        if chosen is None or j in chosen:
            elements[row,] = robot.variables[j] if name == "q" else getattr(robot.frame(j), name)
        frames[row,] = j
    return Argument(name, (len(joints),), elements, frames)


def vector_argument(
    robot: Robot,
    name: str,
    size: int,
    labels: Sequence[str] = (),
    reserved_names: Collection[str] = (),
    meaning: str = "",
    joints: Sequence[int] = (),
) -> Argument:
    """Return an array of fresh symbols, such as reference velocities; no user symbol is taken.

    Elements have the array's name with a label, numbers from 1 by default; the last ones belong
    to ``joints``.
    """
    known = set(robot.taken_names) | set(reserved_names)
    elements: dict[ElementIndex, Expression] = {}
    for k, label in enumerate(labels or map(str, range(1, size + 1))):
        own = fresh_name(f"{name}{label}", known)
        known.add(own)
        elements[k,] = symbol(own)
    frames: dict[ElementIndex, int] = {
        (k,): j for k, j in enumerate(joints, start=size - len(joints))
    }
    return Argument(name, (size,), elements, frames, meaning=meaning)

"""An inverse geometric model as decided: the equation of each unknown, in order.

A method decides, on samples; `run_derivation` computes the coefficients of all equations over any
scalars, from the sines, cosines and positions of the unknowns before, and the joints at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain as chained
from typing import Any, Protocol

import numpy as np

from symoro.algebra.scalars import absolute, is_number
from symoro.algebra.vectors import Array, rigid_inverse, vector
from symoro.expressions import ScalarOf
from symoro.models.geometry.path import Screw, Terms, XScrew
from symoro.models.geometry.transforms import Chain
from symoro.models.inverse_geometry.joint_chain import JointChain
from symoro.models.inverse_geometry.pose_columns import make_scene
from symoro.models.inverse_geometry.scene import Angle, Column
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.models.let import FrameIndex, LetFunction
from symoro.models.mechanism import mechanism


class Scenery(Protocol):
    """The chain, the pose and the known joints, from which a method computes coefficients."""

    @property
    def columns(self) -> Sequence[Column]:
        """The columns of the pose and what the known joints make of them."""

    def learn(self, unknown: int, value: Any, /) -> None:
        """Take an unknown as known."""


MakeScene = Callable[[JointChain, Any, Array, Sequence[str], LetFunction], Scenery]
"""Makes the scene of a chain from its geometry, the pose, its elements and a ``let``."""


class Equation(Protocol):
    """The equation of a stage, as a method has chosen it."""

    def coefficients(self, scene: Any, /) -> list[Any]:
        """The coefficients, in the order of its kind."""

    def sides(self, scene: Any, /) -> list[Any]:
        """The squares of three lengths that must form a triangle; empty if there are none."""


@dataclass(frozen=True)
class Stage:
    """One unknown, and the equation that gives it.

    Attributes:
        unknown: its place in the chain.
        kind: the kind of the equation; None for an unknown that no equation contains.
        equation: computes its coefficients.
        degrees: the degree of each coefficient in lengths.
        planar: True if `Equation.sides` tells whether a root exists.
        table: the type of the equation in the tables of the guide.
        elements: the elements that are compared, in words.
        meaning: the part of the arm that its roots tell apart: shoulder, elbow, wrist.
    """

    unknown: int
    kind: Kind | None
    equation: Equation | None = None
    degrees: tuple[int, ...] = ()
    planar: bool = False
    table: str = ""
    elements: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class Derivation:
    """The equations of a chain, in the order in which they are solved.

    Attributes:
        chain: from the first frame to the last, or back.
        method: the name of the method.
        backward: True if the chain runs from the last frame to the first.
        elements: the columns of the pose that are read.
        world: True if the pose is seen from the world, frame -1.
        checked: True if a branch may end in joints that miss the pose.
        scene: makes the scene of the method's equations.
    """

    chain: JointChain
    method: str
    backward: bool
    elements: tuple[str, ...]
    stages: tuple[Stage, ...]
    world: bool = False
    checked: bool = True
    scene: MakeScene = make_scene

    def __repr__(self) -> str:
        order = ", ".join(self.chain.unknowns[each.unknown].text for each in self.stages)
        return f"<Derivation of {self.chain.robot.name} by {self.method}: {order}>"


def stage_of(
    unknown: int, kind: Kind, equation: Equation, scene: Scenery, planar: bool = False, **words: str
) -> Stage:
    """Make a stage of an equation, on samples: its degrees are those of its coefficients."""
    values = equation.coefficients(scene)
    degrees = [None if _vanishes(x) else getattr(x, "degree", 0) for x in values]
    filled = tuple(_degree(kind, k, degrees) for k in range(len(degrees)))
    return Stage(unknown, kind, equation, filled, planar, **words)


def _vanishes(x: Any) -> bool:
    return is_number(x, 0)


def _degree(kind: Kind, k: int, degrees: Sequence[int | None]) -> int:
    """The degree of a coefficient by that of one that is not zero."""
    if kind is Kind.DIRECTION:
        degrees = [None if (i < 3) != (k < 3) else d for i, d in enumerate(degrees)]
    i, other = next((i, d) for i, d in enumerate(degrees) if d is not None)
    steps = kind in (Kind.LINEAR, Kind.QUADRATIC, Kind.QUARTIC)
    return other + (k - i if steps else 0)


@dataclass(frozen=True)
class UnknownScalars:
    """The scalars that stand for an unknown: of an angle its sine and cosine as well."""

    S: Any
    C: Any
    x: Any


def run_derivation(
    derivation: Derivation,
    pose: Array,
    unknowns: Mapping[int, UnknownScalars],
    scalar: ScalarOf,
    let: LetFunction,
) -> dict[str, Array]:
    """Compute the coefficients of every stage, the joints and the size of the robot.

    Args:
        derivation: the equations.
        pose: of the last frame in the first, 4x4; columns that are no elements are not read.
        unknowns: the scalars of each unknown.
        scalar: gives those of the robot's tables.
        let: names values.
    """
    chain = derivation.chain
    m = mechanism(chain.robot, scalar)
    geometry = Chain(chain.robot, m, let)
    if derivation.world:
        pose = rigid_inverse(geometry.Z) @ pose
    if derivation.backward:
        pose = rigid_inverse(pose)
    scene = derivation.scene(chain, geometry, pose, derivation.elements, let)
    outputs: dict[str, Array] = {"L": vector([let("L", None, _size(chain, geometry, pose))])}
    for number, stage in enumerate(derivation.stages, 1):
        unknown = chain.unknowns[stage.unknown]
        several = len(unknown.joints) > 1
        frame: FrameIndex = unknown.joints if several else unknown.joints[0]
        if stage.kind is not None and stage.equation is not None:
            values = stage.equation.coefficients(scene)
            tags = _TAGS[stage.kind]
            lets = [let(tag, frame, x) for tag, x in zip(tags, values, strict=True)]
            outputs[f"K{number}"] = vector(lets)
            if stage.planar:
                sides = enumerate(stage.equation.sides(scene), 1)
                outputs[f"D{number}"] = vector([let(f"D{k}", frame, x) for k, x in sides])
        own = unknowns[stage.unknown]
        scene.learn(stage.unknown, Angle(own.S, own.C) if unknown.turns else own.x)
    if derivation.checked:
        gaps = [each.left - each.right for each in scene.columns]
        outputs["R"] = np.array([let(f"R{n}", None, gap) for n, gap in enumerate(gaps, 1)], object)
    outputs["q"] = vector(
        [let("q", j, x) for j, x in sorted(_positions(chain, geometry, unknowns, scalar).items())]
    )
    return outputs


_TAGS = {
    Kind.LINEAR: ("X", "Y"),
    Kind.QUADRATIC: ("A", "B", "D"),
    Kind.QUARTIC: ("A4", "A3", "A2", "A1", "A0"),
    Kind.ANGLE: ("X", "Y", "Z"),
    Kind.DIRECTION: ("X1", "Y1", "Z1", "X2", "Y2", "Z2"),
    Kind.CIRCLE: ("A4", "A3", "A2", "A1", "A0"),
}


def _positions(
    chain: JointChain,
    geometry: Chain,
    unknowns: Mapping[int, UnknownScalars],
    scalar: ScalarOf,
) -> dict[int, Any]:
    """The joint variables: differences of the angles of a block, without offsets."""
    robot = chain.robot
    positions: dict[int, Any] = {}
    for block in chain.blocks:
        before: Any = 0
        for turn in block.turns:
            angle = unknowns[turn.unknown].x
            step = angle - before - geometry.sum(turn.before)
            positions[turn.joint] = step if turn.sign > 0 else -step
            before = angle
        for slide in block.slides:
            positions[slide.joint] = unknowns[slide.unknown].x
    for j in positions:
        positions[j] = positions[j] - scalar(robot.frame(j).position - robot.variables[j])
    return positions


def _size(chain: JointChain, geometry: Chain, pose: Array) -> Any:
    """A length: the sum of all lengths of the chain, 1 without any, and of those of the end."""
    lengths: list[Any] = [absolute(x) for x in pose[:3, 3]]
    screws = chained.from_iterable(chain.constants)
    terms = [term for screw in screws for term in _lengths(screw)]
    ways = [turn.after for block in chain.blocks for turn in block.turns]
    terms += [term for way in ways for _, distance in way for term in distance]
    lengths += [absolute(geometry.sum((term,))) for term in terms] or [1]
    total = lengths[0]
    for each in lengths[1:]:
        total = total + each
    return total


def _lengths(screw: Screw) -> Terms:
    if isinstance(screw, XScrew):
        return screw.shift
    return (*screw.shift, *(term for _, distance in screw.turns for term in distance))

"""A loop as unknown joints with known transformations between them.

Around the loop of cut joint k the product of all transformations from frame k to frame k+B is the
identity (2.4). With the unknown joints taken out it reads X_a A X_b B X_c C = 1: X is Rz(x) or
Tz(x), x the position of the joint with the sign in which the loop passes it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from symoro.models.geometry.path import Screw, Terms, ZScrew, merge_screws, steps
from symoro.robot import JointType, Robot


@dataclass(frozen=True)
class Unknown:
    """A joint of the loop: its frame, its sign on the way round, whether it turns."""

    frame: int
    sign: int
    turns: bool


@dataclass(frozen=True)
class Loop:
    """The unknown joints in the order of the loop, and the screws that follow each of them."""

    cut: int
    unknowns: tuple[Unknown, ...]
    between: tuple[tuple[Screw, ...], ...]

    def starting_at(self, first: int) -> Loop:
        """Return the same loop begun at another unknown joint."""
        order = [*range(first, len(self.unknowns)), *range(first)]
        return Loop(
            self.cut, tuple(self.unknowns[k] for k in order), tuple(self.between[k] for k in order)
        )


def loop(robot: Robot, cut: int, unknown: Collection[int]) -> Loop:
    """Return the loop of a cut joint with the joints of ``unknown`` taken out."""
    screws = steps(robot, robot.loop_chain(cut))
    unknowns: list[Unknown] = []
    between: list[list[Screw]] = [[]]
    for screw in screws:
        joint = _unknown_in(robot, screw, unknown)
        if joint is None:
            between[-1].append(screw)
            continue
        unknowns.append(joint)
        between.append([_remove_joint(screw, joint)])  # rotation and shift about one axis commute
    first, *others = between
    if not unknowns:
        return Loop(cut, (), (tuple(merge_screws(robot, first)),))
    others[-1] += first
    return Loop(cut, tuple(unknowns), tuple(tuple(merge_screws(robot, each)) for each in others))


def _unknown_in(robot: Robot, screw: Screw, unknown: Collection[int]) -> Unknown | None:
    if not isinstance(screw, ZScrew):
        return None
    for part in (*screw.turns[0][0], *screw.shift):
        if part.frame in unknown:
            sigma = robot.frame(part.frame).sigma
            if (part.field, sigma) in (("theta", JointType.REVOLUTE), ("r", JointType.PRISMATIC)):
                return Unknown(part.frame, part.sign, sigma is JointType.REVOLUTE)
    return None


def _remove_joint(screw: Screw, unknown: Unknown) -> Screw:
    assert isinstance(screw, ZScrew)

    def rest(parts: Terms, field: str) -> Terms:
        return tuple(p for p in parts if (p.field, p.frame) != (field, unknown.frame))

    ((angle, distance),) = screw.turns
    field = "theta" if unknown.turns else "r"
    return replace(
        screw, turns=((rest(angle, field), distance),), shift=rest(screw.shift, field), start=None
    )

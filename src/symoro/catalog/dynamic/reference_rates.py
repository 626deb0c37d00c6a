"""A robot at other velocities than its own: fresh symbols where its tables have the joints' rates.

Models with two velocities (C(q, QP) v, reference velocities) trace a robot twice: as it moves, and
at rates that are arguments of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from symoro.errors import ModelError
from symoro.expressions import ZERO, Expression
from symoro.robot import BaseMotion, Frame, Robot
from symoro.robot.arguments import Argument, vector_argument
from symoro.robot.base import BASE_MOTION, NULL
from symoro.wording import noun_phrase

_MEANINGS = {
    "QPr": "reference velocities of the joints that move",
    "QDPr": "reference accelerations of the joints that move",
    "V0r": "reference velocity of the origin of the base, in frame 0",
    "W0r": "reference angular velocity of the base, in frame 0",
    "VP0r": "derivatives of the components of V0r",
    "WP0r": "derivatives of the components of W0r",
}
_BASE = ("V1", "V2", "V3", "W1", "W2", "W3")


def refuse_moving_base(robot: Robot, model: str) -> None:
    """Refuse a base of known motion.

    Raises:
        ModelError: with the reason.
    """
    if robot.base.motion is BaseMotion.MOVING:
        raise ModelError(
            f"{robot.name} has a base of known motion, whose velocity is neither a joint's nor "
            f"zero: the {model} is that of a fixed or a floating base (--floating-base, "
            "floating_base=True, once the base's motion is taken out of the tables); ccg gives "
            "all velocity efforts here"
        )


def velocity_argument(robot: Robot, name: str, actuated: Sequence[int] | None = None) -> Argument:
    """Return a vector that multiplies C: of a floating base (V, W) first, then of the joints.

    Those of a closed robot are the actuated ones.
    """
    joints = robot.moving_joints if actuated is None else tuple(actuated)
    labels = (*(_BASE if _floats(robot) else ()), *map(str, joints))
    base = "of the base V, W in frame 0, then " if _floats(robot) else ""
    which = "joints that move" if actuated is None else noun_phrase("actuated joint", joints)
    meaning = f"velocities that C multiplies: {base}of the {which}"
    return vector_argument(robot, name, len(labels), labels, meaning=meaning, joints=joints)


def along(robot: Robot, v: Argument, actuated: Sequence[int] | None = None) -> Robot:
    """Return a robot whose velocities are these, without accelerations."""
    entries = list(v.elements.values())
    first = len(_BASE) if _floats(robot) else 0
    base = {"V0": entries[:3], "W0": entries[3:first]} if first else {}
    joints = robot.moving_joints if actuated is None else actuated
    return _at(robot, dict(zip(joints, entries[first:], strict=True)), {}, base)


def references(robot: Robot) -> tuple[Robot, tuple[Argument, ...]]:
    """Return a robot at reference velocities and accelerations, and these as arguments.

    QPr and QDPr run over the joints that move; of a floating base V0r and W0r are the reference
    velocities in frame 0, VP0r and WP0r the derivatives of these components.
    """
    taken_names: set[str] = set()

    def fresh(name: str, labels: Sequence[str], joints: Sequence[int] = ()) -> Argument:
        argument = vector_argument(
            robot, name, len(labels), labels, taken_names, _MEANINGS[name], joints
        )
        taken_names.update(each.name for each in argument.symbols)
        return argument

    joints = robot.moving_joints
    arrays = {tag: fresh(f"{tag}r", [*map(str, joints)], joints) for tag in ("QP", "QDP")}
    base: dict[str, Argument] = {}
    if _floats(robot):
        base = {tag: fresh(f"{tag}r", ("1", "2", "3")) for tag in ("V0", "W0", "VP0", "WP0")}
    QP, QDP = (
        dict(zip(robot.moving_joints, a.elements.values(), strict=True)) for a in arrays.values()
    )
    motion = {tag: list(array.elements.values()) for tag, array in base.items()}
    return _at(robot, QP, QDP, motion), (*arrays.values(), *base.values())


def _at(
    robot: Robot,
    QP: Mapping[int, Expression],
    QDP: Mapping[int, Expression],
    base: Mapping[str, Sequence[Expression]],
) -> Robot:
    """The robot with these rates of its joints and of its base, zeros where none is given."""

    def frame(j: int, own: Frame) -> Frame:
        return replace(own, QP=QP.get(j, ZERO), QDP=QDP.get(j, ZERO))

    motion: dict[str, Any] = {tag: tuple(base.get(tag, NULL)) for tag in BASE_MOTION}
    frames = tuple(frame(j, own) for j, own in robot)
    return replace(robot, frames=frames, base=replace(robot.base, **motion))


def _floats(robot: Robot) -> bool:
    return robot.base.motion is BaseMotion.FLOATING

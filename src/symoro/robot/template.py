"""A new robot to start from, with SYMORO+'s default values (guide, section 5.4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.errors import UsageError
from symoro.expressions import ZERO, Expression, symbol
from symoro.robot.base import Base
from symoro.robot.frame import Frame, JointType, joint_frame
from symoro.robot.link import general_link
from symoro.robot.robot import Robot
from symoro.robot.structure import Structure

_LETTERS = {"gamma": "g", "b": "b", "alpha": "a", "d": "d", "r": "r"}  # of general symbols


def new_robot(
    name: str,
    structure: Structure,
    joints: int,
    links: int | None = None,
    *,
    general: bool = False,
) -> Robot:
    """Return a robot of revolute joints in a row, all lengths zero, inertias general.

    With ``general`` the constants are symbols too: ``a2`` (alpha), ``d2`` and ``r2``, in trees and
    closed robots also ``g2`` (gamma) and ``b2``, rotor inertias, friction and all of gravity. Frame
    1 coincides with frame 0 at t1 = 0, and theta and r of the last frame of a loop are zero
    ([Guide] 1.3 and 1.5).

    Args:
        name: the robot's name.
        structure: simple, tree or closed.
        joints: the number of joints, cut joints included.
        links: the number of moving links; less than ``joints`` for a closed robot.
        general: put symbols in the place of zeros.

    Raises:
        UsageError: if the numbers do not fit the structure.
    """
    if not name.strip():
        raise UsageError("a robot needs a name")
    moving = joints if links is None else links
    if joints < 1 or moving < 1:
        raise UsageError(
            f"a robot needs at least one joint and one link, not {joints} and {moving}"
        )
    if structure is Structure.CLOSED and not joints > moving:
        raise UsageError(
            f"a closed robot has more joints than links: give links below {joints}, not {moving}"
        )
    if structure is not Structure.CLOSED and moving != joints:
        raise UsageError(f"a {structure.value} robot has as many links as joints: {joints}")
    fields = _general_fields(structure) if general else ()
    last = fields[:-1]  # without r
    frames: list[Frame] = [
        joint_frame(
            j,
            j - 1,
            JointType.REVOLUTE,
            theta=symbol(f"t{j}"),
            **_symbols(j, fields if j > 1 else ()),
        )
        for j in range(1, moving + 1)
    ]
    for cut in range(moving + 1, joints + 1):
        frames.append(
            joint_frame(
                cut,
                moving,
                JointType.REVOLUTE,
                theta=symbol(f"t{cut}"),
                mu=False,
                **_symbols(cut, fields),
            )
        )
    for fixed in range(joints + 1, 2 * joints - moving + 1):
        frames.append(joint_frame(fixed, 0, JointType.FIXED, **_symbols(fixed, last)))
    drives = ("IA", "FV", "FS") if general else ()
    gravity = (symbol("G1"), symbol("G2")) if general else (ZERO, ZERO)
    return Robot(
        name=name,
        structure=structure,
        frames=tuple(frames),
        links=tuple(
            general_link(j, **{tag: symbol(f"{tag}{j}") for tag in drives})
            for j in range(1, moving + 1)
        ),
        base=Base(G=(*gravity, symbol("G3"))),
    )


def _general_fields(structure: Structure) -> tuple[str, ...]:
    """The constants of a revolute joint's frame; only a branch has gamma and b."""
    names = tuple(_LETTERS)
    return names[2:] if structure is Structure.SIMPLE else names


def _symbols(number: int, fields: Sequence[str]) -> dict[str, Expression]:
    return {field: symbol(f"{_LETTERS[field]}{number}") for field in fields}

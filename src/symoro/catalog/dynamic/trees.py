"""Parts that the dynamic models of trees share: refusals of robots, names of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symoro.errors import ModelError
from symoro.expressions import ZERO
from symoro.ir.names import WIDE
from symoro.models.rows import BASE_ROWS
from symoro.robot import WRENCH, BaseMotion, Robot, Structure
from symoro.robot.link import DRIVE, FRICTION, LAW


def refuse_closed(robot: Robot, model: str) -> None:
    """Refuse closed robots.

    Raises:
        ModelError: naming ``--tree``.
    """
    if robot.structure is Structure.CLOSED:
        raise ModelError(
            f"{robot.name} is a closed robot, with loops; the {model} takes simple and tree robots "
            "only. --tree (equivalent_tree=True) takes its equivalent tree, without the forces of "
            "the loops"
        )


def refuse_accelerated_loads(robot: Robot) -> None:
    """Refuse loads and drives that depend on accelerations, in models that take none.

    Raises:
        ModelError: naming the entry and the joint.
    """
    refuse_load_friction(robot, "the load depends on accelerations, which this model does not take")
    refuse_accelerated_entries(robot)


def refuse_accelerated_entries(robot: Robot) -> None:
    """Refuse entries of wrenches and drives that depend on accelerations.

    Raises:
        ModelError: naming the entry and the joint.
    """
    rates = {str(robot.frame(j).QDP): j for j in robot.moving_joints if robot.frame(j).QDP.symbols}
    for j, link in enumerate(robot.drives, start=1):
        for field in (*DRIVE, *LAW, *WRENCH):
            for name in sorted(getattr(link, field).symbols & rates.keys()):
                raise ModelError(
                    f"{robot.name}: {field} of link {j} depends on {name}, the acceleration of "
                    "joint "
                    f"{rates[name]}, which is no argument of this model; idm takes it. A mass that "
                    "is added to a link belongs to its inertial parameters"
                )


def refuse_load_friction(robot: Robot, reason: str) -> None:
    """Refuse friction in proportion to the load of a joint.

    Raises:
        ModelError: naming the joint, with the reason.
    """
    for j in joints_with_load_friction(robot):
        raise ModelError(
            f"{robot.name}: the friction of joint {j} depends on its load (FL); {reason}. idm and "
            "ddm of trees take it; other models take the other laws (friction= without load, "
            "FL = 0)"
        )


def joints_with_load_friction(robot: Robot) -> tuple[int, ...]:
    """The joints whose friction depends on their load."""
    return tuple(j for j in robot.moving_joints if robot.drive(j).FL != ZERO)


def refuse_unsolved_loads(robot: Robot) -> None:
    """Refuse friction in proportion to a load that no formula gives from the effort.

    Raises:
        ModelError: naming the joint, for a rotor inertia beside the load, or a joint that locks.
    """
    for j in joints_with_load_friction(robot):
        link = robot.link(j)
        if link.IA != ZERO:
            raise ModelError(
                f"{robot.name}: the friction of joint {j} depends on its load (FL), and its rotor "
                "(IA) takes a part of the effort that depends on the acceleration, so that the "
                "load has no formula. idm takes both; here take one of them (FL = 0 or IA = 0)"
            )
        if link.FL.number is not None and link.FL.number >= 1:
            raise ModelError(
                f"{robot.name}: joint {j} locks: friction of {link.FL} times its load (FL) holds "
                "whatever drives it; direct dynamics takes FL below 1"
            )


def without_load_friction(robot: Robot) -> Robot:
    """Return the robot without any friction in the joints where it depends on the load."""
    joints = joints_with_load_friction(robot)
    if not joints:
        return robot
    nothing = dict.fromkeys((*FRICTION, *LAW, "FL"), ZERO)
    links = (replace(e, **nothing) if j in joints else e for j, e in enumerate(robot.links, 1))
    return replace(robot, links=tuple(links))


def bare_robot(robot: Robot) -> Robot:
    """Return the robot without friction and external wrenches."""
    nothing = dict.fromkeys((*FRICTION, *LAW, *WRENCH), ZERO)
    links, drives = (
        tuple(replace(link, **nothing) for link in part) for part in (robot.links, robot.cut_drives)
    )
    return replace(robot, links=links, cut_drives=drives)


def friction_words(robot: Robot) -> str:
    """Return the friction of a robot as a formula, or the command that gives it."""
    laws = (*FRICTION[2:], *LAW)
    plain = all(getattr(link, name) == ZERO for link in robot.drives for name in laws)
    return "FV QP + FS sign(QP)" if plain else "ccg --only friction"


def refuse_still(robot: Robot) -> None:
    """Refuse robots of which nothing moves.

    Raises:
        ModelError: if no joint moves and the base does not float.
    """
    if not robot.moving_joints and robot.base.motion is not BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} has no joint that moves; this model is one of joints (sigma 0 or 1)"
        )


def row_note(robot: Robot) -> tuple[str, ...]:
    """Say what the first rows of a floating base are."""
    if robot.base.motion is not BaseMotion.FLOATING:
        return ()
    return (
        "rows: force on the base and moment about O0, both in frame 0, then the joints that move",
    )


def coupling_note(robot: Robot) -> tuple[str, ...]:
    """Say that motors behind a coupling are left out."""
    if robot.coupling is None:
        return ()
    return ("torques are those of the joints; motor-side terms are not included",)


def wheel_note(robot: Robot) -> tuple[str, ...]:
    """Say that nothing rolls."""
    if not robot.wheels:
        return ()
    wheels = ", ".join(str(wheel.link) for wheel in robot.wheels)
    return (f"wheels {wheels} do not touch the ground in this model; rolling has it",)


def element_tags(tag: str, rows: Sequence[str]) -> frozenset[str]:
    """The tags of the elements of a matrix over these rows, such as A(i,j)."""
    pairs = {f"{tag}{r}{c}" for r in rows for c in rows if c in BASE_ROWS}
    return frozenset({f"{tag}{row}" for row in rows} | pairs)


def vector_tags(tags: Sequence[str], rows: Sequence[str]) -> frozenset[str]:
    """The tags of the elements of vectors over these rows."""
    base = [row for row in rows if row in BASE_ROWS]
    return frozenset({*tags, *(f"{tag}{row}" for tag in tags for row in base)})


def flat_frames(robot: Robot) -> list[int]:
    """The frames whose gamma is zero."""
    return [j for j, frame in robot if frame.gamma == ZERO]


def promised_elements(robot: Robot, tag: str, rows: Sequence[str]) -> dict[tuple[str, int], str]:
    """Names of matrix elements that rotation matrices of robots with ten frames could take."""
    if robot.n_frames < WIDE:
        return {}
    joints = [row for row in rows if row not in BASE_ROWS]
    return {(f"{tag}{i}", int(j)): f"{tag}{i}_{j}" for i in joints for j in joints}

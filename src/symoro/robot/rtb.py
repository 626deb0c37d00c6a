"""A simple chain from a DHRobot of the Robotics Toolbox for Python, by its attributes alone.

Its link j has a motor behind a gear: with the ratio G, at the joint

    IA = G^2 Jm,   FV = G^2 B,   FSP = |G| Tc+,   FSN = -|G| Tc-                  (1)

m, r and I are the mass, the centre of mass and the inertia about it in frame j of its table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import ZERO, Expression, expression, parse
from symoro.robot.base import IDENTITY, Base
from symoro.robot.frame import Limits
from symoro.robot.inertia_matrix import MOMENTS, move_body
from symoro.robot.link import Link
from symoro.robot.robot import Robot

_TURN = tuple(row[:3] for row in IDENTITY[:3])
_BODY = ("m", "r", "I")


def from_rtb(
    robot: Any, *, gravity: Iterable[float] | None = None, name: str | None = None
) -> Robot:
    """Return the robot of a DHRobot of the Robotics Toolbox for Python, with its numbers.

    Links without mass and inertia in the whole robot become general symbols. Joints that are
    flipped count the other way. Nothing of the toolbox is imported.

    Args:
        robot: the DHRobot, with classic or modified links, base and tool.
        gravity: the acceleration of gravity in the world [m/s^2], such as (0, 0, -9.81); that of
            the robot by default, which must not point upwards.
        name: the robot's name; that of the toolbox by default.

    Raises:
        RobotError: for a robot without Denavit-Hartenberg links, for links of both conventions,
            for gravity that points upwards, for parameters that the toolbox itself ignores.
    """
    links = _dh_links(robot)
    revolute = [not link.sigma for link in links]
    kinds = {bool(link.mdh) for link in links}
    if len(kinds) > 1:
        raise RobotError("links of both conventions", field="mdh", expected="one for all links")
    for j, link in enumerate(links, start=1):
        idle = "d" if link.sigma else "theta"
        if value := _number(getattr(link, idle), j, idle).number:
            raise RobotError(
                f"the toolbox ignores {idle} of this joint, which is its variable",
                frame=j,
                field=idle,
                found=value,
                expected="0; the constant part of the variable is offset",
            )
    offsets = _column(links, "offset")
    chain = Robot.from_dh(
        a=_column(links, "a"),
        alpha=_column(links, "alpha"),
        d=[d if r else o for d, o, r in zip(_column(links, "d"), offsets, revolute, strict=True)],
        theta=[
            o if r else t
            for t, o, r in zip(_column(links, "theta"), offsets, revolute, strict=True)
        ],
        convention="modified" if kinds == {True} else "classic",
        degrees=False,
        joints="".join("R" if each else "P" for each in revolute),
        reversed_joints=[j for j, link in enumerate(links, start=1) if _is_flipped(link)],
        base=_pose(robot, "base"),
        tool=_pose(robot, "tool"),
        links=_bodies(links),
        name=name or getattr(robot, "name", "") or "robot",
    )
    frames, bodies = list(chain.frames), list(chain.links)
    for j, link in enumerate(links, start=1):
        frames[j - 1] = replace(frames[j - 1], limits=_limits(link, j))
        bodies[j - 1] = replace(bodies[j - 1], **_drive(link, j))
    base = replace(chain.base, G=_gravity(robot, gravity, chain.base))
    return replace(chain, frames=tuple(frames), links=tuple(bodies), base=base)


def _dh_links(robot: Any) -> list[Any]:
    """The links of a DHRobot."""
    links = list(getattr(robot, "links", ()))
    needed = ("a", "alpha", "d", "theta", "offset", "sigma", "mdh")
    if not links or not all(hasattr(link, each) for link in links for each in needed):
        file = getattr(robot, "urdf_filepath", "")
        raise RobotError(
            f"{getattr(robot, 'name', '') or type(robot).__name__} has no Denavit-Hartenberg table",
            field="links",
            found=f"a {type(robot).__name__}",
            expected="a DHRobot, such as those of roboticstoolbox.models.DH; a robot that the "
            f"toolbox has from a URDF file is that file{f': {file}' if file else ''}",
        )
    return links


def _number(value: Any, j: int, field: str) -> Expression:
    """A number or a symbolic value of the toolbox."""
    if hasattr(value, "free_symbols"):
        return parse(str(value))
    try:
        return expression(float(value))
    except (TypeError, ValueError, OverflowError):
        raise RobotError("not a number", frame=j, field=field, found=repr(value)) from None


def _column(links: list[Any], field: str) -> list[Expression]:
    return [_number(getattr(link, field), j, field) for j, link in enumerate(links, start=1)]


def _numbers(value: Any, count: int, j: int, field: str) -> list[Expression]:
    """The elements of an array, row by row; zeros if there is none."""
    flat = [] if value is None else value if hasattr(value, "__iter__") else [value]
    while any(hasattr(each, "__len__") for each in flat):
        flat = [item for each in flat for item in each]
    if value is not None and len(flat) != count:
        raise RobotError(
            "not so many values", frame=j, field=field, found=len(flat), expected=str(count)
        )
    return [_number(each, j, field) for each in flat] or [ZERO] * count


def _is_flipped(link: Any) -> bool:
    return bool(getattr(link, "isflip", getattr(link, "flip", False)))


def _pose(robot: Any, field: str) -> list[list[Any]] | None:
    """A pose of the toolbox, or a matrix; None for the identity."""
    pose = getattr(robot, field, None)
    matrix = getattr(pose, "A", pose)
    rows = None if matrix is None else [[_number(x, 0, field) for x in row] for row in matrix]
    return None if rows is None or rows == [list(row) for row in IDENTITY] else rows


def _bodies(links: list[Any]) -> list[Link] | None:
    """The bodies in the frames of the table; None if no link has one."""
    bodies = []
    for j, link in enumerate(links, start=1):
        mass = _number(getattr(link, "m", None) or 0, j, "m")
        center = _numbers(getattr(link, "r", None), 3, j, "r")
        J = _numbers(getattr(link, "I", None), 9, j, "I")
        if [J[1], J[2], J[5]] != [J[3], J[6], J[7]]:
            raise RobotError("not symmetric", frame=j, field="I", found=", ".join(map(str, J)))
        moments = dict(zip(MOMENTS, (J[0], J[1], J[2], J[4], J[5], J[8]), strict=True))
        body = moments | dict.fromkeys(("MX", "MY", "MZ"), ZERO) | {"M": mass}
        bodies.append(Link(**move_body(body, _TURN, center)))
    return bodies if any(body != Link() for body in bodies) else None


def _drive(link: Any, j: int) -> dict[str, Expression]:
    """The drive parameters at the joint (1)."""
    G = _number(getattr(link, "G", None) or 0, j, "G")
    Jm = _number(getattr(link, "Jm", None) or 0, j, "Jm")
    B = _number(getattr(link, "B", None) or 0, j, "B")
    above, below = _numbers(getattr(link, "Tc", None), 2, j, "Tc")
    if G == ZERO and any(value != ZERO for value in (Jm, B, above, below)):
        raise RobotError(
            "a motor without a gear ratio, which the toolbox takes for no motor",
            frame=j,
            field="G",
            found=G,
            expected="the gear ratio, 1 for a direct drive",
        )
    size = G if G.number is None or G.number >= 0 else -G
    drive = {"IA": G * G * Jm, "FV": G * G * B}
    if above == -below:
        return drive | {"FS": size * above}
    return drive | {"FSP": size * above, "FSN": -size * below}


def _limits(link: Any, j: int) -> Limits | None:
    """The limits of a joint; infinite ones and NaN are none."""
    qlim = getattr(link, "qlim", None)
    values = dict(zip(("lower", "upper"), (None, None) if qlim is None else qlim, strict=True))
    values |= {"velocity": getattr(link, "qdlim", None), "effort": getattr(link, "tlim", None)}
    limits = {
        field: _number(value, j, field)
        for field, value in values.items()
        if value is not None and math.isfinite(value)
    }
    return Limits(**limits) if limits else None


def _gravity(robot: Any, gravity: Any, base: Base) -> tuple[Expression, Expression, Expression]:
    """Gravity in frame 0."""
    own = gravity is None
    world = _numbers(getattr(robot, "gravity", None) if own else list(gravity), 3, 0, "gravity")
    up = world[2].number
    if own and up is not None and up > 0:
        raise RobotError(
            "gravity points upwards: it is the acceleration of the base, as the toolbox for MATLAB "
            "has it, or a mistake",
            field="gravity",
            found=", ".join(map(str, world)),
            expected="gravity=(0, 0, -9.81), the acceleration of gravity in the world",
        )
    columns = zip(*(row[:3] for row in base.Z[:3]), strict=True)
    x, y, z = (sum((a * b for a, b in zip(c, world, strict=True)), ZERO) for c in columns)
    return x, y, z

"""Model functions of the Python interface: operational space and linearisation.

All take the common keyword options of `symoro.catalog.functions`.
"""

from __future__ import annotations

from typing import Unpack

from symoro.catalog.functions.common import Common, Numbers, made
from symoro.pipeline.model import Model
from symoro.robot import Robot


def operational(
    robot: Robot,
    link: int | None = None,
    *,
    projection: int | None = None,
    rows: Numbers = (),
    **common: Unpack[Common],
) -> Model:
    """Return the dynamic model in operational space: F = ``LAMBDA`` xdd + ``MU`` + ``P``.

    xdd is the acceleration of the origin of a link's frame and its angular acceleration. Further
    outputs, if asked for: ``JT``, ``JPQP``, ``JBAR`` and ``NT``.

    Args:
        robot: a tree robot on a fixed or moving base.
        link: the link; that of the tool by default.
        projection: the frame in which it is written; 0 by default.
        rows: the rows of the task, as numbers or ``"1-3,6"``; by default all, or the first that are
            independent.
        common: see `symoro.catalog.functions`.
    """
    own = {"link": link, "projection": projection, "rows": rows or None}
    return made("operational", robot, common, own)


def operational_control(
    robot: Robot,
    link: int | None = None,
    *,
    projection: int | None = None,
    rows: Numbers = (),
    near: bool = False,
    **common: Unpack[Common],
) -> Model:
    """Return the torques ``GAM`` that give a task the acceleration ``WX``: computed torque.

    Where the task has fewer rows than the robot joints, the joint accelerations are the smallest.
    They are the output ``QDP``, if asked for.

    Args:
        robot: a tree robot on a fixed or moving base.
        link: the link that has the task; that of the tool by default.
        projection: the frame in which ``WX`` is written; 0 by default.
        rows: the rows of the task, as numbers or ``"1-3,6"``; by default all, or the first that are
            independent.
        near: take joint accelerations ``WQ`` and stay nearest to them; for redundant robots.
        common: see `symoro.catalog.functions`.
    """
    own = {"link": link, "projection": projection, "rows": rows or None, "near": near}
    return made("operational-control", robot, common, own)


def linearize(robot: Robot, *, moving: bool = False, **common: Unpack[Common]) -> Model:
    """Return the linearised model: state-space matrices ``A``, ``B``, ``C`` and ``D``.

    States are the deviations of positions, then of velocities; inputs those of the efforts of
    motors (joints that are not elastic); outputs are the positions.

    Args:
        robot: a simple or tree robot.
        moving: about a motion, with ``QP`` and ``QDP`` as arguments, not about a posture at rest.
        common: see `symoro.catalog.functions`.
    """
    return made("linearize", robot, common, {"moving": moving})

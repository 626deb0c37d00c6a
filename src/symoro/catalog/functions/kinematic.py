"""Model functions of the Python interface: jacobian matrices, velocities and accelerations.

All take the common keyword options of `symoro.catalog.functions`.
"""

from __future__ import annotations

from typing import Any, Unpack

from symoro.catalog.functions.common import Common, Numbers, made
from symoro.pipeline.model import Model
from symoro.robot import Robot


def jacobian(
    robot: Robot,
    link: int | None = None,
    *,
    projection: int | None = None,
    intermediate: int | None = None,
    total: bool = False,
    orientation: str | None = None,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return the Jacobian matrix of a link.

    Args:
        robot: any robot.
        link: the frame whose velocity it gives; that of the tool by default.
        projection: the frame of projection.
        intermediate: the frame at whose origin the velocity is taken; the matrix ``L`` moves it to
            the link's own origin.
        total: also give the product ``JT`` = L J.
        orientation: ``"euler"``, ``"rpy"``, ``"quaternion"`` or ``"axis-angle"``: also give the
            coordinates ``X`` and the analytical Jacobian ``JX``.
        motorised: closed robots, in the motorised joints; positions of the passive ones are
            inputs where the loops have no closed form.
        mode: the assembly mode of the loops, from 1.
        common: see `symoro.catalog.functions`.
    """
    own = {
        "link": link,
        "projection": projection,
        "intermediate": intermediate,
        "total": total,
        "orientation": orientation,
        "motorised": motorised,
        "mode": mode,
    }
    return made("jacobian", robot, common, own)


def jacobian_det(
    robot: Robot,
    link: int | None = None,
    *,
    rows: Numbers = (),
    cols: Numbers = (),
    projection: int | None = None,
    intermediate: int | None = None,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return the determinant of a Jacobian matrix or of a part of it, factored.

    A part that is not square gives det(J J^T), or det(J^T J) if it has fewer columns than rows;
    rows that are zero in every posture are left out.

    Args:
        robot: any robot.
        link: the frame whose velocity the Jacobian gives; that of the tool by default.
        rows: rows to keep, such as ``"1-3"`` or ``[1, 2, 3]``.
        cols: columns to keep.
        projection: the frame of projection.
        intermediate: the intermediate frame.
        motorised: closed robots, in the motorised joints; positions of the passive ones are
            inputs where the loops have no closed form.
        mode: the assembly mode of the loops, from 1.
        common: see `symoro.catalog.functions`.
    """
    own = _part(link, rows, cols, projection, intermediate, motorised, mode)
    return made("jacobian-det", robot, common, own)


def jacobian_inverse(
    robot: Robot,
    link: int | None = None,
    *,
    rows: Numbers = (),
    cols: Numbers = (),
    projection: int | None = None,
    intermediate: int | None = None,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return the inverse of a Jacobian matrix or of a square part of it.

    Arguments are those of `jacobian_det`.
    """
    own = _part(link, rows, cols, projection, intermediate, motorised, mode)
    return made("jacobian-inverse", robot, common, own)


def _part(
    link: int | None,
    rows: Numbers,
    cols: Numbers,
    projection: int | None,
    intermediate: int | None,
    motorised: bool,
    mode: int | None,
) -> dict[str, Any]:
    return {
        "link": link,
        "rows": rows,
        "cols": cols,
        "projection": projection,
        "intermediate": intermediate,
        "motorised": motorised,
        "mode": mode,
    }


def velocities(
    robot: Robot, *, motorised: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the velocities of all links, in their own frames: ``V`` and ``W``.

    Args:
        robot: any robot on a fixed or moving base.
        motorised: closed robots, from the rates of the motorised joints.
        mode: the assembly mode of the loops, from 1.
        common: see `symoro.catalog.functions`.
    """
    return made("velocities", robot, common, {"motorised": motorised, "mode": mode})


def accelerations(
    robot: Robot, *, motorised: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the accelerations of all links, in their own frames: ``VP`` and ``WP``.

    Arguments are those of `velocities`.
    """
    return made("accelerations", robot, common, {"motorised": motorised, "mode": mode})


def jdot_qdot(
    robot: Robot, *, motorised: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the accelerations of all links when no joint accelerates: ``VPJ`` and ``WPJ``.

    Arguments are those of `velocities`.
    """
    return made("jdot-qdot", robot, common, {"motorised": motorised, "mode": mode})


def loop_kinematics(robot: Robot, *, active: Numbers = (), **common: Unpack[Common]) -> Model:
    """Return the constraint equations of a closed robot: Wa, Wp, Wac, Wpc, Wc, Psi, Phi and W.

    Args:
        robot: a closed robot.
        active: the joints taken as known; the motorised ones by default.
        common: see `symoro.catalog.functions`.
    """
    return made("loop-kinematics", robot, common, {"active": active})

"""Model functions of the Python interface: transformations and loops.

All take the common keyword options of `symoro.catalog.functions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from symoro.catalog.functions.common import Common, Numbers, checked, made, options
from symoro.pipeline.model import Model
from symoro.robot import Robot

if TYPE_CHECKING:
    from symoro.catalog.geometric.loop_solutions import LoopGeometry


def transform(
    robot: Robot,
    from_: Numbers = (),
    to: Numbers = (),
    *,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return transformation matrices between pairs of frames, expanded.

    Args:
        robot: any robot.
        from_: the frame, or frames, in which the results are written; -1 is the world.
        to: the frames that are described, as many.
        motorised: closed robots, as a function of the motorised joints alone.
        mode: the assembly mode of the loops, from 1.
        common: see `symoro.catalog.functions`.
    """
    own = {"from": from_, "to": to, "motorised": motorised, "mode": mode}
    return made("transform", robot, common, own)


def fast_transform(
    robot: Robot,
    from_: Numbers = (),
    to: Numbers = (),
    *,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return transformation matrices with intermediate variables: the cheapest form.

    Arguments are those of `transform`.
    """
    own = {"from": from_, "to": to, "motorised": motorised, "mode": mode}
    return made("fast-transform", robot, common, own)


def loop_geometry(
    robot: Robot, *, active: Numbers = (), mode: int | None = None, **common: Unpack[Common]
) -> LoopGeometry:
    """Return the passive joints of a closed robot as functions of the active ones.

    ``.model`` is the closed form, ``.labels`` names its assembly modes, ``.solutions(at,
    parameters)`` gives numbers, found by search where there is no closed form.

    Args:
        robot: a closed robot.
        active: the joints taken as known; the motorised ones by default.
        mode: one assembly mode, from 1; all by default.
        common: see `symoro.catalog.functions`.
    """
    from symoro.catalog.geometric.loop_solutions import loop_geometry as planned

    return planned(checked(robot), options(common, {"active": active, "mode": mode}))

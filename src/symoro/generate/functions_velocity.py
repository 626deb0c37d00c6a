"""Model functions of the Python interface: products of velocities, momentum.

They take the keyword options of `symoro.generate.functions`.
"""

from __future__ import annotations

from typing import Unpack

from symoro.generate.functions import Common, checked, options
from symoro.generate.model import Model, generate
from symoro.robot import Robot


def coriolis(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the matrix ``C`` of Coriolis and centrifugal efforts, of Christoffel's symbols.

    On request its products ``CV``, with velocities ``v`` that are an argument, and ``CTQP``, of its
    transpose with the robot's own velocities; neither forms the matrix.

    Args:
        robot: a tree robot whose base is fixed or floats.
        common: see `symoro.generate.functions`.
    """
    return generate("coriolis", checked(robot), options(common))


def momentum(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the generalised momentum ``P`` and ``BETA``, for momentum observers.

    dP/dt = efforts - friction - efforts of external wrenches - BETA; on request ``CTQP`` and the
    efforts of gravity ``Q``, of which BETA is Q - CTQP.

    Args:
        robot: a tree robot whose base is fixed or floats.
        common: see `symoro.generate.functions`.
    """
    return generate("momentum", checked(robot), options(common))

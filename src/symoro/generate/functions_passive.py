"""Model functions of the Python interface for robots with joints that no motor drives.

All take the common keyword options of `symoro.generate.functions`.
"""

from __future__ import annotations

from typing import Unpack

from symoro.generate.functions import Common, Frames, checked, options
from symoro.generate.model import Model, generate
from symoro.robot import Robot


def hybrid(robot: Robot, *, free: Frames = (), **common: Unpack[Common]) -> Model:
    """Return the hybrid dynamic model: free joints accelerate, the others are driven.

    Outputs are the accelerations ``QDPF`` of the free joints and the efforts ``GAMD`` of the
    others; a floating base has its acceleration ``VP0``, ``WP0`` too.

    Args:
        robot: a tree robot.
        free: the free joints, whose efforts ``GAM`` are known; the passive and the elastic ones by
            default.
        common: see `symoro.generate.functions`.
    """
    return generate("hybrid", checked(robot), options(common, {"free": free}))


def rolling(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the torques ``GAM`` of the motors of a robot on wheels that roll without slipping.

    Further outputs are the forces ``LAMBDA`` of the ground on the wheels and, if asked for, the
    velocities ``QPp`` and accelerations ``QDPp`` of the joints without motors.

    Args:
        robot: a tree robot with wheels.
        common: see `symoro.generate.functions`.
    """
    return generate("rolling", checked(robot), options(common))

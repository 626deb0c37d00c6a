"""Model functions of the Python interface: inverse, direct and hybrid dynamics and their terms.

All take the common keyword options of `symoro.catalog.functions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from symoro.catalog.functions.common import Common, Numbers, made
from symoro.pipeline.model import Model
from symoro.robot import Robot


def idm(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the inverse dynamic model: joint torques from positions, velocities, accelerations.

    Outputs are ``GAM``, and the reactions ``E`` and ``N`` if asked for; a floating base has its
    acceleration ``VP0``, ``WP0`` too. Closed robots need ``tree=True``.
    """
    return made("idm", robot, common)


def lagrange(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the Lagrange model: torques = ``A`` QDP + ``B`` (QPj QPk) + ``C`` (QPj^2) + ``Q``.

    The columns of ``B`` are the pairs of joints j < k in order: (1, 2), (1, 3), ... (2, 3), ...
    Simple and tree robots on a fixed base; closed robots need ``tree=True``.
    """
    return made("lagrange", robot, common)


def inertia(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the inertia matrix ``A`` of a tree robot; a floating base has six rows first."""
    return made("inertia", robot, common)


def ccg(robot: Robot, *, only: Sequence[str] | str = (), **common: Unpack[Common]) -> Model:
    """Return the vector ``H`` of Coriolis, centrifugal and gravity efforts.

    Args:
        robot: a tree robot.
        only: some of ``"gravity"``, ``"coriolis"``, ``"friction"``, ``"wrench"``.
        common: see `symoro.catalog.functions`.
    """
    return made("ccg", robot, common, {"only": only})


def coriolis(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the matrix ``C`` of Coriolis and centrifugal efforts, of Christoffel's symbols.

    On request its products ``CV``, with velocities ``v`` that are an argument, and ``CTQP``, of its
    transpose with the robot's own velocities; neither forms the matrix.

    Args:
        robot: a tree robot whose base is fixed or floats.
        common: see `symoro.catalog.functions`.
    """
    return made("coriolis", robot, common)


def momentum(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the generalised momentum ``P`` and ``BETA``, for momentum observers.

    dP/dt = efforts - friction - efforts of external wrenches - BETA; on request ``CTQP`` and the
    efforts of gravity ``Q``, of which BETA is Q - CTQP.

    Args:
        robot: a tree robot whose base is fixed or floats.
        common: see `symoro.catalog.functions`.
    """
    return made("momentum", robot, common)


def energy(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the kinetic energy ``E`` and the potential energy ``U``."""
    return made("energy", robot, common)


def ddm(robot: Robot, *, method: str | None = None, **common: Unpack[Common]) -> Model:
    """Return the direct dynamic model: joint accelerations ``QDP`` from torques ``GAM``.

    A floating base has its acceleration ``VP0``, ``WP0`` too; reactions ``E``, ``N`` on request.

    Args:
        robot: a tree robot.
        method: ``"recursive"`` or ``"matrix"``; the one with fewer operations by default.
        common: see `symoro.catalog.functions`.
    """
    return made("ddm", robot, common, {"method": method})


def hybrid(robot: Robot, *, free: Numbers = (), **common: Unpack[Common]) -> Model:
    """Return the hybrid dynamic model: free joints accelerate, the others are driven.

    Outputs are the accelerations ``QDPF`` of the free joints and the efforts ``GAMD`` of the
    others; a floating base has its acceleration ``VP0``, ``WP0`` too.

    Args:
        robot: a tree robot.
        free: the free joints, whose efforts ``GAM`` are known; the passive and the elastic ones by
            default.
        common: see `symoro.catalog.functions`.
    """
    return made("hybrid", robot, common, {"free": free})


def rolling(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the torques ``GAM`` of the motors of a robot on wheels that roll without slipping.

    Further outputs are the forces ``LAMBDA`` of the ground on the wheels and, if asked for, the
    velocities ``QPp`` and accelerations ``QDPp`` of the joints without motors.

    Args:
        robot: a tree robot with wheels.
        common: see `symoro.catalog.functions`.
    """
    return made("rolling", robot, common)

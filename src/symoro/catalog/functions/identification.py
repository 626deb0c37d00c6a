"""Model functions of the Python interface: models that are linear in the parameters.

All take the common keyword options of `symoro.catalog.functions`.
"""

from __future__ import annotations

from typing import Unpack

from symoro.catalog.functions.common import Common, made
from symoro.pipeline.model import Model
from symoro.robot import Robot


def regressor(
    robot: Robot, *, reference: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the dynamic identification model: torques = ``DG`` times the robot's parameters.

    ``columns`` names the parameter of each column. Rows are the joints that move, of a closed robot
    the motorised ones; a floating base has six rows first, its force and moment.

    Args:
        robot: any robot.
        reference: Slotine and Li's, at reference velocities and accelerations; tree robots.
        mode: closed robots, with ``base``: the assembly mode whose base parameters are taken.
        common: see `symoro.catalog.functions`.
    """
    return made("regressor", robot, common, {"reference": reference, "mode": mode})


def energy_model(
    robot: Robot, *, power: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the energy identification model: total energy = ``H`` times the robot's parameters.

    Args:
        robot: a robot whose base is fixed or floats.
        power: give its rate ``HP`` instead, which is the power of the joints; friction then has
            columns too.
        mode: closed robots, with ``base``: the assembly mode whose base parameters are taken.
        common: see `symoro.catalog.functions`.
    """
    return made("energy-model", robot, common, {"power": power, "mode": mode})


def filtered_model(robot: Robot, *, mode: int | None = None, **common: Unpack[Common]) -> Model:
    """Return the filtered dynamic identification model: torques = d/dt (DEP K) + DLQ K.

    No acceleration enters ``DEP`` and ``DLQ``; ``columns`` names the parameters K, and
    `filtered_samples` filters measurements. Rows are those of the regressor.

    Args:
        robot: any robot.
        mode: closed robots, with ``base``: the assembly mode whose base parameters are taken.
        common: see `symoro.catalog.functions`.
    """
    return made("filtered-model", robot, common, {"mode": mode})

"""Methods of a robot that lead to rooms above it, which are imported when they are called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symoro.robot.robot import Robot

_EXPORTS = "symoro.formats.exports"


class Exports:
    """Ways of a robot to other programs, as methods of it."""

    def _repr_html_(self) -> str:
        """The tables, for notebooks."""
        html: str = import_module("symoro.robot.html").robot_html(self)
        return html

    def to_urdf(self, **numbers: Any) -> str:
        """Return the robot as the text of a URDF file; see `symoro.to_urdf`."""
        text: str = import_module(_EXPORTS).to_urdf(self, **numbers)
        return text

    def to_mjcf(self, **numbers: Any) -> str:
        """Return the robot as the text of an MJCF file; see `symoro.to_mjcf`."""
        text: str = import_module(_EXPORTS).to_mjcf(self, **numbers)
        return text

    def to_pinocchio(self, **numbers: Any) -> Any:
        """Return the robot as a model of pinocchio; see `symoro.to_pinocchio`."""
        return import_module(_EXPORTS).to_pinocchio(self, **numbers)

    def parametric(self, name: str = "nominal") -> Robot:
        """Return the robot with symbols for its numbers; see `symoro.parametric`."""
        robot: Robot = import_module("symoro.robot.parametric").parametric(self, name)
        return robot

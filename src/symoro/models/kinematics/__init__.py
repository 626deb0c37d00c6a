"""Velocities, accelerations and Jacobian matrices."""

from symoro.models.kinematics.jacobian import chain_jacobian
from symoro.models.kinematics.motion import Acceleration, Velocity

__all__ = ["Acceleration", "Velocity", "chain_jacobian"]

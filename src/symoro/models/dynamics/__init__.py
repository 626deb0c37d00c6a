"""Pages on the dynamics of robots."""

from symoro.models.dynamics.articulated_body import articulated_body_dynamics
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.dynamics.inverse_dynamics import InverseDynamics

__all__ = ["InertiaMatrix", "InverseDynamics", "articulated_body_dynamics"]

"""Dynamics with fewer operations: the same models over inertia that is grouped and re-framed."""

from symoro.models.dynamics.lean.floating_inverse_dynamics import lean_floating_inverse_dynamics
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inverse_dynamics import lean_inverse_dynamics
from symoro.models.dynamics.lean.links import LeanLink

__all__ = ["LeanForm", "LeanLink", "lean_floating_inverse_dynamics", "lean_inverse_dynamics"]

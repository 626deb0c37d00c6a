"""Loops closed numerically: gaps and their derivatives, closed postures, all assembly modes."""

from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.modes import Modes, modes
from symoro.analysis.loops.postures import closed_postures
from symoro.analysis.loops.refusal import CannotClose, Interval

__all__ = ["CannotClose", "Closure", "Interval", "Modes", "closed_postures", "modes"]

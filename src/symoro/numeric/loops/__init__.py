"""Loops closed numerically: gaps and their derivatives, closed postures, all assembly modes."""

from symoro.numeric.loops.closure import Closure
from symoro.numeric.loops.modes import Modes, modes
from symoro.numeric.loops.postures import closed_postures
from symoro.numeric.loops.refusal import CannotClose, Interval

__all__ = [
    "CannotClose",
    "Closure",
    "Interval",
    "Modes",
    "closed_postures",
    "modes",
]

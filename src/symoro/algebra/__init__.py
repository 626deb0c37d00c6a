"""Vectors, rotations, transforms and linear systems over any scalar."""

from symoro.algebra.linear import solve
from symoro.algebra.scalars import cos, sign, sin
from symoro.algebra.vectors import Z, cross, vector

__all__ = ["Z", "cos", "cross", "sign", "sin", "solve", "vector"]

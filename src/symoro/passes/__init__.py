"""Passes: Program to Program, one a file; and the count of operations."""

from symoro.passes.count import Operations, SystemSize, count
from symoro.passes.dead_code import DeadCode

__all__ = ["DeadCode", "Operations", "SystemSize", "count"]

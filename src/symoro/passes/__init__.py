"""Passes: Program to Program, one a file; and the count of operations."""

from symoro.passes.count import Operations, SystemSize, count
from symoro.passes.dead_code import DeadCode
from symoro.passes.regroup import Regroup
from symoro.passes.split import Parts, split
from symoro.passes.value_numbering import ValueNumbering

__all__ = [
    "DeadCode",
    "Operations",
    "Parts",
    "Regroup",
    "SystemSize",
    "ValueNumbering",
    "count",
    "split",
]

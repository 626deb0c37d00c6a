"""Passes: Program to Program, one a file; lists of them by level; and the count of operations."""

from symoro.passes.count import Operations, SystemSize, call_cost, call_operations, count
from symoro.passes.dead_code import DeadCode
from symoro.passes.edge_count import EdgeCounter
from symoro.passes.fastest_order import FastestOrder
from symoro.passes.levels import LEVELS
from symoro.passes.pass_ import Observer, Pass
from symoro.passes.pipeline import Pipeline
from symoro.passes.recorder import PassRecorder, PassStep
from symoro.passes.regroup import Regroup
from symoro.passes.repeat import Repeat
from symoro.passes.split import SplitProgram, program_parts, split
from symoro.passes.value_numbering import ValueNumbering

__all__ = [
    "LEVELS",
    "DeadCode",
    "EdgeCounter",
    "FastestOrder",
    "Observer",
    "Operations",
    "SplitProgram",
    "Pass",
    "PassRecorder",
    "PassStep",
    "Pipeline",
    "Regroup",
    "Repeat",
    "SystemSize",
    "ValueNumbering",
    "call_cost",
    "call_operations",
    "count",
    "program_parts",
    "split",
]

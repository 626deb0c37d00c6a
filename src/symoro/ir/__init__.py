"""The straight-line program: the form of every model, for passes, printers and compilers."""

from symoro.ir.graph import Graph, Node, Op
from symoro.ir.interpreter import interpret
from symoro.ir.names import Names
from symoro.ir.pieces import Pieces, Step, divide, runs
from symoro.ir.program import Input, Let, Output, Program, Role, Solve, Statement
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.ir.tracer import Tracer

__all__ = [
    "Graph",
    "GraphArithmetic",
    "Input",
    "Let",
    "Names",
    "Node",
    "Op",
    "Output",
    "Pieces",
    "Program",
    "Role",
    "Scalar",
    "Solve",
    "Statement",
    "Step",
    "Tracer",
    "divide",
    "interpret",
    "runs",
]

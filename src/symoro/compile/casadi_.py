"""A program as a ``casadi.Function`` over SX: the interpreter with CasADi's scalars.

CasADi has matrices only: a vector is a column, and of an array with three indices the first two run
together over the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from symoro.errors import ModelError, install_hint
from symoro.expressions import double
from symoro.ir.interpreter import edge_values
from symoro.ir.program import Program
from symoro.printers.casadi_ import argument_names, legal_name, matrix_shape


def casadi_function(program: Program, numbers: Mapping[str, float] | None = None) -> Any:
    """Return a program as a function of CasADi's.

    Its inputs are the argument arrays by name, then ``p``, a column of the parameters in the order
    of ``program.parameters``; its outputs are those of the program, by name. Linear systems are
    solved by orthogonal factors; a singular one gives results that are not finite.

    With ``numbers`` for all parameters, these are inside, and there is no ``p``.

    Raises:
        ModelError: if CasADi is not installed.
    """
    ca = _import_casadi()
    names, results = argument_names(program, p=numbers is None)
    pairs = zip(names, program.arrays, strict=False)
    arrays = {array: ca.SX.sym(name, *shape) for name, (array, shape) in pairs}
    arguments = list(arrays.values())
    values = {i.name: arrays[i.array][i.index] for i in program.used_inputs if i.array is not None}
    if numbers is not None:
        values |= {name: ca.SX(float(numbers[name])) for name in program.parameters}
    elif program.parameters:
        p = ca.SX.sym(names[-1], len(program.parameters))
        arguments.append(p)
        values |= {name: p[place] for place, name in enumerate(program.parameters)}
    outputs = _outputs(program, values, _Scalars(ca))
    return ca.Function(legal_name(program.name), arguments, outputs, names, results)


class _Scalars:
    """The arithmetic of SX; operators are its own."""

    def __init__(self, ca: Any) -> None:
        self.ca = ca

    def number(self, value: Fraction) -> Any:
        return self.ca.SX(double(value))

    def pi(self) -> Any:
        return self.ca.SX(self.ca.pi)

    def call(self, function: str, *arguments: Any) -> Any:
        return getattr(self.ca, "fabs" if function == "abs" else function)(*arguments)

    def matrix(self, rows: int, columns: int, elements: list[Any]) -> Any:
        """The matrix of elements that come row by row."""
        if not elements:
            return self.ca.SX(rows, columns)
        return self.ca.reshape(self.ca.vertcat(*elements), columns, rows).T


def _outputs(program: Program, values: dict[str, Any], scalars: _Scalars) -> list[Any]:
    """The outputs as matrices; each system is solved when those before it are."""
    ca, graph = scalars.ca, program.graph
    for system in program.systems:
        n, m = system.unknowns, system.right_hand_sides
        used = edge_values(graph, system.uses, values, scalars, program.name)
        solved = ca.solve(scalars.matrix(n, n, used[: n * n]), scalars.matrix(n, m, used[n * n :]))
        values |= {name: solved[k // m, k % m] for k, name in enumerate(system.names)}
    edges = [edge for output in program.outputs for edge in output.elements]
    elements = iter(edge_values(graph, edges, values, scalars, program.name))
    matrices = [
        scalars.matrix(*matrix_shape(output), [next(elements) for _ in output.elements])
        for output in program.outputs
    ]
    if not program.systems:
        return matrices
    shared: list[Any] = ca.cse(matrices)  # of the expressions that systems share, each has its own
    return shared


def _import_casadi() -> Any:
    try:
        return import_module("casadi")
    except ModuleNotFoundError:
        raise ModelError(f"this needs {install_hint('casadi', 'casadi')}") from None

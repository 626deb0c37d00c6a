"""MATLAB functions from one vector to one vector, for blocks of Simulink.

The arguments that change from sample to sample stand in ``u``, one after the other, matrices row by
row; the outputs stand in ``y`` likewise. Constants stay apart, in ``p`` or ``k``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from symoro.ir.program import Input, Output, Program
from symoro.printers.document import Document
from symoro.printers.matlab import (
    MatlabCaller,
    MatlabWriter,
    matrix_lines,
    print_rows,
    with_legal_name,
)
from symoro.printers.writer import Index, flat_index, parentheses_from_one


def files(document: Document) -> dict[str, str]:
    """Return a function in a file, or two in two files, and an example script."""
    writer = SimulinkWriter(with_legal_name(document, "_simulink"))
    return writer.files() | SimulinkCaller(writer).files()


def _positions(shapes: Iterable[tuple[str, Index]]) -> dict[str, range]:
    """The positions, from 0, of the elements of arrays in a vector of all of them."""
    positions: dict[str, range] = {}
    end = 0
    for name, shape in shapes:
        positions[name] = range(end, end + prod(shape))
        end += prod(shape)
    return positions


def _elements(vector: str, places: range) -> str:
    """Some elements of a vector, as MATLAB counts them."""
    if len(places) == 1:
        return f"{vector}({places.stop})"
    return f"{vector}({places.start + 1}:{places.stop})"


class SimulinkWriter(MatlabWriter):
    """MATLAB's functions, but for the arguments and results of each sample.

    Attributes:
        u: the name of the vector of arguments.
        y: the name of the vector of outputs.
        inside: the positions in ``u`` of each array.
        outside: the positions in ``y`` of each output.
    """

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.u, self.y = self.names.fresh("u"), self.names.fresh("y")
        self.inside = _positions(self.program.arrays)
        self.outside = _positions((output.name, output.shape) for output in self.program.outputs)

    def argument_names(self, part: Program) -> list[str]:
        """The vector, then the constants."""
        if part is self.document.prepare:
            return super().argument_names(part)
        return [self.u, *super().argument_names(part)[len(self.inside) :]]

    def result_names(self, part: Program) -> list[str]:
        """The vector, or the constants."""
        return super().result_names(part) if part is self.document.prepare else [self.y]

    def describe_arguments(self, part: Program) -> list[str]:
        """The descriptions of arguments and outputs, with their positions in the vectors."""
        if part is self.document.prepare:
            return super().describe_arguments(part)
        constants = [name for name, _ in part.arrays if name not in self.inside]
        names = {name: self.names.array(name) for name in constants}
        lines = self.document.describe_arguments(part, names, self.names.p)
        inputs = [_elements(self.u, places) for places in self.inside.values()]
        outputs = [_elements(self.y, places) for places in self.outside.values()]
        others = lines[len(inputs) : len(lines) - len(outputs)]
        width = max(map(len, (*inputs, *outputs)))
        described = [*lines[: len(inputs)], *lines[len(lines) - len(outputs) :]]
        placed = zip([*inputs, *outputs], described, strict=True)
        return [
            f"{self.u} and {self.y} hold arrays one after the other, matrices row by row:",
            *(f"{place:{width}}  {line}" for place, line in placed),
            *others,
        ]

    def arrays(self, part: Program) -> list[tuple[str, Index]]:
        """The vector in the place of those that each sample gives."""
        arrays = super().arrays(part)
        if part is self.document.prepare or not self.inside:
            return arrays
        size = sum(map(len, self.inside.values()))
        return [(self.u, (size,)), *arrays[len(self.inside) :]]

    def input_text(self, part: Program, item: Input) -> str:
        """An element of the vector, or of the constants."""
        if item.array not in self.inside:
            return super().input_text(part, item)
        shape = dict(part.shapes)[item.array]
        place = self.inside[item.array].start + flat_index(item.index, shape)
        return parentheses_from_one(self.u, (place,))

    def outputs(self, part: Program) -> list[str]:
        """An assignment to the vector of all outputs."""
        if part is self.document.prepare:
            return super().outputs(part)
        elements = tuple(edge for output in part.outputs for edge in output.elements)
        return self.result(part, Output(self.y, (len(elements),), elements), self.y)

    def type_argument(self, part: Program) -> str:
        """The arguments of ``zeros`` that give a constant the type of the vector."""
        return (
            super().type_argument(part) if part is self.document.prepare else f", 'like', {self.u}"
        )


class SimulinkCaller(MatlabCaller[SimulinkWriter]):
    """The example script: it makes one vector, and takes the other apart."""

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """A column, matrices row by row."""
        return matrix_lines(f"{name} = ", list(map(repr, numbers)), 1, ";")

    def arguments(self, part: Program) -> list[str]:
        """The vector in the place of the arrays."""
        names = super().arguments(part)
        if part is self.document.prepare:
            return names
        size = len(self.writer.inside)
        u = names[0] if size == 1 else f"[{'; '.join(names[:size])}]"
        return [u, *names[size:]]

    def results(self, part: Program) -> list[str]:
        """The vector, or the constants."""
        return super().results(part) if part is self.document.prepare else ["found_y"]

    def print_output(self, output: Output, name: str) -> list[str]:
        """The elements of an output, which come row by row."""
        return print_rows(output, _elements("found_y", self.writer.outside[output.name]))

"""MATLAB functions of one vector, which is what a block of Simulink takes and gives.

The arguments that change from sample to sample stand in ``u``, one after the other, matrices row by
row; the outputs stand in ``y`` likewise. Constants stay apart, in ``p`` or ``k``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from symoro.ir.program import Input, Output, Program
from symoro.printers.document import Document
from symoro.printers.matlab import MatlabCaller, MatlabWriter, bracketed, named, printed_rows
from symoro.printers.writer import Index, parentheses_from_one, place_of


def files(document: Document) -> dict[str, str]:
    """Return a function in a file, or two in two files, and an example script."""
    writer = SimulinkWriter(named(document, "_simulink"))
    return writer.files() | SimulinkCaller(writer).files()


def _places(shapes: Iterable[tuple[str, Index]]) -> dict[str, range]:
    """The places, from 0, that arrays have in a vector of all their elements."""
    found: dict[str, range] = {}
    end = 0
    for name, shape in shapes:
        found[name] = range(end, end + prod(shape))
        end += prod(shape)
    return found


def _elements(vector: str, places: range) -> str:
    """Some elements of a vector, as MATLAB counts them."""
    if len(places) == 1:
        return f"{vector}({places.stop})"
    return f"{vector}({places.start + 1}:{places.stop})"


class SimulinkWriter(MatlabWriter):
    """MATLAB's functions, but for what each sample gives and takes.

    Attributes:
        u: the name of the vector of arguments.
        y: the name of the vector of outputs.
        inside: the places in ``u`` of each array.
        outside: the places in ``y`` of each output.
    """

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.u, self.y = self.names.fresh("u"), self.names.fresh("y")
        self.inside = _places(self.program.arrays)
        self.outside = _places((output.name, output.shape) for output in self.program.outputs)

    def given(self, part: Program) -> list[str]:
        """The vector, then the constants."""
        if part is self.document.prepare:
            return super().given(part)
        return [self.u, *super().given(part)[len(self.inside) :]]

    def found(self, part: Program) -> list[str]:
        """The vector, or the constants."""
        return super().found(part) if part is self.document.prepare else [self.y]

    def arguments(self, part: Program) -> list[str]:
        """What arguments and outputs are, and where in the vectors they stand."""
        if part is self.document.prepare:
            return super().arguments(part)
        constants = [name for name, _ in part.arrays if name not in self.inside]
        written = {name: self.names.array(name) for name in constants}
        lines = self.document.arguments(part, written, self.names.p)
        given = [_elements(self.u, places) for places in self.inside.values()]
        found = [_elements(self.y, places) for places in self.outside.values()]
        others = lines[len(given) : len(lines) - len(found)]
        width = max(map(len, (*given, *found)))
        described = [*lines[: len(given)], *lines[len(lines) - len(found) :]]
        placed = zip([*given, *found], described, strict=True)
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

    def where(self, part: Program, item: Input) -> str:
        """A place in the vector, or among the constants."""
        if item.array not in self.inside:
            return super().where(part, item)
        shape = dict(part.shapes)[item.array]
        place = self.inside[item.array].start + place_of(item.index, shape)
        return parentheses_from_one(self.u, (place,), ())

    def outputs(self, part: Program) -> list[str]:
        """An assignment to the vector of all outputs."""
        if part is self.document.prepare:
            return super().outputs(part)
        elements = tuple(edge for output in part.outputs for edge in output.elements)
        return self.result(part, Output(self.y, (len(elements),), elements), self.y)

    def like(self, part: Program) -> str:
        """What gives a constant the type of the vector."""
        return super().like(part) if part is self.document.prepare else f", 'like', {self.u}"


class SimulinkCaller(MatlabCaller[SimulinkWriter]):
    """The example script: it makes one vector, and takes the other apart."""

    def given(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """A column, matrices row by row."""
        del shape
        return bracketed(f"{name} = ", list(map(repr, numbers)), 1, ";")

    def arguments(self, part: Program) -> list[str]:
        """The vector in the place of the arrays."""
        given = super().arguments(part)
        if part is self.document.prepare:
            return given
        size = len(self.writer.inside)
        u = given[0] if size == 1 else f"[{'; '.join(given[:size])}]"
        return [u, *given[size:]]

    def results(self, part: Program) -> list[str]:
        """The vector, or the constants."""
        return super().results(part) if part is self.document.prepare else ["found_y"]

    def shown(self, output: Output, name: str) -> list[str]:
        """The elements of an output, which come row by row."""
        del name
        return printed_rows(output, _elements("found_y", self.writer.outside[output.name]))

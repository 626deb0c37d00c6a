"""The size of a program without intermediate variables: too large a one is refused."""

from __future__ import annotations

from symoro.errors import ModelError
from symoro.ir.graph import LET
from symoro.ir.program import Program
from symoro.symbolic.limits import MOST_TERMS


def refuse_endless_elements(program: Program, way_out: str) -> None:
    """Refuse outputs that nobody reads without intermediate variables.

    Raises:
        ModelError: with the number of operations, and the way out.
    """
    sizes = _tree_sizes(program, through_lets=True)
    for output in program.outputs:
        largest = max((sizes[abs(edge)] for edge in output.elements), default=0)
        if largest > MOST_TERMS:
            raise ModelError(
                f"an element of {output.name} of {program.name} has {largest:,} operations without "
                f"intermediate variables; the limit is {MOST_TERMS:,}; {way_out}"
            )


def refuse_endless_statements(program: Program) -> None:
    """Refuse a statement that nobody reads and no file holds.

    Raises:
        ModelError: with the number of operations, and the way out.
    """
    sizes = _tree_sizes(program, through_lets=False)
    for statement in program.statements:
        largest = max([sizes.get(abs(edge), 0) for edge in statement.uses], default=0)
        if largest > MOST_TERMS:
            raise ModelError(
                f"{', '.join(statement.names)} of {program.name} has {largest:,} operations in one "
                f"expression; the limit is {MOST_TERMS:,}; --level O2 (level='O2') names "
                "intermediate values, and so does fast-transform instead of transform"
            )


def expanded_size(program: Program) -> int:
    """Return the operations of all elements without intermediate variables, each element once."""
    sizes = _tree_sizes(program, through_lets=True)
    return sum(sizes[edge] for edge in {abs(e) for o in program.outputs for e in o.elements})


def _tree_sizes(program: Program, through_lets: bool) -> dict[int, int]:
    """The number of operations of each node as a tree."""
    graph = program.graph
    sizes = {0: 0}
    size_of = sizes.__getitem__
    for index in program.needed_nodes:
        below = graph.below[index]
        if graph.nodes[index].op is LET:
            sizes[index] = sum(map(size_of, below)) if through_lets else 0
        else:
            sizes[index] = sum(map(size_of, below)) + bool(graph.nodes[index].operands)
    return sizes

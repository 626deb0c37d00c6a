"""Choose the outputs of a program that was read, by name, beginning or pattern."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Sequence
from dataclasses import replace

from symoro.errors import UsageError
from symoro.ir.names import Names
from symoro.ir.program import Output, Program
from symoro.listings.roles import number_key, tag


def choose(variables: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the variables that are wanted, in the order of the program.

    A name is that variable if there is one, else every variable that begins so; ``*``, ``?`` and
    ``[]`` make a pattern.

    Raises:
        UsageError: for a name that fits no variable; lists the nearest names.
    """
    chosen: set[str] = set()
    for each in wanted:
        if any(sign in each for sign in "*?["):
            fitting = [name for name in variables if fnmatch.fnmatchcase(name, each)]
        elif each in variables:
            fitting = [each]
        else:
            fitting = [name for name in variables if each and name.startswith(each)]
        if not fitting:
            near = difflib.get_close_matches(each, variables, n=5, cutoff=0.4)
            hint = f"; nearest are {', '.join(near)}" if near else ""
            raise UsageError(f"no variable is called {each} or begins so{hint}")
        chosen.update(fitting)
    return tuple(name for name in variables if name in chosen)


def with_outputs(program: Program, names: Sequence[str]) -> Program:
    """Return the program with these variables as outputs.

    Those whose names begin alike up to their numbers are one array, in the order of these numbers.
    """
    nodes = {
        name: node
        for statement in program.statements
        for name, node in zip(statement.names, statement.nodes, strict=True)
    }
    groups: dict[str, list[int]] = {tag(name): [] for name in names}
    for name in sorted(names, key=number_key):
        groups[tag(name)].append(nodes[name])
    free = Names([array for array, _ in program.shapes], 0)
    outputs = [
        Output(free.fresh(group), (len(edges),), tuple(edges)) for group, edges in groups.items()
    ]
    return replace(program, outputs=tuple(outputs)).verify()


def elements(program: Program) -> dict[str, tuple[str, ...]]:
    """The names of the elements of each output, in order."""
    return {
        output.name: tuple(program.graph.node(edge).name for edge in output.elements)
        for output in program.outputs
    }

"""Split a program in two: what constant parameters alone determine, and what each call computes.

The first part, ``prepare``, returns the array ``k``: every value of it, and every parameter, that
the second part reads. The second part, ``step``, takes ``k`` in the place of the parameters. Both
are programs like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from symoro.ir.graph import NAMED, Graph, Op
from symoro.ir.names import Names
from symoro.ir.program import Input, Let, Output, Program, Role, Solve, Statement
from symoro.passes.edge_map import EdgeMap


@dataclass(frozen=True)
class SplitProgram:
    """A program in two parts.

    Attributes:
        prepare: from the parameters to ``k``; None if the step reads no constant at all.
        step: from the arrays and ``k`` to the outputs.
        k: the name of the array between them.
    """

    prepare: Program | None
    step: Program
    k: str


def split(program: Program) -> SplitProgram:
    """Return the two parts of a program."""
    names = {item.name for item in program.inputs} | {name for name, _ in program.shapes}
    names |= set(program.assigned_names) | {output.name for output in program.outputs}
    k = Names(names, 0).fresh("k")
    is_constant = program.offline_nodes.issuperset
    offline = [each for each in program.statements if is_constant(each.nodes)]
    step = _Step(program, [each for each in program.statements if not is_constant(each.nodes)])
    values = step.constants()
    prepare = Program(
        name=f"{program.name}_prepare",
        graph=program.graph,
        inputs=tuple(item for item in program.inputs if item.role is Role.PARAMETER),
        shapes=(),
        statements=tuple(offline),
        outputs=(Output(k, (len(values),), tuple(values)),),
    ).verify()
    return SplitProgram(prepare if values else None, step.program(k, values), k)


def program_parts(program: Program, *, two_part: bool) -> tuple[Program, ...]:
    """Return the program itself, or its step behind the part that prepares its constants."""
    if not two_part:
        return (program,)
    parts = split(program)
    return (parts.step,) if parts.prepare is None else (parts.prepare, parts.step)


class _Step:
    """The online statements over a graph in which constants are inputs."""

    def __init__(self, source: Program, online: list[Statement]) -> None:
        self.source, self.online = source, online
        self.graph = Graph()
        self.edges = EdgeMap(self.graph)

    def constants(self) -> list[int]:
        """The nodes, in the program's graph, of what the step reads and does not compute."""
        source = self.source
        names = source.constant_names
        edges = [edge for statement in self.online for edge in statement.uses]
        edges += [edge for output in source.outputs for edge in output.elements]
        constants = []
        for index in source.graph.reachable(edges, through_lets=False):
            node = source.graph.nodes[index]
            if index in source.offline_nodes or (node.op is Op.SYMBOL and node.name in names):
                constants.append(index)
        return constants

    def program(self, k: str, values: list[int]) -> Program:
        """The step, with ``k`` as its last argument array."""
        source = self.source
        names = [source.graph.nodes[index].name for index in values]
        kept = {item.array for item in source.inputs if item.role is not Role.PARAMETER}
        inputs = [item for item in source.inputs if item.role is not Role.PARAMETER]
        inputs += [Input(each, Role.PARAMETER, k, (i,)) for i, each in enumerate(names)]
        shapes = [each for each in source.shapes if each[0] in kept]
        for index, name in zip(values, names, strict=True):
            self.edges[index] = self.graph.symbol(name)
        statements = [self._statement(each) for each in self.online]
        return replace(
            source,
            name=f"{source.name}_step",
            graph=self.graph,
            inputs=tuple(inputs),
            shapes=(*shapes, (k, (len(values),))),
            statements=tuple(statements),
            outputs=tuple(
                replace(output, elements=self._rebuild(output.elements))
                for output in source.outputs
            ),
        ).verify()

    def _statement(self, statement: Statement) -> Statement:
        if isinstance(statement, Solve):
            matrix, right = self._rebuild(statement.matrix), self._rebuild(statement.right)
            nodes = self.graph.solve(statement.names, matrix, right)
            self.edges.update(zip(statement.nodes, nodes, strict=True))
            return replace(statement, nodes=nodes, matrix=matrix, right=right)
        (value,) = self._rebuild(statement.uses)
        node = self.edges[statement.node] = self.graph.let(statement.name, value)
        return Let(statement.name, node, value)

    def _rebuild(self, edges: tuple[int, ...]) -> tuple[int, ...]:
        """The edges of some values over the new graph."""
        source = self.source.graph
        for edge in edges:
            for index in source.reachable((edge,), through_lets=False):
                node = source.nodes[index]
                if index not in self.edges and node.op not in NAMED:
                    self.edges[index] = self.edges.rebuild(node)
        return self.edges.edges(edges)

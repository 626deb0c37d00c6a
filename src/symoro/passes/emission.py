"""The statements that compute a graph of values.

A value gets a statement if it has a label, if it is used more than once, if it is an output, or if
it depends on constant parameters only and a value that does not uses it. So the offline part is in
statements of its own. A value without a label is called T1, T2, ... .
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from symoro.ir.graph import ADD, MUL, Graph, Node, Op
from symoro.ir.names import Names
from symoro.ir.program import Let, Program, Solve, Statement
from symoro.passes.dag import Dag, Label, System
from symoro.passes.edge_map import EdgeMap


def emit(program: Program, dag: Dag) -> Program:
    """Return the program that computes its outputs as the graph does; all names are kept."""
    return _Emission(program, dag).program()


class _Emission:
    def __init__(self, source: Program, dag: Dag) -> None:
        self.source, self.dag = source, dag
        self.graph = Graph()
        self.edges = EdgeMap(self.graph)
        names = {item.name for item in source.inputs} | {name for name, _ in source.shapes}
        names |= set(source.assigned_names)
        self.names = Names(names, 0)
        self.temporaries = 0
        self.statements: list[Statement] = []
        self.assigned: dict[str, int] = {}
        self.systems = {dag.graph.node(each.nodes[0]).operands[0]: each for each in dag.systems}

    def program(self) -> Program:
        nodes, graph, edges = self.dag.graph.nodes, self.graph, self.edges
        targets = self._named_nodes()
        for index in self.dag.needed_nodes:
            if index in edges:
                continue
            op, operands, _ = node = nodes[index]
            if op is ADD or op is MUL:
                a, b = operands
                x = edges[a] if a >= 0 else -edges[-a]
                y = edges[b] if b >= 0 else -edges[-b]
                edges[index] = graph.add(x, y) if op is ADD else graph.mul(x, y)
            elif op is Op.SYSTEM:
                self._solve(self.systems[index])
                continue
            elif op is Op.UNKNOWN:
                continue
            else:
                edges[index] = self._rebuild(index, node)
            if index in targets and not graph.is_atom(edges[index]):
                self._name(index)
        outputs = tuple(
            replace(output, elements=tuple(map(self._element, output.elements, values)))
            for output, values in zip(self.source.outputs, self.dag.outputs, strict=True)
        )
        return replace(self.source, graph=graph, statements=tuple(self.statements), outputs=outputs)

    def _named_nodes(self) -> set[int]:
        """The nodes that get a statement."""
        dag = self.dag
        targets = {index for index, n in dag.uses.items() if n > 1}
        targets.update(dag.labels)
        targets.update(abs(edge) for edges in dag.outputs for edge in edges)
        targets.update(lower for lower, _ in dag.lower_powers.values())
        constants, below = dag.constants(self.source), dag.graph.below
        online = (below[index] for index in dag.needed_nodes if index not in constants)
        return targets | constants.intersection(chain.from_iterable(online))

    def _name(self, index: int) -> None:
        """Assign the value of a node to its label, or to a new variable."""
        label = self.dag.labels.get(index)
        if label is None:
            self.temporaries += 1
            label = Label(self.names.fresh(f"T{self.temporaries}"), 1)
        self.edges[index] = label.sign * self._let(label.name, label.sign * self.edges[index])

    def _let(self, name: str, value: int) -> int:
        node = self.assigned[name] = self.graph.let(name, value)
        self.statements.append(Let(name, node, value))
        return node

    def _solve(self, system: System) -> None:
        names, old, matrix, right, unknowns, kind = system
        matrix, right = self.edges.edges(matrix), self.edges.edges(right)
        nodes = self.graph.solve(names, matrix, right)
        self.statements.append(Solve(names, nodes, matrix, right, unknowns, kind))
        self.edges.update(zip(old, nodes, strict=True))

    def _element(self, before: int, edge: int) -> int:
        """An element of an output, under the name that it had."""
        node, value = self.source.graph.node(before), self.edges.edge(edge)
        if node.op is not Op.LET:
            return value
        sign = 1 if before > 0 else -1
        now = self.graph.node(value)
        if now.op is Op.LET and now.name == node.name:
            return value
        if node.name in self.assigned:
            return sign * self.assigned[node.name]
        return sign * self._let(node.name, sign * value)

    def _rebuild(self, index: int, node: Node) -> int:
        """The edge of an operation; a power is one of a lower power that has a statement."""
        if index not in self.dag.lower_powers:
            return self.edges.rebuild(node)
        lower, exponent = self.dag.lower_powers[index]
        if lower not in self.edges:
            self.edges[lower] = self._rebuild(lower, self.dag.graph.nodes[lower])
            if not self.graph.is_atom(self.edges[lower]):
                self._name(lower)
        return self.graph.power(self.edges[lower], exponent)

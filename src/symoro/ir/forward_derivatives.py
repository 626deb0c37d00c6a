"""Derivatives of programs: forward mode, as more statements over the same graph.

For each chosen input x and each assignment ``W13 = ...`` that depends on it there is one of its
derivative, ``W13Dx``; derivatives that are zero, or that cost nothing, get no statement. So the
derivative of a straight-line program is one too, and its length is linear in the length of the
program times the number of inputs. The rules are

    a + b           a' + b'                    sin a           a' cos a
    a b             a' b + a b'                cos a           - a' sin a
    1/a             - a' (1/a)^2               sqrt a          a' / (2 sqrt a)
    a^n             n a^(n-1) a'               atan2(a, b)     (b a' - a b') / (a^2 + b^2)
    A X = B         A X' = B' - A' X           abs a           a' sign a
    exp a           a' exp a                   sign a          0
    tanh a          a' (1 - tanh^2 a)          asin a          a' / sqrt(1 - a^2)
    log a           a' / a                     acos a          - a' / sqrt(1 - a^2)

A value that has a name already, such as the cosine or another derivative, is taken by that name.
The derivative of a sign leaves out its step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product

from symoro.errors import InternalError, UsageError, short_list
from symoro.ir.graph import NAMED, Graph, Op
from symoro.ir.names import Names
from symoro.ir.program import Let, Output, Program, Solve, Statement

Derivatives = dict[str, int]
"""The derivative of an edge with respect to each input on which it depends: edges by name."""


def forward_derivatives(
    program: Program, wrt: Sequence[str], outputs: Sequence[str] | None = None
) -> Program:
    """Return the program of the derivatives of some outputs.

    The derivative of ``GAM`` with respect to the array ``q`` is an output ``dGAM_dq``: the shape of
    ``GAM``, then that of ``q``. What it does not need of the program is still there; the pass that
    removes dead code takes it out.

    Args:
        program: any program; its graph gets more nodes.
        wrt: argument arrays or single inputs, by name.
        outputs: names of outputs; all by default.

    Raises:
        UsageError: for a name that the program does not have.
    """
    request = DerivativeRequest(program, wrt, outputs)
    mode = ForwardMode(program.graph, request.names, request.inputs)
    return request.program_with(mode.statements(program.statements), mode.derivative)


class DerivativeRequest:
    """The derivatives that are asked of a program.

    Attributes:
        arguments: the shape of each argument and its inputs, by name.
        inputs: the inputs by which, in order.
    """

    def __init__(
        self, program: Program, wrt: Sequence[str], outputs: Sequence[str] | None = None
    ) -> None:
        """Find the outputs and the arguments by name; refuse others."""
        self.program = program
        names = outputs or [output.name for output in program.outputs]
        self.outputs = [_output(program, name) for name in names]
        self.arguments = {name: argument_inputs(program, name) for name in wrt}
        symbols = (symbol for _, row in self.arguments.values() for symbol in row if symbol)
        self.inputs = tuple(dict.fromkeys(symbols))
        self.names = Names({item.name for item in program.inputs} | set(program.assigned_names), 0)

    def program_with(
        self, added: Sequence[Statement], derivative: Callable[[int, str], int]
    ) -> Program:
        """Return the program that goes on with some statements and gives the derivatives.

        Derivatives that are not zero are assigned under names of their own, such as ``GAM1Dt2``,
        even where they cost nothing.
        """
        last: list[Statement] = []

        @cache
        def named_element(node: int, symbol: str) -> int:
            return self._name_derivative(node, symbol, derivative(node, symbol), last)

        def element(edge: int, symbol: str | None) -> int:
            if symbol is None or edge == 0:
                return 0
            return named_element(edge, symbol) if edge > 0 else -named_element(-edge, symbol)

        outputs = tuple(
            Output(
                derivative_name(output.name, name),
                output.shape + shape,
                tuple(element(e, x) for e in output.elements for x in symbols),
            )
            for output in self.outputs
            for name, (shape, symbols) in self.arguments.items()
        )
        statements = (*self.program.statements, *added, *last)
        return replace(self.program, statements=statements, outputs=outputs).verify()

    def _name_derivative(self, element: int, symbol: str, value: int, last: list[Statement]) -> int:
        """The derivative of an element under its own name; zero has none."""
        graph = self.program.graph
        if value == 0:
            return 0
        wanted = f"{graph.nodes[element].name}D{symbol}"
        node = graph.node(value)
        if node.op in NAMED and node.name.rstrip("_") == wanted.rstrip("_"):
            return value
        name = self.names.fresh(wanted)
        let = graph.let(name, value)
        last.append(Let(name, let, value))
        return let


def derivative_name(output: str, by: str) -> str:
    """The name of the output that is a derivative: ``dGAM_dq``."""
    return f"d{output}_d{by}"


def _output(program: Program, name: str) -> Output:
    for output in program.outputs:
        if output.name == name:
            return output
    known = ", ".join(output.name for output in program.outputs)
    raise UsageError(f"{program.name} has no output {name}; its outputs are {known}")


def argument_inputs(program: Program, name: str) -> tuple[tuple[int, ...], list[str | None]]:
    """The shape of an argument and its inputs, row by row; None where there is no input."""
    shape = dict(program.shapes).get(name)
    if shape is not None:
        there = {item.index: item.name for item in program.inputs if item.array == name}
        return shape, [there.get(place) for place in product(*map(range, shape))]
    if any(item.name == name for item in program.inputs):
        return (), [name]
    known = [array for array, _ in program.shapes]
    known += [item.name for item in program.inputs if item.array is None]
    raise UsageError(f"{program.name} has no input {name}; it has {short_list(known)}")


def partials(graph: Graph, index: int, alias: Callable[[int], int]) -> tuple[tuple[int, int], ...]:
    """Return the operands of a node, each with the partial derivative by it, in named values."""
    node = graph.nodes[index]
    match node.op:
        case Op.NUMBER | Op.PI:
            return ()
        case Op.ADD:
            a, b = node.operands
            return (a, 1), (b, 1)
        case Op.MUL:
            a, b = node.operands
            return (a, b), (b, a)
        case Op.INVERSE:
            return ((node.operands[0], -graph.power(alias(index), 2)),)
        case Op.POWER if isinstance(node.datum, int):
            a, n = node.operands[0], node.datum
            return ((a, graph.mul(graph.number(n), graph.power(a, n - 1))),)
        case Op.FUNCTION:
            return function_partials(graph, index, alias)
    raise InternalError(f"{node} is used before the statement that assigns it")


def function_partials(
    graph: Graph, index: int, alias: Callable[[int], int]
) -> tuple[tuple[int, int], ...]:
    """Return the arguments of a function, each with the partial derivative by it."""
    function, (a, *others) = graph.nodes[index].name, graph.nodes[index].operands
    match function:
        case "sin":
            return ((a, alias(graph.call("cos", a))),)
        case "cos":
            return ((a, -alias(graph.call("sin", a))),)
        case "sqrt":
            return ((a, graph.mul(graph.number(Fraction(1, 2)), graph.inverse(alias(index)))),)
        case "atan2":
            (b,) = others
            over = graph.inverse(graph.add(graph.power(a, 2), graph.power(b, 2)))
            return (a, graph.mul(b, over)), (b, -graph.mul(a, over))
        case "abs":
            return ((a, graph.call("sign", a)),)
        case "exp":
            return ((a, alias(index)),)
        case "log":
            return ((a, graph.inverse(a)),)
        case "tanh":
            square = graph.power(alias(index), 2)
            return ((a, graph.add(1, -square)),)
        case "asin" | "acos":
            root = graph.call("sqrt", graph.add(1, -graph.power(a, 2)))
            slope = graph.inverse(alias(root))
            return ((a, slope if function == "asin" else -slope),)
        case "sign":
            return ()
    raise InternalError(f"there is no rule for the derivative of {function}")


def implicit_column(
    graph: Graph, statement: Solve, column: int, derivative: Callable[[int], int]
) -> list[int]:
    """Return a column of B' - A' X, of the system A X = B."""
    n, m = statement.unknowns, statement.right_hand_sides
    elements = []
    for i in range(n):
        total = derivative(statement.right[i * m + column])
        for c in range(n):
            change = derivative(statement.matrix[i * n + c])
            total = graph.add(total, -graph.mul(change, statement.nodes[c * m + column]))
        elements.append(total)
    return elements


class ForwardMode:
    """Derivatives with respect to some inputs, carried along a record of statements."""

    def __init__(self, graph: Graph, names: Names, wrt: Sequence[str]) -> None:
        """Start before the first statement."""
        self.graph = graph
        self.names = names
        self.wrt = tuple(dict.fromkeys(wrt))
        self._derivatives: dict[int, Derivatives] = {}
        self._names: dict[int, int] = {}  # the name that stands for a value

    def statements(self, record: Iterable[Statement]) -> list[Statement]:
        """Return the statements of the derivatives, which come after those of the record."""
        record = tuple(record)
        for statement in record:
            self._remember(statement)
        added: list[Statement] = []
        for statement in record:
            if isinstance(statement, Let):
                added += self._differentiate_let(statement)
            else:
                added += self._differentiate_solve(statement)
        return added

    def derivative(self, edge: int, symbol: str) -> int:
        """The edge of the derivative of a value of the record; an atom if the value is one."""
        return self._derivatives_of(edge).get(symbol, 0)

    def _differentiate_let(self, statement: Let) -> list[Let]:
        added: list[Let] = []
        names = self._derivatives[statement.node] = {}
        values = self._derivatives_of(statement.value)
        for symbol in filter(values.__contains__, self.wrt):
            names[symbol] = value = self._name_of(values[symbol])
            if not self.graph.is_atom(value):
                name = self.names.fresh(f"{statement.name}D{symbol}")
                names[symbol] = self.graph.let(name, value)
                added.append(Let(name, names[symbol], value))
                self._remember(added[-1])
        return added

    def _remember(self, statement: Statement) -> None:
        """Note that a value has a name; numbers, inputs and names need no other."""
        if isinstance(statement, Let) and not self.graph.is_atom(statement.value):
            node = statement.node if statement.value > 0 else -statement.node
            self._names.setdefault(abs(statement.value), node)

    def _differentiate_solve(self, statement: Solve) -> list[Solve]:
        """A X' = B' - A' X: one system, a column for each that is not zero."""
        n, m = statement.unknowns, statement.right_hand_sides
        X, names = statement.nodes, statement.names
        for node in X:
            self._derivatives[node] = {}
        columns: list[tuple[int, str, list[int]]] = []
        for k, symbol in product(range(m), self.wrt):
            column = implicit_column(
                self.graph, statement, k, partial(self.derivative, symbol=symbol)
            )
            if any(column):
                columns.append((k, symbol, column))
        if not columns:
            return []
        places = [(i, c) for i in range(n) for c in range(len(columns))]
        right = tuple(columns[c][2][i] for i, c in places)
        labels = tuple(
            self.names.fresh(f"{names[i * m + columns[c][0]]}D{columns[c][1]}") for i, c in places
        )
        nodes = self.graph.solve(labels, statement.matrix, right)
        for (i, c), node in zip(places, nodes, strict=True):
            k, symbol, _ = columns[c]
            self._derivatives[X[i * m + k]][symbol] = node
        return [Solve(labels, nodes, statement.matrix, right, n)]

    def _derivatives_of(self, edge: int) -> Derivatives:
        """The derivatives of an edge; those of its operands first."""
        if edge == 0:
            return {}
        if abs(edge) not in self._derivatives:
            for index in self.graph.reachable((edge,), through_lets=False):
                if index not in self._derivatives:
                    self._derivatives[index] = self._chain_rule(index)
        values = self._derivatives[abs(edge)]
        return values if edge > 0 else {symbol: -value for symbol, value in values.items()}

    def _chain_rule(self, index: int) -> Derivatives:
        """The derivatives of a node by the chain rule; zeros are left out."""
        node = self.graph.nodes[index]
        if node.op is Op.SYMBOL:
            return {node.name: 1} if node.name in self.wrt else {}
        totals: Derivatives = {}
        for edge, factor in partials(self.graph, index, self._name_of):
            for symbol, value in self._derivatives_of(edge).items():
                term = self.graph.mul(value, factor)
                totals[symbol] = self.graph.add(totals.get(symbol, 0), term)
        return {symbol: total for symbol, total in totals.items() if total}

    def _name_of(self, edge: int) -> int:
        """The name of a value, where it has one."""
        alias = self._names.get(abs(edge), abs(edge))
        return alias if edge > 0 else -alias

"""One function of C: its signature and its body."""

from __future__ import annotations

from math import prod

from symoro.ir.graph import Op
from symoro.ir.program import Let, Program, Solve, Statement
from symoro.printers.c_names import CNames
from symoro.printers.c_order import fastest_order
from symoro.printers.dialect import ExpressionPrinter
from symoro.printers.document import Document
from symoro.printers.writer import flat_from_zero

_SLOW = (Op.FUNCTION, Op.SYSTEM)  # what no angle waits for
_TOGETHER = 2  # angles from which on sines and cosines are computed in one loop


def unread(part: Program) -> list[str]:
    """Names that nothing reads: at level O0, and of unknowns beside others that are needed."""
    read: set[int] = set()
    for statement in part.statements:
        read.update(part.graph.reachable(statement.uses, through_lets=False))
    read.update(abs(edge) for output in part.outputs for edge in output.elements)
    return [
        name
        for statement in part.statements
        for name, node in zip(statement.names, statement.nodes, strict=True)
        if node not in read
    ]


class Function:
    """A part of a document as text.

    Args:
        document: which is printed.
        part: the program of this function.
        names: what everything is called.
    """

    def __init__(self, document: Document, part: Program, names: CNames) -> None:
        self.document, self.part, self.names = document, part, names
        self.prepares = part is document.prepare
        self.expressions = ExpressionPrinter(part.graph, names.dialect, names.mapped)
        together = document.two_part and not self.prepares and not document.single
        self.angles = self._angles() if together else {}
        self.turned: dict[int, str] = {}  # node of a sine or cosine -> element of an array
        if self.angles:
            self.trigonometry = tuple(map(names.fresh, ("angles", "sines", "cosines")))
            for place, nodes in enumerate(self.angles.values()):
                for node, array in zip(nodes, self.trigonometry[1:], strict=True):
                    self.turned[node] = f"{array}[{place}]"
        self.rows = {
            solve.names: names.fresh(f"rows{k}") for k, solve in enumerate(part.systems, start=1)
        }

    def signature(self) -> str:
        """Return the head of the function."""
        part, names = self.part, self.names
        arguments = [
            f"const {names.scalar} {names.array(name)}[{self._extent(name, shape)}]"
            for name, shape in part.arrays
        ]
        if part.parameters:
            arguments.append(f"const {names.struct} *{names.p}")
        arguments += [
            f"{names.scalar} {names.array(o.name)}[{self._extent(o.name, o.shape)}]"
            for o in part.outputs
            if o.elements  # C has no empty arrays
        ]
        opening = f"{'const char *' if self.prepares else 'void '}{part.name}("
        return opening + (f",\n{' ' * len(opening)}".join(arguments) or "void") + ")"

    def _extent(self, name: str, shape: tuple[int, ...]) -> str:
        constants = self.document.constants
        if constants is not None and name == constants[0]:
            return self.names.size
        return str(prod(shape))

    def lines(self) -> list[str]:
        """Return the definition."""
        part, names, scalar = self.part, self.names, self.names.scalar
        lines = [self.signature(), "{"]
        if self.prepares:
            zero = self.expressions.text(0)
            for name in self.document.nonzero:
                test = f"if ({names.p}->{names.field(name)} == {zero}) {{"
                lines += [f"    {test}", f'        return "{name}";', "    }"]
        lines += [f"    const {scalar} {name} = {where};" for name, where in self._inputs()]
        lines += self._guards() if self.prepares else []
        early = set(part.graph.reachable(self.angles))
        first = [each for each in part.statements if early.issuperset(each.nodes)]
        others = [each for each in part.statements if not early.issuperset(each.nodes)]
        if self.document.two_part and not self.prepares:
            others = fastest_order(part.graph, others)
        lines += [line for each in first for line in self._statement(each)]
        lines += self._trigonometry()
        lines += [line for each in others for line in self._statement(each)]
        lines += [f"    (void){names.of(name)};" for name in unread(part)]
        for output in part.outputs:
            for k, edge in enumerate(output.elements):
                value = self.expressions.text(edge)
                lines.append(f"    {names.array(output.name)}[{k}] = {value};")
        return [*lines, *(["    return NULL;"] if self.prepares else []), "}"]

    def _guards(self) -> list[str]:
        """The lines that return the name of a value that must not be zero and is."""
        lines = []
        for guard in self.document.guards:
            if guard.parameters.issubset(self.part.parameters):
                printer = ExpressionPrinter(guard.graph, self.names.dialect, self.names.mapped)
                test = f"if ({printer.text(guard.value)} == {self.expressions.text(0)}) {{"
                lines += [f"    {test}", f'        return "{guard.name}";', "    }"]
        return lines

    def _statement(self, statement: Statement) -> list[str]:
        if isinstance(statement, Solve):
            return self._solve(statement)
        own = f"{self.names.scalar} {self.names.of(statement.name)}"
        return [f"    const {own} = {self._value(statement)};"]

    def _value(self, statement: Let) -> str:
        found = self.turned.get(abs(statement.value))
        if found is None:
            return self.expressions.text(statement.value)
        return found if statement.value > 0 else f"-{found}"

    def _angles(self) -> dict[int, tuple[int, int]]:
        """The nodes of sine and cosine of each angle that is found by sums and products alone."""
        graph = self.part.graph
        found: dict[int, dict[str, int]] = {}
        for statement in self.part.statements:
            if isinstance(statement, Let) and graph.node(statement.value).op is Op.FUNCTION:
                node = graph.node(statement.value)
                if not any(graph.nodes[k].op in _SLOW for k in graph.reachable(node.operands)):
                    found.setdefault(node.operands[0], {})[node.name] = abs(statement.value)
        both = {
            angle: (nodes["sin"], nodes["cos"])
            for angle, nodes in found.items()
            if nodes.keys() >= {"sin", "cos"}
        }
        return both if len(both) >= _TOGETHER else {}

    def _trigonometry(self) -> list[str]:
        if not self.angles:
            return []
        n = len(self.angles)
        angles, sines, cosines = self.trigonometry
        return [
            f"    const double {angles}[{n}] = {{{self.expressions.row(self.angles)}}};",
            f"    double {sines}[{n}], {cosines}[{n}];",
            f"    sines_cosines({n}, {angles}, {sines}, {cosines});",
        ]

    def _solve(self, solve: Solve) -> list[str]:
        n, m, rows = solve.unknowns, solve.right_hand_sides, self.rows[solve.names]
        scalar = self.names.scalar
        lines = [f"    {scalar} {rows}[{n * (n + m)}] = {{"]
        lines += [f"        {self.expressions.row((*a, *b))}," for a, b, _ in solve.rows]
        lines += ["    };", f"    {self.names.solver}({n}, {n + m}, {rows});"]
        for i, (_, _, assigned) in enumerate(solve.rows):
            for k, name in enumerate(assigned):
                place = i * (n + m) + n + k
                lines.append(f"    const {scalar} {self.names.of(name)} = {rows}[{place}];")
        return lines

    def _inputs(self) -> list[tuple[str, str]]:
        shapes, names = dict(self.part.shapes), self.names
        unpacked = []
        for item in self.part.read:
            own = names.of(item.name)
            if item.array is None:
                unpacked.append((own, f"{names.p}->{names.field(item.name)}"))
            else:
                array = names.array(item.array)
                unpacked.append((own, flat_from_zero(array, item.index, shapes[item.array])))
        return unpacked

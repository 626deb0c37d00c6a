"""The tree of solutions as a routine: loops over the roots of its steps, one within another.

It has the meaning of `symoro.ir.tree_rows.solve_rows`. A step computes the statements of the
program that its equation needs, calls the root kernel of its kind, and goes on for each root.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symoro.errors import InternalError
from symoro.expressions.names import fresh_name
from symoro.ir.kernel_source import needed_kernels
from symoro.ir.program import Let, Program
from symoro.ir.root_kernels import TRIED
from symoro.ir.roots import ANGLES, KERNELS
from symoro.ir.routine import (
    Assign,
    Binary,
    Break,
    Call,
    Command,
    Constant,
    ConstantArray,
    Element,
    Expression,
    Formula,
    If,
    Loop,
    Name,
    Note,
    Number,
    Return,
    Routine,
    Type,
    Unary,
    Variable,
)
from symoro.ir.tree import ROUNDING, SolutionTree, Step
from symoro.ir.tree_rows import ACCEPTED, SAME, Status

_LARGEST = 1.7976931348623157e308  # a sum that is not above it is finite

COUNT, Q, LABEL, MULTIPLICITY, STATUS = "count", "q", "label", "multiplicity", "status"
"""The names of the results; arguments but for the count, which is returned."""


@dataclass(frozen=True)
class TreeRoutine:
    """The routine of a tree, and what its printers and compilers need with it.

    Attributes:
        routine: ``name(T, qf, ..., q, label, multiplicity, status) -> count``; inputs of the
            program are variables that it does not declare, see `inputs`.
        kernels: the routines that it calls, each behind those that it calls.
        program: the program of the tree.
        inputs: the names of the inputs that it reads, without unknowns, in order.
        rows: the number of rows of q, label and multiplicity: the most solutions.
        columns: the number of joints.
        roles: the names of the results in the routine, by `COUNT`, `Q`, `LABEL`, `MULTIPLICITY`
            and `STATUS`.
    """

    routine: Routine
    kernels: tuple[Routine, ...]
    program: Program
    inputs: tuple[str, ...]
    rows: int
    columns: int
    roles: dict[str, str]

    @property
    def arrays(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The argument arrays of the program of which an input is read, with their shapes."""
        read = {item.array for item in self.program.inputs if item.name in self.inputs}
        return tuple((name, shape) for name, shape in self.program.shapes if name in read)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The constant parameters that are read."""
        return tuple(
            item.name
            for item in self.program.inputs
            if item.array is None and item.name in self.inputs
        )


def tree_routine(tree: SolutionTree) -> TreeRoutine:
    """Return the routine of a tree."""
    return _Builder(tree).result()


def _binary(operation: str, first: Expression, *others: Expression) -> Expression:
    for other in others:
        first = Binary(operation, first, other)
    return first


class _Builder:
    def __init__(self, tree: SolutionTree) -> None:
        if tree.program.systems:
            raise InternalError(f"{tree.program.name}: a linear system in a tree of solutions")
        self._tree, self._program = tree, tree.program
        self._taken = {
            *(item.name for item in self._program.inputs),
            *self._program.assigned_names,
            self._program.name,
        }
        self._roles = {name: self._fresh(name) for name in (COUNT, Q, LABEL, MULTIPLICITY, STATUS)}
        self._variables: list[Variable] = []
        self._lets = [each for each in self._program.statements if isinstance(each, Let)]
        unknowns = {name for n in tree.names for name in (n.S, n.C, n.x)}
        fixed = {column.name for column in tree.columns if column.element < 0}
        used = {item.name for item in self._program.used_inputs} | fixed
        self._inputs = [item for item in self._program.inputs if item.name in used - unknowns]
        self._needed = self._needed_nodes()
        self._lengths: dict[int, Expression] = {}

    def result(self) -> TreeRoutine:
        """The routine."""
        tree, roles = self._tree, self._roles
        rows, columns = tree.most, len(tree.columns)
        routine = Routine(
            name=self._program.name,
            arguments=(
                Variable(roles[Q], Type.FLOAT, (rows, columns)),
                Variable(roles[LABEL], Type.INT, (rows,)),
                Variable(roles[MULTIPLICITY], Type.INT, (rows,)),
                Variable(roles[STATUS], Type.INT, (1,)),
            ),
            written=frozenset(roles[each] for each in (Q, LABEL, MULTIPLICITY, STATUS)),
            returns=Type.INT,
            body=self._body(),
            variables=tuple(self._variables),
            graph=self._program.graph,
        )
        return TreeRoutine(
            routine=routine,
            kernels=needed_kernels(routine),
            program=self._program,
            inputs=tuple(item.name for item in self._inputs),
            rows=rows,
            columns=columns,
            roles=dict(roles),
        )

    # Names

    def _fresh(self, wanted: str) -> str:
        name = fresh_name(wanted, self._taken)
        self._taken.add(name)
        return name

    def _variable(self, wanted: str, type_: Type, shape: tuple[int, ...] = ()) -> str:
        name = self._fresh(wanted)
        self._variables.append(Variable(name, type_, shape))
        return name

    def _role(self, role: str, index: Expression | None = None) -> Name | Element:
        name = self._roles[role]
        return Name(name) if index is None else Element(name, (index,))

    # Parts

    def _body(self) -> tuple[Command, ...]:
        count = self._roles[COUNT]
        self._variables.append(Variable(count, Type.INT))
        status = Element(self._roles[STATUS], (Number(0),))
        size = Formula(self._tree.output(self._tree.size).elements[0])
        read = [item.name for item in self._inputs if item.array is not None]
        total = _binary("+", *(Call("abs", (each,)) for each in (size, *map(Name, read))))
        begin = [
            Assign(Name(count), Number(0)),
            Assign(status, Number(int(Status.UNREACHABLE))),
            *self._statements(0),
            Constant(finite := self._fresh("total"), Type.FLOAT, total),
        ]
        self._lengths = {0: Number(ROUNDING)}
        lengths = self._powers(size)
        found = If(
            Binary(">", Name(count), Number(0)),
            (
                If(
                    Binary("==", status, Number(int(Status.UNREACHABLE))),
                    (Assign(status, Number(int(Status.ISOLATED))),),
                ),
            ),
        )
        return (
            *begin,
            If(
                Binary("<=", Name(finite), Number(_LARGEST)),
                (*lengths, *self._step(0, None, None), found),
                (Assign(status, Number(int(Status.NOT_FINITE))),),
            ),
            Return(Name(count)),
        )

    def _powers(self, size: Expression) -> list[Command]:
        """The rounding of values of each degree in lengths."""
        degrees = {degree for step in self._tree.steps for degree in step.degrees}
        lines: list[Command] = []
        for degree in range(1, max(degrees, default=0) + 1):
            name = self._fresh(f"e{degree}")
            lines.append(Constant(name, Type.FLOAT, Binary("*", self._lengths[degree - 1], size)))
            self._lengths[degree] = Name(name)
        return lines

    def _statements(self, depth: int) -> list[Command]:
        """The statements that can be computed once the roots of some steps are known."""
        nodes = self._needed.intersection(self._tree.nodes_at(depth))
        return [
            Constant(each.name, Type.FLOAT, Formula(each.value))
            for each in self._lets
            if each.node in nodes
        ]

    def _needed_nodes(self) -> set[int]:
        """The nodes that steps, joints and the check of the pose need."""
        tree = self._tree
        steps = (step.coefficients for step in tree.steps if step.kind is not None)
        names = {*steps, tree.size, tree.solution, tree.check} - {""}
        edges = (edge for name in names for edge in tree.output(name).elements)
        return set(self._program.graph.reachable(edges))

    def _step(
        self, depth: int, label: Expression | None, multiplicity: Expression | None
    ) -> list[Command]:
        """A step and those behind it, given the label and the multiplicity of the roots before."""
        if depth == len(self._tree.steps):
            return self._end(label, multiplicity)
        step, number = self._tree.steps[depth], depth + 1
        count = self._variable(f"n{number}", Type.INT)
        arrays = {letter: self._fresh(f"{letter}{number}_") for letter in "xSCm"}
        angles = step.unknown.turns
        for letter, name in arrays.items():
            if letter in ("x", "m") or angles:
                kind = Type.INT if letter == "m" else Type.FLOAT
                self._variables.append(Variable(name, kind, (TRIED,)))
        results = [Name(arrays[letter]) for letter in ("xSCm" if angles else "xm")]
        title = f"Step {number}: {step.unknown.text}"
        lines: list[Command] = [Note(f"{title}, {step.table}" if step.table else title)]
        lines += self._equation(step, number, count, results)
        free = self._free(step, lines, count, number, results)
        k = self._fresh(f"k{number}")
        body = self._root(depth, k, arrays)
        before = Name(self._roles[COUNT])
        if free is not None:
            begun = self._fresh(f"begun{number}")
            lines.append(Constant(begun, Type.INT, before))
            stop = Binary("and", free, Binary(">", before, Name(begun)))
            body = [If(stop, (Break(),)), *body]
        if step.most > 1:
            shifted = self._variable(f"label{number}", Type.INT)
            own: Expression = Name(k)
            if label is not None:
                body.append(Assign(Name(shifted), Binary("*", label, Number(step.most))))
                own = Binary("+", Name(shifted), own)
            else:
                body.append(Assign(Name(shifted), Number(0)))
            taken = Assign(Name(shifted), own)
            body.append(If(Unary("not", free), (taken,)) if free is not None else taken)
            label = Name(shifted)
        times: Expression = Element(arrays["m"], (Name(k),))
        if multiplicity is not None:
            times = Binary("*", multiplicity, times)
        product = self._fresh(f"times{number}")
        body.append(Constant(product, Type.INT, times))
        inside = self._step(depth + 1, label, Name(product))
        lines.append(Loop(k, Number(0), Name(count), (*body, *inside)))
        return lines

    def _equation(self, step: Step, number: int, count: str, results: list[Name]) -> list[Command]:
        """The coefficients of a step, their rounding, and its roots."""
        if step.kind is None:
            return []
        if (step.kind in ANGLES) is not step.unknown.turns:
            raise InternalError(f"{self._program.name}: {step.kind} for {step.unknown.text}")
        K, R = (self._fresh(f"{letter}{number}_") for letter in "KR")
        edges = self._tree.output(step.coefficients).elements
        return [
            ConstantArray(K, tuple(map(Formula, edges))),
            ConstantArray(R, tuple(self._lengths[degree] for degree in step.degrees)),
            Assign(Name(count), Call(KERNELS[step.kind], (Name(K), Name(R), *results))),
        ]

    def _free(
        self, step: Step, lines: list[Command], count: str, number: int, results: list[Name]
    ) -> Expression | None:
        """Append the trial of values where the unknown is free; return whether it is."""
        size = Formula(self._tree.output(self._tree.size).elements[0])
        call = (
            Call("tried_angles", tuple(results))
            if step.unknown.turns
            else Call("tried_positions", (Binary("*", Number(2.0), size), *results))
        )
        tried = Assign(Name(count), call)
        free = self._fresh(f"free{number}")
        if step.kind is None:
            lines += [Constant(free, Type.BOOL, Number(True)), tried]
        else:
            none = Binary("<", Name(count), Number(0))
            lines += [Constant(free, Type.BOOL, none), If(Name(free), (tried,))]
        return Name(free)

    def _root(self, depth: int, k: str, arrays: dict[str, str]) -> list[Command]:
        """The sine, the cosine and the value of root k, and what they determine."""
        names = self._tree.names[depth]
        read = {item.name for item in self._program.used_inputs}
        given = [
            Constant(name, Type.FLOAT, Element(arrays[letter], (Name(k),)))
            for letter, name in (("S", names.S), ("C", names.C), ("x", names.x))
            if name in read
        ]
        return [*given, *self._statements(depth + 1)]

    def _end(self, label: Expression | None, multiplicity: Expression | None) -> list[Command]:
        """The row of a branch, unless it misses the pose or is an earlier one."""
        lines = self._row(label or Number(0), multiplicity or Number(1))
        tree = self._tree
        if not tree.check:
            return lines
        size = Formula(tree.output(tree.size).elements[0])
        edges = tree.output(tree.check).elements
        point = 3 if tree.reads_point else 0
        tests: list[Expression] = []
        before: list[Command] = []
        for wanted, some, limit in (
            ("axes", edges[: len(edges) - point], Number(ACCEPTED)),
            ("gaps", edges[len(edges) - point :], Binary("*", Number(ACCEPTED), size)),
        ):
            if some:
                name = self._fresh(wanted)
                before.append(ConstantArray(name, tuple(map(Formula, some))))
                arguments = (Name(name), Number(len(some)), limit)
                tests.append(Call("all_small", arguments))
        return [*before, If(_binary("and", *tests), tuple(lines))]

    def _row(self, label: Expression, multiplicity: Expression) -> list[Command]:
        tree, count = self._tree, Name(self._roles[COUNT])
        edges = tree.output(tree.solution).elements
        lines: list[Command] = [Note("A solution")]
        row: list[Expression] = []
        for k, column in enumerate(tree.columns):
            if column.element < 0:
                row.append(Name(column.name))
                continue
            value: Expression = Formula(edges[column.element])
            if column.turns:
                value = Call("wrap_angle", (value,))
            name = self._fresh(f"q{k + 1}_")
            lines.append(Constant(name, Type.FLOAT, value))
            row.append(Name(name))
        status = Element(self._roles[STATUS], (Number(0),))
        full = Binary("<", count, Number(tree.most))
        family = If(
            Binary("==", multiplicity, Number(0)),
            (Assign(status, Number(int(Status.FAMILY))),),
        )
        keep = (
            *(
                Assign(Element(self._roles[Q], (count, Number(j))), value)
                for j, value in enumerate(row)
            ),
            Assign(Element(self._roles[LABEL], (count,)), label),
            Assign(Element(self._roles[MULTIPLICITY], (count,)), multiplicity),
            family,
            Assign(count, Binary("+", count, Number(1))),
        )
        added = If(full, keep, (Assign(status, Number(int(Status.MORE))),))
        return [
            *lines,
            *(self._add_or_merge(row, multiplicity, added) if tree.may_repeat else [added]),
        ]

    def _add_or_merge(
        self, row: list[Expression], multiplicity: Expression, added: Command
    ) -> list[Command]:
        """The addition of a row, or of its multiplicity to an earlier one of the same joints."""
        same = self._variable("same", Type.INT)
        k = self._fresh("k")
        own = Element(self._roles[MULTIPLICITY], (Name(k),))
        equal = If(self._equal(row, k), (Assign(Name(same), Name(k)), Break()))
        search = Loop(
            k, Number(0), Name(self._roles[COUNT]), (If(Binary(">", own, Number(0)), (equal,)),)
        )
        merged = Element(self._roles[MULTIPLICITY], (Name(same),))
        return [
            Assign(Name(same), Number(-1)),
            If(Binary(">", multiplicity, Number(0)), (search,)),
            If(
                Binary(">=", Name(same), Number(0)),
                (Assign(merged, Binary("+", merged, multiplicity)),),
                (added,),
            ),
        ]

    def _equal(self, row: Iterable[Expression], k: str) -> Expression:
        """True if the joints are those of row k."""
        size = Formula(self._tree.output(self._tree.size).elements[0])
        tests: list[Expression] = []
        for j, (column, value) in enumerate(zip(self._tree.columns, row, strict=True)):
            if column.element < 0:
                continue
            gap: Expression = Binary("-", value, Element(self._roles[Q], (Name(k), Number(j))))
            limit: Expression = Number(SAME)
            if column.turns:
                gap = Call("wrap_angle", (gap,))
            else:
                limit = Binary("*", limit, size)
            tests.append(Binary("<=", Call("abs", (gap,)), limit))
        return _binary("and", *tests)

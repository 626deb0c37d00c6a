"""The tree of solutions as a routine: loops over the roots of its steps, one within another.

It has the meaning of `symoro.ir.tree_rows.solve_rows`. A step computes the statements of the
program that its equation needs, calls the root kernel of its kind, and goes on for each root.
"""

from __future__ import annotations

from dataclasses import dataclass

from symoro.errors import InternalError
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
from symoro.ir.routine_scope import RoutineScope, join_operands, remove_unused
from symoro.ir.tree import ROUNDING, SolutionTree, Step
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, BranchEnd, Q
from symoro.ir.tree_mirrors import MirroredRows
from symoro.ir.tree_rows import LARGEST, Status
from symoro.models.inverse_geometry.unknowns import Kind


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


class _Builder:
    def __init__(self, tree: SolutionTree) -> None:
        if tree.program.systems:
            raise InternalError(f"{tree.program.name}: a linear system in a tree of solutions")
        self._tree, self._program = tree, tree.program
        self._scope = RoutineScope(
            (
                *(item.name for item in self._program.inputs),
                *self._program.assigned_names,
                self._program.name,
            )
        )
        results = (COUNT, Q, LABEL, MULTIPLICITY, STATUS)
        self._roles = {name: self._scope.fresh(name) for name in results}
        self._lost = self._scope.variable("lost", Type.INT)
        self._doubt = self._scope.variable("doubt", Type.BOOL)
        self._end = BranchEnd(tree, self._roles, self._lost, self._scope)
        self._mirrors = MirroredRows(tree, self._roles, self._scope)
        self._lets = [each for each in self._program.statements if isinstance(each, Let)]
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
            body=remove_unused(self._body(), self._program.graph),
            variables=tuple(self._scope.variables),
            graph=self._program.graph,
        )
        return TreeRoutine(
            routine=routine,
            kernels=needed_kernels(routine),
            program=self._program,
            inputs=tree.inputs,
            rows=rows,
            columns=columns,
            roles=dict(roles),
        )

    def _body(self) -> tuple[Command, ...]:
        count = self._roles[COUNT]
        self._scope.variables.append(Variable(count, Type.INT))
        status = Element(self._roles[STATUS], (Number(0),))
        size = Formula(self._tree.output(self._tree.size).elements[0])
        total = self._scope.fresh("total")
        numbers = join_operands("+", *(Call("abs", (Name(each),)) for each in self._tree.inputs))
        begin: list[Command] = [
            Assign(Name(count), Number(0)),
            Assign(status, Number(int(Status.UNREACHABLE))),
            Assign(Name(self._lost), Number(0)),
            Assign(Name(self._doubt), Number(False)),
            Constant(total, Type.FLOAT, numbers),
        ]
        self._lengths = {0: Number(ROUNDING)}
        lengths = self._powers(size)
        isolated = If(
            Binary(">", Name(count), Number(0)),
            (
                If(
                    Binary("==", status, Number(int(Status.UNREACHABLE))),
                    (Assign(status, Number(int(Status.ISOLATED))),),
                ),
            ),
        )
        more = Binary("!=", status, Number(int(Status.MORE)))
        doubt = If(
            Binary("and", Name(self._doubt), more), (Assign(status, Number(int(Status.OPEN))),)
        )
        return (
            *begin,
            If(
                Binary("<=", Name(total), Number(LARGEST)),
                (*self._statements(0), *lengths, *self._step(0, None, None), isolated, doubt),
                (Assign(status, Number(int(Status.NOT_FINITE))),),
            ),
            Return(Name(count)),
        )

    def _powers(self, size: Expression) -> list[Command]:
        """The rounding of values of each degree in lengths."""
        degrees = {degree for step in self._tree.steps for degree in step.degrees}
        lines: list[Command] = []
        for degree in range(1, max(degrees, default=0) + 1):
            name = self._scope.fresh(f"e{degree}")
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
            return self._end.commands(label, multiplicity)
        step, number = self._tree.steps[depth], depth + 1
        count = self._scope.variable(f"n{number}", Type.INT)
        arrays = {letter: self._scope.fresh(f"{letter}{number}_") for letter in "xSCm"}
        angles = step.unknown.turns
        for letter, name in arrays.items():
            if letter in ("x", "m") or angles:
                kind = Type.INT if letter == "m" else Type.FLOAT
                self._scope.variables.append(Variable(name, kind, (TRIED,)))
        results = [Name(arrays[letter]) for letter in ("xSCm" if angles else "xm")]
        title = f"Step {number}: {step.unknown.text}"
        lines: list[Command] = [Note(f"{title}, {step.table}" if step.table else title)]
        equation, weak = self._equation(step, number, count, results)
        lines += equation
        free = self._free(step, lines, count, number, results)
        forget, tell = self._losses(lines, count, number, free, weak)
        k = self._scope.fresh(f"k{number}")
        body = self._root(depth, k, arrays)
        before = Name(self._roles[COUNT])
        begun = self._scope.fresh(f"begun{number}")
        lines.append(Constant(begun, Type.INT, before))
        stop = Binary("and", free, Binary(">", before, Name(begun)))
        images = self._mirrors.commands(depth, k, begun, free)
        body = [If(stop, (Break(),)), *images, forget, *body]
        if step.most > 1:
            shifted = self._scope.variable(f"label{number}", Type.INT)
            own: Expression = Name(k)
            if label is not None:
                body.append(Assign(Name(shifted), Binary("*", label, Number(step.most))))
                own = Binary("+", Name(shifted), own)
            else:
                body.append(Assign(Name(shifted), Number(0)))
            body.append(If(Unary("not", free), (Assign(Name(shifted), own),)))
            label = Name(shifted)
        times: Expression = Element(arrays["m"], (Name(k),))
        if multiplicity is not None:
            times = Binary("*", multiplicity, times)
        product = self._scope.fresh(f"times{number}")
        body.append(Constant(product, Type.INT, times))
        inside = self._step(depth + 1, label, Name(product))
        return [*lines, Loop(k, Number(0), Name(count), (*body, *inside)), tell]

    def _losses(
        self,
        lines: list[Command],
        count: str,
        number: int,
        free: Expression,
        weak: Expression | None,
    ) -> tuple[Command, Command]:
        """Append the count of branches that end at a step; return what to do in its loop and after.

        In the loop those that ended at earlier values of a free unknown are forgotten. After it
        the outcome is open if one has ended though rounding decides on the roots of the step.
        """
        lost, doubt = Name(self._lost), Name(self._doubt)
        before, doubted = (self._scope.fresh(f"{each}{number}") for each in ("lost", "doubt"))
        lines += [
            Constant(before, Type.INT, lost),
            Constant(doubted, Type.BOOL, doubt),
            If(Binary("==", Name(count), Number(0)), (Assign(lost, Binary("+", lost, Number(1))),)),
        ]
        forget = If(free, (Assign(lost, Name(before)), Assign(doubt, Name(doubted))))
        doubtful = free if weak is None else Binary("or", free, weak)
        tell = If(Binary(">", lost, Name(before)), (If(doubtful, (Assign(doubt, Number(True)),)),))
        return forget, tell

    def _equation(
        self, step: Step, number: int, count: str, results: list[Name]
    ) -> tuple[list[Command], Expression | None]:
        """The coefficients of a step, their rounding and its roots; whether rounding decides."""
        if step.kind is None:
            return [], None
        if (step.kind in ANGLES) is not step.unknown.turns:
            raise InternalError(f"{self._program.name}: {step.kind} for {step.unknown.text}")
        K, R = (self._scope.fresh(f"{letter}{number}_") for letter in "KR")
        edges = self._tree.output(step.coefficients).elements
        arrays: tuple[Expression, ...] = (Name(K), Name(R))
        is_direction = step.kind is Kind.DIRECTION
        weak = (
            Call("is_weak_direction", arrays)
            if is_direction
            else Call("is_weak", (*arrays, Number(len(edges))))
        )
        lines: list[Command] = [
            ConstantArray(K, tuple(map(Formula, edges))),
            ConstantArray(R, tuple(self._lengths[degree] for degree in step.degrees)),
            Assign(Name(count), Call(KERNELS[step.kind], (*arrays, *results))),
        ]
        return lines, weak

    def _free(
        self, step: Step, lines: list[Command], count: str, number: int, results: list[Name]
    ) -> Expression:
        """Append the trial of values where the unknown is free; return whether it is."""
        size = Formula(self._tree.output(self._tree.size).elements[0])
        call = (
            Call("tried_angles", tuple(results))
            if step.unknown.turns
            else Call("tried_positions", (Binary("*", Number(2.0), size), *results))
        )
        tried = Assign(Name(count), call)
        free = self._scope.fresh(f"free{number}")
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
        constants = [
            Constant(name, Type.FLOAT, Element(arrays[letter], (Name(k),)))
            for letter, name in (("S", names.S), ("C", names.C), ("x", names.x))
            if name in read
        ]
        return [*constants, *self._statements(depth + 1)]

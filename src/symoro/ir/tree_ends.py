"""The end of a branch of a solution tree: its joints are a row, unless they miss the pose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
    Type,
)
from symoro.ir.routine_scope import RoutineScope, join_operands
from symoro.ir.tree import SolutionTree
from symoro.ir.tree_rows import ACCEPTED, SAME, Status

COUNT, Q, LABEL, MULTIPLICITY, STATUS = "count", "q", "label", "multiplicity", "status"
"""The names of the results; arguments but for the count, which is returned."""


class BranchEnd:
    """The statements at the end of a branch."""

    def __init__(
        self, tree: SolutionTree, roles: Mapping[str, str], lost: str, scope: RoutineScope
    ) -> None:
        """Take a tree.

        Args:
            tree: the tree.
            roles: the names of the results in the routine.
            lost: the variable that counts branches without a row.
            scope: the names and variables of the routine.
        """
        self._tree, self._roles, self._lost, self._scope = tree, roles, lost, scope
        self._size = Formula(tree.output(tree.size).elements[0])

    def commands(self, label: Expression | None, multiplicity: Expression | None) -> list[Command]:
        """The row of a branch, unless it misses the pose or is an earlier one."""
        lines = self._row(label or Number(0), multiplicity or Number(1))
        tree = self._tree
        if not tree.check:
            return lines
        edges = tree.output(tree.check).elements
        point = 3 if tree.reads_point else 0
        tests: list[Expression] = []
        before: list[Command] = []
        for wanted, some, limit in (
            ("axes", edges[: len(edges) - point], Number(ACCEPTED)),
            ("gaps", edges[len(edges) - point :], Binary("*", Number(ACCEPTED), self._size)),
        ):
            if some:
                name = self._scope.fresh(wanted)
                before.append(ConstantArray(name, tuple(map(Formula, some))))
                arguments = (Name(name), Number(len(some)), limit)
                tests.append(Call("all_small", arguments))
        lost = Name(self._lost)
        missed = Assign(lost, Binary("+", lost, Number(1)))
        return [*before, If(join_operands("and", *tests), tuple(lines), (missed,))]

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
            name = self._scope.fresh(f"q{k + 1}_")
            lines.append(Constant(name, Type.FLOAT, value))
            row.append(Name(name))
        status = Element(self._roles[STATUS], (Number(0),))
        full = Binary("<", count, Number(tree.most))
        family = If(
            Binary("==", multiplicity, Number(0)),
            (Assign(status, Number(int(Status.FAMILY))),),
        )
        keep: tuple[Command, ...] = (
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
        return [*lines, *(self._merge(row, multiplicity, added) if tree.may_repeat else [added])]

    def _merge(
        self, row: list[Expression], multiplicity: Expression, added: Command
    ) -> list[Command]:
        """The addition of a row, or of its multiplicity to an earlier one of the same joints."""
        same = self._scope.variable("same", Type.INT)
        k = self._scope.fresh("k")
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
        tests: list[Expression] = []
        for j, (column, value) in enumerate(zip(self._tree.columns, row, strict=True)):
            if column.element < 0:
                continue
            gap: Expression = Binary("-", value, Element(self._roles[Q], (Name(k), Number(j))))
            limit: Expression = Number(SAME)
            if column.turns:
                gap = Call("wrap_angle", (gap,))
            else:
                limit = Binary("*", limit, self._size)
            tests.append(Binary("<=", Call("abs", (gap,)), limit))
        return join_operands("and", *tests)

"""Rows that are images of others: the joints behind the second root of a step with a symmetry."""

from __future__ import annotations

from collections.abc import Mapping

from symoro.ir.routine import (
    Assign,
    Binary,
    Break,
    Call,
    Command,
    Constant,
    Element,
    Expression,
    If,
    Loop,
    Name,
    Note,
    Number,
    Type,
    Unary,
)
from symoro.ir.routine_scope import RoutineScope, join_operands
from symoro.ir.tree import SolutionTree
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, Q
from symoro.ir.tree_symmetry import Image, Mirror, find_mirror


class MirroredRows:
    """The statements that add the images of rows."""

    def __init__(self, tree: SolutionTree, roles: Mapping[str, str], scope: RoutineScope) -> None:
        """Take a tree.

        Args:
            tree: the tree.
            roles: the names of the results in the routine.
            scope: the names and variables of the routine.
        """
        self._tree, self._roles, self._scope = tree, roles, scope

    def commands(self, depth: int, k: str, begun: str, free: Expression) -> tuple[Command, ...]:
        """The images of the rows of root 0 in the place of root 1; nothing without a symmetry.

        They are taken if all branches of root 0 ended in rows, each of which is one solution.

        Args:
            depth: the place of the step.
            k: the variable of the loop over its roots.
            begun: the number of rows before its first root.
            free: true where its unknown is free.
        """
        mirror = find_mirror(self._tree, depth)
        if mirror is None:
            return ()
        later = self._tree.steps[depth + 1 :]
        each = 1
        for step in later:
            each *= step.most
        count, first = Name(self._roles[COUNT]), Name(begun)
        room = Binary("<=", Binary("+", count, Number(each)), Number(self._tree.most))
        complete = Binary("==", Binary("-", count, first), Number(each))
        again = Binary(">", Name(k), Number(0))
        single = self._scope.variable("single", Type.BOOL)
        i = self._scope.fresh("i")
        one = Binary("==", Element(self._roles[MULTIPLICITY], (self._row(first, i),)), Number(1))
        check = Loop(
            i,
            Number(0),
            Number(each),
            (Assign(Name(single), Binary("and", Name(single), one)),),
        )
        images = (
            Note("The images of the rows behind the other root"),
            *self._images(mirror, depth, begun, each),
            Break(),
        )
        return (
            If(
                join_operands("and", again, complete, room, Unary("not", free)),
                (Assign(Name(single), Number(True)), check, If(Name(single), images)),
            ),
        )

    @staticmethod
    def _row(first: Expression, i: str) -> Expression:
        return Binary("+", first, Name(i))

    def _images(self, mirror: Mirror, depth: int, begun: str, each: int) -> list[Command]:
        """The loops over the roots of later steps, which a flip takes in the other order."""
        places = [
            (place, step.most)
            for place, step in enumerate(self._tree.steps)
            if place > depth and step.most > 1
        ]
        if not mirror.flips:
            places = [(-1, each)]
        source: Expression = Name(begun)
        loops: list[tuple[str, int]] = []
        size = each
        for place, most in places:
            size //= most
            i = self._scope.fresh("i")
            loops.append((i, most))
            index: Expression = Name(i)
            if place in mirror.flips:
                index = Binary("-", Number(most - 1), index)
            source = Binary("+", source, index if size == 1 else Binary("*", index, Number(size)))
        commands = self._append(mirror, source, each)
        for i, most in reversed(loops):
            commands = [Loop(i, Number(0), Number(most), tuple(commands))]
        return commands

    def _append(self, mirror: Mirror, source: Expression, each: int) -> list[Command]:
        """The image of a row, behind all others; its label is that of its place."""
        count = Name(self._roles[COUNT])
        row = self._scope.fresh("row")
        q = self._roles[Q]
        values = [
            Assign(
                Element(q, (count, Number(j))),
                _image(Element(q, (Name(row), Number(j))), image, column.turns),
            )
            for j, (image, column) in enumerate(
                zip(mirror.columns, self._tree.columns, strict=True)
            )
        ]
        before = Element(self._roles[LABEL], (Binary("-", count, Number(each)),))
        return [
            Constant(row, Type.INT, source),
            *values,
            Assign(Element(self._roles[LABEL], (count,)), Binary("+", before, Number(each))),
            Assign(Element(self._roles[MULTIPLICITY], (count,)), Number(1)),
            Assign(count, Binary("+", count, Number(1))),
        ]


def _image(value: Expression, image: Image | None, turns: bool) -> Expression:
    """The image of a joint; angles stay in (-Pi, Pi]."""
    if image is None:
        return value
    opposite = value if image.sign > 0 else Unary("-", value)
    if not turns or image == Image():
        return opposite
    return Call("half_turn" if image.turned else "wrap_angle", (opposite,))

"""The rows of a solution tree: what the code of an inverse geometric model returns.

Each branch that ends in a solution is a row of joints, in the order of the tree, with the number of
the branch and a multiplicity. `symoro.ir.tree_routine` makes a routine of the same meaning.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from symoro.ir.roots import Root, nearly_vanishes, tried_values
from symoro.ir.tree import Failure, SolutionTree, TreeWalk
from symoro.ir.tree_kernels import all_small, wrap_angle

ACCEPTED = 1e-6
"""The error of the pose up to which a branch is a solution, lengths by the size of the robot.

Poses are often typed with six digits; a branch that is none misses by the size of the robot.
"""

SAME = 1e-9
"""The difference of joints up to which two rows are one."""


LARGEST = 1e30
"""The sum of all inputs up to which they are solved: eighth powers of lengths are doubles."""


class Status(IntEnum):
    """The outcome of a pose."""

    ISOLATED = 0
    UNREACHABLE = 1
    FAMILY = 2
    NOT_FINITE = 3
    MORE = 4
    OPEN = 5

    @property
    def meaning(self) -> str:
        """The meaning in words."""
        return _MEANINGS[self]


_MEANINGS = {
    Status.ISOLATED: "the solutions are isolated",
    Status.UNREACHABLE: "no joints reach the pose",
    Status.FAMILY: "rows of multiplicity 0 stand for infinitely many: an unknown is free",
    Status.NOT_FINITE: "a number is NaN, infinite or beyond 1e30",
    Status.MORE: "there are more solutions than rows",
    Status.OPEN: "an equation vanishes and a branch behind it has no row: "
    "other solutions may exist",
}


@dataclass(frozen=True)
class Rows:
    """The rows of a pose.

    Attributes:
        q: the joints of each solution; angles in (-Pi, Pi].
        labels: the number of each branch, see `label_texts`.
        multiplicity: of each solution; 0 where an unknown is free.
    """

    q: tuple[tuple[float, ...], ...]
    labels: tuple[int, ...]
    multiplicity: tuple[int, ...]
    status: Status


def solve_rows(tree: SolutionTree, values: Mapping[str, float]) -> Rows:
    """Return the rows of a tree.

    Args:
        tree: the tree.
        values: a number for each input that is read and is no unknown.
    """
    if not sum(abs(values[name]) for name in tree.inputs) <= LARGEST:
        return Rows((), (), (), Status.NOT_FINITE)
    walk = _RowWalk(tree, values)
    walk.descend(0, (), ())
    status = Status.ISOLATED if walk.q else Status.UNREACHABLE
    if 0 in walk.multiplicity:
        status = Status.FAMILY
    if walk.open:
        status = Status.OPEN
    if walk.more:
        status = Status.MORE
    return Rows(tuple(walk.q), tuple(walk.labels), tuple(walk.multiplicity), status)


def label_texts(tree: SolutionTree) -> list[str]:
    """Return the words of each label: ``shoulder +, elbow -, wrist +``."""
    texts = [""]
    for step in tree.steps:
        if step.most > 1:
            signs = "+-" if step.most == 2 else map(str, range(1, step.most + 1))
            words = [f"{step.meaning or step.unknown.text} {sign}" for sign in signs]
            texts = [f"{text}, {word}" if text else word for text in texts for word in words]
    return [text or "the only one" for text in texts]


class _RowWalk(TreeWalk):
    """A walk that keeps rows.

    Attributes:
        q, labels, multiplicity: see `Rows`.
        more: True if there are more rows than branches.
        open: True if a branch ends without a row behind an equation that vanishes or nearly does;
            of the values of a free unknown only the last one that is tried counts.
    """

    def __init__(self, tree: SolutionTree, values: Mapping[str, float]) -> None:
        super().__init__(tree, values, self._tries)
        self.values = values
        self.q: list[tuple[float, ...]] = []
        self.labels: list[int] = []
        self.multiplicity: list[int] = []
        self.more = False
        self.open = False

    def _tries(self, depth: int, path: tuple[Root, ...]) -> Iterator[float]:
        """The values of a free unknown, up to the first that gives a solution."""
        del path
        before, was_open = len(self.q), self.open
        for value in tried_values(self.tree.steps[depth].unknown.turns, self.size):
            if len(self.q) > before:
                break
            self.open = was_open
            yield value

    def stand_ins(self, failure: Failure) -> Iterable[Root]:
        """None: the branch ends without a row."""
        self._lose(failure.step + 1)
        return ()

    def _lose(self, depth: int) -> None:
        """Tell whether the branch that ends behind so many steps may have lost a row."""
        self.open = self.open or any(map(self._is_doubtful, range(depth)))

    def _is_doubtful(self, depth: int) -> bool:
        """True if rounding decides on the roots of a step, or every value is one."""
        step = self.tree.steps[depth]
        if step.kind is None:
            return True
        return nearly_vanishes(step.kind, self.read(step.coefficients), self.rounding(step))

    def end(self, path: tuple[Root, ...], free: tuple[int, ...]) -> None:
        """Keep the row, unless its joints miss the pose or are those of an earlier row."""
        if not self._meets():
            self._lose(len(path))
            return
        elements = self.read(self.tree.solution)
        row = tuple(
            self.values[each.name]
            if each.element < 0
            else wrap_angle(elements[each.element])
            if each.turns
            else elements[each.element]
            for each in self.tree.columns
        )
        multiplicity = 0 if free else math.prod(root.multiplicity for root in path)
        if multiplicity and self.tree.may_repeat:
            for k, other in enumerate(self.q):
                if self.multiplicity[k] and self._same(row, other):
                    self.multiplicity[k] += multiplicity
                    return
        if len(self.q) == self.tree.most:
            self.more = True
            return
        self.q.append(row)
        self.multiplicity.append(multiplicity)
        label = 0
        for depth, (step, root) in enumerate(zip(self.tree.steps, path, strict=True)):
            if step.most > 1:
                label = label * step.most + (0 if depth in free else root.index)
        self.labels.append(label)

    def _meets(self) -> bool:
        """True if the joints meet the pose."""
        if not self.tree.check:
            return True
        gaps = self.read(self.tree.check)
        point = 3 if self.tree.reads_point else 0
        axes, lengths = gaps[: len(gaps) - point], gaps[len(gaps) - point :]
        return all_small(axes, len(axes), ACCEPTED) and all_small(
            lengths, len(lengths), ACCEPTED * self.size
        )

    def _same(self, row: tuple[float, ...], other: tuple[float, ...]) -> bool:
        return all(
            abs(wrap_angle(a - b)) <= SAME if column.turns else abs(a - b) <= SAME * self.size
            for column, a, b in zip(self.tree.columns, row, other, strict=True)
            if column.element >= 0
        )

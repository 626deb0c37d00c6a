"""The tree of solutions: a program whose inputs are, one after another, roots of its own outputs.

A step takes some outputs of the program, which depend on the roots of the steps before it, as the
coefficients of an equation; each root of it is a branch. At the end of a branch other outputs are a
solution. So code is linear in the number of steps, and a step has no alternative but its roots.

The program has the arrays ``S``, ``C`` and ``x`` among its arguments: sine, cosine and angle, or
position, of each unknown. An output that needs no unknown, or those of some steps only, is computed
where these are known: `depths`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symoro.expressions import FloatArithmetic
from symoro.ir.graph import Op
from symoro.ir.interpreter import NodeValues
from symoro.ir.program import Output, Program
from symoro.ir.roots import MOST_ROOTS, Free, NoRoot, Root, roots
from symoro.models.inverse_geometry.unknowns import Kind, Unknown

EPSILON = 2.0**-52
_FLOATS = FloatArithmetic()


@dataclass(frozen=True)
class Step:
    """A step of a tree.

    Attributes:
        unknown: the unknown that it gives.
        kind: the kind of its equation; None if no equation contains the unknown.
        coefficients: the output of the program with the coefficients.
        degrees: the degree of each coefficient in lengths.
        sides: the output with three lengths squared, of which none may exceed the sum of the
            others for a root to exist; empty if there are none.
        table: the type of the equation in the tables of the guide, in words.
        elements: the elements of the equation that are compared, in words.
        meaning: the joint that its roots tell apart: shoulder, elbow, wrist; empty for none.
    """

    unknown: Unknown
    kind: Kind | None
    coefficients: str
    degrees: tuple[int, ...]
    sides: str = ""
    table: str = ""
    elements: str = ""
    meaning: str = ""

    @property
    def most(self) -> int:
        """The most roots that it can have."""
        return MOST_ROOTS[self.kind] if self.kind else 1


@dataclass(frozen=True)
class UnknownNames:
    """The names of the inputs that stand for an unknown."""

    S: str
    C: str
    x: str


@dataclass(frozen=True)
class Column:
    """A column of the joints that a tree gives.

    Attributes:
        name: the joint variable.
        turns: True for an angle.
        element: its place in the solution; -1 for a joint whose position is an input.
    """

    name: str
    turns: bool
    element: int


@dataclass(frozen=True, eq=False)
class SolutionTree:
    """A tree of solutions.

    Attributes:
        program: the coefficients of all steps, and the solution.
        steps: in order.
        names: the inputs of the program that stand for each step's unknown.
        solution: the output with the solution.
        size: the output with the size of the robot and of the pose, a length.
        check: the output with what must vanish at a solution, a row for each column of the pose
            that is read, the point last; empty if every branch ends in a solution.
        columns: the joints, those whose positions are inputs as well.
        reads_point: True if the last row of the check is a point, not a direction.
    """

    program: Program
    steps: tuple[Step, ...]
    names: tuple[UnknownNames, ...]
    solution: str
    size: str
    check: str = ""
    columns: tuple[Column, ...] = ()
    reads_point: bool = True
    _plan: tuple[tuple[int, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_plan", tuple(map(tuple, self._slices())))

    def output(self, name: str) -> Output:
        """The output with a name."""
        return next(each for each in self.program.outputs if each.name == name)

    @property
    def most(self) -> int:
        """The number of branches, if no step degenerates: the most solutions."""
        return math.prod(step.most for step in self.steps)

    @property
    def may_repeat(self) -> bool:
        """True if two branches may end at the same joints.

        Roots of other kinds are one, a double one, or differ by the root of their rounding.
        """
        return any(step.kind in (Kind.QUARTIC, Kind.CIRCLE) for step in self.steps)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs that are read and are no unknowns, in order."""
        unknowns = {name for names in self.names for name in (names.S, names.C, names.x)}
        fixed = {column.name for column in self.columns if column.element < 0}
        read = {item.name for item in self.program.used_inputs} | fixed
        return tuple(item.name for item in self.program.inputs if item.name in read - unknowns)

    def nodes_at(self, depth: int) -> tuple[int, ...]:
        """The nodes to be computed once the roots of so many steps are known."""
        return self._plan[depth]

    def _edges(self) -> list[int]:
        """The elements of the outputs that a walk reads."""
        names = {self.size, self.solution, self.check}
        names.update(name for step in self.steps for name in (step.coefficients, step.sides))
        return [edge for name in names - {""} for edge in self.output(name).elements]

    def _slices(self) -> list[list[int]]:
        """The nodes to be computed once the roots of the first 0, 1, 2, ... steps are known."""
        depth_of = {
            name: k for k, names in enumerate(self.names, 1) for name in (names.S, names.C, names.x)
        }
        graph = self.program.graph
        depths: dict[int, int] = {0: 0}
        slices: list[list[int]] = [[] for _ in range(len(self.steps) + 1)]
        for index in graph.reachable(self._edges()):
            node = graph.nodes[index]
            depth = max((depths[k] for k in graph.below[index]), default=0)
            if node.op is Op.SYMBOL:
                depth = depth_of.get(node.name, 0)
            depths[index] = depth
            slices[depth].append(index)
        return slices


@dataclass(frozen=True)
class Branch:
    """One solution of a tree.

    Attributes:
        roots: the root that was taken at each step.
        free: the steps at which every value is a root.
        values: the elements of the solution.
    """

    roots: tuple[Root, ...]
    free: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def multiplicity(self) -> int:
        """The product of the multiplicities of the roots."""
        product = 1
        for root in self.roots:
            product *= root.multiplicity
        return product


@dataclass(frozen=True)
class Failure:
    """A step at which no root exists.

    Attributes:
        step: its place.
        distance: by how much its equation fails, in the power of lengths ``degree``.
        behind_free: True if an unknown before it was free.
    """

    step: int
    distance: float
    degree: int
    behind_free: bool = False


Choose = Callable[[int, tuple[Root, ...]], Iterable[float]]
"""The values of a free unknown that are tried, by the step and the roots before it."""


def solve_tree(
    tree: SolutionTree, values: Mapping[str, float], choose: Choose = lambda _, __: (0.0,)
) -> tuple[list[Branch], list[Failure]]:
    """Return every branch that ends in a solution, and where the others end.

    Args:
        tree: the tree.
        values: a number for each input that is read and is no unknown.
        choose: the values of an unknown where it is free; 0 by default.
    """
    walk = TreeWalk(tree, values, choose)
    walk.descend(0, (), ())
    return walk.branches, walk.failures


class TreeWalk:
    """One walk over a tree, depth first.

    Attributes:
        branches: those that ended in a solution.
        failures: the ends of the others.
        size: the size of the robot and of the pose.
    """

    def __init__(self, tree: SolutionTree, values: Mapping[str, float], choose: Choose) -> None:
        self.tree, self.choose = tree, choose
        self.branches: list[Branch] = []
        self.failures: list[Failure] = []
        self._inputs: dict[str, float] = dict(values)
        program = tree.program
        self._values: NodeValues[float] = NodeValues(
            program.graph, self._inputs, _FLOATS, program.name
        )
        self._values.compute(tree.nodes_at(0))
        (self.size,) = self.read(tree.size)

    def read(self, name: str) -> list[float]:
        """The elements of an output, as far as they are known."""
        return [self._values.at(edge) for edge in self.tree.output(name).elements]

    def end(self, path: tuple[Root, ...], free: tuple[int, ...]) -> None:
        """Keep the branch that ends here."""
        self.branches.append(Branch(path, free, tuple(self.read(self.tree.solution))))

    def descend(self, depth: int, path: tuple[Root, ...], free: tuple[int, ...]) -> None:
        """Take each root of a step, one after another, and go on with the next step."""
        tree = self.tree
        if depth == len(tree.steps):
            self.end(path, free)
            return
        for root, is_free in self._roots(depth, path, free):
            self._take(depth, root)
            self.descend(depth + 1, (*path, root), (*free, depth) if is_free else free)

    def solution_at(self, path: Sequence[Root]) -> list[float]:
        """The elements of the solution at a root for each step."""
        for depth, root in enumerate(path):
            self._take(depth, root)
        return self.read(self.tree.solution)

    def _take(self, depth: int, root: Root) -> None:
        """Go on with a root of a step."""
        names = self.tree.names[depth]
        self._inputs.update({names.S: root.S, names.C: root.C, names.x: root.value})
        self._values.compute(self.tree.nodes_at(depth + 1))

    def rounding(self, step: Step) -> list[float]:
        """The rounding of the coefficients of a step."""
        return [ROUNDING * self.size**degree for degree in step.degrees]

    def stand_ins(self, failure: Failure) -> Iterable[Root]:
        """The roots that are taken where none exists; none by default."""
        del failure
        return ()

    def _roots(
        self, depth: int, path: tuple[Root, ...], free: tuple[int, ...]
    ) -> Iterator[tuple[Root, bool]]:
        step = self.tree.steps[depth]
        outcome: Any = Free()
        if step.kind is not None:
            outcome = roots(step.kind, self.read(step.coefficients), self.rounding(step))
        if isinstance(outcome, NoRoot):
            failure = self._failure(depth, outcome, bool(free))
            self.failures.append(failure)
            for root in self.stand_ins(failure):
                yield root, False
        elif isinstance(outcome, Free):
            for value in self.choose(depth, path):
                yield Root(value, math.sin(value), math.cos(value)), True
        else:
            for root in outcome:
                yield root, False

    def _failure(self, depth: int, outcome: NoRoot, behind_free: bool) -> Failure:
        step = self.tree.steps[depth]
        if step.sides:
            a, b, c = sorted(abs(x) ** 0.5 for x in self.read(step.sides))
            return Failure(depth, max(c - a - b, 0.0), 1, behind_free)
        return Failure(depth, outcome.distance, step.degrees[-1], behind_free)


ROUNDING = 64 * EPSILON
"""The rounding of a coefficient, in lengths of the size of the robot and of the pose."""

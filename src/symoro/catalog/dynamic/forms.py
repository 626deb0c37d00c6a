"""Choose the form of a lean model: a few whole traces are counted, joints of a kind together.

The tables of the joints decide most of it: the way r goes where it has fewer components, lengths
by a recursion over the tree. Ties and trades are decided by counting the operations of the whole
model, one change at a time; joints of the same kind change together, so the number of
traces does not grow with the robot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Z
from symoro.catalog.dynamic.lengths import Joint, Products, lengths
from symoro.expressions import Expression, ScalarOf, Symbol, evaluate, expression
from symoro.ir.graph import Graph, Op
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.links import LeanLink, lean_links
from symoro.models.let import plain
from symoro.models.mechanism import mechanism
from symoro.robot import BaseMotion, Robot
from symoro.wording import noun_phrase

Cost = Callable[[LeanForm], int]

SMALL = 200
"""Operations below which several forms are optimised, and not only counted."""

_FORBIDDEN = 10**6  # what a length costs where there can be none
_MARGIN = 3  # operations below which a gain is doubtful: regrouping finds more in some forms


@dataclass(frozen=True)
class ChosenForm:
    """The form that needs the fewest operations.

    Attributes:
        form: the form, its lengths as expressions.
        nonzero: the parameters that it divides by.
        trials: the forms that were counted, in words, with their operations.
    """

    form: LeanForm
    nonzero: tuple[str, ...]
    cost: int
    trials: tuple[tuple[str, int], ...]


def with_scalar_lengths(form: LeanForm, scalar: ScalarOf) -> LeanForm:
    """Return a form with its lengths as scalars."""
    return replace(form, lengths={j: scalar(value) for j, value in form.lengths.items()})


def choose(
    robot: Robot, assume: str, cost: Cost, products: Products, *, merging: bool
) -> tuple[ChosenForm, ...]:
    """Return the form that needs the fewest operations, then a rival if counting cannot decide.

    The rival is the form before the changes of axes and masses, where they gain little or the model
    is small: regrouping may turn the tables. With ``assume`` none a form divides by no symbol; with
    ``merging``, prismatic links are merged.
    """
    structure = _Structure(robot, assume, products)
    form = structure.first()
    stages = [(form, cost(form))]
    trials = [("grouped and re-framed links", stages[0][1])]
    small = stages[0][1] < SMALL
    for changes in (structure.changes(merging, small), structure.last_changes()):
        form, best = stages[-1]
        for words, change in changes:
            other = change(form)
            if other != form:
                trials.append((words, operations := cost(other)))
                if operations < best:
                    form, best = other, operations
        stages.append((form, best))
    _, early, late = stages
    close = early[1] < SMALL or early[1] - late[1] < _MARGIN
    forms = (late, early) if late != early and close else (late,)
    return tuple(ChosenForm(f, structure.nonzero(f), n, tuple(trials)) for f, n in forms)


class _Structure:
    """The joints of a robot by their tables."""

    def __init__(self, robot: Robot, assume: str, products: Products) -> None:
        self.robot, self.assume, self.products = robot, assume, products
        self.graph = Graph()
        arithmetic = GraphArithmetic(self.graph)
        known = {name: arithmetic.symbol(name) for name in sorted(robot.symbols)}
        m = mechanism(robot, partial(evaluate, values=known, arithmetic=arithmetic))
        self.links: dict[int, LeanLink] = lean_links(m, LeanForm(grouped=False), plain)
        self.variables = {variable.name for variable in robot.variables.values()}
        self.joints = [j for j in self.links if j]
        self.carried: dict[int, set[int]] = {j: set() for j in self.links}  # all descendants
        for j in reversed(self.joints):
            self.carried[self.links[j].body.i] |= {j, *self.carried[j]}
        self.terminal = frozenset(filter(self._is_terminal, self.joints))
        self.parallel = frozenset(filter(self._is_parallel, self.joints))
        self.reframable = frozenset(filter(self._is_reframable, self.terminal))

    def first(self) -> LeanForm:
        """The form to begin with: all that usually pays."""
        ahead = frozenset(j for j in self.joints if self._components(j, True) < self._after(j))
        form = LeanForm(reframed=self.reframable, parallel=self.parallel, ahead=ahead)
        return self._with_lengths(form)

    def changes(
        self, merging: bool, small: bool
    ) -> Iterator[tuple[str, Callable[[LeanForm], LeanForm]]]:
        """The changes to try, one after the other, each in words.

        Grouping costs operations only where the links of a small model have few parameters.
        """
        ties = [j for j in self.joints if self._components(j, True) == self._after(j)]
        for kind in self._kinds(ties):
            words = f"r of {noun_phrase('joint', sorted(kind))} on the other side of its rotation"
            yield words, self._change(lambda f, kind: replace(f, ahead=f.ahead ^ kind), kind)
        for kind in self._kinds(self.reframable):
            words = f"{noun_phrase('joint', sorted(kind))} not re-framed"
            yield words, self._change(lambda f, kind: replace(f, reframed=f.reframed - kind), kind)
        for kind in self._kinds(self._mergeable()) if merging else ():
            words = f"{noun_phrase('joint', sorted(kind))} merged in the antecedent"
            yield words, self._change(self._merge, kind)
        for kind in self._kinds(self.parallel):
            words = f"{noun_phrase('joint', sorted(kind))} not taken as parallel to the one before"
            yield words, self._change(lambda f, kind: replace(f, parallel=f.parallel - kind), kind)
        yield "no length divided out", lambda form: replace(form, lengths={})
        if small and any(is_number(self.links[j].S[3, 3], 0) for j in self.joints):
            yield "links not grouped", lambda form: self._with_lengths(replace(form, grouped=False))

    def last_changes(self) -> Iterator[tuple[str, Callable[[LeanForm], LeanForm]]]:
        """The changes of axes and masses to try then."""
        for kind in self._kinds(self.reframable | self._bearers()):
            words = f"{noun_phrase('joint', sorted(kind))} over the axes before its rotation"
            yield words, self._change(self._unspin, kind)
        for kind in self._kinds(self._balanceable(), self._is_on_first):
            words = f"{noun_phrase('joint', sorted(kind))} with the mass that clears MX before it"
            yield words, self._change(lambda f, kind: replace(f, balanced=f.balanced | kind), kind)

    def _change(
        self, change: Callable[[LeanForm, frozenset[int]], LeanForm], kind: frozenset[int]
    ) -> Callable[[LeanForm], LeanForm]:
        """A change of all joints of a kind; lengths follow."""
        return lambda form: self._with_lengths(change(form, kind))

    def _merge(self, form: LeanForm, kind: frozenset[int]) -> LeanForm:
        """Merge slides, and re-frame the links that they slide along."""
        return replace(
            form, merged=form.merged | kind, reframed=form.reframed | self._bearers(kind)
        )

    def _unspin(self, form: LeanForm, kind: frozenset[int]) -> LeanForm:
        """Leave revolute links without a spin, where they are terminal in this form."""
        last = self.terminal | self._bearers(form.merged)
        kind = frozenset(j for j in kind & last if self.links[j].body.revolute)
        return replace(form, unspun=form.unspun | kind, parallel=form.parallel - kind)

    def nonzero(self, form: LeanForm) -> tuple[str, ...]:
        """The symbols that a form divides by."""
        names = [e.name for e in form.lengths.values() if isinstance(e, Symbol)]
        ways = (self.robot.frame(j).d for j in sorted(form.balanced))
        names += [d.name for d in ways if isinstance(d, Symbol)]
        for j in sorted(form.reframed):
            mass = self.robot.links[j - 1].M
            if self.links[j].body.prismatic and isinstance(mass, Symbol):
                names.append(mass.name)
        return tuple(dict.fromkeys(names))

    # Which joints

    def _is_terminal(self, j: int) -> bool:
        """True if nothing moves on a link, and no wrench acts on it or beyond."""
        if not self.links[j].body.moves:
            return False
        loads = (x for k in (j, *self.carried[j]) for x in self._load(k))
        still = not any(self.links[k].body.moves for k in self.carried[j])
        return still and all(is_number(x, 0) for x in loads)

    def _is_tool(self, j: int) -> bool:
        """True if nothing moves from a frame on: it is grouped with its antecedent."""
        return not any(self.links[k].body.moves for k in (j, *self.carried[j]))

    def _is_reframable(self, j: int) -> bool:
        """True if a terminal link gains by another frame, and may have it."""
        link = self.links[j]
        if link.body.revolute:
            return True
        return self._divides(link.S[3, 3]) and not self.carried[j]

    def _is_parallel(self, j: int) -> bool:
        link = self.links[j]
        before = self.links[link.body.i].body
        return bool(link.body.i and link.body.revolute and before.revolute and link.turn.parallel)

    def _mergeable(self) -> list[int]:
        """Terminal prismatic links on links that move."""
        by_antecedent: dict[int, int] = {}
        for j in self.terminal:
            link = self.links[j]
            if link.body.prismatic and link.body.i and not self.carried[j]:
                by_antecedent.setdefault(link.body.i, j)  # one to a link
        return list(by_antecedent.values())

    def _bearers(self, slides: Collection[int] | None = None) -> frozenset[int]:
        """Revolute links along whose axes a slide goes, and that carry nothing else that moves."""
        bearers = set()
        for k in self._mergeable() if slides is None else slides:
            i = self.links[k].body.i
            loads = (x for n in (i, *self.carried[i]) for x in self._load(n))
            alone = not any(self.links[n].body.moves for n in self.carried[i] - {k})
            along = self.links[i].body.revolute and self.links[k].turn.parallel
            if alone and along and all(is_number(x, 0) for x in loads):
                bearers.add(i)
        return frozenset(bearers)

    def _load(self, j: int) -> tuple[Any, ...]:
        body = self.links[j].body
        return (*body.fe, *body.ne)

    def _balanceable(self) -> list[int]:
        """Joints parallel to their antecedents at a distance along x, one to an antecedent."""
        by_antecedent: dict[int, int] = {}
        for j in sorted(self.parallel):
            link = self.links[j]
            if is_number(link.P[1], 0) and self._divides(link.P[0]):
                by_antecedent.setdefault(link.body.i, j)
        return list(by_antecedent.values())

    def _divides(self, value: Any) -> bool:
        """True if a scalar may be divided by: a number, or a symbol that is assumed non-zero."""
        if not isinstance(value, Scalar) or not value.edge:
            return False
        node = self.graph.nodes[abs(value.edge)]
        if node.op is Op.NUMBER:
            return True
        return node.op is Op.SYMBOL and self.assume != "none" and node.datum not in self.variables

    # The way to a frame

    def _way(self, j: int, ahead: bool) -> list[Any]:
        link = self.links[j]
        P = link.P + link.r * link.turn.tilt_inward(Z) if ahead else link.P
        return [x for x in P if not is_number(x, 0)]

    def _components(self, j: int, ahead: bool) -> int:
        return len(self._way(j, ahead))

    def _after(self, j: int) -> int:
        """The components of the way where r is taken in the link's own frame."""
        return self._components(j, False) + (0 if is_number(self.links[j].r, 0) else 1)

    def _is_on_first(self, j: int) -> bool:
        """True if the antecedent turns about an axis of the base: its origin stands."""
        return self.links[self.links[j].body.i].body.i == 0

    def _kinds(
        self, joints: Collection[int], place: Callable[[int], object] = bool
    ) -> list[frozenset[int]]:
        """Joints whose tables have the same pattern, and that have the same place, together."""
        kinds: dict[object, set[int]] = defaultdict(set)
        for j in joints:
            link = self.links[j]
            if is_number(link.r, 0) and not self.terminal & {j} and j not in self.parallel:
                continue  # nothing to choose
            turn = link.turn
            special = tuple(
                next((n for n in (0, 1, -1) if is_number(x, n)), None)
                for x in (turn.Sa, turn.Ca, turn.Sg, turn.Cg)
            )
            zeros = tuple(is_number(x, 0) for x in (*link.P, link.r))
            kinds[link.body.joint, special, zeros, j in self.terminal, place(j)].add(j)
        return [frozenset(kind) for kind in kinds.values()]

    def _with_lengths(self, form: LeanForm) -> LeanForm:
        """The form with the lengths that suit it."""
        joints, products = {}, self.products
        motion = self.robot.base.motion
        floats = motion is BaseMotion.FLOATING
        afloat = _FORBIDDEN if products.afloat is None else products.afloat
        for j, link in self.links.items():
            gone = j in form.reframed
            ahead = j in form.ahead
            still = j in form.merged or self._is_tool(j)
            steady = motion is BaseMotion.FIXED and not link.body.i  # its way costs nothing
            after = 0 if ahead or gone or still else self._length(link.r)
            turn = link.turn
            right = all(
                any(is_number(x, n) for n in (0, 1, -1)) for x in (turn.Sa, turn.Sg, turn.Cg)
            )
            loaded = any(not is_number(x, 0) for x in self._load(j))
            joints[j] = Joint(
                i=link.body.i,
                way=() if steady or still else self._lengths(j, ahead and not gone),
                after=0 if steady else after,
                change=products.change if right or not is_number(turn.Sg, 0) else products.bend,
                burden=afloat if floats and not j else 3 * (link.body.prismatic + loaded),
            )
        edges: Mapping[int, int] = lengths(joints, products.saved)
        return replace(form, lengths={j: self._expression(edge) for j, edge in edges.items()})

    def _lengths(self, j: int, ahead: bool) -> tuple[int, ...]:
        return tuple(map(self._length, self._way(j, ahead)))

    def _length(self, value: Any) -> int:
        """The node of a length that may be divided by; 0 if there is none."""
        return abs(value.edge) if self._divides(value) else 0

    def _expression(self, index: int) -> Expression:
        node = self.graph.nodes[index]
        return (
            Symbol(str(node.datum))
            if node.op is Op.SYMBOL
            else expression(self.graph.value(index) or 0)
        )

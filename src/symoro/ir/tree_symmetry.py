"""The symmetry of a solution tree: what lies behind one root of a step as the image of another.

Where X S + Y C = Z has a coefficient that is always zero, both its roots differ in signs of S and
C. If these signs only change signs of the coefficients of the steps behind, the joints behind one
root follow from those behind the other without an equation: RX90's shoulder and wrist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from symoro.ir.graph import Op
from symoro.ir.tree import SolutionTree, Step
from symoro.models.inverse_geometry.unknowns import Kind


@dataclass(frozen=True)
class Image:
    """The image of an unknown or of a joint: its opposite or not, and half a turn more or not."""

    sign: int = 1
    turned: bool = False


@dataclass(frozen=True)
class Mirror:
    """The image of a step's second root in its first.

    Attributes:
        columns: the image of each joint; None for one whose position is an input.
        flips: the later steps, by their places, whose two roots change places.
    """

    columns: tuple[Image | None, ...]
    flips: frozenset[int]


def find_mirror(tree: SolutionTree, depth: int) -> Mirror | None:
    """Return the symmetry of a step; None if it has none, or none that signs of terms tell."""
    try:
        return _Search(tree, depth).mirror()
    except _NoSymmetry:
        return None


class _NoSymmetry(Exception):
    """A sum of which some terms change their sign, or an equation that is another one."""


class _Search:
    """The change of sign of everything behind a step."""

    def __init__(self, tree: SolutionTree, depth: int) -> None:
        self._tree, self._depth = tree, depth
        self._graph = tree.program.graph
        self._signs: dict[str, int] = {}  # of sines, cosines and lengths
        self._known: dict[int, int] = {}
        self._images: dict[str, Image] = {}  # of unknowns, by their names
        self._flips: set[int] = set()
        self._unknowns = {names.x for names in tree.names}

    def mirror(self) -> Mirror:
        """The symmetry."""
        tree = self._tree
        self._begin(tree.steps[self._depth])
        for place in range(self._depth + 1, len(tree.steps)):
            self._follow(place, tree.steps[place])
        if tree.check:
            for edge in tree.output(tree.check).elements:
                self._sign(edge)
        solution = tree.output(tree.solution).elements
        columns = (
            None if each.element < 0 else self._column(solution[each.element], each.turns)
            for each in tree.columns
        )
        return Mirror(tuple(columns), frozenset(self._flips))

    # Steps

    def _begin(self, step: Step) -> None:
        """The images of the unknown of the step itself."""
        if step.kind is not Kind.ANGLE:
            raise _NoSymmetry
        X, Y, Z = self._tree.output(step.coefficients).elements
        if self._is_zero(Z):
            signs = -1, -1
        elif self._is_zero(X):
            signs = -1, 1
        elif self._is_zero(Y):
            signs = 1, -1
        else:
            raise _NoSymmetry
        self._turn(self._depth, *signs)

    def _follow(self, place: int, step: Step) -> None:
        """The images of the unknown of a later step, by the signs of its coefficients."""
        if step.kind is None:
            raise _NoSymmetry
        edges = self._tree.output(step.coefficients).elements
        signs = [None if self._is_zero(edge) else self._sign(edge) for edge in edges]
        if step.kind in (Kind.QUARTIC, Kind.CIRCLE):
            self._keep(place, signs)
        elif step.kind is Kind.LINEAR:
            self._slide(place, _product(*signs))
        elif step.kind is Kind.QUADRATIC:
            self._quadratic(place, signs)
        elif step.kind is Kind.ANGLE:
            self._angle(place, signs)
        elif step.kind is Kind.DIRECTION:
            self._direction(place, signs)
        else:
            assert_never(step.kind)

    def _keep(self, place: int, signs: Sequence[int | None]) -> None:
        """The same roots, where all coefficients change alike."""
        _same([each for each in signs if each is not None] or [1])
        if self._tree.steps[place].unknown.turns:
            self._turn(place, 1, 1)
        else:
            self._slide(place, 1)

    def _slide(self, place: int, sign: int) -> None:
        x = self._tree.names[place].x
        self._signs[x], self._images[x] = sign, Image(sign)

    def _turn(self, place: int, S: int, C: int) -> None:
        names = self._tree.names[place]
        self._signs[names.S], self._signs[names.C] = S, C
        self._images[names.x] = Image(S * C, C < 0)

    def _quadratic(self, place: int, signs: Sequence[int | None]) -> None:
        """A r^2 + b r + c = 0: the same roots, or their opposites."""
        a, b, c = signs
        if a is not None and c is not None and a != c:
            raise _NoSymmetry
        even = a if a is not None else c
        sign = 1 if b is None or even is None else even * b
        if sign < 0:
            self._flips.add(place)
        self._slide(place, sign)

    def _angle(self, place: int, signs: Sequence[int | None]) -> None:
        """X S + Y C = Z: S = (X Z + e Y D) / H, C = (Y Z - e X D) / H; a zero takes any sign."""
        X, Y, Z = signs
        if Z is None:
            self._turn(place, Y or 1, X or 1)
            return
        if X is None or Y is None:
            x, y = (Y or 1) * Z if X is None else X, (X or 1) * Z if Y is None else Y
        else:
            x, y = X, Y
        if x * y * Z < 0:
            self._flips.add(place)
        self._turn(place, x * Z, y * Z)

    def _direction(self, place: int, signs: Sequence[int | None]) -> None:
        """X1 S + Y1 C = Z1, X2 S + Y2 C = Z2: quotients of determinants."""
        X1, Y1, Z1, X2, Y2, Z2 = signs
        D = _sum(_term(X1, Y2), _term(X2, Y1))
        S, C = _sum(_term(Z1, Y2), _term(Z2, Y1)), _sum(_term(X1, Z2), _term(X2, Z1))
        self._turn(place, _product(S, D), _product(C, D))

    # Values

    def _is_zero(self, edge: int) -> bool:
        node = self._graph.node(edge)
        return edge == 0 or (node.op is Op.LET and self._is_zero(node.operands[0]))

    def _sign(self, edge: int) -> int:
        """1 for a value that stays, -1 for one that becomes its opposite."""
        index = abs(edge)
        if index not in self._known:
            self._known[index] = self._node_sign(index)
        return self._known[index]

    def _node_sign(self, index: int) -> int:
        node = self._graph.nodes[index]
        if node.op is Op.SYMBOL:
            name = node.name
            if name in self._unknowns and name not in self._signs and name in self._images:
                raise _NoSymmetry  # an angle among lengths
            return self._signs.get(name, 1)
        signs = [self._sign(edge) for edge in node.operands]
        match node.op, node.datum:
            case Op.ADD, _:
                return _same(signs)
            case ((Op.MUL | Op.INVERSE | Op.LET), _):
                return _product(*signs)
            case Op.POWER, int(exponent):
                return signs[0] if exponent % 2 else 1
            case Op.FUNCTION, "abs":
                return 1
            case Op.FUNCTION, _ if -1 in signs:
                raise _NoSymmetry
        return 1

    # Joints

    def _column(self, edge: int, turns: bool) -> Image:
        """The image of a joint, which is a sum of unknowns and of what does not change."""
        unknowns: dict[str, int] = {}
        constant = self._terms(edge, 1, unknowns)
        images = [
            self._images.get(name, Image())
            for name, times in unknowns.items()
            for _ in range(abs(times))
        ]
        sign = _same([image.sign for image in images] or [1])
        if sign < 0 and constant:
            raise _NoSymmetry
        turned = sum(image.turned for image in images)
        return Image(sign, turns and turned % 2 == 1)

    def _terms(self, edge: int, sign: int, unknowns: dict[str, int]) -> bool:
        """Add the unknowns of a sum; return whether it has other terms."""
        if edge == 0:
            return False
        node = self._graph.node(edge)
        sign = sign if edge > 0 else -sign
        if node.op is Op.SYMBOL and node.name in self._unknowns:
            unknowns[node.name] = unknowns.get(node.name, 0) + sign
            return False
        if node.op in (Op.LET, Op.ADD):
            others = [self._terms(each, sign, unknowns) for each in node.operands]
            return any(others)
        below = (self._graph.nodes[k] for k in self._graph.reachable([abs(edge)]))
        if any(each.op is Op.SYMBOL and each.name in self._unknowns for each in below):
            raise _NoSymmetry
        self._sign(edge)
        return True


def _product(*signs: int | None) -> int:
    """The sign of a product; a factor that is zero takes any sign."""
    product = 1
    for each in signs:
        product *= each or 1
    return product


def _term(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a * b


def _sum(a: int | None, b: int | None) -> int | None:
    """The sign of a sum whose terms have signs; None if it is zero."""
    if a is None or b is None:
        return b if a is None else a
    return _same([a, b])


def _same(signs: Sequence[int]) -> int:
    if len(set(signs)) != 1:
        raise _NoSymmetry
    return signs[0]

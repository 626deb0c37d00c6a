"""Whether singular postures lie on the boundary of the workspace or inside, in words.

A factor of a determinant vanishes at a family of postures. Some of them are drawn at random, with
random lengths where none are given, and `symoro.analysis.reached_set` tells where each lies.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.loops import CannotClose
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.solve import first_guesses, solve
from symoro.analysis.reached_set import BOUNDARY, ReachedSet, reached_set
from symoro.errors import ModelError
from symoro.robot import Robot
from symoro.symbolic.conditions import HALF_TURN, Roots, expression_text, roots
from symoro.verify.sampling import sample_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sympy import Expr

_SETS, _DRAWS = 3, 12  # of lengths, where they are symbols; some close no loop
_GUESSES, _POSTURES = 20, 12  # for each combination of roots: first guesses, and postures
_STEP = 1e-6  # of finite differences
_ZERO = 1e-10  # of the largest value of a factor
_LEVEL = 1e-3  # of its largest slope: a sum of squares touches zero, and 1e-10 leaves 1e-5

UNDECIDED = "boundary or inside is not decided"
NOWHERE = "no closed posture was found where it vanishes"
_ON, _IN = "on the boundary of the workspace", "inside the workspace"
_BOTH = f"{_ON} at some of these postures, inside at others"
_ANY = f"{_ON} for some of these postures and lengths, inside for others"


class Boundary:
    """The workspace of a link, and where singular postures lie in it.

    The workspace is what [Course] calls so: all poses that the link reaches, joints without limits;
    where the Jacobian matrix has the rows of velocities alone, or the poses fill no space, all
    positions of its origin. A matrix of other rows loses rank without regard to that set. Where
    nobody asked for rows, each takes the other's place if that fills no space.

    ``pose``: the matrix has rows of angular velocities; ``own_rows``: the user chose the rows.
    """

    def __init__(
        self,
        robot: Robot,
        link: int,
        pose: bool,
        own_rows: bool,
        rank: int,
    ) -> None:
        self._robot, self._link, self._rank = robot, link, rank
        self._spaces = (True, False) if pose else (False,) if own_rows else (False, True)

    @property
    def note(self) -> str:
        """The definition of the workspace, in words."""
        if not self._sets:
            return (
                "boundary or inside: not decided; the link must fill a space of poses or of "
                "positions, and the rows must be those of this space"
            )
        of = "poses of" if self._sets[0][1].pose else "positions of the origin of"
        lengths = "" if self._has_all_values else ", lengths drawn at random"
        return f"workspace: all {of} link {self._link}, joints without limits{lengths}"

    @cached_property
    def _has_all_values(self) -> bool:
        variables = {v.name for v in self._robot.variables.values()}
        return not self._robot.geometry_symbols - variables

    @cached_property
    def _sets(self) -> list[tuple[dict[str, float], ReachedSet]]:
        """The reached set for some lengths, with these; none if it fills no space."""
        rng = random.Random(self._robot.name)
        wanted = 1 if self._has_all_values else _SETS
        sets: list[tuple[dict[str, float], ReachedSet]] = []
        for _ in range(wanted if self._has_all_values else _DRAWS):
            values = sample_values(self._robot, rng)
            try:
                reached = self._reached_set(Closure(self._robot, values), rng)
            except CannotClose:
                continue
            except ModelError:
                return []
            if reached is None or reached.basis.shape[1] != self._rank:
                return []
            sets.append((values, reached))
            if len(sets) == wanted:
                break
        return sets

    def _reached_set(self, closure: Closure, rng: random.Random) -> ReachedSet | None:
        """The poses or the positions: the first of them that fill a space."""
        sets = (reached_set(closure, self._link, pose, rng) for pose in self._spaces)
        return next(filter(None, sets), None)

    def place(self, factors: Sequence[Expr]) -> str:
        """The place, in words, of the postures at which some factors vanish together."""
        variables = {v.name: j for j, v in self._robot.variables.items()}
        solved = [roots(factor, variables) for factor in factors]
        most = _POSTURES // max(len(self._sets), 1)
        by_set = [_places(factors, solved, *each, most) for each in self._sets]
        if self._has_all_values and by_set and not any(by_set):
            return NOWHERE
        texts = [
            self._text({p for places in by_set for k, p in places if k[0] == root})
            for root in (0, 1)
        ]
        if len(factors) > 1 or solved[0] is None or texts[0] == texts[1]:
            return self._text({p for places in by_set for _, p in places})
        angle, (first, second) = expression_text(solved[0].angle), solved[0].names
        other = second if second == HALF_TURN else f"{angle} = {second}"
        return f"{angle} = {first}: {texts[0]}, {other}: {texts[1]}"

    def _text(self, places: set[str | None]) -> str:
        """The places found at some postures, in words."""
        if not places or None in places:
            return UNDECIDED
        if len(places) > 1:
            return _BOTH if self._has_all_values else _ANY
        return _ON if places == {BOUNDARY} else _IN


def _places(
    factors: Sequence[Expr],
    solved: Sequence[Roots | None],
    values: Mapping[str, float],
    reached: ReachedSet,
    most: int,
) -> list[tuple[tuple[int, ...], str | None]]:
    """The places of some postures at which factors vanish, each with the roots that it has."""
    closure = reached.closure
    function = _Function(factors, closure, values)
    seed = "|".join(map(str, (closure.robot.name, *factors)))
    rows = function.zeros(random.Random(seed))
    rows = rows[reached.are_clear(rows)]
    branch = np.zeros((len(rows), len(factors)), dtype=int)
    for k, each in enumerate(solved):
        if each is not None:
            turn = _Function([each.angle - each.first], closure, values)(rows)[:, 0]
            branch[:, k] = np.cos(turn) < 0
    which = np.array(list(product((0, 1), repeat=len(factors))))
    alike = [np.flatnonzero(np.all(branch == each, axis=1))[:most] for each in which]
    some = np.concatenate(alike)
    places = reached.classify(rows[some])
    return [(tuple(own), p) for own, p in zip(branch[some].tolist(), places, strict=True)]


class _Function:
    """Expressions as functions of the closure's columns, one a column of the result."""

    def __init__(
        self, factors: Sequence[Expr], closure: Closure, values: Mapping[str, float]
    ) -> None:
        from sympy import lambdify

        self._closure = closure
        robot, tables = closure.robot, closure.tables
        columns = {robot.variables[j].name: k for k, j in enumerate(tables.joints)}
        names = {symbol.name: symbol for factor in factors for symbol in factor.free_symbols}
        symbols = [names[name] for name in sorted(names)]
        self._calls: list[Callable[..., Floats]] = [
            lambdify(symbols, factor, "numpy") for factor in factors
        ]
        self._columns = [columns.get(s.name) for s in symbols]
        self._constants = [values.get(s.name, 0.0) for s in symbols]

    def __call__(self, x: Floats) -> Floats:
        q = x * self._closure.tables.unit
        arguments = [
            constant if column is None else q[:, column]
            for column, constant in zip(self._columns, self._constants, strict=True)
        ]
        columns = (np.asarray(call(*arguments), dtype=float) for call in self._calls)
        return np.stack([np.broadcast_to(values, (len(x),)) for values in columns], axis=1)

    def slope(self, x: Floats) -> Floats:
        """The derivatives by the columns, by central differences."""
        steps = _STEP * np.eye(x.shape[1])
        return np.stack([(self(x + h) - self(x - h)) / (2 * _STEP) for h in steps], axis=2)

    def zeros(self, rng: random.Random) -> Floats:
        """Random postures at which the functions change their signs, loops closed."""
        closure = self._closure
        n = len(closure.tables.joints)
        generator = np.random.default_rng(rng.getrandbits(64))
        guesses = _GUESSES * 2 ** len(self._calls)
        starts = first_guesses(closure, np.zeros(n), np.arange(n), guesses, generator)
        scale = np.abs(self(starts)).max(axis=0)
        scale = np.where(scale > 0, scale, 1.0)
        steep = np.linalg.norm(self.slope(starts), axis=2).max(axis=0)

        def gaps(x: Floats) -> tuple[Floats, Floats]:
            gap, slope = closure.gaps(x)
            return (
                np.concatenate([gap, self(x) / scale], axis=1),
                np.concatenate([slope, self.slope(x) / scale[:, None]], axis=1),
            )

        postures = solve(gaps, starts, np.arange(n))
        zero = np.abs(gaps(postures)[0]).max(axis=1) < _ZERO
        crossed = np.all(np.linalg.norm(self.slope(postures), axis=2) > _LEVEL * steep, axis=1)
        kept: Floats = postures[zero & crossed]
        return kept

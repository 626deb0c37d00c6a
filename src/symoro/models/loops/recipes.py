"""Decide how the loops of a robot are solved: exactly, at random points of a finite field.

Loops with at most three unknown joints are tried one after another; a joint found in one is known
in the next. A recipe counts only if the loop then closes exactly, modulo a 61-bit prime, at a
random point: so a loop of higher rank, or one whose axes do not fit, is told from one of rank 3.
Where a loop too many closes in some modes of the others only, those modes are the robot's.
Angles that are sums of active angles and quarter turns are recognised by trying them
(parallelograms).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from symoro.algebra.angle import Angle
from symoro.algebra.scalars import cos, sin
from symoro.algebra.vectors import identity, rigid_inverse
from symoro.expressions import PI, Expression, ModularArithmetic, ScalarOf, evaluate
from symoro.expressions.expression import multiple_of_pi
from symoro.expressions.modular import NoValue
from symoro.expressions.primes import Modulus
from symoro.models.geometry.transforms import Chain
from symoro.models.let import plain
from symoro.models.loops.equations import AngleEquation, SlideEquation, equations
from symoro.models.loops.loop_geometry import (
    Recipe,
    angle_sum,
    apply_sign,
    joint_matrix,
    outer_joints,
    solve_loops,
)
from symoro.models.loops.segments import Loop, loop
from symoro.models.mechanism import mechanism
from symoro.robot import Robot
from symoro.wording import quantity

_DRAWS = 200  # of a point at which all square roots exist
_POINTS = 8  # where square roots were drawn, whose signs are random
_MOST = 5  # angles of which sums are tried


Mode = tuple[int, ...]


@dataclass(frozen=True)
class LoopPlan:
    """The loops of a robot as far as they can be solved in closed form.

    Attributes:
        active: the joints that are known.
        recipes: the loops that are solved, in order.
        reasons: the reason why another loop is not, by cut joint; empty if all are.
        modes: the choices of a root for each recipe with which all loops close.
    """

    robot: Robot
    active: tuple[int, ...]
    recipes: tuple[Recipe, ...]
    reasons: Mapping[int, str]
    modes: tuple[Mode, ...]

    def __repr__(self) -> str:
        solved = f"{len(self.recipes)} of {quantity(self.robot.n_loops, 'loop')} in closed form"
        return f"<LoopPlan of {self.robot.name}: {solved}, {quantity(len(self.modes), 'mode')}>"

    def angles(self, mode: Mode) -> dict[int, Expression]:
        """The joints that are sums of others' angles in a mode, of active ones where possible."""
        robot = self.robot
        angles: dict[int, Expression] = {}
        for recipe, root in zip(self.recipes, mode, strict=True):
            inner = {
                robot.variables[j].name: x - robot.frame(j).position + robot.variables[j]
                for j, x in angles.items()
            }
            if root == 0:
                angles |= {j: angle.substitute(inner) for j, angle in recipe.linear.items()}
        return angles

    def sums(self, mode: Mode) -> dict[int, Expression]:
        """The joints that are sums of active angles alone in a mode, by frame."""
        passive = {
            self.robot.variables[j].name for j in self.robot.moving_joints if j not in self.active
        }
        return {j: angle for j, angle in self.angles(mode).items() if not angle.symbols & passive}


def plan_loops(robot: Robot, active: Sequence[int]) -> LoopPlan:
    """Find a recipe for each loop, in an order in which they can be solved."""
    recipes: list[Recipe] = []
    left = [cut for cut, _ in robot.loops()]
    unknown = set(robot.moving_joints) - set(active)
    reasons = dict.fromkeys(left, coupling) if (coupling := _coupling(robot, unknown)) else {}
    while left and not coupling:
        reasons = {}
        order = sorted(left, key=lambda cut: len(loop(robot, cut, unknown).unknowns))
        for cut in order:
            answer = _recipe(robot, loop(robot, cut, unknown), recipes)
            if isinstance(answer, Recipe):
                recipes.append(answer)
                unknown -= {u.frame for u in answer.loop.unknowns}
                left.remove(cut)
                break
            reasons[cut] = answer
        else:
            break
    modes: tuple[Mode, ...] = ()
    if not reasons:
        modes, reasons = _modes(robot, recipes)
    return LoopPlan(robot, tuple(active), tuple(recipes), reasons, modes)


def _modes(robot: Robot, recipes: Sequence[Recipe]) -> tuple[tuple[Mode, ...], dict[int, str]]:
    """The modes in which all loops close, and the loops for which that cannot be said.

    A loop with three unknown joints closes with any root; one with fewer may need those of others.
    """
    every = product(*(range(recipe.roots) for recipe in recipes))
    if all(len(recipe.loop.unknowns) == 3 for recipe in recipes):
        return tuple(every), {}
    modes: list[Mode] = []
    reasons: dict[int, str] = {}
    for mode in every:
        closes: dict[int, set[bool]] = {recipe.loop.cut: set() for recipe in recipes}
        for point in _Point.sample(robot, recipes, mode):
            for recipe in recipes:
                closes[recipe.loop.cut].add(point.closes(recipe.loop))
        if not any(False in outcomes for outcomes in closes.values()):
            modes.append(mode)
        for cut, outcomes in closes.items():
            if len(outcomes) == 2:
                reasons[cut] = (
                    "it closes in one mode of another loop only, and which one that is depends "
                    "on the posture"
                )
    return tuple(modes), reasons


def _coupling(robot: Robot, unknown: Collection[int]) -> str:
    """The reason why joints cannot be found one by one: a position that depends on another."""
    for j in robot.moving_joints:
        for k in sorted(unknown):
            name = robot.variables[k].name
            if j != k and name in robot.frame(j).position.symbols:
                return f"the position of joint {j} depends on {name}, the variable of joint {k}"
    return ""


def _recipe(robot: Robot, wanted: Loop, before: Sequence[Recipe]) -> Recipe | str:
    """A recipe for a loop, or why there is none."""
    joints = ", ".join(str(u.frame) for u in wanted.unknowns)
    if not wanted.unknowns:
        return "none of its joints is unknown: too many active joints"
    if len(wanted.unknowns) > 3:
        count = len(wanted.unknowns)
        return f"{count} joints of it are unknown ({joints}); closed forms take at most three"
    enough = 1 if len(wanted.unknowns) == 3 else _POINTS  # fewer may need the roots of others
    for candidate in _candidates(robot, wanted, before):
        points = islice(_Point.sample(robot, [*before, candidate]), enough)
        if any(point.closes(wanted) for point in points):
            return replace(candidate, linear=_linear_angles(robot, candidate, before))
    if len(wanted.unknowns) < 3:
        return f"its unknown joints ({joints}) alone do not close it: too many active joints"
    return f"no equation of types 1 to 3 gives its joints {joints}: the rank of the loop is not 3"


def _candidates(robot: Robot, wanted: Loop, before: Sequence[Recipe]) -> Iterator[Recipe]:
    """Ways to solve a loop, the simplest first."""
    if len(wanted.unknowns) == 1:
        yield Recipe(wanted, (), "types 1, 3", 0, 1, {})
        return
    candidates: list[tuple[int, Recipe]] = []
    points = islice(_Point.sample(robot, before), 1)
    for point, first in product(points, range(len(wanted.unknowns))):
        turned = wanted.starting_at(first)
        for rank, middle, kind, roots in point.middles(turned):
            for column in point.columns(turned):
                candidates.append((rank, Recipe(turned, middle, kind, column, roots, {})))
    yield from (recipe for _, recipe in sorted(candidates, key=lambda item: item[0]))


class _Point:
    """A random point of the field, and the positions that some recipes give there."""

    def __init__(
        self, robot: Robot, recipes: Sequence[Recipe], mode: Mode, field: ModularArithmetic
    ) -> None:
        self.robot = robot
        self.field = field
        values = {name: self.field.symbol(name) for name in robot.symbols}
        self.scalar: ScalarOf = lambda entry: evaluate(entry, values, self.field)
        self.positions = solve_loops(robot, recipes, [mode], self.scalar, plain)[mode]
        self.chain = Chain(robot, mechanism(robot, self.scalar, self.positions))

    @classmethod
    def sample(
        cls, robot: Robot, recipes: Sequence[Recipe], mode: Mode | None = None
    ) -> Iterator[_Point]:
        """Draw points at which all square roots exist: one if there are none, else some."""
        roots = (0,) * len(recipes) if mode is None else mode
        modulus = Modulus()
        count = 0
        for attempt in range(_DRAWS):
            if modulus.prime is None:
                return
            field = ModularArithmetic(f"{robot.name}|loops|{attempt}", modulus.prime)
            try:
                point = cls(robot, recipes, roots, field)
            except NoValue as error:
                if error.radicand is not None:
                    modulus.admit(error.radicand)
                continue
            yield point
            count += 1
            if count == _POINTS or not point.field.signs_drawn:
                return

    def closes(self, wanted: Loop) -> bool:
        """True if the loop closes exactly."""
        T = identity(4)
        for unknown, screws in zip(wanted.unknowns, wanted.between, strict=True):
            x = self.positions[unknown.frame].position
            if unknown.turns and not isinstance(x, Angle):
                x = Angle(sin(x), cos(x))
            T = T @ joint_matrix(unknown, apply_sign(unknown, x)) @ self.chain.product(screws)
        return bool((identity(4) == T).all())

    def segments(self, turned: Loop) -> list[Any]:
        """The known transformations of a loop."""
        return [self.chain.product(screws) for screws in turned.between]

    def middles(self, turned: Loop) -> Iterator[tuple[int, tuple[str, ...], str, int]]:
        """The equations that give the second of three unknowns: rank, names, type, roots."""
        if len(turned.unknowns) == 2:
            yield 0, (), "types 1, 3", 1
            return
        (a, b, c), (A, B, C) = turned.unknowns, self.segments(turned)
        system = list(equations(a, b, c, A, B, rigid_inverse(C)))
        for slide in (e for e in system if isinstance(e, SlideEquation)):
            if not slide.square and slide.half != 0:
                yield 0, (slide.name,), "type 1", 1
            elif slide.square:
                yield 3, (slide.name,), "quadratic", 2
        turns = [e for e in system if isinstance(e, AngleEquation) and not (e.X == 0 and e.Y == 0)]
        for k, e in enumerate(turns):
            for other in turns[k + 1 :]:
                if e.X * other.Y != e.Y * other.X:
                    yield 1, (e.name, other.name), "type 3", 1
            yield 2, (e.name,), "type 2", 2

    def columns(self, turned: Loop) -> Iterator[int]:
        """The columns (or rows, for two slides) that give the first unknown."""
        a, c = turned.unknowns[0], turned.unknowns[-1]
        N = rigid_inverse(self.segments(turned)[-1])
        if a.turns:
            for column in (2, 3) if c.turns else (2, 0):
                if N[0, column] ** 2 + N[1, column] ** 2 != 0:
                    yield column
        elif c.turns:
            yield 3
        else:
            yield from (row for row in (0, 1) if N[row, 2] != 0)


def _linear_angles(robot: Robot, recipe: Recipe, before: Sequence[Recipe]) -> dict[int, Expression]:
    """The joints of a planar loop as sums of active angles, if the loop closes so."""
    if recipe.middle != ("p.p",) or recipe.kind != "type 2":
        return {}
    point = next(_Point.sample(robot, before), None)
    angles = _angles(robot, recipe.loop)
    if point is None or len(angles) > _MOST:
        return {}
    (a, b, c), (A, B, C) = recipe.loop.unknowns, point.segments(recipe.loop)
    (equation,) = (e for e in equations(a, b, c, A, B, rigid_inverse(C)) if e.name == "p.p")
    assert isinstance(equation, AngleEquation)
    sums = list(_sums(point, angles))
    for trial, angle in sums:
        x = apply_sign(b, angle)
        if equation.X * x.S + equation.Y * x.C == equation.Z:
            G = A @ joint_matrix(b, x) @ B
            others = outer_joints(a, c, G, rigid_inverse(C), recipe.column, plain)
            known = {k: _as_sum(x, sums) for k, x in others.items()}
            if None not in known.values():
                linear = {b.frame: trial.expression(angles)} | {
                    k: sum_.expression(angles) for k, sum_ in known.items() if sum_
                }
                if _closes_always(robot, replace(recipe, linear=linear), before):
                    return linear
    return {}


def _closes_always(robot: Robot, recipe: Recipe, before: Sequence[Recipe]) -> bool:
    """Tell whether a loop closes with these sums in every mode of the loops before it."""
    for mode in product(*(range(each.roots) for each in before)):
        point = next(_Point.sample(robot, [*before, recipe], (*mode, 0)), None)
        if point is None or not point.closes(recipe.loop):
            return False
    return True


@dataclass(frozen=True)
class _Trial:
    """A sum of angles, each with the factor 1, -1 or 0, and of quarter turns."""

    factors: tuple[int, ...]
    quarters: int

    def expression(self, angles: Sequence[Expression]) -> Expression:
        """The sum of these angles."""
        whole = PI * self.quarters / 2
        for factor, angle in zip(self.factors, angles, strict=True):
            whole = whole + factor * angle
        return whole


_QUARTERS = {0: Angle(0, 1), 1: Angle(1, 0), 2: Angle(0, -1), -1: Angle(-1, 0)}


def _sums(point: _Point, angles: Sequence[Expression]) -> Iterator[tuple[_Trial, Angle]]:
    """Sums to try; constant ones last: a rhombus that is folded up does not move like one."""
    values = (angle_sum(point.robot, x, point.scalar, point.positions) for x in angles)
    turns = [Angle(sin(x), cos(x)) for x in values]
    for factors in product((1, -1, 0), repeat=len(angles)):
        whole = _QUARTERS[0]
        for factor, angle in zip(factors, turns, strict=True):
            if factor:
                whole = whole + (angle if factor > 0 else -angle)
        for quarters, quarter in _QUARTERS.items():
            yield _Trial(factors, quarters), whole + quarter


def _as_sum(position: Angle, sums: Sequence[tuple[_Trial, Angle]]) -> _Trial | None:
    """An angle as one of some sums."""
    return next((trial for trial, x in sums if x.S == position.S and x.C == position.C), None)


def _angles(robot: Robot, wanted: Loop) -> list[Expression]:
    """The known angles that a loop is made of, without those that are quarter turns."""
    angles: dict[Expression, None] = {}
    for screws in wanted.between:
        for screw in screws:
            for turn, _ in getattr(screw, "turns", ()):
                for part in turn:
                    value = getattr(robot.frame(part.frame), part.field)
                    turns = multiple_of_pi(value)
                    if turns is None or turns.denominator > 2:
                        angles[value] = None
    return list(angles)

"""Joints that are sums of others because their loop is a parallelogram, by assembly mode.

Sums hold whatever becomes of the other loops. So where some loops have no closed form, those that
are parallelograms have modes of their own.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from types import MappingProxyType

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.loops import CannotClose, closed_postures
from symoro.errors import UsageError
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.models.loops.assembly import mode_name
from symoro.models.loops.loop_geometry import Recipe
from symoro.models.loops.recipes import LoopPlan, Mode
from symoro.robot import Robot
from symoro.wording import quantity

NO_SUMS: Mapping[int, Expression] = MappingProxyType({})

_FLOATS = FloatArithmetic()
_EQUAL = 1e-6  # rad; the other mode is farther away at almost every posture
_BATCHES = 20  # of postures, some of which are in another mode


@dataclass(frozen=True)
class Parallelograms:
    """One mode of the loops that are parallelograms.

    Attributes:
        sums: the position of each joint that is a sum of others; none in antiparallelograms.
        label: the mode, in words; empty if there are no parallelograms.
        roots: the loops that have a mode of their own, with their roots in it.
    """

    sums: Mapping[int, Expression] = field(default_factory=dict)
    label: str = ""
    roots: tuple[tuple[Recipe, int], ...] = ()


def joint_sums(robot: Robot, loops: LoopPlan, mode: Mode) -> dict[int, Expression]:
    """Return the positions of the joints that are sums of others in a mode.

    Without those whose rates are no sums, as a position depends on the variable of another joint.
    """
    plain = {x.name for j, x in robot.variables.items() if _is_plain(robot, j)}
    variables = {x.name for x in robot.variables.values()}
    return {
        j: angle
        for j, angle in loops.angles(mode).items()
        if _is_plain(robot, j) and angle.symbols & variables <= plain
    }


def _is_plain(robot: Robot, j: int) -> bool:
    """True if the position of a joint is its variable, with a constant added."""
    names = {x.name for x in robot.variables.values()}
    position, own = robot.frame(j).position, robot.variables[j].name
    return position.symbols & names == {own} and position.coefficient(own) == 1


def parallelograms(robot: Robot, loops: LoopPlan, mode: int | None) -> Parallelograms:
    """Return a mode of the parallelograms among loops of which some have no closed form.

    Raises:
        UsageError: for a mode that they do not have.
    """
    recipes = loops.recipes
    if not any(each.linear for each in recipes) or any(
        len(each.loop.unknowns) < 3 for each in recipes
    ):
        if mode is None:
            return Parallelograms()
        raise UsageError(
            f"{robot.name}: --mode names a root of a closed form, which its loops have not; the "
            "positions of the passive joints, which are inputs, tell the mode"
        )
    modes = tuple(product(*(range(each.roots if each.linear else 1) for each in recipes)))
    place = 0 if mode is None else mode - 1
    if place >= len(modes):
        raise UsageError(
            f"{robot.name}: its parallelograms have {quantity(len(modes), 'mode')}, not {mode}"
        )
    return parallelograms_in(robot, loops, modes[place])


def parallelograms_in(
    robot: Robot, loops: LoopPlan, mode: Mode, *, every: bool = False
) -> Parallelograms:
    """Return the parallelograms in a mode; with ``every`` all loops have a mode that counts."""
    pairs = tuple(zip(loops.recipes, mode, strict=True))
    own = tuple((recipe, root) for recipe, root in pairs if recipe.linear)
    label = mode_name(pairs if every else own) if own or every else ""
    return Parallelograms(joint_sums(robot, loops, mode), label, pairs if every else own)


def postures_with_sums(
    robot: Robot,
    values: Mapping[str, float],
    sums: Mapping[int, Expression],
    count: int,
    rng: random.Random,
) -> Floats:
    """Return random closed postures in which some joints are sums of others, one a row.

    Raises:
        CannotClose: if none was found.
    """
    if not sums:
        return closed_postures(robot, values, count, rng)
    names = [robot.variables[j].name for j in robot.moving_joints]
    rows: list[list[float]] = []
    for _ in range(_BATCHES):
        for row in closed_postures(robot, values, count, rng).tolist():
            if hold(robot, sums, {**values, **dict(zip(names, row, strict=True))}):
                rows.append(row)
        if len(rows) >= count:
            break
    if not rows:
        raise CannotClose(f"the loops of {robot.name} do not close in this mode", math.inf, 0.0)
    return np.array(rows[:count])


def hold(robot: Robot, sums: Mapping[int, Expression], values: Mapping[str, float]) -> bool:
    """True if these joints are the sums at a posture, but for whole turns."""
    at = partial(evaluate, values=values, arithmetic=_FLOATS)
    gaps = (at(robot.frame(j).position) - at(angle) for j, angle in sums.items())
    return all(abs(math.remainder(gap, 2 * math.pi)) < _EQUAL for gap in gaps)

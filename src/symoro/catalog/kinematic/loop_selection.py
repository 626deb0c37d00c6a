"""Joints and rows of the constraint equations of loops: by rank, at closed postures.

What is zero is decided exactly, modulo a prime. Rows are then chosen one after another, each time
the one that is farthest from depending on those chosen before, at its worst among some random
closed postures; so they stay independent as far from singular postures as rows can.

In a parallelogram, joints are sums of others: rows of sums stand for those of its loop, and the
postures are some in which these sums hold.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from symoro.analysis.loops import Closure
from symoro.analysis.loops.solve import have_clear_ranks
from symoro.catalog.kinematic.parallelograms import NO_SUMS, postures_with_sums
from symoro.errors import ModelError
from symoro.expressions import (
    ZERO,
    Expression,
    FloatArithmetic,
    ModularArithmetic,
    ScalarOf,
    evaluate,
)
from symoro.expressions.points import at_random_point
from symoro.models.let import plain
from symoro.models.loops.loop_kinematics import (
    SUM,
    Row,
    Selection,
    Sums,
    fold_sums,
    loop_columns,
)
from symoro.models.mechanism import Motion, mechanism
from symoro.robot import JointType, Robot
from symoro.symbolic.blocks import block_triangular
from symoro.verify.closable_lengths import with_closable_lengths
from symoro.wording import noun_phrase

Floats = npt.NDArray[np.float64]
Columns = dict[int, dict[int, npt.NDArray[np.object_]]]  # by cut joint and joint, six rows

SINGULAR_LOOPS = (
    "the loop constraints are singular (a dead point of the active joints, or an open loop)"
)
"""The clause that tells where models that solve for rates of passive joints are undefined."""

_POSTURES = 20
_DEPENDENT = 1e-8  # of a row of length one
_FLOATS = FloatArithmetic()


def select(
    robot: Robot, active: Sequence[int], sums: Mapping[int, Expression] = NO_SUMS
) -> Selection:
    """Choose joints and rows.

    Joints with massless links beside a cut joint belong to qc, unless in no frame enough rows are
    without them: then they are passive joints like others.

    Args:
        robot: a closed robot.
        active: the joints that are known.
        sums: the positions of joints that are sums of others in an assembly mode.

    Raises:
        ModelError: if the active joints do not determine the others.
    """
    cut, projection = _cut_joints(robot, active)
    simple = tuple(k for k, _ in robot.loops() if k not in active)
    if cut != simple:
        with suppress(ModelError):
            return _selection(robot, active, cut, projection, sums)
        projection = {k: k for k, _ in robot.loops()}
    return _selection(robot, active, simple, projection, sums)


def _selection(
    robot: Robot,
    active: Sequence[int],
    cut: tuple[int, ...],
    projection: Mapping[int, int],
    angles: Mapping[int, Expression],
) -> Selection:
    """Choose rows for given cut joints."""
    angles = {j: x for j, x in angles.items() if j in cut or not _factors(robot, x).keys() & {*cut}}
    sums = {j: _factors(robot, angle) for j, angle in angles.items()}
    exact = _exact(robot, projection, angles)
    every = tuple(j for j in robot.moving_joints if j not in active and j not in cut)
    passive = tuple(j for j in every if j not in sums)
    everywhere = [(k, row) for k, _ in robot.loops() for row in range(6)]
    rows = [at for at in everywhere if any(column[at[1]] != 0 for column in exact[at[0]].values())]
    left = tuple(j for j in cut if j not in sums)
    free = [at for at in rows if all(_zero(exact, at, j) for j in left)]
    samples = _samples(robot, projection, angles)
    chosen = _independent(free, passive, samples, len(passive))
    if len(chosen) < len(passive):
        raise ModelError(
            f"{robot.name}: {noun_phrase('active joint', active)} cannot determine the motion of "
            f"{noun_phrase('passive joint', passive)}: {len(chosen)} independent equations for "
            f"{len(passive)} unknown rates; symoro check tells the mobility and what turns idly"
        )
    joints = [j for j in robot.moving_joints if j not in sums]
    independent = _independent(rows, joints, samples, len(rows))
    freedom = len(joints) - len(independent)
    if freedom < len(active):
        raise ModelError(
            f"{robot.name}: the loops leave a mobility of {freedom}, too few for "
            f"{noun_phrase('active joint', active)}; take fewer joints as active (mu, --active)"
        )
    others = [at for at in rows if at not in chosen]
    cut_rows = _independent(others, (*passive, *left), samples, len(left), chosen)
    if len(cut_rows) < len(left):
        raise ModelError(
            f"{robot.name}: the motion of {noun_phrase('cut joint', left)} is not determined by "
            "the other joints; cut the loops at other joints"
        )
    chosen = [*((j, SUM) for j in every if j in sums), *chosen]
    pattern = np.array(
        [[not _zero(exact, at, j, sums) for j in every] for at in chosen], dtype=bool
    )
    return Selection(
        active=tuple(active),
        passive=every,
        cut=cut,
        projection=projection,
        rows=tuple(chosen),
        cut_rows=(*((j, SUM) for j in cut if j in sums), *cut_rows),
        blocks=_blocks(pattern.reshape(len(chosen), len(every))),
        sums=sums,
    )


def _factors(robot: Robot, angle: Expression) -> dict[int, int]:
    """The factor of each joint in a sum of positions."""
    factors = {j: int(angle.coefficient(x.name) or 0) for j, x in robot.variables.items()}
    return {j: factor for j, factor in factors.items() if factor}


def _zero(exact: Columns, at: Row, j: int, sums: Sums = MappingProxyType({})) -> bool:
    k, row = at
    if row == SUM:
        return j != k and j not in sums[k]
    return j not in exact[k] or bool(exact[k][j][row] == 0)


def _columns(
    robot: Robot,
    scalar: ScalarOf,
    projection: Mapping[int, int],
    angles: Mapping[int, Expression] = NO_SUMS,
) -> Columns:
    """The columns of all loops, with those of sums added to those of other joints."""
    known = {j: Motion(scalar(angle)) for j, angle in angles.items()}
    m = mechanism(robot, scalar, known)
    columns = {k: loop_columns(robot, m, k, b, projection[k], plain) for k, b in robot.loops()}
    return fold_sums(columns, {j: _factors(robot, angle) for j, angle in angles.items()})


def _exact(
    robot: Robot, projection: Mapping[int, int], angles: Mapping[int, Expression] = NO_SUMS
) -> Columns:
    def run(field: ModularArithmetic) -> Columns:
        values = {name: field.symbol(name) for name in robot.symbols}
        return _columns(robot, lambda entry: evaluate(entry, values, field), projection, angles)

    return at_random_point(f"{robot.name}|rows", run)


def _cut_joints(robot: Robot, active: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """The joints of qc and the frames of projection in which most rows do without them."""
    projection = {k: k for k, _ in robot.loops()}
    exact = _exact(robot, projection)
    cut: list[int] = []
    for k, other in robot.loops():
        near = _near(robot, k, k, active, exact[k])
        own = [k, *near, *_near(robot, k, other, active, exact[k])]
        cut += [j for j in own if robot.frame(j).moves and j not in active]
        if near:  # a universal joint is simplest in the frame before it
            counts = {}
            for i in (k, *near):
                trial = _exact(robot, {**projection, k: i})
                rows = [(k, row) for row in range(6)]
                counts[i] = sum(all(_zero(trial, at, j) for j in own) for at in rows)
            projection[k] = max(counts, key=lambda i: (counts[i], i == k))
    return tuple(sorted(cut)), projection


def _near(
    robot: Robot, k: int, end: int, active: Sequence[int], columns: Mapping[int, object]
) -> list[int]:
    """Passive joints beside a cut joint that form one complex joint with it: massless links."""
    joints: list[int] = []
    j = robot.antecedent(end)
    while len(joints) < 2 and j in columns and j not in active and _massless(robot, j, end):
        column = columns[j]
        revolute = robot.frame(j).sigma is JointType.REVOLUTE
        through = all(x == 0 for x in column[:3])  # type: ignore[index]
        along = all(x == 0 for x in column[:2])  # type: ignore[index]
        if not (through if revolute else along):
            break
        joints.append(j)
        end, j = j, robot.antecedent(j)
    return joints


def _massless(robot: Robot, j: int, end: int) -> bool:
    """True for a link without inertia that carries nothing but one frame."""
    carried = [f for f, frame in robot if frame.antecedent == j]
    link = robot.link(j)
    return carried == [end] and all(entry == ZERO for entry in (*link.inertial, link.IA))


def _samples(
    robot: Robot, projection: Mapping[int, int], angles: Mapping[int, Expression]
) -> list[Columns]:
    """The columns at random closed postures, in which sums hold."""
    names = [robot.variables[j].name for j in robot.moving_joints]

    def columns(state: dict[str, float]) -> Columns:
        scalar = partial(evaluate, values=state, arithmetic=_FLOATS)
        return _columns(robot, scalar, projection, angles)

    def find(values: dict[str, float], rng: random.Random) -> list[Columns]:
        postures = postures_with_sums(robot, values, angles, _POSTURES, rng)
        rows = _regular(robot, values, postures).tolist()
        return [columns(values | dict(zip(names, row, strict=True))) for row in rows]

    return with_closable_lengths(robot, find, f"{robot.name}|rows")


def _regular(robot: Robot, values: Mapping[str, float], postures: Floats) -> Floats:
    """The postures at which ranks are clear; all if there are none."""
    closure = Closure(robot, values)
    rows = [
        closure.scaled_row(dict(zip(robot.moving_joints, row, strict=True)))
        for row in postures.tolist()
    ]
    return postures[have_clear_ranks(closure.gaps(np.array(rows))[1])]


def _independent(
    rows: Sequence[Row],
    joints: Sequence[int],
    samples: Sequence[Columns],
    count: int,
    before: Sequence[Row] = (),
) -> list[Row]:
    """Choose rows that are independent in the columns of some joints."""

    def elements(at: Row) -> Floats:
        k, row = at
        zero = np.zeros(6)
        return np.array([[s[k].get(j, zero)[row] for j in joints] for s in samples], dtype=float)

    def length(stack: Floats) -> float:
        return float(np.linalg.norm(stack, axis=1).max(initial=0.0))

    longest = max((length(elements(at)) for at in rows), default=0.0)

    def vectors(at: Row) -> Floats:
        stack = elements(at)
        whole = length(stack)
        return stack / whole if whole > _DEPENDENT * longest else 0 * stack

    basis: list[Floats] = []

    def residual(vector: Floats) -> Floats:
        for unit in basis:
            vector = vector - np.sum(vector * unit, axis=1, keepdims=True) * unit
        return vector

    def keep(vector: Floats) -> None:
        rest = residual(residual(vector))
        length = np.linalg.norm(rest, axis=1, keepdims=True)
        basis.append(rest / np.where(length > 0, length, 1.0))

    for at in before:
        keep(vectors(at))
    left = {at: vectors(at) for at in rows}
    chosen: list[Row] = []
    while len(chosen) < count and left:
        lengths = {at: np.linalg.norm(residual(vector), axis=1) for at, vector in left.items()}
        best = max(lengths, key=lambda at: (round(float(lengths[at].min()), 6), -at[0], -at[1]))
        if np.median(lengths[best]) < _DEPENDENT:
            break
        keep(left.pop(best))
        chosen.append(best)
    return sorted(chosen)


def _blocks(pattern: npt.NDArray[np.bool_]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    if not pattern.size:
        return ()
    blocks = block_triangular(pattern)
    if blocks is None:
        everything = tuple(range(len(pattern)))
        return ((everything, everything),)
    return tuple(zip(blocks.rows, blocks.columns, strict=True))

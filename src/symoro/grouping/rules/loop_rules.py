"""The grouping rules of closed loops: what frames that coincide say about parameters.

Notation (docs/notation.md): frames k and k+B are the two sides of a cut joint, i and j the links
that carry them; they coincide, so h^k = h^(k+B) (4.50).

    (4.51)  revolute k    h^j lambda_(k+B)^m = h^i lambda_k^m,  m = 10, 9, 1+4
    (4.52)  prismatic k   the same for m = 1 to 6
    (4.55), (4.56)        links u and v of a parallelogram whose orientation uAv is constant:
                          uJ_u += uAv J_v vAu

Relations are written in the columns that the rules of the tree leave; of what remains, the
parameter of the last link, and of that link the last in the order of (3.71), goes.

References: [Guide] section 4.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from symoro.algebra.lambda_matrix import lambda_matrix
from symoro.algebra.vectors import Array, vector
from symoro.expressions import ONE, ZERO, Expression, expression
from symoro.expressions.tidy import tidy
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.rules.axes import Axes
from symoro.grouping.rules.theorems import StillFrames, still_frames
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.loops.recipes import LoopPlan, Mode
from symoro.models.mechanism import Motion, mechanism
from symoro.robot import BaseMotion, JointType, Robot
from symoro.robot.link import INERTIAL
from symoro.robot.parameter import GROUPED, Parameter

ColumnRelation = dict[Parameter, Expression]  # the sum of coefficient times column is constant

_TENSOR = INERTIAL[:6]


def cut_relations(robot: Robot) -> Iterator[tuple[ColumnRelation, Reason]]:
    """The relations through the cut joints, (4.51) and (4.52)."""
    frames = still_frames(robot)
    for k, other in robot.loops():
        ways = [steps_by_link(robot, frames, robot.ancestors(end)) for end in (k, other)]
        (i, *first), (j, *second) = ways[0][-1], ways[1][-1]
        matrices = lambda_matrix(*first), lambda_matrix(*second)
        kind = robot.frame(k).sigma
        reason = Reason(
            f"loop of cut joint {k}",
            f"frames {k} and {other} of the cut joint coincide",
            rf"h^{{{j}}}\lambda_{{{other}}} = h^{{{i}}}\lambda_{{{k}}}",
        )
        for columns in _COLUMNS[kind]:
            relation: ColumnRelation = {}
            for link, matrix, sign in ((j, matrices[1], 1), (i, matrices[0], -1)):
                for row, name in enumerate(INERTIAL):
                    value = sum((matrix[row, c] for c in columns), ZERO)
                    add_term(relation, Parameter(link, name), sign * expression(value))
            yield relation, reason


_COLUMNS: Mapping[JointType, tuple[tuple[int, ...], ...]] = {
    JointType.REVOLUTE: ((9,), (8,), (0, 3)),
    JointType.PRISMATIC: tuple((c,) for c in range(6)),
}


def parallel_relations(
    robot: Robot, loops: LoopPlan, mode: Mode
) -> Iterator[tuple[ColumnRelation, Reason]]:
    """The relations of links that keep their orientation to each other (4.55), (4.56)."""
    for recipe, root in zip(loops.recipes, mode, strict=True):
        if not recipe.linear or root:
            continue
        k, other = next(pair for pair in robot.loops() if pair[0] == recipe.loop.cut)
        top = robot.root(k, other)
        links = sorted(
            {f for end in (k, other) for f in robot.chain(top, end) if f <= robot.n_links}
        )
        for place, v in enumerate(links):
            for u in links[:place]:
                A = _fixed_orientation(robot, loops, mode, u, v)
                if A is None:
                    continue
                matrix = lambda_matrix(A, vector((ZERO, ZERO, ZERO)))
                reason = Reason(
                    "parallelogram",
                    f"links {u} and {v} of the parallelogram keep their orientation to each other",
                    rf"{{}}^{{{u}}}A_{{{v}}} = \text{{constant}}",
                )
                for column, name in enumerate(_TENSOR):
                    relation: ColumnRelation = {Parameter(v, name): ONE}
                    for row, own in enumerate(_TENSOR):
                        add_term(relation, Parameter(u, own), -expression(matrix[row, column]))
                    yield relation, reason


def locked_relations(
    robot: Robot, loops: LoopPlan, mode: Mode
) -> Iterator[tuple[ColumnRelation, Reason]]:
    """The relations of joints that the loops do not let move: their links are one body."""
    variables = {variable.name for variable in robot.variables.values()}
    for j, angle in loops.angles(mode).items():
        if j > robot.n_links or angle.symbols & variables:
            continue
        m = mechanism(robot, lambda entry: entry, {j: Motion(angle)})
        matrix = lambda_matrix(*link_transform(m.body(j), j))
        reason = Reason("locked joint", f"the loops keep joint {j} at {angle}", r"\dot q_j = 0")
        for column, name in enumerate(INERTIAL):
            relation: ColumnRelation = {Parameter(j, name): ONE}
            for row, own in enumerate(INERTIAL):
                p = Parameter(robot.frame(j).antecedent, own)
                add_term(relation, p, -expression(matrix[row, column]))
            yield relation, reason
        yield {Parameter(j, "IA"): ONE}, reason


def _fixed_orientation(robot: Robot, loops: LoopPlan, mode: Mode, u: int, v: int) -> Array | None:
    """The orientation of link v in link u, if no posture changes it."""
    zero: dict[str, Expression] = {robot.variables[j].name: ZERO for j in robot.moving_joints}
    anywhere, still = (_orientation(robot, loops, mode, u, v, at) for at in ({}, zero))
    axes = Axes(robot)
    changes = (
        axes.constant(expression(a) - expression(b))
        for a, b in zip(anywhere.ravel(), still.ravel(), strict=True)
    )
    return still if all(map(axes.is_zero, changes)) else None


def _orientation(
    robot: Robot, loops: LoopPlan, mode: Mode, u: int, v: int, at: dict[str, Expression]
) -> Array:
    """The orientation of link v in link u where some joints stand somewhere, others anywhere."""
    positions = {j: robot.frame(j).position for j in robot.moving_joints} | loops.angles(mode)
    motions = {j: Motion(position.substitute(at)) for j, position in positions.items()}
    m = mechanism(robot, lambda entry: entry, motions)
    R: Array = np.array(np.eye(3, dtype=int), dtype=object)
    for before, after in pairwise(robot.chain(u, v)):
        outward = after > before  # an antecedent has the smaller number
        A, _ = link_transform(m.body(max(before, after)), max(before, after))
        R = R @ (A if outward else A.T)
    return R


def steps_by_link(
    robot: Robot, frames: StillFrames, way: Sequence[int]
) -> list[tuple[int, Array, Array]]:
    """The steps of an outward way: the link that each starts from, rotation and position.

    Fixed frames that stand on no link of their own belong to the link that carries them.
    """
    steps: list[tuple[int, Array, Array]] = []
    for i, j in pairwise(way):
        A, P = frames[j]
        if i <= robot.n_links:
            steps.append((i, A, P))
        else:
            link, R, p = steps.pop()
            steps.append((link, R @ A, p + R @ P))
    return steps


def relation_steps(
    robot: Robot, relations: Sequence[tuple[ColumnRelation, Reason]], steps: Sequence[Step]
) -> Iterator[Step]:
    """Turn relations between columns into eliminations, after those already made."""
    axes = Axes(robot)
    done = list(steps)
    floats = robot.base.motion is BaseMotion.FLOATING
    for relation, reason in relations:
        left = {
            p: tidy(c)
            for p, c in _reduce(relation, done).items()
            if (p.link or floats) and not axes.is_zero(axes.constant(c))
        }
        if not left:
            continue
        last = max(left, key=lambda p: (p.link, GROUPED.index(p.name)))
        factor = left.pop(last)
        step = Step(last, tuple((p, tidy(-c / factor)) for p, c in left.items()), reason)
        done.append(step)
        yield step


def _reduce(relation: ColumnRelation, steps: Sequence[Step]) -> ColumnRelation:
    """A relation in the columns of the parameters that are left."""
    terms = dict(relation)
    for step in steps:
        factor = terms.pop(step.eliminated, None)
        if factor is None:
            continue
        for p, c in step.into:
            add_term(terms, p, factor * c)
    return terms


def add_term(relation: ColumnRelation, p: Parameter, value: Expression) -> None:
    """Add a multiple of a column to a relation."""
    total = relation.get(p, ZERO) + value
    if total == ZERO:
        relation.pop(p, None)
    else:
        relation[p] = total

"""The basic Jacobian matrix of a link, for any frame of projection and any intermediate frame.

Notation (docs/notation.md): iJr,j gives the velocity of link ``r`` at the point of it that passes
through the origin of the intermediate frame ``j``, written in the frame of projection ``i``;
a_k is the axis of joint ``k``, L_k,j the vector from O_k to O_j; sigma is 1 for a prismatic joint.

    (2.21)  column k = [sigma a_k + sigma-bar (a_k x L_k,j); sigma-bar a_k]     SYMORO name  J
    (2.23)  iJr = L iJr,j,  L = [1 -hat(L_j,r); 0 1]                            L

Orientations and vectors L_k,j are found by walking from frame ``i`` to the joints: R is the matrix
of the last twist met, s the direction x of a frame, LJ the vector L_k,j. Along parallel axes R does
not change and angles are added.

References: [Guide] sections 2.4.3 to 2.4.5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from symoro.algebra.vectors import Array, cross, vector
from symoro.expressions import ZERO
from symoro.expressions.expression import multiple_of_pi
from symoro.models.geometry.path import Parts, XScrew, ZScrew, steps, total
from symoro.models.geometry.product import WORLD, Chain, frame_label
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot


@dataclass(frozen=True)
class _Place:
    """A frame seen from frame i: orientation R Rz(angle) Rx(0 or Pi), and the vector to O_j."""

    R: Array
    angle: Parts
    flip: int
    L: Array

    @property
    def a(self) -> Array:
        """The direction z."""
        return self.R[:, 2] if self.flip > 0 else -self.R[:, 2]


def jacobian(
    robot: Robot, m: Mechanism, i: int, r: int, j: int, let: LetFunction = plain
) -> tuple[Array, Array]:
    """Return iJr,j (a column for each joint from the base to link r that moves) and L."""
    return chain_jacobian(Chain(robot, m, let), i, r, j)


def chain_jacobian(chain: Chain, i: int, r: int, j: int, tag: str = "J") -> tuple[Array, Array]:
    """The same with a chain whose sines and cosines are shared, named by ``tag``."""
    let = chain.let
    origin = chain.matrix(i, j, f"T{frame_label(j)}")[:3, 3]
    columns = joint_columns(chain, 0, i, r, let("LJ", max(i, 0), origin))
    J = np.array(list(columns.values()), dtype=object).reshape(-1, 6).T
    end = origin if j == r else chain.matrix(i, r, f"T{frame_label(r)}")[:3, 3]
    return let(tag, None, J), let("L", None, shift(origin, end))


def joint_columns(chain: Chain, base: int, i: int, r: int, origin: Array) -> dict[int, Array]:
    """Return the column of each joint between frames ``base`` and ``r`` that moves (2.21).

    Args:
        chain: the robot's transformations.
        base: where the chain of joints begins; an ancestor of ``r``.
        i: the frame of projection.
        r: the link that moves.
        origin: the point at which the velocity is taken, in frame i.
    """
    m, seen = chain.m, _places(chain, base, i, r, origin)
    columns = {}
    for k in chain.robot.chain(base, r)[1:]:
        body, place = m.body(k), seen[k]
        if body.prismatic or body.revolute:
            moment = cross(place.a, place.L)
            linear = body.prismatic * place.a + body.revolute * moment
            columns[k] = np.concatenate([linear, body.revolute * place.a])
    return columns


def shift(start: Array, end: Array) -> Array:
    """Return the matrix that takes a velocity from one point of a link to another (2.23)."""
    x, y, z = vector(end) - vector(start)
    L = np.array(np.eye(6, dtype=int), dtype=object)
    L[:3, 3:] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]
    return L


def joints_to(robot: Robot, r: int) -> tuple[int, ...]:
    """The joints that move between the base and frame ``r``: what the columns belong to."""
    return tuple(k for k in robot.ancestors(r)[1:] if robot.frame(k).moves)


def _places(chain: Chain, base: int, i: int, r: int, origin: Array) -> dict[int, _Place]:
    """Frame i and all frames between ``base`` and link r, as seen from frame i."""
    robot, m = chain.robot, chain.m
    R = m.Z[:3, :3] if i == WORLD else np.array(np.eye(3, dtype=int), dtype=object)
    L = origin - m.Z[:3, 3] if i == WORLD else origin
    seen = {max(i, 0): _Place(R, (), 1, L)}
    for end in (base, r):
        way = robot.chain(max(i, 0), end)
        for before, after in pairwise(way):
            if after not in seen:
                seen[after] = _step(chain, seen[before], before, after)
    return seen


def _step(chain: Chain, place: _Place, before: int, after: int) -> _Place:
    for screw in steps(chain.robot, (before, after)):
        place = (
            _x(chain, place, screw, after) if isinstance(screw, XScrew) else _z(chain, place, screw)
        )
    return replace(place, L=chain.let("LJ", after, place.L))


def _z(chain: Chain, place: _Place, screw: ZScrew) -> _Place:
    ((angle, _),) = screw.turns
    turned = tuple(replace(part, sign=place.flip * part.sign) for part in angle)
    turned = place.angle + tuple(p for p in turned if p.entry(chain.robot) != ZERO)
    return replace(place, angle=turned, L=place.L - chain.sum(screw.shift) * place.a)


def _x(chain: Chain, place: _Place, screw: XScrew, after: int) -> _Place:
    angle = total(chain.robot, screw.angle)
    moved = any(part.entry(chain.robot) != ZERO for part in screw.shift)
    turns = multiple_of_pi(angle)
    parallel = turns is not None and turns.denominator == 1
    flip = -place.flip if turns is not None and turns.numerator % 2 else place.flip
    if parallel and not moved:
        return replace(place, flip=flip)
    S, C = chain.circle(place.angle)
    R = place.R
    s = chain.let("s", after, R[:, 0] * C + R[:, 1] * S)
    L = place.L - chain.sum(screw.shift) * s
    if parallel:
        return replace(place, flip=flip, L=L)
    n = chain.let("n", after, R[:, 1] * C - R[:, 0] * S)
    Sa, Ca = chain.circle(screw.angle)
    turned = np.column_stack([s, n * Ca + R[:, 2] * Sa, R[:, 2] * Ca - n * Sa])
    return _Place(chain.let("R", after, turned), (), place.flip, L)

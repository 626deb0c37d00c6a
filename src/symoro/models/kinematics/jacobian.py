"""The basic Jacobian matrix of a link, for any frame of projection and any intermediate frame.

Notation (docs/notation.md): iJr,j gives the velocity of link ``r`` at the point of it that passes
through the origin of the intermediate frame ``j``, written in the frame of projection ``i``;
a_k is the axis of joint ``k``, L_k,j the vector from O_k to O_j; sigma is 1 for a prismatic joint.

    (2.21)  column k = [sigma a_k + sigma-bar (a_k x L_k,j); sigma-bar a_k]     SYMORO name  J
    (2.23)  iJr = L iJr,j,  L = [1 -hat(L_j,r); 0 1]                            L

Orientations are found by walking from frame ``i`` to the joints: R is the matrix of the last twist
met, s the direction x of a frame. Along parallel axes R does not change and angles are added. The
vectors L_k,j, named LJ, are sums of the ways between neighbouring origins and begin with L_j,j = 0,
or, where frame ``j`` is not on the walk, with its origin seen from frame ``i``.

References: [Guide] sections 2.4.3 to 2.4.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from symoro.algebra.vectors import NULL, Array, cross, identity
from symoro.expressions import ZERO
from symoro.expressions.expression import multiple_of_pi
from symoro.models.geometry.path import Terms, XScrew, ZScrew, steps, total
from symoro.models.geometry.transforms import WORLD, Chain, frame_label
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot
from symoro.robot.base import IDENTITY


@dataclass(frozen=True)
class _Place:
    """A frame seen from frame i: orientation R Rz(angle) Rx(0 or Pi), and the way to its origin.

    The way leads from the origin of the frame ``before``, where the walk came from.
    """

    R: Array
    angle: Terms
    flip: int
    before: int
    way: Array

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
    let, start = chain.let, max(i, 0)
    places = _places(chain, 0, start, r)
    L = _vectors(chain, places, j, NULL) if j in places else _far_vectors(chain, places, start, j)
    columns = _columns(chain, 0, r, places, L)
    J, way = np.array(list(columns.values()), dtype=object).reshape(-1, 6).T, -L[r]
    if i == WORLD and chain.robot.base.Z != IDENTITY:
        J, way = _rotate_to_world(chain, let(f"{tag}0", None, J), way)
    return let(tag, None, J), let("L", None, velocity_shift(way))


def _rotate_to_world(chain: Chain, J: Array, way: Array) -> tuple[Array, Array]:
    """The columns and a vector of frame 0, turned into the world."""
    Z = chain.Z[:3, :3]
    return np.vstack([Z @ J[:3], Z @ J[3:]]), Z @ way


def joint_columns(chain: Chain, base: int, i: int, r: int, origin: Array) -> dict[int, Array]:
    """Return the column of each joint between frames ``base`` and ``r`` that moves (2.21).

    ``base`` is an ancestor of ``r``; ``origin``, of the velocity, is in frame i, not the world.
    """
    places = _places(chain, base, i, r)
    return _columns(chain, base, r, places, _vectors(chain, places, i, origin))


def _columns(
    chain: Chain, base: int, r: int, places: Mapping[int, _Place], L: Mapping[int, Array]
) -> dict[int, Array]:
    columns = {}
    for k in chain.robot.chain(base, r)[1:]:
        body, a = chain.m.body(k), places[k].a
        if body.prismatic or body.revolute:
            linear = body.prismatic * a + body.revolute * cross(a, L[k])
            columns[k] = np.concatenate([linear, body.revolute * a])
    return columns


def velocity_shift(way: Array) -> Array:
    """Return the matrix that takes a velocity along a way, to another point of the link (2.23)."""
    x, y, z = way
    L = identity(6)
    L[:3, 3:] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]
    return L


def _places(chain: Chain, base: int, i: int, r: int) -> dict[int, _Place]:
    """Frame i and all frames between ``base`` and link r, as seen from frame i, in that order."""
    robot = chain.robot
    R = identity(3)
    places = {i: _Place(R, (), 1, WORLD, NULL)}
    for end in (base, r):
        for before, after in pairwise(robot.chain(i, end)):
            if after not in places:
                places[after] = _step(chain, places[before], before, after)
    return places


def _step(chain: Chain, place: _Place, before: int, after: int) -> _Place:
    place = replace(place, before=before, way=NULL)
    for screw in steps(chain.robot, (before, after)):
        place = (
            _x(chain, place, screw, after) if isinstance(screw, XScrew) else _z(chain, place, screw)
        )
    return place


def _vectors(
    chain: Chain, places: Mapping[int, _Place], start: int, origin: Array
) -> dict[int, Array]:
    """The vectors L_k,j to the origin of frame j, from ``start``, where it is known, outwards."""
    L: dict[int, Array] = {start: origin}
    back = start
    while places[back].before in places:  # towards frame i, against the walk
        before = places[back].before
        L[before] = chain.let("LJ", before, L[back] + places[back].way)
        back = before
    for k, place in places.items():
        if k not in L:
            L[k] = chain.let("LJ", k, L[place.before] - place.way)
    return L


def _far_vectors(chain: Chain, places: Mapping[int, _Place], i: int, j: int) -> dict[int, Array]:
    """The vectors to the origin of a frame j that is not on the way."""
    origin = chain.matrix(i, j, f"T{frame_label(j)}")[:3, 3]
    return _vectors(chain, places, i, chain.let("LJ", i, origin))


def _z(chain: Chain, place: _Place, screw: ZScrew) -> _Place:
    ((angle, _),) = screw.turns
    turned = tuple(replace(part, sign=place.flip * part.sign) for part in angle)
    turned = place.angle + tuple(p for p in turned if p.entry(chain.robot) != ZERO)
    return replace(place, angle=turned, way=place.way + chain.sum(screw.shift) * place.a)


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
    way = place.way + chain.sum(screw.shift) * s
    if parallel:
        return replace(place, flip=flip, way=way)
    n = chain.let("n", after, R[:, 1] * C - R[:, 0] * S)
    Sa, Ca = chain.circle(screw.angle)
    turned = np.column_stack([s, n * Ca + R[:, 2] * Sa, R[:, 2] * Ca - n * Sa])
    return replace(place, R=chain.let("R", after, turned), angle=(), way=way)

"""Three revolute joints whose axes meet: their centre, and their angles from an orientation.

Notation (docs/notation.md): joints i, j, k of the chain follow one another; K1 and K2 are the
constant matrices between them, A the rotation of K, a its last column; V = Rz(i) A1 Rz(j) A2 Rz(k)
is the orientation that they must give, m its last column. [Guide] (2.13) gives

    axis i in the middle of the other two   a(A1) . Rz(-i) m = A2[3,3]                     (1)
    axis k seen from joint j                Rz(j) a(A2) = A1^T Rz(-i) m                    (2)
    the angle that is left                  Rz(k) = (A1 Rz(j) A2)^T Rz(-i) V               (3)

In (1), with g = a(A1): (g1 m2 - g2 m1) S + (g1 m1 + g2 m2) C = A2[3,3] - g3 m3.
The axes of joints with a matrix K = [A P] between them meet at the height h of the first, the
height u of the second, where (0, 0, h) = P + u a: u = -(P1 a1 + P2 a2) / (a1^2 + a2^2).    (4)

References: [Guide] section 2.3.6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, vector
from symoro.models.inverse_geometry.joint_scene import JointScene, point_of


@dataclass(frozen=True)
class Wrist:
    """Three revolute joints that follow one another and whose axes meet.

    Attributes:
        first: the place of the first of them.
        beside: True, for each of the two matrices between them, if the frames that the tables
            have there are not on both axes, so that the height of the centre is a quotient.
    """

    first: int
    beside: tuple[bool, bool]

    def centre(self, scene: JointScene) -> tuple[Array, Array]:
        """The centre before the first joint and behind the last one, as points."""
        h, _ = _heights(scene.K[self.first], self.beside[0])
        _, u = _heights(scene.K[self.first + 1], self.beside[1])
        return point_of(0, 0, h), point_of(0, 0, u)


def find_wrists(scene: JointScene) -> list[Wrist]:
    """The wrists of a chain, on samples; none of whose neighbouring axes are parallel."""
    wrists = []
    for first in range(1, len(scene.chain.blocks) - 1):
        if not all(scene.turns(first + k) for k in range(3)):
            continue
        pair = scene.K[first], scene.K[first + 1]
        if not all(_axes_meet(K) for K in pair):
            continue
        beside = tuple(not (_is_zero(K[0, 3]) and _is_zero(K[1, 3])) for K in pair)
        wrist = Wrist(first, (beside[0], beside[1]))
        (_, u), (h, _) = (_heights(K, b) for K, b in zip(pair, wrist.beside, strict=True))
        if _is_zero(u - h):
            wrists.append(wrist)
    return wrists


def _axes_meet(K: Array) -> bool:
    """True if the axes before and behind a matrix meet in one point."""
    parallel = _is_zero(K[0, 2]) and _is_zero(K[1, 2])
    return not parallel and _is_zero(K[0, 3] * K[1, 2] - K[1, 3] * K[0, 2])


def _heights(K: Array, beside: bool) -> tuple[Any, Any]:
    """The heights along the first and along the second axis at which two axes meet."""
    u: Any = 0
    if beside:
        x, y = K[0, 2], K[1, 2]
        u = -(K[0, 3] * x + K[1, 3] * y) / (x * x + y * y)  # (4)
    return K[2, 3] + u * K[2, 2], u


def _is_zero(x: Any) -> bool:
    return is_number(x, 0)


@dataclass(frozen=True)
class OrientationEquation:
    """One of the equations (1) to (3).

    Attributes:
        joints: the places of the three revolute joints along the chain; what is between them
            turns nothing but by constants.
        number: 1, 2 or 3.
    """

    joints: tuple[int, int, int]
    number: int

    def coefficients(self, scene: JointScene) -> list[Any]:
        """The coefficients, of an angle (1) or of a direction (2), (3)."""
        A1, A2 = (rotation_between(scene, *self.joints[k : k + 2]) for k in (0, 1))
        m, s = orientation(scene, self.joints)
        if self.number == 1:
            g = A1[:, 2]
            X, Y = g[0] * m[1] - g[1] * m[0], g[0] * m[0] + g[1] * m[1]
            return [X, Y, A2[2, 2] - g[2] * m[2]]  # (1)
        if self.number == 2:
            x, y, _ = A1.T @ scene.move(self.joints[0], m, back=True)
            b1, b2, _ = A2[:, 2]
            return [-b2, b1, x, b1, b2, y]  # (2)
        turned = A1.T @ scene.move(self.joints[0], s, back=True)
        C, S, _ = A2.T @ scene.move(self.joints[1], turned, back=True)
        return [0, 1, C, 1, 0, S]  # (3)

    def sides(self, scene: JointScene) -> list[Any]:
        """None: no lengths are compared."""
        del scene
        return []


def rotation_between(scene: JointScene, first: int, last: int) -> Array:
    """The rotation between two joints; joints between them only slide."""
    A = scene.K[first][:3, :3]
    for k in range(first + 1, last):
        A = A @ scene.K[k][:3, :3]
    return A


def orientation(scene: JointScene, joints: tuple[int, int, int]) -> tuple[Array, Array]:
    """The last and the first column of V: U without the turns outside the three joints."""
    key = ("V", joints)
    if key not in scene.results:
        last, first = vector((0, 0, 1)), vector((1, 0, 0))
        columns = [_column_of_v(scene, joints, each, c) for c, each in ((3, last), (1, first))]
        scene.results[key] = tuple(columns)
    result: tuple[Array, Array] = scene.results[key]
    return result


def _column_of_v(
    scene: JointScene, joints: tuple[int, int, int], column: Array, number: int
) -> Array:
    """A column of V: U = J1 K1 ... K(i-1) V Kk ... Jn, rotations alone; named frame by frame."""
    for k in range(joints[2], len(scene.chain.blocks)):
        column = scene.move(k + 1, scene.K[k][:3, :3].T @ column, back=True)
    column = scene.U[:3, :3] @ column
    for k in range(1, joints[0]):
        column = scene.K[k][:3, :3].T @ scene.move(k, column, back=True)
        lets = [scene.let(f"U{k}{r}{number}", None, x) for r, x in enumerate(column, 1)]
        column = vector(lets)
    return column

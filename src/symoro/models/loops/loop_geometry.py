"""Loop geometry: the passive joints of closed robots as functions of the active ones.

Notation (docs/notation.md): a loop with the unknown joints a, b, c reads X_a A X_b B X_c C = 1,
X = Rz(x) or Tz(x), see `segments`. With N = C^-1:

    b   from functions of A X_b B = X_a^-1 N X_c^-1 that do not involve a, c    (`equations`)
          one circular equation X S + Y C = Z (type 2), two modes               XL YL ZL DL
            D = X^2 + Y^2 - Z^2,  S = (X Z + e Y sqrt(D)) / H,  C = (Y Z - e X sqrt(D)) / H,
            H = X^2 + Y^2, e = 1 or -1; without Y  S = Z / X,  C = -e sqrt(D) / X
          two circular equations (type 3), one solution of a linear system
          linear (type 1): x = right / half; quadratic, two modes: x = -half + e sqrt(...)
    a   from X_a G = N X_c^-1, G = A X_b B: a column that X_c leaves alone (type 3 or 1)
    c   from X_c = (X_a G)^-1 N

An angle is kept as its sine and cosine, so no function is called on the way. Loops are solved one
after another: joints found in one are known in the next. A `Recipe` says which joint is b, by which
equations, and which column gives a: it depends on the robot alone and is decided exactly, before.

References: [Guide] sections 2.2.2 and 5.5.7; [Bennis91].
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from symoro.algebra.angle import Angle
from symoro.algebra.scalars import cos, is_number, sin, sqrt
from symoro.algebra.vectors import Array, identity, rigid_inverse
from symoro.expressions import ZERO, Expression, ScalarOf, symbol
from symoro.models.geometry.path import Screw, inverse_screws
from symoro.models.geometry.transforms import Chain
from symoro.models.let import LetFunction, plain
from symoro.models.loops.equations import AngleEquation, SlideEquation, equations
from symoro.models.loops.segments import Loop, Unknown
from symoro.models.mechanism import Motion, mechanism
from symoro.robot import Robot

_NONE: Mapping[int, Motion] = MappingProxyType({})


@dataclass(frozen=True)
class Recipe:
    """The way to solve one loop.

    Attributes:
        loop: begun at joint a.
        middle: the names of the equations of joint b; none if the loop has no third unknown.
        kind: the type of those equations, in the words of table 2.1.
        column: the column of G and N that gives joint a; 3 is the vector between origins.
        roots: the number of modes of this loop.
        linear: angles that are sums of active ones, and of joints found before, in the first mode
            (a parallelogram), by joint; empty where there are none.
    """

    loop: Loop
    middle: tuple[str, ...]
    kind: str
    column: int
    roots: int
    linear: Mapping[int, Expression]


def solve_loop(
    chain: Chain,
    recipe: Recipe,
    roots: Sequence[int],
    scalar: ScalarOf,
    known: Mapping[int, Motion] = _NONE,
) -> dict[int, dict[int, Any]]:
    """Return the positions of the loop's unknown joints by frame, for some roots.

    The mechanism of the chain knows the joints found before; roots are the modes, from 0.
    """
    loop, let = recipe.loop, chain.let
    angles = {j: angle_sum(chain.robot, e, scalar, known) for j, e in recipe.linear.items()}
    positions: dict[int, dict[int, Any]] = {}
    left = list(roots)
    if recipe.linear and 0 in left:
        positions[0] = {u.frame: angles[u.frame] for u in loop.unknowns}
        left.remove(0)
    if not left:
        return positions
    *between, last = loop.between
    segments = [_segment(chain, each, k, loop) for k, each in enumerate(between)]
    N = _inverse_segment(chain, last, loop)
    a, c = loop.unknowns[0], loop.unknowns[-1]
    if len(loop.unknowns) == 1:
        positions[0] = {a.frame: apply_sign(a, _solve_alone(a, N))}
    elif len(loop.unknowns) == 2:
        positions[0] = outer_joints(a, c, segments[0], N, recipe.column, let)
    else:
        b, (A, B) = loop.unknowns[1], segments
        for root, x in _solve_middle(recipe, A, B, N, left, let, angles).items():
            G = A @ joint_matrix(b, x) @ B
            ends = outer_joints(a, c, G, N, recipe.column, let)
            positions[root] = {b.frame: apply_sign(b, x), **ends}
    return positions


def angle_sum(
    robot: Robot, angle: Expression, scalar: ScalarOf, known: Mapping[int, Motion]
) -> Any:
    """The scalar, or Angle, of a sum of angles some of which belong to joints found before."""
    names = {robot.variables[j].name: j for j in known}
    rest, parts = angle, []
    for name in sorted(angle.symbols & names.keys()):
        factor = angle.coefficient(name)
        offset = robot.frame(names[name]).position - symbol(name)
        position = known[names[name]].position
        x = position if offset == ZERO else position - scalar(offset)
        parts.append(x if factor == 1 else -x)
        rest = rest - symbol(name) if factor == 1 else rest + symbol(name)
    total = parts[0] if parts else scalar(rest)
    for part in parts[1:]:
        total = total + part
    return total + scalar(rest) if parts and rest != ZERO else total


def solve_loops(
    robot: Robot,
    recipes: Sequence[Recipe],
    modes: Collection[tuple[int, ...]],
    scalar: ScalarOf,
    let: LetFunction,
) -> dict[tuple[int, ...], dict[int, Motion]]:
    """Return the positions of all unknown joints in each mode: a root for each recipe."""
    solutions: dict[tuple[int, ...], dict[int, Motion]] = {}

    def branch(before: tuple[int, ...], known: dict[int, Motion]) -> None:
        depth = len(before)
        if depth == len(recipes):
            solutions[before] = known
            return
        roots = sorted({mode[depth] for mode in modes if mode[:depth] == before})
        chain = Chain(robot, mechanism(robot, scalar, known), let)
        for root, positions in solve_loop(chain, recipes[depth], roots, scalar, known).items():
            solved = {k: Motion(position) for k, position in positions.items()}
            branch((*before, root), known | solved)

    branch((), {})
    return solutions


def _segment(chain: Chain, screws: Sequence[Screw], place: int, loop: Loop) -> Array:
    T = chain.product(screws) if screws else identity(4)
    return _segment_matrix(chain, f"K{'AB'[place]}", loop.unknowns[place].frame, T)


def _inverse_segment(chain: Chain, screws: Sequence[Screw], loop: Loop) -> Array:
    """N, from the way back: its origin is free of turns that the inverse of C would square.

    Where nothing is recorded it is the inverse of C, whose sines are the same modulo a prime, too.
    """
    if chain.let is plain:
        return rigid_inverse(chain.product(screws)) if screws else identity(4)
    N = chain.product(inverse_screws(chain.robot, screws)) if screws else identity(4)
    return _segment_matrix(chain, "KN", loop.unknowns[-1].frame, N)


def _segment_matrix(chain: Chain, tag: str, frame: int, T: Array) -> Array:
    matrix: Array = np.vstack([chain.let(tag, frame, T[:3]), T[3]])
    return matrix


def _solve_middle(
    recipe: Recipe,
    A: Array,
    B: Array,
    N: Array,
    roots: Sequence[int],
    let: LetFunction,
    angles: Mapping[int, Any],
) -> dict[int, Any]:
    """The joint b for some roots: an Angle or a distance."""
    a, b, c = recipe.loop.unknowns
    by_name = {e.name: e for e in equations(a, b, c, A, B, N)}
    chosen = [by_name[name] for name in recipe.middle]
    first = chosen[0]
    if isinstance(first, SlideEquation):
        return _solve_slide(b, first, roots, let)
    if recipe.linear:
        turned = apply_sign(b, angles[b.frame])
        return {1: _reflect_root(b, first, sin(turned), cos(turned), let)}
    return _solve_angle(b, chosen, roots, let)


def _solve_slide(
    b: Unknown, equation: SlideEquation, roots: Sequence[int], let: LetFunction
) -> dict[int, Any]:
    """The position of a joint that slides: linear (type 1) or quadratic."""
    half, right = let("YL", b.frame, equation.half), let("ZL", b.frame, equation.right)
    if not equation.square:
        return {0: let("XL", b.frame, right / half)}
    D = let("DL", b.frame, sqrt(half * half + right))
    return {e: let("XL", b.frame, D - half if e == 0 else -D - half) for e in roots}


def _solve_angle(
    b: Unknown, chosen: Sequence[Any], roots: Sequence[int], let: LetFunction
) -> dict[int, Any]:
    """An angle from one circular equation (type 2) or from two (type 3)."""
    X, Y, Z = _coefficients("L", b, chosen[0], let)
    if len(chosen) == 2:
        x, y, z = _coefficients("M", b, chosen[1], let)
        D = let("DL", b.frame, X * y - x * Y)
        S = let("SL", b.frame, (Z * y - z * Y) / D)
        return {0: Angle(S, let("CL", b.frame, (X * z - x * Z) / D))}
    H = let("HL", b.frame, X * X + Y * Y)
    D = let("DL", b.frame, sqrt(H - Z * Z))
    angles = {}
    for root in roots:
        e = D if root == 0 else -D
        if is_number(Y, 0):
            angles[root] = Angle(let("SL", b.frame, Z / X), let("CL", b.frame, -e / X))
            continue
        S = let("SL", b.frame, (X * Z + Y * e) / H)
        angles[root] = Angle(S, let("CL", b.frame, (Y * Z - X * e) / H))
    return angles


def _reflect_root(b: Unknown, equation: AngleEquation, S: Any, C: Any, let: LetFunction) -> Angle:
    """The other root of a circular equation: the roots are symmetric to the direction (Y, X)."""
    X, Y, Z = _coefficients("L", b, equation, let)
    H = let("HL", b.frame, 2 * Z / (X * X + Y * Y))
    return Angle(let("SL", b.frame, H * X - S), let("CL", b.frame, H * Y - C))


def _coefficients(letter: str, b: Unknown, equation: AngleEquation, let: LetFunction) -> list[Any]:
    return [let(f"{tag}{letter}", b.frame, getattr(equation, tag)) for tag in ("X", "Y", "Z")]


def outer_joints(
    a: Unknown, c: Unknown, G: Array, N: Array, column: int, let: LetFunction
) -> dict[int, Any]:
    """The joints a and c of X_a G = N X_c^-1."""
    if a.turns:
        g, n = G[:3, column], N[:3, column]
        x = _turn_onto(a, g, n, let)
    elif c.turns:
        x = let("XL", a.frame, N[2, 3] - G[2, 3])
    else:  # two slides: components across both directions
        x = let("XL", a.frame, _first_slide(G, N, column))
    T = joint_matrix(a, x) @ G
    return {a.frame: apply_sign(a, x), c.frame: apply_sign(c, _solve_last(c, T, N, let))}


def _turn_onto(a: Unknown, g: Array, n: Array, let: LetFunction) -> Angle:
    """The angle about z that turns g onto n."""
    if is_number(n[1], 0):
        S = let("SL", a.frame, -g[1] / n[0])
        return Angle(S, let("CL", a.frame, g[0] / n[0]))
    H = let("HL", a.frame, n[0] * n[0] + n[1] * n[1])
    S = let("SL", a.frame, (g[0] * n[1] - g[1] * n[0]) / H)
    return Angle(S, let("CL", a.frame, (g[0] * n[0] + g[1] * n[1]) / H))


def _first_slide(G: Array, N: Array, row: int) -> Any:
    """X of Tz(x) G = N Tz(-y): y from a row across the first axis, then the row along it."""
    gap = N[:3, 3] - G[:3, 3]
    return gap[2] - N[2, 2] * gap[row] / N[row, 2]


def _solve_last(c: Unknown, T: Array, N: Array, let: LetFunction) -> Any:
    """X_c = T^-1 N."""
    if c.turns:
        S = let("SL", c.frame, T[:3, 1] @ N[:3, 0])
        return Angle(S, let("CL", c.frame, T[:3, 0] @ N[:3, 0]))
    return let("XL", c.frame, T[:3, 2] @ (N[:3, 3] - T[:3, 3]))


def _solve_alone(a: Unknown, T: Array) -> Any:
    return Angle(T[1, 0], T[0, 0]) if a.turns else T[2, 3]


def joint_matrix(joint: Unknown, x: Any) -> Array:
    """The transformation X of a joint."""
    T = identity(4)
    if not joint.turns:
        T[2, 3] = x
        return T
    T[0, 0], T[0, 1], T[1, 0], T[1, 1] = x.C, -x.S, x.S, x.C
    return T


def apply_sign(joint: Unknown, x: Any) -> Any:
    """Return the position of a joint from that in the sense of the loop, and back."""
    return x if joint.sign > 0 else -x

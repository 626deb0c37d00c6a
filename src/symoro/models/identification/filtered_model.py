"""The filtered dynamic identification model: Lagrange's equations without accelerations.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; every vector of link ``j`` is written
in frame ``j``; a row is a joint on the way to link ``j``, or one of the six freedoms of a base that
floats; twists, potentials and what is done to them are those of
symoro.models.kinematics.twists.

    (3.116)  tau = d/dt (D1 K) + D2 K, D1 = dE/dqd, D2 = -dE/dq + dU/dq
    forward, base to tips                                                       SYMORO name
      (2.28)  v, w: the twist of each link, see symoro.models.kinematics.motion
              u = jAi u_i: minus gravity                                          GU
    of each row, begun in the frame of its joint and carried outward from there
      (e, a)  its screw, which is the derivative of (v, w) by its velocity        ED, AD
      (v, w) x (e, a): the derivative of (v, w) by its position                   DVQ, DWQ
      (u x a, u . e): the derivative of the potential by its position             GUQ, GHQ
    element of a row and parameter K of link j, with the form of K on two twists
      D1 = form((e, a), (v, w))                                                   DEP
      D2 = derivative of the potential - form((v, w) x (e, a), (v, w))            DLQ
      IA: D1 = qd   FV: D2 = qd   FS: D2 = sign(qd), of their own joint; further laws of
      friction are those of symoro.models.dynamics.friction

Where the next joint k behind joint i turns about a parallel axis, link ``j`` turns alike with both:
the screw of i is that of k and a translation e, its derivatives are those of k and a translation
w_i x e. So a row has the elements of k and what the translations add.

A base of known motion is seen from a frame that moves along with its origin without turning: w_0 as
given, v_0 = 0, and vd_0 - g in the place of -g; its angular acceleration is in the rate of D1. A
base that floats has six rows more, along and about the axes of frame 0: its screws are constant in
its own frame, and (3.116) are the equations of Kirchhoff, force and moment at its origin.

References: [Guide] section 3.6.3.3 and appendix 4.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from symoro.algebra.vectors import NULL, Array, cross, identity, vector, zeros
from symoro.models.dynamics.friction import unit_friction
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.kinematics.motion import Velocity, velocity
from symoro.models.kinematics.twists import (
    Potential,
    bracket,
    carry_potential,
    carry_twist,
    momentum_form,
    parallel_sense,
    potential,
    screw,
)
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism
from symoro.models.rows import BASE_ROWS, rows
from symoro.robot import BaseMotion, Robot
from symoro.robot.link import DRIVE
from symoro.robot.parameter import Parameter

_AXES: Array = identity(3)


@dataclass(frozen=True)
class Freedom:
    """The motion that a row gives a link, in the link's frame.

    Attributes:
        S: the derivative of the link's twist by the row's velocity.
        X: its derivative by the row's position.
        U: that of the potential.
        like: the row to which this one adds no more than a translation; None if there is none.
        flip: -1 if that row turns the other way round, else 1.
        along: 1 or -1 if the axis of a revolute joint is z of this frame, in its sense or not;
            else 0.
    """

    S: Velocity
    X: Velocity
    U: Potential
    like: str | None = None
    flip: int = 1
    along: int = 0


@dataclass(frozen=True)
class FilteredModel:
    """D1 and D2: a row for each of the regressor's, a column for each parameter."""

    D1: Array
    D2: Array


def filtered_model(
    robot: Robot,
    m: Mechanism,
    columns: Mapping[Parameter, str],
    let: LetFunction = plain,
    tags: tuple[str, str] = ("DEP", "DLQ"),
) -> FilteredModel:
    """Return D1 and D2; an element is named tag, row, label."""
    floating = robot.base.motion is BaseMotion.FLOATING
    g = m.gravity
    T = {0: Velocity(m.w0, m.v0 if floating else NULL)}
    u = {0: let("GU", 0, -g if floating else m.vd0 - g)}
    freedoms: dict[int, dict[str, Freedom]] = {0: {}}
    if floating:
        freedoms[0] = {row: freedom_of(S, T[0], u[0]) for row, S in base_screws().items()}
    for j in m.outward:
        body = m.body(j)
        A, P = link_transform(body, j, let)
        T[j] = velocity(body, j, A, P, T[body.i], let)
        u[j] = let("GU", j, A.T @ u[body.i])
        freedoms[j] = {}
        for row, each in freedoms[body.i].items():
            along = each.along * parallel_sense(robot.frame(j).alpha)
            if along and body.revolute:
                wi = vector((*T[j].w[:2], A[2, 2] * T[body.i].w[2]))
                beside = _parallel_translation(row, each, A, P, wi, j, let)
                freedoms[j][row] = replace(beside, flip=along)
            else:
                freedoms[j][row] = replace(_carry(row, each, A, P, j, let), along=along)
        if body.revolute or body.prismatic:
            freedoms[j][str(j)] = replace(freedom_of(screw(body), T[j], u[j]), along=body.revolute)

    place = {row: k for k, row in enumerate(rows(robot))}
    D1, D2 = (zeros(len(place), len(columns)) for _ in range(2))
    for column, (K, label) in enumerate(columns.items()):
        for row, each in reversed(freedoms[K.link].items()):  # rows that others are like come first
            if K.name not in DRIVE:
                first = momentum_form(K.name, each.S, T[K.link])
                second = potential(K.name, each.U) - momentum_form(K.name, each.X, T[K.link])
            elif row == str(K.link):
                first, second = drive_terms(K.name, m.body(K.link))
            else:
                continue
            if each.like is not None:
                first = first + each.flip * D1[place[each.like], column]
                second = second + each.flip * D2[place[each.like], column]
            D1[place[row], column] = let(f"{tags[0]}{row}{label}", None, first)
            D2[place[row], column] = let(f"{tags[1]}{row}{label}", None, second)
    return FilteredModel(D1, D2)


def base_screws() -> dict[str, Velocity]:
    """The freedoms of a floating base: along the axes of frame 0, then about them."""
    along = [Velocity(v=axis, w=NULL) for axis in _AXES]
    about = [Velocity(v=NULL, w=axis) for axis in _AXES]
    return dict(zip(BASE_ROWS, (*along, *about), strict=True))


def freedom_of(S: Velocity, T: Velocity, u: Array) -> Freedom:
    """Return a freedom in the frame of its own screw."""
    return Freedom(S, bracket(T, S), Potential(cross(u, S.w), u @ S.v))


def _carry(row: str, each: Freedom, A: Array, P: Array, j: int, let: LetFunction) -> Freedom:
    S = carry_twist(each.S, A, P, (f"EP{row}", f"ED{row}", f"AD{row}"), j, let)
    X = carry_twist(each.X, A, P, (f"DPQ{row}", f"DVQ{row}", f"DWQ{row}"), j, let)
    U = carry_potential(each.U, A, P, (f"GUQ{row}", f"GHQ{row}"), j, let)
    return replace(each, S=S, X=X, U=U)


def _parallel_translation(
    row: str, each: Freedom, A: Array, P: Array, wi: Array, j: int, let: LetFunction
) -> Freedom:
    """The translation that a freedom adds to joint ``j``, which turns about a parallel axis."""
    moved = let(f"EP{row}", j, each.S.v + cross(each.S.w, P))
    e = let(f"ED{row}", j, A.T @ moved)
    x = let(f"DVQ{row}", j, cross(wi, e))
    y = let(f"GHQ{row}", j, each.U.y + each.U.u @ P)
    return Freedom(Velocity(v=e, w=NULL), Velocity(v=x, w=NULL), Potential(NULL, y), str(j))


def drive_terms(name: str, body: Body) -> tuple[object, object]:
    """D1 and D2 of a unit rotor inertia or friction, of its own joint."""
    return (body.qd, 0) if name == "IA" else (0, unit_friction(name, body))

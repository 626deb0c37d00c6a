"""Inverse dynamics of a tree of rigid links whose base floats.

Notation (docs/notation.md): a0 = vd0 - g and wd0 are the unknown acceleration of the base, less
gravity; a plus marks composite links (symoro.models.dynamics.composite_links).

    forward and backward: Newton-Euler with a0 = 0, wd0 = 0            SYMORO name
      (91)    f, n of each body; f_0, n_0 are what the base lacks        EB, NB, GB
    composite links, tips to base
      (95)    J+, MS+, M+; those of link 0 are the whole robot
    acceleration of the base
      (97)    [M+ 1, -hat(MS+); hat(MS+), J+] (a0; wd0) = -(f_0; n_0)    VA, WP
              vd0 = a0 + g                                               VP
    forward: what the acceleration of the base adds
      (98)    da = jAi (da_i + dwd_i x P), dwd = jAi dwd_i               DVS, DVP, DWP
      (99)    df = M+ da + dwd x MS+, dn = J+ dwd + MS+ x da                 E, N
              tau = tau + (sigma df + sigma-bar dn) . a, and friction of the load    GAM

vd0 is the acceleration of the point O0, with gravity, in frame 0. Gravity pulls all links alike:
it enters vd0 only, neither the efforts nor wd0.

References: [Khalil10] section 7.2, where (96) and (97) lack signs and gravity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symoro.algebra.vectors import NULL, Array, cross, vector
from symoro.models.dynamics.composite_links import CompositeLink, composite_links
from symoro.models.dynamics.factor import factor, solve_factors
from symoro.models.dynamics.friction import load_friction
from symoro.models.dynamics.inertia import rigid_inertia
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, named_acceleration

HELD_TAGS = {"GAM": "GB", "E": "EB", "N": "NB"}
"""The tags of efforts that are found before all accelerations are."""

CHAIN = (-1, 0, 1, 2, 3, 4)
"""The six unknowns of a base, each coupled with those before it."""

TURNS_AT_ROOT = (3, 4, 5, 0, 1, 2)
"""The unknowns of a base, a0 last: no element of M+ 1 outside its diagonal has to be eliminated."""


@dataclass(frozen=True)
class FloatingInverseDynamics:
    """Joint efforts, reactions by body, and the acceleration of the base."""

    tau: dict[int, Any]
    f: dict[int, Array]
    n: dict[int, Array]
    vd0: Array
    wd0: Array


def floating_inverse_dynamics(m: Mechanism, let: LetFunction = plain) -> FloatingInverseDynamics:
    """Return the efforts that produce ``qdd``, and the acceleration of the base."""
    A, P = frames = link_transforms(m, let)
    unloaded = tuple(replace(body, FL=0) for body in m.bodies)
    steady = replace(m, g=NULL, vd0=NULL, wd0=NULL, bodies=unloaded)
    still = newton_euler(steady, RenamingLet(let, HELD_TAGS), frames)  # (91)
    links = composite_links(m, frames, let)  # (95)
    a0, wd0 = solve_rigid_base(links[0], still.f[0], still.n[0], let)  # (97)
    vd0 = let("VP", 0, a0 + m.gravity)
    da, dwd = {0: a0}, {0: wd0}
    tau: dict[int, Any] = {}
    f: dict[int, Array] = {}
    n: dict[int, Array] = {}
    for j in m.outward:
        body = m.body(j)
        moved = let("DVS", j, da[body.i] + cross(dwd[body.i], P[j]))
        da[j] = let("DVP", j, A[j].T @ moved)  # (98)
        dwd[j] = let("DWP", j, A[j].T @ dwd[body.i])
        df, dn = _wrench(links[j], da[j], dwd[j])  # (99)
        f[j] = let("E", j, still.f[j] + df)
        n[j] = let("N", j, still.n[j] + dn)
        if body.moves:
            axial = body.prismatic * df[2] + body.revolute * dn[2]
            load = f[j][2] if body.prismatic else n[j][2]
            tau[j] = let("GAM", j, still.tau[j] + axial + load_friction(body, load))
    return FloatingInverseDynamics(tau, f, n, vd0, wd0)


def solve_rigid_base(
    link: CompositeLink, f: Array, n: Array, let: LetFunction
) -> tuple[Array, Array]:
    """Return the acceleration of a base that carries links at rest, by M+ 1 first (97)."""
    return solve_base(rigid_inertia(link), f, n, let, TURNS_AT_ROOT)


def solve_base(
    inertia: Array, f: Array, n: Array, let: LetFunction, order: Sequence[int] = range(6)
) -> tuple[Array, Array]:
    """Return the acceleration of a base, less gravity, from its inertia and what it lacks (97).

    The last unknowns of an order, which are those of `BASE_ROWS`, are eliminated first.
    """
    labels = [BASE_ROWS[k] for k in order]
    factors = factor(inertia[np.ix_(order, order)], CHAIN, labels, let)
    lack = (*f, *n)
    right = [-lack[k] for k in order]
    values = solve_factors(factors, right, let, lambda k, x: named_acceleration(labels[k], x, let))
    x = dict(zip(order, values, strict=True))
    return vector(x[k] for k in range(3)), vector(x[k] for k in range(3, 6))


def _wrench(link: CompositeLink, da: Array, dwd: Array) -> tuple[Array, Array]:
    """Force and moment that accelerate a composite link (99)."""
    return link.M * da + cross(dwd, link.MS), link.J @ dwd + cross(link.MS, da)

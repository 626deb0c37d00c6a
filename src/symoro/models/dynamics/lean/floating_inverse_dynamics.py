"""Inverse dynamics of a floating base with fewer operations: over composite pseudo-inertias.

Notation (docs/notation.md): a0 = vd0 - g and wd0 are the unknown acceleration of the base, less
gravity; S+ is the pseudo-inertia of a link with all that it carries. Numbers are those of
symoro.models.dynamics.floating_inverse_dynamics; P and r are the way to frame ``j``, lengths are
measured in lambda of each link.

    forward and backward, with a0 = 0, wd0 = 0                                  name
      (91)    tau, f_0, n_0 by symoro.models.dynamics.lean.inverse_dynamics        GB
    composite links, tips to base
      (P9)    S+, by symoro.models.dynamics.lean.inertia                           LP
    acceleration of the base
      (97)    [M+ 1, -hat(MS+); hat(MS+), J+] (a0; wd0) = -(f_0; n_0)              VA, WP
              vd0 = a0 + g                                                         VP
    forward: what the acceleration of the base adds
      (98)    dwd = jAi dwd_i,  da = jAi (da_i + dwd_i x P) + dwd x a r            DWP, DVS, DVP
      (99)    tau = tau + f . da + n . dwd, f and n for a unit acceleration (P11)  GAM

References: [Khalil10] section 7.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symoro.algebra.vectors import NULL, Array, cross, vector
from symoro.models.dynamics.floating_inverse_dynamics import HELD_TAGS, solve_rigid_base
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inertia import Composites
from symoro.models.dynamics.lean.inverse_dynamics import lean_inverse_dynamics
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism


@dataclass(frozen=True)
class LeanFloatingEfforts:
    """Joint efforts, and the acceleration of the base."""

    tau: dict[int, Any]
    vd0: Array
    wd0: Array


def lean_floating_inverse_dynamics(
    m: Mechanism, form: LeanForm, let: LetFunction = plain
) -> LeanFloatingEfforts:
    """Return the efforts that produce ``qdd``, and the acceleration of the base.

    The form has no merged links, and no length for the base.
    """
    let = MemoizedLet(let)
    steady = replace(m, g=NULL, vd0=NULL, wd0=NULL)
    still = lean_inverse_dynamics(steady, form, RenamingLet(let, HELD_TAGS))  # (91)
    composites = Composites(m, form, let)  # (P9)
    f0, n0 = vector(still.f0 or ()), vector(still.n0 or ())
    a0, wd0 = solve_rigid_base(composites.whole, f0, n0, let)  # (97)
    vd0 = let("VP", 0, a0 + m.gravity)
    da, dwd = {0: a0}, {0: wd0}
    tau: dict[int, Any] = {}
    for j in m.outward:
        body, turn = m.body(j), composites.links[j].turn
        P, r, ratio = composites.way(j)
        moved = let("DVS", j, da[body.i] + cross(dwd[body.i], P))
        x, y, _ = dwd[j] = let("DWP", j, turn.rotate_outward(dwd[body.i]))  # (98)
        da[j] = let("DVP", j, turn.rotate_outward(moved, ratio) + vector((r * y, -(r * x), 0)))
        if body.moves:
            f, n = composites.unit_wrench(j)
            share = f @ da[j] + n @ dwd[j]
            tau[j] = let("GAM", j, still.tau[j] + composites.plain_units(j, share))  # (99)
    return LeanFloatingEfforts(tau, vd0, wd0)

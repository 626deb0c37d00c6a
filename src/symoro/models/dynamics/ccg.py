"""The vector H: the efforts that a tree of rigid links needs without accelerating.

    (3.104)  H = tau of inverse dynamics with qdd = 0                  SYMORO name  H
             H = gravity + Coriolis and centrifugal + friction + wrenches

Each of the four may be taken by itself. The motion of a base that moves in a known way belongs to
the Coriolis and centrifugal terms. A floating base has six rows first: what its force and its
moment about O0 would have to be, were the base not to accelerate.

References: [Guide] section 3.6.1; [Khalil10] section 7.1. The recursion is that of
symoro.models.dynamics.inverse_dynamics.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from symoro.algebra.vectors import NULL, Array, vector
from symoro.models.dynamics.friction import friction
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.geometry.link_transforms import Transforms
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.mechanism import Body, Mechanism
from symoro.robot.link import FRICTION as COEFFICIENTS

GRAVITY, CORIOLIS, FRICTION, WRENCH = "gravity", "coriolis", "friction", "wrench"
TERMS = (GRAVITY, CORIOLIS, FRICTION, WRENCH)
INERTIAL_TERMS = (GRAVITY, CORIOLIS)
NO_ACCELERATIONS: Mapping[int, Any] = MappingProxyType({})


def ccg(
    m: Mechanism,
    terms: Collection[str] = TERMS,
    let: LetFunction = plain,
    frames: Transforms | None = None,
    accelerations: Mapping[int, Any] = NO_ACCELERATIONS,
) -> Array:
    """Return H, or the sum of some of its terms.

    Accelerations that joints of loops have by their velocities belong to the Coriolis terms.
    """
    kept = keep_terms(m, terms, accelerations)
    rubs = FRICTION in terms and CORIOLIS not in terms
    recorder = RenamingLet(let, {"GAM": "HS" if rubs else "H"})
    loads = newton_euler(kept, recorder, frames, reuse=True)
    joints = [
        let("H", j, loads.tau[j] + friction(m.body(j))) if rubs else loads.tau[j] for j in loads.tau
    ]
    base = (*loads.f[0], *loads.n[0]) if m.floating else ()
    return vector((*base, *joints))


def keep_terms(
    m: Mechanism,
    terms: Collection[str] = TERMS,
    accelerations: Mapping[int, Any] = NO_ACCELERATIONS,
) -> Mechanism:
    """Return the robot without other accelerations, and without what other terms come from."""
    moves = CORIOLIS in terms

    def body(j: int, b: Body) -> Body:
        kept: dict[str, Any] = {"qdd": accelerations.get(j, 0) if moves else 0}
        if not moves:
            kept |= {"qd": 0}
        if FRICTION not in terms or not moves:  # what is at rest rubs as it did when it moved
            kept |= dict.fromkeys((*COEFFICIENTS, "FL"), 0)
        if WRENCH not in terms:
            kept |= {"fe": NULL, "ne": NULL}
        return replace(b, **kept)

    return replace(
        m,
        bodies=tuple(body(j, each) for j, each in enumerate(m.bodies, start=1)),
        base=body(0, m.base),
        w0=m.w0 if moves else NULL,
        wd0=m.wd0 if moves else NULL,
        vd0=m.vd0 if moves else NULL,
        g=m.g if GRAVITY in terms else NULL,
    )

"""Direct dynamics with fewer operations: by the lean inertia matrix and the lean H.

    (3.95), (88)  A qdd = tau - H, as in symoro.models.dynamics.forward_dynamics

References: [Guide] section 3.6.1; [Khalil10] section 7.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.models.dynamics.articulated_body import HybridDynamics
from symoro.models.dynamics.forward_dynamics import solve_accelerations, without_floating_gravity
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inertia import lean_inertia
from symoro.models.dynamics.lean.inverse_dynamics import lean_ccg
from symoro.models.let import LetFunction, plain
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism


def lean_forward_dynamics(
    m: Mechanism, tau: Mapping[int, Any], form: LeanForm, let: LetFunction = plain
) -> HybridDynamics:
    """Return the accelerations; the form has no merged links, and no length for the base."""
    let = MemoizedLet(let)
    H = lean_ccg(without_floating_gravity(m), form, let)
    return solve_accelerations(m, tau, lean_inertia(m, form, let), H, let)

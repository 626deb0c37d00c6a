"""Direct dynamics with fewer operations: by the lean inertia matrix and the lean H.

    (3.95), (88)  A qdd = tau - H, as in symoro.models.dynamics.direct

References: [Guide] section 3.6.1; [Khalil10] section 7.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.models.dynamics.articulated import Accelerated
from symoro.models.dynamics.direct import accelerations, weightless
from symoro.models.dynamics.lean.form import Form
from symoro.models.dynamics.lean.inertia import lean_inertia
from symoro.models.dynamics.lean.inverse import lean_ccg
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.models.once import Once


def lean_direct(
    m: Mechanism, tau: Mapping[int, Any], form: Form, let: LetFunction = plain
) -> Accelerated:
    """Return the accelerations.

    Args:
        m: the scalars of a robot; loops are cut.
        tau: the effort of each joint that moves.
        form: how to go about it; it has no merged links, nor lengths if the base floats.
        let: names the results.
    """
    let = Once(let)
    H = lean_ccg(weightless(m), form, let)
    return accelerations(m, tau, lean_inertia(m, form, let), H, let)

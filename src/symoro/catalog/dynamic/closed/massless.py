"""Closed robots whose motors carry no inertia: direct models divide by what they carry.

Links that a tree needs to have inertia may be massless in a loop, as those of spherical joints. So
the inertia matrix in the actuated joints decides: if it is singular at some random closed postures,
with eighty digits, it is so at all. Its factors tell the first row, from the last, that carries
nothing while the rows behind it give way.
"""

from __future__ import annotations

from itertools import islice

from symoro.algebra.vectors import AnyArray
from symoro.catalog.dynamic.closed.drive import row_names
from symoro.catalog.dynamic.closed.precise_states import precise_states
from symoro.catalog.kinematic.actuated import Actuated
from symoro.errors import ModelError
from symoro.verify.pivots import SINGULAR_INERTIA, massless_message

_POSTURES = 3
_NEGLIGIBLE = 1e-12  # what is left of a pivot that is zero, in parts of what the row carries


def refuse_massless_loops(driven: Actuated) -> None:
    """Refuse a closed robot whose inertia matrix is singular in every posture.

    Raises:
        ModelError: naming the motor, or the base.
    """
    rows: list[tuple[int, bool] | None] = []
    for dynamics in islice(precise_states(driven), _POSTURES):
        rows.append(_zero_row(dynamics.inertia_matrix()))
        if rows[-1] is None:
            return
    first = next(iter(rows), None)
    if first is None:
        return
    place, alone = first
    row = row_names(driven)[place]
    if not row.isdigit():
        raise ModelError(f"{driven.robot.name}: {massless_message(row)}")
    what = (
        f"nothing that the motor of joint {row} moves, through the loops, has inertia"
        if alone
        else f"joint {row} can accelerate without moving any mass while the other motors give way"
    )
    raise ModelError(
        f"{driven.robot.name}: {SINGULAR_INERTIA} in every posture: {what}. Give links of its "
        f"loops inertial parameters, or joint {row} a rotor inertia (--with ia)"
    )


def _zero_row(A: AnyArray) -> tuple[int, bool] | None:
    """The first row, from the last, with a pivot of zero, and if it carries nothing at all."""
    left = A.copy()
    for k in reversed(range(len(A))):
        size = abs(A[k, k])
        if not size or abs(left[k, k]) <= _NEGLIGIBLE * size:
            return k, not size
        left = left - left[:, k : k + 1] @ left[k : k + 1] / left[k, k]
    return None

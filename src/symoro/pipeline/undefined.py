"""The note of a model that says at which states its outputs are NaN or infinite."""

from __future__ import annotations

from symoro.ir.program import Program
from symoro.passes.undefined_outputs import is_rough, undefined_outputs

_SOMEWHERE = "a denominator is zero or a square root is taken of a negative number"


def undefined_note(program: Program, where: str = "") -> tuple[str, ...]:
    """Return the note, or none if the program is finite at all states.

    ``where`` are the states, as a clause; if nothing is known of them, a general one is taken.
    """
    names = undefined_outputs(program)
    if not names:
        return ()
    verb = "is" if len(names) == 1 else "are"
    return (
        f"{', '.join(names)} {verb} undefined where {where or _SOMEWHERE}: NaN, infinite or, by "
        "rounding, very large",
    )


def derivative_undefined_where(program: Program, where: str) -> str:
    """Return where the derivatives of a program are undefined."""
    if is_rough(program):
        return f"{where or _SOMEWHERE}, or the derivative does not exist"
    return where

"""The notes on a closed robot as its motors drive it: what its inputs are and must agree with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.wording import noun_phrase

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated


def notes_of(driven: Actuated) -> tuple[str, ...]:
    """Return the notes for a user."""
    if driven.consistent:
        return _contract(driven)
    motors = f"in the {noun_phrase(driven.kind, driven.active)}"
    if driven.form is not None:
        return (f"{motors}; assembly mode: {driven.form.label}",)
    note = (
        f"{motors}; the loops have no closed form: positions of the passive joints are inputs "
        "too and must close the loops (symoro loop-solutions gives them)"
    )
    if not driven.held_joints:
        return (note,)
    return (note, f"{driven.idle.words}: held, with rates 0")


def _contract(driven: Actuated) -> tuple[str, ...]:
    """The notes where positions and rates of all joints are inputs."""
    remarks = [
        "closed robot: positions and rates of passive joints are arguments like the others and "
        "must agree with those of the actuated joints"
    ]
    if driven.free:
        remarks.append(f"independent joints: {', '.join(map(str, driven.active))}")
    if label := driven.mode_label:
        remarks.append(f"assembly mode: {label}")
    if computed := driven.results("QP"):
        joints = noun_phrase("joint", computed)
        remarks.append(f"{joints}: the table has no symbol for rates, which are computed")
    return tuple(remarks)

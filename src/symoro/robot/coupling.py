"""The coupling between motors and joints: q = K qc + q0, as in coupled wrists."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.expressions import Expression
from symoro.robot.coerce import coerce_vectors
from symoro.wording import quantity


@dataclass(frozen=True)
class Coupling:
    """Joint positions from motor positions, and what turns with the motors.

    Attributes:
        K: constant matrix, a row for each joint that moves, a column for each motor.
        q0: joint positions when all motor positions are zero.
        IA: rotor inertias on the motor side.
        FV: viscous friction on the motor side.
        FS: Coulomb friction on the motor side.
    """

    K: tuple[tuple[Expression, ...], ...]
    q0: tuple[Expression, ...]
    IA: tuple[Expression, ...]
    FV: tuple[Expression, ...]
    FS: tuple[Expression, ...]

    def __post_init__(self) -> None:
        coerce_vectors(self, "K", "q0", "IA", "FV", "FS")

    def __repr__(self) -> str:
        motors = quantity(max(map(len, self.K), default=0), "motor")
        return f"<Coupling: {quantity(len(self.K), 'joint')}, {motors}>"

"""The postures that reach a pose, as results: isolated ones, families, or the reason for none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from symoro.digits import decimals
from symoro.errors import short_list
from symoro.wording import html_paragraph, html_table, quantity

FloatArray = npt.NDArray[np.float64]


TOLD = 1e-9
"""The distance of a matrix from a rotation that is told."""


@dataclass(frozen=True, eq=False)
class Family:
    """Postures that depend on parameters and all reach the pose.

    Attributes:
        row: that of its representative in `Solutions.q`.
        parameters: the joints, or sums of joints, that may be chosen.
        free: the joints that move along the family.
    """

    row: int
    parameters: tuple[str, ...]
    free: tuple[str, ...]
    _at: Callable[[tuple[float, ...]], FloatArray | None]

    def __repr__(self) -> str:
        return f"<Family by {', '.join(self.parameters)}: {', '.join(self.free)} move>"

    def with_joints(self, widen: Callable[[FloatArray], FloatArray]) -> Family:
        """Return the family of a chain with more joints, of which some are fixed.

        Args:
            widen: makes rows of all joints of rows of those that are not fixed.
        """

        def at(parameters: tuple[float, ...]) -> FloatArray | None:
            row = self._at(parameters)
            return None if row is None else widen(row[None])[0]

        return replace(self, _at=at)

    @property
    def dimension(self) -> int:
        """The number of parameters."""
        return len(self.parameters)

    def __call__(self, *parameters: float) -> FloatArray | None:
        """Return the joints at values of the parameters; None where the family has no posture."""
        return self._at(parameters)


@dataclass(frozen=True)
class Unreachable:
    """The reason for an empty set of solutions.

    Attributes:
        equation: the step that fails.
        unit: ``m`` for lengths of the robot, ``1`` for a sine or cosine.
    """

    equation: str
    unit: str
    _find: Callable[[], float]

    @cached_property
    def distance(self) -> float:
        """By how much the equation fails, or the distance of the end with its orientation kept."""
        return self._find()

    def __repr__(self) -> str:
        return f"<Unreachable: {self}>"

    def __str__(self) -> str:
        if self.unit == "1":
            return f"{self.equation}: a sine or cosine exceeds 1 by {self.distance:.6g}"
        return f"{self.equation}: missed by {self.distance:.6g} {self.unit}"


@dataclass(frozen=True, eq=False)
class Solutions:
    """All postures that reach one pose.

    Attributes:
        joints: the names of the joint variables, in the order of the columns.
        q: a row for each isolated solution, then one for each family; angles in (-Pi, Pi].
        labels: a word for each row.
        residuals: the largest error of an element of the pose, lengths by that of the arm.
        multiplicity: 2 where two solutions are one, as with a stretched elbow.
        families: the families, in the order of their rows.
        unreachable: the reason if there is no solution, not counting limits.
        distance: the change of an element by which the matrix became a rotation.
        removed: the solutions that limits of joints exclude: the row and the joint that is
            outside.
    """

    joints: tuple[str, ...]
    q: FloatArray
    labels: tuple[str, ...]
    residuals: FloatArray
    multiplicity: tuple[int, ...]
    families: tuple[Family, ...] = ()
    unreachable: Unreachable | None = None
    distance: float = 0.0
    removed: tuple[tuple[FloatArray, str], ...] = ()

    def __repr__(self) -> str:
        if not len(self.q):
            return f"<Solutions: none; {self.unreachable or self._removed_text()}>"
        families = f", {quantity(len(self.families), 'family')}" if self.families else ""
        isolated = quantity(len(self.q) - len(self.families), "posture")
        return f"<Solutions: {isolated}{families} of {short_list(self.joints)}>"

    def __len__(self) -> int:
        return len(self.q)

    def _removed_text(self) -> str:
        return f"{len(self.removed)} outside the limits"

    def as_dict(self) -> dict[str, object]:
        """The solutions as plain data, for JSON."""
        rows = zip(self.labels, decimals(self.q, 12).tolist(), self.multiplicity, strict=True)
        return {
            "distance": float(f"{self.distance:.1e}") if self.distance > TOLD else 0.0,
            "solutions": [
                {"label": label, "q": dict(zip(self.joints, row, strict=True)), "multiplicity": m}
                for label, row, m in rows
            ],
            "families": [
                {"row": f.row, "parameters": list(f.parameters), "free": list(f.free)}
                for f in self.families
            ],
            "unreachable": (
                {
                    "equation": self.unreachable.equation,
                    "distance": self.unreachable.distance,
                    "unit": self.unreachable.unit,
                }
                if self.unreachable
                else None
            ),
            "removed": [
                {"q": dict(zip(self.joints, row.tolist(), strict=True)), "outside": joint}
                for row, joint in self.removed
            ],
        }

    def lines(self) -> list[str]:
        """The solutions in words, a line each."""
        lines = []
        if self.distance > TOLD:
            lines.append(
                f"the axes are {self.distance:.1g} away from a rotation: the nearest is taken"
            )
        if not len(self.q) and self.unreachable:
            return [*lines, f"no solution; {self.unreachable}"]
        family = {each.row: each for each in self.families}
        rows = zip(self.labels, decimals(self.q, 9), self.multiplicity, strict=True)
        for k, (label, row, multiplicity) in enumerate(rows):
            values = ", ".join(f"{n} = {x:.9g}" for n, x in zip(self.joints, row, strict=True))
            notes = [f"multiplicity {multiplicity}"] if multiplicity > 1 else []
            if k in family:
                by = ", ".join(family[k].parameters)
                notes.append(f"one of a family: {by} may be chosen")
            lines.append(f"{label}: {values}" + (f" ({'; '.join(notes)})" if notes else ""))
        for row, joint in self.removed:
            values = ", ".join(f"{n} = {x:.9g}" for n, x in zip(self.joints, row, strict=True))
            lines.append(f"outside the limits of {joint}: {values}")
        return lines

    def _repr_html_(self) -> str:
        """The solutions as a table, for notebooks."""
        if not len(self.q):
            return html_paragraph([repr(self)[1:-1]])
        rows = zip(self.labels, decimals(self.q, 9), self.multiplicity, strict=True)
        return html_table(
            ("solution", *self.joints, "multiplicity"),
            ((label, *(f"{x:.6g}" for x in row), m) for label, row, m in rows),
        ) + html_paragraph([repr(each)[1:-1] for each in self.families])

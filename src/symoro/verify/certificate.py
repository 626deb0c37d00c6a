"""The certificate: the comparison of a model with an independent route, and its result."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.digits import bound_of
from symoro.verify.agreement import TOLERANCE
from symoro.wording import html_table, quantity


@dataclass(frozen=True)
class Certificate:
    """The comparison of a model with an independent route, and its result.

    Attributes:
        against: the independent route, in words.
        states: the number of states, random ones and the robot's own value sets.
        max_rel_error: the largest relative error there, as this processor measured it.
        exact_points: random points modulo a 61-bit prime at which both routes are equal; 0 where
            values that are not rational (the cosine of a decimal) leave no exact test.
        chance: log2 of the bound on the chance that unequal results pass that exact test.
        signs: True if the exact equality holds up to the signs of square roots, which the random
            states decide.
        lost: the number of states at which the model loses digits in doubles, so that its error is
            above 1e-9; computed with eighty digits both routes agree there, too.
    """

    against: str
    states: int
    max_rel_error: float
    exact_points: int
    chance: int
    signs: bool = False
    lost: int = 0

    def __repr__(self) -> str:
        exact = f", exact at {quantity(self.exact_points, 'point')}" if self.exact_points else ""
        compared = f"{quantity(self.states, 'state')}, error below {self.error_bound:.0e}{exact}"
        return f"<Certificate against {self.against}: {compared}>"

    @property
    def error_bound(self) -> float:
        """A power of ten above the largest relative error, the same on every processor.

        The least is the tolerance: what lies below is a processor's rounding.
        """
        return bound_of(self.max_rel_error, TOLERANCE)

    def as_dict(self) -> dict[str, object]:
        """The certificate as plain data, for JSON; the error as its bound."""
        return {
            "against": self.against,
            "states": self.states,
            "max_rel_error": self.error_bound,
            "states_with_lost_digits": self.lost,
            "exact": (
                {"points": self.exact_points, "chance_log2": self.chance}
                if self.exact_points
                else None
            ),
        }

    def _repr_html_(self) -> str:
        """The certificate as a table, for notebooks."""
        exact = "none"
        if self.exact_points:
            signs = ", but for signs of roots" if self.signs else ""
            chance = f"chance of a false equality below 2^{self.chance}{signs}"
            exact = f"equal modulo a 61-bit prime at {self.exact_points} points, {chance}"
        rows = [
            ("random states", self.states),
            ("largest relative error", f"below {self.error_bound:.0e}" if self.states else "none"),
            *([("states at which doubles lose digits", self.lost)] if self.lost else []),
            ("exact test", exact),
        ]
        return html_table(("test", "result"), rows, f"Verified against {self.against}")

    def lines(self) -> list[str]:
        """The certificate in words; the error as its bound."""
        error = f"largest relative error below {self.error_bound:.0e}"
        compared = f"{self.states} random states, {error};"
        if not self.states:
            compared = "no random state at which its expressions are defined and finite;"
        lines = [f"Verified against {self.against}:", f"  {compared}"]
        if self.lost:
            lines.append(
                f"  double precision loses digits at {self.lost} of them; both routes agree with "
                "80 digits;"
            )
        if not self.exact_points:
            return [
                *lines,
                "  no exact test: values not rational, states not free, or degrees too high.",
            ]
        up_to = ", but for signs of roots" if self.signs else ""
        return [
            *lines,
            f"  exact equality modulo a 61-bit prime at {self.exact_points} random points",
            f"  (chance of a false equality below 2^{self.chance}{up_to}).",
        ]

"""The report of a model: the formulations that were compared, and the gain of each pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from symoro.passes import PassStep, call_cost
from symoro.pipeline.options import ONE_PART
from symoro.wording import quantity


@dataclass(frozen=True)
class FormulationCost:
    """A formulation that was traced."""

    route: str
    operations: int
    trig: int

    def __repr__(self) -> str:
        trig = "1 sine or cosine" if self.trig == 1 else f"{self.trig} sines and cosines"
        return f"<FormulationCost: {self.route}, {quantity(self.operations, 'operation')}, {trig}>"


@dataclass(frozen=True)
class Report:
    """The making of a program.

    Attributes:
        formulations: the formulations that were compared, in order.
        chosen: the index of the one with the fewest operations.
        steps: the passes that made the program of that one.
        trials: formulations that were only traced, with the operations of a call before any pass,
            each value once.
    """

    level: str
    formulations: tuple[FormulationCost, ...]
    chosen: int
    steps: tuple[PassStep, ...]
    trials: tuple[tuple[str, int], ...] = ()

    def __repr__(self) -> str:
        compared = quantity(len(self.formulations), "formulation")
        passes = f"{len(self.steps)} pass{'es' * (len(self.steps) != 1)}"
        operations = f"{self.formulations[self.chosen].operations} operations"
        return f"<Report at {self.level}: {compared}, {passes}, {operations}>"

    @cached_property
    def gains(self) -> tuple[tuple[str, int, int, int, int], ...]:
        """For each pass: its name, operations of a call and statements, before and after."""
        two_part = self.level not in ONE_PART
        return tuple(
            (
                step.name,
                call_cost(step.before, two_part=two_part)[0],
                call_cost(step.after, two_part=two_part)[0],
                len(step.before.statements),
                len(step.after.statements),
            )
            for step in self.steps
        )

    def lines(self) -> list[str]:
        """The report in words, a line for each formulation and each pass, with times."""
        lines = [f"Traced: {route}: {count} operations" for route, count in self.trials]
        for k, each in enumerate(self.formulations):
            verdict = "taken" if k == self.chosen else "not taken"
            cost = f"{each.operations} operations, {each.trig} sines and cosines"
            lines.append(f"Formulation: {each.route}: {cost}, {verdict}")
        for step, (name, before, after, first, last) in zip(self.steps, self.gains, strict=True):
            lines.append(
                f"Pass {name}: {before} to {after} operations, {first} to {last} statements, "
                f"{1000 * step.seconds:.1f} ms"
            )
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        """The formulations and the passes as tables, for notebooks."""
        from symoro.pipeline.notebook import report_html

        return report_html(self)

    def as_dict(self) -> dict[str, object]:
        """The report as plain data, for JSON; without times, which no two runs share."""
        names = ("pass", "operations_before", "operations", "statements_before", "statements")
        return {
            "traced": [{"route": route, "operations": count} for route, count in self.trials],
            "formulations": [
                {
                    "route": each.route,
                    "operations": each.operations,
                    "trig": each.trig,
                    "taken": k == self.chosen,
                }
                for k, each in enumerate(self.formulations)
            ],
            "passes": [dict(zip(names, gain, strict=True)) for gain in self.gains],
        }


def make_report(
    level: str,
    costs: Sequence[tuple[str, tuple[int, int]]],
    chosen: int,
    steps: Sequence[PassStep],
    trials: tuple[tuple[str, int], ...] = (),
) -> Report:
    """Return a report."""
    formulations = tuple(FormulationCost(route, *cost) for route, cost in costs)
    return Report(level, formulations, chosen, tuple(steps), trials)

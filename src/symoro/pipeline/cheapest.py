"""The way of tracing a model that needs the fewest operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symoro.ir.program import Program
from symoro.passes import LEVELS, call_cost
from symoro.pipeline.levels import factored, has_oblique_axes
from symoro.pipeline.options import ONE_PART, Options
from symoro.pipeline.plan import Alternative, Plan
from symoro.pipeline.tracing import trace

_LARGE = 50_000  # operations beyond which factors are cheaper: on every long chain that was counted


@dataclass(frozen=True)
class Form:
    """A model traced in one way, reduced to its level, and what a call of it costs."""

    plan: Plan
    program: Program
    nonzero: tuple[str, ...]
    cost: tuple[int, int]


def _cost(form: Form) -> tuple[int, int]:
    return form.cost


def _by(plan: Plan, way: Alternative) -> Plan:
    return plan.with_formulation(trace=way.trace, route=way.route, route_notes=(way.route,))


def cheapest(plan: Plan, name: str, outputs: Sequence[str], options: Options) -> Form:
    """Trace the model, by the route that needs the fewest operations if it has several."""
    level, wanted = options.level, frozenset(outputs)

    def form(plan: Plan, nonzero: tuple[str, ...] = ()) -> Form:
        program = LEVELS[level].run(trace(plan, name, outputs))
        counted = LEVELS["O1"].run(program) if level == "O0" else program
        return Form(plan, program, nonzero, call_cost(counted, two_part=level not in ONE_PART))

    def cheaper(plan: Plan) -> Form:
        """At level O2 with rotations in factors, where that needs fewer operations."""
        if level in ONE_PART or not has_oblique_axes(plan.robot):
            return form(plan)
        inside = form(plan.with_formulation(trace=factored(plan.formulation.trace)))
        if inside.cost[0] > _LARGE:
            return inside
        return min(form(plan), inside, key=_cost)

    if level not in ONE_PART and plan.formulation.formulate:
        others = plan.formulation.formulate(plan, wanted, options.assume)
        if others:
            lean = plan.with_formulation(smooth=plan.formulation.trace)
            traced = (form(_by(lean, each), each.nonzero) for each in others)
            return min(traced, key=_cost)
    forms = {plan.formulation.route: cheaper(plan)}
    for other in plan.formulation.alternatives:
        if other.outputs >= wanted:
            own = plan.with_formulation(trace=other.trace, route=other.route)
            forms[other.route] = cheaper(own)
    best = min(forms, key=lambda route: forms[route].cost)
    found = forms[best]
    if len(forms) == 1:
        return found
    costs = (f"{route}: {each.cost[0]}" for route, each in forms.items() if route != best)
    said = f"{best}: {found.cost[0]} operations; {', '.join(costs)}"
    return replace(found, plan=found.plan.with_formulation(route_notes=(said,)))

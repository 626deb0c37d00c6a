"""The way of tracing a model that needs the fewest operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symoro.generate.levels import call_cost, factored, has_oblique_axes, optimised_at_cost
from symoro.generate.options import ONE_PART, Options
from symoro.generate.plan import Alternative, Plan
from symoro.generate.tracing import trace
from symoro.ir.program import Program
from symoro.passes import DeadCode

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
    return replace(plan, trace=way.trace, route=way.route, route_notes=(way.route,))


def cheapest(plan: Plan, name: str, outputs: Sequence[str], options: Options) -> Form:
    """Trace the model, by the route that needs the fewest operations if it has several."""
    level, wanted = options.level, frozenset(outputs)

    def form(plan: Plan, nonzero: tuple[str, ...] = ()) -> Form:
        program = trace(plan, name, outputs)
        reduced = DeadCode()(program)
        if level not in ONE_PART:
            program, cost = optimised_at_cost(reduced)
            return Form(plan, program, nonzero, cost)
        return Form(plan, program if level == "O0" else reduced, nonzero, call_cost(reduced, level))

    def cheaper(plan: Plan) -> Form:
        """At level O2 with rotations in factors, where that needs fewer operations."""
        if level in ONE_PART or not has_oblique_axes(plan.robot):
            return form(plan)
        inside = form(replace(plan, trace=factored(plan.trace)))
        if inside.cost[0] > _LARGE:
            return inside
        return min(form(plan), inside, key=_cost)

    if level not in ONE_PART and plan.formulate:
        others = plan.formulate(plan, wanted, options.assume)
        if others:
            lean = replace(plan, smooth=plan.trace)
            traced = (form(_by(lean, each), each.nonzero) for each in others)
            return min(traced, key=_cost)
    forms = {plan.route: cheaper(plan)}
    for other in plan.alternatives:
        if other.outputs >= wanted:
            forms[other.route] = cheaper(replace(plan, trace=other.trace, route=other.route))
    best = min(forms, key=lambda route: forms[route].cost)
    found = forms[best]
    if len(forms) == 1:
        return found
    costs = (f"{route}: {each.cost[0]}" for route, each in forms.items() if route != best)
    said = f"{best}: {found.cost[0]} operations; {', '.join(costs)}"
    return replace(found, plan=replace(found.plan, route_notes=(said,)))

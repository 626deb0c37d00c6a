"""The formulation of a model that needs the fewest operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from symoro.expressions import Expression
from symoro.expressions.expression import multiple_of_pi
from symoro.ir.program import Program
from symoro.models.factored_rotation import FactoringLet
from symoro.passes import LEVELS, PassRecorder, PassStep, call_cost
from symoro.pipeline.options import ONE_PART, Options
from symoro.pipeline.plan import PAGE, Plan, Trace
from symoro.pipeline.report import Report, make_report
from symoro.pipeline.tracing import TraceCounter, trace_at
from symoro.robot import Robot

_LARGE = 50_000  # operations beyond which factors are cheaper: on every long chain that was counted
_FACTORS = "rotations in factors"


@dataclass(frozen=True, eq=False)
class Candidate:
    """A model traced in one way and reduced to its level.

    Attributes:
        nonzero: the parameters that it divides by.
        cost: additions and multiplications of a call, then sines and cosines.
        route: the formulation, in words.
        steps: the passes that made the program.
    """

    plan: Plan
    program: Program
    nonzero: tuple[str, ...]
    cost: tuple[int, int]
    route: str
    steps: tuple[PassStep, ...]


def cheapest(
    plan: Plan, name: str, outputs: Sequence[str], options: Options
) -> tuple[Candidate, Report]:
    """Trace the model in all its formulations; return the cheapest, and the report of all."""
    level, wanted = options.level, frozenset(outputs)
    candidates: list[Candidate] = []
    trials: tuple[tuple[str, int], ...] = ()
    if level not in ONE_PART and plan.formulation.formulate:
        smooth = plan.with_formulation(smooth=plan.formulation.trace)
        counter = TraceCounter(plan, sorted(wanted))
        for way in plan.formulation.formulate(plan, wanted, options.assume, counter):
            own = smooth.with_formulation(
                trace=way.trace, route=way.route, route_notes=(way.route,)
            )
            divided = f", dividing by {', '.join(way.nonzero)}" if way.nonzero else ""
            route = f"{way.route}{divided}"
            candidates.append(_candidate(own, name, outputs, level, route, way.nonzero))
            trials = way.trials
    if candidates:
        return _take(candidates, level, trials)
    routes: dict[str, Candidate] = {}
    for own in _routes(plan, wanted):
        forms = list(_with_factors(own, name, outputs, level))
        candidates += forms
        routes[own.formulation.route] = min(forms, key=_cost)
    best, report = _take(candidates, level)
    if len(routes) > 1:
        route = best.plan.formulation.route
        others = (f"{r}: {each.cost[0]}" for r, each in routes.items() if r != route)
        note = f"{route}: {best.cost[0]} operations; {', '.join(others)}"
        best = replace(best, plan=best.plan.with_formulation(route_notes=(note,)))
    return best, report


def _cost(candidate: Candidate) -> tuple[int, int]:
    return candidate.cost


def _take(
    candidates: Sequence[Candidate], level: str, trials: tuple[tuple[str, int], ...] = ()
) -> tuple[Candidate, Report]:
    """The first of the cheapest, and the report of all."""
    best = min(candidates, key=_cost)
    costs = [(each.route, each.cost) for each in candidates]
    return best, make_report(level, costs, candidates.index(best), best.steps, trials)


def _candidate(
    plan: Plan,
    name: str,
    outputs: Sequence[str],
    level: str,
    route: str,
    nonzero: tuple[str, ...] = (),
) -> Candidate:
    recorder = PassRecorder()
    program = trace_at(level, plan, name, outputs, recorder)
    counted = LEVELS["O1"].run(program) if level == "O0" else program
    cost = call_cost(counted, two_part=level not in ONE_PART)
    return Candidate(plan, program, nonzero, cost, route, tuple(recorder.steps))


def _routes(plan: Plan, wanted: frozenset[str]) -> Iterator[Plan]:
    """The plan, and those of the alternatives that give all outputs."""
    yield plan
    for other in plan.formulation.alternatives:
        if other.outputs >= wanted:
            yield plan.with_formulation(trace=other.trace, route=other.route)


def _with_factors(plan: Plan, name: str, outputs: Sequence[str], level: str) -> Iterator[Candidate]:
    """The formulation; at level O2 also with rotations in factors, where axes are oblique."""
    route = plan.formulation.route or PAGE
    large = False
    factored = None
    if level not in ONE_PART and has_oblique_axes(plan.robot):
        own = plan.with_formulation(trace=keep_factors(plan.formulation.trace))
        factored = _candidate(own, name, outputs, level, f"{route}, {_FACTORS}")
        large = factored.cost[0] > _LARGE
    if not large:
        yield _candidate(plan, name, outputs, level, route)
    if factored is not None:
        yield factored


def has_oblique_axes(robot: Robot) -> bool:
    """True if a rotation has factors that no right angle makes trivial."""
    angles = (angle for _, frame in robot for angle in (frame.alpha, frame.gamma))
    return any(_is_oblique(angle) for angle in angles)


def _is_oblique(angle: Expression) -> bool:
    turns = multiple_of_pi(angle)
    return turns is None or (2 * turns).denominator != 1


def keep_factors(trace: Trace) -> Trace:
    """Return a trace whose rotations are kept in factors."""
    return lambda scalar, let: trace(scalar, FactoringLet(let))

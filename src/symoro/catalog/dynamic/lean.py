"""The lean formulations that level O2 takes, where they need fewer operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symoro.catalog.dynamic.forms import SMALL, choose, with_scalar_lengths
from symoro.catalog.dynamic.lengths import VECTORS, Products
from symoro.expressions import ScalarOf
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, Motion, mechanism
from symoro.pipeline.plan import PAGE, Alternative, Formulate, Plan
from symoro.pipeline.tracing import TraceCounter
from symoro.robot import Robot
from symoro.verify.check import Arrays

ROUTE = "grouped and re-framed links, rotations factored"

Page = Callable[[Mechanism, LeanForm, LetFunction, ScalarOf], Arrays]


def lean(
    robot: Robot,
    page: Page,
    outputs: frozenset[str],
    *,
    merging: bool = False,
    products: Products = VECTORS,
    motions: Callable[[ScalarOf, LetFunction], Mapping[int, Motion]] = lambda *_: {},
) -> Formulate:
    """Return the function that finds the cheapest form of a lean page.

    The page is given how expressions become scalars, too; with ``merging`` it can merge prismatic
    links in their antecedents. Products are those that lengths save it. ``motions`` are those of
    joints that do not move by their own symbols.
    """

    def formulate(
        plan: Plan, wanted: frozenset[str], assume: str, counter: TraceCounter
    ) -> tuple[Alternative, ...]:
        if not wanted <= outputs:
            return ()

        last: list[tuple[ScalarOf, LetFunction, Mechanism]] = []  # one graph for all forms

        def tables(scalar: ScalarOf, let: LetFunction) -> Mechanism:
            if not last or last[0][:2] != (scalar, let):
                last[:] = [(scalar, let, mechanism(robot, scalar, motions(scalar, let)))]
            return last[0][2]

        def trace(form: LeanForm) -> Callable[[ScalarOf, LetFunction], Arrays]:
            return lambda scalar, let: page(
                tables(scalar, let), with_scalar_lengths(form, scalar), let, scalar
            )

        def cost(form: LeanForm) -> int:
            return counter.online(trace(form))

        chosen, *rivals = choose(robot, assume, cost, products, merging=merging)
        own = plan.formulation
        routes = {own.route or PAGE: own.trace}
        routes |= {a.route: a.trace for a in own.alternatives if a.outputs >= wanted}
        trials = [(route, counter.online(each)) for route, each in routes.items()]
        if any(operations <= chosen.cost for _, operations in trials):
            return ()
        forms = [*rivals, chosen]  # the first of the cheapest is taken
        if chosen.nonzero and chosen.cost < SMALL:  # regrouping may turn the tables
            forms += choose(robot, "none", cost, products, merging=merging)[:1]
        return tuple(
            Alternative(ROUTE, trace(f.form), outputs, f.nonzero, (*trials, *f.trials))
            for f in forms
        )

    return formulate

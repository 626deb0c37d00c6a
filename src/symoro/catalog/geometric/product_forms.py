"""The cheapest form of the product of screws, for the matrices that are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from symoro.expressions import ScalarOf
from symoro.models.geometry.product_form import FORMS, INWARD, ProductForm
from symoro.models.geometry.transforms import Chain, matrix_name
from symoro.models.let import LetFunction
from symoro.passes.edge_count import OperationCount
from symoro.pipeline.plan import Alternative, Plan, Trace
from symoro.pipeline.tracing import TraceCounter
from symoro.verify.check import Arrays

Pair = tuple[int, int]
Forms = Mapping[Pair, ProductForm]
Cost = Callable[[OperationCount], int]
ChainOver = Callable[[ScalarOf, LetFunction], Chain]

_SMALL = 200  # operations below which the plainest form is made, too, and not only counted
_CLOSE = 0.9  # beyond that a count below this part of another needs no program to be lower
_FEW = 8  # pairs beyond which forms are not exchanged one by one


def with_forms(
    plan: Plan,
    pairs: Sequence[Pair],
    chain_over: ChainOver,
    traced: Callable[[Forms], Trace],
    *,
    fast: bool,
) -> Plan:
    """Return the plan of some matrices with the cheaper forms of their products as alternatives.

    With ``fast``, levels O0 and O1 take the cheapest form too.
    """

    @cache
    def costs(wanted_pairs: tuple[Pair, ...]) -> _Costs:
        return _Costs(plan, wanted_pairs, chain_over)

    def cheapest(wanted: frozenset[str], cost: Cost) -> list[Forms]:
        counter = costs(tuple(pair for pair in pairs if matrix_name(*pair) in wanted))
        return _cheapest(counter.pairs, lambda forms: cost(counter(forms)))

    def formulate(
        plan: Plan, wanted: frozenset[str], assume: str, _: TraceCounter
    ) -> tuple[Alternative, ...]:
        choices = cheapest(wanted, lambda counted: counted.online)
        if {form for forms in choices for form in forms.values()} == {INWARD}:
            return ()
        return tuple(Alternative(_words(forms), traced(forms), wanted) for forms in choices)

    plan = plan.with_formulation(formulate=formulate, differentiated=plan.formulation.trace)
    if not fast:
        return plan
    names = frozenset(output.name for output in plan.interface.outputs)
    first, *others = cheapest(names, lambda counted: counted.total)
    return plan.with_formulation(
        route=_words(first),
        trace=traced(first),
        alternatives=tuple(Alternative(_words(each), traced(each), names) for each in others),
    )


class _Costs:
    """The cost of matrices in each of the forms, all traced in one graph."""

    def __init__(self, plan: Plan, pairs: tuple[Pair, ...], chain_over: ChainOver) -> None:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            chain = chain_over(scalar, let)
            places = ((pair, form) for pair in pairs for form in FORMS)
            return {_key(pair, form): chain.transform(*pair, form) for pair, form in places}

        self.pairs = pairs
        self._counter = TraceCounter(plan, [matrix_name(*pair) for pair in pairs])
        self._edges = self._counter.edges(trace)
        self._known: dict[tuple[str, ...], OperationCount] = {}

    def __call__(self, forms: Forms) -> OperationCount:
        """The operations of all matrices together, each value once."""
        keys = tuple(_key(pair, form) for pair, form in forms.items())
        if keys not in self._known:
            edges = (edge for key in keys for edge in self._edges[key])
            self._known[keys] = self._counter.count(edges)
        return self._known[keys]


def _key(pair: Pair, form: ProductForm) -> str:
    return f"{matrix_name(*pair)} {form}"


def _cheapest(pairs: Sequence[Pair], cost: Callable[[Forms], int]) -> list[Forms]:
    """The form of each matrix; also the plainest forms, where they may cost less in a program."""
    alike = [dict.fromkeys(pairs, form) for form in FORMS]
    plain = alike[0]
    own = {pair: min(FORMS, key=lambda form: cost({pair: form})) for pair in pairs}
    best: Forms = min([*alike, own], key=cost)
    if len(pairs) <= _FEW:
        for pair in pairs:
            best = min([best, *({**best, pair: form} for form in FORMS)], key=cost)
    if best == plain or _SMALL < cost(plain) > cost(best) / _CLOSE:
        return [best]
    return [plain, best]


def _words(forms: Forms) -> str:
    """The forms as a user reads them."""
    kinds = dict.fromkeys(forms.values())
    if len(kinds) == 1:
        return f"multiplied {_form_words(next(iter(kinds)))}"
    each = (f"{matrix_name(*pair)} {_form_words(form)}" for pair, form in forms.items())
    return f"multiplied: {'; '.join(each)}"


def _form_words(form: ProductForm) -> str:
    order = "from the first frame to the last" if form.outward else "from the last frame back"
    line = "row" if form.outward else "column"
    third = "" if form.omitted is None else f", {line} {form.omitted + 1} by a cross product"
    carried = f" after {form.carried} turns" if form.carried else ""
    apart = ", the position from the last frame back" if form.apart else ""
    return f"{order}{third}{carried}{apart}"

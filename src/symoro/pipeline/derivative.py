"""Models of derivatives: the program of a model differentiated, optimised and verified."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.ir.forward_derivatives import argument_inputs, derivative_name, forward_derivatives
from symoro.ir.program import Program
from symoro.ir.reverse_derivatives import reverse_derivatives
from symoro.passes import LEVELS, PassRecorder, PassStep, call_cost
from symoro.pipeline.naming import derivative_suffix
from symoro.pipeline.options import ONE_PART, Options
from symoro.pipeline.plan import OutputKind
from symoro.pipeline.report import make_report
from symoro.pipeline.tracing import trace_at
from symoro.pipeline.undefined import derivative_undefined_where
from symoro.verify.derivative_test import DerivativeTest
from symoro.verify.verify import verify
from symoro.wording import shape_text

if TYPE_CHECKING:
    from symoro.pipeline.model import Model

MODES: dict[str, Callable[[Program, Sequence[str]], Program]] = {
    "forward": forward_derivatives,
    "reverse": reverse_derivatives,
}


def derivative(model: Model, wrt: Sequence[str | Sequence[str]], mode: str | None = None) -> Model:
    """Return the model of the derivatives of a model's outputs; see `Model.derivative`."""
    start = time.perf_counter()
    names = _names(wrt)
    _check(model, names, mode)
    options, calls = _request(model, names, mode)
    forms = _forms(_smooth(model, names))
    modes = [mode] if mode else list(MODES)
    candidates = [_candidate(each, form, names, m) for each, form in forms.items() for m in modes]
    best = min(candidates, key=lambda each: each.cost)
    model, program = forms[best.form], best.program
    costs = [(each.route, each.cost) for each in candidates]
    report = make_report(model.level, costs, candidates.index(best), best.steps)
    outputs, by = ", ".join(model.outputs), ", ".join(names)
    added = derivative_suffix(names, len(model.derivatives) + 1)
    note = f"derivatives of {outputs} by {by} in {best.mode} mode"
    if len(modes) > 1:
        same = (each for each in candidates if each.form == best.form)
        counts = ", ".join(f"{each.mode} {each.cost[0]}" for each in same)
        note = f"{note}; operations: {counts}"
    note = f"{note}; elements that are not assigned are 0"
    where = derivative_undefined_where(model.program, model.plan.interface.undefined_where)
    again = bool(model.derivatives)
    test = DerivativeTest(model.plan.check, model.program, program, names, again=again)
    plan = replace(model.plan, check=test.check()).with_interface(undefined_where=where)
    plan = plan.with_formulation(route_notes=(), differentiated=None)
    certificate = verify(program, plan.check) if model.options.verify else None
    return replace(
        model,
        entry=replace(
            model.entry,
            title=f"{model.entry.title}, derivatives by {by}",
            extension=f"{model.entry.extension}{added}",
        ),
        options=options,
        calls=calls,
        source=model,
        derivatives=(*model.derivatives, names),
        kinds=_kinds(model, names),
        program=program,
        plan=plan,
        certificate=certificate,
        report=report,
        remarks=(*model.remarks, *model.plan.formulation.route_notes, note),
        labels=_labels(model, names),
        seconds=time.perf_counter() - start,
    )


def _names(wrt: Sequence[str | Sequence[str]]) -> tuple[str, ...]:
    """The inputs to differentiate by, each once; a list of names counts as its names."""
    names: dict[str, None] = {}
    for item in wrt:
        for name in item if isinstance(item, list | tuple) else [item]:
            if not isinstance(name, str):
                raise UsageError(f"derivative takes names of inputs, such as 'q', not {name!r}")
            names[name] = None
    return tuple(names)


def _check(model: Model, wrt: Sequence[str], mode: str | None) -> None:
    if not wrt:
        raise UsageError("derivative takes the inputs to differentiate by, such as derivative('q')")
    if mode is not None and mode not in MODES:
        raise UsageError(f"there is no mode {mode!r}; modes are {', '.join(MODES)}")
    for name in wrt:
        argument_inputs(model.program, name)


def _request(
    model: Model, wrt: tuple[str, ...], mode: str | None
) -> tuple[Options, tuple[str, ...]]:
    """The options and calls that ask for the derivatives: an option asks once, for no mode."""
    options = replace(model.options, derivative=wrt)  # refuses a model that is written out
    if mode is None and not model.derivatives:
        return options, model.calls
    arguments = [*map(repr, wrt), *([f"mode={mode!r}"] if mode else [])]
    return model.options, (*model.calls, f".derivative({', '.join(arguments)})")


def _smooth(model: Model, wrt: Sequence[str]) -> Model:
    """The model in a form that has a derivative by every parameter.

    The angle to the first moments of a terminal link, which level O2 may take, has none where they
    are zero.
    """
    arrays = {name for name, _ in model.program.shapes}
    if model.plan.formulation.smooth is None or arrays.issuperset(wrt):
        return model
    if model.source is not None:
        source = _smooth(model.source, wrt)
        unverified = replace(source, options=replace(source.options, verify=False))
        smooth_model = derivative(unverified, model.derivatives[-1:])
        return replace(
            model,
            program=smooth_model.program,
            plan=smooth_model.plan,
            remarks=smooth_model.remarks,
            nonzero=smooth_model.nonzero,
        )
    smooth = model.plan.formulation.smooth
    plan = model.plan.with_formulation(trace=smooth, smooth=None, route_notes=())
    program = trace_at("O2", plan, model.program.name, model.outputs)
    return replace(model, program=program, plan=plan, nonzero=())


def _forms(model: Model) -> dict[str, Model]:
    """The model, and another form of it whose derivatives may cost less, each by a name."""
    forms = {"": model}
    if model.plan.formulation.differentiated is not None:
        other = model.plan.formulation.differentiated
        plan = model.plan.with_formulation(trace=other, differentiated=None, route_notes=())
        program = trace_at(model.level, plan, model.program.name, model.outputs)
        forms["of the form for derivatives"] = replace(model, program=program, plan=plan)
    return forms


@dataclass(frozen=True, eq=False)
class _Candidate:
    """The program of derivatives of one form of a model, in one mode."""

    form: str
    mode: str
    program: Program
    cost: tuple[int, int]
    steps: tuple[PassStep, ...]

    @property
    def route(self) -> str:
        return " ".join(filter(None, (self.mode, "mode", self.form)))


def _candidate(form: str, model: Model, wrt: Sequence[str], mode: str) -> _Candidate:
    """The program of the derivatives, at the level of the model."""
    added = derivative_suffix(wrt, len(model.derivatives) + 1)
    source = replace(model.program, name=f"{model.program.name}{added}")
    recorder = PassRecorder()
    program = LEVELS[model.level].run(MODES[mode](source, wrt), recorder)
    cost = call_cost(program, two_part=model.level not in ONE_PART)
    return _Candidate(form, mode, program, cost, tuple(recorder.steps))


def _kinds(model: Model, wrt: Sequence[str]) -> tuple[OutputKind, ...]:
    meanings = {kind.name: kind.meaning for kind in model.kinds}
    return tuple(
        OutputKind(
            derivative_name(output.name, by),
            f"derivatives of {output.name}, {meanings[output.name]}, by {by}"
            + (f", whose index comes last: {shape_text(shape)}" if shape else ""),
        )
        for output in model.program.outputs
        for by in wrt
        for shape, _ in [argument_inputs(model.program, by)]
    )


def _labels(model: Model, wrt: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The meaning of the last index: the inputs of an array, else what it stood for before."""
    labels: dict[str, tuple[str, ...]] = {}
    for output in model.program.outputs:
        for by in wrt:
            shape, inputs = argument_inputs(model.program, by)
            name = derivative_name(output.name, by)
            if len(shape) == 1:
                labels[name] = tuple(each or "none" for each in inputs)
            elif not shape and output.name in model.labels:
                labels[name] = model.labels[output.name]
    return labels

"""Models without intermediate variables: each output as one simplified expression."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symoro.algebra.vectors import vector
from symoro.errors import ModelError
from symoro.expressions import PI, Values, expression, symbol
from symoro.ir.graph import Graph, Op
from symoro.ir.program import Output, Program
from symoro.models.let import LetFunction
from symoro.pipeline.joint_order import without_output_order
from symoro.pipeline.plan import Plan
from symoro.pipeline.reading import rates
from symoro.robot import Robot
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.limits import TooLarge
from symoro.symbolic.short_names import short_trig
from symoro.symbolic.time_limit import TimeLimitExceeded, run_within
from symoro.symbolic.to_sympy import edges_to_sympy
from symoro.symbolic.trig import readable_form
from symoro.verify.check import Arrays
from symoro.verify.expanded_size import refuse_endless_elements

if TYPE_CHECKING:
    from sympy import Expr, Symbol

SECONDS = 60.0
_LEAST = 1e-3  # seconds: for what takes no time
_WAY_OUT = "without --expanded (expanded=True) the model is given with intermediate variables"

Progress = Callable[[int, int], None]
"""Told how many elements are simplified, and of how many."""


@dataclass(frozen=True)
class Expanded:
    """The outputs of a program as SymPy expressions.

    Attributes:
        elements: of each output, row by row.
        total: how many different elements there are to simplify; those equal but for the sign are
            one.
        left: how many of these were not simplified, for want of time or memory.
    """

    elements: dict[str, list[Expr]]
    shapes: dict[str, tuple[int, ...]]
    total: int
    left: int


def expand_outputs(
    program: Program, seconds: float = SECONDS, progress: Progress | None = None
) -> Expanded:
    """Write each output without intermediate variables, simplified as far as the time allows.

    Args:
        program: any program without linear systems.
        seconds: what it may take; elements not reached are left as they are.
        progress: told how many elements are simplified, and of how many, whenever one is.

    Raises:
        ModelError: if a linear system stands in the program, or if it cannot even be written out.
    """
    if program.systems:
        raise ModelError(
            f"{program.name} solves a linear system, which has no form as an expression; "
            "without --expanded (expanded=True) it is given as it is"
        )
    refuse_endless_elements(program, _WAY_OUT)
    end = time.monotonic() + seconds
    whole: dict[str, list[Expr]] = {}
    remaining = seconds
    for output in program.outputs:
        try:
            whole[output.name] = run_within(
                remaining, edges_to_sympy, program.graph, list(output.elements)
            )
        except TimeLimitExceeded as error:
            raise _not_even_written(program, output, seconds, whole) from error
        remaining = max(end - time.monotonic(), _LEAST)
    waiting = _different(program, whole)
    total, left = len(waiting), 0
    own_rates = rates(program)
    shorter: dict[Expr, Expr] = {}
    for done, element in enumerate(waiting):
        form = _shorter(
            element, own_rates, (end - time.monotonic()) / (total - done)
        )  # a fair share
        left += form is None
        shorter[element] = element if form is None else form
        if progress is not None:
            progress(done + 1 - left, total)
    elements = {
        name: [shorter[e] if e in shorter else -shorter[-e] if -e in shorter else e for e in each]
        for name, each in whole.items()
    }
    return Expanded(elements, {o.name: o.shape for o in program.outputs}, total, left)


def _not_even_written(
    program: Program, output: Output, seconds: float, before: Iterable[str]
) -> ModelError:
    done = ", ".join(before) or "nothing"
    return ModelError(
        f"{output.name} of {program.name} cannot be written without intermediate variables within "
        f"{seconds:g} s (written so far: {done}); {_WAY_OUT}, and --time S (timeout=S) allows more "
        "time"
    )


def _different(program: Program, whole: Mapping[str, list[Expr]]) -> list[Expr]:
    """The elements to simplify: each once, up to its sign; the smallest first, so most are done."""
    sizes: dict[Expr, int] = {}
    for output in program.outputs:
        for edge, element in zip(output.elements, whole[output.name], strict=True):
            if not element.is_Atom and element not in sizes and -element not in sizes:
                sizes[element] = len(program.graph.reachable([edge]))
    return sorted(sizes, key=sizes.__getitem__)


def _shorter(element: Expr, own_rates: Collection[str], seconds: float) -> Expr | None:
    if seconds <= 0:
        return None
    try:
        return run_within(seconds, readable_form, element, own_rates)
    except (TimeLimitExceeded, TooLarge):
        return None


def joint_frames(robot: Robot) -> dict[str, int]:
    """The frame number of each joint variable, for names such as C23."""
    return {variable.name: j for j, variable in robot.variables.items()}


def abbreviate(
    robot: Robot, elements: Mapping[str, Sequence[Expr]]
) -> tuple[dict[str, list[Expr]], dict[Symbol, Expr]]:
    """Replace sines and cosines by names such as C23; also return what these stand for."""
    from sympy import Matrix

    every = Matrix([element for each in elements.values() for element in each])
    short, names = short_trig(every, joint_frames(robot))
    values = iter(short)
    return {name: [next(values) for _ in each] for name, each in elements.items()}, names


def written_out(
    robot: Robot,
    elements: Mapping[str, Sequence[Expr]],
    shapes: Mapping[str, tuple[int, ...]],
    scalar: Any,
    let: LetFunction,
    values: Values | None = None,
) -> Arrays:
    """Trace expressions: sines and cosines first, then each element as one statement."""
    scalars = _scalars(robot, elements, scalar, let, values)
    return {
        name: let(name, None, vector(each).reshape(shapes[name])) for name, each in scalars.items()
    }


def _scalars(
    robot: Robot,
    elements: Mapping[str, Sequence[Expr]],
    scalar: Any,
    let: LetFunction,
    values: Values | None,
) -> dict[str, list[Any]]:
    """The scalars of expressions; sines and cosines are named."""
    short, names = abbreviate(robot, elements)
    arithmetic = Scalars(scalar)
    values = dict(values or {name: scalar(symbol(name)) for name in robot.symbols})
    for name, meaning in names.items():
        values[name.name] = let(name.name, None, from_sympy(meaning, values, arithmetic))
    return {name: [from_sympy(e, values, arithmetic) for e in each] for name, each in short.items()}


def expanded_plan(
    plan: Plan, program: Program, seconds: float | None = None, progress: Progress | None = None
) -> Plan:
    """The plan of the same model written out; its elements have the names that they had."""
    seconds = SECONDS if seconds is None else seconds
    expansion = expand_outputs(program, seconds, progress)
    labels = {output.name: _labels(program.graph, output) for output in program.outputs}
    names = {label for each in labels.values() for label, _ in each if label}
    notes = plan.interface.notes
    if expansion.left:
        notes = (*notes, _unfinished_note(expansion, seconds))
    arrays = plan.interface.arguments or ()
    symbols = plan.robot.symbols | {s.name for array in arrays for s in array.symbols}

    def trace(scalar: Any, let: LetFunction) -> Arrays:
        inputs = {name: scalar(symbol(name)) for name in symbols}
        known: dict[str, Any] = {}

        def name_value(label: str, sign: int, value: Any) -> Any:
            if not label:
                return value
            if label not in known:
                known[label] = let(label, 0, value if sign > 0 else -value)
            return known[label] if sign > 0 else -known[label]

        scalars = _scalars(plan.robot, expansion.elements, scalar, let, inputs)
        return {
            name: vector(
                name_value(*label, value) for label, value in zip(labels[name], each, strict=True)
            ).reshape(expansion.shapes[name])
            for name, each in scalars.items()
        }

    promised = {**plan.formulation.promised, **{(name, 0): name for name in names}}
    plan = without_output_order(plan).with_interface(notes=notes)
    return plan.with_formulation(trace=trace, elements=frozenset(names), promised=promised)


def _unfinished_note(expansion: Expanded, seconds: float) -> str:
    """The remedy where elements were left as they are."""
    return (
        f"{expansion.left} of {expansion.total} elements are not simplified: not practical in "
        f"{seconds:g} s; --time S (timeout=S) allows more, and without --expanded (expanded=True) "
        "the model is short, with intermediate variables"
    )


def _labels(graph: Graph, output: Output) -> list[tuple[str, int]]:
    """The name and the sign of each element of an output; no name for a number or an input."""
    labels = []
    for edge in output.elements:
        node = graph.nodes[abs(edge)]
        labels.append((node.name if node.op is Op.LET else "", 1 if edge > 0 else -1))
    return labels


class Scalars:
    """The arithmetic behind a function that gives the scalar of an expression."""

    def __init__(self, scalar: Any) -> None:
        self._scalar = scalar

    def number(self, value: Any) -> Any:
        """The scalar of an exact number."""
        return self._scalar(expression(value))

    def pi(self) -> Any:
        """The scalar of Pi."""
        return self._scalar(PI)

    def call(self, function: str, *arguments: Any) -> Any:
        """The scalar of a function."""
        first, *others = arguments
        return first.call(function, *others)

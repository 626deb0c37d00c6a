"""Models without intermediate variables: each output as one simplified expression."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.errors import ModelError
from symoro.expressions import PI, expression, symbol
from symoro.generate.registry import Plan, Traced
from symoro.ir.program import Program
from symoro.models.let import LetFunction
from symoro.robot import Robot
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.limit import TimeIsUp, within
from symoro.symbolic.practical import TooLarge
from symoro.symbolic.short_names import short_trig
from symoro.symbolic.to_sympy import edges_to_sympy
from symoro.symbolic.trig import readable

if TYPE_CHECKING:
    from sympy import Expr, Symbol

SECONDS = 60.0


@dataclass(frozen=True)
class Expanded:
    """The outputs of a program as SymPy expressions.

    Attributes:
        elements: of each output, row by row.
        shapes: of each output.
        left: how many elements were not simplified, for want of time or memory.
    """

    elements: dict[str, list[Expr]]
    shapes: dict[str, tuple[int, ...]]
    left: int


def expanded(program: Program, seconds: float = SECONDS) -> Expanded:
    """Write each output without intermediate variables, simplified as far as the time allows.

    Raises:
        ModelError: if a linear system stands in the program, or if it cannot even be written out.
    """
    if program.systems:
        raise ModelError(
            f"{program.name} solves a linear system, which has no form as an expression; "
            "without expanded it is given as it is"
        )
    end = time.monotonic() + seconds
    try:
        edges = [edge for output in program.outputs for edge in output.elements]
        whole = iter(within(seconds, edges_to_sympy, program.graph, edges))
    except TimeIsUp as error:
        raise ModelError(
            f"{program.name} cannot be written without intermediate variables within {seconds:g} s"
        ) from error
    elements: dict[str, list[Expr]] = {}
    left, waiting = 0, len(edges)
    for output in program.outputs:
        found = []
        for element in islice(whole, len(output.elements)):
            shorter = _shorter(element, (end - time.monotonic()) / waiting)  # a fair share
            waiting -= 1
            left += shorter is None
            found.append(element if shorter is None else shorter)
        elements[output.name] = found
    return Expanded(elements, {o.name: o.shape for o in program.outputs}, left)


def _shorter(element: Expr, seconds: float) -> Expr | None:
    if seconds <= 0:
        return None
    try:
        return within(seconds, readable, element)
    except (TimeIsUp, TooLarge):
        return None


def joint_frames(robot: Robot) -> dict[str, int]:
    """The frame number of each joint variable, for names such as C23."""
    return {variable.name: j for j, variable in robot.variables.items()}


def abbreviated(
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
    values: Mapping[str, Any] | None = None,
) -> Traced:
    """Trace expressions: sines and cosines first, then each element as one statement."""
    short, names = abbreviated(robot, elements)
    arithmetic = Scalars(scalar)
    values = dict(values or {name: scalar(symbol(name)) for name in robot.symbols})
    for name, meaning in names.items():
        values[name.name] = let(name.name, None, from_sympy(meaning, values, arithmetic))
    traced: Traced = {}
    for name, each in short.items():
        array = np.empty(len(each), dtype=object)
        array[:] = [from_sympy(element, values, arithmetic) for element in each]
        if name == "GAM":  # joint efforts have the names that the robot gives them
            named = [let(name, j, each) for j, each in zip(robot.moving, array, strict=True)]
            traced[name] = np.array(named, dtype=object)
        else:
            traced[name] = let(name, None, array.reshape(shapes[name]))
    return traced


def expanded_plan(plan: Plan, program: Program) -> Plan:
    """The plan of the same model written out."""
    found = expanded(program)
    notes = list(plan.notes)
    if found.left:
        notes.append(f"{found.left} elements are not simplified: not practical in {SECONDS:g} s")

    def trace(scalar: Any, let: LetFunction) -> Traced:
        return written_out(plan.robot, found.elements, found.shapes, scalar, let)

    return replace(plan, trace=trace, notes=tuple(notes))


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

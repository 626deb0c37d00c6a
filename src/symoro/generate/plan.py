"""The plan of a model: what a robot's model computes, and what it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from symoro.expressions import Arithmetic, Expression
from symoro.generate.arguments import Argument
from symoro.models.let import LetFunction
from symoro.robot import Robot

Traced = dict[str, Any]  # output name -> NumPy array of scalars
Trace = Callable[[Callable[[Expression], Any], LetFunction], Traced]
Reference = Callable[[Mapping[str, Any], Arithmetic[Any], Any], Traced]
Pairs = list[tuple[Any, Any]]
Balance = Callable[[Mapping[str, Any], Mapping[str, Any], Arithmetic[Any], Any], Pairs]


Formulate = Callable[["Plan", frozenset[str], str], "tuple[Alternative, ...]"]


@dataclass(frozen=True)
class OutputKind:
    """An output that a model offers.

    Attributes:
        name: its name.
        meaning: what it is, in words.
        default: True if it comes unasked.
        standard: True if base inertial parameters do not give it (reactions).
    """

    name: str
    meaning: str
    default: bool = True
    standard: bool = False


@dataclass(frozen=True)
class Alternative:
    """Another way to trace a model.

    Attributes:
        route: what it is, in words.
        trace: runs it over some scalars and returns the outputs.
        outputs: those that it can give.
        nonzero: the parameters that it divides by.
    """

    route: str
    trace: Trace
    outputs: frozenset[str]
    nonzero: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """The model of one robot, ready to be traced.

    Attributes:
        robot: the robot that is modelled.
        states: the joint arrays that a call takes first.
        outputs: what it computes.
        trace: runs the page over some scalars and returns the outputs.
        reference: the same outputs by an independent route; arguments are the value of each
            symbol, the arithmetic and the type of arrays.
        against: what that route is, in words.
        notes: what a user must know about this robot's model.
        undefined_where: where outputs that divide by the state, or take its root, are NaN or
            infinite, as a clause: "J is singular".
        settle: turns drawn values into a state that the model can have (loops closed).
        refine: turns a state that was settled, in doubles, into one with the digits of another
            arithmetic (loops closed as exactly as that can); None if there is nothing to refine.
        approximate: True if the reference agrees to 1e-9 of the largest element only (formulas in
            double precision, angles that were taken for exact ones).
        judge: instead of a reference: from the outputs, the values, the arithmetic and the type of
            arrays, pairs of arrays that must be equal (both sides of a cut joint).
        balance: the same in the exact test.
        joints: the joints whose positions, velocities and accelerations are the arguments; None
            for all that move.
        arguments: the arrays before wrenches and base motion, instead of q, QP and QDP.
        route: how ``trace`` goes about it, if there are alternatives.
        route_notes: what a user is told of the route, where it was chosen.
        alternatives: other ways to trace the model; the one with the fewest operations is taken.
        smooth: the trace that has a derivative by every parameter, where ``trace`` has not.
        differentiated: a trace that costs more than ``trace`` but whose derivatives may cost less:
            these are counted too.
        formulate: the ways to trace some outputs that level O2 is to compare, none if it knows no
            cheaper one; arguments are the plan, the outputs and the option ``assume``.
        columns: what each column (the last index) of an output stands for, by output; only for
            outputs whose columns have names.
        relations: how the base parameters are grouped, for the headers of files.
        called: name, title and extension where an option makes it a model of its own.
        expanded: the same where writing it out makes it one.
        elements: tags of outputs, which are assigned even where they cost nothing; the names of
            the outputs by default.
        promised: names of elements that no other variable may take, by tag and frame.
        up_to_constant: outputs that base parameters change by a constant (potential energy).
        drawn: the robot whose symbols are given values; None for the one that is modelled.
        given: the arrays whose symbols are given values beside it; None for the arguments.
        derived: the values of other symbols of the program, from the given ones.
        free: the joints whose inertia it divides by, beside that of a floating base; None for a
            model that divides by no inertia.
    """

    robot: Robot
    states: tuple[str, ...]
    outputs: tuple[OutputKind, ...]
    trace: Trace
    reference: Reference | None
    against: str
    notes: tuple[str, ...] = ()
    undefined_where: str = ""
    settle: Callable[[dict[str, float]], dict[str, float]] | None = None
    refine: Callable[[Mapping[str, Any], Arithmetic[Any], Any], Mapping[str, Any]] | None = None
    approximate: bool = False
    judge: Balance | None = None
    balance: Balance | None = None
    joints: tuple[int, ...] | None = None
    arguments: tuple[Argument, ...] | None = None
    route: str = ""
    route_notes: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    formulate: Formulate | None = None
    smooth: Trace | None = None
    differentiated: Trace | None = None
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    elements: frozenset[str] = frozenset()
    promised: Mapping[tuple[str, int], str] = field(default_factory=dict)
    called: Mapping[str, Any] = field(default_factory=dict)
    expanded: Mapping[str, Any] = field(default_factory=dict)
    relations: tuple[str, ...] = ()
    up_to_constant: tuple[str, ...] = ()
    drawn: Robot | None = None
    given: tuple[Argument, ...] | None = None
    derived: Callable[[Mapping[str, Any], Arithmetic[Any]], dict[str, Any]] | None = None
    free: tuple[int, ...] | None = None

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols that are given values: the robot's, and those of the arguments."""
        arrays = self.arguments if self.given is None else self.given
        more = {each.name for array in arrays or () for each in array.symbols}
        return (self.drawn or self.robot).symbols | more

    def completed(self, values: Mapping[str, Any], arithmetic: Arithmetic[Any]) -> dict[str, Any]:
        """The values that are given, and those that follow from them."""
        more = self.derived(values, arithmetic) if self.derived is not None else {}
        return {**values, **more}

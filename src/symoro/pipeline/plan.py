"""The plan of a model: how it is traced, what it is compared with, and what a caller sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from symoro.expressions import ScalarOf
from symoro.models.let import LetFunction
from symoro.robot import Robot
from symoro.robot.arguments import Argument
from symoro.robot.joint_axes import Axis
from symoro.verify.check import Arrays, Check
from symoro.wording import quantity

if TYPE_CHECKING:
    from symoro.pipeline.state_check import StateCheck
    from symoro.pipeline.tracing import TraceCounter

Trace = Callable[[ScalarOf, LetFunction], Arrays]
PAGE = "the algorithm as its page has it"
"""The formulation of a model that has no other."""

Formulate = Callable[["Plan", frozenset[str], str, "TraceCounter"], "tuple[Alternative, ...]"]


@dataclass(frozen=True)
class OutputKind:
    """An output that a model offers.

    Attributes:
        default: True if it comes unasked.
        standard: True if base inertial parameters do not give it (reactions).
        up_to_constant: True if they change it by a constant (potential energy).
        axes: the joints that its axes run over, first ones first; nothing for none.
    """

    name: str
    meaning: str
    default: bool = True
    standard: bool = False
    up_to_constant: bool = False
    axes: tuple[Axis, ...] = ()


@dataclass(frozen=True)
class Alternative:
    """Another way to trace a model.

    Attributes:
        route: what it is, in words.
        trace: runs it over some scalars and returns the outputs.
        outputs: those that it can give.
        nonzero: the parameters that it divides by.
        trials: formulations that were counted before it was chosen, with the operations of their
            traces.
    """

    route: str
    trace: Trace
    outputs: frozenset[str]
    nonzero: tuple[str, ...] = ()
    trials: tuple[tuple[str, int], ...] = ()

    def __repr__(self) -> str:
        return f"<Alternative: {self.route}>"


@dataclass(frozen=True)
class Formulation:
    """The traces of a model: its page, and other ways to the same outputs.

    Attributes:
        trace: runs the page over some scalars and returns the outputs.
        route: how ``trace`` goes about it, if there are alternatives.
        route_notes: what a user is told of the route, where it was chosen.
        alternatives: other ways to trace the model; the one with the fewest operations is taken.
        formulate: the ways to trace some outputs that level O2 is to compare, none if it knows no
            cheaper one; it takes the plan, the outputs, the option ``assume`` and a counter.
        smooth: the trace that has a derivative by every parameter, where ``trace`` has not.
        differentiated: a trace that costs more than ``trace`` but whose derivatives may cost less:
            these are counted too.
        elements: tags of outputs, which are assigned even where they cost nothing; the names of
            the outputs by default.
        promised: names of elements that no other variable may take, by tag and frame.
        free: the joints whose inertia it divides by, beside that of a floating base; None for one
            that divides by no inertia.
    """

    trace: Trace
    route: str = ""
    route_notes: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    formulate: Formulate | None = None
    smooth: Trace | None = None
    differentiated: Trace | None = None
    elements: frozenset[str] = frozenset()
    promised: Mapping[tuple[str, int], str] = field(default_factory=dict)
    free: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        route = self.route or "the page"
        others = f", {quantity(n, 'alternative')}" if (n := len(self.alternatives)) else ""
        return f"<Formulation: {route}{others}>"


@dataclass(frozen=True)
class Interface:
    """The side of a model that a caller sees.

    Attributes:
        states: the joint arrays that a call takes first.
        notes: what a user must know about this robot's model.
        undefined_where: where outputs that divide by the state, or take its root, are NaN or
            infinite, as a clause: "J is singular".
        joints: the joints whose positions, velocities and accelerations are the arguments; None
            for all that move.
        arguments: the arrays before wrenches and base motion, instead of q, QP and QDP.
        columns: what each column (the last index) of an output stands for, by output; only for
            outputs whose columns have names.
        called: name, title and extension where an option makes it a model of its own.
        expanded: the same where writing it out makes it one.
        state_check: what must hold of states, which checked calls in Python are told; None if the
            model holds for all.
    """

    states: tuple[str, ...]
    outputs: tuple[OutputKind, ...]
    notes: tuple[str, ...] = ()
    undefined_where: str = ""
    joints: tuple[int, ...] | None = None
    arguments: tuple[Argument, ...] | None = None
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    called: Mapping[str, Any] = field(default_factory=dict)
    expanded: Mapping[str, Any] = field(default_factory=dict)
    state_check: StateCheck | None = None

    @property
    def signature(self) -> str:
        """The joint arrays and the outputs: ``q, QP, QDP -> GAM``."""
        return f"{', '.join(self.states)} -> {', '.join(each.name for each in self.outputs)}"

    def __repr__(self) -> str:
        return f"<Interface: {self.signature}>"


@dataclass(frozen=True)
class Plan:
    """The model of one robot, ready to be traced.

    Attributes:
        check_of: the check of the same robot with other inertial parameters; None for a model
            that is compared in its own parameters.
        relations: how the base parameters are grouped, for the headers of files.
        order: the moving joints in the order that arrays have; empty for frame order.
        for_outputs: the plan for the outputs that are asked for, where what some of them are takes
            work to find; None if it is this one for all.
    """

    robot: Robot
    formulation: Formulation
    check: Check
    interface: Interface
    check_of: Callable[[Robot], Check] | None = None
    relations: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    for_outputs: Callable[[frozenset[str]], Plan] | None = None

    def __repr__(self) -> str:
        return f"<Plan of {self.robot.name}: {self.interface.signature}>"

    def with_formulation(self, **changes: Any) -> Plan:
        """The plan traced otherwise."""
        return replace(self, formulation=replace(self.formulation, **changes))

    def with_interface(self, **changes: Any) -> Plan:
        """The plan as a caller sees it, changed."""
        return replace(self, interface=replace(self.interface, **changes))

"""What derivatives are compared with: a computation that carries slopes along a direction.

The derivatives J of the outputs by an argument are a matrix; J v, for a random direction v, is what
the independent reference of the model gives when it runs on numbers with slopes, those of the
argument being v. Another direction is taken at each state, and an unknown one, over residues, in
the exact test: a wrong element of J cannot hide. Where the reference cannot follow an argument
(states that must be settled first, parameters that are grouped), the program of the model, which
has its own verification, runs on numbers with slopes instead.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.expressions import Arithmetic, ModularArithmetic
from symoro.expressions.degree import Degree, DegreeArithmetic
from symoro.expressions.modular import ZeroDivisor
from symoro.expressions.points import at_random_point
from symoro.ir.forward_derivatives import argument_inputs, derivative_name
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.verify.check import Check, Pairs, Traced
from symoro.verify.precise import PreciseArithmetic, precise
from symoro.verify.slopes import SlopeArithmetic, Sloped

if TYPE_CHECKING:
    pass


Values = Mapping[str, Any]
Group = Mapping[str, Sequence[str | None]]  # arguments and their inputs, by name


class Slopes:
    """Compares the derivatives of a model with slopes."""

    def __init__(
        self, check: Check, program: Program, after: Program, wrt: Sequence[str], *, again: bool
    ) -> None:
        """Take a program, what it was compared with, and the program of its derivatives.

        Args:
            check: what the program was compared with.
            program: what was differentiated.
            after: its derivatives.
            wrt: by what.
            again: True if the program is one of derivatives itself, which no reference gives.
        """
        self.before, self.after = check, after
        self.program = program
        self.groups = _disjoint({name: argument_inputs(program, name)[1] for name in wrt})
        self.referred = not again and self._follows()

    def check(self) -> Check:
        """The check of the derivatives."""
        against = f"slopes along random directions of {self.before.against}"
        if not self.referred:
            against = (
                f"slopes along random directions of {self.program.name} itself, which was "
                f"compared with {self.before.against}"
            )
        return replace(
            self.before,
            against=against,
            reference=self._reference,
            judge=self._pairs,
            balance=self._pairs,
        )

    def _follows(self) -> bool:
        """True if the reference can carry slopes of all arguments."""
        check = self.before
        inputs = {name for group in self.groups for name in _symbols(group)}
        if check.settle is not None or check.reference is None or not inputs <= check.symbols:
            return False
        if check.judge is not None and check.balance is None:
            return False
        if check.derived is None:
            return True
        derived = check.derived

        def moves(field: ModularArithmetic) -> bool:
            known = {name: field.symbol(name) for name in check.symbols}
            v = {name: field.symbol(f"{name} moves") for name in inputs}
            found = derived(_sloped(known, v, field), SlopeArithmetic(field))
            return any(isinstance(x, Sloped) and x.slope != 0 for x in found.values())

        try:
            return not at_random_point("slopes of what is derived", moves)
        except ZeroDivisor:
            return False

    def _reference(self, values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Traced:
        """The outputs of the model that was differentiated, by its reference."""
        if self.referred and self.before.reference is not None:
            return self.before.reference(values, arithmetic, dtype)
        return dict(interpret(self.program, self.before.complete(values, arithmetic), arithmetic))

    def _pairs(
        self, found: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> Pairs:
        """J v and the slopes, by output."""
        pairs: Pairs = []
        for group in self.groups:
            v = _direction(_symbols(group), values, arithmetic)
            moved: dict[str, list[Any]] = {}
            for o in self.program.outputs:
                columns = {name: found[derivative_name(o.name, name)] for name in group}
                moved[o.name] = _times(columns, group, v, len(o.elements))
            if isinstance(arithmetic, DegreeArithmetic):
                pairs += self._bounds(moved, values, arithmetic)
            else:
                pairs += self._compared(moved, values, v, arithmetic)
        return [(np.array(a, dtype=dtype), np.array(b, dtype=dtype)) for a, b in pairs]

    def _compared(
        self,
        moved: Mapping[str, list[Any]],
        values: Values,
        v: Values,
        arithmetic: Arithmetic[Any],
    ) -> Pairs:
        carried = SlopeArithmetic(arithmetic)
        if not self.referred:
            inputs = _sloped(self.before.complete(values, arithmetic), v, arithmetic)
            run = interpret(self.program, inputs, carried)
            return [(moved[name], _slopes(run[name])) for name in moved]
        sloped = _sloped(values, v, arithmetic)
        if self.before.balance is None:
            run = self._reference(sloped, carried, object)
            return [(moved[name], _slopes(run[name])) for name in moved]
        inputs = self.before.complete(values, arithmetic)
        outputs = interpret(self.program, inputs, arithmetic)
        both = {
            name: [Sloped(x, s, arithmetic) for x, s in zip(outputs[name], slopes, strict=True)]
            for name, slopes in moved.items()
        }
        balanced = self.before.balance(both, sloped, carried, object)
        return [(_slopes(a), _slopes(b)) for a, b in balanced]

    def _bounds(
        self, moved: Mapping[str, list[Any]], values: Values, arithmetic: DegreeArithmetic
    ) -> Pairs:
        """Degrees: those of (N/D)' along v are at most N D' + N' D and D^2, and v is of degree 1.

        A balance is a polynomial in outputs too, whose slopes come in once.
        """
        pairs: Pairs = []
        if self.referred and self.before.balance is not None:
            inputs = self.before.complete(values, arithmetic)
            outputs = interpret(self.program, inputs, arithmetic)
            slope = max(
                (x for row in moved.values() for x in row if isinstance(x, Degree)),
                key=lambda x: x.above + x.below,
                default=Degree(0),
            )
            for pair in self.before.balance(outputs, values, arithmetic, object):
                a, b = ([_bound(x) * slope for x in np.ravel(np.asarray(e, object))] for e in pair)
                pairs.append((a, b))
            return pairs
        expected = self._reference(values, arithmetic, object)
        return [
            (moved[name], [_bound(x) for x in np.ravel(np.asarray(expected[name], object))])
            for name in moved
        ]


def _disjoint(places: Group) -> list[Group]:
    """Arguments in groups without an input in common: one direction serves a whole group."""
    groups: list[dict[str, Sequence[str | None]]] = []
    for name, inputs in places.items():
        for group in groups:
            if {*inputs}.isdisjoint(_symbols(group)):
                group[name] = inputs
                break
        else:
            groups.append({name: inputs})
    return [*groups]


def _symbols(group: Group) -> list[str]:
    return [name for inputs in group.values() for name in inputs if name]


def _direction(names: Sequence[str], values: Values, arithmetic: Arithmetic[Any]) -> dict[str, Any]:
    """A component for each input: drawn from the state, or unknown residues."""
    if isinstance(arithmetic, ModularArithmetic | DegreeArithmetic):
        return {name: arithmetic.symbol(f"{name} moves") for name in names}
    rng = random.Random(f"{names}|{sorted((n, float(x)) for n, x in values.items())}")
    drawn = {name: rng.uniform(0.5, 1.5) * rng.choice((-1, 1)) for name in names}
    if isinstance(arithmetic, PreciseArithmetic):
        return {name: precise(x) for name, x in drawn.items()}
    return drawn


def _sloped(values: Values, v: Values, arithmetic: Arithmetic[Any]) -> dict[str, Sloped]:
    """The values, those of the argument with the components of the direction as slopes."""
    return {name: Sloped(x, v.get(name, 0), arithmetic) for name, x in values.items()}


def _times(J: Mapping[str, Sequence[Any]], group: Group, v: Values, rows: int) -> list[Any]:
    """The elements of J v, from the columns of J by argument."""
    total: list[Any] = [0] * rows
    for name, inputs in group.items():
        for k, each in enumerate(inputs):
            if each:
                column = J[name][k :: len(inputs)]
                total = [sum_ + x * v[each] for sum_, x in zip(total, column, strict=True)]
    return total


def _slopes(run: Any) -> list[Any]:
    """The slopes of what is a number with one, else none."""
    found = np.ravel(np.asarray(run, dtype=object))
    return [x.slope if isinstance(x, Sloped) else 0 for x in found]


def _bound(x: Any) -> Degree:
    before = x if isinstance(x, Degree) else Degree(0)
    return Degree(before.above + before.below + 1, 2 * before.below)

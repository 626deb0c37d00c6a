"""The test of derivatives: against a computation on dual numbers, along a direction.

The derivatives J of the outputs by an argument are a matrix; J v, for a random direction v, is what
the independent reference of the model gives when it runs on dual numbers, the derivatives of the
argument being v. Another direction is taken at each state, and an unknown one, over residues, in
the exact test: a wrong element of J cannot hide. Where the reference cannot follow an argument
(states that must be closed first, parameters that are grouped), the program of the model, which
has its own verification, runs on dual numbers instead.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.dual import Dual, DualArithmetic
from symoro.expressions import Arithmetic, ModularArithmetic, Values
from symoro.expressions.degree import Degree, DegreeArithmetic
from symoro.expressions.modular import ZeroDivisor
from symoro.expressions.points import at_random_point
from symoro.expressions.precision import PreciseArithmetic, precise
from symoro.ir.forward_derivatives import argument_inputs, derivative_name
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.verify.check import Arrays, Check, Pairs

Group = Mapping[str, Sequence[str | None]]  # arguments and their inputs, by name


class DerivativeTest:
    """The test of the derivatives of a model, along random directions."""

    def __init__(
        self, check: Check, program: Program, after: Program, wrt: Sequence[str], *, again: bool
    ) -> None:
        """Take a program, its check, and the program of its derivatives.

        No reference gives derivatives of a program that is one of derivatives itself: ``again``.
        """
        self.before, self.after = check, after
        self.program = program
        self.groups = _disjoint_groups({name: argument_inputs(program, name)[1] for name in wrt})
        self.by_reference = not again and self._is_differentiable()

    def check(self) -> Check:
        """Return the check of the derivatives."""
        against = f"slopes along random directions of {self.before.against}"
        if not self.by_reference:
            against = (
                f"slopes along random directions of {self.program.name} itself, which was "
                f"compared with {self.before.against}"
            )
        return replace(
            self.before,
            against=against,
            reference=self._reference,
            compare_outputs=self._pairs,
            balance=self._pairs,
        )

    def _is_differentiable(self) -> bool:
        """Tell whether the reference can be differentiated by all arguments."""
        check = self.before
        inputs = {name for group in self.groups for name in _symbols(group)}
        if check.close_state is not None or check.reference is None or not inputs <= check.symbols:
            return False
        if check.compare_outputs is not None and check.balance is None:
            return False
        if check.derived_values is None:
            return True
        derived = check.derived_values

        def moves(field: ModularArithmetic) -> bool:
            known = {name: field.symbol(name) for name in check.symbols}
            v = {name: field.symbol(f"{name} moves") for name in inputs}
            values = derived(_dual_values(known, v, field), DualArithmetic(field))
            return any(isinstance(x, Dual) and x.derivative != 0 for x in values.values())

        try:
            return not at_random_point("slopes of what is derived", moves)
        except ZeroDivisor:
            return False

    def _reference(self, values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        """The outputs of the model that was differentiated, by its reference."""
        if self.by_reference and self.before.reference is not None:
            return self.before.reference(values, arithmetic, dtype)
        return dict(interpret(self.program, self.before.complete(values, arithmetic), arithmetic))

    def _pairs(
        self, outputs: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> Pairs:
        """J v and the derivatives of the reference along v, by output."""
        pairs: Pairs = []
        for group in self.groups:
            v = _direction(_symbols(group), values, arithmetic)
            moved: dict[str, list[Any]] = {}
            for o in self.program.outputs:
                columns = {name: outputs[derivative_name(o.name, name)] for name in group}
                moved[o.name] = _product(columns, group, v, len(o.elements))
            if isinstance(arithmetic, DegreeArithmetic):
                pairs += self._degree_pairs(moved, values, arithmetic)
            else:
                pairs += self._route_pairs(moved, values, v, arithmetic)
        return [(np.array(a, dtype=dtype), np.array(b, dtype=dtype)) for a, b in pairs]

    def _route_pairs(
        self, moved: Mapping[str, list[Any]], values: Values, v: Values, arithmetic: Arithmetic[Any]
    ) -> Pairs:
        carried = DualArithmetic(arithmetic)
        if not self.by_reference:
            inputs = _dual_values(self.before.complete(values, arithmetic), v, arithmetic)
            run = interpret(self.program, inputs, carried)
            return [(moved[name], _derivatives(run[name])) for name in moved]
        duals = _dual_values(values, v, arithmetic)
        if self.before.balance is None:
            run = self._reference(duals, carried, object)
            return [(moved[name], _derivatives(run[name])) for name in moved]
        inputs = self.before.complete(values, arithmetic)
        outputs = interpret(self.program, inputs, arithmetic)
        both = {
            name: [Dual(x, s, arithmetic) for x, s in zip(outputs[name], column, strict=True)]
            for name, column in moved.items()
        }
        balanced = self.before.balance(both, duals, carried, object)
        return [(_derivatives(a), _derivatives(b)) for a, b in balanced]

    def _degree_pairs(
        self, moved: Mapping[str, list[Any]], values: Values, arithmetic: DegreeArithmetic
    ) -> Pairs:
        """Degrees: those of (N/D)' along v are at most N D' + N' D and D^2, and v is of degree 1.

        A balance is a polynomial in outputs too, whose derivatives come in once.
        """
        pairs: Pairs = []
        if self.by_reference and self.before.balance is not None:
            outputs = interpret(self.program, self.before.complete(values, arithmetic), arithmetic)
            slope = max(
                (x for row in moved.values() for x in row if isinstance(x, Degree)),
                key=lambda x: x.above + x.below,
                default=Degree(0),
            )
            for pair in self.before.balance(outputs, values, arithmetic, object):
                a, b = (
                    [_degree_bound(x) * slope for x in np.ravel(np.asarray(e, object))]
                    for e in pair
                )
                pairs.append((a, b))
            return pairs
        expected = self._reference(values, arithmetic, object)
        return [
            (moved[name], [_degree_bound(x) for x in np.ravel(np.asarray(expected[name], object))])
            for name in moved
        ]


def _disjoint_groups(places: Group) -> list[Group]:
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
    """A component for each input: sampled by the state, or unknown residues."""
    if isinstance(arithmetic, ModularArithmetic | DegreeArithmetic):
        return {name: arithmetic.symbol(f"{name} moves") for name in names}
    rng = random.Random(f"{names}|{sorted((n, float(x)) for n, x in values.items())}")
    sampled = {name: rng.uniform(0.5, 1.5) * rng.choice((-1, 1)) for name in names}
    if isinstance(arithmetic, PreciseArithmetic):
        return {name: precise(x) for name, x in sampled.items()}
    return sampled


def _dual_values(values: Values, v: Values, arithmetic: Arithmetic[Any]) -> dict[str, Dual]:
    """The values, those of the argument with the components of the direction as derivatives."""
    return {name: Dual(x, v.get(name, 0), arithmetic) for name, x in values.items()}


def _product(J: Mapping[str, Sequence[Any]], group: Group, v: Values, rows: int) -> list[Any]:
    """The elements of J v, from the columns of J by argument."""
    total: list[Any] = [0] * rows
    for name, inputs in group.items():
        for k, each in enumerate(inputs):
            if each:
                column = J[name][k :: len(inputs)]
                total = [sum_ + x * v[each] for sum_, x in zip(total, column, strict=True)]
    return total


def _derivatives(run: Any) -> list[Any]:
    """The derivatives of dual numbers; 0 of others."""
    numbers = np.ravel(np.asarray(run, dtype=object))
    return [x.derivative if isinstance(x, Dual) else 0 for x in numbers]


def _degree_bound(x: Any) -> Degree:
    before = x if isinstance(x, Degree) else Degree(0)
    return Degree(before.above + before.below + 1, 2 * before.below)

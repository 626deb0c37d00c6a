"""A model as a Python function: NumPy arrays in, NumPy arrays out, a batch axis allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

import numpy.typing as npt

from symoro.compile.evaluator import Evaluator, Out
from symoro.compile.finite_results import FiniteResults
from symoro.compile.kernel import Array, Kernel, Layout
from symoro.compile.parameters import Parameters, Refusal
from symoro.compile.prepared_model import PreparedModel, new_prepared_model, refuse_pickling
from symoro.errors import UsageError
from symoro.ir.program import Program
from symoro.wording import quantity

Requirement = Callable[
    [Mapping[str, npt.ArrayLike], Mapping[str, float] | str | None],
    None,
]
"""Raises an error for the arguments of a call, by name, and its parameters."""


class CompiledModel:
    """Calls native code with checked arguments.

    ``f(q, QP, QDP, parameters={...}, FE=..., W0=...)``: joint arrays come first, in the model's
    order, or by name; all arrays may have a leading batch axis. One output is returned as an array,
    several as a dictionary by name. ``parameters`` may also be the name of one of the robot's value
    sets, if that has a number for each parameter, or the result of ``f.prepare(parameters)``.
    For repeated calls use that result: ``g = f.prepare(parameters)``, then ``g(q, QP, QDP)``.
    """

    def __init__(
        self,
        program: Program,
        states: Sequence[str],
        layout: Layout,
        kernel: Kernel,
        sets: Mapping[str, Mapping[str, float]] | None = None,
        nonzero: Sequence[str] = (),
        refuse: Refusal | None = None,
        finite: FiniteResults | None = None,
        require: Requirement | None = None,
    ) -> None:
        self.program = program
        self.states = tuple(states)
        self._evaluator = Evaluator(program, states, layout, kernel, finite)
        self._parameters = Parameters(program, sets or {}, nonzero, refuse)
        self._require = require
        self._ready: dict[str, PreparedModel] = {}  # value sets and, under no name, no parameters

    def __repr__(self) -> str:
        return self._evaluator.describe(self._count())

    def _repr_html_(self) -> str:
        """Arguments, outputs and parameters as a table, for notebooks."""
        from symoro.compile.html import function_html

        return function_html(self.program, self._parameters.sets)

    def prepare(self, parameters: Mapping[str, float] | str | None = None) -> PreparedModel:
        """Return the model with its parameters, which calls then neither read nor check again.

        Raises:
            UsageError: for a missing or unknown parameter, one that is NaN or infinite, or one that
                must not be zero and is.
            ModelError: for values that leave a joint without inertia, where the model divides by
                it.
        """
        if parameters is None or isinstance(parameters, str):
            name = parameters or ""
            if name not in self._ready:
                self._ready[name] = self._prepare_values(parameters or {}, name)
            return self._ready[name]
        return self._prepare_values(parameters, "")

    def __call__(
        self,
        *states: npt.ArrayLike,
        parameters: Mapping[str, float] | str | PreparedModel | None = None,
        threads: npt.ArrayLike | None = None,
        out: Out | None = None,
        **arrays: npt.ArrayLike,
    ) -> Array | dict[str, Array]:
        """Evaluate at one state or at a batch of states.

        Args:
            states: the joint arrays, in order.
            parameters: the constant parameters, a value set, or the result of `prepare`.
            threads: the number that may share a batch; by default that of the processors.
            out: the arrays that results are written to, one or a dictionary by output; new ones by
                default, which costs time for the system's memory. Those of one state may be
                arguments as well, those of a batch may not.
            arrays: arguments by name.

        Returns:
            The output, or a dictionary of outputs. Those of a batch are in Fortran order, each
            element of all states together, if the arrays given are; else in C order.

        Raises:
            UsageError: for a missing or unknown argument or parameter, a wrong shape, or positions
                and rates that do not close the loops of a closed robot; ``out`` has results then.
            SingularError: if the function was compiled with ``errors="raise"`` and a result is NaN
                or infinite; ``out`` has all results then.
        """
        if self._require is not None and not isinstance(parameters, PreparedModel):
            return self._checked_call(states, parameters, threads, out, arrays)
        if parameters is None or isinstance(parameters, str):
            parameters = self.prepare(parameters)
        if not isinstance(parameters, PreparedModel):
            constants = self._evaluator.constants(self._parameters.values(parameters))
            return self._evaluator.evaluate(constants, states, arrays, threads, out)
        if not parameters.is_of(self._evaluator):
            raise UsageError(
                f"{self.program.name}: these parameters were prepared by another function, "
                f"{parameters.program_name}; use prepare of this one"
            )
        if threads is not None:
            return parameters(*states, threads=threads, out=out, **arrays)
        if out is not None:
            return parameters(*states, out=out, **arrays)
        return parameters(*states, **arrays)

    def _checked_call(
        self,
        states: tuple[npt.ArrayLike, ...],
        parameters: Mapping[str, float] | str | None,
        threads: npt.ArrayLike | None,
        out: Out | None,
        arrays: Mapping[str, npt.ArrayLike],
    ) -> Array | dict[str, Array]:
        """Evaluate, then refuse states that the model does not hold for."""
        assert self._require is not None
        constants = self._evaluator.constants(self._parameters.values(parameters or {}))
        results = self._evaluator.evaluate(constants, states, arrays, threads, out)
        self._require({**dict(zip(self.states, states, strict=False)), **arrays}, parameters)
        return results

    def _prepare_values(self, parameters: Mapping[str, float] | str, name: str) -> PreparedModel:
        constants = self._evaluator.constants(self._parameters.values(parameters))
        count = self._count()
        note = count and f"{count} prepared" + f": {name}" * bool(name)
        return new_prepared_model(self._evaluator, constants, note)

    def _count(self) -> str:
        """The number of parameters in words; empty if there are none."""
        number = len(self._parameters.names)
        return quantity(number, "parameter") if number else ""

    def __copy__(self) -> CompiledModel:
        return self

    def __deepcopy__(self, memo: object) -> CompiledModel:
        return self

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self.program.name)

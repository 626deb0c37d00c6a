"""A model with its parameters, which a control loop calls once a state."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
import numpy.typing as npt

from symoro.compile.evaluator import Constants, Evaluator, Out
from symoro.compile.fast_call import native_maker
from symoro.compile.fast_call_text import CONSTANTS, KERNEL, PLAN, TABLE
from symoro.compile.kernel import Array
from symoro.errors import UsageError


class PreparedModel:
    """A model with its parameters: ``f(q, QP, QDP)``; see `CompiledModel.prepare`.

    It takes what the compiled model takes but for the parameters, and stands for them in
    ``parameters=``. Calls with arrays of doubles in C order run in native code from the second one
    on, without any step in Python; others give the same results.

    Attributes:
        k: the results of the constant part of the program, read only.
    """

    __slots__ = ("__weakref__", "_general", "_note", "_plan")

    def __init__(self, evaluator: Evaluator, constants: Constants, note: str) -> None:
        self._general = _GeneralCall(evaluator, constants)
        self._plan = self._general.plan
        self._note = note

    @property
    def k(self) -> Array:
        """The results of the constant part of the program, read only."""
        return self._general.constants.k

    def __call__(
        self,
        *states: npt.ArrayLike,
        threads: npt.ArrayLike | None = None,
        out: Out | None = None,
        **arrays: npt.ArrayLike,
    ) -> Array | dict[str, Array]:
        """Evaluate at one state or at a batch of states; see `CompiledModel.__call__`."""
        return self._general(*states, threads=threads, out=out, **arrays)

    def __repr__(self) -> str:
        return self._general.evaluator.describe(self._note)

    def is_of(self, evaluator: Evaluator) -> bool:
        """True if these are parameters for the evaluator."""
        return self._general.evaluator is evaluator

    @property
    def program_name(self) -> str:
        """The name of the program."""
        return self._general.evaluator.program.name

    def __copy__(self) -> PreparedModel:
        return self

    def __deepcopy__(self, memo: object) -> PreparedModel:
        return self

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self.program_name)


def new_prepared_model(evaluator: Evaluator, constants: Constants, note: str) -> PreparedModel:
    """Return a prepared model whose plain calls are native, where that is possible."""
    make = native_maker(PreparedModel, "_general", "_plan")
    prepared: PreparedModel = make(evaluator, constants, note)
    return prepared


class _GeneralCall:
    """A call in Python with whatever arguments; after the first state the plan is complete."""

    __slots__ = ("constants", "evaluator", "plan")

    def __init__(self, evaluator: Evaluator, constants: Constants) -> None:
        self.evaluator, self.constants = evaluator, constants
        self.plan = np.zeros(PLAN, dtype=np.int64)

    def __call__(
        self,
        *states: npt.ArrayLike,
        threads: npt.ArrayLike | None = None,
        out: Out | None = None,
        **arrays: npt.ArrayLike,
    ) -> Array | dict[str, Array]:
        if "parameters" in arrays:
            raise UsageError(
                f"{self.evaluator.program.name}: the parameters of this function are prepared; "
                "call the compiled model to give others"
            )
        results = self.evaluator.evaluate(self.constants, states, arrays, threads, out)
        if not self.plan[KERNEL]:
            self._complete_plan()
        return results

    def _complete_plan(self) -> None:
        table, address = self.evaluator.call_table, self.evaluator.state_address
        if table is not None and address:
            self.plan[CONSTANTS], self.plan[TABLE] = self.constants.address, table.address
            self.plan[KERNEL] = address  # last: the others are read once this is set


def refuse_pickling(name: str) -> NoReturn:
    """Raise the error of native code that is to be pickled.

    Raises:
        TypeError: always, as Python has it.
    """
    raise TypeError(
        f"{name} is native code of this process and cannot be pickled; pickle the robot, and make "
        "and compile the model where it is called"
    )

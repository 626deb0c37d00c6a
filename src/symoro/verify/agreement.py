"""The agreement of two results: in double precision, or with eighty digits where it is too little.

A difference in double precision may be a defect or lost digits: terms that cancel, a matrix near a
singular one, lengths in millimetres beside inertias of 1e-6. So nothing is accused by doubles: both
routes are computed again with eighty digits. What rounding leaves of a zero is then 1e-60 of
anything that entered, whatever the unit; a defect stays as large as it was.

How many digits are lost is measured with doubles by software, since those of a processor round
sines and products in its own way, and the certificate must be the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.expressions import Arithmetic, FloatArithmetic, Values
from symoro.expressions.precision import (
    PreciseArithmetic,
    SoftwareDoubles,
    precise,
    software_double,
)

TOLERANCE = 1e-9
"""The largest relative difference of results that agree."""

NOTHING = 1e-40
"""A zero, with eighty digits, relative to the largest value around."""

UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)
"""The exceptions of a computation that has no value."""

_FLOATS = FloatArithmetic()
_DIGITS = PreciseArithmetic()
_SOFTWARE = SoftwareDoubles()
_MARGIN = 0.1  # share of the tolerance beyond which software measures the error

Array = npt.NDArray[Any]
Pair = tuple[Array, Array]  # ours and theirs
Outputs = Mapping[str, list[Any]]  # the elements of outputs
RunFunction = Callable[[Values, Arithmetic[Any]], Outputs]
PairFunction = Callable[[Outputs, Values, Arithmetic[Any], Any], Iterable[tuple[Any, Any]]]
Refine = Callable[[Values, Arithmetic[Any], Any], Values]


class Disagreement(Exception):
    """Two routes differ, also with eighty digits."""

    def __init__(self, errors: list[float]) -> None:
        self.errors = errors
        super().__init__(f"a relative difference of {max(errors):.2g}")


class Comparison:
    """The comparison of a program with another route to its results, state by state.

    Attributes:
        lost: the number of states at which the program needs more digits than doubles have.
    """

    def __init__(
        self, run: RunFunction, pairs: PairFunction, floor: float, refine: Refine | None = None
    ) -> None:
        """Take both routes.

        Args:
            run: the outputs of the program, from the value of each input, over some scalars.
            pairs: the pairs that must be equal, from these outputs and the values.
            floor: the least scale of an error in doubles.
            refine: makes a state of doubles one of more digits; None if all states are possible.
        """
        self._run, self._compared, self._floor, self._refine = run, pairs, floor, refine
        self.lost = 0

    def error(self, values: Mapping[str, float]) -> float | None:
        """Return the relative error of doubles at a state; None where a value is not defined.

        Raises:
            Disagreement: if it is not digits that are lost.
        """
        try:
            with np.errstate(all="ignore"):
                pairs = self._pairs(self._run(values, _FLOATS), values, _FLOATS, float)
                if not all(np.isfinite(array).all() for pair in pairs for array in pair):
                    return None
                error = max(relative_errors(pairs, self._floor), default=0.0)
                return error if error <= _MARGIN * TOLERANCE else self._measured_error(values)
        except UNDEFINED:
            return None

    def require_elements(self, values: Mapping[str, float]) -> None:
        """Compare each element relative to itself, with eighty digits.

        So that small elements are not hidden by large ones: torques beside forces, angles beside
        millimetres. A state at which a value is not defined is passed over.

        Raises:
            Disagreement: if an element differs.
        """
        try:
            exact = self._exact_values(values)
            pairs = self._pairs(self._run(exact, _DIGITS), exact, _DIGITS, object)
        except UNDEFINED:
            return
        self._require_agreement(pairs, exact, each=True)

    def _measured_error(self, values: Values) -> float:
        """The error of doubles, by software, against a reference with eighty digits.

        Where that is large too the program is run with eighty digits: is it its formulas that
        differ, or did it lose its digits?
        """
        exact = self._exact_values(values)
        outputs = self._run({name: software_double(x) for name, x in values.items()}, _SOFTWARE)
        doubles = {name: [precise(x) for x in row] for name, row in outputs.items()}
        pairs = self._pairs(doubles, exact, _DIGITS, object)
        error = max(relative_errors(pairs, self._floor), default=0.0)
        if error > TOLERANCE:
            self._require_agreement(
                self._pairs(self._run(exact, _DIGITS), exact, _DIGITS, object), exact
            )
            self.lost += 1
        return error

    def _exact_values(self, values: Values) -> Values:
        exact = {name: precise(value) for name, value in values.items()}
        return self._refine(exact, _DIGITS, object) if self._refine is not None else exact

    @staticmethod
    def _require_agreement(pairs: list[Pair], values: Values, each: bool = False) -> None:
        errors = precise_errors(pairs, values, each)
        if max(errors, default=0.0) > TOLERANCE:
            raise Disagreement(errors)

    def _pairs(
        self, outputs: Outputs, values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> list[Pair]:
        pairs = self._compared(outputs, values, arithmetic, dtype)
        return [(_flat_array(ours, dtype), _flat_array(theirs, dtype)) for ours, theirs in pairs]


def relative_errors(pairs: Iterable[Pair], floor: float) -> list[float]:
    """Return the largest difference of each pair, relative to the largest value of its second part.

    ``floor`` is the least scale, so that what is zero but for rounding passes.
    """
    errors = []
    for ours, theirs in pairs:
        scale, difference = max(floor, largest(theirs)), largest(ours - theirs)
        errors.append(float(difference / scale if scale else difference))
    return errors


def precise_errors(pairs: Iterable[Pair], values: Values, each: bool = False) -> list[float]:
    """Return the relative differences of numbers with eighty digits, in any unit.

    With ``each``, relative to each element itself, not to the largest of its array.
    """
    pairs = list(pairs)
    around = max([0, *(abs(x) for x in values.values()), *(largest(b) for _, b in pairs)])
    errors = []
    for ours, theirs in pairs:
        difference = np.abs(ours - theirs)
        differs = difference > NOTHING * around
        scale = np.abs(theirs) if each else np.full(theirs.shape, largest(theirs), dtype=object)
        both = zip(difference[differs], scale[differs], strict=True)
        errors.append(max((float(d / (s or d)) for d, s in both), default=0.0))
    return errors


def largest(array: Array) -> Any:
    """Return the largest absolute value, 0 of an empty array."""
    return np.max(np.abs(array), initial=0)


def _flat_array(part: Any, dtype: Any) -> Array:
    array: Array = np.asarray(part, dtype=dtype).ravel()
    return array

"""The completeness pass: what the rules leave is checked exactly, and grouped where it depends.

The columns of the parameters that are left are evaluated at random states modulo a prime; one that
is a combination of earlier ones lets its parameter go. Its coefficients are found as expressions by
drawing the robot's constants again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from symoro.errors import InternalError, ModelError
from symoro.expressions import Expression
from symoro.expressions.modular import NoRoot
from symoro.identification.axes import Axes
from symoro.identification.combine import solved
from symoro.identification.echelon import echelon
from symoro.identification.grouping import Reason, Step, Terms
from symoro.identification.interpolate import interpolate
from symoro.identification.residues import PRIMES
from symoro.identification.samples import Samples, States, free_states
from symoro.robot import Robot
from symoro.robot.parameter import DYNAMIC, Parameter

_MARGIN = 10  # more conditions than columns
_DRAWS = 60  # of constants at which all square roots exist


@dataclass(frozen=True)
class Completeness:
    """The pass for one robot.

    Attributes:
        robot: the robot.
        states: how its joints move.
    """

    robot: Robot
    states: States = free_states
    _cache: dict[object, object] = field(default_factory=dict, repr=False)

    def steps(
        self, held: Iterable[Parameter], known: Mapping[Parameter, Terms] | None = None
    ) -> Iterator[Step]:
        """The eliminations that are left among the parameters held.

        Args:
            held: the parameters.
            known: their columns in terms of others that are independent, where that is known.

        Raises:
            ModelError: if a coefficient is not recognised.
        """
        order = ordered(held)
        for p, others in self.dependencies(order).items():
            found = solved(Axes(self.robot), known, p, others) if known else None
            into = found or [(k, self.coefficient(p, others, k)) for k in others]
            yield Step(p, tuple(into), NO_EFFECT if not into else DEPENDENT)

    def dependencies(self, order: list[Parameter]) -> dict[Parameter, list[Parameter]]:
        """The columns that depend on earlier ones, and on which."""
        samples = self.samples(0, PRIMES[0])
        found = echelon(samples.matrix(order, len(order) + _MARGIN), PRIMES[0])
        return {
            order[column]: [
                order[pivot]
                for pivot, c in zip(found.pivots, found.coefficients[:, d], strict=True)
                if c
            ]
            for d, column in enumerate(found.dependent)
        }

    def samples(self, point: int, prime: int) -> Samples:
        """States with constants of their own; drawn again where a square root is missing."""
        key = (point, prime)
        if key not in self._cache:
            self._cache[key] = self._drawn(point, prime)
        found = self._cache[key]
        assert isinstance(found, Samples)
        return found

    def _drawn(self, point: int, prime: int) -> Samples:
        for attempt in range(_DRAWS):
            samples = Samples(
                self.robot, f"{self.robot.name}|{point}|{attempt}", prime, self.states
            )
            try:
                samples.mechanism(1)
            except NoRoot:
                continue
            return samples
        raise InternalError(f"{self.robot.name}: its constants have no values modulo a prime")

    def coefficient(self, p: Parameter, others: list[Parameter], k: Parameter) -> Expression:
        """The coefficient of column k in column p, which is a combination of some columns.

        Raises:
            ModelError: if it is not recognised.
        """
        prime = PRIMES[0]

        @cache
        def at(point: int) -> int:
            columns = [*others, p]
            matrix = self.samples(point, prime).matrix(columns, len(columns) + _MARGIN)
            found = echelon(matrix, prime)
            if found.dependent != (len(others),):
                raise InternalError(f"{self.robot.name}: {p} depends on others by chance")
            return int(found.coefficients[others.index(k), 0])

        def constant(point: int, entry: Expression) -> int:
            value = self.samples(point, prime).constant(entry)
            return int(value.value)

        found = interpolate(self.robot, at, constant, prime)
        if found is None:
            raise ModelError(
                f"{self.robot.name}: {p} can be grouped with {', '.join(map(str, others))}, but "
                f"its coefficient for {k} is no short expression of the lengths and angles; the "
                "numeric method (--numeric, method='numeric') gives it for given numbers"
            )
        return found


def ordered(held: Iterable[Parameter]) -> list[Parameter]:
    """Parameters link by link, in the order of (3.71), rotors last."""
    return sorted(held, key=lambda p: (p.link, DYNAMIC.index(p.name)))


NO_EFFECT = Reason("no effect", "its energy function is constant", r"h_p = \text{constant}")
DEPENDENT = Reason(
    "dependency",
    "its column is a combination of those of other parameters, which no rule of the guide states",
    r"h_p = \sum_k t_k h_k",
)

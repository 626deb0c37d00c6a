"""The completeness pass: what the rules leave is checked exactly, and grouped where it depends.

The columns of the parameters that are left are evaluated at random states modulo a prime; one that
is a combination of earlier ones lets its parameter go. Its coefficients are found as expressions by
sampling the robot's constants again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from symoro.errors import ModelError
from symoro.expressions import Expression, expression
from symoro.expressions.modular import NoValue
from symoro.expressions.primes import Modulus
from symoro.grouping.eliminations import Reason, Step, Terms, sort_parameters
from symoro.grouping.exact.combination import combination_coefficients
from symoro.grouping.exact.echelon import echelon
from symoro.grouping.exact.interpolation import one_product, sum_of_products
from symoro.grouping.exact.residues import BITS
from symoro.grouping.exact.sampling import Samples, StateSampler, free_states
from symoro.grouping.rules.axes import Axes
from symoro.models.mechanism import mechanism
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, degree

_MARGIN = 10  # more conditions than columns
_SAMPLES = 60  # of constants at which all square roots exist


class NotRecognised(ModelError):
    """A coefficient that is no short expression of the robot's lengths and angles."""


Dependencies = dict[Parameter, list[Parameter]]  # a column, and those it is a combination of
Table = dict[tuple[Parameter, Parameter], int]  # coefficients, by the same pairs


@dataclass(frozen=True)
class Completeness:
    """The pass for one robot."""

    robot: Robot
    states: StateSampler = free_states
    _samples: dict[tuple[int, int], Samples] = field(default_factory=dict, repr=False)
    _moduli: tuple[Modulus, Modulus] = field(
        default_factory=lambda: (Modulus(0, BITS), Modulus(1, BITS)), repr=False
    )
    _constants: dict[tuple[int, Expression], int] = field(default_factory=dict, repr=False)
    _tables: dict[tuple[tuple[Parameter, ...], int], Table] = field(
        default_factory=dict, repr=False
    )

    def steps(
        self, parameters: Iterable[Parameter], known: Mapping[Parameter, Terms] | None = None
    ) -> Iterator[Step]:
        """The eliminations that are left among some parameters.

        Args:
            parameters: in any order.
            known: their columns in terms of others that are independent, where that is known.

        Raises:
            NotRecognised: if a coefficient is no short expression.
        """
        depend = self.dependencies(sort_parameters(parameters))
        for p in depend:
            yield self._step(depend, p, known)

    def find_steps(
        self, parameters: Iterable[Parameter], known: Mapping[Parameter, Terms] | None = None
    ) -> tuple[list[Step], Dependencies]:
        """The eliminations with known coefficients, and the other dependencies; see `steps`."""
        depend = self.dependencies(sort_parameters(parameters))
        steps: list[Step] = []
        unknown: Dependencies = {}
        for p, others in depend.items():
            try:
                steps.append(self._step(depend, p, known))
            except NotRecognised:
                unknown[p] = others
        return steps, unknown

    def _step(
        self, depend: Dependencies, p: Parameter, known: Mapping[Parameter, Terms] | None
    ) -> Step:
        terms = combination_coefficients(Axes(self.robot), known, p, depend[p]) if known else None
        into = terms or self.coefficients(depend, p)
        return Step(p, tuple(into), NO_EFFECT if not into else DEPENDENT)

    def dependencies(self, order: list[Parameter]) -> Dependencies:
        """The columns that depend on earlier ones, and on which."""
        samples = self.samples(0)
        form = echelon(samples.matrix(order, len(order) + _MARGIN), samples.prime)
        return {
            order[column]: [
                order[pivot]
                for pivot, c in zip(form.pivots, form.coefficients[:, d], strict=True)
                if c
            ]
            for d, column in enumerate(form.dependent)
        }

    def samples(self, point: int, other: int = 0) -> Samples:
        """States with constants of their own, modulo the first prime or the other one.

        They are sampled again where a square root is missing, modulo another prime where it is that
        of a number.
        """
        if (point, other) not in self._samples:
            self._samples[point, other] = self._sample_again(point, self._moduli[other])
        return self._samples[point, other]

    def _sample_again(self, point: int, modulus: Modulus) -> Samples:
        for attempt in range(_SAMPLES):
            if modulus.prime is None:
                break
            seed = f"{self.robot.name}|{point}|{attempt}"
            samples = Samples(self.robot, seed, modulus.prime, self.states)
            try:
                if self.robot.n_loops:
                    samples.mechanism(1)  # closed forms have square roots of constants, too
                else:
                    mechanism(self.robot, samples.constant)
                return samples
            except NoValue as error:
                if error.radicand is not None:
                    modulus.admit(error.radicand)
                    self._samples.clear()  # all points share a prime
                    self._tables.clear()
                    self._constants.clear()
        raise NotRecognised(
            f"{self.robot.name}: some of its constants have no value modulo any of the primes that "
            "were tried; the numeric method (--numeric, method='numeric') takes them as numbers"
        )

    def coefficients(
        self, depend: Dependencies, p: Parameter
    ) -> list[tuple[Parameter, Expression]]:
        """The combination that column p is; products are found first, then sums of such.

        Raises:
            NotRecognised: if a coefficient is no short expression.
        """
        prime = self.samples(0).prime
        columns = tuple(sort_parameters({*depend}.union(*depend.values())))

        def at(point: int) -> int:
            return self._values(columns, point)[p, k]

        formulas: dict[Parameter, Expression | None] = {}
        for k in depend[p]:
            power = degree(self.robot, k) - degree(self.robot, p)
            formulas[k] = one_product(self.robot, power, at, self._constant, prime)
        likely = [each for product in formulas.values() if product for each, _ in product.terms()]
        for k in (k for k, product in formulas.items() if product is None):
            power = degree(self.robot, k) - degree(self.robot, p)
            formulas[k] = sum_of_products(self.robot, power, at, self._constant, prime, likely)
            if formulas[k] is None:
                raise NotRecognised(
                    f"{self.robot.name}: {p} can be grouped with "
                    f"{', '.join(map(str, depend[p]))}, but its coefficient for {k} is no short "
                    "expression of the lengths and angles; the numeric method (--numeric, "
                    "method='numeric') gives it for given numbers"
                )
        return [(k, expression(each)) for k, each in formulas.items() if each is not None]

    def _constant(self, point: int, entry: Expression) -> int:
        """The residue of an expression of constants at one sample of them."""
        if (point, entry) not in self._constants:
            self._constants[point, entry] = int(self.samples(point).constant(entry).value)
        return self._constants[point, entry]

    def _values(self, columns: tuple[Parameter, ...], point: int) -> Table:
        """All coefficients of the columns that depend on earlier ones, at one sample."""
        if (columns, point) not in self._tables:
            samples = self.samples(point)
            form = echelon(samples.matrix(columns, len(columns) + _MARGIN), samples.prime)
            self._tables[columns, point] = {
                (columns[p], columns[k]): int(form.coefficients[row, place])
                for place, p in enumerate(form.dependent)
                for row, k in enumerate(form.pivots)
            }
        return self._tables[columns, point]


NO_EFFECT = Reason("no effect", "its energy function is constant", r"h_p = \text{constant}")
DEPENDENT = Reason(
    "dependency",
    "its column is a combination of those of other parameters, which no rule of the guide states",
    r"h_p = \sum_k t_k h_k",
)

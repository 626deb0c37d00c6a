"""The grouping rules of trees: theorems 1 to 4 and the practical rules, as eliminations.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; lambda writes parameters of frame j
in frame i; r1 is the first revolute joint on the way to j, r2 the first one not parallel to it.

    fixed j      K_i += lambda K_j: all ten go (the links are one body)
    revolute j   (3.86), (4.14)  YY_j, MZ_j, M_j go: XX_j -= YY_j and
                 K_i += YY_j lambda^(1+4) + MZ_j lambda^9 + M_j lambda^10         theorem 1
    prismatic j  (3.89), (4.16)  the six of J_j go: J_i += iAj J_j jAi            theorem 2
      r1 < j < r2, a_j across a_r1      one of MX_j, MY_j, MZ_j, table 3.2        rule 3
      r1 < j < r2, a_j // a_r1          MZ_j; MX_j and MY_j into MS_i and ZZ_s,
                 (3.94), (4.18): MS_i += iAj MS_j, ZZ_s += 2 iPj . iAj MS_j       rule 2
      before r1                         MX_j, MY_j, MZ_j                          rule 6
    r1 <= j < r2, revolute              XX_j, XY_j, XZ_j, YZ_j                    rule 4
      and O_j moves along a_j only, with no gravity across it: MX_j, MY_j         rule 5
    IA_j into ZZ_j where w_j has no other part along a_j; into M_j, less what link i would feel of
    a mass at O_j, where joint j alone moves O_j along a_j, across gravity        theorem 4

What goes to link 0 is lost, unless the base floats. Rules 2 to 6 need a base that does not turn, or
turns about one axis in a known way: that is then the first direction of rotation.

References: [Guide] sections 3.5.2.2, 3.5.2.3, 4.2.3; (4.18) in vector form, its print has a slip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from symoro.algebra.lambda_matrix import lambda_matrix
from symoro.algebra.vectors import Array, Z, vector
from symoro.expressions import ONE, ZERO, Expression, expression
from symoro.expressions.tidy import tidy
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.rules.axes import Axes
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.mechanism import Mechanism, Motion, mechanism
from symoro.robot import BaseMotion, JointType, Robot
from symoro.robot.link import INERTIAL
from symoro.robot.parameter import Parameter

StillFrames = Mapping[int, tuple[Array, Array]]
"""The rotation and position of frames in their antecedents, joints at zero."""

_MOMENTS = ("MX", "MY", "MZ")
_TENSOR = INERTIAL[:6]

FIXED = Reason("fixed frame", "the link and its antecedent are one body")
THEOREM_1 = Reason(
    "theorem 1",
    "a revolute joint: its axis does not tell this parameter of the link from its antecedent's",
    r"h_{YY_j} = -h_{XX_j} + h^i \lambda_j^{1+4},\ h_{MZ_j} = h^i \lambda_j^9,\ "
    r"h_{M_j} = h^i \lambda_j^{10}",
)
THEOREM_2 = Reason(
    "theorem 2",
    "a prismatic joint: the link turns with its antecedent",
    r"{}^iJ_i \mathrel{+}= {}^iA_j\,{}^jJ_j\,{}^jA_i",
)
RULE_2_AXIS = Reason(
    "rule 2",
    "prismatic, parallel to the only direction of rotation: no effect along it",
    r"h_{MZ_j} = \text{constant}",
)
RULE_2 = Reason(
    "rule 2",
    "prismatic, parallel to the only direction of rotation (3.94)",
    r"h_{MS_j} = {}^jA_i h_{MS_i} + 2\,P\,h_{ZZ_s}",
)
RULE_3 = Reason(
    "rule 3",
    "prismatic, not parallel to the only direction of rotation: no effect along that (table 3.2)",
    r"a_{x} h_{MX_j} + a_{y} h_{MY_j} + a_{z} h_{MZ_j} = \text{constant}",
)
RULE_4 = Reason(
    "rule 4",
    "the link turns about one direction only, its own axis",
    r"\omega_{1,j} = \omega_{2,j} = 0",
)
RULE_5 = Reason(
    "rule 5",
    "the link's origin moves along the axis only, with no gravity across it",
    r"h_{MX_j},\ h_{MY_j} = \text{constant}",
)
RULE_6 = Reason("rule 6", "the link does not turn", r"\omega_j = 0")
THEOREM_4_TURNS = Reason(
    "theorem 4",
    "the link turns about its axis as the rotor does",
    r"h_{IA_j} = h_{ZZ_j} = \tfrac12 \dot q_j^2",
)
THEOREM_4_SLIDES = Reason(
    "theorem 4",
    "along its axis the link slides as the rotor turns, across gravity",
    r"h_{IA_j} = \tfrac12 \dot q_j^2 = h_{M_j} - h^i \lambda_j^{10}",
)


@dataclass(frozen=True)
class TreeRules:
    """The rules for one robot; cut joints are left out."""

    robot: Robot

    @cached_property
    def axes(self) -> Axes:
        """The axes: parallel ones, moving ones."""
        return Axes(self.robot)

    def steps(self, j: int) -> Iterator[Step]:
        """The eliminations of link j, its outer links being done."""
        match self.robot.frame(j).sigma:
            case JointType.FIXED:
                for name in INERTIAL:
                    yield self._into_antecedent(j, name, FIXED)
            case JointType.REVOLUTE:
                yield from self._revolute(j)
            case JointType.PRISMATIC:
                yield from self._prismatic(j)

    def _revolute(self, j: int) -> Iterator[Step]:
        if self.axes.turns_alone(j):
            yield _step(j, "IA", [(Parameter(j, "ZZ"), ONE)], THEOREM_4_TURNS)
        yield _step(j, "YY", [(Parameter(j, "XX"), -ONE), *self._flat_column(j)], THEOREM_1)
        yield self._into_antecedent(j, "MZ", THEOREM_1)
        yield self._into_antecedent(j, "M", THEOREM_1)
        if self.axes.has_one_direction(j):
            for name in ("XX", "XY", "XZ", "YZ"):
                yield _step(j, name, [], RULE_4)
            if self.axes.is_still_across(j):
                yield _step(j, "MX", [], RULE_5)
                yield _step(j, "MY", [], RULE_5)

    def _flat_column(self, j: int) -> Iterator[tuple[Parameter, Expression]]:
        """The column lambda^(1+4): a body with XX_j = YY_j = 1 and nothing else."""
        if self._receives(j):
            i = self.robot.frame(j).antecedent
            for k, name in enumerate(INERTIAL):
                yield Parameter(i, name), self._lambda(j, "XX", k) + self._lambda(j, "YY", k)

    def _prismatic(self, j: int) -> Iterator[Step]:
        for name in _TENSOR:
            yield self._into_antecedent(j, name, THEOREM_2)
        axes = self.axes
        if axes.slides_alone(j):
            onto = [(p, -c) for p, c in self._into_antecedent(j, "M", THEOREM_4_SLIDES).into]
            yield _step(j, "IA", [(Parameter(j, "M"), ONE), *onto], THEOREM_4_SLIDES)
        if not axes.has_one_direction(j):
            return
        if not axes.turns(j):
            for name in _MOMENTS:
                yield _step(j, name, [], RULE_6)
        elif axes.is_along(j):
            yield _step(j, "MZ", [], RULE_2_AXIS)
            for k, name in enumerate(_MOMENTS[:2]):
                yield _step(j, name, self._moments_along(j, k), RULE_2)
        else:
            yield self._moments_across(j)

    def _moments_along(self, j: int, k: int) -> Iterator[tuple[Parameter, Expression]]:
        """Relation (3.94): a first moment across the direction of rotation."""
        A, P = self._frames[j]
        i = self.robot.frame(j).antecedent
        if i:
            yield from ((Parameter(i, name), A[row, k]) for row, name in enumerate(_MOMENTS))
        for s in self.axes.revolutes(j)[-1:]:
            yield Parameter(s, "ZZ"), 2 * (P @ A[:, k])

    def _moments_across(self, j: int) -> Step:
        """Table 3.2: the last component of a_r1 that is not zero tells which moment goes."""
        a = self._direction(j)
        last = max(k for k in range(3) if not self.axes.is_zero(self.axes.constant(a[k])))
        into = [(Parameter(j, _MOMENTS[k]), -a[k] / a[last]) for k in range(last)]
        return _step(j, _MOMENTS[last], into, RULE_3)

    def _direction(self, j: int) -> Array:
        """The first direction of rotation in frame j, which no posture changes."""
        base = self.axes.base_axis
        first, a = (self.axes.revolutes(j)[0], Z) if base is None else (0, base)
        for k in self.robot.chain(first, j)[1:]:
            a = self._frames[k][0].T @ a
        return vector(map(expression, a))

    def _into_antecedent(self, j: int, name: str, reason: Reason) -> Step:
        """A parameter as it is seen in the antecedent; lost in a base that does not float."""
        if not self._receives(j):
            return _step(j, name, [], reason)
        i = self.robot.frame(j).antecedent
        into = [(Parameter(i, other), self._lambda(j, name, k)) for k, other in enumerate(INERTIAL)]
        return _step(j, name, into, reason)

    def _receives(self, j: int) -> bool:
        return bool(self.robot.frame(j).antecedent) or self.robot.base.motion is BaseMotion.FLOATING

    def _lambda(self, j: int, name: str, row: int) -> Expression:
        return expression(self._lambdas[j][row, INERTIAL.index(name)])

    @cached_property
    def _lambdas(self) -> dict[int, Array]:
        return {j: lambda_matrix(A, P) for j, (A, P) in self._frames.items()}

    @cached_property
    def _frames(self) -> StillFrames:
        return still_frames(self.robot)


def still_frames(robot: Robot) -> StillFrames:
    """Frames in their antecedents, joints at zero: what the rules use does not depend on them."""
    still = {j: Motion(ZERO, ZERO, ZERO) for j in robot.moving_joints}
    m: Mechanism = mechanism(robot, lambda entry: entry, still)
    return {j: link_transform(m.body(j), j) for j in range(1, robot.n_frames + 1)}


def _step(j: int, name: str, into: Iterable[tuple[Parameter, Expression]], reason: Reason) -> Step:
    kept = tuple((p, tidy(expression(c))) for p, c in into)
    return Step(Parameter(j, name), tuple((p, c) for p, c in kept if c != ZERO), reason)

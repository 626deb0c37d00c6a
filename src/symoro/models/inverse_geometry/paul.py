"""Paul's method: the joints one after another, by the types of equations of [Guide] table 2.1.

At each stage every element of the equations (2.11) that has one unknown, and every pair with two,
is tried; the best equation is taken, its unknown is known from then on, and the next stage begins.
Better is what determines the unknown without a choice, then what leaves a choice without a square
root, then what needs one; a sine or cosine alone comes last, because it tells an angle near its
extremes badly. What is zero is decided exactly, at random points modulo a prime.

References: [Guide] sections 2.3.3 and 5.5.6; [Paul81].
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from symoro.errors import ModelError
from symoro.models.inverse_geometry.derivation import Derivation, Stage, stage_of
from symoro.models.inverse_geometry.element_names import element_name
from symoro.models.inverse_geometry.eliminations import eliminate, lies_in_a_plane
from symoro.models.inverse_geometry.joint_chain import JointChain, joint_chain
from symoro.models.inverse_geometry.kinds import coefficients, kind_of
from symoro.models.inverse_geometry.polynomial import ONE, Monomial, Polynomial, power
from symoro.models.inverse_geometry.pose_columns import WHOLE, make_scene, sampled_pose
from symoro.models.inverse_geometry.sample import SampledChain
from symoro.models.inverse_geometry.scene import Place, Scene
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.models.let import plain
from symoro.robot import Robot

_FORMS = ("ratio", "slide", "triangle", "square")
_LEFT = (Kind.LINEAR, Kind.QUADRATIC, Kind.ANGLE)
"""The kinds of equations that table 2.1 leaves of a pair."""


@dataclass(frozen=True)
class Choice:
    """The equation that gives an unknown.

    Attributes:
        unknown: the place of the unknown.
        kind: the kind of the equation.
        form: how it comes from the elements.
        places: the elements that are used.
        monomials: those of each element; all others have the coefficient zero.
        other: the unknown that is eliminated, if there is one.
        type: its number in table 2.1; for equations of two unknowns that of their pair.
        rank: how good it is, the smaller the better.
    """

    unknown: int
    kind: Kind
    form: str
    places: tuple[Place, ...]
    monomials: tuple[frozenset[Monomial], ...]
    other: int | None
    type: int
    rank: tuple[Any, ...]

    def coefficients(self, scene: Scene) -> list[Any]:
        """The coefficients of the equation, in the order of its kind."""
        equations = self._equations(scene)
        if self.form in ("single", "both"):
            return coefficients(self.kind, equations, self.unknown)
        left = eliminate(self.form, equations, self.other)
        assert left is not None
        return coefficients(self.kind, [left], self.unknown)

    def sides(self, scene: Scene) -> list[Any]:
        """The squares of the vectors that both angles turn, and of their sum."""
        equations = self._equations(scene)
        constants = [equation.coefficient(ONE) for equation in equations]
        lengths = [self._length(equations[0], k) for k in (self.unknown, self.other)]
        return [*lengths, constants[0] * constants[0] + constants[1] * constants[1]]

    def _equations(self, scene: Scene) -> list[Polynomial]:
        """The elements that are used."""
        pairs = zip(self.places, self.monomials, strict=True)
        return [scene.equation(place).restrict(monomials) for place, monomials in pairs]

    def is_triangle(self, scene: Scene) -> bool:
        """True if both equations are the components of a sum of two vectors in a plane."""
        equations = self._equations(scene)
        if self.form != "triangle" or self.kind is not Kind.ANGLE:
            return False
        names = {power(letter, k) for k in (self.unknown, self.other or 0) for letter in "CS"}
        linear = not any(set(equation.terms) - names - {ONE} for equation in equations)
        return linear and lies_in_a_plane(equations, self.unknown)

    @staticmethod
    def _length(equation: Polynomial, angle: int | None) -> Any:
        """The square of the length of the vector that an angle turns."""
        C, S = (equation.coefficient(power(letter, angle or 0)) for letter in "CS")
        return C * C + S * S


def derive_by_paul(
    robot: Robot, start: int, end: int, fixed: Collection[int], elements: Sequence[str]
) -> Derivation:
    """Solve a chain by Paul's method: by forward equations, else by backward ones.

    Raises:
        ModelError: naming the joints that are left.
    """
    reasons = []
    for backward in (False, True) if set(WHOLE) <= set(elements) else (False,):
        chain = joint_chain(robot, *((end, start) if backward else (start, end)), fixed)
        stages, left = _stages(chain, elements, backward)
        if not left:
            return Derivation(chain, "paul", backward, tuple(elements), tuple(stages))
        reasons.append((chain, left))
    chain, left = min(reasons, key=lambda each: len(each[1]))
    joints = ", ".join(chain.unknowns[k].text for k in left)
    raise ModelError(
        f"{robot.name}: Paul's method stops before {joints}: no equation that is left has one of "
        "them alone, and no two are of a type of table 2.1"
    )


def _stages(
    chain: JointChain, elements: Sequence[str], backward: bool
) -> tuple[list[Stage], tuple[int, ...]]:
    """The stages, and the unknowns that are left in the end."""
    samples = SampledChain(chain, f"inverse geometry of {chain.robot.name}")
    scene = make_scene(chain, samples.geometry, sampled_pose(samples), elements, plain)
    stages: list[Stage] = []
    while scene.unknowns:
        choice = choose(scene)
        if choice is None:
            present = {k for _, equation in scene.equations() for k in equation.unknowns}
            idle = [k for k in scene.unknowns if k not in present]
            if not idle:
                return stages, scene.unknowns
            stages.append(Stage(idle[0], None, table="none: any value"))
        else:
            stages.append(_stage(choice, scene, backward))
        scene.learn(stages[-1].unknown, samples.values[stages[-1].unknown])
    return stages, ()


def _stage(choice: Choice, scene: Scene, backward: bool) -> Stage:
    return stage_of(
        choice.unknown,
        choice.kind,
        choice,
        scene,
        planar=choice.is_triangle(scene),
        table=f"type {choice.type}",
        elements=", ".join(element_name(place, scene, backward) for place in choice.places),
        meaning=_meaning(choice, scene, backward),
    )


def _meaning(choice: Choice, scene: Scene, backward: bool) -> str:
    """The part of the arm that two roots tell apart; backward only the elbow is where it was."""
    if choice.kind is not Kind.ANGLE:
        return ""
    on_points = any(place.column.startswith("P") for place in choice.places)
    if choice.form in ("triangle", "square"):
        return "elbow" if on_points else ""
    if backward:
        return ""
    if not on_points:
        return "wrist"
    return "shoulder" if not scene.known else ""


def choose(scene: Scene) -> Choice | None:
    """The best equation of a stage, on samples; None if table 2.1 has none."""
    equations = _distinct(scene)
    single: dict[int, list[tuple[Place, Polynomial]]] = {}
    double: dict[tuple[int, ...], list[tuple[Place, Polynomial]]] = {}
    for place, equation in equations:
        unknowns = tuple(sorted(equation.unknowns))
        if len(unknowns) == 1:
            single.setdefault(unknowns[0], []).append((place, equation))
        elif len(unknowns) == 2:
            double.setdefault(unknowns, []).append((place, equation))
    choices = list(_single_choices(scene, single))
    if not any(choice.rank[0] <= 1 for choice in choices):
        choices += _double_choices(scene, double, single)
    return min(choices, key=lambda choice: choice.rank, default=None)


def _distinct(scene: Scene) -> list[tuple[Place, Polynomial]]:
    """The equations that are not trivial, each once."""
    kept: dict[tuple[Any, ...], tuple[Place, Polynomial]] = {}
    for place, equation in scene.equations():
        if equation and len(equation.unknowns) <= 2:
            key = tuple(sorted((m, _values(c)) for m, c in equation.terms.items()))
            kept.setdefault(key, (place, equation))
    return list(kept.values())


def _values(coefficient: Any) -> Any:
    return coefficient if isinstance(coefficient, int) else coefficient.values


def _single_choices(
    scene: Scene, single: dict[int, list[tuple[Place, Polynomial]]]
) -> Iterator[Choice]:
    for unknown, equations in single.items():
        turns = scene.chain.unknowns[unknown].turns
        usable: list[tuple[Place, Polynomial]] = []
        for place, equation in equations:
            kind = kind_of(equation, unknown, turns)
            assert kind is not None  # elements are linear in each unknown
            usable.append((place, equation))
            yield _choice(scene, unknown, kind, "single", [(place, equation)], [equation], None)
        if turns:
            for pair in combinations(usable, 2):
                x1, y1, _, x2, y2, _ = coefficients(
                    Kind.DIRECTION, [equation for _, equation in pair], unknown
                )
                if _is_zero(x1 * y2 - x2 * y1):
                    continue
                yield _choice(
                    scene, unknown, Kind.DIRECTION, "both", pair, [e for _, e in pair], None
                )


def _double_choices(
    scene: Scene,
    double: dict[tuple[int, ...], list[tuple[Place, Polynomial]]],
    single: dict[int, list[tuple[Place, Polynomial]]],
) -> Iterator[Choice]:
    for pair, own in double.items():
        equations = own + [each for k in pair for each in single.get(k, ())]
        for two in combinations(equations, 2):
            if all(len(equation.unknowns) == 1 for _, equation in two):
                continue
            for unknown, other in (pair, pair[::-1]):
                turns = scene.chain.unknowns[unknown].turns
                slides = not scene.chain.unknowns[other].turns
                for form in _FORMS:
                    if (form == "slide") != slides and form != "ratio":
                        continue
                    plane = not slides and lies_in_a_plane([e for _, e in two], other)
                    if form in ("triangle", "square") and plane != (form == "triangle"):
                        continue
                    left = eliminate(form, [equation for _, equation in two], other)
                    kind = kind_of(left, unknown, turns) if left is not None else None
                    if left is not None and kind in _LEFT:
                        yield _choice(scene, unknown, kind, form, two, [left], other)


def _choice(
    scene: Scene,
    unknown: int,
    kind: Kind,
    form: str,
    elements: Sequence[tuple[Place, Polynomial]],
    equations: Sequence[Polynomial],
    other: int | None,
) -> Choice:
    scalars = coefficients(kind, equations, unknown)
    number, rank = _type_and_rank(kind, form, scalars, scene, unknown, other)
    size = sum(len(equation.terms) for equation in equations)
    joints = scene.chain.unknowns[unknown].joints
    moving = sum(not _is_constant(x) for x in scalars)
    places = tuple(place for place, _ in elements)
    monomials = tuple(frozenset(equation.terms) for _, equation in elements)
    splits = sum(place.split for place in places)
    apart = (rank, len(joints) if rank == 2 else 0, form != "single")
    ties = (size, moving, splits, len(joints), unknown)
    return Choice(unknown, kind, form, places, monomials, other, number, (*apart, *ties))


def _type_and_rank(
    kind: Kind, form: str, scalars: Sequence[Any], scene: Scene, unknown: int, other: int | None
) -> tuple[int, int]:
    """The type of table 2.1 and the rank."""
    if kind is Kind.LINEAR:
        return (1 if form == "single" else 5), 0 if _is_constant(scalars[0]) else 4
    if kind is Kind.QUADRATIC:
        return 5, 6
    if kind is Kind.DIRECTION:
        x1, y1, _, x2, y2, _ = scalars
        return 3, 1 if all(map(_is_constant, (x1, y1, x2, y2))) else 4
    X, Y, Z = scalars
    if form == "single":
        if _is_zero(Z):
            return 2, 2
        if _is_zero(X) or _is_zero(Y):
            return (9 if _is_zero(X) else 10), 7
        return 2, 5
    if form == "ratio":
        return 4, 2
    assert other is not None
    if not scene.chain.unknowns[other].turns:
        return 5, 5
    summed = set(scene.chain.unknowns[unknown].joints) & set(scene.chain.unknowns[other].joints)
    return (8 if summed else 7), 5


def _is_zero(x: Any) -> bool:
    return x == 0 if isinstance(x, int) else bool(x.is_number(0))


def _is_constant(x: Any) -> bool:
    return isinstance(x, int) or bool(x.is_constant)

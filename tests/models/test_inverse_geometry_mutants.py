"""Every equation of Paul's method matters: break any one, and a law notices.

The equations of a derivation run on floats, at a pose that known joints give: the roots that these
joints have must satisfy every equation, the pose must be met, and the joints must come back. The
derivation itself, what is eliminated from which elements, is decided before, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro
import symoro.models.inverse_geometry.derivation as derivation_page
import symoro.models.inverse_geometry.eliminations as eliminations_page
import symoro.models.inverse_geometry.kinds as kinds_page
import symoro.models.inverse_geometry.paul as paul_page
import symoro.models.inverse_geometry.polynomial as polynomial_page
import symoro.models.inverse_geometry.pose_columns as columns_page
import symoro.models.inverse_geometry.scene as scene_page
from models.inverse_geometry_cases import (
    BROKEN,
    CLOSE,
    FLOATS,
    Case,
    exchange,
    largest_gap,
    make_case,
)
from models.mutants import Mutant, mutants
from symoro.algebra.scalars import is_number
from symoro.expressions import evaluate
from symoro.models.geometry.transforms import Chain
from symoro.models.inverse_geometry.derivation import UnknownScalars
from symoro.models.inverse_geometry.joint_chain import joint_chain
from symoro.models.inverse_geometry.paul import derive_by_paul
from symoro.models.inverse_geometry.polynomial import ONE, Polynomial, constant, power
from symoro.models.inverse_geometry.pose_columns import WHOLE
from symoro.models.inverse_geometry.sample import SampledChain
from symoro.models.inverse_geometry.scene import Angle
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.models.let import plain
from symoro.models.mechanism import mechanism
from symoro.robot import Robot

PAGES = (
    derivation_page,
    eliminations_page,
    kinds_page,
    paul_page,
    polynomial_page,
    columns_page,
    scene_page,
)
COSMETIC = (  # a product that costs nothing is named once instead of twice; a side too many
    "most = self.last - self.first - 1 if most is None else most",
    "if moved is not None and K is not None and _turns_axes(K):",
    "any(is_number(x, value) for value in (0, 1, -1)) for x in T[:3, :3].ravel()",
)


def _value(equation: Polynomial, unknowns: Mapping[int, UnknownScalars]) -> float:
    """The value of a polynomial at the unknowns."""
    total = 0.0
    for monomial, coefficient in equation.terms.items():
        term = float(coefficient)
        for (letter, unknown), exponent in monomial:
            own = unknowns[unknown]
            term *= {"C": own.C, "S": own.S, "r": own.x}[letter] ** exponent
        total += term
    return total


def _every_equation(case: Case) -> float:
    """The largest value of an equation of the first stage, by all its splits, frames and rows."""
    derivation = case.derivation
    chain = derivation.chain
    scalar = partial(evaluate, values=case.values, arithmetic=FLOATS)
    geometry = Chain(chain.robot, mechanism(chain.robot, scalar), plain)
    pose = case.pose
    if derivation.backward:
        pose = np.linalg.inv(pose)
    scene = columns_page.make_scene(
        chain, geometry, pose.astype(object), derivation.elements, plain
    )
    largest = 0.0
    for k in (0, *list(chain.unknowns)[:-1]):
        if k:
            own = case.unknowns[k]
            scene.learn(k, Angle(own.S, own.C) if chain.unknowns[k].turns else own.x)
        pairs = list(scene.equations())
        blocks = scene.last - scene.first
        assert len(pairs) == 3 * len(scene.columns) * (2 * blocks - 1)
        largest = max([largest, *(abs(_value(e, case.unknowns)) for _, e in pairs)])
    return largest


def _meets_its_pose_exactly(name: str) -> bool:
    """The chain of a robot, its joints known one after another, on residues."""
    robot = symoro.load(name)
    chain = joint_chain(robot, 0, robot.tip)
    samples = SampledChain(chain, "a pose")
    pose = columns_page.sampled_pose(samples)
    scene = columns_page.make_scene(chain, samples.geometry, pose, WHOLE, plain)
    for k in reversed(list(chain.unknowns)):
        scene.learn(k, samples.values[k])
    gaps = [x for each in scene.columns for x in each.left - each.right]
    assert all(is_number(x, 0) for x in gaps)
    return True


def _zero_at(equation: Polynomial | None, unknowns: Mapping[int, UnknownScalars]) -> bool:
    assert equation is not None
    assert equation.terms
    return abs(_value(equation, unknowns)) < CLOSE


FLOATS_AT = {1: UnknownScalars(np.sin(0.7), np.cos(0.7), 0.7)}
_OTHER = Polynomial({power("C", 2): 1.0})


def _eliminations_hold() -> bool:
    """Each elimination keeps a common zero, and refuses equations that it cannot take."""
    page = eliminations_page
    p1, p2, d2 = (UnknownScalars(np.sin(x), np.cos(x), x) for x in (0.7, -1.9, 0.45))
    one, two = 1, 2

    def equation(*terms: tuple[Any, float], slide: bool = False) -> Polynomial:
        own = Polynomial(dict(terms))
        value = _value(own, {one: p1, two: d2 if slide else p2})
        return own - constant(value)

    C1, S1, C2, S2, r2 = (
        power(x, k) for x, k in (("C", 1), ("S", 1), ("C", 2), ("S", 2), ("r", 2))
    )
    CC, SC, rr = ((("C", 1), 1), (("C", 2), 1)), ((("C", 2), 1), (("S", 1), 1)), power("r", 2, 2)
    angles, slides = {one: p1, two: p2}, {one: p1, two: d2}
    pair = [equation((CC, 2.0), (SC, 3.0)), equation((CC, -1.5), (SC, 0.4))]
    other = equation((((("C", 1), 1), (("S", 2), 1)), 1.0))
    mixed = equation((CC, 1.0), (C1, 2.0))
    line = [equation((r2, 2.0), (C1, 1.0), slide=True), equation((r2, 0.3), (S1, 2.0), slide=True)]
    bent = equation((r2, 1.0), (rr, 2.0), slide=True)
    steep = equation((((("C", 1), 1), (("r", 2), 1)), 1.0), slide=True)
    plane = [
        equation((C2, 3), (S2, 12), (C1, 5), (S1, 1)),
        equation((C2, 12), (S2, -3), (C1, 1), (S1, -5)),
    ]
    general = [
        equation((C2, 0.3), (S2, 1.1), (C1, 0.5)),
        equation((C2, 1.4), (S2, -0.3), (S1, 2.0)),
    ]
    parallel = [equation((C2, 0.3), (S2, 1.1), (C1, 0.5)), equation((C2, 0.6), (S2, 2.2))]
    flat, tall = equation((C2, 3), (S2, 12)), equation((C2, 24), (S2, -6))
    assert page.eliminate("single", pair, None) is pair[0]
    assert page.eliminate("both", pair, None) is pair[0]
    assert _zero_at(page.eliminate("ratio", pair, two), angles)
    plain_angle = equation((C1, 1.0))
    for wrong in (other, mixed, plain_angle):
        assert page.eliminate("ratio", [pair[0], wrong], two) is None
    assert _zero_at(page.eliminate("slide", line, two), slides)
    assert _zero_at(page.eliminate("slide", line[::-1], two), slides)
    for wrong in (bent, plain_angle, steep):
        assert page.eliminate("slide", [line[0], wrong], two) is None
        assert page.eliminate("slide", [wrong, line[0]], two) is None
    assert _zero_at(page.eliminate("triangle", plane, two), angles)
    assert _zero_at(page.eliminate("square", general, two), angles)
    short, full = (page.eliminate(form, plane, two) for form in ("triangle", "square"))
    assert short is not None
    assert full is not None
    assert full.coefficient(C1) == pytest.approx(153 * short.coefficient(C1))  # 3^2 + 12^2
    assert page.eliminate("square", parallel, two) is None
    bowed = equation((power("C", 2, 2), 1.0), (S2, 2.0))
    for wrong in (bowed, equation((CC, 1.0), (C2, 0.5), (S2, 1.0))):
        assert page.eliminate("square", [general[0], wrong], two) is None
    assert page.lies_in_a_plane(plane, two)
    assert page.lies_in_a_plane(plane, one)
    assert not page.lies_in_a_plane([flat, tall], two)
    assert not page.lies_in_a_plane([flat, flat], two)
    return True


def _kinds_hold() -> bool:
    """Each kind is told by its degree in one unknown, and has its coefficients in order."""
    page = kinds_page
    S, C, r = (power(x, 1) for x in "SCr")
    r2, r3, r4 = (power("r", 1, k) for k in (2, 3, 4))
    CC, CS = power("C", 1, 2), (*C, *S)
    angles = {
        (): None,
        (S,): Kind.ANGLE,
        (C,): Kind.ANGLE,
        (S, C): Kind.ANGLE,
        (CC,): Kind.CIRCLE,
        (CS,): Kind.CIRCLE,
        (C, CS, CC): Kind.CIRCLE,
        (power("C", 1, 3),): None,
    }
    lengths = {
        (r,): Kind.LINEAR,
        (r, r2): Kind.QUADRATIC,
        (r2,): Kind.QUADRATIC,
        (r3,): Kind.QUARTIC,
        (r, r3): Kind.QUARTIC,
        (r2, r4): Kind.QUARTIC,
        (power("r", 1, 5),): None,
    }
    for turns, kinds in ((True, angles), (False, lengths)):
        for monomials, kind in kinds.items():
            own = Polynomial(dict.fromkeys((*monomials, ONE), 2.0))
            assert page.kind_of(own, 1, turns) is kind
            assert page.kind_of(own, 2, turns) is None
            assert page.kind_of(own + _OTHER, 1, turns) is None
    length = Polynomial({r4: 7.0, r3: 11.0, r2: 2.0, r: 3.0, ONE: 5.0})
    assert page.coefficients(Kind.LINEAR, [length], 1) == [3.0, -5.0]
    assert page.coefficients(Kind.QUADRATIC, [length], 1) == [2.0, 3.0, 5.0]
    assert page.coefficients(Kind.QUARTIC, [length], 1) == [7.0, 11.0, 2.0, 3.0, 5.0]
    angle = Polynomial({S: 3.0, C: 5.0, CC: 7.0, CS: 11.0, ONE: 2.0})
    assert page.coefficients(Kind.ANGLE, [angle], 1) == [3.0, 5.0, -2.0]
    assert page.coefficients(Kind.DIRECTION, [angle, -angle], 1) == [3, 5, -2, -3, -5, 2]
    a4, a3, a2, a1, a0 = page.coefficients(Kind.CIRCLE, [angle], 1)
    s, c = FLOATS_AT[1].S, FLOATS_AT[1].C
    value = a4 * s**2 + a3 * c * s + a2 * c + a1 * s + a0
    assert value == pytest.approx(_value(angle, FLOATS_AT))
    return True


def _case(robot: Robot, elements: tuple[str, ...], seed: int) -> Case:
    return make_case(derive_by_paul(robot, 0, robot.tip, (), elements), seed)


def _cases() -> list[Case]:
    five = symoro.Robot.from_mdh(
        [0, "Pi/2", 0, "-Pi/2", "Pi/2"],
        [0, 0, "D3", 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, "R4", 0],
        [0] * 5,
        tool=[[1, 0, 0, 0], [0, 0, 1, 0.1], [0, -1, 0, 0], [0, 0, 0, 1]],
    )
    slides = symoro.Robot.from_mdh(
        [0.3, 1.1, -0.7, 0.4],
        [0.2, 0.3, 0.1, 0.4],
        [0.1, 0.2, 0, 0.5],
        [0.1, 0, 0.3, 0.2],
        [0, 1, 0, 1],
    )
    bent = symoro.Robot.from_mdh(  # a fixed frame between two parallel axes
        [0.2, 0, 0, 0.6], [0.1, 0.3, 0.4, 0.2], [0, 0.7, 0, 0.1], [0.1, 0.2, 0.1, 0], [0, 2, 0, 0]
    )
    turned = symoro.Robot.from_mdh(  # a slide against the axis of its block
        [0.4, "Pi", 0.9, 0.5],
        [0.1, 0.2, 0.3, 0.2],
        [0.1, 0.3, 0, 0.2],
        [0.3, 0, 0.2, 0.1],
        [0, 1, 0, 0],
    )
    return [
        *(
            _case(symoro.load(name), WHOLE, 1)
            for name in ("rx90", "ur5", "stanford", "kr5", "scara")
        ),
        _case(five, ("a", "P"), 2),
        _case(slides, WHOLE, 3),
        _case(bent, WHOLE, 4),
        _case(turned, WHOLE, 5),
    ]


CASES = _cases()


def test_the_joints_of_a_pose_satisfy_every_equation() -> None:
    assert max(map(largest_gap, CASES)) < CLOSE
    assert max(map(_every_equation, CASES)) < CLOSE


def test_eliminations_keep_common_zeros_and_refuse_the_rest() -> None:
    assert _eliminations_hold()
    assert _kinds_hold()
    assert _meets_its_pose_exactly("rx90")


def _survives(page: ModuleType, mutant: Mutant) -> bool:
    with exchange(page, mutant.module, PAGES), np.errstate(all="ignore"):
        try:
            return (
                _eliminations_hold()
                and _kinds_hold()
                and _meets_its_pose_exactly("rx90")
                and all(
                    largest_gap(case) < CLOSE and _every_equation(case) < CLOSE for case in CASES
                )
            )
        except BROKEN:
            return False


@pytest.mark.parametrize(
    ("page", "least"),
    [(eliminations_page, 60), (kinds_page, 10), (scene_page, 40)],
    ids=lambda x: x.__name__.rpartition(".")[2] if isinstance(x, ModuleType) else "",
)
def test_a_broken_equation_is_noticed(page: ModuleType, least: int) -> None:
    made = [m for m in mutants(page, thorough=True) if m.text not in COSMETIC]
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if _survives(page, m)]
    print(len(made), "mutants")
    assert len(made) >= least
    assert not alive, "\n".join(alive)

"""Every equation of Pieper's method matters: break any one, and a law notices.

The equations of each form of table 2.2 run on floats, at a pose that known joints give. What is
decided before, on samples, is compared with what the geometry of some robots says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro
import symoro.models.inverse_geometry.centre as centre_page
import symoro.models.inverse_geometry.derivation as derivation_page
import symoro.models.inverse_geometry.joint_scene as scene_page
import symoro.models.inverse_geometry.kinds as kinds_page
import symoro.models.inverse_geometry.pieper as pieper_page
import symoro.models.inverse_geometry.slides as slides_page
import symoro.models.inverse_geometry.wrist as wrist_page
from models.inverse_geometry_cases import (
    BROKEN,
    CLOSE,
    FLOATS,
    Case,
    exchange,
    largest_gap,
    make_case,
)
from models.mutants import Checks, Mutant, mutants
from pieper_structures import SLIDES, WRISTS, random_structure
from symoro.expressions import evaluate
from symoro.models.geometry.transforms import Chain
from symoro.models.inverse_geometry.pose_columns import WHOLE
from symoro.models.inverse_geometry.scene import Angle
from symoro.models.let import plain
from symoro.models.mechanism import mechanism
from symoro.references.inverse_geometry import numeric_chain
from symoro.robot import Robot

COSMETIC = (  # six joints: three more are three less; names; a quotient that is not needed
    'scene.results[key] = _name(scene, "d", self.joints[0], cross(z2, z3))',
    'scene, "t", self.joints[number - 1], t - scene.known[joint.unknown] * z',
    "if beside:",
    'monomial: "".join(g[0] * k for g, k in monomial) for monomial in polynomial.terms',
    "p, c = _between(scene, start + 3) @ before, _between(scene, start, True) @ behind",
)
PAGES = (
    centre_page,
    derivation_page,
    scene_page,
    kinds_page,
    pieper_page,
    slides_page,
    wrist_page,
)


ANGLES = [0.2, 0.8, 0.7, 0.4, 0.9, -1.1]
LENGTHS = [0.1, 0.2, 0.3, 0.4, 0, 0]
Q = "Pi/2"


def arm(
    joints: str,
    alpha: float | str = 0.8,
    d: float = 0.3,
    twists: Sequence[float | str] = (),
    distances: Sequence[float] = (),
    theta: float | str = 0.3,
) -> Robot:
    """A robot with a wrist: two joints, with this twist and distance between them, and a third."""
    r = [0 if x == "P" else length for x, length in zip(joints, LENGTHS, strict=True)]
    twists = twists or [0.2, alpha, *ANGLES[2:]]
    distances = distances or [0, d, 0.2, 0.1, 0, 0]
    offset: list[float | str] = [theta, 0.1, -0.4, 0.2, 0, 0.5]
    return Robot.from_mdh(twists, distances, offset, r, [int(x == "P") for x in joints])


Row = tuple[float | str, float, float | str, float, int]  # alpha, d, theta, r, sigma


def arm_with(*rows: Row) -> Robot:
    """An arm of three joints, then these rows."""
    first: list[Row] = [(0.2, 0, 0.3, 0.1, 0), (0.8, 0.3, 0.1, 0.2, 0), (0.7, 0.2, -0.4, 0.3, 0)]
    alpha, d, theta, r, sigma = zip(*first, *rows, strict=True)
    return Robot.from_mdh(alpha, d, theta, r, sigma)


def wrist_with(*rows: Row) -> Robot:
    """An arm of three joints, the first joint of a wrist, and these rows."""
    return arm_with((0.4, 0.1, 0.2, 0.4, 0), *rows)


IN_A_PLANE = wrist_with(
    (0.5, 0, 0, 0.2, 2), (0.7, 0, 0, 0, 0), (0.7, 0, 0, -0.2, 2), (0.5, 0, 0, 0.3, 0)
)
"""The axes meet where no frame has its origin; neighbouring ones are in the plane of y and z."""

OUT_OF_A_PLANE = wrist_with(
    (0.5, 0.2, Q, 0.2, 2), ("Pi/4", 0, 0, 0, 0), ("Pi/4", 0, 0, -0.4, 2), ("Pi/4", 0, 0, 0.3, 0)
)
"""The same with one of them out of that plane."""

BESIDE_ONCE = [
    wrist_with(("Pi/6", 0, 0, 0.2, 2), ("2*Pi/3", 0, 0, -0.2, 0), (0.5, 0, 0, 0.3, 0)),
    wrist_with((0.5, 0, 0, -0.1, 0), ("Pi/3", 0, 0, 0.2, 2), ("Pi/6", 0, 0, 0.3, 0)),
    wrist_with(
        ("Pi/4", 0.1, Q, 0.2, 2), (Q, 0.2, "Pi/4", 0, 2), (0, 0, 0, -0.1, 0), (0.5, 0, 0, 0.3, 0)
    ),
]
"""Two axes meet at the origin of a frame, two others do not."""


DECISIONS = {
    # an arm: its joints in the order of solution, with the types of table 2.2
    "rx90": (symoro.load("rx90"), "theta1 3, theta2 3, theta3 4"),
    "stanford": (symoro.load("stanford"), "r3 2, theta2 3, theta1 4"),
    "general": (arm("RRRRRR"), "theta3 6, theta2 4, theta1 4"),
    "parallel axes": (arm("RRRRRR", 0), "theta3 3, theta2 3, theta1 4"),
    "parallel axes of the forearm": (
        arm("RRRRRR", twists=[0.2, 0.8, 0, 0.4, 0.9, -1.1]),
        "theta1 3, theta2 3, theta3 4",
    ),
    "axes that meet": (arm("RRRRRR", d=0), "theta3 3, theta2 3, theta1 4"),
    "axis parallel to a line of both": (arm("RRRRRR", Q), "theta3 6, theta2 4, theta1 4"),
    "slide across its axis": (arm("RPRRRR", Q), "theta3 3, r2 2, theta1 4"),
    "slide along its axis": (arm("RPRRRR", 0), "theta3 6, r2 1, theta1 4"),
    "axis across its slide": (arm("PRRRRR", Q), "theta3 3, theta2 3, r1 1"),
    "slides at a right angle": (arm("PPRRRR", Q), "theta3 3, r2 1, r1 1"),
    "slides": (arm("PPRRRR"), "theta3 3, r2 1, r1 1"),
    "slide at the end": (arm("RRPRRR"), "r3 5, theta2 4, theta1 4"),
    "turned slides": (arm("PRPRRR", Q), "r3 1, theta2 3, r1 1"),
    "frames beside the wrist": (IN_A_PLANE, "theta3 6, theta2 4, theta1 4"),
    **{
        f"frames beside the wrist, {k}": (robot, "theta3 6, theta2 4, theta1 4")
        for k, robot in enumerate(BESIDE_ONCE)
    },
    "slide across another, turned": (arm("PPRRRR", Q, theta=Q), "theta3 3, r2 1, r1 1"),
    "slide across another": (arm("PPRRRR", Q, theta=0), "theta3 3, r2 1, r1 1"),
    "axes that meet, turned": (
        Robot.from_mdh(
            [0.2, 0.8, 0, *ANGLES[2:]],
            [0, 0, 0, 0.2, 0.1, 0, 0],
            [0, 0.4, 0, 0, 0, 0, 0],
            [0.1, 0, 0.2, 0.3, 0.4, 0, 0],
            [0, 2, 0, 0, 0, 0, 0],
        ),
        "theta4 3, theta3 3, theta1 4",
    ),
    "frames out of a plane": (OUT_OF_A_PLANE, "theta3 6, theta2 4, theta1 4"),
    "wrist at the base": (
        random_structure("(RRR)RPR", np.random.default_rng(3)),
        "theta6 6, r5 1, theta4 4",
    ),
    "wrist behind one joint": (
        random_structure("R(RRR)RP", np.random.default_rng(3)),
        "theta1 6, r6 1, theta5 4",
    ),
    "wrist before one joint": (
        random_structure("RP(RRR)R", np.random.default_rng(3)),
        "theta6 6, theta1 4, r2 1",
    ),
    "three slides, the first at the base": (
        random_structure("PRPRPR", np.random.default_rng(3)),
        "theta2 3, theta4 4, theta6 4, r1 1, r3 1, r5 1",
    ),
    "three slides": (
        random_structure("RPRPRP", np.random.default_rng(3)),
        "theta1 3, theta3 4, theta5 4, r2 1, r4 1, r6 1",
    ),
}

REFUSED = {
    "four parallel axes": (
        Robot.from_mdh([0, 0, 0, 0, Q, 0.7], [0, 1, 1, 1, 0, 0], [0] * 6, [0] * 5 + [1], [0] * 6),
        "joints 1, 2, 3 and 4 can move",
    ),
    "an axis through the wrist": (
        Robot.from_mdh(ANGLES, [0, 0.3, 0.2, 0, 0, 0], [0] * 6, [0.1, 0.2, 0.3, 0, 0, 0], [0] * 6),
        "joints 3, 4, 5 and 6 can move",
    ),
    "slides in a plane": (
        Robot.from_mdh([0.1, 0.4, 0.5, 0.3, Q, Q], [0.1] * 6, [0] * 6, [0] * 6, [1, 1, 1, 0, 0, 0]),
        "joints 1, 2 and 3 can move",
    ),
    "no wrist": (symoro.load("ur5"), "the axes of no three revolute joints"),
    "axes that nearly meet": (
        wrist_with(
            (0.5, 0, 0, 0.2, 2), (0.7, 0, 0, 0, 0), (0.7, 0, 0, -0.21, 2), (0.5, 0, 0, 0.3, 0)
        ),
        "the axes of no three revolute joints",
    ),
    "axes that pass by": (
        wrist_with((0.5, 0.01, 0, 0, 0), (0.7, 0, 0, 0.2, 0)),
        "the axes of no three revolute joints",
    ),
    "a slide before axes that meet": (
        arm_with((0.4, 0.1, 0.2, 0, 1), (0.5, 0, 0, 0, 0), (0.7, 0, 0, 0, 0)),
        "the axes of no three revolute joints",
    ),
    "a slide among axes that meet": (
        arm_with((0.4, 0.1, 0.2, 0.4, 0), (0.5, 0, 0, 0, 1), (0.7, 0, 0, 0, 0)),
        "the axes of no three revolute joints",
    ),
    "parallel axes in the wrist": (
        arm("RRRRRR", twists=[0.2, 0.8, 0.7, 0.4, 0, 1]),
        "can move",
    ),
    "seven joints": (
        symoro.load("lwr"),
        "and 7 move between frames 0 and 7; give the positions of 1 ",
    ),
    "five joints": (
        Robot.from_mdh([0.1, 0.4, 0.5, 0.3, 0.2], [0.1] * 5, [0] * 5, [0] * 5, [0] * 5),
        "takes six joints, and 5 move",
    ),
}


def _decides(name: str) -> bool:
    robot, expected = DECISIONS[name]
    derived = pieper_page.derive_by_pieper(robot, 0, robot.tip, (), WHOLE)
    unknowns = derived.chain.unknowns
    words = (f"{unknowns[s.unknown].text} {s.table.removeprefix('type ')}" for s in derived.stages)
    return ", ".join(words).startswith(expected)


@pytest.mark.parametrize("name", DECISIONS)
def test_the_geometry_decides_the_order_and_the_types_of_equations(name: str) -> None:
    robot, expected = DECISIONS[name]
    derived = pieper_page.derive_by_pieper(robot, 0, robot.tip, (), WHOLE)
    unknowns = derived.chain.unknowns
    words = [f"{unknowns[s.unknown].text} {s.table.removeprefix('type ')}" for s in derived.stages]
    assert ", ".join(words).startswith(expected)


CENTRE, AXES = "the centre of joints 4, 5, 6", "the axis of joint 6"
RX90 = [
    ("theta1", "type 3", CENTRE, "shoulder"),
    ("theta2", "type 3", CENTRE, "elbow"),
    ("theta3", "type 4", CENTRE, ""),
    ("theta4", "type 3", f"{AXES} from that of joint 5", "wrist"),
    ("theta5", "type 4", AXES, ""),
    ("theta6", "type 4", "the orientation", ""),
]


def _words_hold() -> bool:
    """The RX90 as in [Guide] section 2.3.6: the centre of joints 4, 5 and 6 first."""
    derived = pieper_page.derive_by_pieper(symoro.load("rx90"), 0, 6, (), WHOLE)
    unknowns = derived.chain.unknowns
    words = [
        (unknowns[each.unknown].text, each.table, each.elements, each.meaning)
        for each in derived.stages
    ]
    return words == RX90


def test_the_equations_of_the_rx90_are_those_of_the_guide() -> None:
    assert _words_hold()


def _refusal(name: str) -> str:
    try:
        pieper_page.derive_by_pieper(REFUSED[name][0], 0, REFUSED[name][0].tip, (), WHOLE)
    except symoro.ModelError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", REFUSED)
def test_other_chains_are_refused_with_the_reason(name: str) -> None:
    assert REFUSED[name][1] in _refusal(name)


def _refuses_a_point() -> bool:
    try:
        pieper_page.derive_by_pieper(symoro.load("rx90"), 0, 6, (), ("P",))
    except symoro.ModelError as error:
        return "takes the whole pose, not P alone" in str(error)
    return False


def test_elements_of_a_pose_are_refused() -> None:
    assert _refuses_a_point()


def _joint_scene(case: Case) -> scene_page.JointScene:
    """The scene of a case with all joints known, on floats."""
    chain = case.derivation.chain
    scalar = partial(evaluate, values=case.values, arithmetic=FLOATS)
    geometry = Chain(chain.robot, mechanism(chain.robot, scalar))
    pose = case.pose.astype(object)
    scene = scene_page.JointScene(chain, geometry, pose, WHOLE, plain)
    for place, own in case.unknowns.items():
        turns = chain.unknowns[place].turns
        scene.learn(place, Angle(own.S, own.C) if turns else own.x)
    return scene


def _motions_hold(case: Case) -> bool:
    """Each joint moves the end as the derivative of its pose says."""
    robot = case.derivation.chain.robot
    numeric = numeric_chain(robot, 0, robot.tip, case.values)
    _, rates = numeric.columns_and_rates(case.joints[None], "aP")
    scene = _joint_scene(case)
    K0 = scene.K[0].astype(float)
    a, P = case.pose[:3, 2], case.pose[:3, 3]
    gaps: list[float] = []
    for k, twist in enumerate(scene.twists(), 1):
        w, v = (K0[:3, :3] @ part.astype(float) for part in (twist[:3], twist[3:]))
        v = v + np.cross(K0[:3, 3], w)
        column = rates[0, :, numeric.joints.index(scene.frame(k))]
        gaps += [*(np.cross(w, a) - column[:3]), *(v + np.cross(w, P) - column[3:])]
    return bool(np.abs(gaps).max() < CLOSE)


def _names_hold(case: Case) -> bool:
    """Each value has a name of its own, of letters and digits."""
    names = set()

    class Let:
        def __call__(self, tag: str, frame: Any, value: Any) -> Any:
            assert tag.isalnum()
            assert (tag, frame) not in names
            names.add((tag, frame))
            return value

        def solve(self, tag: str, frame: Any, matrix: Any, right: Any) -> Any:
            return plain.solve(tag, frame, matrix, right)

    scalar = partial(evaluate, values=case.values, arithmetic=FLOATS)
    derivation = replace(case.derivation, checked=False)
    pose = case.pose.astype(object)
    derivation_page.run_derivation(derivation, pose, case.unknowns, scalar, Let())
    assert {("U013", None), ("U034", None)} <= names
    return True


def _cases() -> list[Case]:
    rng = np.random.default_rng(20)
    robots = [random_structure(name, rng) for name in (*WRISTS, *SLIDES[::3])]
    robots += [robot for robot, _ in DECISIONS.values()]
    derived = [pieper_page.derive_by_pieper(robot, 0, robot.tip, (), WHOLE) for robot in robots]
    return [make_case(each, seed) for seed, each in enumerate(derived)]


CASES = _cases()
NAMED = [CASES[k] for k in (0, 13, 26, 34)]  # a wrist at each end and between, three slides


def test_the_joints_of_a_pose_satisfy_every_equation() -> None:
    assert max(map(largest_gap, CASES)) < CLOSE


def test_every_type_of_table_22_occurs() -> None:
    kinds = {stage.table for case in CASES for stage in case.derivation.stages}
    assert kinds == {f"type {k}" for k in range(1, 7)}


def _holds(case: Case) -> bool:
    return largest_gap(case) < CLOSE


CHECKS: Checks[None] = Checks(
    [
        *(lambda _, case=case: _holds(case) for case in CASES),
        *(lambda _, case=case: _motions_hold(case) for case in NAMED),
        *(lambda _, case=case: _names_hold(case) for case in NAMED),
        *(lambda _, name=name: _decides(name) for name in DECISIONS),
        lambda _: _words_hold(),
        lambda _: _refuses_a_point(),
        *(lambda _, name=name: REFUSED[name][1] in _refusal(name) for name in REFUSED),
    ],
    (*BROKEN, RuntimeError, symoro.ModelError),
)


def _survives(page: ModuleType, mutant: Mutant) -> bool:
    with exchange(page, mutant.module, PAGES), np.errstate(all="ignore"):
        return CHECKS.hold(None)


@pytest.mark.parametrize(
    "page",
    [centre_page, slides_page, wrist_page, scene_page, pieper_page],
    ids=lambda x: x.__name__.rpartition(".")[2],
)
def test_a_broken_equation_is_noticed(page: ModuleType) -> None:
    assert CHECKS.hold(None)
    made = [m for m in mutants(page, thorough=True) if m.text not in COSMETIC]
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if _survives(page, m)]
    print(len(made), "mutants")
    assert not alive, "\n".join(alive)


def test_a_page_that_is_not_broken_survives() -> None:
    spec = spec_from_file_location(centre_page.__name__, centre_page.__file__)
    assert spec is not None
    assert spec.loader is not None
    copy = module_from_spec(spec)
    spec.loader.exec_module(copy)
    assert _survives(centre_page, Mutant("nothing", 0, "", copy))

"""Loop kinematics along motions that keep the loops closed, and at many closed postures.

The active joints move as one likes; velocities and accelerations of the others are such that the
first and second derivative of both sides of every cut joint agree, by the product rule applied to
4x4 matrices. The constraint equations must hold for them.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from closed_robots import (
    bennett,
    coaxial,
    cylindrical,
    cylindrical_cut,
    parallelogram,
    seven_revolutes,
    six_bar,
    spherical_cut,
    two_parallelograms,
    universal_cut,
    wheels,
    without_inertia,
)
from laws.closing import (
    Array,
    Compiled,
    Values,
    consistent_motion,
    drawn_posture,
    motors,
    size,
)
from printers.toolchain import assert_close, expected, run
from random_loops import planar_loop, spherical_loop, translational_loop
from symoro import library
from symoro.analysis.loops import Closure, closed_postures
from symoro.analysis.mobility import mobility
from symoro.catalog.generate import generate
from symoro.catalog.kinematic.loop_selection import select
from symoro.errors import ModelError
from symoro.expressions import parse
from symoro.ir import Solve
from symoro.pipeline.options import Options
from symoro.robot import JointType, Robot
from symoro.verify.sampling import sample_values

DETERMINED = [name for name in library.names() if library.robot(name).n_loops and name != "rssr"]
HOLDS = (
    1e-10  # of the largest term; postures near to singular ones, which lose digits, are not drawn
)


def tilted_universal() -> Robot:
    """The universal joint with an angle about its first axis, in whose frame no row is free."""
    robot = universal_cut()
    frames = [replace(f, gamma=parse("g7")) if j == 7 else f for j, f in robot]
    return replace(robot, frames=tuple(frames), name="tilted_universal")


def robots() -> dict[str, Robot]:
    """Loops of all ranks, simple and complex cut joints, one and several loops."""
    made = {name: library.robot(name) for name in DETERMINED}
    made |= {
        "bennett": bennett(),
        "coaxial": coaxial(),
        "cylindrical": cylindrical(),
        "cylindrical cut, R first": cylindrical_cut("R"),
        "cylindrical cut, P first": cylindrical_cut("P"),
        "parallelogram": parallelogram("antiparallel"),
        "rhombus": parallelogram("rhombus"),
        "seven revolutes": seven_revolutes(),
        "six-bar": six_bar(),
        "spherical cut in the middle": spherical_cut(1),
        "spherical cut at its end": spherical_cut(2),
        "tilted universal cut": tilted_universal(),
        "two parallelograms": two_parallelograms(),
        "universal cut": universal_cut(),
        "massless fourbar": without_inertia(library.robot("fourbar")),
        "massless spherical4r": without_inertia(library.robot("spherical4r")),
    }
    return made


ROBOTS = robots()

ROWS = {"sr400": 2, "parallelogram": 2, "rhombus": 2, "two parallelograms": 4}
"""The mode without sums: rows of loops hold in every mode (see test_parallelograms for sums)."""


@cache
def model_of(name: str) -> Compiled:
    options = Options(own={"mode": ROWS[name]} if name in ROWS else {})
    return Compiled(generate("loop-kinematics", ROBOTS[name], options))


def relative(terms: list[Array]) -> float:
    """How far a sum of terms is from zero, by its largest term (not below 1)."""
    whole = np.abs(np.sum(terms, axis=0)).max(initial=0.0)
    return float(whole / max(1.0, *(np.abs(term).max(initial=0.0) for term in terms)))


selection = cache(select)


def split(robot: Robot, active: tuple[int, ...], vector: Array) -> tuple[Array, Array, Array]:
    """A vector over all joints as that of active, passive and cut joints."""
    chosen = selection(robot, active)
    by_joint = dict(zip(robot.moving_joints, vector.tolist(), strict=True))
    a, p, c = (
        np.array([by_joint[j] for j in which])
        for which in (chosen.active, chosen.passive, chosen.cut)
    )
    return a, p, c


def assert_constraints(form: Compiled, active: tuple[int, ...], rng: random.Random) -> None:
    """Velocity and acceleration constraints, and W, along a random motion."""
    robot = form.robot
    values, posture = drawn_posture(robot, rng, active)
    rates = {j: rng.uniform(-1, 1) for j in active}
    more = {j: rng.uniform(-1, 1) for j in active}
    motion = consistent_motion(robot, values, posture, rates, more)
    found = form(values, motion.q, motion.qd)
    qda, qdp, qdc = split(robot, active, motion.qd)
    qdda, qddp, qddc = split(robot, active, motion.qdd)
    first = [found["Wa"] @ qda, found["Wp"] @ qdp]
    second = [found["Wac"] @ qda, found["Wpc"] @ qdp, found["Wc"] @ qdc]
    assert relative(first) < HOLDS
    assert relative(second) < HOLDS
    assert relative([found["Wa"] @ qdda, found["Wp"] @ qddp, found["Psi"]]) < HOLDS
    cut = [found["Wac"] @ qdda, found["Wpc"] @ qddp, found["Wc"] @ qddc, found["Phi"]]
    assert relative(cut) < HOLDS
    assert relative([found["W"] @ qda, -qdp]) < HOLDS
    square = (len(qdp), len(qdp))
    assert (found["Wp"].shape, found["W"].shape) == (square, (len(qdp), len(qda)))


@pytest.mark.parametrize("name", ROBOTS)
def test_constraints_hold_along_motions_of_closed_robots(name: str) -> None:
    rng = random.Random(name)
    form = model_of(name)
    for _ in range(3):
        assert_constraints(form, motors(form.robot), rng)


LOOPS = [
    planar_loop("RRPR", 1, 0, "R"),
    planar_loop("PRRP", 2, 1, "F"),
    planar_loop("RPRPR", 3, 2),
    spherical_loop(5, 2, 3, "F"),
    translational_loop(4),
]


@pytest.mark.parametrize(("robot", "around"), LOOPS, ids=[robot.name for robot, _ in LOOPS])
def test_constraints_hold_whichever_joints_are_active(
    robot: Robot, around: tuple[int, ...]
) -> None:
    active = tuple(sorted({*robot.moving_joints} - {*around[:3]}))
    options = Options(own={"active": active}, level="O1", verify=False)
    form = Compiled(generate("loop-kinematics", robot, options))
    for seed in range(2):
        assert_constraints(form, active, random.Random(seed))


@pytest.mark.parametrize("name", ["fivebar", "akr3000", "two parallelograms"])
def test_W_has_the_slopes_of_the_passive_joints(name: str) -> None:
    form = model_of(name)
    robot, active = form.robot, motors(form.robot)
    values, posture = drawn_posture(robot, random.Random(name))
    for k, j in enumerate(active):
        unit = {i: float(i == j) for i in active}
        motion = consistent_motion(robot, values, posture, unit)
        _, qdp, _ = split(robot, active, motion.qd)
        slopes = form(values, motion.q, motion.qd)["W"][:, k]
        assert slopes == pytest.approx(qdp, abs=HOLDS)


# Rows


def scaled(robot: Robot, values: Values, rows: list[tuple[int, int]], matrices: Array) -> Array:
    """Rows of translation by the size, columns of slides in sizes: no units."""
    length = size(robot, values)
    shifts = np.array([1 / length if row < 3 else 1.0 for _, row in rows])
    slides = [robot.frame(j).sigma is JointType.PRISMATIC for j in robot.moving_joints]
    whole: Array = matrices * shifts[:, None] * np.where(slides, length, 1.0)
    return whole


@pytest.mark.parametrize("name", DETERMINED)
def test_the_rows_that_are_kept_have_the_rank_of_all_rows(name: str) -> None:
    """At a thousand closed postures, by singular values."""
    form = model_of(name)
    robot = form.robot
    values = sample_values(robot, random.Random(name)) | robot.parameter_values("example")
    postures = closed_postures(robot, values, 1000, random.Random(name))
    found = form(values, postures, np.zeros_like(postures))
    chosen = selection(robot, motors(robot))
    order = [(*chosen.active, *chosen.passive, *chosen.cut).index(j) for j in robot.moving_joints]
    zero = np.zeros((len(postures), len(chosen.rows), len(chosen.cut)))
    above = np.concatenate([found["Wa"], found["Wp"], zero], axis=2)
    below = np.concatenate([found["Wac"], found["Wpc"], found["Wc"]], axis=2)
    kept = np.concatenate([above, below], axis=1)[:, :, order]
    rows = [*chosen.rows, *chosen.cut_rows]
    ours = np.linalg.svd(scaled(robot, values, rows, kept), compute_uv=False)
    gaps = Closure(robot, values)
    every = np.linalg.svd(gaps.gaps(postures / gaps.tables.unit)[1], compute_uv=False)
    rank = len(rows)
    assert np.abs(every[:, rank:]).max(initial=0.0) < 1e-9
    assert (ours[:, rank - 1] > 0.5 * every[:, rank - 1]).all()
    assert np.median(ours[:, rank - 1]) > 0.01


# Complex cut joints

COMPLEX = {
    "rsur": ((3, 4, 5), (2, 6, 7)),
    "universal cut": ((2, 3, 4, 6), (5, 7)),
    "cylindrical cut, R first": ((2, 3, 4, 6), (5, 7)),
    "cylindrical cut, P first": ((2, 3, 4, 6), (5, 7)),
    "spherical cut in the middle": ((2, 3, 5), (4, 6, 7)),
    "spherical cut at its end": ((2, 3, 6), (4, 5, 7)),
    "tilted universal cut": ((2, 3, 4, 5, 6), (7,)),
    "fourbar": ((2, 3), (4,)),
    "massless fourbar": ((2, 3), (4,)),
    "massless spherical4r": ((), (2, 3, 4)),
}


@pytest.mark.parametrize("name", COMPLEX)
def test_joints_of_a_complex_cut_joint_are_no_passive_ones(name: str) -> None:
    """Remarks 1 and 2 of the guide, section 2.6: Wp is square without them."""
    robot = ROBOTS[name]
    passive, cut = COMPLEX[name]
    chosen = selection(robot, motors(robot))
    assert (chosen.passive, chosen.cut) == (passive, cut)
    shapes = {output.name: output.shape for output in model_of(name).model.program.outputs}
    assert shapes["Wp"] == (len(passive), len(passive))
    assert shapes["Wc"] == (len(cut), len(cut))


def test_planar_loops_keep_the_rows_of_the_guide() -> None:
    """Remark 3: of a planar loop with a revolute cut joint rows 3, 4 and 5 are eliminated."""
    for name in ("fourbar", "sr400"):
        notes = model_of(name).model.notes
        assert any("rows 1, 2, 6 of six are kept" in note for note in notes)


def test_an_idle_rod_is_held_by_a_joint_that_counts_as_active() -> None:
    """The motor alone is refused where it is asked for; by default joint 4 is active too."""
    robot = library.robot("rssr")
    with pytest.raises(ModelError, match=r"cannot determine .* 5 independent equations for 6"):
        generate("loop-kinematics", robot, Options(own={"active": (1,)}))
    assert mobility(robot, robot.parameter_values("example"), random.Random(1)) == 2
    model = generate("loop-kinematics", robot)
    assert any("joint 4 (link 4 turns idly): taken as active too" in note for note in model.notes)
    assert {o.name: o.shape for o in model.program.outputs}["W"] == (3, 2)
    assert_constraints(Compiled(model), (1, 4), random.Random(4))


@pytest.mark.parametrize("number", range(6))
def test_singular_postures_do_not_decide_which_rows_are_kept(number: int) -> None:
    """Half of the random closed postures of coupled wheels have all cranks in line."""
    chosen = select(replace(wheels(), name=f"wheels{number}"), (1,))
    assert len(chosen.rows) == 3
    assert len(chosen.cut_rows) == 2


# A linear system in the program


def test_a_spatial_loop_is_a_linear_system_in_every_language(tmp_path: Path) -> None:
    model = model_of("seven revolutes").model
    solves = [s for s in model.program.statements if isinstance(s, Solve)]
    assert [solve.unknowns for solve in solves] == [5]
    robot = model.robot
    values, posture = drawn_posture(robot, random.Random(7))
    names = {j: robot.variables[j].name for j in robot.moving_joints}
    state = values | {names[j]: position for j, position in posture.items()}
    state |= {f"QP{j}": 0.1 * j for j in robot.moving_joints}
    wanted = expected(model.program, state)
    for language in ("listing", "c", "python", "numpy"):
        assert_close(run(model.document, language, state, tmp_path), wanted)
    rates = [0.1 * j for j in robot.moving_joints]
    assert_close(Compiled(model)(values, [posture[j] for j in robot.moving_joints], rates), wanted)

"""Every equation of the pages on loops matters: break any one, and a law notices.

The pages run on floats. Loops are made closed: of random known parts A, B and random positions of
three joints of any type C is what closes them, so every equation and every root can be judged, also
those that a robot seldom needs. Robots judge the rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np

import symoro.models.loops.equations as equations_page
import symoro.models.loops.loop_geometry as geometry_page
import symoro.models.loops.loop_kinematics as kinematics_page
import symoro.models.loops.recipes as recipes_page
import symoro.models.loops.segments as segments_page
from closed_robots import (
    bennett,
    coaxial,
    cylindrical,
    kite,
    off_the_plane,
    parallelogram,
    spherical_cut,
    two_parallelograms,
    two_slides,
    universal_cut,
    wheels,
)
from laws.closing import drawn_posture, motors
from library.kinematics import closure, joint_values
from models.mutants import mutants
from models.triangles import Triangle, joint, triangles
from random_loops import planar_loop
from symoro import library
from symoro.algebra.angle import Angle
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.catalog.kinematic.loop_kinematics import constraint_reference
from symoro.catalog.kinematic.loop_selection import select
from symoro.expressions import FloatArithmetic, evaluate, parse
from symoro.models.geometry.transforms import Chain
from symoro.models.let import PlainLet, plain
from symoro.models.loops.loop_geometry import Recipe
from symoro.models.loops.loop_kinematics import Selection
from symoro.models.loops.segments import Loop
from symoro.models.mechanism import Mechanism, mechanism
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
WRONG = (AttributeError, LookupError, NameError, TypeError, ValueError)
BROKEN = (ArithmeticError, AssertionError, *WRONG)
CLOSE = 1e-9

Law = Callable[[ModuleType], bool]


def survivors(page: ModuleType, law: Law, least: int, spare: tuple[str, ...] = ()) -> list[str]:
    """The mutants of a page that a law does not notice; the page itself obeys it."""
    assert law(page)
    made = [m for m in mutants(page) if m.text not in spare]
    assert len(made) >= least
    return [f"{m.line}: {m.what}: {m.text}" for m in made if _obeys(law, m.module)]


def _obeys(law: Law, page: ModuleType) -> bool:
    try:
        with np.errstate(all="ignore"):
            return law(page)
    except BROKEN:
        return False


# Equations

NAMES = {
    "RRR": "z.z z.p p.z p.p",
    "PRR": "R13 R23 R33 p1 p2",
    "RRP": "R31 R32 R33 r1 r2",
    "PRP": "R11 R12 R13 R21 R22 R23 R31 R32 R33",
    "RPR": "z.p p.z p.p",
    "PPR": "p1 p2",
    "RPP": "r1 r2",
    "PPP": "zxz",
}


def equations_of(triangle: Triangle, page: Any = equations_page) -> list[Any]:
    t = triangle
    return list(page.equations(t.a, t.b, t.c, t.A, t.B, t.N))


def equations_hold(page: ModuleType) -> bool:
    """Each equation of the middle joint holds where the loop is closed, and involves it."""
    for triangle in triangles():
        x = triangle.middle
        found = equations_of(triangle, page)
        if " ".join(e.name for e in found) != NAMES[triangle.kinds]:
            return False
        for e in found:
            involved = abs(e.X) + abs(e.Y) if triangle.b.turns else abs(e.half)
            if involved < CLOSE or abs(rest(e, x)) > CLOSE:
                return False
    return True


def rest(equation: Any, x: float) -> float:
    """By how much a position fails to satisfy an equation."""
    e = equation
    if hasattr(e, "X"):
        return float(e.X * np.sin(x) + e.Y * np.cos(x) - e.Z)
    return float((x * x + 2 * e.half * x if e.square else e.half * x) - e.right)


def test_every_mutant_of_the_equations_is_caught() -> None:
    assert survivors(equations_page, equations_hold, 60) == []


# Roots


def recipes_of(triangle: Triangle) -> Iterator[Recipe]:
    """Every way to find the middle joint: each equation, each pair of circular ones."""
    loop = Loop(1, (triangle.a, triangle.b, triangle.c), ((), (), ()))
    found = equations_of(triangle)
    names = [e.name for e in found]
    for e in found:
        yield Recipe(loop, (e.name,), "one", 0, 2 if getattr(e, "square", 1) else 1, {})
    if triangle.b.turns:
        yield from (Recipe(loop, pair, "type 3", 0, 1, {}) for pair in combinations(names, 2))


def _number(x: Any) -> float:
    return float(x.radians) if isinstance(x, Angle) else float(x)


def roots_are_found(page: ModuleType) -> bool:
    """One root of each recipe is the position of the joint, the other one solves it too."""
    for triangle in triangles():
        for recipe in recipes_of(triangle):
            roots = list(range(recipe.roots))
            found = page._solve_middle(
                recipe, triangle.A, triangle.B, triangle.N, roots, plain, float
            )
            values = [_number(found[root]) for root in roots]
            if min(abs(x - triangle.middle) for x in values) > CLOSE:
                return False
            if len({round(x, 6) for x in values}) != len(values):
                return False
            named = {e.name: e for e in equations_of(triangle)}
            if any(abs(rest(named[n], x)) > CLOSE for n in recipe.middle for x in values):
                return False
    return True


def outer_joints_are_found(page: ModuleType) -> bool:
    """From where the middle joint is, by each column, the first and the last joint."""
    for triangle in triangles():
        a, c = triangle.a, triangle.c
        columns = (2, 3) if a.turns and c.turns else (2, 0) if a.turns else (0, 1)
        for column in columns:
            found = page.outer_joints(a, c, triangle.G, triangle.N, column, plain)
            wanted = {a.frame: triangle.positions[0], c.frame: triangle.positions[2]}
            if any(abs(_number(found[k]) - x) > CLOSE for k, x in wanted.items()):
                return False
    return True


@cache
def solvable() -> list[tuple[Robot, dict[str, float], tuple[Recipe, ...], tuple[Any, ...]]]:
    """Robots with numbers and recipes: parallelograms, loops of few unknowns, two loops."""
    made = []
    for seed, robot in enumerate(
        (
            parallelogram("antiparallel"),
            parallelogram("offsets"),
            coaxial(),
            two_slides(),
            cylindrical(),
            library.robot("slidercrank"),
            kite(),
            kite(parallel=True),
            library.robot("akr3000"),
        )
    ):
        plan = recipes_page.plan_loops(robot, motors(robot))
        values, posture = drawn_posture(robot, random.Random(seed))
        names = {robot.variables[j].name: q for j, q in posture.items()}
        made.append((robot, values | names, plan.recipes, plan.modes))
    return made


def modes_close(page: ModuleType) -> bool:
    """All modes close all loops and differ from each other."""
    for robot, values, recipes, modes in solvable():
        scalar = partial(evaluate, values=values, arithmetic=FLOATS)
        wanted = modes if robot.name != "akr3000" else _existing(robot, recipes, modes, scalar)
        found = page.solve_loops(robot, recipes, wanted, scalar, PlainLet())  # as if recorded
        first = page.solve_loops(robot, recipes, wanted[:1], scalar, plain)
        if list(first) != [*wanted[:1]]:
            return False
        for j, motion in first[wanted[0]].items():
            other = _number(found[wanted[0]][j].position)
            if abs(np.exp(1j * _number(motion.position)) - np.exp(1j * other)) > CLOSE:
                return False
        rows = []
        for mode in wanted:
            at = {j: _number(motion.position) for j, motion in found[mode].items()}
            row = [
                at[j] - scalar(robot.frame(j).position - robot.variables[j])
                if j in at
                else values[robot.variables[j].name]
                for j in robot.moving_joints
            ]
            rows.append(row)
            if np.abs(closure(robot, values | joint_values(robot, row))).max() > CLOSE:
                return False
        if len({tuple(np.round(row, 6)) for row in rows}) != len(wanted):
            return False
    return True


def _existing(robot: Robot, recipes: Any, modes: Any, scalar: Any) -> list[Any]:
    found = []
    for mode in modes:
        try:
            geometry_page.solve_loops(robot, recipes, [mode], scalar, plain)
        except ValueError:
            continue
        found.append(mode)
    return found


SHORTER = ("if is_number(n[1], 0):", "if is_number(Y, 0):", "if chain.let is plain:")
"""Conditions that spare operations, which a count tells (test_loop_geometry)."""


def test_every_mutant_of_the_geometry_is_caught() -> None:
    def law(page: ModuleType) -> bool:
        return roots_are_found(page) and outer_joints_are_found(page) and modes_close(page)

    assert survivors(geometry_page, law, 60, SHORTER) == []


# Segments


@cache
def postures() -> list[tuple[Robot, tuple[int, ...], Mechanism, dict[int, float]]]:
    """Closed postures of loops with slides, axes any way up, offsets, links before the loop."""
    made = []
    for kinds, cut, seed, lead in (("RPRR", 2, 0, "R"), ("PRRPR", 3, 1, "F"), ("RRPR", 1, 2, "")):
        robot, around = planar_loop(kinds, cut, seed, lead)
        unknown = around[1:4]
        known = [j for j in robot.moving_joints if j not in unknown]
        values, posture = drawn_posture(robot, random.Random(seed), known)
        names = {robot.variables[j].name: q for j, q in posture.items()}
        state = values | names
        m = mechanism(robot, partial(evaluate, values=state, arithmetic=FLOATS))
        at = {j: evaluate(robot.frame(j).position, state, FLOATS) for j in robot.moving_joints}
        made.append((robot, around, m, at))
    return made


def segments_close(page: ModuleType) -> bool:
    """The joints taken out and the parts between them make the identity, whichever are unknown."""
    for robot, around, m, at in postures():
        chain = Chain(robot, m)
        cut = robot.loops()[0][0]
        for count in range(len(around) + 1):
            loop = page.loop(robot, cut, around[:count])
            if {u.frame for u in loop.unknowns} != {*around[:count]}:
                return False
            T = np.eye(4)
            for k, screws in enumerate(loop.between):
                if k < len(loop.unknowns):
                    u = loop.unknowns[k]
                    if u.turns != (robot.frame(u.frame).sigma == 0):
                        return False
                    T = T @ joint(u.turns, u.sign * at[u.frame])
                T = T @ chain.product(screws).astype(float)
            if np.abs(T - np.eye(4)).max() > CLOSE:
                return False
    return True


def test_every_mutant_of_the_segments_is_caught() -> None:
    assert survivors(segments_page, segments_close, 5) == []


# Kinematics


@cache
def moving() -> list[tuple[Robot, Selection, Mechanism, dict[str, Any]]]:
    """Robots in motion, loops open, with the matrices of the reference: all sizes of blocks."""
    made = []
    for robot in (
        library.robot("akr3000"),
        library.robot("slidercrank"),
        bennett(),
        universal_cut(),
        spherical_cut(1),
    ):
        chosen = select(robot, motors(robot))
        values = sample_values(robot, random.Random(robot.name))
        m = mechanism(robot, partial(evaluate, values=values, arithmetic=FLOATS))
        made.append((robot, chosen, m, constraint_reference(robot, chosen, values, FLOATS, float)))
    for robot, mode in ((kite(), 1), (two_parallelograms(), 3)):  # sums beside rows of loops
        driven = actuated_robot(robot, mode, consistent=True)
        values = closed_values(driven)
        m = mechanism(robot, partial(evaluate, values=values, arithmetic=FLOATS))
        wanted = constraint_reference(robot, driven.chosen, values, FLOATS, float)
        made.append((robot, driven.chosen, m, wanted))
    return made


def closed_values(driven: Actuated) -> dict[str, float]:
    """Values at which the loops close in the mode."""
    rng = random.Random(driven.robot.name)
    while True:
        try:
            return driven.settle(sample_values(driven.robot, rng))
        except ValueError:
            continue


class Sparing:
    """Names nothing, and solves no system of which quotients are enough, or whose solution is 0."""

    def __call__(self, tag: str, frame: object, value: Any, /) -> Any:
        return value

    def solve(self, tag: str, frame: object, matrix: Any, right: Any, /) -> Any:
        assert len(matrix) > 2
        assert np.any(right != 0)
        return plain.solve(tag, None, matrix, right)


def constraints_agree(page: ModuleType) -> bool:
    """Matrices are those of axes and accelerations in frame 0; rates solve the equations."""
    for robot, chosen, m, wanted in moving():
        found = page.constraints(robot, m, chosen)
        Psi, Phi = page.velocity_terms(robot, m, chosen)
        arrays = {name: getattr(found, name) for name in ("Wa", "Wp", "Wac", "Wpc", "Wc")}
        arrays |= {"Psi": Psi, "Phi": Phi, "W": page.dependence(found, chosen, Sparing())}
        qda = np.linspace(0.5, 1.5, len(chosen.active)).astype(object)
        qdp = page.passive_rates(found, chosen, -Psi, "X", Sparing())
        qdc = page.cut_rates(found, chosen, qda, qdp, "X", Sparing(), Phi)
        if not all(_same(arrays[name], wanted[name]) for name in arrays):
            return False
        gap = wanted["Wac"] @ qda + wanted["Wpc"] @ qdp + wanted["Wc"] @ qdc + wanted["Phi"]
        if not (_same(wanted["Wp"] @ qdp, -wanted["Psi"]) and _same(gap, 0 * gap)):
            return False
        if not all(efforts_agree(page, chosen, found, tau) for tau in efforts_of(chosen)):
            return False
    return True


def efforts_of(chosen: Selection) -> list[dict[int, float]]:
    """Efforts of all joints, of those that are not cut, and of some."""
    every = {j: 1.0 + 0.3 * j for j in (*chosen.active, *chosen.passive, *chosen.cut)}
    tree = {j: tau for j, tau in every.items() if j not in chosen.cut}
    return [every, tree, dict(list(tree.items())[1:])]


def efforts_agree(page: ModuleType, chosen: Selection, found: Any, tau: dict[int, float]) -> bool:
    """Forces of the loops give what the velocities of all joints give."""
    G = page.motor_jacobian(found, chosen, Sparing())
    power = sum((effort * G[j] for j, effort in tau.items()), start=0 * G[chosen.active[0]])
    return _same(page.efforts_by_forces(tau, found, chosen, Sparing()), power)


def _same(found: Any, wanted: Any) -> bool:
    a, b = np.asarray(found, dtype=float), np.asarray(wanted, dtype=float)
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=CLOSE, atol=CLOSE))


def test_every_mutant_of_the_kinematics_is_caught() -> None:
    spare = ("if len(A) == 1 and is_number(A[0, 0], 1):  # of a sum",)  # a division by 1
    assert survivors(kinematics_page, constraints_agree, 40, spare) == []


# Decisions


@cache
def cases() -> list[tuple[Robot, tuple[int, ...]]]:
    """Robots of all kinds, with closed forms and without, and their active joints."""
    coupled = library.robot("fourbar")
    frames = [replace(f, theta=parse("t3 + t2")) if j == 3 else f for j, f in coupled]
    return [
        (library.robot("fourbar"), (1, 2, 3, 4)),
        (library.robot("fivebar"), (1,)),
        (replace(coupled, frames=tuple(frames)), (1,)),
        (coaxial(), (1,)),
        (library.robot("fourbar"), (1, 2)),
        (library.robot("sr400"), (1, 2, 4, 5, 6, 7)),
        (parallelogram("rhombus"), (1,)),
        (parallelogram("fixed frames"), (1,)),
        (parallelogram("symbol"), (1,)),
        (off_the_plane(), (1,)),
        (bennett(), (1,)),
        (wheels(), (1,)),
        (blind(wheels()), (1,)),
        (kite(parallel=True), (1,)),
        (library.robot("akr3000"), (1, 5, 6, 8, 9, 10)),
    ]


def blind(robot: Robot) -> Robot:
    """A robot for which no sums of angles are tried: modes of a parallelogram have no names."""
    return replace(robot, name="blind")


def decided(page: Any, robot: Robot, active: tuple[int, ...]) -> Any:
    page._MOST = 0 if robot.name == "blind" else 5
    plan = page.plan_loops(robot, active)
    return plan.recipes, plan.modes, plan.reasons


SPARE = (
    "if all(len(recipe.loop.unknowns) == 3 for recipe in recipes):",
    "if point is None or len(angles) > _MOST:",
    "if equation.X * x.S + equation.Y * x.C == equation.Z:",
    "if None not in known.values():",
    "if turns is None or turns.denominator > 2:",
)
"""Conditions that spare work: without them the same is decided, later."""


def test_every_mutant_of_the_decisions_is_caught() -> None:
    expected = [decided(recipes_page, *case) for case in cases()]

    def law(page: ModuleType) -> bool:
        return all(decided(page, *c) == e for c, e in zip(cases(), expected, strict=True))

    assert survivors(recipes_page, law, 40, SPARE) == []

"""What users hold shows itself in one line that means something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

import symoro
from symoro.analysis.linear_system import LinearSystem

LONGEST = 160
RAW = re.compile(r"\w\(\w+=| at 0x[0-9a-f]|\n")  # a dataclass as Python shows it, an address


@cache
def model() -> symoro.Model:
    return symoro.idm(symoro.load("planar2r"))


@cache
def grouped() -> symoro.BaseParameters:
    return symoro.base_parameters(symoro.load("rx90"))


def of_the_robot() -> Iterator[tuple[object, str]]:
    robot = symoro.load("rx90")
    yield robot, "<Robot rx90: simple, 6 moving joints>"
    yield symoro.load("fourbar"), "<Robot fourbar: closed, 4 moving joints, 1 loop>"
    yield robot.frame(2), "<Frame: antecedent 1, revolute, actuated, alpha = Pi/2, theta = t2>"
    yield symoro.Frame(antecedent=3, d="a"), "<Frame: antecedent 3, fixed, d = a>"  # type: ignore[arg-type]
    yield symoro.Link(M="m", FV=0.5), "<Link: M = m, FV = 0.5>"  # type: ignore[arg-type]
    yield symoro.Link(), "<Link: all zero>"
    yield robot.base, "<Base: fixed, G = (0, 0, G3)>"
    yield robot.values[0], "<ValueSet lengths: D3 = 0.45, RL4 = 0.45>"
    leg = symoro.robot.parallel_robot.Leg(robot, 6, (0, 0, 0))  # type: ignore[arg-type]
    yield leg, "<Leg rx90: holds the platform by frame 6>"
    yield symoro.ParallelRobot("two", (leg, leg), symoro.Link()), "<ParallelRobot two: 2 legs>"
    yield symoro.freedoms(robot), "<Freedoms of rx90: mobility N = 6>"


def of_a_model() -> Iterator[tuple[object, str]]:
    made = model()
    yield made, "<Model idm of planar2r at O2: 12 additions, 14 multiplications, verified>"
    against = "momentum balance in the world frame"
    words = f"<Certificate against {against}: 21 states, error below 1e-09, exact at 2 points>"
    yield made.certificate, words
    yield made.operations, "<Operations: 12 additions, 14 multiplications, 4 sines and cosines>"
    yield made.report, "<Report at O2: 3 formulations, 3 passes, 26 operations>"
    yield made.entry, "<ModelDefinition idm: Inverse dynamic model, by Newton-Euler>"
    yield made.plan, "<Plan of planar2r: q, QP, QDP -> GAM, E, N>"
    yield made.plan.interface, "<Interface: q, QP, QDP -> GAM, E, N>"
    yield made.plan.check, f"<Check of planar2r against {against}>"
    route = "grouped and re-framed links, rotations factored"
    yield made.plan.formulation, f"<Formulation: {route}>"
    yield made.document, "<Document planar2r.dyn: planar2r_idm at O2>"
    signature = "planar2r_idm: q[2], QP[2], QDP[2] -> GAM[2]"
    yield made.program, f"<Program {signature}; {len(made.program.statements)} statements>"
    yield made.program.graph, f"<Graph: {len(made.program.graph.nodes)} nodes>"
    yield made.compile(), f"{signature} (9 parameters)"
    yield made.compile().prepare("course"), f"{signature} (9 parameters prepared: course)"


def of_analyses() -> Iterator[tuple[object, str]]:
    arm = symoro.load("planar2r")
    singular = symoro.singularities(arm)
    yield singular, "<Singularities of planar2r, link 3: elbow>"
    yield singular.cases[0], "<Singularity elbow (serial): t2 = 0 or Pi>"
    yield singular.part, f"<Part of the Jacobian matrix of planar2r: {singular.part.note}>"
    loops = symoro.loop_geometry(symoro.load("slidercrank"))
    yield loops, "<LoopGeometry of slidercrank by joint 1: 2 modes>"
    yield loops.plan, "<LoopPlan of slidercrank: 1 of 1 loop in closed form, 2 modes>"
    solutions = loops.solutions([0.1], {"L1": 1.0, "L2": 3.0})
    yield solutions, "<LoopSolutions: 2 modes of t1, t2, r3, t4>"
    one, two = np.ones((2, 1)), np.eye(2)
    system = LinearSystem(two, one, two, 0 * one, ("q", "v"), ("u",), ("y", "z"))
    yield system, "<LinearSystem: 2 states, 1 input, 2 outputs>"
    reach = symoro.workspace(arm, values="course", samples=50)
    yield (
        reach,
        f"<Reach: 50 positions, area {reach.measure.value:.4g} +- {reach.measure.error:.2g}>",
    )
    text = model().code("listing")
    reduced = symoro.optimize(text, "GAM2")
    assert repr(reduced).startswith("<OptimizedProgram a text at O2: GAM2; ")
    count = len(reduced.listing.program.statements)
    yield reduced.listing, f"<Listing read as listing: {count} statements>"


def of_identification() -> Iterator[tuple[object, str]]:
    base = grouped()
    yield base, "<BaseParameters of rx90: 36, symbolic method>"
    relation = base.relations[0]
    yield relation, f"<{relation.name} = {relation.expression}>"
    step = base.steps[0]
    assert repr(step).startswith(f"<Step: {step.eliminated.name}{step.eliminated.link} into XX6, ")
    blocks = symoro.triangular_blocks(symoro.regressor(symoro.load("planar2r"), verify=False))
    yield blocks, "<TriangularBlocks: 7 parameters in 2 blocks>"


@pytest.mark.parametrize("shown", [of_the_robot, of_a_model, of_analyses, of_identification])
def test_objects_show_themselves_in_one_line(
    shown: Callable[[], Iterator[tuple[object, str]]],
) -> None:
    for each, text in shown():
        assert repr(each) == text
        assert len(text) <= LONGEST
        assert not RAW.search(text)

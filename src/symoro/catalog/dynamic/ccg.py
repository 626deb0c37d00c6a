"""The vector of Coriolis, centrifugal and gravity efforts, friction and wrenches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.catalog.dynamic.inverse_dynamics import effort_notes
from symoro.catalog.dynamic.lean import lean
from symoro.catalog.dynamic.trees import refuse_accelerated_loads, row_note
from symoro.catalog.tables.dynamic import CCG
from symoro.expressions import ZERO, Arithmetic, ScalarOf, Values
from symoro.models.dynamics.ccg import CORIOLIS, FRICTION, GRAVITY, TERMS, WRENCH, ccg
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inverse_dynamics import lean_ccg
from symoro.models.dynamics.weight import weight_efforts
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import BASE_ROWS, rows
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan
from symoro.references.friction import JointFriction
from symoro.references.tree_dynamics import bias
from symoro.robot import WRENCH as WRENCH_FIELDS
from symoro.robot import Link, Robot, Structure
from symoro.robot.base import NULL
from symoro.robot.floating_base import unknown_acceleration
from symoro.robot.joint_axes import ROWS
from symoro.robot.link import FRICTION as COEFFICIENTS
from symoro.verify.check import Arrays, Check


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan H, or some of its terms."""
    refuse_accelerated_loads(robot)
    terms = tuple(term for term in TERMS if term in (options["only"] or TERMS))
    robot = unknown_acceleration(robot)
    output = OUTPUTS[0] if len(terms) == len(TERMS) else _output(terms)
    remarks = (*row_note(robot), *effort_notes(robot), *_absent_notes(robot, options["only"]))
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed import ccg as closed
        from symoro.catalog.dynamic.closed.drive import drive

        driven = drive(robot, options)
        return closed.plan(driven, terms, _term, output, remarks, _part_of_h(terms))

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return {"H": ccg(mechanism(robot, scalar), terms, let)}

    def by_composites(scalar: ScalarOf, let: LetFunction) -> Arrays:
        m = mechanism(robot, scalar)
        efforts = weight_efforts(m, link_transforms(m, let), RenamingLet(let, {"Q": "H"}))
        return {"H": vector(efforts.values())}

    def lean_page(m: Mechanism, form: LeanForm, let: LetFunction, _: object) -> Arrays:
        return {"H": lean_ccg(m, form, let, terms)}

    moves = CORIOLIS in terms or FRICTION in terms
    composites = Alternative("by composite links", by_composites, frozenset({"H"}))

    def check(robot: Robot) -> Check:
        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            if set(terms) == set(TERMS):
                return {"H": bias(robot, values, arithmetic, dtype)}
            parts = [_term(robot, term, values, arithmetic, dtype) for term in terms]
            return {"H": sum(parts[1:], start=parts[0])}

        return Check(robot, reference=reference, against="momentum balance in the world frame")

    return Plan(
        robot,
        Formulation(
            trace=trace,
            route="by Newton-Euler",
            alternatives=(composites,) if terms == (GRAVITY,) else (),
            formulate=lean(robot, lean_page, frozenset({"H"}), merging=True)
            if CORIOLIS in terms
            else None,
        ),
        check(robot),
        Interface(
            states=("q", "QP") if moves else ("q",),
            outputs=(output,),
            notes=remarks,
            called=_part_of_h(terms),
        ),
        check,
    )


def _absent_notes(robot: Robot, only: Sequence[str]) -> list[str]:
    """Say that a term asked for is zero because the robot's tables have nothing of it."""
    links = [*robot.links, *([robot.base.link] if robot.base.link else [])]
    fields = {FRICTION: COEFFICIENTS, WRENCH: WRENCH_FIELDS}
    return [
        f"the tables have no {term}: that term is zero, --with {_PUT_IN[term]} puts it in"
        for term, names in fields.items()
        if term in only and all(getattr(link, name) == ZERO for link in links for name in names)
    ]


def _part_of_h(terms: tuple[str, ...]) -> dict[str, str]:
    """A part of H is a model of its own: name, title, extension."""
    if len(terms) == len(TERMS):
        return {}
    words = " and ".join(_TITLES[term] for term in terms)
    short = "_".join(term[:3] for term in terms)
    alone = terms == (GRAVITY,)
    return {
        "name": GRAVITY if alone else f"ccg-{'-'.join(terms)}",
        "title": f"{words[0].upper()}{words[1:]} efforts",
        "extension": short if alone else f"ccg_{short}",
    }


def _output(terms: Sequence[str]) -> OutputKind:
    words = " and ".join(_TITLES[term] for term in terms)
    return OutputKind("H", f"{words} efforts, by joint", axes=(ROWS,))


def _term(
    robot: Robot, term: str, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Array:
    """One term of H by the reference, which knows only robots: one without the other terms."""

    def link(each: Link) -> Link:
        lost = dict.fromkeys(COEFFICIENTS, ZERO)
        if term != WRENCH:
            lost |= dict.fromkeys(WRENCH_FIELDS, ZERO)
        return replace(each, **lost)

    if term == FRICTION:
        return _friction(robot, values, arithmetic, dtype)
    base = replace(robot.base, link=robot.base.link and link(robot.base.link))
    frames = robot.frames
    if term != GRAVITY:
        base = replace(base, G=NULL)
    if term != CORIOLIS:
        base = replace(base, W0=NULL, WP0=NULL, V0=NULL, VP0=NULL)
        frames = tuple(replace(frame, QP=ZERO) for frame in frames)
    alone = replace(robot, base=base, frames=frames, links=tuple(map(link, robot.links)))
    return bias(alone, values, arithmetic, dtype)


def _friction(robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Array:
    efforts = []
    for row in rows(robot):
        total = arithmetic.number(Fraction(0))
        if row not in BASE_ROWS:
            total = JointFriction(robot, int(row), values, arithmetic).torque(total)
        efforts.append(total)
    return np.array(efforts, dtype=dtype)


_TITLES = {
    GRAVITY: "gravity",
    CORIOLIS: "Coriolis and centrifugal",
    FRICTION: "friction",
    WRENCH: "external wrench",
}
_PUT_IN = {FRICTION: "friction", WRENCH: "wrench=J"}
OUTPUTS = (
    OutputKind(
        "H",
        "Coriolis, centrifugal, gravity, friction and wrench efforts, by joint",
        axes=(ROWS,),
    ),
)

ENTRY = ModelDefinition(**vars(CCG), outputs=OUTPUTS, plan=plan)

"""Trace the equations of an inverse geometric model as a tree of solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from symoro.algebra.vectors import identity
from symoro.expressions import Expression, Symbol, evaluate, symbol
from symoro.expressions.names import fresh_name
from symoro.ir.graph import Graph
from symoro.ir.names import Names
from symoro.ir.program import Program
from symoro.ir.scalar import GraphArithmetic
from symoro.ir.tracer import Tracer
from symoro.ir.tree import Column, SolutionTree, Step, UnknownNames
from symoro.models.inverse_geometry.derivation import (
    Derivation,
    UnknownScalars,
    run_derivation,
)
from symoro.models.inverse_geometry.unknowns import Unknown
from symoro.passes import LEVELS
from symoro.pipeline.inputs import inputs
from symoro.robot import JointType
from symoro.robot.arguments import Argument, joint_array, pose_argument

POSE = "T"
FIXED = "qf"
"""The array of the positions of joints that are fixed."""

ALWAYS = frozenset(("L", "q", "X", "Y", "Z", "A", "B", "D")) | {
    f"{letter}{k}" for letter in "XYZADR" for k in range(7)
}
"""The tags of outputs, which are assigned even where they cost nothing."""


def trace_tree(
    derivation: Derivation,
    name: str,
    fixed: Sequence[int] = (),
    level: str = "O2",
    names_all: bool = True,
) -> SolutionTree:
    """Return the tree of solutions of a derivation.

    Args:
        derivation: the equations.
        name: that of the function.
        fixed: the joints whose positions are an argument.
        level: of the program.
        names_all: True to name coefficients also where they cost nothing.
    """
    robot = derivation.chain.robot
    reserved = set(robot.taken_names)

    def own(wanted: str) -> Symbol:
        chosen = fresh_name(wanted, reserved)
        reserved.add(chosen)
        return symbol(chosen)

    pose = pose_argument(robot, POSE, "the pose of the last frame")
    reserved.update(each.name for each in pose.symbols)
    unknowns = [derivation.chain.unknowns[stage.unknown] for stage in derivation.stages]
    letters: dict[str, dict[tuple[int, ...], Expression]] = {
        letter: {(k,): own(_spelling(letter, unknown)) for k, unknown in enumerate(unknowns)}
        for letter in "SCx"
    }
    shape = (len(unknowns),)
    arguments = [
        pose,
        *(Argument(letter, shape, elements, {}) for letter, elements in letters.items()),
    ]
    if fixed:
        arguments.append(replace(joint_array(robot, "q", fixed), name=FIXED))
    every = inputs(robot, (), arguments)
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    known = {each: arithmetic.symbol(each) for each in (*every.names, *sorted(robot.symbols))}
    matrix = identity(4)
    for index, each in pose.elements.items():
        matrix[index] = arithmetic.symbol(str(each))
    tracer = Tracer(
        graph,
        Names((*every.names, *robot.symbols), robot.n_frames),
        always=ALWAYS if names_all else frozenset(),
    )
    names = {
        unknown.place: UnknownNames(*(str(letters[letter][k,]) for letter in "SCx"))
        for k, unknown in enumerate(unknowns)
    }
    scalars = {
        place: UnknownScalars(*(arithmetic.symbol(n) for n in (each.S, each.C, each.x)))
        for place, each in names.items()
    }
    results = run_derivation(
        derivation, matrix, scalars, partial(evaluate, values=known, arithmetic=arithmetic), tracer
    )
    program = Program(
        name=name,
        graph=graph,
        inputs=tuple(every.names.values()),
        shapes=every.shapes,
        statements=tuple(tracer.statements),
        outputs=tuple(tracer.output(key, value) for key, value in results.items()),
    ).verify()
    return SolutionTree(
        program=LEVELS[level].run(program),
        steps=tuple(_steps(derivation)),
        names=tuple(names[unknown.place] for unknown in unknowns),
        solution="q",
        size="L",
        check="R" if derivation.checked else "",
        columns=tuple(_columns(derivation, fixed)),
        reads_point="P" in derivation.elements,
    )


def _columns(derivation: Derivation, fixed: Sequence[int]) -> list[Column]:
    """The joints of the chain in frame order, those that are fixed as well."""
    chain = derivation.chain
    solved = sorted(chain.joints)
    return [
        Column(
            name=str(chain.robot.variables[j]),
            turns=chain.robot.frame(j).sigma is JointType.REVOLUTE,
            element=solved.index(j) if j in solved else -1,
        )
        for j in sorted((*solved, *fixed))
    ]


def _spelling(letter: str, unknown: Unknown) -> str:
    if letter == "x":
        return f"{'t' if unknown.turns else 'r'}{unknown.label}_"
    return f"{letter}{unknown.label}"


def _steps(derivation: Derivation) -> list[Step]:
    steps = []
    for number, stage in enumerate(derivation.stages, 1):
        steps.append(
            Step(
                unknown=derivation.chain.unknowns[stage.unknown],
                kind=stage.kind,
                coefficients=f"K{number}" if stage.kind else "",
                degrees=stage.degrees,
                sides=f"D{number}" if stage.planar else "",
                table=stage.table,
                elements=stage.elements,
                meaning=stage.meaning,
            )
        )
    return steps

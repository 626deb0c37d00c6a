"""A tree of solutions by hand, whose steps have all kinds of equations in one unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from printers.tree_cases import TreeCase
from symoro.ir import Graph, Input, Names, Program, Role, Tracer
from symoro.ir.scalar import GraphArithmetic
from symoro.ir.tree import Column, SolutionTree, Step, UnknownNames
from symoro.models.inverse_geometry.unknowns import Kind, Unknown
from symoro.passes.count import call_operations
from symoro.printers.document import Document
from symoro.printers.tree_document import TreeDocument, make_tree_document

KINDS = (Kind.QUARTIC, Kind.CIRCLE, Kind.QUADRATIC, Kind.LINEAR, Kind.ANGLE, Kind.DIRECTION)


def root_tree() -> SolutionTree:
    """A quartic in r1, a circle in t2, then an equation of each other kind.

    The pose's first column is s, its second n, the third a, the last P: the coefficients of the
    quartic are sx, sy, sz, nx, ny; the circle's nz, ax, ay, az and Px + r1/8; then r3^2 = Py^2,
    r4 = r1 Pz, S5 + C5 = S2, and the angle 6, of sine S2 and cosine C2.
    """

    def coefficients(at: Mapping[str, Any]) -> list[list[Any]]:
        one, zero, S2 = Fraction(1), Fraction(0), at["S2"]
        return [
            [at[name] for name in ("sx", "sy", "sz", "nx", "ny")],
            [
                *(at[name] for name in ("nz", "ax", "ay", "az")),
                at["Px"] + at["x1"] * Fraction(1, 8),
            ],
            [one, zero, -at["Py"] * at["Py"]],
            [one, at["x1"] * at["Pz"]],
            [one, one, S2],
            [one, zero, S2, zero, one, at["C2"]],
        ]

    return _tree("roots_igm", KINDS, coefficients)


def direction_tree() -> SolutionTree:
    """X1, Y1, Z1 are s and X2, Y2, Z2 are n: two roots, more than rows, if they are parallel."""
    names = ("sx", "sy", "sz", "nx", "ny", "nz")
    return _tree("direction_igm", (Kind.DIRECTION,), lambda at: [[at[name] for name in names]])


def _tree(
    name: str, kinds: Sequence[Kind], equations: Callable[[Mapping[str, Any]], list[list[Any]]]
) -> SolutionTree:
    """A tree with a step of each kind, given the coefficients from the inputs."""
    graph = Graph()
    make = GraphArithmetic(graph)
    pose = {f"{c}{r}": (i, j) for j, c in enumerate("snaP") for i, r in enumerate("xyz")}
    numbers = range(1, len(kinds) + 1)
    inputs = [Input(name, Role.STATE, "T", place) for name, place in pose.items()]
    inputs += [
        Input(f"{letter}{k}", Role.STATE, letter, (k - 1,)) for letter in "SCx" for k in numbers
    ]
    inputs.append(Input("size", Role.PARAMETER))
    at = {item.name: make.symbol(item.name) for item in inputs}
    tracer = Tracer(graph, Names([*at], 9), always=frozenset("KqL"))

    def named(tag: str, number: int, values: Sequence[Any]) -> Any:
        return tracer(tag, number, np.array(values, dtype=object))

    coefficients = {
        number: [make.number(x) if isinstance(x, Fraction) else x for x in values]
        for number, values in enumerate(equations(at), 1)
    }
    outputs = [tracer.output("L", [tracer("L", None, at["size"])])]
    for number, values in coefficients.items():
        outputs.append(tracer.output(f"K{number}", named("K", number, values)))
    solution = [at[f"x{k}"] for k in numbers]
    outputs.append(tracer.output("q", named("q", 0, solution)))
    shapes = (("T", (4, 4)), *((letter, (len(kinds),)) for letter in "SCx"))
    program = Program(
        name, graph, tuple(inputs), shapes, tuple(tracer.statements), tuple(outputs)
    ).verify()
    turns = [kind in (Kind.CIRCLE, Kind.ANGLE, Kind.DIRECTION) for kind in kinds]
    steps = tuple(
        Step(Unknown(k, (k,), turn, (1,)), kind, f"K{k}", (0,) * len(coefficients[k]))
        for k, kind, turn in zip(numbers, kinds, turns, strict=True)
    )
    return SolutionTree(
        program=program,
        steps=steps,
        names=tuple(UnknownNames(f"S{k}", f"C{k}", f"x{k}") for k in numbers),
        solution="q",
        size="L",
        columns=tuple(Column(f"q{k}", turn, k - 1) for k, turn in zip(numbers, turns, strict=True)),
    )


def root_document(tree: SolutionTree) -> TreeDocument:
    """The tree ready to print."""
    document = Document(
        robot=None,
        program=tree.program,
        parts=(tree.program,),
        joints=(),
        title="Roots",
        stem=tree.program.name.removesuffix("_igm"),
        extension="pie",
        level="O0",
        operations=call_operations(tree.program, two_part=False),
        meanings={},
        certificate=(),
        notes=(),
        relations=(),
        version="",
    )
    return replace(make_tree_document(document, tree), example={"T": tuple(np.eye(4).ravel())})


def root_case() -> TreeCase:
    """Roots that are simple, double, none; an equation without its first powers; a free circle."""
    tree = root_tree()

    def pose(quartic: Any, circle: Sequence[float], *rest: float) -> Any:
        matrix = np.eye(4)
        for k, x in enumerate((*quartic, *circle, *rest)):
            matrix[k % 3, k // 3] = x
        return matrix

    four = np.poly([-1.5, -0.25, 0.5, 2.0])
    double = np.poly([1.0, 1.0, -0.5, 0.25])
    cubic = [0.0, *np.poly([-1.0, 0.5, 0.75])]
    circle = [0.5, -0.25, 0.125, 0.375]
    poses = (
        pose(four, circle, -0.2, 0.5, 0.75),
        pose(double, circle, 0.1, 0.5, 0.75),
        pose(cubic, [0.0, 0.0, 0.5, 0.25], -0.2, 0.0, 0.75),
        pose([1.0, 0.0, 0.0, 0.0, 1.0], circle, -0.2, 0.5, 0.75),
        pose([0.0, 0.0, 0.0, 1.0, -1.0], [0.0] * 4, -0.125, 0.5, 0.75),
        pose([1.0, 0.0, -0.5, 0.0, 0.0625], [1.0, 0.0, 0.0, 2.0], 0.0, 0.5, 0.75),
    )
    return TreeCase(root_document(tree), tree, {"size": 1.0}, poses, tolerance=1e-9)


def direction_case() -> TreeCase:
    """An angle by two lines; two angles by parallel ones, of which one has no row."""
    tree = direction_tree()
    crossing, parallel = np.eye(4), np.eye(4)
    crossing[:3, 0], crossing[:3, 1] = (1.0, 0.0, 0.6), (1.0, 1.0, 1.4)
    parallel[:3, 0], parallel[:3, 1] = (1.0, 0.0, 0.5), (2.0, 0.0, 1.0)
    return TreeCase(root_document(tree), tree, {"size": 1.0}, (crossing, parallel))

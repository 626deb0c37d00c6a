"""Inverse geometric models to print, the poses they are called with, and what these mean."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import symoro
from pieper_structures import random_structure
from printers.toolchain import Array
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.ir.tree import SolutionTree
from symoro.ir.tree_rows import Rows, Status, solve_rows
from symoro.printers import is_example
from symoro.printers.printing import print_tree
from symoro.printers.tree_document import TreeDocument

TOLERANCE = 1e-12
"""Of angles and of lengths by the size of the arm, where no root is nearly double: a printed
function rounds otherwise than the interpreter, some units in the last place at each step."""


@dataclass(frozen=True)
class TreeCase:
    """A model, numbers for its parameters, and poses with the positions of its fixed joints.

    Attributes:
        tolerance: of a pose; larger near a double root.
    """

    document: TreeDocument
    tree: SolutionTree
    parameters: Mapping[str, float]
    poses: tuple[Array, ...]
    fixed: tuple[float, ...] = ()
    tolerance: float = TOLERANCE

    @property
    def arguments(self) -> list[list[Array]]:
        """The argument arrays of each pose, in order."""
        given = {"qf": np.array(self.fixed)}
        names = [name for name, _ in self.document.tree.arrays]
        return [[(given | {"T": pose})[name] for name in names] for pose in self.poses]

    @property
    def all_parameters(self) -> dict[str, float]:
        """All parameters that the robot has."""
        inputs = self.document.program.inputs
        return {i.name: self.parameters.get(i.name, 0.0) for i in inputs if i.array is None}

    @property
    def expected(self) -> list[Rows]:
        """The interpreter's rows."""
        return [solve_rows(self.tree, self._values(pose)) for pose in self.poses]

    def _values(self, pose: Array) -> dict[str, float]:
        values = dict(self.parameters)
        for item in self.tree.program.inputs:
            if item.array == "T":
                values[item.name] = float(pose[item.index])
            elif item.array == "qf":
                values[item.name] = self.fixed[item.index[0]]
        return values


def run_trees(language: str, cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Print cases in a language, run the texts, and return the rows of each pose of each."""
    runner = import_module(f"printers.runners.{language}")
    found: list[list[Rows]] = runner.run_trees(cases, folder)
    assert [len(each) for each in found] == [len(case.poses) for case in cases]
    return found


def write_tree(document: TreeDocument, language: str, folder: Path) -> list[Path]:
    """Print a model to files, the main one first; the example is not written."""
    paths = []
    for name, text in print_tree(language, document).items():
        if not is_example(name):
            paths.append(folder / name)
            paths[-1].write_text(text, encoding="utf-8")
    return paths


def read_rows(cases: Sequence[TreeCase], words: Iterable[str]) -> list[list[Rows]]:
    """Rows as printed: for each pose its count and status, then rows with label, multiplicity."""
    numbers = map(float, words)

    def read(columns: int) -> Rows:
        count, status = int(next(numbers)), next(numbers)
        table = [[next(numbers) for _ in range(columns + 2)] for _ in range(count)]
        q = np.array([row[:columns] for row in table]).reshape(count, columns)
        return rows_of(q, [int(row[-2]) for row in table], [int(row[-1]) for row in table], status)

    found = [[read(case.document.tree.columns) for _ in case.poses] for case in cases]
    assert next(numbers, None) is None
    return found


def rows_of(q: Array, labels: Any, multiplicity: Any, status: float) -> Rows:
    """Rows as a printed function returned them."""
    return Rows(
        tuple(tuple(map(float, row)) for row in q),
        tuple(map(int, labels)),
        tuple(map(int, multiplicity)),
        Status(int(status)),
    )


def assert_same(found: Rows, wanted: Rows, tolerance: float) -> None:
    """Compare rows: all but the joints must be equal."""
    assert (found.status, found.labels, found.multiplicity) == (
        wanted.status,
        wanted.labels,
        wanted.multiplicity,
    )
    for row, other in zip(found.q, wanted.q, strict=True):
        for a, b in zip(row, other, strict=True):
            gap = abs(a - b)
            assert min(gap, abs(gap - 2 * math.pi)) <= tolerance * max(1.0, abs(b))


def case_of(
    model: InverseGeometry,
    joints: Sequence[Sequence[float]],
    parameters: Mapping[str, float],
    fixed: tuple[float, ...] = (),
    matrices: Sequence[Array] = (),
    tolerance: float = TOLERANCE,
) -> TreeCase:
    """A model with the poses of some joints, and others that are given."""
    names = [model.robot.variables[j].name for j in model.fixed]
    chain, _ = chain_and_size(model, {**parameters, **dict(zip(names, fixed, strict=True))})
    poses = [*chain.poses(np.array(joints, dtype=float)), *matrices]
    return TreeCase(model.tree_document, model.tree, parameters, tuple(poses), fixed, tolerance)


def library_model(name: str, **options: Any) -> tuple[InverseGeometry, dict[str, float]]:
    """A model of the library without verification, and the numbers of its first value set."""
    model = symoro.igm(symoro.load(name), verify=False, **options)
    return model, model.robot.parameter_values(model.robot.values[0].name)


@cache
def tree_cases() -> tuple[TreeCase, ...]:
    """RX90, UR5, Stanford, SCARA; families, poses out of reach, double roots, a fixed joint.

    A pose of the UR5 has two families beside its isolated solutions, which no value that is tried
    is part of.
    The last is a wrist on a general arm without symbols, by Pieper's method: one of its equations
    has four roots.
    """
    far, nan, infinite, huge = (np.eye(4) for _ in range(4))
    far[:3, 3] = 9.0
    nan[0, 3], infinite[1, 3], huge[2, 3] = np.nan, np.inf, 1e200  # whose square is infinite
    general = [0.3, -0.5, 0.8, 0.4, 0.9, -0.6]
    rx90, lengths = library_model("rx90")
    ur5, numbers = library_model("ur5")
    stanford, arm = library_model("stanford")
    scara, reach = library_model("scara", elements="s,P")
    wristed = symoro.igm(random_structure("RRR(RRR)", np.random.default_rng(4)), verify=False)
    locked, same = library_model("rx90", fix=[6])
    wrist = [0.3, -0.5, 0.8, 0.4, 0.0, -0.6]
    stretched = [0.3, -0.5, -math.pi / 2, 0.4, 0.9, -0.6]
    narrow = [1.4, math.pi / 2, 0.02, -math.pi / 2, 0.0, -1.1]
    return (
        case_of(rx90, [general, wrist], lengths, matrices=[far, nan, infinite, huge]),
        case_of(rx90, [stretched], lengths, tolerance=1e-6),
        case_of(ur5, [general, [*general[:4], 0.0, general[5]], narrow], numbers, matrices=[far]),
        case_of(stanford, [[0.3, 0.5, 0.4, 0.7, 0.9, -0.6]], arm),
        case_of(scara, [[0.3, 0.5, 0.4, 0.2]], reach, matrices=[far]),
        case_of(locked, [general[:5]], same, fixed=(general[5],)),
        case_of(wristed, [general, [0.8, 1.1, -0.4, 0.3, -1.2, 2.0]], {}, tolerance=1e-10),
    )

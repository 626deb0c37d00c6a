"""An inverse geometric model as a function of NumPy arrays that runs native code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from symoro.analysis.inverse_geometry import Solutions, TreeSolver, read_pose
from symoro.analysis.inverse_geometry.solutions import FloatArray
from symoro.compile.compiled_inverse import CompiledInverse, InverseBatch
from symoro.compile.tree_kernel import TreeKernel
from symoro.errors import InternalError
from symoro.ir.tree import SolutionTree
from symoro.ir.tree_routine import tree_routine
from symoro.ir.tree_rows import label_texts
from symoro.robot.values import only_set

if TYPE_CHECKING:
    from symoro.catalog.geometric.inverse_solutions import InverseGeometry

MANY = 1000
"""Poses for which it is quicker to compile a model first: that takes some tenths of a second."""


_functions: WeakKeyDictionary[SolutionTree, CompiledInverse] = WeakKeyDictionary()


def compile_inverse(model: InverseGeometry) -> CompiledInverse:
    """Return the native function of a model; it is made once."""
    tree, elements = model.tree, model.elements
    if tree not in _functions:
        usual = only_set(model.robot)
        _functions[tree] = CompiledInverse(
            TreeKernel(tree_routine(tree), elements),
            {each.name: each.numbers for each in model.robot.values},
            usual.name if usual is not None else "",
            tuple(label_texts(tree)),
            lambda matrix: read_pose(matrix, elements).matrix,
        )
    return _functions[tree]


def solve_many(
    model: InverseGeometry, solver: TreeSolver, matrices: Iterable[FloatArray]
) -> list[Solutions]:
    """Return the solutions of many poses of a model without fixed joints."""
    poses = [read_pose(matrix, model.elements) for matrix in matrices]
    numbers = {name: solver.values[name] for name in model.tree.program.parameters}
    batch = compile_inverse(model)(np.array([pose.matrix for pose in poses]), parameters=numbers)
    if not isinstance(batch, InverseBatch):
        raise InternalError(f"{model.tree.program.name}: a batch of poses has no batch of rows")
    return solver.solve_all(poses, batch)

"""An inverse geometric model as a function of NumPy arrays that runs native code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.analysis.inverse_geometry import read_pose
from symoro.compile.compiled_inverse import CompiledInverse
from symoro.compile.tree_kernel import TreeKernel
from symoro.ir.tree_routine import tree_routine
from symoro.ir.tree_rows import label_texts
from symoro.robot.values import only_set

if TYPE_CHECKING:
    from symoro.catalog.geometric.inverse_solutions import InverseGeometry


def compile_inverse(model: InverseGeometry) -> CompiledInverse:
    """Return the native function of a model."""
    usual = only_set(model.robot)
    return CompiledInverse(
        TreeKernel(tree_routine(model.tree), model.elements),
        {each.name: each.numbers for each in model.robot.values},
        usual.name if usual is not None else "",
        tuple(label_texts(model.tree)),
        lambda matrix: read_pose(matrix, model.elements).matrix,
    )

"""Identification link by link: the regressor's blocks, solved from the tips to the base.

The torque of a joint depends on the parameters of the links that it moves and of no others, so the
columns of a regressor can be ordered by the outermost row in which they are not zero. Then the
matrix is block triangular (3.108): a row determines its own columns once those of the rows further
out are known. Each step is a small least-squares problem.

References: [Guide] section 3.6.3.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, floats
from symoro.errors import ModelError, UsageError
from symoro.ir.program import Let, Program
from symoro.robot import BaseMotion, Robot
from symoro.wording import html_table, quantity

_RANK = 1e-10  # relative to the largest singular value, columns scaled to length one


class Regressor(Protocol):
    """A model whose one output is a matrix with named columns."""

    @property
    def robot(self) -> Robot:
        """The robot that it is a model of."""

    @property
    def program(self) -> Program:
        """Its program."""

    @property
    def labels(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the columns, by output."""


@dataclass(frozen=True)
class Block:
    """Rows that determine some columns: their places, from 0."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def __repr__(self) -> str:
        sizes = quantity(len(self.rows), "row"), quantity(len(self.columns), "column")
        return f"<Block: {sizes[0]}, {sizes[1]}>"


@dataclass(frozen=True)
class TriangularBlocks:
    """A regressor in block triangular form.

    Attributes:
        labels: the parameters, by column.
        blocks: the diagonal blocks, from the tips to the base.
    """

    labels: tuple[str, ...]
    blocks: tuple[Block, ...]

    def __repr__(self) -> str:
        parameters = quantity(len(self.labels), "parameter")
        return f"<TriangularBlocks: {parameters} in {quantity(len(self.blocks), 'block')}>"

    def _repr_html_(self) -> str:
        """The blocks as a table, for notebooks."""
        return html_table(
            ("rows", "parameters that they determine"),
            (
                (
                    ", ".join(str(row + 1) for row in block.rows),
                    ", ".join(self.labels[column] for column in block.columns),
                )
                for block in self.blocks
            ),
            "Block triangular form, from the tips to the base",
        )

    def estimate(self, W: npt.ArrayLike, torques: npt.ArrayLike) -> dict[str, float]:
        """Return the parameters that fit measured torques best, block after block.

        Args:
            W: the regressor at N states, (N, rows, columns), as the compiled model gives it.
            torques: the torques measured there, (N, rows).

        Raises:
            UsageError: for other shapes, and for measurements that are missing or no numbers.
            ModelError: if a block's rows do not determine its parameters, which are named.
        """
        D, tau = floats(W, "W"), floats(torques, "torques")
        if D.ndim != 3 or D.shape[2] != len(self.labels) or tau.shape != D.shape[:2]:
            raise UsageError(
                f"W has shape {D.shape}, torques {tau.shape}; expected (N, rows, "
                f"{len(self.labels)}) and (N, rows)"
            )
        parameters = np.zeros(len(self.labels))
        for block in self.blocks:
            rows, columns = list(block.rows), list(block.columns)
            known = D[:, rows] @ parameters
            own = D[:, rows][:, :, columns].reshape(-1, len(columns))
            parameters[columns] = self._solve_block(block, own, (tau[:, rows] - known).ravel())
        return dict(zip(self.labels, parameters.tolist(), strict=True))

    def _solve_block(self, block: Block, A: Floats, b: Floats) -> Floats:
        lengths = np.linalg.norm(A, axis=0)
        scale = np.where(lengths > 0, lengths, 1.0)
        solution, _, rank, _ = np.linalg.lstsq(A / scale, b, rcond=_RANK)
        if rank < len(block.columns):
            listed = ", ".join(self.labels[c] for c in block.columns)
            rows = ", ".join(str(r + 1) for r in block.rows)
            raise ModelError(
                f"row {rows} determines {rank} of the {len(block.columns)} parameters {listed} "
                "at these states; take base parameters and motions that excite them, or all rows "
                "at once: numpy.linalg.lstsq of W.reshape(-1, columns)"
            )
        return np.asarray(solution / scale)


def triangular_blocks(model: Regressor) -> TriangularBlocks:
    """Return the block triangular form of a regressor, for identification link by link.

    The six rows of a floating base are one block.

    Raises:
        UsageError: if the model is not a matrix with named columns.
    """
    if not hasattr(model, "labels"):
        raise UsageError(f"link by link takes a model, symoro.regressor(robot), not {model!r}")
    outputs = [output for output in model.program.outputs if output.name in model.labels]
    if len(outputs) != 1 or len(outputs[0].shape) != 2:
        raise UsageError("link by link takes a model with one matrix: symoro.regressor(robot)")
    height, width = outputs[0].shape
    zeros = {0, *(s.node for s in model.program.statements if isinstance(s, Let) and not s.value)}
    present = np.array([edge not in zeros for edge in outputs[0].elements]).reshape(height, width)
    base = 6 if model.robot.base.motion is BaseMotion.FLOATING else 0
    groups = [(r,) for r in reversed(range(base, height))] + ([tuple(range(base))] if base else [])
    outermost = [int(np.flatnonzero(column).max(initial=0)) for column in present.T]
    blocks = []
    for rows in groups:
        columns = tuple(c for c, r in enumerate(outermost) if r in rows)
        if columns:
            blocks.append(Block(rows, columns))
    return TriangularBlocks(model.labels[outputs[0].name], tuple(blocks))

"""Joints of a chain that are fixed: their positions come with a pose, and have columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from symoro.analysis.inverse_geometry import Solutions
from symoro.analysis.inverse_geometry.solutions import FloatArray
from symoro.errors import UsageError
from symoro.robot import Robot
from symoro.wording import quantity


def fixed_positions(
    robot: Robot, joints: Sequence[int], fixed: Sequence[float] | Mapping[str, float]
) -> dict[int, float]:
    """Return the positions of fixed joints by frame.

    Raises:
        UsageError: for a joint without a position, and a position of another joint.
    """
    names = [robot.variables[j].name for j in joints]
    if isinstance(fixed, Mapping):
        unknown = sorted(set(fixed) - set(names))
        if unknown:
            listed = ", ".join(map(str, unknown))
            raise UsageError(f"{listed} is not fixed; fixed are: {', '.join(names) or 'none'}")
        if missing := [name for name in names if name not in fixed]:
            listed = ", ".join(missing)
            raise UsageError(f"--fix {listed} takes positions with each pose; {listed} has none")
        fixed = [fixed[name] for name in names]
    if len(fixed) != len(names):
        raise UsageError(
            f"{quantity(len(names), 'position')} of fixed joints ({', '.join(names)}), not "
            f"{len(fixed)}"
        )
    return dict(zip(joints, map(float, fixed), strict=True))


def with_fixed_joints(
    solutions: Solutions,
    variables: Sequence[tuple[int, str]],
    positions: Mapping[int, float],
) -> Solutions:
    """Return solutions with columns for the joints that were fixed.

    Args:
        solutions: of the other joints.
        variables: all joints, each by its frame and its name.
        positions: those of the fixed joints, by frame.
    """
    if not positions:
        return solutions
    names = tuple(name for _, name in variables)
    columns = {k: positions[j] for k, (j, _) in enumerate(variables) if j in positions}

    def widen(rows: FloatArray) -> FloatArray:
        q = np.zeros((len(rows), len(names)))
        q[:, [k for k in range(len(names)) if k not in columns]] = rows
        q[:, list(columns)] = list(columns.values())
        return q

    families = tuple(each.with_joints(widen) for each in solutions.families)
    return replace(solutions, q=widen(solutions.q), joints=names, families=families)

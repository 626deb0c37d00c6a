"""The motion of an end link: in how many ways it moves, and which joints are too many for it.

M is the largest rank that the Jacobian matrix of a link has in any posture, N the number of
independent joints that move it; the robot is redundant of order N - M. Both are found at random
postures: one that is singular does not matter, because the largest rank counts.

Six combinations of joints make a chain redundant whatever its lengths: see `redundant_joints`.

Reference: [KD02] for the notions of mobility and redundancy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.solve import have_clear_ranks, null_space, ranks
from symoro.robot import JointType, Robot

_SAME = 1e-9  # of 1, or of the robot's size: axes that are parallel, or meet

AxisLines = tuple[Floats, Floats]  # directions and points of an axis, a row for each posture


def end_motion(closure: Closure, rows: Floats, link: int) -> tuple[int, int]:
    """Return N and M of a link: its independent joints, and the largest rank of its motion.

    ``rows`` are some random postures, loops closed; ``link`` may be any frame.
    """
    row = closure.tables.row
    joints = [row[j] for j in closure.robot.ancestors(link) if j in row]
    moved = np.broadcast_to(closure.tables.gear[joints], (len(rows), len(joints), rows.shape[1]))
    twists = closure.twists(rows, link)
    if closure.robot.n_loops:
        slope = closure.gaps(rows)[1]
        plain = have_clear_ranks(slope)
        rank = ranks(slope[plain])
        best = np.flatnonzero(plain)[rank == rank.max()]
        free = null_space(slope[best], rows.shape[1] - int(rank.max()))
        moved, twists = moved[best] @ free, twists[best] @ free
    return _largest_rank(moved), _largest_rank(twists)


def _largest_rank(matrices: Floats) -> int:
    """The largest rank of a batch, of those matrices that have a clear one."""
    return int(ranks(matrices[have_clear_ranks(matrices)]).max())


def redundant_joints(closure: Closure, rows: Floats, link: int) -> list[str]:
    """Return which of six combinations of joints the chain to a link has, in words.

    More than six joints; more than three revolute joints whose axes meet in one point, or are
    parallel; more than three prismatic joints; two prismatic joints along parallel axes; two
    revolute joints about one axis. Each must hold in all postures that are given.
    """
    robot, pose = closure.robot, closure.poses(rows)
    chain = [j for j in robot.ancestors(link)[1:] if robot.frame(j).moves]
    axes = {j: (pose[j, :, :3, 2], pose[j, :, :3, 3]) for j in chain}
    turns = [j for j in chain if robot.frame(j).sigma is JointType.REVOLUTE]
    slides = [j for j in chain if j not in turns]
    parallel, along = (_axis_groups(some, axes, _are_parallel) for some in (turns, slides))
    sets = {
        "more than 3 revolute joints whose axes meet": _meeting_axes(robot, chain, axes),
        "more than 3 revolute joints with parallel axes": [s for s in parallel if len(s) > 3],
        "more than 3 prismatic joints": [slides] if len(slides) > 3 else [],
        "prismatic joints along parallel axes": [s for s in along if len(s) > 1],
        "revolute joints about one axis": [
            s for s in _axis_groups(turns, axes, _are_coincident) if len(s) > 1
        ],
    }
    texts = [f"more than 6 joints ({len(chain)})"] if len(chain) > 6 else []
    texts += [f"{what} ({', '.join(map(str, s))})" for what, each in sets.items() for s in each]
    return texts


def _axis_groups(
    joints: Sequence[int], axes: dict[int, AxisLines], alike: Callable[[AxisLines, AxisLines], bool]
) -> list[list[int]]:
    """The joints in groups of those whose axes are alike."""
    groups: list[list[int]] = []
    for j in joints:
        group = next((each for each in groups if alike(axes[each[0]], axes[j])), None)
        if group is None:
            groups.append([j])
        else:
            group.append(j)
    return groups


def _are_parallel(one: AxisLines, other: AxisLines) -> bool:
    return bool(np.abs(np.cross(one[0], other[0])).max() < _SAME)


def _are_coincident(one: AxisLines, other: AxisLines) -> bool:
    apart = np.cross(one[0], other[1] - one[1])
    return _are_parallel(one, other) and bool(np.abs(apart).max() < _SAME)


def _meeting_axes(
    robot: Robot, chain: Sequence[int], axes: dict[int, AxisLines]
) -> list[list[int]]:
    """Runs of more than three revolute joints, one after another, whose axes meet in a point.

    Axes that meet in every posture do so one after another: a joint between two of them whose axis
    passes elsewhere would move them apart.
    """
    runs: list[list[int]] = []
    for sigma, group in groupby(chain, key=lambda j: robot.frame(j).sigma):
        run = list(group) if sigma is JointType.REVOLUTE else []
        while len(run) > 3:
            size = next(
                (n for n in range(len(run), 3, -1) if _do_meet([axes[j] for j in run[:n]])), 1
            )
            if size > 3:
                runs.append(run[:size])
            run = run[size:]
    return runs


def _do_meet(lines: Sequence[AxisLines]) -> bool:
    """True if lines pass through one point in every posture: the nearest one is on all of them."""
    across = [np.eye(3) - z[:, :, None] * z[:, None, :] for z, _ in lines]
    right = [(away @ p[:, :, None])[:, :, 0] for away, (_, p) in zip(across, lines, strict=True)]
    matrix, offset = np.concatenate(across, axis=1), np.concatenate(right, axis=1)
    point = np.linalg.pinv(matrix, rcond=_SAME) @ offset[:, :, None]
    return bool(np.abs((matrix @ point)[:, :, 0] - offset).max() < _SAME)

"""Singular postures with one pose, followed, and the motions that some of them lack.

At a singular posture the link lacks a motion. Where joints can move while the link stands still,
the postures with its pose make up curves, and the lost motion may turn along them. A pose beside is
reached if its direction is on both sides of the lost motions: then it is orthogonal to one between.

Motions are compared after a change of basis that makes all of them alike along the curves together:
a direction in which the link hardly moves would otherwise turn the lost motion all at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import linprog

from symoro.analysis.arrays import Flags, Floats, Indices

_STRIDE, _STRIDES = 0.1, 70  # of the joints, in rad or sizes: more than a turn
_ROUNDS = 6  # of Newton's method
_RANK = 1e-5  # of the largest singular value, at postures that are singular to rounding
_CLOSED = 1e-9  # what is left of the gap
_ONE_SIDE = 1e-3  # the least that a direction has of every lost motion to be on one side of them
_NEVER = 1e-10  # of the square of the speed: a motion that no posture of the curves has
_ALIKE = 0.999  # the cosine between directions that count as one
_SURE = 0.3  # the cosine between lost motions of neighbours

PoseGaps = Callable[[Floats, Indices], tuple[Floats, Floats]]
"""Postures, and which pose each must have, to what must stay zero, and its derivatives."""

JacobianFunction = Callable[[Floats], Floats]
"""Postures to the Jacobian matrices of the link."""


def curves(x: Floats, gaps: PoseGaps) -> list[list[Floats]]:
    """Return for each posture the curves of those with its pose, all of them beginning there.

    There are two for each joint that moves along one; none where nothing moves.
    """
    fibres: list[list[Floats]] = [[] for _ in x]
    owners, ranks, directions = _directions(x, gaps)
    for rank in np.unique(ranks):
        some = owners[ranks == rank]
        followed = _follow(x, gaps, some, directions[ranks == rank], int(rank))
        for k, curve in zip(some, followed, strict=True):
            fibres[k].append(curve)
    return fibres


def _follow(x: Floats, gaps: PoseGaps, owners: Indices, along: Floats, rank: int) -> list[Floats]:
    """Follow curves together, along directions that begin at the postures of their owners."""
    here = x[owners]
    rows, lengths = [here], np.ones(len(here), dtype=int)
    alive = np.ones(len(here), dtype=bool)
    for _ in range(_STRIDES):
        there, closed = _correct(here + _STRIDE * along, gaps, owners, rank)
        alive &= closed & (np.sum((there - here) * along, axis=1) > _STRIDE / 2)
        if not alive.any():
            break
        here = np.where(alive[:, None], there, here)
        lengths += alive
        rows.append(here)
        still = np.linalg.svd(gaps(here, owners)[1])[2][:, rank:]
        moved = (still.transpose(0, 2, 1) @ (still @ along[:, :, None]))[:, :, 0]
        size = np.linalg.norm(moved, axis=1, keepdims=True)
        along = np.where(size > _RANK, moved / np.maximum(size, _RANK), along)
    every = np.stack(rows, axis=1)
    return [every[k, :length] for k, length in enumerate(lengths)]


def covers_every_direction(fibre: list[Floats], motion: JacobianFunction, speed: float) -> bool:
    """Tell whether no direction is on one side of the lost motions along some curves.

    ``motion`` gives the Jacobian matrices at postures, ``speed`` is their largest singular value.
    """
    if not fibre:
        return False
    matrices = [motion(curve) for curve in fibre]
    whole = np.concatenate(matrices)
    values, vectors = np.linalg.eigh(np.mean(whole @ whole.transpose(0, 2, 1), axis=0))
    if values[0] < _NEVER * speed**2:
        return False
    alike = (vectors / np.sqrt(values)) @ vectors.T
    lost = np.concatenate([_lost_motions(alike @ each) for each in matrices])
    n = lost.shape[1]
    rows = np.column_stack([-lost, np.ones(len(lost))])  # lost . d >= t
    bounds = [(-1.0, 1.0)] * n + [(None, 1.0)]
    best = linprog(np.r_[np.zeros(n), -1.0], A_ub=rows, b_ub=np.zeros(len(lost)), bounds=bounds)
    return bool(best.x[-1] < _ONE_SIDE)


def _lost_motions(matrices: Floats) -> Floats:
    """The lost motions along a curve, with signs that follow, until one cannot be told."""
    left = np.linalg.svd(matrices)[0][:, :, -1]
    kept = [left[0]]
    for motion in left[1:]:
        cosine = float(motion @ kept[-1])
        if abs(cosine) < _SURE:
            break
        kept.append(motion if cosine > 0 else -motion)
    return np.array(kept)


def _directions(x: Floats, gaps: PoseGaps) -> tuple[Indices, Indices, Floats]:
    """Directions of the joints that move nothing: whose, the rank there, and the directions."""
    slopes = gaps(x, np.arange(len(x)))[1]
    owners: list[int] = []
    ranks: list[int] = []
    directions: list[Floats] = []
    for owner, slope in enumerate(slopes):
        _, values, rows = np.linalg.svd(slope)
        rank = int(np.sum(values > _RANK * values[0]))
        still = rows[rank:].T @ rows[rank:]  # the projection on directions that move nothing
        axes: list[Floats] = []
        for row in still:
            size = float(np.linalg.norm(row))
            if size > _RANK and not any(abs(row @ each) > _ALIKE * size for each in axes):
                axes.append(row / size)
        directions += [sign * each for each in axes for sign in (1.0, -1.0)]
        owners += [owner] * (2 * len(axes))
        ranks += [rank] * (2 * len(axes))
    whole = np.array(directions).reshape(len(directions), x.shape[1])
    return np.array(owners, dtype=np.intp), np.array(ranks, dtype=np.intp), whole


def _correct(x: Floats, gaps: PoseGaps, owners: Indices, rank: int) -> tuple[Floats, Flags]:
    """Postures beside that have no gap, by Newton's method, and which have none."""
    for _ in range(_ROUNDS):
        gap, slope = gaps(x, owners)
        left, values, rows = np.linalg.svd(slope)
        parts = (left[:, :, :rank].transpose(0, 2, 1) @ gap[:, :, None])[:, :, 0]
        parts /= np.maximum(values[:, :rank], _RANK)
        x = x - (rows[:, :rank].transpose(0, 2, 1) @ parts[:, :, None])[:, :, 0]
    closed: Flags = np.abs(gaps(x, owners)[0]).max(axis=1) < _CLOSED
    return x, closed

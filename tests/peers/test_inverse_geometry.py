"""What the benchmark of inverse geometry compares gives the same solutions."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.inverse_geometry import (
    BATCH_MICROSECONDS,
    LENGTHS,
    SLOWER,
    eaik,
    model,
    random_poses,
    require_same_sets,
    section,
    written_by_hand,
)
from benchmarks.rounds import Effort

from printers.toolchain import tool
from symoro.analysis.inverse_geometry import Solutions
from symoro.catalog.geometric.inverse_solutions import chain_and_size
from symoro.references.inverse_geometry import distance

POSES = 25
NOISE = 10  # a machine may be slow, and share its caches with other tests


def test_the_c_by_hand_gives_every_solution() -> None:
    tool("gcc")
    seeds, poses = random_poses(POSES)
    ours = model()
    chain, _ = chain_and_size(ours, LENGTHS)
    for seed, pose, rows in zip(seeds, poses, written_by_hand().solutions(poses), strict=True):
        assert len(rows) == 8
        assert np.abs(chain.poses(rows) - pose).max() < 1e-12  # of an arm of 0.8: rounding
        assert min(distance(seed, row, chain.turns, 1.0) for row in rows) < 1e-8
        solutions = ours.solutions(pose, parameters=LENGTHS)
        assert isinstance(solutions, Solutions)
        require_same_sets("C by hand", solutions.q, rows)


def test_the_c_by_hand_has_no_solution_out_of_reach() -> None:
    tool("gcc")
    _, poses = random_poses(1)
    poses[0, :3, 3] = (0.9, 0.2, 0.1)  # farther than D3 + RL4 = 0.8
    (rows,) = written_by_hand().solutions(poses)
    assert len(rows) == 0


def test_eaik_has_the_same_robot() -> None:
    pytest.importorskip("eaik", reason="EAIK is not installed")
    _, poses = random_poses(POSES)
    peer = eaik()
    for pose, rows in zip(poses, written_by_hand().solutions(poses), strict=True):
        require_same_sets("EAIK", rows, np.array(peer.calculate_IK(pose).Q))


def test_the_section_measures_code_calls_and_batches() -> None:
    tool("gcc")
    c, call, rich, *batches = section(Effort(rounds=3, repeats=1, batch=2000))
    assert c.ratio is not None
    assert c.ratio > 1 / (SLOWER * NOISE)
    assert call.peer == "EAIK"
    if not call.missing:
        assert call.ratio is not None
        assert call.ratio > 1 / NOISE
    assert call.ours < 1e3 * NOISE  # a nanosecond is a thousandth of the microsecond it takes
    assert rich.ours < 1e3 * NOISE  # it is well below a millisecond
    assert all(each.ours < BATCH_MICROSECONDS * NOISE for each in batches)

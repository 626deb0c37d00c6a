"""The NumPy text of an inverse geometric model: any batch shape, blocks, wrong input."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from printers.runners.python import module
from printers.tree_cases import write_tree
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.compile.compiled_inverse import InverseBatch
from symoro.ir.tree_rows import Status

Array = npt.NDArray[np.float64]
Results = tuple[npt.NDArray[Any], ...]

ARM = {"D3": 0.45, "RL4": 0.35}
GENERAL = (0.3, -0.5, 0.8, 0.4, 0.9, -0.6)
WRIST = (0.3, -0.5, 0.8, 0.4, 0.0, -0.6)
SHAPES = [(8, 6), (8,), (8,), (8,), ()]


@cache
def printed(fix: str = "") -> tuple[InverseGeometry, Callable[..., Results]]:
    """A model of the RX90, and its function of NumPy."""
    elements = "a,P" if fix else ""
    model = symoro.igm(symoro.load("rx90"), fix=fix, elements=elements, verify=False)
    with TemporaryDirectory() as folder:
        text = module(write_tree(model.tree_document, "numpy", Path(folder))[0])
    function: Callable[..., Results] = text.rx90_igm
    return model, function


def solve(T: Any, p: Any = ARM) -> Results:
    return printed()[1](T, p)


@cache
def poses_at(*postures: tuple[float, ...]) -> Array:
    chain, _ = chain_and_size(printed()[0], ARM)
    poses: Array = chain.poses(np.array(postures))
    return poses


def test_one_pose_and_any_leading_axes_give_the_same_bits() -> None:
    rng = np.random.default_rng(4)
    poses = poses_at(*map(tuple, rng.uniform(-3, 3, (6, 6)).tolist()))
    many, few = solve(poses), solve(poses.reshape(2, 3, 4, 4))
    for k, pose in enumerate(poses):
        one = solve(pose)
        assert [each.shape for each in one] == SHAPES
        assert all((a == b[k]).all() for a, b in zip(one, many, strict=True))
    assert [each.shape for each in few] == [(2, 3, *shape) for shape in SHAPES]
    assert all((a.ravel() == b.ravel()).all() for a, b in zip(few, many, strict=True))
    assert [each.shape for each in solve(poses[:0])] == [(0, *shape) for shape in SHAPES]


def test_blocks_have_the_rows_of_native_code_singular_poses_among_them() -> None:
    poses = np.tile(poses_at(GENERAL, WRIST, GENERAL), (1800, 1, 1))  # more than one block
    poses[2::3, :3, 3] = 9.0
    q, valid, label, multiplicity, status = solve(poses)
    native = printed()[0].compile()(poses, parameters=ARM)
    assert isinstance(native, InverseBatch)
    assert (status == native.status).all()
    assert set(status.tolist()) == {Status.ISOLATED, Status.FAMILY, Status.UNREACHABLE}
    assert (valid.sum(axis=1) == native.counts).all()
    assert (label[valid] == native.labels).all()
    assert (multiplicity[valid] == native.multiplicity).all()
    assert np.abs(q[valid] - native.q).max() < 1e-12  # NumPy rounds sines otherwise
    assert not q[~valid].any()


def test_positions_of_fixed_joints_are_spread_over_poses() -> None:
    model, function = printed("t6")
    poses = poses_at(GENERAL, WRIST)[:1].repeat(3, axis=0)
    for qf in (np.array([-0.6]), np.linspace(-0.6, 0.2, 3)[:, None]):
        q, valid, *_ = function(poses, qf, ARM)
        native = model.compile()(poses, qf, parameters=ARM)
        assert isinstance(native, InverseBatch)
        assert len(native.q)
        assert np.abs(q[valid] - native.q).max() < 1e-12


def test_other_numbers_become_doubles() -> None:
    (pose,) = poses_at(GENERAL)
    wanted = solve(pose)[0]
    assert (solve(pose.tolist())[0] == wanted).all()
    rough = solve(pose.astype(np.float32))[0]
    assert rough.dtype == np.float64
    assert np.abs(rough - wanted).max() < 1e-5  # of single precision
    whole = np.eye(4, dtype=int)
    whole[:3, 3] = (1, 0, 1)
    found = solve(whole, {"D3": 1, "RL4": 1})
    assert found[1].any()
    assert (found[0] == solve(whole * 1.0, {"D3": 1.0, "RL4": 1.0})[0]).all()


def test_a_pose_that_is_not_finite_has_a_status() -> None:
    poses = poses_at(GENERAL).repeat(2, axis=0)
    poses[1, 0, 3] = np.nan
    _, valid, _, _, status = solve(poses)
    assert status.tolist() == [Status.ISOLATED, Status.NOT_FINITE]
    assert not valid[1].any()


@pytest.mark.parametrize("shape", [(3, 3), (16,), (4, 4, 2), (4,)])
def test_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"T must have \(4, 4\) as its last axes"):
        solve(np.zeros(shape))


def test_a_missing_parameter_is_named() -> None:
    with pytest.raises(KeyError, match="RL4"):
        solve(np.eye(4), {"D3": 0.4})

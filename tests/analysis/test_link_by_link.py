"""Identification link by link: the triangular form of the regressor, tips first."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import symoro
from random_robots import names
from symoro import Base, Model, ModelError, Robot, UsageError, library
from symoro.compile.kernel import Array
from symoro.robot import BaseMotion, general_link
from symoro.verify.sampling import sample_values


def samples(model: Model, count: int = 60) -> Array:
    """The regressor at random states."""
    rng = np.random.default_rng(1)
    values = sample_values(model.robot, random.Random(1))
    arrays = {name: rng.uniform(-1.5, 1.5, (count, *s)) for name, s in model.program.arrays}
    constants = {name: values[name] for name in model.program.parameters}
    W = model.compile()(parameters=constants, **arrays)
    assert isinstance(W, np.ndarray)
    return W


def assert_recovers(model: Model) -> None:
    """Torques made of known parameters give them back; 1e-8: blocks have conditions below 1e4."""
    blocks = symoro.triangular_blocks(model)
    W = samples(model)
    K = np.random.default_rng(2).uniform(0.5, 1.5, len(model.columns))
    found = blocks.estimate(W, W @ K)
    assert tuple(found) == model.columns
    assert list(found.values()) == pytest.approx(K, rel=1e-8)


@pytest.mark.parametrize("name", ["rrp", "scara", "rx90", "stanford", "puma560", "general6r"])
def test_base_parameters_of_a_chain_are_found_link_by_link(name: str) -> None:
    assert_recovers(
        symoro.regressor(library.robot(name), base_parameters=True, level="O1", verify=False)
    )


@pytest.mark.parametrize("name", ["sr400", "akr3000", "mobile3w"])
def test_a_tree_is_identified_branch_by_branch(name: str) -> None:
    assert_recovers(
        symoro.regressor(
            library.robot(name),
            equivalent_tree=True,
            base_parameters=True,
            level="O1",
            verify=False,
        )
    )


def test_a_block_holds_the_parameters_of_its_link() -> None:
    model = symoro.regressor(
        library.robot("rx90"),
        base_parameters=True,
        include=["ia", "friction"],
        level="O1",
        verify=False,
    )
    found = symoro.triangular_blocks(model)
    assert [block.rows for block in found.blocks] == [(5,), (4,), (3,), (2,), (1,), (0,)]
    for block in found.blocks:
        labels = [found.labels[c] for c in block.columns]
        links = {label.rstrip("R")[-1] for label in labels}
        assert links == {str(block.rows[0] + 1)}
        assert {"FV", "FS"} <= {label[:2] for label in labels}


def test_below_the_blocks_the_matrix_is_zero() -> None:
    """(3.108): a row has no part of the blocks that come after its own."""
    model = symoro.regressor(
        library.robot("sr400"), equivalent_tree=True, base_parameters=True, level="O1", verify=False
    )
    W = samples(model, 3)
    blocks = symoro.triangular_blocks(model).blocks
    for k, block in enumerate(blocks):
        for later in blocks[k + 1 :]:
            assert not W[:, list(block.rows)][:, :, list(later.columns)].any()
    assert sorted(c for block in blocks for c in block.columns) == list(range(W.shape[2]))


def test_a_parameter_that_its_own_joint_does_not_feel_waits_for_an_earlier_row() -> None:
    """M2 of the planar arm: only the first joint carries it."""
    model = symoro.regressor(library.robot("planar2r"), level="O1", verify=False)
    found = symoro.triangular_blocks(model)
    named = {b.rows: [found.labels[c] for c in b.columns] for b in found.blocks}
    assert named == {(1,): ["ZZ2", "MX2", "MY2"], (0,): ["ZZ1", "MX1", "MY1", "M2"]}


def test_the_rows_of_a_floating_base_are_one_block() -> None:
    base = Base(motion=BaseMotion.FLOATING, G=names("G"), link=general_link(0))
    robot: Robot = replace(library.robot("rrp"), base=base)
    model = symoro.regressor(robot, base_parameters=True, level="O1", verify=False)
    last = symoro.triangular_blocks(model).blocks[-1]
    assert last.rows == (0, 1, 2, 3, 4, 5)
    assert_recovers(model)


def test_parameters_that_the_motion_does_not_show_are_named() -> None:
    model = symoro.regressor(library.robot("rx90"), level="O1", verify=False)
    W = samples(model)
    with pytest.raises(ModelError, match=r"row 6 determines 7 of the 8 parameters XX6, .*, MY6 at"):
        symoro.triangular_blocks(model).estimate(W, np.zeros(W.shape[:2]))


def test_other_shapes_and_other_models_are_refused() -> None:
    model = symoro.regressor(library.robot("planar2r"), level="O1", verify=False)
    W = samples(model, 5)
    with pytest.raises(UsageError, match=r"W has shape \(10, 7\), torques \(5, 2\); expected"):
        symoro.triangular_blocks(model).estimate(W.reshape(-1, 7), np.zeros((5, 2)))
    with pytest.raises(UsageError, match="torques: a number is infinite or undefined"):
        symoro.triangular_blocks(model).estimate(W, np.full((5, 2), np.nan))
    with pytest.raises(UsageError, match=r"symoro\.regressor\(robot\)"):
        symoro.triangular_blocks(symoro.idm(library.robot("planar2r"), level="O1", verify=False))

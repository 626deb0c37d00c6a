"""Symmetries of solution trees: which steps have one, and that images are solutions."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import symoro
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.ir.routine import Note, all_commands
from symoro.ir.tree_routine import tree_routine
from symoro.ir.tree_rows import solve_rows
from symoro.ir.tree_symmetry import Image, find_mirror
from symoro.robot import Robot

SAME, OPPOSITE = Image(), Image(-1)
TURNED, SUPPLEMENT = Image(turned=True), Image(-1, turned=True)
WRIST = (SAME, SAME, SAME, TURNED, OPPOSITE, TURNED)

Expected = dict[int, tuple[tuple[Image, ...], set[int]]]

MIRRORS: dict[tuple[str, str], Expected] = {
    ("rx90", "paul"): {
        0: ((TURNED, SUPPLEMENT, SUPPLEMENT, TURNED, SAME, SAME), {1}),
        3: (WRIST, set()),
    },
    ("rx90", "pieper"): {
        0: ((TURNED, SUPPLEMENT, SUPPLEMENT, TURNED, SAME, SAME), {1}),
        3: (WRIST, set()),
    },
    ("puma560", "paul"): {3: (WRIST, set())},  # the shoulder has an offset
    ("stanford", "paul"): {
        1: ((SAME, TURNED, OPPOSITE, SUPPLEMENT, SUPPLEMENT, TURNED), set()),
        3: (WRIST, set()),
    },
    ("ur5", "paul"): {},
    ("planar2r", "paul"): {},
}
"""The steps with a symmetry, by their places: images of the joints, later steps that flip."""


@cache
def model(name: str, method: str) -> InverseGeometry:
    return symoro.igm(symoro.load(name), method=method, verify=False)


@pytest.mark.parametrize("case", MIRRORS, ids="-".join)
def test_the_steps_with_a_symmetry(case: tuple[str, str]) -> None:
    tree = model(*case).tree
    mirrors = {k: find_mirror(tree, k) for k in range(len(tree.steps))}
    expected = MIRRORS[case]
    assert {k for k, mirror in mirrors.items() if mirror is not None} == set(expected)
    for k, (columns, flips) in expected.items():
        mirror = mirrors[k]
        assert mirror is not None
        assert mirror.columns == columns
        assert mirror.flips == flips


def apply(image: Image | None, x: float) -> float:
    assert image is not None
    return image.sign * x + np.pi * image.turned


@pytest.mark.parametrize("case", [case for case in MIRRORS if MIRRORS[case]], ids="-".join)
def test_images_of_rows_are_the_rows_of_the_other_root(case: tuple[str, str]) -> None:
    """By the interpreter, which knows nothing of symmetries."""
    ik = model(*case)
    numbers = ik.robot.parameter_values(ik.robot.values[0].name)
    chain, _ = chain_and_size(ik, numbers)
    rng = np.random.default_rng(7)
    turns = chain.turns
    for pose in chain.poses(rng.uniform(-3, 3, (5, 6))):
        values = dict(numbers)
        for item in ik.tree.program.used_inputs:
            if item.array == "T":
                values[item.name] = float(pose[item.index])
        rows = solve_rows(ik.tree, values)
        assert len(rows.q) == ik.tree.most
        for k in MIRRORS[case]:
            mirror = find_mirror(ik.tree, k)
            assert mirror is not None
            each = int(np.prod([step.most for step in ik.tree.steps[k + 1 :]]))
            others = np.array(rows.q[each : 2 * each])
            for row in rows.q[:each]:
                image = np.array([apply(i, x) for i, x in zip(mirror.columns, row, strict=True)])
                gaps = np.abs(others - image)
                gaps = np.where(turns, np.abs(np.mod(gaps + np.pi, 2 * np.pi) - np.pi), gaps)
                assert gaps.max(axis=1).min() < 1e-9  # far above rounding, far below a branch


def test_an_offset_of_a_joint_that_changes_its_sign_leaves_no_symmetry() -> None:
    """The image of t2 + 1/3 is its supplement, that of t2 is not; the wrist has no offset."""
    arm = Robot.from_mdh(
        alpha=["0", "Pi/2", "0", "-Pi/2", "Pi/2", "-Pi/2"],
        d=["0", "0", "D3", "0", "0", "0"],
        theta_offset=["0", "1/3", "0", "0", "0", "0"],
        r=["0", "0", "0", "RL4", "0", "0"],
        sigma=[0] * 6,
    )
    tree = symoro.igm(arm, method="paul", verify=False).tree
    mirrors = [find_mirror(tree, k) for k in range(len(tree.steps))]
    assert [mirror is not None for mirror in mirrors] == [False, False, False, True, False, False]


def test_a_routine_computes_images_once_for_each_symmetry() -> None:
    for case, mirrors in MIRRORS.items():
        commands = all_commands(tree_routine(model(*case).tree).routine.body)
        notes = [each for each in commands if isinstance(each, Note) and "images" in each.text]
        assert len(notes) == len(mirrors)

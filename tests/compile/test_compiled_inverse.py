"""Compiled inverse geometric models: the interpreter's rows, one pose or many, safe calls."""

from __future__ import annotations

import copy
import gc
import math
import pickle
import weakref
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from pieper_structures import random_structure
from printers.root_trees import root_case
from printers.tree_cases import TreeCase, assert_same, library_model, rows_of, tree_cases
from singular_poses import least_rates
from symoro.analysis.inverse_geometry import Solutions
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.compile import compiled_inverse
from symoro.compile.compiled_inverse import CompiledInverse, InverseBatch, PreparedInverse
from symoro.compile.tree_kernel import TreeKernel
from symoro.ir.tree_rows import Status, solve_rows
from symoro.robot import Robot

Array = npt.NDArray[np.float64]

ARM = {"D3": 0.45, "RL4": 0.35}
ROUNDING = 1e-12
"""Of angles: the interpreter rounds images of rows, and powers, otherwise."""

GENERAL = (0.3, -0.5, 0.8, 0.4, 0.9, -0.6)
WRIST = (0.3, -0.5, 0.8, 0.4, 0.0, -0.6)


@cache
def rx90() -> InverseGeometry:
    return symoro.igm(symoro.load("rx90"), verify=False)


@cache
def poses_at(*postures: tuple[float, ...]) -> Array:
    chain, _ = chain_and_size(rx90(), ARM)
    poses: Array = chain.poses(np.array(postures))
    return poses


def random_poses(count: int) -> Array:
    rng = np.random.default_rng(2)
    return poses_at(*map(tuple, rng.uniform(-math.pi, math.pi, (count, 6)).tolist()))


@cache
def compiled() -> CompiledInverse:
    return rx90().compile()


@cache
def prepared() -> PreparedInverse:
    return compiled().prepare(ARM)


def solve(T: Any, **options: Any) -> Array:
    rows = prepared()(T, **options)
    assert isinstance(rows, np.ndarray)
    return rows


def solve_all(T: Any, **options: Any) -> InverseBatch:
    batch = prepared()(T, **options)
    assert isinstance(batch, InverseBatch)
    return batch


# The meaning is the interpreter's


@pytest.mark.parametrize(
    "case", [*tree_cases(), root_case()], ids=lambda case: case.document.program.name
)
def test_rows_are_those_of_the_interpreter(case: TreeCase) -> None:
    tree = case.document.tree
    kernel = TreeKernel(tree, ("s", "n", "a", "P"))
    p = np.array([case.parameters[name] for name in tree.parameters])
    poses = np.ascontiguousarray(case.poses)
    q, labels, multiplicity, counts, status = kernel.many(poses, np.array(case.fixed), p, 1)
    ends = np.cumsum(counts)
    for k, wanted in enumerate(case.expected):
        own = slice(ends[k] - counts[k], ends[k])
        found = rows_of(q[own], labels[own].tolist(), multiplicity[own].tolist(), status[k])
        assert_same(found, wanted, ROUNDING)


def assert_rows_of_the_interpreter(
    model: InverseGeometry, numbers: Mapping[str, float], poses: Array
) -> set[Status]:
    """Compare the rows of a batch, and return the outcomes."""
    batch = model.compile()(poses, parameters=numbers)
    assert isinstance(batch, InverseBatch)
    outcomes = set()
    for k, pose in enumerate(poses):
        values = dict(numbers)
        for item in model.tree.program.used_inputs:
            if item.array == "T":
                values[item.name] = float(pose[item.index])
        own = slice(batch.offsets[k], batch.offsets[k + 1])
        rows = (batch[k], batch.labels[own].tolist(), batch.multiplicity[own].tolist())
        found = rows_of(*rows, int(batch.status[k]))
        assert_same(found, solve_rows(model.tree, values), ROUNDING)
        outcomes.add(found.status)
    return outcomes


@pytest.mark.parametrize("name", ["rx90", "puma560", "ur5", "stanford", "scara"])
def test_random_poses_have_the_rows_of_the_interpreter(name: str) -> None:
    elements = "P,s" if name == "scara" else ""
    model = symoro.igm(symoro.load(name), elements=elements, verify=False)
    numbers = model.robot.parameter_values(model.robot.values[0].name)
    chain, _ = chain_and_size(model, numbers)
    postures = np.random.default_rng(3).uniform(-3.0, 3.0, (40, len(chain.joints)))
    poses = np.ascontiguousarray(chain.poses(postures))
    poses[::4, :3, 3] *= 1.7  # some are out of reach
    far = set() if name == "stanford" else {Status.UNREACHABLE}  # its arm slides as far as asked
    assert assert_rows_of_the_interpreter(model, numbers, poses) == {Status.ISOLATED} | far


@pytest.mark.parametrize("structure", ["RRR(RRR)", "P(RRR)RR"])  # a circle, a quartic
def test_structures_of_piepers_method_have_the_rows_of_the_interpreter(structure: str) -> None:
    rng = np.random.default_rng(11)
    model = symoro.igm(random_structure(structure, rng), method="pieper", verify=False)
    chain, _ = chain_and_size(model, {})
    poses = np.ascontiguousarray(chain.poses(rng.uniform(-2.0, 2.0, (10, 6))))
    assert assert_rows_of_the_interpreter(model, {}, poses) == {Status.ISOLATED}


ARMS = ("rx90", "puma560", "ur5", "kr5", "stanford")
STRUCTURES = ("RPP(RRR)", "PPP(RRR)", "RRR(RRR)", "RR(RRR)R", "R(RRR)RR", "(RRR)RRR")


@pytest.mark.parametrize("name", [*ARMS, *STRUCTURES])
def test_random_poses_are_met_and_their_joints_are_among_the_rows(name: str) -> None:
    """10,000 of each arm; joints may lose more digits within 1e-6 of a singularity."""
    rng = np.random.default_rng(3)
    library = name in ARMS
    robot = symoro.load(name) if library else random_structure(name, rng)
    numbers = robot.parameter_values(robot.values[0].name) if library else {}
    model = symoro.igm(robot, verify=False)
    chain, size = chain_and_size(model, numbers)
    postures = rng.uniform(-1, 1, (10_000, 6)) * np.where(chain.turns, np.pi, size)
    poses = np.ascontiguousarray(chain.poses(postures))
    batch = model.compile()(poses, parameters=numbers)
    assert isinstance(batch, InverseBatch)
    assert (batch.status == Status.ISOLATED).all()
    assert batch.counts.max() <= model.most_solutions
    owners = np.repeat(np.arange(len(poses)), batch.counts)
    errors = np.abs(chain.poses(batch.q) - poses[owners])[:, :3]
    errors[:, :, 3] /= size
    assert errors.max() < 1e-12
    gaps = np.abs(batch.q - postures[owners])
    gaps = np.where(chain.turns, np.minimum(gaps, 2 * np.pi - gaps), gaps / size).max(axis=1)
    lost = np.minimum.reduceat(gaps, batch.offsets[:-1]) > 1e-8
    assert not lost.any() or least_rates(chain, postures[lost], size).max() < 1e-6


def test_solutions_and_labels_are_those_of_the_rich_result() -> None:
    (pose,) = poses_at(GENERAL)
    rich = rx90().solutions(pose, parameters=ARM)
    assert isinstance(rich, Solutions)
    batch = solve_all(pose[None])
    assert np.abs(batch[0] - rich.q).max() < ROUNDING
    assert tuple(batch.words[k] for k in batch.labels) == rich.labels
    assert batch.status[0] == Status.ISOLATED


def test_a_family_has_rows_of_multiplicity_0() -> None:
    batch = solve_all(poses_at(WRIST, GENERAL))
    assert batch.status.tolist() == [Status.FAMILY, Status.ISOLATED]
    assert 0 in batch.multiplicity[: batch.offsets[1]]
    assert 0 not in batch.multiplicity[batch.offsets[1] :]


@pytest.mark.parametrize("elbow", [0.02, 1e-3, 0.0])
def test_a_family_without_a_row_is_told(elbow: float) -> None:
    """UR5, last axis parallel, arm nearly stretched: no value that is tried reaches the pose."""
    model, numbers = library_model("ur5")
    chain, _ = chain_and_size(model, numbers)
    poses = chain.poses(np.array([[0.3, -0.5, elbow, -1.5, 0.0, -0.6]]))
    assert assert_rows_of_the_interpreter(model, numbers, poses) == {Status.OPEN}


SLIDE = Robot.from_mdh(
    [0, "Pi/4", -0.6, "Pi"], [0, 0.5, 0, 0], [0] * 4, [0, -0.3, 0.12, 0], [1, 0, 0, 1]
)
"""The length of its joint 4 comes from an element that has the sine of joint 2 as its factor."""
TURNS = Robot.from_mdh(
    [0, 0, "Pi/4", "-Pi/4"], [-0.274, 0.149, 0, 0.487], [0, "Pi", "Pi", "Pi/4"], [0] * 4, [0] * 4
)
"""All its axes but the last are parallel where joint 3 is Pi."""


@pytest.mark.parametrize("off", [0.0, *(10.0**-k for k in range(16, 4, -1))])
@pytest.mark.parametrize(("robot", "joint", "at"), [(SLIDE, 1, 0.0), (TURNS, 2, math.pi)])
def test_no_solution_is_lost_without_a_word(
    robot: Robot, joint: int, at: float, off: float
) -> None:
    """At a singularity, and near it, where rounding decides."""
    model = symoro.igm(robot, verify=False)
    chain, size = chain_and_size(model, {})
    q = np.random.default_rng(7).uniform(-2.0, 2.0, (40, 4))
    q[:, joint] = at + off
    poses = np.ascontiguousarray(chain.poses(q))
    batch = model.compile()(poses)
    assert isinstance(batch, InverseBatch)
    for k, status in enumerate(batch.status):
        if status == Status.ISOLATED:
            errors = np.abs(chain.poses(batch[k]) - poses[k])[:, :3]
            assert errors.max() < 1e-6 * (size + np.abs(poses[k, :3, 3]).sum())
        else:
            assert status in (Status.OPEN, Status.FAMILY)
    if off < 1e-15:
        assert Status.OPEN in batch.status
    assert_rows_of_the_interpreter(model, {}, poses)


def test_fixed_joints_follow_the_pose() -> None:
    model = symoro.igm(symoro.load("rx90"), fix="t6", elements="a,P", verify=False)
    g = model.compile().prepare(ARM)
    assert repr(g) == (
        "rx90_igm: T[4, 4], qf[1] -> q[k, 6], at most 8 solutions (2 parameters prepared)"
    )
    poses = random_poses(5)
    for _ in range(2):  # the second call of a pose is native
        one = g(poses[0], np.array([-0.6]))
    assert isinstance(one, np.ndarray)
    rich = model.solutions(poses[0], fixed=[-0.6], parameters=ARM)
    assert isinstance(rich, Solutions)
    assert len(one)
    assert np.abs(one - rich.q).max() < ROUNDING
    rows = g(poses, np.linspace(-0.6, 0.6, 5)[:, None])
    assert isinstance(rows, InverseBatch)
    assert (rows[0] == one).all()
    assert np.unique(rows.q[:, 5]).tolist() == np.linspace(-0.6, 0.6, 5).tolist()
    shared = g(poses, np.linspace(-0.6, 0.6, 5)[:, None], threads=3)
    assert isinstance(shared, InverseBatch)
    assert (shared.q == rows.q).all()
    with pytest.raises(symoro.UsageError, match=r"fixed has shape \(2,\); expected \(1,\)"):
        g(poses[0], [0.1, 0.2])


# One pose and many


def test_a_batch_has_the_bits_of_single_calls_on_any_number_of_threads() -> None:
    poses = random_poses(1000)
    poses[::7, :3, 3] += 1.0
    whole = solve_all(poses)
    assert len(whole) == len(poses)
    assert whole.counts.sum() == len(whole.q)
    for k in (0, 1, 7, 998, 999, -1):
        assert (whole[k] == solve(poses[k])).all()
    for threads in (1, 2, 3):
        shared = solve_all(poses, threads=threads)
        for name in ("q", "offsets", "labels", "multiplicity", "status"):
            assert (getattr(shared, name) == getattr(whole, name)).all()


def test_poses_out_of_reach_leave_no_gaps_in_a_batch() -> None:
    poses = np.tile(poses_at(GENERAL), (600, 1, 1))
    poses[5:, :3, 3] = 9.0
    batch = solve_all(poses, threads=2)
    assert batch.counts.tolist() == [8] * 5 + [0] * 595
    assert len(batch.q) == 40
    assert (batch[4] == batch[0]).all()
    assert solve(poses[5]).shape == (0, 6)


def test_an_empty_batch_has_no_rows() -> None:
    batch = solve_all(np.zeros((0, 4, 4)))
    assert len(batch) == 0
    assert batch.q.shape == (0, 6)
    assert batch.offsets.tolist() == [0]
    with pytest.raises(IndexError):
        batch[0]


def test_threads_of_a_caller_get_the_same_rows() -> None:
    poses = random_poses(64)
    wanted = [solve(pose) for pose in poses]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            found = list(pool.map(solve, poses))
            assert all((a == b).all() for a, b in zip(found, wanted, strict=True))


# Arguments


def test_all_that_is_a_pose_gives_the_same_rows() -> None:
    (pose,) = poses_at(GENERAL)
    wanted = solve(pose)
    frozen, strided = pose.copy(), np.zeros((4, 8))[:, ::2]
    frozen.flags.writeable = False
    strided[:] = pose
    for each in (frozen, strided, np.asfortranarray(pose), pose.astype(">f8"), pose.tolist()):
        assert (solve(each) == wanted).all()
    assert (solve(pose[:3]) == wanted).all()
    assert (solve(T=pose) == wanted).all()
    assert np.abs(solve(pose.astype(np.float32)) - wanted).max() < 1e-5


def test_a_matrix_that_is_nearly_a_pose_becomes_one() -> None:
    (pose,) = poses_at(GENERAL)
    rough = pose.copy()
    rough[:3, :3] += 1e-5 * np.random.default_rng(1).uniform(-1, 1, (3, 3))
    rich = rx90().solutions(rough, parameters=ARM)
    assert isinstance(rich, Solutions)
    assert rich.distance > 1e-7
    assert np.abs(solve(rough) - rich.q).max() < ROUNDING
    batch = solve_all(np.array([pose, rough]))
    assert (batch[0] == solve(pose)).all()
    assert (batch[1] == solve(rough)).all()


@pytest.mark.parametrize("native", [False, True], ids=["first", "later"])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({(0, 3): math.nan}, "not a finite number"),
        ({(0, 0): math.inf}, "not a finite number"),
        ({(0, 0): 5.0}, "not orthonormal"),
        ({(3, 3): 2.0}, "last row"),
        ({(0, 2): 1.0, (1, 2): 0.0, (2, 2): 0.0}, "orthonormal|dependent|left-handed"),
    ],
)
def test_what_is_no_pose_is_refused(
    change: dict[tuple[int, int], float], message: str, native: bool
) -> None:
    (pose,) = poses_at(GENERAL)
    g = compiled().prepare(ARM | {"D3": 0.46 + 0.01 * native})
    if native:
        g(pose)
    bad = pose.copy()
    for place, value in change.items():
        bad[place] = value
    with pytest.raises(symoro.UsageError, match=message):
        g(bad)
    with pytest.raises(symoro.UsageError, match=r"pose 1 of the batch \(from 0\)"):
        g(np.array([pose, bad]))


@pytest.mark.parametrize("native", [False, True], ids=["first", "later"])
def test_a_left_handed_matrix_is_refused(native: bool) -> None:
    pose = np.eye(4)
    g = compiled().prepare(ARM | {"D3": 0.48 + 0.01 * native})
    if native:
        g(pose)
    with pytest.raises(symoro.UsageError, match="left-handed"):
        g(np.diag([1.0, 1.0, -1.0, 1.0]))


@pytest.mark.parametrize("T", [np.eye(3), np.zeros(16), np.zeros((2, 2, 4, 4)), 1.0])
def test_another_shape_is_refused(T: Any) -> None:
    with pytest.raises(symoro.UsageError, match=r"expected \(4, 4\), or \(N, 4, 4\)"):
        prepared()(T)


def test_wrong_calls_are_refused() -> None:
    (pose,) = poses_at(GENERAL)
    g = prepared()
    g(pose)
    with pytest.raises(TypeError):
        g()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        g(pose, (), 3)  # type: ignore[call-arg, unused-ignore]
    with pytest.raises(symoro.UsageError, match="threads is a positive integer"):
        g(pose[None], threads=0)
    with pytest.raises(symoro.UsageError, match="not made of real numbers"):
        g(pose * 1j)
    with pytest.raises(symoro.UsageError, match=r"fixed has shape \(1,\)"):
        g(pose, [0.5])


def test_parameters_are_checked_and_value_sets_have_names() -> None:
    f = compiled()
    assert repr(f) == "rx90_igm: T[4, 4] -> q[k, 6], at most 8 solutions (2 parameters)"
    with pytest.raises(symoro.UsageError, match=r"1 of 2 parameters has no value \(RL4\)"):
        f.prepare({"D3": 0.4})
    with pytest.raises(symoro.UsageError, match="must be a finite number"):
        f.prepare(ARM | {"D3": math.nan})
    assert f.prepare() is f.prepare("lengths")  # the robot's only value set
    with pytest.raises(symoro.UsageError, match="there is no value set nobody"):
        f.prepare("nobody")


def test_functions_are_copied_by_reference_and_not_pickled() -> None:
    f = compiled()
    assert f is rx90().compile()
    assert copy.deepcopy(prepared())(np.eye(4)) is not None
    for each in (f, prepared()):
        with pytest.raises(TypeError, match="native code of this process"):
            pickle.dumps(each)


def test_without_native_calls_results_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    (pose,) = poses_at(GENERAL)
    wanted = solve(pose)
    monkeypatch.setattr(compiled_inverse, "native_maker", lambda kind, *_: kind)
    f = CompiledInverse(
        TreeKernel(rx90().tree_document.tree, rx90().elements), {}, "", (), lambda T: T
    )
    g = f.prepare(ARM)
    assert type(g) is PreparedInverse
    assert np.array_equal(np.asarray(g(pose)), wanted)


def test_an_object_without_init_raises_an_error() -> None:
    kind = type(prepared())
    with pytest.raises(TypeError):
        kind.__new__(kind)(np.eye(4))


def test_native_code_lives_as_long_as_its_model_or_its_function() -> None:
    model = symoro.igm(symoro.load("scara"), elements="P,s", verify=False)
    f = weakref.ref(model.compile())
    gc.collect()
    assert f() is not None
    del model
    gc.collect()
    assert f() is None

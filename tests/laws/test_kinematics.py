"""Laws that transforms, Jacobians and motions of any robot obey.

The pages run on floats; derivatives in time come from jets, without differences. Tolerance 1e-11
of the largest number compared, not below 1: round-off of a few hundred products of numbers of
order 1 to 100 stays two orders below it. Laws between programs are exact, modulo a prime.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from kinematic_states import FLOATS, Array, State, at_random, floats, parallel_tree, placed, tables
from laws.jets import Jet, JetArithmetic, base_pose, parts, vee
from random_robots import random_tree
from recorder import Recorder
from symoro import library
from symoro.catalog.generate import generate
from symoro.expressions import ZERO, ModularArithmetic, Symbol, evaluate, expression
from symoro.ir import interpret
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.geometry.product_form import FORMS
from symoro.models.geometry.transforms import Chain
from symoro.models.kinematics.jacobian import jacobian
from symoro.models.kinematics.motion import accelerations, velocities
from symoro.pipeline.options import Options
from symoro.references.poses import poses
from symoro.robot import WRENCH, Base, JointType, Link, Robot

TOLERANCE = 1e-11
SEEDS = range(700, 712)
JETS = JetArithmetic()


def assert_close(found: object, expected: object) -> None:
    a, b = floats(found), floats(expected)
    assert a.shape == b.shape
    scale = max(1.0, float(np.abs(b).max(initial=0.0)))
    assert np.abs(a - b).max(initial=0.0) < TOLERANCE * scale


def robots() -> list[Robot]:
    """Trees of general axes and of parallel ones; library robots with loops, tools, prisms."""
    names = ("sr400", "panda", "mobile3w", "akr3000", "rrp")
    trees = [tree(seed) for seed in SEEDS for tree in (random_tree, parallel_tree)]
    return [placed(robot) for robot in (*trees, *map(library.robot, names))]


@pytest.fixture(scope="module", params=robots(), ids=lambda robot: robot.name)
def state(request: pytest.FixtureRequest) -> State:
    robot: Robot = request.param
    return at_random(robot, len(robot.name))


def frames(state: State, count: int, size: int) -> Sequence[Sequence[int]]:
    """Some tuples of frames."""
    rng = random.Random(state.robot.name)
    return [[rng.choice(state.frames) for _ in range(size)] for _ in range(count)]


def links(state: State, count: int) -> list[int]:
    """Some frames that move, cut ones included."""
    moving = [r for r in range(1, state.robot.n_frames + 1) if state.robot.joints_to(r)]
    return random.Random(state.robot.name).sample(moving, min(count, len(moving)))


# Transforms


def test_transforms_compose_and_have_inverses(state: State) -> None:
    """iTj jTk = iTk and iTj jTi = 1; every iTi is the identity."""
    chain = Chain(state.robot, state.m)
    for i, j, k in frames(state, 12, 3):
        T = floats(chain.transform(i, j))
        assert_close(T @ floats(chain.transform(j, k)), chain.transform(i, k))
        assert_close(T @ floats(chain.transform(j, i)), np.eye(4))
        assert np.array_equal(floats(chain.transform(i, i)), np.eye(4))


def test_transforms_are_rigid_motions(state: State) -> None:
    chain = Chain(state.robot, state.m)
    for i, j in frames(state, 12, 2):
        T = floats(chain.transform(i, j))
        assert_close(T[:3, :3].T @ T[:3, :3], np.eye(3))
        assert np.linalg.det(T[:3, :3]) == pytest.approx(1)
        assert T[3].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("robot", robots()[::3], ids=lambda robot: robot.name)
def test_expanded_and_fast_forms_are_equal_modulo_a_prime(robot: Robot) -> None:
    """Both programs at a random point of sin^2 + cos^2 = 1, and the product of matrices too."""
    robot = replace(robot, base=Base())
    rng = random.Random(robot.name)
    pairs = [[rng.randint(0, robot.n_frames) for _ in range(3)] for _ in "ij"]
    own = {"from": pairs[0], "to": pairs[1]}
    programs = [
        generate(name, robot, Options(own=own, verify=False)).program
        for name in ("transform", "fast-transform")
    ]
    field = ModularArithmetic(robot.name)
    values = {name: field.symbol(name) for name in robot.symbols}
    expanded, fast = (interpret(program, values, field) for program in programs)
    assert expanded == fast
    plain = Chain(robot, tables(robot, values, field))
    for i, j in zip(*pairs, strict=True):
        assert list(plain.transform(i, j).ravel()) == expanded[f"T{i}T{j}"]


def test_partial_products_are_what_their_names_say(state: State) -> None:
    """TkTj among the intermediate variables is frame j in frame k, also along merged axes."""
    record, pose = Recorder(), state.poses()
    for i, j in frames(state, 6, 2):
        for form in FORMS:
            Chain(state.robot, state.m, record).transform(i, j, form)
    seen = 0
    for tag, value in record.named:
        start, t, end = tag.removeprefix("T").replace("m", "-").partition("T")
        if tag.startswith("T") and t:
            expected = (np.linalg.inv(pose[int(start)]) @ pose[int(end)])[:3]
            known = [place for place, x in np.ndenumerate(value) if x is not None]
            assert_close([value[k] for k in known], [expected[k] for k in known])
            seen += bool(known)
    assert seen >= 6 * len(FORMS)


def test_every_form_of_a_product_gives_the_same_matrix(state: State) -> None:
    """From either end, and with a column or a row as a cross product."""
    chain = Chain(state.robot, state.m)
    for i, j in frames(state, 6, 2):
        for form in FORMS:
            assert_close(chain.transform(i, j, form), chain.transform(i, j))


# Jacobians


def test_the_jacobian_at_the_links_own_origin_depends_on_no_intermediate_frame(
    state: State,
) -> None:
    """(2.23): iJr = L iJr,j for every j."""
    for r, (i, *intermediate) in zip(links(state, 4), frames(state, 4, 4), strict=False):
        own, unit = jacobian(state.robot, state.m, i, r, r)
        assert np.array_equal(floats(unit), np.eye(6))
        for j in intermediate:
            J, L = jacobian(state.robot, state.m, i, r, j)
            assert_close(floats(L) @ floats(J), own)


def test_another_frame_of_projection_turns_both_halves(state: State) -> None:
    """(2.19): sJ = diag(sAi, sAi) iJ."""
    chain = Chain(state.robot, state.m)
    for r, (s, i, j) in zip(links(state, 4), frames(state, 4, 3), strict=False):
        A = floats(chain.transform(s, i))[:3, :3]
        turn = np.kron(np.eye(2), A)
        J = floats(jacobian(state.robot, state.m, i, r, j)[0])
        assert_close(jacobian(state.robot, state.m, s, r, j)[0], turn @ J)


def rates(state: State, r: int, field: str) -> Array:
    frames = (state.robot.frame(k) for k in state.robot.joints_to(r))
    return np.array([evaluate(getattr(frame, field), state.values, FLOATS) for frame in frames])


def still_base(state: State) -> State:
    robot = replace(state.robot, base=Base())
    return State(robot, state.values, tables(robot, state.values, FLOATS))


def test_the_jacobian_times_joint_velocities_is_the_velocity_of_the_link(state: State) -> None:
    state = still_base(state)
    found = velocities(state.m)
    for r in (r for r in links(state, 6) if r <= state.robot.n_links):
        J, _ = jacobian(state.robot, state.m, r, r, r)
        assert_close(floats(J) @ rates(state, r, "QP"), np.concatenate([found[r].v, found[r].w]))


def test_the_transposed_jacobian_times_a_wrench_is_what_newton_and_euler_give(
    state: State,
) -> None:
    """Power: at rest and without gravity, the joints carry what link r exerts, J^T F."""
    for r in (r for r in links(state, 3) if r <= state.robot.n_links):
        wrench = np.random.default_rng(r).uniform(-1, 1, 6)
        pushed = Link(**{name: expression(x) for name, x in zip(WRENCH, wrench, strict=True)})
        bodies = [pushed if j == r else Link() for j in state.robot.outward()]
        robot = replace(state.robot, base=Base(), links=tuple(bodies))
        tau = newton_euler(tables(robot, state.values, FLOATS)).tau
        J, _ = jacobian(robot, state.m, r, r, r)
        assert_close([tau[k] for k in robot.joints_to(r)], floats(J).T @ wrench)
        others = [tau[k] for k in tau if k not in robot.joints_to(r)]
        assert_close(others, np.zeros(len(others)))


# Motion in time


def jets(state: State) -> dict[str, Jet]:
    """Values along a motion: positions with their rates, base velocities with theirs."""
    robot, at = state.robot, state.values
    found = {name: Jet(value) for name, value in at.items()}
    for j in robot.moving_joints:
        frame = robot.frame(j)
        qd, qdd = (evaluate(entry, at, FLOATS) for entry in (frame.QP, frame.QDP))
        found[robot.variables[j].name] = Jet(at[robot.variables[j].name], qd, qdd)
        if isinstance(frame.QP, Symbol):
            found[frame.QP.name] = Jet(qd, qdd)
    base = motion_of_base(state)
    w, v = base["W0"], base["V0"]
    slopes = {"W0": base["WP0"], "V0": base["VP0"] - np.cross(w, v)}  # in axes that turn
    for field, slope in slopes.items():
        for entry, first in zip(getattr(robot.base, field), slope, strict=True):
            if isinstance(entry, Symbol):
                found[entry.name] = Jet(at[entry.name], float(first))
    return found


def motion_of_base(state: State) -> dict[str, Array]:
    m = state.m
    vectors = {"W0": m.w0, "WP0": m.wd0, "V0": m.v0, "VP0": m.vd0}
    return {name: floats(vector) for name, vector in vectors.items()}


def seen_from_the_world(state: State) -> Mapping[int, npt.NDArray[Any]]:
    """The pose of every frame along the motion, the base moving as its table says."""
    base = motion_of_base(state)
    T0 = base_pose(base["W0"], base["WP0"], base["V0"], base["VP0"])
    along = poses(state.robot, jets(state), JETS, object)
    return {j: T0 @ T for j, T in along.items()}


def test_velocities_and_accelerations_are_derivatives_of_the_pose(state: State) -> None:
    """hat(w) = R^T R', v = R^T p'; hat(wd) is the skew part of R^T R'', vd = R^T p''."""
    v, a = velocities(state.m), accelerations(state.m)
    pose = seen_from_the_world(state)
    for j in state.robot.outward():
        T, T1, T2 = parts(pose[j])
        R = T[:3, :3]
        assert_close(v[j].v, R.T @ T1[:3, 3])
        assert_close(v[j].w, vee(R.T @ T1[:3, :3]))
        assert_close(a[j].vd, R.T @ T2[:3, 3])
        assert_close(a[j].wd, vee(R.T @ T2[:3, :3]))


def test_the_acceleration_is_the_derivative_of_the_velocity(state: State) -> None:
    """The page of velocities run along a motion: vd = v' + w x v, wd = w', in turning axes."""
    along = velocities(tables(state.robot, jets(state), JETS))
    a = accelerations(state.m)
    for j in state.robot.outward():
        v, v1, _ = parts(along[j].v)
        w, w1, _ = parts(along[j].w)
        assert_close(a[j].wd, w1)
        assert_close(a[j].vd, v1 + np.cross(w, v))


def test_accelerations_are_j_qdd_plus_what_is_left_at_rest(state: State) -> None:
    """The rest, Jdot qdot, is the derivative of the Jacobian times the velocities."""
    state = still_base(state)
    frames = tuple(replace(frame, QDP=ZERO) for frame in state.robot.frames)
    left = accelerations(tables(replace(state.robot, frames=frames), state.values, FLOATS))
    a, chain = accelerations(state.m), Chain(state.robot, state.m)
    along = tables(state.robot, jets(state), JETS)
    for r in (r for r in links(state, 4) if r <= state.robot.n_links):
        qd, qdd = rates(state, r, "QP"), rates(state, r, "QDP")
        J = floats(jacobian(state.robot, state.m, r, r, r)[0])
        rest = np.concatenate([left[r].vd, left[r].wd])
        assert_close(np.concatenate([a[r].vd, a[r].wd]), J @ qdd + floats(rest))
        _, J1, _ = parts(jacobian(state.robot, along, 0, r, r)[0])
        turn = np.kron(np.eye(2), floats(chain.transform(0, r))[:3, :3])
        assert_close(turn @ floats(rest), J1 @ qd)


def test_a_fixed_frame_moves_with_its_link(state: State) -> None:
    """v = A^T (v_i + w_i x P), w = A^T w_i, and the same of accelerations with U."""
    v, a = velocities(state.m), accelerations(state.m)
    fixed = [j for j in state.robot.outward() if state.m.body(j).joint is JointType.FIXED]
    for j in fixed:
        i = state.m.body(j).i
        T = floats(Chain(state.robot, state.m).transform(i, j))
        A, P = T[:3, :3], T[:3, 3]
        assert_close(v[j].w, A.T @ floats(v[i].w))
        assert_close(v[j].v, A.T @ (floats(v[i].v) + np.cross(floats(v[i].w), P)))
        assert_close(a[j].vd, A.T @ (floats(a[i].vd) + floats(a[i].U) @ P))

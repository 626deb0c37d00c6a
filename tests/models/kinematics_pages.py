"""What the geometric and kinematic pages must give, and what the programs made of them cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.geometry.outward_product as outward_page
import symoro.models.geometry.path as path_page
import symoro.models.geometry.product_form as form_page
import symoro.models.geometry.transforms as product_page
import symoro.models.kinematics.jacobian as jacobian_page
import symoro.models.kinematics.motion as motion_page
from kinematic_states import FLOATS, Array, State, at_random, floats
from recorder import Recorder
from symoro import library
from symoro.expressions import PI, Expression, symbol
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, mechanism
from symoro.passes import count
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.pipeline.tracing import trace
from symoro.references.motion import spatial_motion
from symoro.robot import JointType, Robot, Structure, general_link, joint_frame
from symoro.verify.check import Arrays, Check

R, P, F = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED


@dataclass(frozen=True)
class Expected:
    """A robot at a state, with poses and motion by the references."""

    state: State
    pose: dict[int, Array]
    jacobian: dict[int, Array]
    motion: dict[int, Array]


def expected(robot: Robot, seed: int) -> Expected:
    state = at_random(robot, seed)
    pose = state.poses()
    reference = spatial_motion(robot, state.values, FLOATS, float)
    motion = {
        j: np.array([*reference.velocity(j), *reference.acceleration(j)]) for j in robot.outward()
    }
    columns = {r: _axes(robot, pose, r) for r in range(1, robot.n_frames + 1)}
    return Expected(state, pose, columns, motion)


def _axes(robot: Robot, pose: Mapping[int, Array], r: int) -> Array:
    """The Jacobian of a link at the world's origin."""
    columns = []
    for k in robot.ancestors(r)[1:]:
        z, p, sigma = pose[k][:3, 2], pose[k][:3, 3], robot.frame(k).sigma
        if sigma is not JointType.FIXED:
            turns = sigma is R
            columns.append(np.concatenate([np.cross(p, z), z] if turns else [z, 0 * z]))
    return np.array(columns).reshape(-1, 6).T


def tree(*rows: Mapping[str, Any]) -> Robot:
    """A small robot: revolute joints one after another, unless a row says otherwise."""
    frames = []
    for j, row in enumerate(rows, start=1):
        given = {"ant": j - 1, "sigma": R, **row}
        antecedent, sigma = given.pop("ant"), given.pop("sigma")
        if sigma is R:
            given["theta"] = symbol(f"t{j}")
        if sigma is JointType.PRISMATIC:
            given["r"] = symbol(f"r{j}")
        frames.append(joint_frame(j, antecedent, sigma, **given))
    links = tuple(general_link(j) for j in range(1, len(rows) + 1))
    return Robot("tree", Structure.TREE, tuple(frames), links)


FORK = tree(
    {"alpha": "a1", "r": "R1"},
    {"alpha": "a2", "d": "D2"},
    {"ant": 1, "alpha": "a3", "d": "D3"},
    {"alpha": "a4", "d": "D4"},
)
SMALL = (  # each with a pair of frames, and the frames i, r, j of a Jacobian
    (library.robot("rx90"), (0, 6), (3, 6, 4)),
    (
        tree({"alpha": "a1", "r": "R1"}, {"alpha": "a2", "d": "D2", "gamma": "g2"}),
        (2, 0),
        (2, 2, 0),
    ),
    (
        tree(
            {"gamma": "g1", "b": "B1"},
            {"alpha": PI, "d": "D2"},
            {"sigma": P, "alpha": -PI, "d": "D3", "theta": PI / 2},
            {"sigma": F, "gamma": "g4", "d": "D4", "theta": "h4"},
            {"ant": 1, "alpha": PI, "d": "D2"},
            {"alpha": PI / 2, "d": "D6"},
        ),
        (4, 6),
        (5, 4, 6),
    ),
    (
        tree(
            {"sigma": P, "alpha": PI / 2, "d": "D1"},
            {"sigma": F, "alpha": "a", "d": "D2"},
            {"alpha": PI - symbol("a"), "d": "D3"},
            {"sigma": F, "alpha": PI / 2, "d": "-D3"},
            {"sigma": F, "alpha": -PI / 2, "d": "D5"},
        ),
        (-1, 5),
        (-1, 5, -1),
    ),
    (
        tree(
            {"sigma": F, "d": "D1"},
            {"d": "D2"},
            {"sigma": F, "gamma": "g", "d": "D3", "theta": -symbol("g")},
            {"sigma": F, "d": "-D3", "alpha": 2 * PI},
        ),
        (0, 4),
        (4, 4, 0),
    ),
    (
        tree(
            {"alpha": PI},
            {"sigma": F, "alpha": "a", "d": "D2", "theta": "g"},
            {"sigma": F, "gamma": -symbol("g"), "alpha": -symbol("a"), "d": "D3"},
        ),
        (0, 3),
        (0, 3, 3),
    ),
    (
        tree({"alpha": PI}, {"alpha": "a2", "r": "R2"}, {"alpha": "a3", "r": "R3"}),
        (0, 3),
        (0, 3, 3),
    ),
    (FORK, (2, 4), (3, 2, 0)),
    (FORK, (4, -1), (0, 2, 4)),
)


Named = tuple[list[str], tuple[int, int, int]]  # names; additions, multiplications, functions


class Pages:
    """The pages with one of them exchanged, and everything that they import from it."""

    def __init__(self, page: ModuleType, module: ModuleType, patch: pytest.MonkeyPatch) -> None:
        for user in (outward_page, product_page, jacobian_page):
            for name, value in list(vars(user).items()):
                if getattr(value, "__module__", None) == page.__name__ and name in vars(module):
                    patch.setattr(user, name, getattr(module, name))
        now = {page.__name__: module}
        self.forms: Any = now.get(form_page.__name__, form_page).FORMS
        self.path: Any = now.get(path_page.__name__, path_page).path
        self.screws: Any = now.get(path_page.__name__, path_page)
        self.chain: Any = now.get(product_page.__name__, product_page).Chain
        self.jacobian: Any = now.get(jacobian_page.__name__, jacobian_page).jacobian
        self.motion: Any = now.get(motion_page.__name__, motion_page)

    def geometry_is_right(self, wanted: Expected) -> bool:
        """Transforms, partial products and Jacobians against the poses."""
        state, pose, record = wanted.state, wanted.pose, Recorder()
        chain = self.chain(state.robot, state.m, record)
        n = state.robot.n_frames
        pairs = [(i, (3 * i + 5) % (n + 1)) for i in state.frames] + [(-1, n), (n, -1), (0, -1)]
        for form in (None, self.forms[-1]):
            if not np.array_equal(floats(chain.transform(-1, -1, form)), np.eye(4)):
                return False
        alone = chain.product(self.path(state.robot, 0, n))
        if not np.allclose(floats(alone), np.linalg.inv(pose[0]) @ pose[n]):
            return False
        for place, (i, j) in enumerate(pairs):
            for form in (self.forms[0], self.forms[place % len(self.forms)]):
                T = floats(chain.transform(i, j, form))
                if not np.allclose(T, np.linalg.inv(pose[i]) @ pose[j]):
                    return False
        for place, (i, j) in enumerate(pairs[::2]):
            r = n - place % n
            J, L = (floats(each) for each in self.jacobian(state.robot, state.m, i, r, j))
            turn, whole = np.kron(np.eye(2), pose[i][:3, :3].T), wanted.jacobian[r]
            for found, k in ((J, j), (L @ J, r)):
                linear = whole[:3] + np.cross(whole[3:], pose[k][:3, 3], axis=0)
                if not np.allclose(found, turn @ np.vstack([linear, whole[3:]])):
                    return False
        return all(_named_right(tag, value, pose) for tag, value in record.named)

    def ways_back_are_right(self, wanted: Expected) -> bool:
        """The screws of the way back give the inverse, with a half turn last if at all."""
        robot, n = wanted.state.robot, wanted.state.robot.n_frames
        chain = self.chain(robot, wanted.state.m, Recorder())
        for i in range(n + 1):
            for j in range(n + 1):
                way = self.path(robot, i, j)
                back = self.screws.inverse_screws(robot, way)
                if i == j:
                    if back:
                        return False
                    continue
                T, N = floats(chain.product(way)), floats(chain.product(back))
                if not np.allclose(N @ T, np.eye(4)) or len(back) > len(way) + 1:
                    return False
                if any(getattr(screw, "half", False) for screw in back[:-1]):
                    return False
        return True

    def motion_is_right(self, wanted: Expected) -> bool:
        """Velocities and accelerations of every link."""
        m = wanted.state.m
        v, a = self.motion.velocities(m), self.motion.accelerations(m)
        return self.shared_motion_is_right(wanted) and all(
            np.allclose(floats([v[j].v, v[j].w, a[j].vd, a[j].wd]), expected)
            for j, expected in wanted.motion.items()
        )

    def shared_motion_is_right(self, wanted: Expected) -> bool:
        """Accelerations where links of parallel axes share U: the same, and U is formed less."""
        m, pose, record = wanted.state.m, wanted.pose, Recorder()
        A, P = link_transforms(m, record)
        moves = {0: self.motion.base_acceleration(m, m.vd0, record)}
        own = 1
        for j, (_, w, vd, wd) in wanted.motion.items():
            i = m.body(j).i
            found = self.motion.acceleration(m.body(j), j, A[j], P[j], moves[i], record, reuse=True)
            moves[j] = found
            products = np.outer(w, w) * (1 - 2 * np.eye(3))
            if not np.allclose(floats([found.w, found.wd, found.vd]), [w, wd, vd]):
                return False
            U = np.cross(np.eye(3), -wd).T + np.outer(w, w) - w @ w * np.eye(3)
            if not (np.allclose(floats(found.DV), products) and np.allclose(floats(found.U), U)):
                return False
            turn = pose[i][:3, :3].T @ pose[j][:3, :3]
            parallel = np.isclose(np.abs(turn), 1).sum() == 3
            own += m.body(j).revolute or not parallel
        return own == sum(tag == "U" for tag, _ in record.named)

    def programs(self) -> Iterator[Callable[[], Named]]:
        """What traces the programs of small robots, one after the other."""
        for place, (robot, pair, frames) in enumerate(SMALL):
            yield partial(_program, robot, "JL", self._jacobian(robot, frames))
            for form in (None, self.forms[0], *self.forms[1 + place % 3 :: 3]):
                tag = product_page.matrix_name(*pair)
                yield partial(_program, robot, "T", self._transform(robot, pair, form), tag)

    def _transform(self, robot: Robot, pair: tuple[int, int], form: Any) -> Run:
        return lambda m, let: [self.chain(robot, m, let).transform(*pair, form)]

    def _jacobian(self, robot: Robot, frames: tuple[int, int, int]) -> Run:
        return lambda m, let: self.jacobian(robot, m, *frames, let)


Run = Callable[[Mechanism, LetFunction], Any]


def _named_right(tag: str, value: Any, pose: Mapping[int, Array]) -> bool:
    """Tell whether what is known of a partial product TkTj is frame j in frame k."""
    start, t, end = tag.removeprefix("T").replace("m", "-").partition("T")
    if not tag.startswith("T") or not t:
        return True
    expected = (np.linalg.inv(pose[int(start)]) @ pose[int(end)])[:3]
    known = [place for place, x in np.ndenumerate(value) if x is not None]
    return all(np.isclose(float(value[place]), expected[place]) for place in known)


def _program(robot: Robot, outputs: str, run: Run, *tags: str) -> Named:
    """Trace a page and return the names and the costs of all that it records.

    Elements of outputs and of what has one of the tags are recorded even if they cost nothing.
    """

    def traced(scalar: Callable[[Expression], Any], let: LetFunction) -> Arrays:
        return dict(zip(outputs, run(mechanism(robot, scalar), let), strict=True))

    kinds = tuple(OutputKind(name, "") for name in outputs)
    plan = Plan(
        robot,
        Formulation(trace=traced, elements=frozenset({*outputs, *tags})),
        Check(robot),
        Interface(states=("q",), outputs=kinds),
    )
    program = trace(plan, "program", list(outputs))
    found = count(program)
    names = [name for each in program.statements for name in each.names]
    return names, (found.add, found.mul, found.trig)

"""Laws of the inertia matrix, H, direct dynamics and energies, on all kinds of bases.

The models are generated and interpreted, on seeded random trees with friction, rotors and wrenches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pytest

import symoro
from dynamic_states import Array, State, afloat, at_random, close
from laws.duals import Dual, DualArithmetic
from laws.moving import Moving
from random_robots import random_tree
from symoro import Model, Robot
from symoro.expressions import ZERO
from symoro.ir import interpret
from symoro.models.dynamics.ccg import TERMS
from symoro.robot.floating_base import with_base_inputs, with_position
from symoro.robot.link import WRENCH

FIXED, MOVING, FLOATING = "fixed", "moving", "floating"
SUMS = 1e-10  # of the largest value: the same sums in another order, systems of a few unknowns
KINDS = [(kind, seed) for seed in range(700, 704) for kind in (FIXED, MOVING, FLOATING)]


def tree(kind: str, seed: int) -> Robot:
    robot = random_tree(seed, moving_base=kind is MOVING, links=2 + seed % 4)
    return afloat(robot) if kind is FLOATING else robot


def conservative(robot: Robot) -> Robot:
    """The robot without friction and wrenches; rotor inertia stays."""
    none = dict.fromkeys(("FV", "FS", *WRENCH), ZERO)
    link = robot.base.link and replace(robot.base.link, **none)
    links = tuple(replace(each, **none) for each in robot.links)
    return replace(robot, links=links, base=replace(robot.base, link=link))


@dataclass(frozen=True)
class Case:
    """A robot, its models and a state."""

    kind: str
    robot: Robot
    state: State

    @cached_property
    def idm(self) -> Model:
        return symoro.idm(self.robot, outputs="*", verify=False)

    @cached_property
    def ddm(self) -> Model:
        return symoro.ddm(self.robot, outputs="*", method="recursive", verify=False)

    @cached_property
    def energy(self) -> Model:
        return symoro.energy(self.robot, verify=False)

    @cached_property
    def A(self) -> Array:
        return self.state.outputs(symoro.inertia(self.robot, verify=False))["A"]

    @cached_property
    def H(self) -> Array:
        return self.state.outputs(symoro.ccg(self.robot, verify=False))["H"]

    @property
    def first(self) -> int:
        """The rows of the base."""
        return 6 if self.kind is FLOATING else 0

    def joined(self, found: dict[str, Array]) -> Array:
        """Accelerations in the order of rows."""
        base = (*found["VP0"], *found["WP0"]) if self.first else ()
        return np.array([*base, *found["QDP"]])


@pytest.fixture(scope="module", params=KINDS, ids=lambda param: f"{param[0]}{param[1]}")
def case(request: pytest.FixtureRequest) -> Case:
    robot = tree(*request.param)
    return Case(request.param[0], robot, at_random(robot, request.param[1]))


def test_direct_dynamics_undo_inverse_dynamics(case: Case) -> None:
    """Accelerations and reactions come back from the torques; both routes give the same."""
    inverse = case.state.outputs(case.idm)
    driven = case.state.joints("GAM", inverse["GAM"])
    found = driven.outputs(case.ddm)
    expected = inverse | {"QDP": case.state.column("QDP")}
    for name in case.ddm.outputs:
        assert close(found[name], expected[name], SUMS), name
    other = driven.outputs(symoro.ddm(case.robot, method="matrix", verify=False))
    for name, values in other.items():
        assert close(values, expected[name], SUMS), name


def test_accelerations_satisfy_the_equation_of_motion(case: Case) -> None:
    """A qdd + H = tau, of which a floating base has nothing in its rows."""
    found = case.joined(case.state.outputs(case.ddm))
    tau = np.array([*[0.0] * case.first, *case.state.tau.values()])
    assert close(case.A @ found + case.H, tau, SUMS)


def test_columns_of_a_are_efforts_of_unit_accelerations(case: Case) -> None:
    """Those of a floating base that gives way: the Schur complement of its block."""
    n = case.robot.n_dof
    rest = case.state.joints("QDP", np.zeros(n)).outputs(case.idm)["GAM"]
    columns = [case.state.joints("QDP", unit).outputs(case.idm)["GAM"] - rest for unit in np.eye(n)]
    k, A = case.first, case.A
    given_way = A[k:, :k] @ np.linalg.solve(A[:k, :k], A[:k, k:]) if k else 0.0
    assert close(np.column_stack(columns), A[k:, k:] - given_way, SUMS)
    if not k:
        assert close(rest, case.H, SUMS)


def test_a_is_the_hessian_of_the_kinetic_energy(case: Case) -> None:
    """A polarisation of a quadratic form: exact but for rounding."""
    state, n = case.state, len(case.A)
    base = state.robot.base

    def kinetic(rates: Array) -> float:
        moved = state.joints("QP", rates[case.first :])
        if case.first:
            moved = moved.put((*base.V0, *base.W0), rates[:6])
        return float(moved.outputs(case.energy)["E"])

    units = np.eye(n)
    none = kinetic(np.zeros(n))  # a moving base has some
    alone = [kinetic(unit) - none for unit in units]
    Hessian = [
        [kinetic(u + v) - none - alone[r] - alone[c] for c, v in enumerate(units)]
        for r, u in enumerate(units)
    ]
    assert close(case.A, Hessian, SUMS)
    assert np.array_equal(case.A, case.A.T)
    assert np.linalg.eigvalsh(case.A).min() > 0


def test_terms_of_h_add_up(case: Case) -> None:
    parts = {
        term: case.state.outputs(symoro.ccg(case.robot, only=term, verify=False))["H"]
        for term in TERMS
    }
    assert close(sum(parts.values()), case.H, SUMS)
    pair = case.state.outputs(symoro.ccg(case.robot, only="friction,gravity", verify=False))["H"]
    assert close(pair, parts["gravity"] + parts["friction"], SUMS)
    qd, links = case.state.column("QP"), [case.robot.link(j) for j in case.robot.moving_joints]
    FS, FV = (case.state.vector(getattr(e, name) for e in links) for name in ("FS", "FV"))
    assert close(parts["friction"][case.first :], FS * np.sign(qd) + FV * qd, SUMS)
    assert not parts["friction"][: case.first].any()


def test_gravity_is_the_gradient_of_the_potential_energy(case: Case) -> None:
    """Exact derivatives; of a floating base along and about the axes of frame 0."""
    state, robot = case.state, case.state.robot
    found = state.outputs(symoro.ccg(case.robot, only="gravity", verify=False))["H"]

    def slope(rates: dict[str, float]) -> float:
        flow = {name: Dual(x, rates.get(name, 0.0)) for name, x in state.values.items()}
        (U,) = interpret(case.energy.program, flow, DualArithmetic())["U"]
        return U.rate

    slopes = [slope({str(robot.variables[j]): 1.0}) for j in robot.moving_joints]
    if case.first:
        R, rows = state.Z[:3, :3], robot.base.Z[:3]
        shifts = [slope({str(row[3]): x for row, x in zip(rows, R @ e, strict=True)})
                  for e in np.eye(3)]  # fmt: skip
        turns = []
        for e in np.eye(3):
            rate = np.cross(R, e)
            places = [(str(rows[r][c]), float(rate[r, c])) for r, c in np.ndindex(3, 3)]
            turns.append(slope(dict(places)))
        slopes = [*shifts, *turns, *slopes]
    assert close(found, slopes, SUMS)


@pytest.mark.parametrize("seed", [700, 701, 702])
def test_lagrange_has_the_same_matrix(seed: int) -> None:
    robot = conservative(tree(FIXED, seed))
    state = at_random(robot, seed)
    ours = state.outputs(symoro.inertia(robot, verify=False))["A"]
    found = state.outputs(symoro.lagrange(robot, verify=False))
    assert close(ours, found["A"], SUMS)
    weight = state.outputs(symoro.ccg(robot, only="gravity", verify=False))["H"]
    assert close(weight, found["Q"], SUMS)


# Energy and momentum along the motion that ddm finds


def along(robot: Robot, state: State) -> Moving:
    """The state with the accelerations that direct dynamics find, as the start of a motion."""
    found = state.outputs(symoro.ddm(robot, verify=False))
    moving = with_position(with_base_inputs(robot))
    new = {
        str(robot.frame(j).QDP): x for j, x in zip(robot.moving_joints, found["QDP"], strict=True)
    }
    for name in ("VP0", "WP0"):
        if name in found:
            entries = getattr(moving.base, name)
            new |= {str(e): x for e, x in zip(entries, found[name], strict=True)}
    return Moving(moving, {**state.values, **new})


@pytest.mark.parametrize("seed", range(710, 713))
@pytest.mark.parametrize("kind", [FIXED, FLOATING])
def test_power_is_the_rate_of_energy(kind: str, seed: int) -> None:
    robot = conservative(tree(kind, seed))
    state = at_random(robot, seed)
    rates = along(robot, state).rates(symoro.energy(robot, verify=False))
    power = state.column("GAM") @ state.column("QP")
    scale = max(abs(float(rates["U"])), 1.0)
    assert float(rates["E"] + rates["U"]) == pytest.approx(power, rel=SUMS, abs=SUMS * scale)


@pytest.mark.parametrize("seed", range(713, 717))
def test_weight_is_the_rate_of_momentum(seed: int) -> None:
    """Linear and angular momentum in the world, whatever the joints do.

    The first six rows of A nu are the momentum in frame 0, about O0.
    """
    robot = conservative(tree(FLOATING, seed))
    state = at_random(robot, seed)
    moving = along(robot, state)
    inertia = symoro.inertia(robot, verify=False)
    A, A_rate = moving.outputs(inertia)["A"], moving.rates(inertia)["A"]
    base, nu = moving.robot.base, state.velocity
    v, w, vd, wd = (moving.vector(e) for e in (base.V0, base.W0, base.VP0, base.WP0))
    qdd = moving.vector([robot.frame(j).QDP for j in robot.moving_joints])
    nu_rate = np.array([*(vd - np.cross(w, v)), *wd, *qdd])
    momentum, rate = (A @ nu)[:6], (A_rate @ nu + A @ nu_rate)[:6]
    p, k = momentum[:3], momentum[3:]
    g = state.Z[:3, :3].T @ state.vector(base.G)
    assert close(rate[:3] + np.cross(w, p), A[0, 0] * g, SUMS)
    first = np.array([A[5, 1], A[3, 2], A[4, 0]])  # moments of the whole robot about O0
    assert close(rate[3:] + np.cross(w, k) + np.cross(v, p), np.cross(first, g), SUMS)


@pytest.mark.parametrize("seed", range(717, 719))
def test_gravity_only_makes_a_floating_robot_fall(seed: int) -> None:
    """Joint motion, torques and WP0 do not know it; VP0 has it added, in frame 0."""
    robot = tree(FLOATING, seed)
    state = at_random(robot, seed)
    g = np.array([0.3, -7.0, 2.0])
    other = state.put(state.robot.base.G, state.vector(state.robot.base.G) + g)
    for make in (symoro.idm, symoro.ddm):
        model = make(robot, verify=False)
        one, two = state.outputs(model), other.outputs(model)
        for name in one:
            falls = state.Z[:3, :3].T @ g if name == "VP0" else 0.0
            assert close(two[name], one[name] + falls, SUMS), name
        inner = make(robot, outputs=[n for n in model.outputs if n != "VP0"], verify=False)
        read = {item.name for item in inner.program.used_inputs}
        assert not read & {str(e) for e in (*robot.base.G, *state.robot.base.Z[0])}

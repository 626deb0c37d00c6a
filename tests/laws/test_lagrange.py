"""Laws of the Lagrange model on seeded random trees, its names, and what is refused."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from laws.duals import Dual, DualArithmetic
from laws.energy import at_state, potential_energy, torques
from random_robots import random_tree
from symoro import Model, ModelError, Robot, idm, lagrange
from symoro.expressions import ZERO, FloatArithmetic, evaluate, symbol
from symoro.ir import interpret
from symoro.models.dynamics.coriolis import coriolis_matrix
from symoro.models.mechanism import mechanism
from symoro.robot import JointType
from symoro.robot.link import WRENCH
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
FLOATS = FloatArithmetic()
SEEDS = range(900, 912)
SUMS = 1e-11  # of the largest value: the same sums in another order, some hundred terms


@dataclass(frozen=True)
class Case:
    """A tree without friction and wrenches, its model, numbers for its symbols and a state."""

    robot: Robot
    model: Model
    values: Mapping[str, float]
    q: Array
    qd: Array
    qdd: Array

    def coefficients(self) -> dict[str, Array]:
        """A, B, C and Q."""
        return arrays(self.model, at_state(self.robot, self.values, self.q, self.qd, self.qdd))

    def rates(self, k: int) -> dict[str, Array]:
        """Their exact derivatives by the position of joint k."""
        state = at_state(self.robot, self.values, self.q, self.qd, self.qdd)
        name = self.robot.variables[k].name
        duals = {each: Dual(x, float(each == name)) for each, x in state.items()}
        found = interpret(self.model.program, duals, DualArithmetic())
        return shaped(self.model, {name: [x.rate for x in each] for name, each in found.items()})


def arrays(model: Model, values: Mapping[str, float]) -> dict[str, Array]:
    return shaped(model, interpret(model.program, values, FLOATS))


def shaped(model: Model, found: Mapping[str, Any]) -> dict[str, Array]:
    return {o.name: np.array(found[o.name]).reshape(o.shape) for o in model.program.outputs}


def products(qd: Array) -> Array:
    return np.array([a * b for a, b in combinations(qd, 2)])


def close(found: Array, expected: Array) -> bool:
    return bool(np.abs(found - expected).max() <= SUMS * max(1, np.abs(expected).max()))


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seed: f"tree{seed}")
def case(request: pytest.FixtureRequest) -> Case:
    seed: int = request.param
    robot = random_tree(seed, moving_base=False, links=2 + seed % 5)
    none = dict.fromkeys(("FV", "FS", *WRENCH), ZERO)
    robot = replace(robot, links=tuple(replace(link, **none) for link in robot.links))
    q, qd, qdd = np.random.default_rng(seed).uniform(-1.5, 1.5, (3, robot.n_dof))
    model = lagrange(robot, level="O1", verify=False)
    return Case(robot, model, sample_values(robot, random.Random(seed)), q, qd, qdd)


def test_the_trees_have_everything() -> None:
    """Both joint types, fixed frames that carry joints, branches at the base and further out."""
    robots = [random_tree(seed, moving_base=False, links=2 + seed % 5) for seed in SEEDS]
    frames = [frame for robot in robots for _, frame in robot]
    assert {frame.sigma for frame in frames} == set(JointType)
    carriers = [robot.frame(f.antecedent) for robot in robots for _, f in robot if f.antecedent]
    assert any(not frame.moves for frame in carriers)
    branches = [[f.antecedent for _, f in robot] for robot in robots]
    assert any(each.count(0) > 1 for each in branches)
    assert any(len([i for i in each if i]) > len({i for i in each if i}) for each in branches)


def test_together_they_are_the_torques_of_newton_and_euler(case: Case) -> None:
    found = case.coefficients()
    qd = case.qd
    tau = found["A"] @ case.qdd + found["B"] @ products(qd) + found["C"] @ qd**2 + found["Q"]
    model = idm(case.robot, level="O1", verify=False)
    assert close(tau, torques(model, case.values, case.q, qd, case.qdd))


def test_a_is_symmetric_and_positive_definite(case: Case) -> None:
    A = case.coefficients()["A"]
    assert np.array_equal(A, A.T)
    assert np.linalg.eigvalsh(A).min() > 0


def test_b_and_c_are_derivatives_of_a(case: Case) -> None:
    """(A2.2) and (A2.3), the first derivative of the latter by q_j; exact derivatives."""
    found = case.coefficients()
    joints = range(len(case.q))
    by = [case.rates(k)["A"] for k in case.robot.moving_joints]
    B = [
        [by[k][i, j] + by[j][i, k] - by[i][j, k] for j, k in combinations(joints, 2)]
        for i in joints
    ]
    C = [[by[j][i, j] - by[i][j, j] / 2 for j in joints] for i in joints]
    assert close(found["B"], np.array(B))
    assert close(found["C"], np.array(C))


def test_q_is_the_derivative_of_the_potential_energy(case: Case) -> None:
    """(A2.4), by central differences: error of order h^2, rounding of order 1e-16 / h."""
    h = 1e-5
    steps = h * np.eye(len(case.q))
    slopes = [
        (potential_energy(case.robot, case.values, case.q + s)
         - potential_energy(case.robot, case.values, case.q - s)) / (2 * h)
        for s in steps
    ]  # fmt: skip
    Q = case.coefficients()["Q"]
    assert np.abs(Q - slopes).max() < 1e-7 * max(1, np.abs(Q).max())


def test_the_matrix_of_coriolis_gives_the_same_efforts(case: Case) -> None:
    state = at_state(case.robot, case.values, case.q, case.qd, case.qdd)
    C = coriolis_matrix(mechanism(case.robot, lambda entry: evaluate(entry, state, FLOATS)))
    found = case.coefficients()
    ours = found["B"] @ products(case.qd) + found["C"] @ case.qd**2
    assert close(ours, np.asarray(C, dtype=float) @ case.qd)


def test_coefficients_that_are_always_zero_have_no_statement(case: Case) -> None:
    """C(j,j), B(k,j,k), those of a sliding joint j, and of joints that share no path."""
    robot, program = case.robot, case.model.program
    moving = robot.moving_joints

    def on_a_path(*joints: int) -> bool:
        outermost = robot.ancestors(max(joints))
        return all(j in outermost for j in joints)

    def slides(j: int) -> bool:
        return robot.frame(j).sigma is JointType.PRISMATIC

    elements = {output.name: iter(output.elements) for output in program.outputs}
    for i in moving:
        for j in moving:
            if next(elements["C"]) == 0:
                assert i == j or slides(j) or not on_a_path(i, j)
        for j, k in combinations(moving, 2):
            zero = i == k or slides(j) or not on_a_path(i, j, k)
            assert (next(elements["B"]) == 0) == zero


# Names


def test_elements_are_named_as_in_the_guide() -> None:
    model = lagrange(symoro.load("planar2r"))
    elements = [name for name in model.program.assigned_names if re.fullmatch(r"[ABCQ]\d+", name)]
    assert set(elements) - {"C1", "C2"} == {"A11", "A12", "A22", "B112", "C12", "C21", "Q1", "Q2"}


def test_names_of_many_frames_cannot_be_read_in_two_ways() -> None:
    robot = random_tree(2, moving_base=False, links=11)
    assigned = lagrange(robot, level="O1", verify=False).program.assigned_names
    elements = [name for name in assigned if re.match(r"[ABCQ][\d_]", name)]
    assert {"A11_13", "B11_12_13", "C13_12", "Q_13"} <= set(elements)  # also not A of frame 13
    assert all(re.fullmatch(r"A\d+_\d+_?|B(\d+_){2}\d+|C\d+_\d+|[CQ]_\d+", e) for e in elements)


def test_a_user_symbol_keeps_its_name() -> None:
    robot = symoro.load("planar2r").substitute({"d2": symbol("B112"), "MX2": symbol("C12")})
    for expanded in (False, True):
        model = lagrange(robot, expanded=expanded)
        assert {"B112_", "C12_"} <= set(model.program.assigned_names)
        assert {"B112", "C12"} <= set(model.program.parameters)


def test_one_joint_has_no_products_of_velocities() -> None:
    robot = symoro.Robot.from_mdh([0], [0], [0], [0], [0])
    model = lagrange(robot)
    assert model.outputs == ("A", "C", "Q")
    assert model.certificate is not None


def test_outputs_are_chosen() -> None:
    model = lagrange(symoro.load("rx90"), outputs="A,Q", level="O1", verify=False)
    assert model.outputs == ("A", "Q")
    assert not any(name.startswith(("B", "LA", "PH")) for name in model.program.assigned_names)


# Base parameters, drives, what is left out, what is refused


@pytest.mark.parametrize("name", ["planar2r", "rrp", "scara", "rx90"])
def test_base_parameters_give_the_same_coefficients_with_less(name: str) -> None:
    """The certificate compares with the standard parameters."""
    robot = symoro.load(name)
    whole, grouped = (
        lagrange(robot, level="O1", verify=False),
        lagrange(robot, base_parameters=True),
    )
    assert grouped.certificate is not None
    assert grouped.operations.total < whole.operations.total


def test_rotors_stand_on_the_diagonal_of_a() -> None:
    robot = symoro.load("planar2r")
    plain = lagrange(robot, level="O1", verify=False)
    model = lagrange(robot, include="ia")
    values = sample_values(model.robot, random.Random(1))
    difference = arrays(model, values)["A"] - arrays(plain, values)["A"]
    assert pytest.approx(difference) == np.diag([values["IA1"], values["IA2"]])


def test_friction_and_wrenches_are_left_out_and_named() -> None:
    model = lagrange(symoro.load("planar2r"), include=["friction", "wrench=2"])
    assert any(note.startswith("friction is not in A, B, C and Q") for note in model.notes)
    assert any(note.startswith("external wrenches are not in A") for note in model.notes)
    assert not {"FV1", "FS1", "FX2"} & {item.name for item in model.program.used_inputs}


@pytest.mark.parametrize("name", ["planar2r", "fivebar"])
def test_a_floating_base_is_refused(name: str) -> None:
    with pytest.raises(ModelError, match=r"floating base.*base at rest; inertia gives A, ccg"):
        lagrange(symoro.load(name), floating_base=True)


def test_a_moving_base_is_refused() -> None:
    with pytest.raises(ModelError, match="has a moving base, and the coefficients"):
        lagrange(random_tree(1, moving_base=True, links=2))


def test_the_equivalent_tree_of_a_closed_robot_has_the_model() -> None:
    model = lagrange(symoro.load("fourbar"), equivalent_tree=True)
    assert model.certificate is not None
    assert any("model of the equivalent tree" in note for note in model.notes)

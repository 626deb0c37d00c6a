"""Vectors of pinocchio go into models in its order unchanged, and come out of them so.

Both engines read the same file. Tolerance 1e-10 of the largest element: doubles lose five digits
less in trees of this size; accelerations lose as many as the condition of A has, here two.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

import symoro
from symoro import Robot
from two_arms import FILE, PINOCCHIO, write_two_arms

TOLERANCE = 1e-10
N = len(FILE)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_two_arms(tmp_path_factory.mktemp("urdf"))


@pytest.fixture(scope="module")
def robot(path: Path) -> Robot:
    return symoro.load(path)


@pytest.fixture
def peer(path: Path) -> Any:
    model = pin.buildModelFromUrdf(str(path))
    return model, model.createData()


def states() -> Iterator[Any]:
    rng = np.random.default_rng(7)
    for _ in range(3):
        yield rng.uniform(-1.5, 1.5, (3, N))


def close(found: Any, expected: Any) -> bool:
    return bool(np.abs(found - expected).max() <= TOLERANCE * max(1.0, np.abs(expected).max()))


def test_the_two_orders_differ_and_pinocchio_has_the_second(robot: Robot, peer: Any) -> None:
    assert dict(robot.origin.orders) == {"file": FILE, "pinocchio": PINOCCHIO}  # type: ignore[union-attr]
    assert tuple(peer[0].names)[1:] == PINOCCHIO != FILE


def test_vectors_of_pinocchio_go_in_and_come_out_unchanged(robot: Robot, peer: Any) -> None:
    functions: dict[str, Any] = {
        name: getattr(symoro, name)(robot, order="pinocchio").compile()
        for name in ("idm", "ccg", "inertia", "momentum")
    }
    ddm = symoro.ddm(robot, order="pinocchio", outputs="QDP").compile()
    for q, v, a in states():
        A = pin.crba(*peer, q)
        A = np.triu(A) + np.triu(A, 1).T
        h = pin.nonLinearEffects(*peer, q, v)
        assert close(functions["idm"](q, v, a), pin.rnea(*peer, q, v, a))
        assert close(functions["inertia"](q), A)
        assert close(functions["ccg"](q, v), h)
        assert close(functions["momentum"](q, v)["P"], A @ v)
        assert close(ddm(q, v, a), pin.aba(*peer, q, v, a))


def test_derivatives_have_the_columns_of_pinocchio(robot: Robot, peer: Any) -> None:
    model = symoro.idm(robot, order="pinocchio", derivative="q,QP")
    function: Any = model.compile()
    for q, v, a in states():
        by_q, by_v, _ = pin.computeRNEADerivatives(*peer, q, v, a)
        found = function(q, v, a)
        assert close(found["dGAM_dq"], by_q)
        assert close(found["dGAM_dQP"], by_v)


def test_columns_of_a_jacobian_run_over_the_chain_in_the_order_of_names(
    robot: Robot, peer: Any
) -> None:
    tip = next(j for j, frame in robot if frame.name == "left_elbow")
    order = ("left_elbow", "right_slide", "left_shoulder", "right_shoulder", "waist")
    model = symoro.jacobian(robot, tip, frame0=True, order=order)
    own = [PINOCCHIO.index(name) for name in order]
    chain = [PINOCCHIO.index(name) for name in ("left_elbow", "left_shoulder", "waist")]
    joint = chain[0] + 1
    function: Any = model.compile()
    for q, _, _ in states():
        pin.forwardKinematics(*peer, q)
        J = pin.computeJointJacobian(*peer, q, joint)
        turned = peer[1].oMi[joint].rotation @ J[3:]  # angular velocities, in the world
        assert close(function(q[own])[3:], turned[:, chain])

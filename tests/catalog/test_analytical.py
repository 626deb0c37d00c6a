"""The analytical Jacobian: rates of X by differences, X by the numeric orientations."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import symoro
from closed_robots import fixed, turn
from library.kinematics import pose
from symoro import Model, ModelError, Robot, UsageError
from symoro.analysis.orientation import REPRESENTATIONS, representation
from symoro.expressions import PI, symbol
from symoro.models.kinematics.analytical_jacobian import ORIENTATIONS
from symoro.robot import Structure, general_link
from symoro.verify.sampling import sample_values

Array = NDArray[np.float64]
KINDS = tuple(ORIENTATIONS)

STEP = 2e-3
TOLERANCE = 1e-8
"""Central differences at two steps, extrapolated: an error of STEP^4 times a fifth derivative,
which is large near degenerate orientations (left out below), and roundings of 1e-16 / STEP."""


def chain(name: str, *frames: Any) -> Robot:
    links = tuple(general_link(j) for j in range(1, len(frames) + 1))
    return Robot(name, Structure.SIMPLE, frames, links)


TILTED = chain("tilted", turn(1, 0, alpha="a"), turn(2, 1), fixed(2, alpha=-symbol("a"), d="L"))
"""Turns about one axis in the plane y-z: the second component of its quaternion is always zero."""

DOWN = chain("down", turn(1, 0), turn(2, 1, d="L1"), fixed(2, alpha=PI, d="L2"))
"""A tool that points down: half a turn in every posture."""


def values_of(model: Model, seed: int) -> dict[str, float]:
    return sample_values(model.robot, random.Random(f"{model.robot.name}{seed}"))


def arrays(model: Model, seed: int) -> tuple[Array, dict[str, float]]:
    """A random posture of the arguments, and all parameters."""
    values = values_of(model, seed)
    places = {i.index: i.name for i in model.program.inputs if i.array == "q"}
    q = np.array([values[places[k]] for k in sorted(places)])
    return q, {name: values[name] for name in model.program.parameters}


def turned_back(x: Array, kind: str) -> Array:
    """Angles are compared on the circle; everything else as it is."""
    flat: Array = x.copy()
    if kind in ("euler", "rpy"):
        flat[3:] = (x[3:] + np.pi) % (2 * np.pi) - np.pi
    return flat


CASES = [
    ("rx90", None, {}),
    ("stanford", None, {}),
    ("ur5", 5, {}),
    ("lwr", None, {}),
    ("mobile3w", 7, {}),
    ("general6r", None, {}),
    ("rsur", 6, {}),
    ("sr400", 6, {"actuated": True}),
    ("tilted", None, {}),
]


def robot_of(name: str) -> Robot:
    return TILTED if name == "tilted" else symoro.load(name)


ALL = [(*case, kind) for case in CASES for kind in KINDS]
ALL.append(("fivebar", 2, {"actuated": True}, "rpy"))  # planar: euler is degenerate


@pytest.mark.parametrize(
    ("name", "link", "options", "kind"), ALL, ids=[f"{case[0]}-{case[3]}" for case in ALL]
)
def test_jx_is_the_derivative_of_x(
    name: str, link: int | None, options: dict[str, Any], kind: str
) -> None:
    model = symoro.jacobian(robot_of(name), link, orientation=kind, **options)
    f = model.compile()
    robot, r = model.robot, link or model.robot.n_links
    motors = tuple(j for j in robot.moving_joints if robot.frame(j).mu)
    arguments = motors if options else robot.moving_joints
    joints = motors if options else tuple(j for j in robot.moving_joints if j in robot.ancestors(r))
    compared = 0
    for seed in range(12):
        q, parameters = arrays(model, seed)

        def X(q: Array, parameters: dict[str, float] = parameters) -> Array:
            found = f(q, parameters=parameters)
            assert isinstance(found, dict)
            return found["X"]

        found = f(q, parameters=parameters)
        assert isinstance(found, dict)
        rates: Array = found["JX"]
        if not np.isfinite(rates).all():
            continue  # these lengths do not close
        if np.abs(rates).max() > 5 or (kind == "quaternion" and found["X"][3] < 0.1):
            continue  # near a degenerate orientation derivatives of any order grow
        compared += 1
        columns = dict(zip(joints, rates.T, strict=True))
        for j, unit in zip(arguments, np.eye(len(q)), strict=True):
            slopes = []
            for step in (STEP, STEP / 2):
                difference = turned_back(X(q + step * unit) - X(q - step * unit), kind)
                slopes.append(difference / (2 * step))
            slope = (4 * slopes[1] - slopes[0]) / 3
            expected = columns.get(j, np.zeros(len(slope)))  # other joints do not move the link
            np.testing.assert_allclose(slope, expected, rtol=0, atol=TOLERANCE)
    assert compared >= 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["rx90", "stanford", "ur5", "sr400", "mobile3w", "tilted"])
def test_x_is_the_position_and_the_numeric_orientation(name: str, kind: str) -> None:
    r = robot_of(name).n_links
    model = symoro.jacobian(robot_of(name), r, orientation=kind)
    robot = model.robot
    f = model.compile()
    for seed in range(10):
        q, parameters = arrays(model, seed)
        T = pose(robot, r, values_of(model, seed))
        found = f(q, parameters=parameters)
        assert isinstance(found, dict)
        X = found["X"]
        x = representation(kind).from_matrix(T[:3, :3])
        expected = np.concatenate([T[:3, 3], x.T.ravel()])  # of a matrix, column after column
        # a root of a difference of numbers of size 1: 1e-16 under the root
        np.testing.assert_allclose(turned_back(X - expected, kind), 0, atol=3e-8)
        value = X[3:].reshape(representation(kind).shape).T  # as above
        back = representation(kind).to_matrix(value)
        np.testing.assert_allclose(back, T[:3, :3], atol=1e-7)


def test_the_orientations_of_models_are_those_of_numbers() -> None:
    assert set(KINDS) == set(REPRESENTATIONS)


def test_the_basic_jacobian_comes_on_request_in_frame_0_at_the_origin_of_the_link() -> None:
    robot = symoro.load("puma560")
    model = symoro.jacobian(robot, 5, orientation="rpy", outputs=["J", "X"])
    basic = symoro.jacobian(robot, 5, projection=0, intermediate=5, outputs="J")
    assert model.outputs == ("X", "J")
    q, parameters = arrays(basic, 1)
    found, J = (each.compile()(q, parameters=parameters) for each in (model, basic))
    assert isinstance(found, dict)
    assert isinstance(J, np.ndarray)
    np.testing.assert_allclose(found["J"], J, atol=1e-14)


def test_angles_are_verified_on_the_circle() -> None:
    """phi of this linkage is Pi or -Pi by the sign of a zero: both are right."""
    model = symoro.jacobian(symoro.load("spherical4r"), orientation="euler")
    assert model.certificate is not None


def test_a_component_that_is_always_zero_is_exactly_zero() -> None:
    model = symoro.jacobian(TILTED, orientation="quaternion")
    f = model.compile()
    for seed in range(5):
        q, parameters = arrays(model, seed)
        found = f(q, parameters=parameters)
        assert isinstance(found, dict)
        assert found["X"][4] == 0
    assert model.operations.functions["sqrt"] == 3


@pytest.mark.parametrize("name", ["rx90", "puma560"])
def test_a_quaternion_is_a_number_where_rounding_leaves_a_square_below_zero(name: str) -> None:
    model = symoro.jacobian(symoro.load(name), orientation="quaternion", outputs="X")
    turns = np.random.default_rng(3).integers(-2, 3, size=(2000, 6))
    X = model.compile()(turns * np.pi / 2, parameters=dict.fromkeys(model.program.parameters, 0.3))
    assert isinstance(X, np.ndarray)
    assert np.isfinite(X).all()


@pytest.mark.parametrize(
    ("robot", "link", "kind", "others"),
    [
        (symoro.load("scara"), 4, "euler", "rpy, quaternion, axis-angle, matrix, matrix-na"),
        (symoro.load("planar2r"), 3, "euler", "rpy, quaternion, axis-angle, matrix, matrix-na"),
        (
            symoro.load("highspeed2axis"),
            13,
            "rpy",
            "euler, quaternion, axis-angle, matrix, matrix-na",
        ),
        (DOWN, DOWN.tip, "euler", "rpy, matrix, matrix-na"),
        (DOWN, DOWN.tip, "quaternion", "rpy, matrix, matrix-na"),
        (DOWN, DOWN.tip, "axis-angle", "rpy, matrix, matrix-na"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_coordinates_that_are_degenerate_in_every_posture_are_refused(
    robot: Robot, link: int, kind: str, others: str
) -> None:
    with pytest.raises(ModelError, match=rf"degenerate in every posture; .* not: {others}$"):
        symoro.jacobian(robot, link, orientation=kind)
    for other in others.split(", "):
        assert symoro.jacobian(robot, link, orientation=other).certificate is not None


def test_a_length_that_is_a_root_is_no_obstacle() -> None:
    arm = chain("arm", turn(1, 0), turn(2, 1, d="sqrt(L)", alpha=PI / 2))
    assert symoro.jacobian(arm, orientation="rpy").certificate is not None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"projection": 3}, "projection and intermediate do not go with orientation"),
        ({"intermediate": 4}, "projection and intermediate do not go with orientation"),
        ({"total": True}, "total=True does not go with orientation"),
        (
            {"orientation": "yaw"},
            "orientation yaw is not valid; choose from matrix, matrix-na, eul",
        ),
        ({"assembly_mode": 1}, "assembly_mode belongs to actuated=True"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.jacobian(symoro.load("rx90"), **{"orientation": "rpy", **options})


def test_frame_0_may_be_named() -> None:
    model = symoro.jacobian(symoro.load("rx90"), projection=0, orientation="euler")
    assert model.kinds[0].meaning == "Px, Py, Pz, phi, theta, psi of frame 6 in frame 0"


@pytest.mark.parametrize(("kind", "rows"), [("matrix", 12), ("matrix-na", 9)])
def test_direction_cosines_are_those_of_the_guide(kind: str, rows: int) -> None:
    """[Guide] 2.2.2: X = (P, s, n, a), or (P, n, a); a planar arm that turns by t1 + t2 = t.

    s = (cos t, sin t, 0) turns to n, n = (-sin t, cos t, 0) to -s, and a stays.
    """
    model = symoro.jacobian(symoro.load("planar2r"), orientation=kind)
    t1, t2, d2, d3 = 0.3, 0.5, 0.7, 0.4
    result = model.compile()(np.array([t1, t2]), parameters={"d2": d2, "d3": d3})
    assert isinstance(result, dict)
    S, C = np.sin(t1 + t2), np.cos(t1 + t2)
    P = np.array([d2 * np.cos(t1) + d3 * C, d2 * np.sin(t1) + d3 * S, 0])
    s, n, a = np.array([C, S, 0]), np.array([-S, C, 0]), np.array([0, 0, 1])
    skipped = 12 - rows
    expected = np.concatenate([P, np.concatenate([s, n, a])[skipped:]])
    np.testing.assert_allclose(result["X"], expected, atol=1e-15)
    turned = np.concatenate([n, -s, 0 * a])[skipped:]
    np.testing.assert_allclose(result["JX"][3:], np.stack([turned, turned], axis=1), atol=1e-15)
    names = ", ".join(f"{v}{x}" for v in "P" + "sna"[skipped // 3 :] for x in "xyz")
    assert model.kinds[0].meaning == f"{names} of frame 3 in frame 0"


def test_direction_cosines_are_compared_exactly() -> None:
    certificate = symoro.jacobian(symoro.load("rx90"), orientation="matrix").certificate
    assert certificate is not None
    assert "exact equality modulo a 61-bit prime" in "\n".join(certificate.lines())

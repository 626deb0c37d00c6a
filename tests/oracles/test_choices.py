"""The choices that functions make for their user, each pinned by a case worked out by hand.

A certificate proves that a matrix is what its header says; whether that matrix is the one that was
asked for is seen here. Nothing in these tests asks symoro which frame, rows or mode it took.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

import symoro
from library.kinematics import jacobian, pose
from oracles.test_operational import Peer as TaskPeer
from symoro.expressions import FloatArithmetic, expression
from symoro.ir import interpret
from symoro.verify.sampling import sample_values

Array = NDArray[np.float64]
FLOATS = FloatArithmetic()
CLOSE = 1e-12  # numbers of size 1, a hundred roundings

Q = {"t1": 0.3, "t2": 0.7}
ARM = {"d2": 0.5, "d3": 0.4, **Q}
"""A planar 2R arm: d2 and d3 are its lengths."""

C1, S1 = math.cos(0.3), math.sin(0.3)
C12, S12 = math.cos(1.0), math.sin(1.0)


def output(model: symoro.Model, name: str, values: Mapping[str, float]) -> Array:
    """An output of a model at some values, in its shape."""
    (shape,) = (o.shape for o in model.program.outputs if o.name == name)
    return np.array(interpret(model.program, values, FLOATS)[name]).reshape(shape)


def nothing(model: symoro.Model) -> dict[str, float]:
    """Zero for all that a model reads."""
    return dict.fromkeys((item.name for item in model.program.used_inputs), 0.0)


@pytest.mark.parametrize(
    ("name", "tip"),
    [
        ("rx90", 6),
        ("planar2r", 3),  # the fixed frame at the end of link 2
        ("panda", 8),  # its flange
        ("sr400", 6),  # the hand, not the parallelogram
        ("akr3000", 10),
        ("highspeed2axis", 12),  # eleven joints move it; six move the end of the short branch
        ("fivebar", 6),  # the point that both arms hold, not a joint of one of them
        ("fourbar", 5),
        ("slidercrank", 5),
    ],
)
def test_the_tool_is_where_people_have_it(name: str, tip: int) -> None:
    assert symoro.load(name).tip == tip


def test_a_transform_gives_the_tool_in_the_base() -> None:
    T = output(symoro.transform(symoro.load("planar2r")), "T0T3", ARM)
    np.testing.assert_allclose(T[:2, 3], [0.5 * C1 + 0.4 * C12, 0.5 * S1 + 0.4 * S12], atol=CLOSE)


@pytest.mark.parametrize(
    "name", ["planar2r", "planar3r", "scara", "rrp", "rx90", "ur5", "panda", "acrobot", "crane"]
)
def test_a_jacobian_is_that_of_the_tool(name: str) -> None:
    """Lengths of velocities and angular velocities, which no frame of projection changes."""
    robot = symoro.load(name)
    values = sample_values(robot, random.Random(name))
    own = jacobian(robot, robot.tip, values)
    model = symoro.jacobian(robot, total=True)
    J, JT = (output(model, output_, values) for output_ in ("J", "JT"))
    for found in (JT, J) if own.shape[1] < 6 else (JT,):
        for rows in (slice(0, 3), slice(3, 6)):
            expected = own[rows].T @ own[rows]
            np.testing.assert_allclose(found[rows].T @ found[rows], expected, atol=CLOSE)


@pytest.mark.parametrize("name", ["planar2r", "scara", "rx90", "ur5", "panda", "puma560"])
def test_frame0_is_pinocchio_s_local_world_aligned_jacobian_of_the_tool(name: str) -> None:
    robot = symoro.load(name)
    values = sample_values(robot, random.Random(name))
    peer = TaskPeer(robot, values, robot.tip)
    joints = robot.joints_to(robot.tip)
    expected = peer.J[:, [robot.moving_joints.index(j) for j in joints]]
    for model in (symoro.jacobian(robot, frame0=True), symoro.jacob0(robot)):
        assert model.outputs == ("J",)
        np.testing.assert_allclose(output(model, "J", values), expected, atol=CLOSE)
    det = symoro.jacobian_det(robot, rows="1-2", cols=[1, 2], frame0=True)
    (value,) = output(det, "DET", values)
    np.testing.assert_allclose(value, np.linalg.det(expected[:2, :2]), atol=CLOSE)


def test_frame0_of_a_link_is_at_its_own_origin() -> None:
    """A planar 2R arm whose link 2 turns at the end of link 1: O2 does not feel joint 2."""
    model = symoro.jacobian(symoro.load("planar2r"), 2, frame0=True)
    expected = np.zeros((6, 2))
    expected[:2, 0], expected[5] = (-0.5 * S1, 0.5 * C1), 1
    np.testing.assert_allclose(output(model, "J", ARM), expected, atol=CLOSE)


@pytest.mark.parametrize("option", [{"projection": 0}, {"intermediate": 3}, {"total": True}])
def test_frame0_goes_with_no_other_frame(option: dict[str, Any]) -> None:
    with pytest.raises(symoro.UsageError, match="frame0"):
        symoro.jacobian(symoro.load("planar2r"), frame0=True, **option)


def test_the_inverse_in_frame_0_takes_the_tool_s_velocity_to_the_joints() -> None:
    model = symoro.jacobian_inverse(symoro.load("planar2r"), rows="1-2", frame0=True)
    np.testing.assert_allclose(output(model, "JINV", ARM) @ J2R, np.eye(2), atol=CLOSE)


J2R = np.array([[-0.5 * S1 - 0.4 * S12, -0.4 * S12], [0.5 * C1 + 0.4 * C12, 0.4 * C12]])
"""The course's Jacobian of the planar 2R arm, in frame 0."""


@pytest.mark.parametrize("rows", ["", "1-2", "1,2,3", "2,1"])
def test_the_determinant_of_a_planar_arm_is_that_of_its_tip(rows: str) -> None:
    """l1 l2 sin q2, however the rows are asked for."""
    model = symoro.jacobian_det(symoro.load("planar2r"), rows=rows or ())
    sign = -1 if rows == "2,1" else 1
    np.testing.assert_allclose(
        output(model, "DET", ARM), [sign * 0.5 * 0.4 * math.sin(0.7)], atol=CLOSE
    )


@pytest.mark.parametrize("projection", [None, 0, 1, 3])
def test_the_position_of_a_tilted_arm_has_two_freedoms_in_every_frame(
    projection: int | None,
) -> None:
    """l1 l2 sin q2, or its square where the frame shows the plane in three rows."""
    arm = symoro.load("planar2r")
    tilted = replace(
        arm, frames=(replace(arm.frames[0], alpha=expression("3/10")), *arm.frames[1:])
    )
    found = symoro.singularities(tilted, projection=projection)
    assert {item.condition for item in found.cases} == {"t2 = 0 or Pi"}
    (value,) = output(symoro.jacobian_det(tilted, projection=projection), "DET", ARM)
    once = 0.5 * 0.4 * math.sin(0.7)
    assert min(abs(value - once), abs(value - once**2)) < CLOSE


def test_a_pan_tilt_head_is_singular_where_its_tool_is_above_the_pan() -> None:
    head = symoro.load("planar2r")
    tilt = replace(head.frames[1], alpha=expression("Pi/2"), d=expression(0))
    found = symoro.singularities(replace(head, frames=(head.frames[0], tilt, head.frames[2])))
    assert {item.condition for item in found.cases} == {"t2 = Pi/2 or -Pi/2"}


def test_a_position_that_one_joint_leaves_alone_is_not_taken() -> None:
    """The third axis of this arm passes through its tool, so its angle counts too."""
    arm = symoro.load("planar3r")
    through = replace(arm.frames[3], d=expression(0), alpha=expression("Pi/2"))
    robot = replace(arm, frames=(*arm.frames[:3], through, *arm.frames[4:]))
    found = symoro.singularities(robot)
    assert any("rows 1, 2, 6" in note for note in found.notes)
    assert {item.condition for item in found.cases} == {"t2 = 0 or Pi"}


def test_components_of_a_velocity_are_those_of_frame_0() -> None:
    arm = symoro.load("planar2r")
    inverse = symoro.jacobian_inverse(arm, rows="1-2")
    np.testing.assert_allclose(output(inverse, "JINV", ARM), np.linalg.inv(J2R), atol=CLOSE)
    row = symoro.jacobian_det(arm, rows="1")
    np.testing.assert_allclose(output(row, "DET", ARM), [J2R[0] @ J2R[0]], atol=CLOSE)


@pytest.mark.parametrize(
    ("name", "rows", "conditions"),
    [
        ("planar2r", (), {"t2 = 0 or Pi"}),
        ("planar2r", "1-2", {"t2 = 0 or Pi"}),
        ("planar3r", "1-2", {"t2 = 0 or Pi, and t3 = 0 or Pi"}),
        ("planar3r", (), {"t2 = 0 or Pi"}),
        ("fivebar", (), {"t2 = 0 or Pi", "t4 = 0 or Pi", "t5 = 0 or Pi"}),
        ("scara", "1-2", {"t2 = 0 or Pi"}),
    ],
)
def test_singular_postures_are_those_of_the_textbook(
    name: str, rows: object, conditions: set[str]
) -> None:
    """A five-bar linkage is singular where an arm is stretched, or both are in line at the tool."""
    found = symoro.singularities(symoro.load(name), rows=rows)
    assert {item.condition for item in found.cases} == conditions


def test_a_frame_that_is_named_is_taken() -> None:
    """At the second joint of the planar arm only the first joint gives a velocity."""
    arm = symoro.load("planar2r")
    J = output(symoro.jacobian(arm, intermediate=2, projection=0), "J", ARM)
    np.testing.assert_allclose(J[:2], [[-0.5 * S1, 0], [0.5 * C1, 0]], atol=CLOSE)
    notes = symoro.jacobian(arm, intermediate=2).notes
    assert "velocities at the origin of frame 2" in notes[0]
    assert "velocities at its own origin" in symoro.jacobian(arm).notes[0]


def test_heights_are_those_above_the_base() -> None:
    """The potential energy of the planar arm: weight times height of each centre of mass."""
    model = symoro.energy(symoro.load("planar2r"), outputs="U")
    masses = {"M1": 2.0, "M2": 3.0, "MX1": 0.4, "MY1": 0.1, "MX2": 0.3, "MY2": 0.2, "G2": -9.81}
    first = 0.4 * S1 + 0.1 * C1
    second = 3.0 * 0.5 * S1 + 0.3 * S12 + 0.2 * C12
    values = dict.fromkeys(symoro.load("planar2r").symbols, 0.0) | ARM | masses
    np.testing.assert_allclose(output(model, "U", values), 9.81 * (first + second), atol=1e-11)


def test_torques_hold_the_arm_up_and_push_on_the_surroundings() -> None:
    """At rest GAM = J^T f for a force f that the arm exerts; with gravity, the weight's moment."""
    arm = symoro.load("planar2r")
    model = symoro.idm(arm, include=["wrench=3"])
    values = nothing(model) | ARM
    push = np.array([2.0, -1.0])
    turned = np.array([[C12, S12], [-S12, C12]]) @ push  # FE is written in frame 3
    values |= {"FX3": turned[0], "FY3": turned[1]}
    np.testing.assert_allclose(output(model, "GAM", values), J2R.T @ push, atol=CLOSE)
    values = nothing(model) | ARM | {"G2": -9.81, "MX1": 0.4}
    np.testing.assert_allclose(output(model, "GAM", values), [9.81 * 0.4 * C1, 0], atol=CLOSE)


@pytest.mark.parametrize(("kind", "sequence"), [("euler", "ZXZ"), ("rpy", "ZYX")])
def test_angles_of_orientation_are_those_of_the_guide(kind: str, sequence: str) -> None:
    """Turns about moving axes, the first angle first; SciPy writes these in capitals."""
    robot = symoro.load("puma560")
    values = sample_values(robot, random.Random(kind))
    X = output(symoro.jacobian(robot, orientation=kind), "X", values)
    T = pose(robot, 6, values)
    np.testing.assert_allclose(X[:3], T[:3, 3], atol=CLOSE)
    turned = Rotation.from_euler(sequence, X[3:]).as_matrix()
    np.testing.assert_allclose(turned, T[:3, :3], atol=CLOSE)


def test_the_joint_without_a_motor_is_free() -> None:
    """The crane: cart m, load M on a rope L, hanging at t2 = 0; its two equations by Lagrange."""
    model = symoro.hybrid(symoro.load("crane"))
    m, M, L, g, a, angle, rate = 5.0, 2.0, 1.5, 9.81, 0.4, 0.3, 0.7
    values = nothing(model)
    values |= {"M1": m, "M2": M, "MX2": M * L, "ZZ2": M * L**2, "G2": -g}
    values |= {"t2": angle, "QP2": rate, "QDP1": a}
    turned = -(a * math.cos(angle) + g * math.sin(angle)) / L
    force = (m + M) * a + M * L * (turned * math.cos(angle) - rate**2 * math.sin(angle))
    np.testing.assert_allclose(output(model, "QDPF", values), [turned], atol=CLOSE)
    np.testing.assert_allclose(output(model, "GAMD", values), [force], atol=1e-11)

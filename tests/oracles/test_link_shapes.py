"""The shapes of links that pictures show are where pinocchio has them.

Pinocchio reads meshes by another library (assimp), and finds them in folders that it is given.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

import symoro
from oracles.space_dynamics import Array
from symoro.plot.geometry_values import geometry_values
from symoro.plot.posture import posture
from symoro.plot.shapes import link_surfaces
from symoro.robot import Robot

SHARE = "python3*/site-packages/cmeel.prefix/share/example-robot-data/robots"
(ROBOTS,) = sorted(Path(sys.prefix, "lib").glob(SHARE))
FILES = (
    "panda_description/urdf/panda.urdf",  # .dae and .stl
    "ur_description/urdf/ur10_robot.urdf",  # .dae of several parts
    "talos_data/robots/talos_reduced.urdf",  # mirrored meshes
    "solo_description/robots/solo12.urdf",  # .obj and .stl
    "a1_description/urdf/a1.urdf",  # boxes, cylinders and spheres, meshes with a unit
    "so_arm_description/urdf/so101.urdf",  # several shapes of one link
)
ALIKE = 2e-8
"""Metres: files have coordinates of seven digits, which one of the libraries rounds to floats."""
ROUND = {"cylinder", "sphere"}
CHORD = 0.003
"""A circle of 48 sides is inside its circle by 1 - cos(Pi/48) = 0.0021 of its radius."""


def bounds(points: Array) -> Array:
    return np.array([points.min(axis=0), points.max(axis=0)])


def own_bounds(robot: Robot, q: dict[int, float], kind: str) -> dict[str, Array]:
    """The boxes around the shapes of each link."""
    item = posture(robot, q, geometry_values(robot))
    assert robot.origin is not None
    boxes = {}
    links = [
        each.name
        for each in robot.origin.frames
        if any(shape.collision == (kind == "collision") for shape in each.shapes)
    ]
    surfaces = link_surfaces(item, kind)
    for name, (_, shown) in zip(links, surfaces, strict=True):
        boxes[name] = bounds(shown.triangles.reshape(-1, 3))
    return boxes


def pinocchio_bounds(file: Path, robot: Robot, q: dict[int, float], kind: str) -> dict[str, Array]:
    model = pin.buildModelFromUrdf(str(file))
    folders = [str(ROBOTS.parent.parent), str(ROBOTS)]
    which = {"visual": pin.GeometryType.VISUAL, "collision": pin.GeometryType.COLLISION}[kind]
    shapes = pin.buildGeomFromUrdf(model, str(file), which, package_dirs=folders)
    state = pin.neutral(model)
    for j, value in q.items():
        joint = model.joints[model.getJointId(robot.frame(j).name)]
        turn = (np.cos(value), np.sin(value)) if joint.nq == 2 else (value,)
        state[joint.idx_q : joint.idx_q + joint.nq] = turn
    data, places = model.createData(), pin.GeometryData(shapes)
    pin.updateGeometryPlacements(model, data, shapes, places, state)
    boxes: dict[str, list[Array]] = {}
    for each, place in zip(shapes.geometryObjects, places.oMg, strict=True):
        name = model.frames[each.parentFrame].name
        boxes.setdefault(name, []).append(box_of(each.geometry, place))
    return {name: bounds(np.concatenate(some)) for name, some in boxes.items()}


def box_of(shape: Any, place: Any) -> Array:
    """The box around a shape; those of round ones follow from their definition."""
    R, p = place.rotation, place.translation
    if hasattr(shape, "vertices"):
        return bounds(np.array(shape.vertices()) @ R.T + p)
    if hasattr(shape, "halfSide"):
        half = np.abs(R) @ shape.halfSide
    elif hasattr(shape, "halfLength"):
        z = np.abs(R[:, 2])
        half = shape.halfLength * z + shape.radius * np.sqrt(np.maximum(1 - z * z, 0))
    else:
        half = np.full(3, shape.radius)
    return np.array([p - half, p + half])


@pytest.mark.parametrize("kind", ["visual", "collision"])
@pytest.mark.parametrize("name", FILES)
def test_shapes_stand_where_pinocchio_has_them(name: str, kind: str) -> None:
    file = ROBOTS / name
    robot = symoro.load(file)
    assert isinstance(robot, Robot)
    rng = np.random.default_rng(3)
    q = {j: float(rng.uniform(-1, 1)) for j in robot.moving_joints}
    own, other = own_bounds(robot, q, kind), pinocchio_bounds(file, robot, q, kind)
    assert set(own) == set(other)
    assert robot.origin is not None
    for link in robot.origin.frames:
        if link.name in other:
            size = float(np.ptp(other[link.name], axis=0).max())
            most = CHORD * size if {each.kind for each in link.shapes} & ROUND else ALIKE
            np.testing.assert_allclose(own[link.name], other[link.name], rtol=0, atol=most)

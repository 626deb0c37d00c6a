"""A robot with numbers as a model of pinocchio: its joints in the frames of their links."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from symoro.errors import ModelError, install_hint
from symoro.expressions import Expression
from symoro.formats.posed_links import Body, PosedJoint, posed_robot
from symoro.formats.precise_poses import (
    as_double,
    as_doubles,
    number,
)
from symoro.robot import JointType, Robot

_AXES = {(1.0, 0.0, 0.0): "X", (0.0, 1.0, 0.0): "Y", (0.0, 0.0, 1.0): "Z"}
ROOT = "root_joint"
"""The joint of a floating base, as pinocchio's readers call it."""


def pinocchio_model(robot: Robot) -> Any:
    """Return the ``pinocchio.Model`` of a robot with numbers; see `symoro.to_pinocchio`."""
    pin = _import_pinocchio()
    posed = posed_robot(robot, on_axes=True)
    posed.losses += posed.tree_losses()
    model = pin.Model()
    model.name = robot.name
    model.gravity = pin.Motion(as_doubles(posed.gravity), np.zeros(3))
    carriers: list[tuple[int, Any, int]] = []  # joint, pose in it, frame, of each link
    for link in posed.links:
        placed = pin.SE3(as_doubles(link.pose.R), as_doubles(link.pose.p))
        if link.joint is None:
            number, previous = 0, 0
            if posed.floats:
                number = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), ROOT)
                previous, placed = int(model.addJointFrame(number, 0)), pin.SE3.Identity()
        else:
            parent, carried, frame = carriers[link.parent]
            placed = carried * placed
            if link.joint.moves:
                number = _add_joint(pin, model, link.joint, parent, placed)
                previous, placed = int(model.addJointFrame(number, frame)), pin.SE3.Identity()
            else:
                number = parent
                fixed = (link.joint.name, number, frame, placed, pin.FrameType.FIXED_JOINT)
                previous = int(model.addFrame(pin.Frame(*fixed)))
        if link.body:
            model.appendBodyToJoint(number, _inertia(pin, link.body), placed)
        body = model.addBodyFrame(link.name, number, placed, previous)
        carriers.append((number, placed, int(body)))
    posed.warn("a model of pinocchio")
    return model


def _add_joint(pin: Any, model: Any, joint: PosedJoint, parent: int, placed: Any) -> int:
    axis = as_doubles(joint.axis)
    letter = _AXES.get(tuple(axis.tolist()))
    kind = "P" if joint.kind is JointType.PRISMATIC else "R"
    if letter:
        motion = getattr(pin, f"JointModel{kind}{letter}")()
    else:
        words = {"P": "Prismatic", "R": "Revolute"}
        motion = getattr(pin, f"JointModel{words[kind]}Unaligned")(axis)
    limits = joint.limits
    number = int(
        model.addJoint(
            parent,
            motion,
            placed,
            joint.name,
            _one(limits.effort, np.inf),
            _one(limits.velocity, np.inf),
            _one(limits.lower, -np.inf),
            _one(limits.upper, np.inf),
        )
    )
    row = model.joints[number].idx_v
    model.armature[row] = as_double(joint.drive["IA"])
    model.damping[row] = as_double(joint.drive["FV"])
    friction = as_double(joint.drive["FS"])
    if hasattr(model, "upperDryFrictionLimit"):
        model.upperDryFrictionLimit[row], model.lowerDryFrictionLimit[row] = friction, -friction
    else:
        model.friction[row] = friction
    return number


def _one(value: Expression | None, unknown: float) -> Any:
    return np.array([unknown if value is None else as_double(number(value))])


def _inertia(pin: Any, body: Body) -> Any:
    inertia = pin.Inertia.Zero()  # its constructor refuses what no rigid body has
    inertia.mass, inertia.lever = as_double(body.mass), as_doubles(body.center)
    inertia.inertia = as_doubles(body.inertia)
    return inertia


def _import_pinocchio() -> Any:
    try:
        return import_module("pinocchio")
    except ImportError:
        raise ModelError(f"a model of pinocchio needs {install_hint('pin', 'pinocchio')}") from None

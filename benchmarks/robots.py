"""Robots that several benchmarks measure."""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.robot import Robot


def chain(n: int) -> Robot:
    """A chain of revolute joints with general twists, lengths and inertias."""
    columns = {name: [f"{name}{j}" for j in range(1, n + 1)] for name in ("alpha", "d", "r")}
    return Robot.from_mdh(
        columns["alpha"], columns["d"], [0] * n, columns["r"], [0] * n, name=f"chain{n}"
    )


def six_joints() -> Any:
    """A chain of six revolute joints with the RX90's right angles, general bodies."""
    import pinocchio

    peer = pinocchio.Model()
    parent = 0
    for j, alpha in enumerate((0.0, np.pi / 2, 0.0, -np.pi / 2, np.pi / 2, -np.pi / 2), start=1):
        rotation = pinocchio.utils.rotate("x", alpha)
        placement = pinocchio.SE3(rotation, np.array([0.1 * j, 0.0, 0.1]))
        parent = peer.addJoint(parent, pinocchio.JointModelRZ(), placement, f"joint{j}")
        body = pinocchio.Inertia(1.0, np.array([0.1, 0.2, 0.3]), np.eye(3))
        peer.appendBodyToJoint(parent, body, pinocchio.SE3.Identity())
    return peer

"""The efforts that hold a tree robot against gravity, from the moment of its weight.

In frame 0 the bodies beyond a joint have mass m and first moments h about one fixed point; the
weight is the force m g and the moment h x g, and a joint with screw (w, v) holds its power:

    Q = -(v . m g + w . (h x g))

The six screws of a floating base come first: along the axes of frame 0, then about them through O0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Expression, Values, evaluate
from symoro.references.motion import cross
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Link, Robot


def weight_efforts(
    robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any = object
) -> AnyArray:
    """Return Q: the wrench on a floating base first, then the joint efforts."""

    def at(entry: Expression) -> Any:
        return evaluate(entry, values, arithmetic)

    tree = TreeDynamics(robot, values, arithmetic, dtype)
    base = robot.base
    g = np.array([at(e) for e in base.G], dtype=dtype)
    if base.motion is BaseMotion.FLOATING:
        g = np.array([[at(e) for e in row[:3]] for row in base.Z[:3]], dtype=dtype).T @ g
    efforts = []
    for screw in tree.screws:
        force, moment = 0 * g, 0 * g
        for k in range(robot.n_links + 1):
            if screw.frame in robot.ancestors(k):
                link = robot.link(k) if k else base.link or Link()
                pose, place = tree.motion.pose[k], tree.motion.place[k]
                h = pose[:3, :3] @ np.array([at(e) for e in link.inertial[6:9]], dtype=dtype)
                force = force + at(link.M) * g
                moment = moment + cross(h + at(link.M) * place, g)
        efforts.append(-(screw.pair[:3] @ moment + screw.pair[3:] @ force))
    return np.array(efforts, dtype=dtype)

"""Energies and the inertia matrix from their definitions: what the laws compare torques with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from symoro.expressions import FloatArithmetic, evaluate
from symoro.ir import interpret
from symoro.pipeline.model import Model
from symoro.robot import Robot

Array = npt.NDArray[np.float64]

FLOATS = FloatArithmetic()


def torques(model: Model, values: Mapping[str, float], q: Array, qd: Array, qdd: Array) -> Array:
    """Evaluate a model at a state."""
    state = at_state(model.robot, values, q, qd, qdd)
    return np.array(interpret(model.program, state, FLOATS)["GAM"])


def at_state(
    robot: Robot, values: Mapping[str, float], q: Array, qd: Array, qdd: Array
) -> dict[str, float]:
    """Put a state among the values of a robot's symbols."""
    state = dict(values)
    for k, j in enumerate(robot.moving_joints):
        state[robot.variables[j].name] = float(q[k])
        state[str(robot.frame(j).QP)] = float(qd[k])
        state[str(robot.frame(j).QDP)] = float(qdd[k])
    return state


def mass_matrix(model: Model, values: Mapping[str, float], q: Array) -> Array:
    """The columns are the torques of unit accelerations, from rest, less those at rest."""
    n = len(q)
    zero = np.zeros(n)
    rest = torques(model, values, q, zero, zero)
    return np.column_stack([torques(model, values, q, zero, e) - rest for e in np.eye(n)])


def potential_energy(robot: Robot, values: Mapping[str, float], q: Array) -> float:
    """Minus gravity times the first moments, with poses as plain products of rotations."""
    state = at_state(robot, values, q, 0 * q, 0 * q)

    def at(entry: object) -> float:
        return evaluate(entry, state, FLOATS)  # type: ignore[arg-type]

    g = np.array([at(e) for e in robot.base.G])
    pose = {0: np.eye(4)}
    energy = 0.0
    for j, frame in robot:
        link = robot.link(j)
        first = turn("z", at(frame.gamma)) @ shift("z", at(frame.b))
        second = turn("x", at(frame.alpha)) @ shift("x", at(frame.d))
        third = turn("z", at(frame.theta)) @ shift("z", at(frame.r))
        pose[j] = pose[frame.antecedent] @ first @ second @ third
        moments = np.array([at(link.MX), at(link.MY), at(link.MZ)])
        energy -= float(g @ (at(link.M) * pose[j][:3, 3] + pose[j][:3, :3] @ moments))
    return energy


def turn(axis: str, angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    T = np.eye(4)
    k = [1, 2] if axis == "x" else [0, 1]
    T[np.ix_(k, k)] = [[c, -s], [s, c]]
    return T


def shift(axis: str, length: float) -> Array:
    T = np.eye(4)
    T["xyz".index(axis), 3] = length
    return T

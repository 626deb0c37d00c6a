"""Recursive dynamics in CasADi's scalar expressions, as pinocchio's algorithms would give them.

Spatial vectors are pairs (linear, angular) in the frame of their joint; placements and bodies are
numbers, so CasADi folds zeros and ones and bakes the rest into its code.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import casadi as ca
import numpy as np

from benchmarks.numbered import Joint, Numbered

Spatial = tuple[Any, Any]

_ADD = (ca.OP_ADD, ca.OP_SUB)
_MUL = (ca.OP_MUL, ca.OP_SQ, ca.OP_TWICE, ca.OP_DIV, ca.OP_INV)
_TRIG = (ca.OP_SIN, ca.OP_COS)


class Recursions:
    """The recursions over the joints of a serial robot, and their functions."""

    def __init__(self, robot: Numbered) -> None:
        self.joints = robot.joints
        self.n = robot.n
        self.gravity = ca.SX(robot.gravity)
        self.q, self.v, self.a = (ca.SX.sym(name, self.n) for name in ("q", "v", "a"))
        self.places = [_place(joint, self.q[k]) for k, joint in enumerate(self.joints)]

    def inverse_dynamics(self) -> list[Any]:
        """Torques, by Newton and Euler's recursion."""
        velocity, acceleration = nothing(), (-self.gravity, ca.SX(3, 1))
        forces = []
        for k, joint in enumerate(self.joints):
            own = axis(joint, self.v[k])
            velocity = plus(own, inward(self.places[k], velocity))
            acceleration = inward(self.places[k], acceleration)
            acceleration = plus(acceleration, axis(joint, self.a[k]))
            acceleration = plus(acceleration, motion_cross(velocity, own))
            momentum = inertia_times(joint, velocity)
            force = inertia_times(joint, acceleration)
            forces.append(plus(force, force_cross(velocity, momentum)))
        torques = []
        for k in reversed(range(self.n)):
            torques.append(_along(self.joints[k], forces[k]))
            if k:
                forces[k - 1] = plus(forces[k - 1], _outward(self.places[k], forces[k]))
        return [ca.vertcat(*reversed(torques))]

    def inertia(self) -> list[Any]:
        """The upper half of the inertia matrix, by composite bodies."""
        bodies = [(ca.SX(j.M), ca.SX(j.c), ca.SX(j.J)) for j in self.joints]
        matrix = ca.SX(self.n, self.n)
        carried: list[Spatial] = []  # wrenches of a unit acceleration of each joint beyond
        for k in reversed(range(self.n)):
            body = bodies[k]
            joint = Joint(self.joints[k].kind, k, *self.places[k], *body)
            carried.insert(0, inertia_times(joint, axis(joint, ca.SX(1))))
            for column, force in enumerate(carried, start=k):
                matrix[k, column] = _along(joint, force)
            if k:
                carried = [_outward(self.places[k], force) for force in carried]
                bodies[k - 1] = joined(bodies[k - 1], moved(self.places[k], body))
        return [matrix]

    def direct_dynamics(self) -> list[Any]:
        """Accelerations for the torques ``a``, by articulated bodies."""
        velocity = nothing()
        drift, force, blocks = [], [], []
        for k, joint in enumerate(self.joints):
            own = axis(joint, self.v[k])
            velocity = plus(own, inward(self.places[k], velocity))
            drift.append(motion_cross(velocity, own))
            force.append(force_cross(velocity, inertia_times(joint, velocity)))
            blocks.append(_six_by_six(joint))
        gains: list[tuple[Spatial, Any, Any]] = []
        for k in reversed(range(self.n)):
            joint, (A, B, D) = self.joints[k], blocks[k]
            column = (A[:, 2], B[2, :].T) if joint.kind == "P" else (B[:, 2], D[:, 2])
            inverse = 1 / _along(joint, column)
            effort = self.a[k] - _along(joint, force[k])
            gain = (column[0] * inverse, column[1] * inverse)
            gains.insert(0, (gain, inverse, effort))
            if k:
                A = _less_symmetric(A, gain[0], column[0])
                B = B - gain[0] @ column[1].T
                D = _less_symmetric(D, gain[1], column[1])
                v, w = drift[k]
                wrench = (A @ v + B @ w, B.T @ v + D @ w)
                wrench = plus(plus(force[k], wrench), (gain[0] * effort, gain[1] * effort))
                force[k - 1] = plus(force[k - 1], _outward(self.places[k], wrench))
                handed = _blocks_outward(self.places[k], (A, B, D))
                blocks[k - 1] = tuple(x + y for x, y in zip(blocks[k - 1], handed, strict=True))
        acceleration = (-self.gravity, ca.SX(3, 1))
        found = []
        for k, joint in enumerate(self.joints):
            acceleration = plus(inward(self.places[k], acceleration), drift[k])
            gain, inverse, effort = gains[k]
            dotted = ca.dot(gain[0], acceleration[0]) + ca.dot(gain[1], acceleration[1])
            found.append(inverse * effort - dotted)
            acceleration = plus(acceleration, axis(joint, found[-1]))
        return [ca.vertcat(*found)]

    def derivatives(self) -> list[Any]:
        """The derivatives of the torques by q, v and a, as CasADi forms them; half of the last."""
        (torques,) = self.inverse_dynamics()
        whole = ca.jacobian(torques, ca.vertcat(self.q, self.v, self.a))
        by_q, by_v, by_a = ca.horzsplit(whole, self.n)
        return [by_q, by_v, ca.triu(by_a)]

    def function(self, name: str, outputs: list[Any], *, shared: bool) -> Any:
        """A function of q, v and a.

        Args:
            name: of the function.
            outputs: what it gives.
            shared: after CasADi's elimination of common subexpressions.
        """
        found = ca.cse(outputs) if shared else outputs
        return ca.Function(name, [self.q, self.v, self.a], found)


def operations(function: Any) -> dict[str, int]:
    """Additions, multiplications, and sines and cosines of a function."""
    kinds = Counter(function.instruction_id(k) for k in range(function.n_instructions()))
    rows = {"add": _ADD, "mul": _MUL, "trig": _TRIG}
    return {name: sum(kinds[op] for op in row) for name, row in rows.items()}


def dense(function: Any, results: np.ndarray) -> np.ndarray:
    """The rows of results that the code writes, zeros and lower halves filled in.

    The code writes the entries of each output that are not always zero, column by column. Of three
    matrices, or of one that is no column, the last is symmetric and only its upper half is there.
    """
    parts, start = [], 0
    outputs = function.n_out()
    for k in range(outputs):
        pattern = function.sparsity_out(k)
        rows, columns = np.array(pattern.row(), int), np.array(pattern.get_triplet()[1], int)
        whole = np.zeros((len(results), *pattern.shape))
        whole[:, rows, columns] = results[:, start : start + pattern.nnz()]
        if k == outputs - 1 and pattern.size2() > 1:
            whole[:, columns, rows] = whole[:, rows, columns]
        parts.append(whole.reshape(len(results), -1))
        start += pattern.nnz()
    return np.concatenate(parts, axis=1)


def _place(joint: Joint, q: Any) -> tuple[Any, Any]:
    R, p = ca.SX(joint.R), ca.SX(joint.p)
    if joint.kind == "P":
        return ca.sparsify(R), ca.sparsify(p) + R[:, 2] * q
    s, c = ca.sin(q), ca.cos(q)
    turn = ca.vertcat(ca.horzcat(c, -s, 0), ca.horzcat(s, c, 0), ca.horzcat(0, 0, 1))
    return R @ turn, p


def nothing() -> Spatial:
    return ca.SX(3, 1), ca.SX(3, 1)


def axis(joint: Joint, value: Any) -> Spatial:
    along = ca.vertcat(0, 0, value)
    return (along, ca.SX(3, 1)) if joint.kind == "P" else (ca.SX(3, 1), along)


def _along(joint: Joint, force: Spatial) -> Any:
    return force[0][2] if joint.kind == "P" else force[1][2]


def plus(x: Spatial, y: Spatial) -> Spatial:
    return x[0] + y[0], x[1] + y[1]


def inward(place: tuple[Any, Any], motion: Spatial) -> Spatial:
    R, p = place
    v, w = motion
    return R.T @ (v - ca.cross(p, w)), R.T @ w


def _outward(place: tuple[Any, Any], force: Spatial) -> Spatial:
    R, p = place
    f = R @ force[0]
    return f, R @ force[1] + ca.cross(p, f)


def inertia_times(joint: Joint, motion: Spatial) -> Spatial:
    v, w = motion
    c = ca.SX(joint.c)
    f = ca.SX(joint.M) * (v - ca.cross(c, w))
    return f, ca.SX(joint.J) @ w + ca.cross(c, f)


def motion_cross(x: Spatial, y: Spatial) -> Spatial:
    return ca.cross(x[0], y[1]) + ca.cross(x[1], y[0]), ca.cross(x[1], y[1])


def force_cross(motion: Spatial, force: Spatial) -> Spatial:
    v, w = motion
    return ca.cross(w, force[0]), ca.cross(w, force[1]) + ca.cross(v, force[0])


def moved(place: tuple[Any, Any], body: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    R, p = place
    M, c, J = body
    return M, p + R @ c, _turned(R, J)


def joined(x: tuple[Any, Any, Any], y: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    M = x[0] + y[0]
    between = x[1] - y[1]
    hat = ca.skew(between)
    pair = x[0] * y[0] / M
    J = _symmetric(lambda i, k: x[2][i, k] + y[2][i, k] - hat[i, :] @ hat[:, k] * pair)
    return M, (x[0] / M) * x[1] + (y[0] / M) * y[1], J


def _symmetric(entry: Any) -> Any:
    found = ca.SX(3, 3)
    for i in range(3):
        for k in range(i, 3):
            found[i, k] = found[k, i] = entry(i, k)
    return found


def _turned(R: Any, J: Any) -> Any:
    """R J R^T of a symmetric J, its upper half computed."""
    half = R @ J
    return _symmetric(lambda i, k: half[i, :] @ R[k, :].T)


def _less_symmetric(A: Any, x: Any, y: Any) -> Any:
    return _symmetric(lambda i, k: A[i, k] - x[i] * y[k])


def _six_by_six(joint: Joint) -> tuple[Any, Any, Any]:
    hat = ca.skew(ca.SX(joint.c))
    return (
        ca.SX.eye(3) * joint.M,
        -joint.M * hat,
        ca.SX(joint.J) - joint.M * (hat @ hat),
    )


def _blocks_outward(place: tuple[Any, Any], blocks: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    R, p = place
    A, B, D = blocks
    hat = ca.skew(p)
    A, turned, D = _turned(R, A), R @ B @ R.T, _turned(R, D)
    B = turned - A @ hat
    D = _symmetric(lambda i, k: D[i, k] - turned[:, i].T @ hat[:, k] + hat[i, :] @ B[:, k])
    return A, B, D

"""Rates of the joints of closed loops from all rows of all loops at once, in frame 0.

Both sides of a cut joint are one body. So their spatial velocities about one fixed point are equal,
and so are the rates of these: six equations a loop, of which none is left out and none is turned
into another frame. They agree at closed postures although there may be too many of them; least
squares solve them. The same rows close the loops, by Newton's method.

References: [Featherstone08] chapter 8, loop constraints in absolute coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.algebra.vectors import AnyArray
from symoro.expressions import ZERO, Arithmetic, Values, evaluate
from symoro.references.motion import SpatialMotion, cross, spatial_motion
from symoro.robot import JointType, Robot

_STEPS = 12  # of Newton's method; each doubles the digits
_IN_SPAN = 1e-12  # of a vector: what is left of it outside of a span to which it belongs


@dataclass(frozen=True)
class LoopRows:
    """The equations of all loops at one state: columns @ qd = 0, columns @ qdd + bias = 0.

    Attributes:
        joints: the joint of each column.
        columns: six rows a loop: translation about the fixed point, rotation.
        bias: the accelerations that are left without those of the joints.
        gap: the opening of each loop, to first order.
        unit: the robot's extent about the fixed point, the unit of its lengths.
        slides: the columns of joints that slide.
    """

    joints: tuple[int, ...]
    columns: AnyArray
    bias: AnyArray
    gap: AnyArray
    unit: Any
    slides: npt.NDArray[np.bool_]

    def columns_of(self, joints: Sequence[int]) -> AnyArray:
        """The columns of some joints."""
        places = [self.joints.index(j) for j in joints]
        columns: AnyArray = self.columns[:, places]
        return columns

    def slides_of(self, joints: Sequence[int]) -> npt.NDArray[np.bool_]:
        """The mask of the joints, among some, that slide."""
        mask: npt.NDArray[np.bool_] = self.slides[[self.joints.index(j) for j in joints]]
        return mask

    def solve(self, joints: Sequence[int], right: AnyArray) -> AnyArray:
        """Return the rates of some joints that give ``right``, by least squares.

        Raises:
            ZeroDivisionError: if nothing determines the rates.
        """
        rows, columns = self._scales(joints)
        A = self.columns_of(joints) / rows[:, None] * columns
        B = right.reshape(len(right), -1) / rows[:, None]
        rates = _least_squares(A, B) * columns[:, None]
        return rates.reshape(len(joints), *right.shape[1:])

    def solve_forces(self, joints: Sequence[int], efforts: AnyArray) -> AnyArray:
        """Return wrenches about the fixed point, six elements a loop, with efforts of some joints.

        Of all that have these, the smallest ones.

        Raises:
            ZeroDivisionError: if nothing determines the rates of the joints.
        """
        rows, columns = self._scales(joints)
        basis, R = _orthogonal_basis(self.columns_of(joints) / rows[:, None] * columns)
        right = efforts * columns
        forces = 0 * basis[0]
        parts = 0 * right
        for row, q in enumerate(basis):
            parts[row] = (right[row] - sum(R[:row, row] * parts[:row])) / R[row, row]
            forces = forces + parts[row] * q
        return forces / rows

    def lie_in_span(self, joints: Sequence[int], vectors: AnyArray) -> npt.NDArray[np.bool_]:
        """Tell which columns of a matrix are combinations of those of some joints."""
        rows, _ = self._scales(joints)
        rest = (vectors - self.columns_of(joints) @ self.solve(joints, vectors)) / rows[:, None]
        scaled = vectors / rows[:, None]
        pairs = zip(rest.T, scaled.T, strict=True)
        return np.array([max(map(abs, r)) <= _IN_SPAN * max(map(abs, v)) for r, v in pairs])

    @property
    def largest_gap(self) -> float:
        """The largest gap: position by the extent, rotation in rad."""
        gap = np.abs(self.gap.reshape(-1, 2, 3)).max(axis=(0, 2))
        return float(max(gap[0] / self.unit, gap[1]))

    def condition(self, joints: Sequence[int]) -> float:
        """The condition of some joints: large if they can almost move while the others are held."""
        rows, columns = self._scales(joints)
        A = np.asarray(self.columns_of(joints) / rows[:, None] * columns, dtype=float)
        return float(np.linalg.cond(A)) if A.size else 1.0

    def _scales(self, joints: Sequence[int]) -> tuple[AnyArray, AnyArray]:
        """The divisors of rows and factors of columns with which no unit is left."""
        rows = np.tile([self.unit] * 3 + [1] * 3, len(self.columns) // 6)
        return rows, np.where(self.slides_of(joints), self.unit, 1)


def loop_rows(robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> LoopRows:
    """Return the equations of all loops of a closed robot."""
    still = tuple(replace(frame, QDP=ZERO) for _, frame in robot)
    motion = spatial_motion(replace(robot, frames=still), values, arithmetic, dtype)
    moving = robot.moving_joints
    columns, bias, gap = [], [], []
    for k, other in robot.loops():
        ahead, back = set(robot.ancestors(k)), set(robot.ancestors(other))
        signs = [int(j in ahead) - int(j in back) for j in moving]
        screws = (np.concatenate(motion.screw(robot, j)[::-1]) for j in moving)
        columns.append(np.array([s * x for s, x in zip(signs, screws, strict=True)], dtype).T)
        bias += [motion.a_v[k] - motion.a_v[other], motion.a_w[k] - motion.a_w[other]]
        gap.append(_gap(motion, k, other))
    extent = max(abs(x) for place in motion.place.values() for x in place)
    return LoopRows(
        joints=moving,
        columns=np.concatenate(columns),
        bias=np.concatenate(bias),
        gap=np.concatenate(gap),
        unit=extent or 1.0,
        slides=np.array([robot.frame(j).sigma is JointType.PRISMATIC for j in moving]),
    )


def loop_row_rates(
    robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> AnyArray:
    """Return the rates of the columns of `loop_rows`: a screw moves with the body before it."""
    motion = spatial_motion(robot, values, arithmetic, dtype)
    blocks = []
    for k, other in robot.loops():
        ahead, back = set(robot.ancestors(k)), set(robot.ancestors(other))
        columns = []
        for j in robot.moving_joints:
            i = robot.frame(j).antecedent
            s_w, s_v = motion.screw(robot, j)
            turned = cross(motion.w[i], s_w)
            moved = cross(motion.w[i], s_v) + cross(motion.v[i], s_w)
            columns.append((int(j in ahead) - int(j in back)) * np.concatenate([moved, turned]))
        blocks.append(np.array(columns, dtype).T)
    return np.concatenate(blocks)


def close_loops(
    robot: Robot, values: Values, free: Sequence[int], arithmetic: Arithmetic[Any], dtype: Any
) -> dict[str, Any]:
    """Return the values with the positions of some joints moved until the loops close.

    Newton's method, from a posture that is almost closed, as long as the gap shrinks.
    """
    state = dict(values)
    names = [robot.variables[j].name for j in free]
    gear = _gear(robot, state, names, arithmetic, dtype)
    rows = loop_rows(robot, state, arithmetic, dtype)
    for _ in range(_STEPS):
        geared = replace(rows, joints=tuple(free), columns=rows.columns @ gear)
        step = replace(geared, slides=rows.slides_of(free)).solve(free, -rows.gap)
        trial = {**state, **{n: state[n] + dx for n, dx in zip(names, step, strict=True)}}
        closer = loop_rows(robot, trial, arithmetic, dtype)
        if not max(map(abs, closer.gap)) < max(map(abs, rows.gap)):
            break
        state, rows = trial, closer
    return state


def _gear(
    robot: Robot, values: Values, names: Sequence[str], arithmetic: Arithmetic[Any], dtype: Any
) -> AnyArray:
    """The part of each variable in the position of each joint, which is linear in them."""

    def positions(at: Mapping[str, Any]) -> AnyArray:
        entries = (robot.frame(j).position for j in robot.moving_joints)
        return np.array([evaluate(entry, at, arithmetic) for entry in entries], dtype=dtype)

    here = positions(values)
    return np.array([positions({**values, n: values[n] + 1}) - here for n in names], dtype=dtype).T


def _least_squares(A: AnyArray, B: AnyArray) -> AnyArray:
    """Return X of A X = B."""
    basis, R = _orthogonal_basis(A)
    X = np.zeros((A.shape[1], B.shape[1]), dtype=A.dtype)
    for row in reversed(range(len(basis))):
        for k, b in enumerate(B.T):
            known = sum(R[row, row + 1 :] * X[row + 1 :, k])
            X[row, k] = (sum(basis[row] * b) - known) / R[row, row]
    return X


def _orthogonal_basis(A: AnyArray) -> tuple[list[AnyArray], AnyArray]:
    """Return Q and R of A = Q R, by Gram and Schmidt's method, each vector made orthogonal twice.

    Raises:
        ZeroDivisionError: if the columns of A depend on each other.
    """
    basis: list[AnyArray] = []
    R = np.zeros((A.shape[1], A.shape[1]), dtype=A.dtype)
    for column, a in enumerate(A.T):
        for _ in range(2):
            for row, q in enumerate(basis):
                part = sum(q * a)
                R[row, column] = R[row, column] + part
                a = a - part * q
        length = sum(a * a) ** 0.5
        if not length:
            raise ZeroDivisionError("nothing determines the rate of a joint")
        R[column, column] = length
        basis.append(a / length)
    return basis, R


def _gap(motion: SpatialMotion, k: int, other: int) -> AnyArray:
    """The small displacement from one side of a cut joint to the other."""
    R = motion.pose[k][:3, :3] @ motion.pose[other][:3, :3].T
    turn = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]], dtype=R.dtype) / 2
    shift = motion.place[k] - motion.place[other] - cross(turn, motion.place[k])
    return np.concatenate([shift, turn])

"""A posture in which the loops of a compiled model close, where that of its file leaves them open.

Sites tie two bodies at any distance: MuJoCo draws them together as it simulates. Tables need one
posture in which they meet, whichever; Gauss and Newton's method finds it from the posture of the
file, or from others at random where that one is singular.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.formats.mjcf.compiler import CompiledModel

Array = npt.NDArray[np.float64]

MET = 1e-6
"""The distance below which two points are the same [m]: anchors that MuJoCo computes in doubles."""

_CLOSED = 1e-14  # of the robot's size
_STEPS = 50
_STARTS = 10


def closing_steps(compiled: CompiledModel, bodies: Collection[int]) -> dict[int, float]:
    """Return how far each joint moves from the posture of the file until all loops close.

    Nothing where they are closed, where no such posture was reached, and beside welds, which the
    posture of the file defines.

    Args:
        compiled: the model.
        bodies: those of the robot.
    """
    model, kinds = compiled.model, compiled.mujoco.mjtEq
    active = [each for each in range(model.neq) if model.eq_active0[each]]
    if any(model.eq_type[each] == kinds.mjEQ_WELD for each in active):
        return {}
    loops = _Loops(
        compiled,
        tuple(_connections(compiled, active, bodies)),
        tuple(each for each in active if _is_coupling(compiled, each)),
    )
    if loops.gap(loops.rest) <= MET:
        return {}
    rng = np.random.default_rng(0)
    starts = [loops.rest, *(loops.random(rng) for _ in range(_STARTS))]
    posture = next((q for q in map(loops.close, starts) if q is not None), None)
    if posture is None:
        return {}
    return {
        joint: float(step)
        for joint, step in zip(loops.joints, posture - loops.rest, strict=True)
        if step
    }


@dataclass(frozen=True)
class _Point:
    """A point of a body: a site of it or an anchor in its frame."""

    body: int
    place: Array


def _connections(
    compiled: CompiledModel, active: Collection[int], bodies: Collection[int]
) -> Iterator[tuple[_Point, _Point]]:
    """The pairs of points that should meet."""
    model = compiled.model
    for each in active:
        if model.eq_type[each] != compiled.mujoco.mjtEq.mjEQ_CONNECT:
            continue
        ends = [int(model.eq_obj1id[each]), int(model.eq_obj2id[each])]
        if int(model.eq_objtype[each]) == int(compiled.mujoco.mjtObj.mjOBJ_SITE):
            points = [_Point(int(model.site_bodyid[site]), model.site_pos[site]) for site in ends]
        else:
            anchors = model.eq_data[each][0:3], model.eq_data[each][3:6]
            points = [_Point(*pair) for pair in zip(ends, anchors, strict=True)]
        if all(point.body in bodies for point in points):
            yield points[0], points[1]


def _is_coupling(compiled: CompiledModel, equality: int) -> bool:
    """True if a joint follows another one."""
    model = compiled.model
    is_joint = model.eq_type[equality] == compiled.mujoco.mjtEq.mjEQ_JOINT
    return bool(is_joint and model.eq_obj2id[equality] >= 0)


class _Loops:
    """The conditions of the loops, over the positions of hinges and slides.

    Attributes:
        joints: those joints, by number.
        rest: their positions in the posture of the file.
    """

    def __init__(
        self,
        compiled: CompiledModel,
        connections: tuple[tuple[_Point, _Point], ...],
        couplings: tuple[int, ...],
    ) -> None:
        self.mujoco, self.model = compiled.mujoco, compiled.model
        self.data: Any = self.mujoco.MjData(self.model)
        self.connections, self.couplings = connections, couplings
        kinds = self.mujoco.mjtJoint
        single = (int(kinds.mjJNT_HINGE), int(kinds.mjJNT_SLIDE))
        self.joints = [j for j in range(self.model.njnt) if int(self.model.jnt_type[j]) in single]
        self.columns = [int(self.model.jnt_dofadr[j]) for j in self.joints]
        self.places = [int(self.model.jnt_qposadr[j]) for j in self.joints]
        self.rest = np.array(self.model.qpos0[self.places])
        self.size = max(1e-3, float(np.abs(self.model.body_pos).max()))

    def random(self, rng: np.random.Generator) -> Array:
        """A posture at random."""
        slides = self.model.jnt_type[self.joints] == int(self.mujoco.mjtJoint.mjJNT_SLIDE)
        ranges = np.where(slides, self.size, np.pi)
        return self.rest + rng.uniform(-1, 1, len(self.joints)) * ranges

    def gap(self, q: Array) -> float:
        """The largest distance of two points that should meet."""
        distances = np.linalg.norm(self._errors(q)[0].reshape(-1, 3), axis=1)
        return float(max(distances, default=0.0))

    def close(self, q: Array) -> Array | None:
        """A posture in which all conditions hold; None if there is none near."""
        for _ in range(_STEPS):
            errors, J = self._conditions(q)
            if np.abs(errors).max() <= _CLOSED * self.size:
                return q
            step = np.linalg.lstsq(J, errors, rcond=1e-10)[0]
            q = q - step * min(1.0, 1.0 / float(np.abs(step).max() or 1.0))
        return q if np.abs(self._conditions(q)[0]).max() <= 100 * _CLOSED * self.size else None

    def _errors(self, q: Array) -> tuple[Array, list[tuple[Array, Array]]]:
        """The distances by components, and the points in space."""
        self.data.qpos[self.places] = q
        self.mujoco.mj_kinematics(self.model, self.data)
        self.mujoco.mj_comPos(self.model, self.data)
        pairs = [(self._at(one), self._at(other)) for one, other in self.connections]
        return np.array([one - other for one, other in pairs]).ravel(), pairs

    def _at(self, point: _Point) -> Array:
        R: Array = self.data.xmat[point.body].reshape(3, 3)
        place: Array = self.data.xpos[point.body] + R @ point.place
        return place

    def _conditions(self, q: Array) -> tuple[Array, Array]:
        """The errors of all conditions, and their derivatives."""
        errors, pairs = self._errors(q)
        rows = [
            self._velocities(one.body, p) - self._velocities(other.body, other_p)
            for (one, other), (p, other_p) in zip(self.connections, pairs, strict=True)
        ]
        extra, ends = [], []
        for each in self.couplings:
            follower, leader = (
                self.joints.index(int(end[each]))
                for end in (self.model.eq_obj1id, self.model.eq_obj2id)
            )
            steps = q - self.rest
            a = np.polynomial.Polynomial(self.model.eq_data[each][:5])
            extra.append(steps[follower] - a(steps[leader]))
            row = np.zeros(len(self.joints))
            row[follower], row[leader] = 1, -a.deriv()(steps[leader])
            ends.append(row)
        return np.array([*errors, *extra]), np.vstack([*rows, *ends])

    def _velocities(self, body: int, point: Array) -> Array:
        J = np.zeros((3, self.model.nv))
        self.mujoco.mj_jac(self.model, self.data, J, None, point, body)
        return J[:, self.columns]

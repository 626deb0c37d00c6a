"""The columns of the parameters in floats, at many states at once, in the axes of frame 0.

Fixed base: the energy of a body is that of w, the velocity V of its origin and its height,

    (3.73)  h: w_a w_b,  V x w - g,  V.V / 2 - g.P      along the axes of the body
    (3.74)  h_IA = qd^2 / 2

and a row of W is the difference of two states (appendix 4.3, remark 1). Floating base: without g,
the twist of the base free. Base of known motion: a row is the effort of one free motion, since the
energy of a driven base is not conserved. Lengths are divided by the robot's size.

References: [Guide] section 3.5.2.2 and appendix 4.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symoro.algebra.lambda_matrix import PAIRS
from symoro.analysis.arrays import Floats, apply, cross, transpose
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.solve import RANK
from symoro.robot import JointType
from symoro.robot.link import INERTIAL
from symoro.robot.parameter import Parameter


@dataclass(frozen=True)
class Postures:
    """Postures of a robot and its free motions there.

    Attributes:
        x: one posture a row, in the columns of the closure.
        basis: rates of the moving joints, for a unit of each free motion: (postures, joints,
            free motions).
    """

    x: Floats
    basis: Floats

    @property
    def freedom(self) -> int:
        """The number of free motions."""
        return int(self.basis.shape[2])

    def rates(self, rng: np.random.Generator) -> Floats:
        """Random velocities that the robot can have: (postures, joints)."""
        return apply(self.basis, rng.uniform(-1.5, 1.5, (len(self.x), self.freedom)))


@dataclass(frozen=True)
class BaseStates:
    """The motion of the base at each posture, in frame 0; lengths by the robot's size.

    Attributes:
        w, wd: angular velocity and acceleration.
        v, vd: velocity and acceleration of the origin; gravity is taken off vd.
    """

    w: Floats
    wd: Floats
    v: Floats
    vd: Floats
    g: Floats


def energy_matrix(
    closure: Closure, wanted: Sequence[Parameter], at: Postures, qd: Floats, base: BaseStates
) -> Floats:
    """Return the energy function of each parameter: (postures, parameters)."""
    pose = closure.poses(at.x)
    w, V = {0: base.w}, {0: base.v}
    for j, frame in closure.robot:
        i = frame.antecedent
        arm = pose[j, :, :3, 3] - pose[i, :, :3, 3]
        w[j], V[j] = w[i], V[i] + cross(w[i], arm)
        if frame.moves:
            turn = pose[j, :, :3, 2] * qd[:, closure.tables.row[j], None]
            if frame.sigma is JointType.REVOLUTE:
                w[j] = w[j] + turn
            else:
                V[j] = V[j] + turn
    energies = np.empty((len(at.x), len(wanted)))
    for link, columns in _by_link(wanted).items():
        R, P = pose[link, :, :3, :3], pose[link, :, :3, 3]
        ten = _energy(R, P, w[link], V[link], base.g)
        for column, p in columns:
            energies[:, column] = ten[:, INERTIAL.index(p.name)]
    for column, p in enumerate(wanted):
        if p.name == "IA":
            energies[:, column] = qd[:, closure.tables.row[p.link]] ** 2 / 2
    return energies


def _energy(R: Floats, P: Floats, w: Floats, V: Floats, g: Floats) -> Floats:
    """The ten functions of (3.73), from vectors in the axes of frame 0."""
    w_ = apply(transpose(R), w)
    moments = apply(transpose(R), cross(V, w) - g)
    mass = np.sum(V * V, axis=1) / 2 - P @ g
    inertia = [w_[:, a] * w_[:, b] / (2 if a == b else 1) for a, b in PAIRS]
    return np.column_stack([*inertia, moments, mass])


def force_matrix(
    closure: Closure,
    wanted: Sequence[Parameter],
    at: Postures,
    qd: Floats,
    base: BaseStates,
    rng: np.random.Generator,
) -> Floats:
    """Return the force along each free motion: (postures times free motions, parameters).

    Accelerations are sampled; those of closed robots follow the loops.
    """
    pose = closure.poses(at.x)
    still = _Accelerations(closure, pose, qd, 0 * qd, base)
    push = rng.uniform(-1.5, 1.5, (len(at.x), at.freedom))
    qdd = apply(at.basis, push) + _bias(closure, at.x, still)
    motion = _Accelerations(closure, pose, qd, qdd, base)
    rows = np.zeros((len(at.x), at.freedom, len(wanted)))
    for link, columns in _by_link(wanted).items():
        places = [INERTIAL.index(p.name) for _, p in columns]
        force, moment = (each[:, places] for each in motion.wrenches(link))
        chosen = [column for column, _ in columns]
        for k in closure.robot.ancestors(link)[1:]:
            if k not in closure.tables.row:
                continue
            z = pose[k, :, :3, 2]
            if closure.robot.frame(k).sigma is JointType.REVOLUTE:
                arm = pose[link, :, :3, 3] - pose[k, :, :3, 3]
                effort = apply(moment, z) + apply(force, cross(z, arm))
            else:
                effort = apply(force, z)
            along = at.basis[:, closure.tables.row[k], :, None]
            rows[:, :, chosen] += along * effort[:, None]
    for column, p in enumerate(wanted):
        if p.name == "IA":
            row = closure.tables.row[p.link]
            rows[:, :, column] = at.basis[:, row] * qdd[:, row, None]
    return rows.reshape(-1, len(wanted))


def _by_link(wanted: Sequence[Parameter]) -> dict[int, list[tuple[int, Parameter]]]:
    """The inertial parameters of each link, with their columns."""
    columns: dict[int, list[tuple[int, Parameter]]] = {}
    for column, p in enumerate(wanted):
        if p.name != "IA":
            columns.setdefault(p.link, []).append((column, p))
    return columns


def _bias(closure: Closure, x: Floats, still: _Accelerations) -> Floats:
    """The joint accelerations that keep the loops closed when nothing else accelerates."""
    loops = closure.robot.loops()
    if not loops:
        return np.zeros((len(x), len(closure.tables.row)))
    gaps = [
        np.concatenate([still.V[k] - still.V[b], still.w[k] - still.w[b]], axis=1) for k, b in loops
    ]
    back = np.linalg.pinv(closure.gaps(x)[1], rcond=RANK).astype(np.float64, copy=False)
    return apply(back, -np.concatenate(gaps, axis=1)) @ closure.tables.gear.T


class _Accelerations:
    """Velocities and accelerations of all bodies in the axes of frame 0."""

    def __init__(
        self, closure: Closure, pose: Floats, qd: Floats, qdd: Floats, base: BaseStates
    ) -> None:
        self.pose = pose
        spin, self.w, self.V = {0: base.w}, {0: base.wd}, {0: base.vd}
        for j, frame in closure.robot:
            i = frame.antecedent
            arm = pose[j, :, :3, 3] - pose[i, :, :3, 3]
            swing = cross(spin[i], cross(spin[i], arm))
            spin[j], self.w[j] = spin[i], self.w[i]
            self.V[j] = self.V[i] + cross(self.w[i], arm) + swing
            if not frame.moves:
                continue
            row, z = closure.tables.row[j], pose[j, :, :3, 2]
            rate, push = z * qd[:, row, None], z * qdd[:, row, None]
            if frame.sigma is JointType.REVOLUTE:
                spin[j] = spin[i] + rate
                self.w[j] = self.w[i] + cross(spin[i], rate) + push
            else:
                self.V[j] = self.V[j] + 2 * cross(spin[i], rate) + push
        self.spin = spin

    def wrenches(self, link: int) -> tuple[Floats, Floats]:
        """Return force and moment at the link's origin for a unit of each parameter."""
        w, wd, vd = self.spin[link], self.w[link], self.V[link]
        axes = transpose(self.pose[link, :, :3, :3])  # of each axis s, n, a the components
        force, moment = np.zeros((2, len(w), len(INERTIAL), 3))
        for place, (a, b) in enumerate(PAIRS):
            J = axes[:, a, :, None] * axes[:, b, None, :]
            J = J if a == b else J + transpose(J)
            moment[:, place] = apply(J, wd) + cross(w, apply(J, w))
        for place in range(3):
            s = axes[:, place]
            force[:, 6 + place] = cross(wd, s) + cross(w, cross(w, s))
            moment[:, 6 + place] = cross(s, vd)
        force[:, 9] = vd
        return force, moment

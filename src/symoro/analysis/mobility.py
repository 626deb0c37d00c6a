"""The mobility of a robot: the number of joints to choose freely, by the rank of its loops."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.postures import closed_rows
from symoro.analysis.loops.solve import have_clear_ranks, null_space, ranks
from symoro.expressions import ZERO
from symoro.robot import Robot
from symoro.wording import noun_phrase, quantity

_POSTURES = 12  # of which the largest rank counts: a singular one does not matter
_MOVES = 1e-6  # share of a joint, or velocity of a link, that counts as motion


@dataclass(frozen=True)
class IdleMotion:
    """The motion that is left while the active joints are held.

    Attributes:
        freedom: the number of ways.
        links: the links of the loops that move and have inertia; all that move if none has.
    """

    freedom: int
    joints: tuple[int, ...]
    links: tuple[int, ...]

    def __repr__(self) -> str:
        if not self.freedom:
            return "<IdleMotion: none>"
        moving = f"{noun_phrase('joint', self.joints)}, {noun_phrase('link', self.links)}"
        return f"<IdleMotion: {quantity(self.freedom, 'way')}, {moving}>"

    @property
    def harmless(self) -> bool:
        """True if each freedom moves one body alone, as a rod between two spherical joints."""
        return len(self.links) == self.freedom


NOTHING_IDLE = IdleMotion(0, (), ())
"""Nothing moves while the active joints are held."""


def mobility(robot: Robot, values: Mapping[str, float], rng: random.Random) -> int:
    """Return the degrees of freedom of a robot at random postures in which its loops close.

    It is the number of joint variables less the rank of the twists of the loops; singular values
    below 1e-7 of the largest count as zero, lengths are measured by the robot's size.

    ``values`` has a number for each symbol of the geometry that is not a joint variable.

    Raises:
        CannotClose: if no closed posture was found from several batches of guesses.
    """
    if not robot.n_loops:
        return len({variable.name for variable in robot.variables.values()})
    closure = Closure(robot, values)
    return mobility_at(closure, closed_rows(closure, _POSTURES, rng))


def mobility_at(closure: Closure, rows: Floats) -> int:
    """Return the degrees of freedom of a robot, by the largest rank at some closed postures."""
    slope = closure.gaps(rows)[1]
    return len(closure.tables.joints) - int(ranks(slope[have_clear_ranks(slope)]).max())


def idle_motion_at(closure: Closure, rows: Floats, active: Collection[int]) -> IdleMotion:
    """Return the motion that is left when the active joints are held, at some closed postures."""
    robot = closure.robot
    active_columns = {closure.column(j) for j in active}
    free = [c for c in range(len(closure.tables.joints)) if c not in active_columns]
    slope = closure.gaps(rows)[1][:, :, free]
    plain = have_clear_ranks(slope)
    rows, slope = rows[plain], slope[plain]
    rank = ranks(slope)
    best = int(np.argmax(rank))
    freedom = len(free) - int(rank[best])
    motion = np.zeros((len(closure.tables.joints), freedom))
    motion[free] = null_space(slope[best : best + 1], freedom)[0]
    joints = [j for j in robot.moving_joints if _moves(motion[closure.column(j)])]
    around = {j for k, _ in robot.loops() for j in robot.loop_chain(k) if 0 < j <= robot.n_links}
    bodies = [j for j in around if any(entry != ZERO for entry in robot.link(j).inertial)]
    links = [
        j
        for j in sorted(bodies or around)
        if _moves(closure.twists(rows[best : best + 1], j)[0] @ motion)
    ]
    return IdleMotion(freedom, tuple(joints), tuple(links))


def _moves(part: object) -> bool:
    return bool(np.linalg.norm(np.asarray(part)) > _MOVES)

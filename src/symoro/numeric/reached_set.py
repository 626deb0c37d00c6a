"""Whether a singular posture lies on the boundary of what a link reaches, or inside.

What is reached is a set of poses or of positions; joints have no limits. A posture is **inside** if
everything near its pose is reached as well, by whatever posture, and on the **boundary** otherwise.
At a regular posture it is inside. At a singular one two things decide:

1. The poses of all singular postures around it. A boundary has one dimension less than the set, so
   if these poses have two less (the wrist turns back what another axis turns), it is inside.
2. Otherwise the set is folded there. It is inside if a regular posture has the same pose, which
   Levenberg and Marquardt's method looks for from many first guesses; else it is the boundary.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from symoro.numeric.loops.closure import Closure, difference
from symoro.numeric.loops.postures import closed_rows
from symoro.numeric.loops.solve import first_guesses, null_space, ranks, solve
from symoro.numeric.loops.tables import Array

BOUNDARY, INSIDE = "boundary", "inside"

_POSTURES = 12  # random ones, at which dimensions are counted
_ZERO = 1e-5  # of the largest singular value anywhere; finite differences leave 1e-9
_SAME = 1e-11  # difference of two poses that are one, lengths by the size; regular ones come nearer
_REGULAR = 1e-3  # of the largest singular value anywhere; a fold solved to 1e-11 leaves 1e-5
_GUESSES = 32  # of a posture with the same pose


@dataclass(frozen=True, eq=False)
class ReachedSet:
    """The poses that a link reaches, or the positions of its origin.

    Attributes:
        closure: the robot with numbers.
        link: the link.
        pose: True for poses, False for positions.
        basis: the directions in which it moves, one a column: of twists at the origin of frame 0,
            or of velocities.
        mobility: in how many ways the joints can be moved.
        speed: the largest singular value of the motion at random postures; what is zero is so
            beside it, because a link with one motion has no other singular value.
    """

    closure: Closure
    link: int
    pose: bool
    basis: Array
    mobility: int
    speed: float

    def places(self, x: Array, slopes: Array) -> list[str | None]:
        """Where postures lie; None where that cannot be told.

        Args:
            x: the postures, rows of the closure's columns, loops closed.
            slopes: for each posture the derivatives, by the columns, of functions that are zero
                at all singular postures around. At a posture that is not singular they are not
                used.
        """
        found = [self._near(row, slope) for row, slope in zip(x, slopes, strict=True)]
        folded = [k for k, place in enumerate(found) if place == BOUNDARY]
        for k, reached in zip(folded, self._reached_otherwise(x[folded]), strict=True):
            found[k] = INSIDE if reached else BOUNDARY
        return found

    def _near(self, x: Array, slope: Array) -> str | None:
        """Where a posture lies in what the postures around it reach."""
        free = self._free(x)
        if free is None:
            return None
        J = self._motion(x, free)
        values = np.linalg.svd(J, compute_uv=False)
        if values[-1] > _ZERO * self.speed:
            return INSIDE
        along = slope @ free
        sizes = np.linalg.svd(along, compute_uv=False)
        if not sizes[-1] > _ZERO * np.linalg.norm(slope):
            return None
        stay = null_space(along[None], self.mobility - len(along))[0]
        kept = np.linalg.svd(J @ stay, compute_uv=False)
        return INSIDE if np.sum(kept > _ZERO * self.speed) < len(J) - 1 else BOUNDARY

    def _free(self, x: Array) -> Array | None:
        """The directions in which joints can move, orthonormal columns; None where loops jam."""
        n = len(x)
        if not self.closure.robot.n_loops:
            return np.eye(n)
        loops = self.closure.gaps(x[None])[1]
        return null_space(loops, self.mobility)[0] if ranks(loops)[0] == n - self.mobility else None

    def _motion(self, x: Array, free: Array) -> Array:
        """How the link moves with the free directions of the joints."""
        twists = _twists(self.closure, self.link, x[None], self.pose)[0]
        motion: Array = self.basis.T @ twists @ free
        return motion

    def _reached_otherwise(self, x: Array) -> list[bool]:
        """True for each posture whose pose a regular posture has as well.

        All are looked for together: a last column, which never moves, says whose pose it is.
        """
        if not len(x):
            return []
        closure, k = self.closure, self.link
        rows = 6 if self.pose else 3
        targets = closure.poses(x)[k]

        def gaps(y: Array) -> tuple[Array, Array]:
            q, owner = y[:, :-1], y[:, -1].astype(int)
            gap, slope = closure.gaps(q)
            task = difference(closure.poses(q)[k], targets[owner])[:, :rows]
            slope = np.concatenate([slope, closure.twists(q, k)[:, :rows]], axis=1)
            still = np.zeros((*slope.shape[:2], 1))
            return np.concatenate([gap, task], axis=1), np.concatenate([slope, still], axis=2)

        every = np.arange(x.shape[1])
        generator = np.random.default_rng(0)
        guesses = first_guesses(closure, x[0], every, _GUESSES * len(x), generator)
        owners = np.repeat(np.arange(len(x)), _GUESSES)
        found = solve(gaps, np.column_stack([guesses, owners]), every)
        same = np.abs(gaps(found)[0]).max(axis=1) < _SAME
        regular = {int(row[-1]) for row in found[same] if self._regular(row[:-1])}
        return [number in regular for number in range(len(x))]

    def _regular(self, x: Array) -> bool:
        free = self._free(x)
        if free is None:
            return False
        values = np.linalg.svd(self._motion(x, free), compute_uv=False)
        return bool(values[-1] > _REGULAR * self.speed)


def reached_set(closure: Closure, link: int, pose: bool, rng: random.Random) -> ReachedSet | None:
    """Return the set that a link reaches; None if it fills no space of its own.

    A link has such a space if it can be moved, at a posture, in all directions in which it is moved
    at any: all poses in space or in a plane, for example, but not the poses of five joints.

    Raises:
        CannotClose: if the loops close at no posture.
    """
    x = closed_rows(closure, _POSTURES, rng)
    n = x.shape[1]
    mobility = n
    free = np.broadcast_to(np.eye(n), (len(x), n, n))
    if closure.robot.n_loops:
        loops = closure.gaps(x)[1]
        mobility = n - int(ranks(loops).max())
        free = null_space(loops, mobility)
    motion = _twists(closure, link, x, pose) @ free
    every = motion.transpose(1, 0, 2).reshape(motion.shape[1], -1)
    directions, values, _ = np.linalg.svd(every, full_matrices=False)
    if not values[0] > 0:
        return None
    dimension = int(np.sum(values > _ZERO * values[0]))
    if int(ranks(motion).max()) < dimension:
        return None
    basis = directions[:, :dimension]
    speed = float(np.linalg.svd(basis.T @ motion, compute_uv=False).max())
    return ReachedSet(closure, link, pose, basis, mobility, speed)


def _twists(closure: Closure, link: int, x: Array, pose: bool) -> Array:
    """Twists of a link at the origin of frame 0, or velocities of its own origin."""
    twist = closure.twists(x, link)
    if not pose:
        return twist[:, :3]
    origin = closure.poses(x)[link, :, :3, 3]
    twist[:, :3] += np.cross(origin[:, None], twist[:, 3:].transpose(0, 2, 1)).transpose(0, 2, 1)
    return twist

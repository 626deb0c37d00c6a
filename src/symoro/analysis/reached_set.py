"""The set of poses that a link reaches: singular postures are on its boundary or inside.

What is reached is a set of poses or of positions; joints have no limits. A posture is **inside** if
everything near its pose is reached as well, by whatever posture, and on the **boundary** otherwise.
At a regular posture it is inside. A singular one is inside

1. if a regular posture has the same pose, which Levenberg and Marquardt's method looks for from
   many first guesses;
2. if the motion that is lost turns to all sides along the postures with its pose
   (`symoro.analysis.fibre`); where more than one motion is lost, if poses beside its own are
   reached in every direction, again by search.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from symoro.analysis.arrays import Floats, Indices
from symoro.analysis.fibre import PoseGaps, covers_every_direction, curves
from symoro.analysis.loops.closure import Closure, pose_difference
from symoro.analysis.loops.postures import closed_rows
from symoro.analysis.loops.solve import first_guesses, null_space, ranks, solve

BOUNDARY, INSIDE = "boundary", "inside"

_POSTURES = 12  # random ones, at which dimensions are counted
_ZERO = 1e-5  # of the largest singular value anywhere; finite differences leave 1e-9
_SAME = 1e-11  # difference of two poses that are one, lengths by the size; regular ones come nearer
_REGULAR = 1e-3  # of the largest singular value anywhere; a fold solved to 1e-11 leaves 1e-5
_CLEAR = 2e-2  # of the largest singular value anywhere: no other motion is nearly lost
_GUESSES = 32  # of a posture with a given pose
_BESIDE = (1e-2, 1e-3)  # how far positions beside one are, by the size
_FEW = 3  # dimensions in which a search finds what is beside


@dataclass(frozen=True, eq=False)
class ReachedSet:
    """The poses that a link reaches, or the positions of its origin.

    Attributes:
        pose: True for poses, False for positions.
        basis: the directions in which it moves, one a column: of twists at the origin of frame 0,
            or of velocities.
        mobility: the number of ways in which the joints can be moved.
        speed: the largest singular value of the motion at random postures; what is zero is so
            beside it, because a link with one motion has no other singular value.
    """

    closure: Closure
    link: int
    pose: bool
    basis: Floats
    mobility: int
    speed: float

    def classify(self, x: Floats) -> list[str | None]:
        """Return where postures lie, inside or on the boundary; None where that cannot be told.

        Args:
            x: the postures, rows of the closure's columns, loops closed.
        """
        places = [self._classify_locally(row) for row in x]
        folded = [k for k, place in enumerate(places) if place == BOUNDARY]
        for k, reached in zip(folded, self._have_regular_postures(x[folded]), strict=True):
            places[k] = INSIDE if reached else BOUNDARY
        alone = [k for k, place in enumerate(places) if place == BOUNDARY]
        for k, place in zip(alone, self._classify_alone(x[alone]), strict=True):
            places[k] = place
        return places

    def _classify_alone(self, x: Floats) -> Iterator[str | None]:
        """The places of postures whose poses only singular ones have."""
        if not len(x):
            return
        gaps = self._pose_gaps(self.closure.poses(x)[self.link])
        for row, fibre in zip(x, curves(x, gaps), strict=True):
            if self._lost_count(row) > 1:
                yield self._classify_by_neighbours(row)
            else:
                inside = covers_every_direction(fibre, self._motions, self.speed)
                yield INSIDE if inside else BOUNDARY

    def _lost_count(self, x: Floats) -> int:
        """The number of motions that the link lacks."""
        free = self._free_directions(x)
        assert free is not None  # the posture was measured before
        values = np.linalg.svd(self._motion(x, free), compute_uv=False)
        return int(np.sum(values < _ZERO * self.speed))

    def _motions(self, x: Floats) -> Floats:
        """The motions of the link at several postures."""
        twists = _twists(self.closure, self.link, x, self.pose)
        if self.closure.robot.n_loops:
            twists = twists @ null_space(self.closure.gaps(x)[1], self.mobility)
        moved: Floats = self.basis.T @ twists
        return moved

    def are_clear(self, x: Floats) -> Floats:
        """Tell which postures are away from other singularities, or where loops jam."""
        free = [self._free_directions(row) for row in x]
        values = [
            None if f is None else np.linalg.svd(self._motion(row, f), compute_uv=False)
            for row, f in zip(x, free, strict=True)
        ]
        clear = np.array(
            [v is None or len(v) < 2 or v[-2] > _CLEAR * self.speed for v in values], dtype=bool
        )
        return clear if clear.any() else np.ones(len(x), dtype=bool)

    def _pose_gaps(self, targets: Floats) -> PoseGaps:
        """The gaps of the loops, and between the link and some poses."""
        closure, k = self.closure, self.link
        rows = 6 if self.pose else 3

        def gaps(q: Floats, owners: Indices) -> tuple[Floats, Floats]:
            gap, slope = closure.gaps(q)
            task = pose_difference(closure.poses(q)[k], targets[owners])[:, :rows]
            moved = closure.twists(q, k)[:, :rows]
            return np.concatenate([gap, task], axis=1), np.concatenate([slope, moved], axis=1)

        return gaps

    def _classify_by_neighbours(self, x: Floats) -> str | None:
        """The same by a search, which is sure of itself in a few dimensions only."""
        if self.basis.shape[1] > _FEW:
            return None
        beside = any(self._are_surrounded(x[None], away)[0] for away in _BESIDE)
        return INSIDE if beside else BOUNDARY

    def _classify_locally(self, x: Floats) -> str | None:
        """Inside at a regular posture; a singular one is on the boundary for the time being."""
        free = self._free_directions(x)
        if free is None:
            return None
        values = np.linalg.svd(self._motion(x, free), compute_uv=False)
        return INSIDE if values[-1] > _ZERO * self.speed else BOUNDARY

    def _free_directions(self, x: Floats) -> Floats | None:
        """The directions in which joints can move, orthonormal columns; None where loops jam."""
        n = len(x)
        if not self.closure.robot.n_loops:
            return np.eye(n)
        loops = self.closure.gaps(x[None])[1]
        return null_space(loops, self.mobility)[0] if ranks(loops)[0] == n - self.mobility else None

    def _motion(self, x: Floats, free: Floats) -> Floats:
        """The motion of the link for the free directions of the joints."""
        twists = _twists(self.closure, self.link, x[None], self.pose)[0]
        motion: Floats = self.basis.T @ twists @ free
        return motion

    def _have_regular_postures(self, x: Floats) -> list[bool]:
        """True for each posture whose pose a regular posture has as well."""
        rows, owner = self._postures_at(self.closure.poses(x)[self.link])
        regular = {int(k) for row, k in zip(rows, owner, strict=True) if self._is_regular(row)}
        return [number in regular for number in range(len(x))]

    def _are_surrounded(self, x: Floats, away: float) -> list[bool]:
        """True for each posture beside whose pose everything is reached."""
        directions = self._directions()
        poses = self.closure.poses(x)[self.link]
        moved = [_displace(poses, away * twist, self.pose) for twist in directions]
        _, owner = self._postures_at(np.concatenate(moved))
        reached = np.isin(np.arange(len(x) * len(directions)), owner)
        return [all(column) for column in reached.reshape(len(directions), -1).T]

    def _directions(self) -> Floats:
        """Directions around a pose: there and back along the basis, and between its axes."""
        axes = np.eye(self.basis.shape[1])
        between = np.random.default_rng(0).normal(size=axes.shape)
        between /= np.linalg.norm(between, axis=1, keepdims=True)
        directions: Floats = np.concatenate([axes, -axes, between, -between]) @ self.basis.T
        return directions

    def _postures_at(self, targets: Floats) -> tuple[Floats, Floats]:
        """Postures with given poses, and which of these they have.

        All are looked for together: a last column, which never moves, says whose pose it is.
        """
        closure, own_gaps = self.closure, self._pose_gaps(targets)

        def gaps(y: Floats) -> tuple[Floats, Floats]:
            gap, slope = own_gaps(y[:, :-1], y[:, -1].astype(int))
            return gap, np.concatenate([slope, np.zeros((*slope.shape[:2], 1))], axis=2)

        n = len(closure.tables.joints)
        every = np.arange(n)
        generator = np.random.default_rng(0)
        guesses = first_guesses(closure, np.zeros(n), every, _GUESSES * len(targets), generator)
        owners = np.repeat(np.arange(len(targets)), _GUESSES)
        solutions = solve(gaps, np.column_stack([guesses, owners]), every)
        same = np.abs(gaps(solutions)[0]).max(axis=1, initial=0.0) < _SAME
        return solutions[same, :-1], solutions[same, -1].astype(int)

    def _is_regular(self, x: Floats) -> bool:
        free = self._free_directions(x)
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


def _displace(poses: Floats, twist: Floats, pose: bool) -> Floats:
    """Poses displaced by a twist at the origin of frame 0, or by a vector."""
    moved = poses.copy()
    moved[:, :3, 3] += twist[:3]
    if pose:
        moved[:, :3] = Rotation.from_rotvec(twist[3:]).as_matrix() @ poses[:, :3]
        moved[:, :3, 3] += twist[:3]
    return moved


def _twists(closure: Closure, link: int, x: Floats, pose: bool) -> Floats:
    """Twists of a link at the origin of frame 0, or velocities of its own origin."""
    twist = closure.twists(x, link)
    if not pose:
        return twist[:, :3]
    origin = closure.poses(x)[link, :, :3, 3]
    twist[:, :3] += np.cross(origin[:, None], twist[:, 3:].transpose(0, 2, 1)).transpose(0, 2, 1)
    return twist

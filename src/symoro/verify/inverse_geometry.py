"""The certificate of an inverse geometric model: poses it was given, and what came back.

Poses are those of random joints at random lengths. Every solution must meet its pose, computed by
another route; the joints that the pose was made of must be among them; and at some poses so must be
every solution that a search from random starts finds. Poses at which the robot is near a
singularity are not searched: there solutions are families, or coincide.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from symoro.analysis.inverse_geometry.poses import Pose
from symoro.analysis.inverse_geometry.solutions import FloatArray, Solutions
from symoro.digits import bound_of
from symoro.errors import VerificationError
from symoro.references.inverse_geometry import NumericChain, distance, search
from symoro.robot import Robot
from symoro.verify.sampling import sample_values
from symoro.wording import quantity

_DRAWS = 20
_POSES = 3  # at each draw of lengths
_SEARCHED = 6
_STARTS = 200
TOLERANCE = 1e-9
"""Of the pose of a solution, lengths by that of the arm; a pose near a singularity may lose more
digits of the joints, but not of the pose."""

LEAST = 1e-12
"""The least bound that is told: smaller errors are rounding."""

_SEED = 1e-6  # of the joints a pose was made of: near a singularity they are less well determined
_REGULAR = 0.02  # singular value of the derivative of the pose
_FOUND = 1e-4  # the same of a search, which stops at 1e-9 of the pose


@dataclass(frozen=True)
class InverseCertificate:
    """The poses that were solved, and how the solutions compare with other routes.

    Attributes:
        poses: random poses, each made of joints.
        draws: random lengths.
        solutions: how many solutions they have, all of which meet their pose.
        max_error: the largest error of a pose, lengths by that of the arm.
        max_code_error: the same before solutions are polished, which code leaves out.
        searched: the poses at which solutions were searched for as well.
        starts: random starts of each search.
        matches: how many solutions the searches found, all among those of the model.
        of: how many the model has at these poses.
        rejected: True if some branches end in joints that miss the pose, and are left out.
    """

    poses: int
    draws: int
    solutions: int
    max_error: float
    max_code_error: float
    searched: int
    starts: int
    matches: int
    of: int
    rejected: bool

    def __repr__(self) -> str:
        solved = f"{quantity(self.solutions, 'solution')} at {quantity(self.poses, 'pose')}"
        return f"<InverseCertificate: {solved}, error below {self.error_bound:.0e}>"

    @property
    def error_bound(self) -> float:
        """A power of ten above the largest error, `LEAST` at almost every robot."""
        return bound_of(self.max_error, LEAST)

    @property
    def code_error_bound(self) -> float:
        """The same of solutions that code gives."""
        return bound_of(self.max_code_error, self.error_bound)

    def lines(self) -> list[str]:
        """The certificate in words."""
        code = ""
        if self.code_error_bound > self.error_bound:
            code = f"; {self.code_error_bound:.0e} in code, which does not polish them"
        lines = [
            f"verified by the direct model: {quantity(self.solutions, 'solution')} at "
            f"{quantity(self.poses, 'random pose')}, {quantity(self.draws, 'draw')} of lengths, "
            f"error of the pose below {self.error_bound:.0e}{code}",
            "the joints of which each pose was made are among its solutions",
        ]
        if self.searched:
            lines.append(
                f"complete as far as a search shows: from {self.starts} starts at each of "
                f"{quantity(self.searched, 'pose')} it found {self.matches} of the {self.of} "
                "solutions and no other"
            )
        return lines

    def as_dict(self) -> dict[str, object]:
        """The certificate as plain data, for JSON."""
        return {
            "against": "the direct model and a search",
            "states": self.poses,
            "solutions": self.solutions,
            "max_rel_error": self.error_bound,
            "max_rel_error_of_code": self.code_error_bound,
            "search": {"poses": self.searched, "found": self.matches, "of": self.of},
        }


@dataclass(frozen=True)
class Case:
    """The model at one draw of lengths.

    Attributes:
        chain: the chain in numbers.
        size: the length of the arm.
        solve: solves a pose made of joints; tells how many branches miss it, and the largest error
            of the others before they are polished.
    """

    chain: NumericChain
    size: float
    solve: Callable[[Pose, FloatArray], tuple[Solutions, int, float]]


def verify_solutions(
    robot: Robot,
    elements: Sequence[str],
    determined: bool,
    case: Callable[[Mapping[str, float]], Case],
    own: Sequence[Mapping[str, float]] = (),
) -> InverseCertificate:
    """Compare the solutions of random poses with the direct model and with a search.

    Args:
        robot: the robot.
        elements: the columns of the pose that are given.
        determined: True if solutions are isolated points at most poses.
        case: makes the model at some values of the robot's symbols.
        own: value sets that belong to the robot, beside the random ones.

    Raises:
        VerificationError: if a solution misses its pose, or one is missing.
    """
    text = repr([str(frame) for frame in robot.frames])
    rng = random.Random(text)
    generator = np.random.default_rng(rng.randrange(2**32))
    solutions = poses = searched = matches = of = 0
    worst = worst_code = 0.0
    rejected = False
    draws = _DRAWS if robot.geometry_symbols - {v.name for v in robot.variables.values()} else 1
    for draw in range(draws):
        values = sample_values(robot, rng)
        if draw < len(own):
            values |= own[draw]
        at = case(values)
        for k in range(_POSES if draws > 1 else _DRAWS * _POSES):
            reach = np.where(at.chain.turns, np.pi, at.size)
            q = generator.uniform(-1, 1, len(at.chain.joints)) * reach
            pose = Pose(at.chain.poses(q[None])[0], tuple(elements), 0.0)
            solved, left_out, raw = at.solve(pose, q)
            rejected = rejected or left_out > 0
            poses += 1
            solutions += len(solved.q)
            worst = max([worst, *solved.residuals.tolist()])
            worst_code = max(worst_code, raw)
            near = [distance(q, row, at.chain.turns, at.size) for row in solved.q]
            if determined and min(near, default=np.inf) > _SEED:
                raise VerificationError(
                    f"{robot.name}: the joints {_row(q)}, of which a pose was made, are not among "
                    f"its {len(near)} solutions"
                )
            first = draws == 1 or k == 0
            if determined and searched < _SEARCHED and first and _is_regular(at, solved, elements):
                others = search(at.chain, pose.matrix, elements, at.size, _STARTS, generator)
                searched, matches, of = searched + 1, matches + len(others), of + len(solved.q)
                for row in others:
                    gaps = [distance(row, each, at.chain.turns, at.size) for each in solved.q]
                    if min(gaps, default=np.inf) > _FOUND:
                        raise VerificationError(
                            f"{robot.name}: a search found the solution {_row(row)}, which the "
                            "model does not have"
                        )
    if worst > TOLERANCE:
        raise VerificationError(
            f"{robot.name}: a solution misses its pose by {worst:.2g} of the arm's length"
        )
    return InverseCertificate(
        poses=poses,
        draws=draws,
        solutions=solutions,
        max_error=worst,
        max_code_error=worst_code,
        searched=searched,
        starts=_STARTS,
        matches=matches,
        of=of,
        rejected=rejected,
    )


def _is_regular(at: Case, solutions: Solutions, elements: Sequence[str]) -> bool:
    """True if all solutions of a pose are far from singular, so that a search finds them."""
    if not len(solutions.q):
        return False
    _, rates = at.chain.columns_and_rates(solutions.q, elements)
    rows = np.concatenate([np.full(3, 1 / at.size if name == "P" else 1.0) for name in elements])
    columns = np.where(at.chain.turns, 1.0, at.size)
    smallest = np.linalg.svd(rates * rows[None, :, None] * columns, compute_uv=False)[:, -1]
    return bool(smallest.min() > _REGULAR)


def _row(q: FloatArray) -> str:
    return ", ".join(f"{x:.6g}" for x in q)

"""All postures that reach a pose, from a tree of solutions and numbers for its parameters.

Every branch is checked through the tables of the robot. Where an unknown is free, values of it are
tried: the first one with which the rest of the branch exists gives the representative of a family.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from symoro.analysis.inverse_geometry.nearest import distance_with_orientation
from symoro.analysis.inverse_geometry.poses import Pose
from symoro.analysis.inverse_geometry.solutions import Family, FloatArray, Solutions, Unreachable
from symoro.ir.roots import Root, tried_values
from symoro.ir.tree import Branch, Failure, SolutionTree, solve_tree
from symoro.ir.tree_rows import ACCEPTED, SAME, Status
from symoro.references.inverse_geometry import NumericChain, distance, wrap

if TYPE_CHECKING:
    from symoro.compile.compiled_inverse import InverseBatch

POLISHED = 1e-14
"""The error of the pose beyond which a solution is polished, lengths by that of the arm."""

_SINGULAR = 1e-7  # of the derivative of the pose: motions that hardly change it are not taken
_ALONG = 0.1  # by which a parameter is moved to see which joints move


class TreeSolver:
    """Solves a tree for poses, with numbers for all its parameters."""

    def __init__(
        self,
        tree: SolutionTree,
        chain: NumericChain,
        values: Mapping[str, float],
        pose_names: Mapping[tuple[int, ...], str],
        names: Sequence[str],
        size: float,
    ) -> None:
        """Take a tree.

        Args:
            tree: the tree.
            chain: the same chain in numbers.
            values: numbers of the parameters.
            pose_names: the inputs that are elements of the pose, by place.
            names: the joint variables, in the order of the chain's joints.
            size: the sum of the lengths of its tables.
        """
        self._tree, self._chain, self.values = tree, chain, values
        self._pose_names, self._names = pose_names, tuple(names)
        self._lengths = self._size = size
        self.rejected = 0  # branches of the last pose that miss it, and leave nothing free
        self.unpolished = 0.0  # the largest error of the others, before they are polished

    def solve(self, pose: Pose) -> Solutions:
        """Return all postures that reach a pose."""
        self._size = self._length(pose)
        values = dict(self.values)
        for place, name in self._pose_names.items():
            values[name] = float(pose.matrix[place])
        branches, failures = solve_tree(self._tree, values, self._candidates)
        rows, errors = self._rows(branches, pose)
        isolated_rows = [not branch.free for branch in branches]
        rows, residuals = self._polish(isolated_rows, rows, errors, pose)
        kept = [k for k, r in enumerate(residuals) if r <= ACCEPTED]
        self.unpolished = float(errors[kept].max(initial=0.0))
        self.rejected = sum(not branches[k].free for k in range(len(branches))) - sum(
            not branches[k].free for k in kept
        )
        isolated: dict[int, list[int]] = {}
        families: dict[tuple[object, ...], int] = {}
        for k in kept:
            branch = branches[k]
            if branch.free:
                families.setdefault(self._signature(branch), k)
            elif (same := self._same(rows[k], rows, isolated)) is not None:
                isolated[same].append(k)
            else:
                isolated[k] = [k]
        order = [*isolated, *families.values()]
        multiplicity = [
            sum(branches[k].multiplicity for k in alike) for alike in isolated.values()
        ] + [1] * len(families)
        family_results = tuple(
            self._family(len(isolated) + n, branches[k], values, rows[k], pose)
            for n, k in enumerate(families.values())
        )
        return Solutions(
            joints=self._names,
            q=rows[order] if order else np.zeros((0, len(self._names))),
            labels=tuple(self.label(branches[k]) for k in order),
            residuals=residuals[order],
            multiplicity=tuple(multiplicity),
            families=family_results,
            unreachable=None if order else self._reason(failures, residuals, pose),
            distance=pose.distance,
        )

    def solve_all(self, poses: Sequence[Pose], batch: InverseBatch) -> list[Solutions]:
        """Return all postures that reach each of some poses, where a batch has their joints.

        Poses without isolated solutions alone are solved anew, for families and for reasons.
        """
        sizes = np.array([self._length(pose) for pose in poses])
        matrices = np.array([pose.matrix for pose in poses])
        owners = np.repeat(np.arange(len(poses)), batch.counts)
        elements = poses[0].elements if poses else ()
        errors = self._errors(batch.q, matrices[owners], sizes[owners], elements)
        ends = batch.offsets.tolist()
        return [
            self._from_rows(pose, batch, slice(ends[k], ends[k + 1]), errors)
            if batch.status[k] == Status.ISOLATED
            else self.solve(pose)
            for k, pose in enumerate(poses)
        ]

    def _from_rows(
        self, pose: Pose, batch: InverseBatch, own: slice, errors: FloatArray
    ) -> Solutions:
        """The solutions of a pose whose joints are rows of a batch."""
        self._size = self._length(pose)
        rows, residuals = batch.q[own].copy(), errors[own]
        rows, residuals = self._polish([True] * len(rows), rows, residuals, pose)
        if residuals.max() > ACCEPTED:
            return self.solve(pose)
        return Solutions(
            joints=self._names,
            q=rows,
            labels=tuple(batch.words[k] for k in batch.labels[own].tolist()),
            residuals=residuals,
            multiplicity=tuple(batch.multiplicity[own].tolist()),
            distance=pose.distance,
        )

    def _length(self, pose: Pose) -> float:
        """The length of the arm and of the pose together."""
        return self._lengths + float(np.abs(pose.matrix[:3, 3]).sum()) or 1.0

    def _candidates(self, depth: int, before: tuple[Root, ...]) -> Sequence[float]:
        """The values of a free unknown that are tried."""
        return tried_values(self._tree.steps[depth].unknown.turns, self._size)

    def _rows(self, branches: Sequence[Branch], pose: Pose) -> tuple[FloatArray, FloatArray]:
        """The joints of each branch, and by how much it misses the pose."""
        values = np.array([branch.values for branch in branches]).reshape(-1, len(self._names))
        q = wrap(values, self._chain.turns)
        return q, self._errors(q, pose.matrix, self._size, pose.elements)

    def _errors(
        self, q: FloatArray, poses: FloatArray, size: FloatArray | float, elements: Sequence[str]
    ) -> FloatArray:
        """The largest error of an element of the pose for each row of joints."""
        gaps = np.abs(self._chain.poses(q) - poses)[:, :3]
        gaps[:, :, 3] /= np.reshape(size, (-1, 1))
        columns = ["snaP".index(name) for name in elements]
        errors: FloatArray = gaps[:, :, columns].max(axis=(1, 2), initial=0.0)
        return errors

    def _polish(
        self, isolated: Sequence[bool], rows: FloatArray, residuals: FloatArray, pose: Pose
    ) -> tuple[FloatArray, FloatArray]:
        """A step of Newton's method for isolated solutions that lost digits, if it helps."""
        worse = [
            k
            for k, residual in enumerate(residuals)
            if POLISHED < residual <= ACCEPTED and isolated[k]
        ]
        if not worse:
            return rows, residuals
        values, rates = self._chain.columns_and_rates(rows[worse], pose.elements)
        goal = np.concatenate([pose.matrix[:3, "snaP".index(name)] for name in pose.elements])
        lengths = np.repeat([name == "P" for name in pose.elements], 3)
        weights = np.where(lengths, 1 / self._size, 1.0)
        scale = np.where(self._chain.turns, 1.0, self._size)
        inverse = np.linalg.pinv(weights[:, None] * rates * scale, rcond=_SINGULAR)
        steps = (inverse @ ((goal - values) * weights)[:, :, None])[:, :, 0] * scale
        tried = wrap(rows[worse] + steps, self._chain.turns)
        errors = self._errors(tried, pose.matrix, self._size, pose.elements)
        helps = errors < residuals[worse]
        rows, residuals = rows.copy(), residuals.copy()
        rows[np.array(worse)[helps]] = tried[helps]
        residuals[np.array(worse)[helps]] = errors[helps]
        return rows, residuals

    def _same(self, row: FloatArray, rows: FloatArray, others: Mapping[int, object]) -> int | None:
        if not self._tree.may_repeat:
            return None
        near = partial(distance, row, turns=self._chain.turns, size=self._size)
        return next((k for k in others if near(rows[k]) < SAME), None)

    def label(self, branch: Branch) -> str:
        """The roots of a branch in words: ``shoulder +, elbow -, wrist +``."""
        words = []
        for step, root, depth in zip(
            self._tree.steps, branch.roots, range(len(branch.roots)), strict=True
        ):
            if step.most > 1 and depth not in branch.free:
                sign = ("+", "-")[root.index] if step.most == 2 else str(root.index + 1)
                words.append(f"{step.meaning or step.unknown.text} {sign}")
        return ", ".join(words) or "the only one"

    @staticmethod
    def _signature(branch: Branch) -> tuple[object, ...]:
        """The roots that were before, but for those that are free."""
        indices = [
            None if depth in branch.free else root.index for depth, root in enumerate(branch.roots)
        ]
        return (branch.free, *indices)

    def _family(
        self,
        row: int,
        branch: Branch,
        values: Mapping[str, float],
        q: FloatArray,
        pose: Pose,
    ) -> Family:
        signature = self._signature(branch)

        def at(parameters: tuple[float, ...]) -> FloatArray | None:
            if len(parameters) != len(branch.free):
                raise TypeError(f"{len(branch.free)} parameters, not {len(parameters)}")
            chosen = dict(zip(branch.free, parameters, strict=True))
            branches, _ = solve_tree(self._tree, values, lambda k, _: (chosen.get(k, 0.0),))
            rows, residuals = self._rows(branches, pose)
            for each, joints, residual in zip(branches, rows, residuals, strict=True):
                if self._signature(each) == signature and residual <= ACCEPTED:
                    posture: FloatArray = joints
                    return posture
            return None

        free = [branch.roots[k].value for k in branch.free]
        moved = np.zeros(len(q), dtype=bool)
        for k in range(len(free)):
            for step in (_ALONG, -_ALONG):
                other = at(tuple(x + step * (n == k) for n, x in enumerate(free)))
                if other is not None:
                    moved |= np.abs(wrap(other - q, self._chain.turns)) > SAME
                    break
        names = tuple(name for name, moves in zip(self._names, moved, strict=True) if moves)
        parameters = tuple(self._tree.steps[k].unknown.text for k in branch.free)
        return Family(row, parameters, names, at)

    def _reason(
        self, failures: Sequence[Failure], residuals: FloatArray, pose: Pose
    ) -> Unreachable:
        """The failure that comes nearest to a solution, of the step that is met first."""
        if not failures:
            least = float(residuals.min(initial=1.0))
            return Unreachable("the pose is not among those of the robot", "1", lambda: least)
        first = min(failure.step for failure in failures)
        nearest = min(
            (failure for failure in failures if failure.step == first),
            key=lambda failure: math.inf if math.isnan(failure.distance) else failure.distance,
        )
        step = self._tree.steps[nearest.step]
        where = f" ({step.meaning})" if step.meaning else ""
        text = f"{step.unknown.text}{where}, {step.table} from {step.elements}"
        if nearest.degree == 0:
            return Unreachable(text, "1", lambda: nearest.distance)
        return Unreachable(text, "m", partial(self._distance, nearest, pose))

    def _distance(self, failure: Failure, pose: Pose) -> float:
        """A distance in the unit of lengths, by search where the equation tells none."""
        if failure.degree == 1:
            return failure.distance
        far = distance_with_orientation(self._chain, pose.matrix, pose.elements, self._size)
        return math.nan if far is None else far

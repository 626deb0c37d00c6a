"""All postures that reach a pose, from a tree of solutions and numbers for its parameters.

Every branch is checked through the tables of the robot. Where an unknown is free, values of it are
tried: the first one with which the rest of the branch exists gives the representative of a family.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from symoro.analysis.inverse_geometry.completion import (
    MET,
    NEAR,
    Found,
    Posture,
    UnknownMap,
    descend_from,
    descend_to_pose,
    has_stand_in,
    is_open,
    open_branches,
    regular_rows,
)
from symoro.analysis.inverse_geometry.nearest import distance_with_orientation, find_reason
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
_STEPS = 4  # of Newton's method
_ALONG = (0.1, -0.1, 1e-2, -1e-2, 1e-3, -1e-3, 1e-4, -1e-4)
"""By which a parameter is moved to see which joints move."""

_HELD = 1e-10  # the error of the pose along a family
_APART = 1e-6  # the difference of joints beyond which a solution that was descended to is new
_BLURRED = 1e-2  # the same at a singularity, where joints lose digits
_MOST = 16  # singular solutions of a descent that are followed


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
        rows, residuals = self._polish(rows, errors, pose)
        missed = residuals > ACCEPTED
        self.unpolished = float(errors[~missed].max(initial=0.0))
        self.rejected = sum(not branches[k].free for k in np.flatnonzero(missed))
        result = Found([], {})
        regular = self._regular(branches, rows, pose)
        repeats = self._repeats(rows[~missed])
        for k in np.flatnonzero(~missed):
            branch = branches[k]
            posture = Posture(rows[k], residuals[k], branch.multiplicity, self.label(branch))
            if branch.free and not regular[k]:
                result.families.setdefault(self._signature(branch), (branch, posture))
            elif not repeats or not self._add_multiplicity(result, posture):
                result.isolated.append(posture)
        doubtful = any(is_open(failure, self._size) for failure in failures) or any(
            branches[k].free or residuals[k] < NEAR for k in np.flatnonzero(missed)
        )
        if doubtful:
            self._complete(result, values, pose)
        families = self._families(result, values, pose)
        postures = [*result.isolated, *(posture for posture, _ in families)]
        q = np.array([each.q for each in postures]).reshape(-1, len(self._names))
        return Solutions(
            joints=self._names,
            q=q,
            labels=tuple(each.label for each in postures),
            residuals=np.array([each.residual for each in postures]),
            multiplicity=tuple(each.multiplicity for each in result.isolated)
            + (1,) * len(families),
            families=tuple(
                replace(family, row=len(result.isolated) + n)
                for n, (_, family) in enumerate(families)
            ),
            unreachable=None if postures else self._reason(failures, residuals, pose),
            distance=pose.distance,
        )

    def _regular(
        self, branches: Sequence[Branch], rows: FloatArray, pose: Pose
    ) -> npt.NDArray[np.bool_]:
        """Tell which branches with free unknowns end in isolated solutions all the same."""
        free = np.array([bool(branch.free) for branch in branches], dtype=bool)
        regular = np.zeros(len(branches), dtype=bool)
        if free.any():
            regular[free] = regular_rows(self._chain, pose, self._size, rows[free])
        return regular

    def _add_multiplicity(self, result: Found, posture: Posture) -> bool:
        """Add the multiplicity of an isolated solution to that of the same one, if there is one."""
        for k, other in enumerate(result.isolated):
            if self._gap(posture.q, other.q) < SAME:
                more = other.multiplicity + posture.multiplicity
                result.isolated[k] = replace(other, multiplicity=more)
                return True
        return False

    def _gap(self, row: FloatArray, other: FloatArray) -> float:
        return distance(row, other, self._chain.turns, self._size)

    def _complete(self, result: Found, values: Mapping[str, float], pose: Pose) -> None:
        """Add the solutions that the equations do not tell at this pose."""
        branches = open_branches(self._tree, values, self._candidates)
        rows, residuals = self._rows(branches, pose)
        starts = [
            k
            for k, branch in enumerate(branches)
            if has_stand_in(branch)
            or (residuals[k] > ACCEPTED and (branch.free or residuals[k] < NEAR))
        ]
        if not starts:
            return
        rows = descend_to_pose(self._chain, pose, self._size, rows[starts])
        rows, residuals = self._polish(rows, self._errors_of(rows, pose), pose)
        regular = regular_rows(self._chain, pose, self._size, rows)
        unknowns = UnknownMap(self._tree, values)
        for row, residual in zip(rows[regular], residuals[regular], strict=True):
            if all(self._gap(row, other.q) > _APART for other in result.isolated):
                branch, _ = self._nearest(row, unknowns(row), values, pose)
                label = self.label(branch) if branch else ""
                result.isolated.append(Posture(row, residual, 1, label))
        singular = rows[~regular]
        for row in singular[:: len(singular) // _MOST + 1]:
            self._add_singular(result, row, unknowns(row), values, pose)

    def _nearest(
        self, row: FloatArray, x: FloatArray, values: Mapping[str, float], pose: Pose
    ) -> tuple[Branch | None, FloatArray]:
        """The branch that ends nearest to a row, where free unknowns have given values."""
        branches, _ = solve_tree(self._tree, values, lambda k, _: (float(x[k]),))
        rows, residuals = self._rows(branches, pose)
        gaps = [
            self._gap(each, row) if residual < _HELD else math.inf
            for each, residual in zip(rows, residuals, strict=True)
        ]
        k = int(np.argmin(gaps)) if gaps else -1
        return (branches[k], rows[k]) if gaps and math.isfinite(gaps[k]) else (None, row)

    def _add_singular(
        self,
        result: Found,
        row: FloatArray,
        x: FloatArray,
        values: Mapping[str, float],
        pose: Pose,
    ) -> None:
        """Add the family of a solution from which a motion begins, or the solution if it has none.

        A descent ends at the edge of the range of a family, where rounding decides: so values of
        its parameters beside the edge are tried.
        """
        for step in (0.0, *(sign * 10.0**-k for k in (8, 6, 4, 3, 2, 1) for sign in (1, -1))):
            for n in range(len(x)) if step else (0,):
                moved = x + step * (np.arange(len(x)) == n)
                branch, posture = self._nearest(row, moved, values, pose)
                if branch is None or not branch.free:
                    continue
                if regular_rows(self._chain, pose, self._size, posture[None])[0]:
                    continue
                (residual,) = self._errors_of(posture[None], pose)
                family = branch, Posture(posture, residual, 1, self.label(branch))
                result.families.setdefault(self._signature(branch), family)
                return
        if all(self._gap(row, other.q) > _BLURRED for other in result.isolated):
            (residual,) = self._errors_of(row[None], pose)
            result.isolated.append(Posture(row, residual, 2, "the only one"))

    def _families(
        self, result: Found, values: Mapping[str, float], pose: Pose
    ) -> list[tuple[Posture, Family]]:
        """The families; a solution from which no joint moves is isolated, a double one."""
        families = []
        for branch, posture in result.families.values():
            family = self._family(branch, values, posture, pose)
            if family.free:
                families.append((posture, family))
            elif all(self._gap(posture.q, other.q) > _BLURRED for other in result.isolated):
                result.isolated.append(replace(posture, multiplicity=2))
        return families

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
        rows, residuals = self._polish(rows, residuals, pose)
        if residuals.max() > ACCEPTED or self._repeats(rows):
            return self.solve(pose)
        return Solutions(
            joints=self._names,
            q=rows,
            labels=tuple(batch.words[k] for k in batch.labels[own].tolist()),
            residuals=residuals,
            multiplicity=tuple(batch.multiplicity[own].tolist()),
            distance=pose.distance,
        )

    def _repeats(self, rows: FloatArray) -> bool:
        """True if two rows are one."""
        gaps = np.abs(rows[:, None] - rows)
        turned = np.abs(np.mod(gaps + math.pi, 2 * math.pi) - math.pi)
        largest = np.where(self._chain.turns, turned, gaps / self._size).max(axis=2)
        return bool((largest < SAME).sum() > len(rows))

    def _length(self, pose: Pose) -> float:
        """The length of the arm, 1 for one without lengths, and of the pose together."""
        return (self._lengths or 1.0) + float(np.abs(pose.matrix[:3, 3]).sum())

    def _candidates(self, depth: int, before: tuple[Root, ...]) -> Sequence[float]:
        """The values of a free unknown that are tried."""
        return tried_values(self._tree.steps[depth].unknown.turns, self._size)

    def _rows(self, branches: Sequence[Branch], pose: Pose) -> tuple[FloatArray, FloatArray]:
        """The joints of each branch, and by how much it misses the pose."""
        values = np.array([branch.values for branch in branches]).reshape(-1, len(self._names))
        q = wrap(values, self._chain.turns)
        return q, self._errors_of(q, pose)

    def _errors_of(self, q: FloatArray, pose: Pose) -> FloatArray:
        """The largest error of an element of one pose for each row of joints."""
        return self._errors(q, pose.matrix, self._size, pose.elements)

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
        self, rows: FloatArray, residuals: FloatArray, pose: Pose
    ) -> tuple[FloatArray, FloatArray]:
        """Steps of Newton's method for solutions that lost digits, as far as they help."""
        worse = [k for k, residual in enumerate(residuals) if POLISHED < residual <= ACCEPTED]
        rows, residuals = rows.copy(), residuals.copy()
        for _ in range(_STEPS):
            if not worse:
                break
            tried = self._newton_step(rows[worse], pose)
            errors = self._errors_of(tried, pose)
            helps = errors < residuals[worse]
            worse = list(np.array(worse)[helps])
            rows[worse], residuals[worse] = tried[helps], errors[helps]
            worse = [k for k in worse if residuals[k] > MET]
        blurred = [k for k, residual in enumerate(residuals) if _HELD < residual <= ACCEPTED]
        if blurred:  # near a singularity, where Newton's method takes too long steps
            tried = descend_from(self._chain, pose, self._size, rows[blurred])
            errors = self._errors_of(tried, pose)
            for k, row, error in zip(blurred, tried, errors, strict=True):
                if error < residuals[k]:
                    rows[k], residuals[k] = row, error
        return rows, residuals

    def _newton_step(self, rows: FloatArray, pose: Pose) -> FloatArray:
        """The rows after a step of Newton's method."""
        values, rates = self._chain.columns_and_rates(rows, pose.elements)
        goal = np.concatenate([pose.matrix[:3, "snaP".index(name)] for name in pose.elements])
        lengths = np.repeat([name == "P" for name in pose.elements], 3)
        weights = np.where(lengths, 1 / self._size, 1.0)
        scale = np.where(self._chain.turns, 1.0, self._size)
        inverse = np.linalg.pinv(weights[:, None] * rates * scale, rcond=_SINGULAR)
        steps = (inverse @ ((goal - values) * weights)[:, :, None])[:, :, 0] * scale
        return wrap(rows + steps, self._chain.turns)

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
        branch: Branch,
        values: Mapping[str, float],
        posture: Posture,
        pose: Pose,
    ) -> Family:
        signature = self._signature(branch)
        bound = max(_HELD, 10 * posture.residual)

        def at(parameters: tuple[float, ...]) -> FloatArray | None:
            if len(parameters) != len(branch.free):
                raise TypeError(f"{len(branch.free)} parameters, not {len(parameters)}")
            chosen = dict(zip(branch.free, parameters, strict=True))
            branches, _ = solve_tree(self._tree, values, lambda k, _: (chosen.get(k, 0.0),))
            rows, residuals = self._polish(*self._rows(branches, pose), pose)
            for each, joints, residual in zip(branches, rows, residuals, strict=True):
                if self._signature(each) == signature and residual <= bound:
                    row: FloatArray = joints
                    return row
            return None

        free = [branch.roots[k].value for k in branch.free]
        q = posture.q
        moved = np.zeros(len(q), dtype=bool)
        for k in range(len(free)):
            for step in _ALONG:
                other = at(tuple(x + step * (n == k) for n, x in enumerate(free)))
                if other is not None:
                    moved |= np.abs(wrap(other - q, self._chain.turns)) > SAME
                    break
        names = tuple(name for name, moves in zip(self._names, moved, strict=True) if moves)
        parameters = tuple(self._tree.steps[k].unknown.text for k in branch.free)
        return Family(0, parameters, names, at)

    def _reason(
        self, failures: Sequence[Failure], residuals: FloatArray, pose: Pose
    ) -> Unreachable:
        least = float(residuals.min(initial=1.0))
        return find_reason(self._tree, failures, least, partial(self._distance, pose))

    def _distance(self, pose: Pose) -> float:
        far = distance_with_orientation(self._chain, pose.matrix, pose.elements, self._size)
        return math.nan if far is None else far

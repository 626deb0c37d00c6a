"""The inverse geometric model: all joints that bring a frame of a robot to a pose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from symoro.analysis.inverse_geometry import Solutions, TreeSolver, read_pose
from symoro.analysis.inverse_geometry.poses import Pose
from symoro.analysis.inverse_geometry.solutions import FloatArray
from symoro.errors import ModelError, UsageError
from symoro.expressions import FloatArithmetic, evaluate
from symoro.ir.tree import SolutionTree
from symoro.models.inverse_geometry.derivation import Derivation
from symoro.models.inverse_geometry.paul import derive_by_paul
from symoro.models.inverse_geometry.pose_columns import WHOLE
from symoro.pipeline.solution_tree import trace_tree
from symoro.references.inverse_geometry import NumericChain, numeric_chain
from symoro.robot import JointType, Robot, ValueSet
from symoro.robot.values import missing_values, only_set
from symoro.verify.inverse_geometry import Case, InverseCertificate, verify_solutions
from symoro.wording import identifier, noun_phrase, quantity

METHODS = {"paul": derive_by_paul}
"""The methods, in the order in which they are tried."""

_DIMENSIONS = {"s": 2, "n": 2, "a": 2, "P": 3}
_FLOATS = FloatArithmetic()


@dataclass(frozen=True, eq=False)
class InverseGeometry:
    """The joints of a chain as functions of the pose of its end, all solutions.

    Attributes:
        robot: the robot.
        derivation: the equation of each unknown, in order.
        certificate: the comparison with other routes; None if it was skipped.
        fixed: the joints of the chain whose positions are arguments.
        start, end: the frame in which the pose is written, -1 for the world, and the frame that
            has it.
    """

    robot: Robot
    derivation: Derivation
    start: int
    end: int
    fixed: tuple[int, ...] = ()
    certificate: InverseCertificate | None = None
    _solvers: dict[object, TreeSolver] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        joints = noun_phrase("joint", self.derivation.chain.joints)
        most = quantity(self.most_solutions, "solution")
        return f"<InverseGeometry of {self.robot.name} by {self.method}: {joints}, at most {most}>"

    @property
    def method(self) -> str:
        """The name of the method that solved the chain."""
        return self.derivation.method

    @property
    def elements(self) -> tuple[str, ...]:
        """The columns of the pose that are read."""
        return self.derivation.elements

    @property
    def joints(self) -> tuple[str, ...]:
        """The names of the joint variables, in the order of the columns of solutions."""
        return tuple(self.robot.variables[j].name for j in self._frames)

    @property
    def _frames(self) -> tuple[int, ...]:
        return tuple(sorted((*self.derivation.chain.joints, *self.fixed)))

    @property
    def most_solutions(self) -> int:
        """The number of branches of the tree."""
        most = 1
        for step in self.tree.steps:
            most *= step.most
        return most

    @cached_property
    def tree(self) -> SolutionTree:
        """The tree of solutions."""
        return trace_tree(self.derivation, f"{identifier(self.robot.name)}_igm", self.fixed)

    def solutions(
        self,
        T: Any,
        fixed: Sequence[float] | Mapping[str, float] = (),
        parameters: Mapping[str, float] | str | None = None,
        limits: bool = False,
    ) -> Solutions | list[Solutions]:
        """Return all joints that bring the end of the chain to a pose, or to each of several.

        Args:
            T: 4x4, or an array of them with a leading axis.
            fixed: the positions of the joints that were fixed.
            parameters: numbers for the robot's symbols, or the name of a value set.
            limits: True to leave out what is outside the limits of joints.

        Raises:
            UsageError: for a matrix that is no pose, or a parameter without a number.
        """
        matrices = np.asarray(T, dtype=float) if not isinstance(T, np.ndarray) else T
        if matrices.ndim == 3:
            each = partial(self._solve, fixed=fixed, parameters=parameters, limits=limits)
            return [each(matrix) for matrix in matrices]
        return self._solve(matrices, fixed, parameters, limits)

    def _solve(
        self,
        matrix: Any,
        fixed: Sequence[float] | Mapping[str, float],
        parameters: Mapping[str, float] | str | None,
        limits: bool,
    ) -> Solutions:
        pose = read_pose(matrix, self.elements)
        positions = self._positions(fixed)
        solver = self._solver(positions, parameters)
        solutions = self._widen(solver.solve(pose), positions)
        return self._within_limits(solutions) if limits else solutions

    def _positions(self, fixed: Sequence[float] | Mapping[str, float]) -> dict[int, float]:
        """The positions of the fixed joints, by frame."""
        names = [self.robot.variables[j].name for j in self.fixed]
        if isinstance(fixed, Mapping):
            unknown = sorted(set(fixed) - set(names))
            missing = [name for name in names if name not in fixed]
            if unknown or missing:
                raise UsageError(
                    f"the fixed joints are {', '.join(names) or 'none'}, not "
                    f"{', '.join(map(str, fixed))}"
                )
            fixed = [fixed[name] for name in names]
        if len(fixed) != len(names):
            raise UsageError(
                f"{quantity(len(names), 'position')} of fixed joints ({', '.join(names)}), not "
                f"{len(fixed)}"
            )
        return dict(zip(self.fixed, map(float, fixed), strict=True))

    def _solver(
        self, positions: Mapping[int, float], parameters: Mapping[str, float] | str | None
    ) -> TreeSolver:
        chosen = parameters if parameters is not None else only_set(self.robot)
        numbers = self.robot.parameter_values(
            chosen.name if isinstance(chosen, ValueSet) else chosen
        )
        key = (tuple(positions.items()), tuple(sorted(numbers.items())))
        if key not in self._solvers:
            values = dict(numbers)
            names = {self.robot.variables[j].name for j in self.robot.moving_joints}
            needed = set(self.tree.program.parameters) - names
            if missing := needed - values.keys():
                raise UsageError(missing_values(self.robot, missing, parameters))
            values |= {self.robot.variables[j].name: x for j, x in positions.items()}
            self._solvers.clear()  # one is kept: most callers have one set of numbers
            self._solvers[key] = make_solver(self, values)
        return self._solvers[key]

    def _widen(self, solutions: Solutions, positions: Mapping[int, float]) -> Solutions:
        """The same solutions with columns for the joints that were fixed."""
        if not positions:
            return solutions
        q = np.zeros((len(solutions.q), len(self._frames)))
        solved = [k for k, j in enumerate(self._frames) if j not in positions]
        q[:, solved] = solutions.q
        for k, j in enumerate(self._frames):
            if j in positions:
                q[:, k] = positions[j]
        return replace(solutions, q=q, joints=self.joints)

    def _within_limits(self, solutions: Solutions) -> Solutions:
        """The solutions that no limit excludes, moved by whole turns where that helps."""
        bounds = [_limits(self.robot, j) for j in self._frames]
        kept: list[int] = []
        removed: list[tuple[FloatArray, str]] = list(solutions.removed)
        q = solutions.q.copy()
        for k, row in enumerate(q):
            outside = ""
            for column, (low, high) in enumerate(bounds):
                turns = self.robot.frame(self._frames[column]).sigma is JointType.REVOLUTE
                inside = _nearest_inside(row[column], low, high, turns)
                if inside is None:
                    outside = self.joints[column]
                    break
                row[column] = inside
            if outside:
                removed.append((solutions.q[k], outside))
            else:
                kept.append(k)
        rows = {k: n for n, k in enumerate(kept)}
        return replace(
            solutions,
            q=q[kept],
            labels=tuple(solutions.labels[k] for k in kept),
            residuals=solutions.residuals[kept],
            multiplicity=tuple(solutions.multiplicity[k] for k in kept),
            families=tuple(
                replace(family, row=rows[family.row])
                for family in solutions.families
                if family.row in rows
            ),
            removed=tuple(removed),
        )


def make_solver(model: InverseGeometry, values: Mapping[str, float]) -> TreeSolver:
    """Return the solver of a model at numbers for all its symbols."""
    chain, _ = chain_and_size(model, values)
    names = [str(model.robot.variables[j]) for j in chain.joints]
    return TreeSolver(model.tree, chain, values, pose_names(model.tree), names, chain.size)


def chain_and_size(
    model: InverseGeometry, values: Mapping[str, float]
) -> tuple[NumericChain, float]:
    """The chain in numbers, and the length of the arm: the sum of all lengths in it."""
    robot = model.robot
    start = max(model.start, 0)
    filled = {**dict.fromkeys(robot.geometry_symbols, 0.0), **values}
    chain = numeric_chain(robot, start, model.end, filled, model.fixed)
    if model.start < 0:
        Z = [[evaluate(entry, filled, _FLOATS) for entry in row] for row in robot.base.Z]
        chain = replace(chain, base=np.array(Z, dtype=float))
    return chain, chain.size or 1.0


def pose_names(tree: SolutionTree) -> dict[tuple[int, ...], str]:
    """The inputs of a tree that are elements of the pose, by place."""
    return {item.index: item.name for item in tree.program.used_inputs if item.array == "T"}


def _limits(robot: Robot, j: int) -> tuple[float, float]:
    """The limits of a joint in numbers; infinite where there are none."""
    limits = robot.frame(j).limits
    ends = (None, None) if limits is None else (limits.lower, limits.upper)
    low, high = (None if end is None else end.number for end in ends)
    return (-np.inf if low is None else float(low), np.inf if high is None else float(high))


def _nearest_inside(x: float, low: float, high: float, turns: bool) -> float | None:
    """The position within limits, or an angle that is the same up to whole turns."""
    if low <= x <= high:
        return x
    if turns:
        for k in (-1, 1, -2, 2):
            if low <= x + 2 * np.pi * k <= high:
                return float(x + 2 * np.pi * k)
    return None


def igm(
    robot: Robot,
    method: str | None = None,
    *,
    from_: int = -1,
    to: int | None = None,
    elements: str | Sequence[str] = WHOLE,
    fix: str | Sequence[int] = (),
    verify: bool = True,
) -> InverseGeometry:
    """Return the inverse geometric model of a chain of a robot: all solutions of a pose.

    Args:
        robot: the robot.
        method: ``paul`` or ``pieper``; the first that solves the chain by default.
        from_: the frame in which the pose is written; -1 is the world.
        to: the frame that has the pose; that of the tool by default.
        elements: the columns of the pose that are read, of s, n, a and P; all by default.
        fix: joints whose positions are arguments of ``solutions``.
        verify: compare the solutions with the direct model and with a search.

    Raises:
        ModelError: if no method solves the chain, with the reason of each.
        UsageError: for a wrong option.
    """
    end = robot.tip if to is None else to
    columns = read_elements(elements)
    fixed = read_joints(robot, fix)
    derivation = _derive(robot, method, from_, end, fixed, columns)
    model = InverseGeometry(robot, derivation, from_, end, fixed)
    return _verified(model) if verify else model


def _derive(
    robot: Robot,
    method: str | None,
    start: int,
    end: int,
    fixed: tuple[int, ...],
    elements: tuple[str, ...],
) -> Derivation:
    if method is not None and method not in METHODS:
        raise UsageError(f"--method {method} is not valid; choose from {', '.join(METHODS)}")
    reasons = []
    for name in METHODS if method is None else [method]:
        try:
            derivation = METHODS[name](robot, max(start, 0), end, fixed, elements)
        except ModelError as error:
            reasons.append(str(error))
            continue
        return replace(derivation, world=start < 0)
    raise ModelError(
        "; ".join(reasons) + "; the general method, which needs no closed form, is not there yet"
    )


def read_elements(elements: str | Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a pose that are read, in order.

    Two of s, n and a determine the third.
    """
    names = elements.split(",") if isinstance(elements, str) else list(elements)
    names = [name.strip() for name in names]
    if unknown := sorted(set(names) - set(WHOLE)):
        raise UsageError(f"--elements {', '.join(unknown)} is not valid; choose from s, n, a, P")
    axes = [name for name in WHOLE[:3] if name in names]
    if len(axes) == 2 and "P" in names:
        axes = list(WHOLE[:3])
    chosen = (*axes, *(["P"] if "P" in names else []))
    if not chosen:
        raise UsageError("--elements needs at least one of s, n, a, P")
    return chosen


def read_joints(robot: Robot, fix: str | Sequence[int]) -> tuple[int, ...]:
    """Return the frames of joints that are named by number or by variable."""
    names = {variable.name: j for j, variable in robot.variables.items()}
    items = [x.strip() for x in fix.split(",") if x.strip()] if isinstance(fix, str) else list(fix)
    joints = []
    for item in items:
        text = str(item)
        j = names.get(text, int(text) if text.isdigit() else None)
        if j is None or j not in robot.variables:
            raise UsageError(
                f"--fix {item}: {robot.name} has no such joint; joints are {', '.join(names)}"
            )
        joints.append(j)
    return tuple(sorted(set(joints)))


def _verified(model: InverseGeometry) -> InverseGeometry:
    """The model with its certificate, and without a check of branches if none is needed."""
    robot = model.robot
    free = len(model.derivation.chain.joints)
    given = 6 if len(model.elements) == 4 else sum(_DIMENSIONS[name] for name in model.elements)
    determined = given >= free and all(stage.kind for stage in model.derivation.stages)
    names = [str(robot.variables[j]) for j in model.derivation.chain.joints]

    def case(values: Mapping[str, float]) -> Case:
        chain, size = chain_and_size(model, values)
        solver = TreeSolver(model.tree, chain, values, pose_names(model.tree), names, chain.size)

        def solve(pose: Pose, q: FloatArray) -> tuple[Solutions, int]:
            del q
            return solver.solve(pose), solver.rejected

        return Case(chain, size, solve)

    own = [each.numbers for each in robot.values]
    certificate = verify_solutions(robot, model.elements, determined, case, own)
    checked = certificate.rejected or given > free
    derivation = replace(model.derivation, checked=checked)
    return replace(model, derivation=derivation, certificate=certificate, _solvers={})

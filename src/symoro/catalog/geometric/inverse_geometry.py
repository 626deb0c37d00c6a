"""The inverse geometric model: all joints that bring a frame of a robot to a pose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from symoro.analysis.inverse_geometry import Solutions, TreeSolver
from symoro.analysis.inverse_geometry.poses import Pose
from symoro.analysis.inverse_geometry.solutions import FloatArray
from symoro.catalog.geometric.inverse_solutions import (
    InverseGeometry,
    chain_and_size,
    pose_names,
)
from symoro.errors import ModelError, UsageError
from symoro.expressions import ExpressionLike
from symoro.formats.values import Values, changed_robot
from symoro.models.inverse_geometry.derivation import Derivation
from symoro.models.inverse_geometry.joint_chain import IdleJointsError
from symoro.models.inverse_geometry.paul import derive_by_paul
from symoro.models.inverse_geometry.pieper import derive_by_pieper
from symoro.models.inverse_geometry.pose_columns import WHOLE
from symoro.robot import Robot
from symoro.robot.doubts import warn_of
from symoro.robot.frame_names import frame_number
from symoro.robot.variables import refuse_moving_tables
from symoro.verify.inverse_geometry import Case, verify_solutions
from symoro.wording import noun_phrase

METHODS = {"paul": derive_by_paul, "pieper": derive_by_pieper}
"""The methods, in the order in which they are tried."""

SIX = 6
"""The conditions of a whole pose."""

_DIMENSIONS = {"s": 2, "n": 2, "a": 2, "P": 3}


def igm(
    robot: Robot,
    method: str | None = None,
    *,
    from_: int | str | None = None,
    to: int | str | None = None,
    elements: Sequence[str] | str = (),
    fix: Sequence[int | str] | str = (),
    values: Values | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
    equivalent_tree: bool = False,
    verify: bool = True,
    strict: bool = False,
) -> InverseGeometry:
    """Return the inverse geometric model of a chain of a robot: all solutions of a pose.

    Args:
        robot: a robot.
        method: ``paul`` or ``pieper``; the first that solves the chain by default.
        from_: the frame in which the pose is written; -1, the world, by default.
        to: the frame that has the pose; that of the tool by default.
        elements: the columns of the pose that are read, of s, n, a and P; all by default.
        fix: joints whose positions are arguments of ``solutions``.
        values: numbers put in the place of parameters: of a value set, of a file, or by symbol.
        param: single numbers, which take precedence over ``values``.
        equivalent_tree: take the equivalent tree of a closed robot.
        verify: compare the solutions with the direct model and with a search.
        strict: refuse a robot that `check` warns of.

    Raises:
        ModelError: if no method solves the chain, with the reason of each.
        UsageError: for a wrong option.
        RobotError: if the robot is doubtful and ``strict`` is asked for.
    """
    changed = changed_robot(
        robot, values=values, param=param or {}, equivalent_tree=equivalent_tree
    )
    refuse_moving_tables(changed)
    warn_of(robot, changed, strict=strict)
    if changed.n_loops:
        cut = noun_phrase("joint", [k for k, _ in changed.loops()])
        raise ModelError(
            f"{changed.name} has closed loops, cut at {cut}; inverse geometric models take open "
            "chains. --tree takes its equivalent tree, and loop-geometry gives the passive joints"
        )
    start = _frame(changed, from_, -1)
    end = _end(changed) if to is None else _frame(changed, to, 0)
    columns, fixed = read_elements(elements), read_joints(changed, fix)
    _refuse_many_joints(changed, start, end, fixed, columns)
    derivation = _derive(changed, method, start, end, fixed, columns)
    model = InverseGeometry(changed, derivation, start, end, fixed)
    return _verify(model) if verify else model


def _frame(robot: Robot, frame: int | str | None, least: int) -> int:
    """The number of a frame that is named or numbered; the least one where it is not given."""
    if frame is None:
        return least
    number = frame
    if isinstance(frame, str):
        digits = frame.removeprefix("-")
        number = int(frame) if digits.isdigit() else frame_number(robot, frame)
    if isinstance(number, bool) or not isinstance(number, int):
        raise UsageError(f"a frame is a number or a name, not {frame!r}")
    if not least <= number <= robot.n_frames:
        raise UsageError(f"{robot.name} has the frames {least} to {robot.n_frames}, not {number}")
    return number


def _end(robot: Robot) -> int:
    """The frame of the tool; of several ends none is chosen."""
    ends = terminal_frames(robot)
    if len(ends) > 1:
        listed = " or ".join(f"--to {end}" for end in ends)
        raise UsageError(f"{robot.name} has {len(ends)} ends; choose one of them: {listed}")
    return robot.tip


def terminal_frames(robot: Robot) -> tuple[int, ...]:
    """The frames that carry no other, of the chains on which a joint moves."""
    ends = robot.terminal_frames
    return tuple(j for j in ends if any(robot.frame(k).moves for k in robot.ancestors(j)[1:]))


def _refuse_many_joints(
    robot: Robot, start: int, end: int, fixed: tuple[int, ...], elements: tuple[str, ...]
) -> None:
    """Refuse a chain with more joints than a whole pose determines."""
    path = robot.chain(max(start, 0), end)
    passed = {b if b and robot.frame(b).antecedent == a else a for a, b in pairwise(path)}
    joints = sorted(j for j in passed if robot.frame(j).moves and j not in fixed)
    if len(elements) == len(WHOLE) and len(joints) > SIX:
        names = ", ".join(robot.variables[j].name for j in joints)
        more = len(joints) - SIX
        raise ModelError(
            f"{robot.name}: {len(joints)} joints ({names}) meet the {SIX} conditions of a pose in "
            f"infinitely many ways; give the positions of {more} of them, as in "
            f"--fix {','.join(robot.variables[j].name for j in joints[2 : 2 + more])}"
        )


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
        except IdleJointsError:
            raise  # no method helps
        except ModelError as error:
            reasons.append(str(error))
            continue
        return replace(derivation, world=start < 0)
    own = f"{robot.name}: "
    raise ModelError(
        own
        + "; ".join(reason.removeprefix(own) for reason in reasons)
        + "; the general method, which needs no closed form, is not there yet"
    )


def read_elements(elements: str | Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a pose that are read, in order; all if none is named.

    With P, two of s, n and a determine the third.
    """
    if not elements:
        return WHOLE
    names = elements.split(",") if isinstance(elements, str) else list(elements)
    names = [name.strip() for name in names]
    if unknown := sorted(set(names) - set(WHOLE)):
        raise UsageError(f"--elements {', '.join(unknown)} is not valid; choose from s, n, a, P")
    axes = [name for name in WHOLE[:3] if name in names]
    if len(axes) == 2 and "P" in names:
        axes = list(WHOLE[:3])
    return (*axes, *(["P"] if "P" in names else []))


def read_joints(robot: Robot, fix: str | Sequence[int | str]) -> tuple[int, ...]:
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


def _verify(model: InverseGeometry) -> InverseGeometry:
    """The model with its certificate, and without a check of branches if none is needed."""
    robot = model.robot
    free = len(model.derivation.chain.joints)
    whole = len(model.elements) == len(WHOLE)
    conditions = SIX if whole else sum(_DIMENSIONS[name] for name in model.elements)
    determined = conditions >= free and all(stage.kind for stage in model.derivation.stages)
    names = [str(robot.variables[j]) for j in model.derivation.chain.joints]

    def case(values: Mapping[str, float]) -> Case:
        chain, size = chain_and_size(model, values)
        solver = TreeSolver(model.tree, chain, values, pose_names(model.tree), names, chain.size)

        def solve(pose: Pose, q: FloatArray) -> tuple[Solutions, int, float]:
            del q
            return solver.solve(pose), solver.rejected, solver.unpolished

        return Case(chain, size, solve)

    own = [each.numbers for each in robot.values]
    certificate = verify_solutions(robot, model.elements, determined, case, own)
    loses = certificate.code_error_bound > certificate.error_bound
    checked = certificate.rejected or conditions > free or loses
    derivation = replace(model.derivation, checked=checked)
    return replace(model, derivation=derivation, certificate=certificate, _solvers={})

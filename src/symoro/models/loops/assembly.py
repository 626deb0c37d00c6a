"""The known joints of a closed robot, and the names of its assembly modes."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.errors import ModelError, UsageError
from symoro.models.loops.loop_geometry import Recipe
from symoro.models.loops.recipes import LoopPlan, plan_loops
from symoro.robot import Robot
from symoro.robot.variables import refuse_moving_tables

_OTHERS = "other joints can be taken as known (--active)"


def active_joints(robot: Robot, wanted: Sequence[int] = ()) -> tuple[int, ...]:
    """The joints that are known: those asked for, else the actuated ones.

    Raises:
        ModelError: if the robot has no loops, or a joint on no loop is not known.
        UsageError: for a joint that is none.
    """
    if not robot.n_loops:
        raise ModelError(f"{robot.name} has no loops: every joint is free")
    refuse_moving_tables(robot)
    for j in wanted:
        if j not in robot.moving_joints:
            listed = ", ".join(map(str, robot.moving_joints))
            raise UsageError(
                f"there is no joint {j} that moves in {robot.name}; joints are {listed}"
            )
    known = wanted or [j for j, frame in robot if frame.mu]
    pairs = robot.loops()
    on_loops = {j for k, b in pairs for j in robot.chain(k, b) if j != robot.root(k, b)}
    free = [j for j in robot.moving_joints if j not in known and j not in on_loops]
    if free:
        raise ModelError(
            f"{robot.name}: nothing determines the joints {', '.join(map(str, free))}, which are "
            "on no loop and not active; take them as known too (mu, --active)"
        )
    return tuple(j for j in robot.moving_joints if j in known)


def full_plan(robot: Robot, active: tuple[int, ...], remedy: str = _OTHERS) -> LoopPlan:
    """Return the plan that solves all loops in closed form, or refuse with the reason.

    Args:
        robot: a closed robot.
        active: the joints that are known.
        remedy: another way out, for the message.

    Raises:
        ModelError: naming the loops and joints that are left, and the numeric way out.
    """
    loops = plan_loops(robot, active)
    if loops.reasons:
        why = "; ".join(f"loop of cut joint {cut}: {text}" for cut, text in loops.reasons.items())
        raise ModelError(
            f"{robot.name} has no closed form with the active joints "
            f"{', '.join(map(str, active)) or 'none'}. {why}. At given values "
            "symoro loop-solutions (in Python loop_geometry(...).solutions) finds all modes; "
            f"{remedy}"
        )
    return loops


def mode_labels(loops: LoopPlan) -> list[str]:
    """Return the name of each mode."""
    return [
        ", ".join(
            _label(recipe, root)
            for recipe, root in zip(loops.recipes, mode, strict=True)
            if recipe.roots > 1
        )
        or "the only one"
        for mode in loops.modes
    ]


def _label(recipe: Recipe, root: int) -> str:
    where = f"loop {recipe.loop.cut}"
    names = ("+", "-")
    if recipe.linear:
        names = ("folded", "unfolded") if folds(recipe) else ("parallelogram", "antiparallelogram")
    return f"{where} {names[root]}"


def folds(recipe: Recipe) -> bool:
    """True if some angles are constant: two equal sides lie on each other and turn together."""
    return not all(angle.symbols for angle in recipe.linear.values())


def chosen_modes(robot: Robot, loops: LoopPlan, mode: int | None) -> dict[int, tuple[int, ...]]:
    """The modes asked for, by their place from 0."""
    modes = dict(enumerate(loops.modes))
    if mode is None:
        return modes
    if mode - 1 not in modes:
        raise UsageError(f"{robot.name} has modes 1 to {len(modes)}, not {mode}")
    return {mode - 1: modes[mode - 1]}

"""The loops of a robot that all have a closed form, and the names of their assembly modes."""

from __future__ import annotations

from collections.abc import Iterable

from symoro.errors import ModelError, UsageError
from symoro.models.loops.loop_geometry import Recipe
from symoro.models.loops.recipes import LoopPlan, plan_loops
from symoro.robot import Robot

_OTHERS = "other joints can be taken as known (--active)"


def full_plan(robot: Robot, active: tuple[int, ...], remedy: str = _OTHERS) -> LoopPlan:
    """Return the plan that solves all loops in closed form, or refuse with the reason.

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
    return [mode_name(zip(loops.recipes, mode, strict=True)) for mode in loops.modes]


def mode_name(roots: Iterable[tuple[Recipe, int]]) -> str:
    """Return the name of a choice of roots."""
    labels = [_label(recipe, root) for recipe, root in roots if recipe.roots > 1]
    return ", ".join(labels) or "the only one"


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

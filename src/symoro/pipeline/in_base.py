"""Models in base inertial parameters: made of the grouped robot, compared with the standard one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symoro.errors import ModelError, UsageError
from symoro.expressions import Arithmetic, Expression, Values
from symoro.pipeline.entry import ModelDefinition, ModelInfo
from symoro.pipeline.plan import Plan
from symoro.verify.check import Arrays, Check, Reference

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters
    from symoro.robot import Robot

LONGEST = 6000
"""Letters of grouping relations beyond which a model says where they are instead."""


def refuse_without_inertia(kind: ModelInfo) -> None:
    """Refuse base parameters for a model that has none.

    Raises:
        UsageError: if no inertial parameter enters this kind of model.
    """
    if not kind.inertial:
        raise UsageError(
            f"{kind.name} has no inertial parameters, so there are none to group; base "
            "parameters (--base) are for dynamic and identification models"
        )


def plan_in_base(
    kind: ModelDefinition, robot: Robot, own: Mapping[str, Any], *, numbers: bool = False
) -> tuple[Robot, Plan]:
    """Return the robot in base parameters and the plan of its model.

    The values of the base parameters follow from those of the standard ones, with which the
    reference works. Where columns stand for parameters the reference is that of the grouped robot.
    ``numbers`` puts those base parameters that are numbers into the tables; columns keep names.

    Raises:
        ModelError: if the robot has no such model, or no base parameters that can be found; the
            message says why.
    """
    from symoro.grouping.api import base_parameters

    if robot.n_loops and kind.menu == "Dynamic":
        kind.plan(robot, own)  # refuses it, whatever its base parameters are
    grouping = base_parameters(robot, assembly_mode=own.get("mode"))
    grouped_robot, parameters = grouping.robot, grouping.inertial
    if numbers and kind.menu == "Dynamic":
        grouped_robot = grouped_robot.substitute(_numeric_groupings(grouping))
    lines = tuple(map(str, grouping.relations))
    lines = lines if sum(map(len, lines)) <= LONGEST else ()
    plan = kind.plan(replace(grouped_robot, name=robot.name, reserved=robot.symbols), own)
    notes = (_note(grouping, len(parameters), lines), *grouping.notes, *plan.interface.notes)
    grouped = replace(plan.robot, name=grouped_robot.name)
    plan = replace(plan.with_interface(notes=notes), robot=grouped, relations=lines)
    if plan.check_of is None:
        return grouped_robot, plan

    check = plan.check_of(_with_parameters_of(robot, plan.robot))
    check = replace(
        check,
        reference=_standard_reference(check, plan, grouping.named_values),
        approximate=check.approximate or bool(grouping.notes),
        against=f"{check.against}, standard parameters",
        derived_values=grouping.named_values,
    )
    return grouped_robot, replace(plan, check=check)


def _numeric_groupings(grouping: BaseParameters) -> dict[str, Expression]:
    """The base parameters that are numbers, by name."""
    numbers: dict[str, Expression] = {}
    for relation in grouping.relations:
        exact = relation.expression.substitute(numbers)
        if not exact.symbols:
            numbers[relation.name] = exact
    return {name: x for name, x in numbers.items() if name in grouping.robot.symbols}


def _with_parameters_of(standard: Robot, planned: Robot) -> Robot:
    """The robot of a plan with the standard parameters in its tables."""
    base = replace(planned.base, link=standard.base.link)
    return replace(
        planned, name=standard.name, links=standard.links, base=base, values=standard.values
    )


def _standard_reference(check: Check, plan: Plan, base_values: Any) -> Reference | None:
    """The reference of the standard robot, less constants that grouping changes.

    What stands still has no effect on torques, but has a height: potential energies differ by a
    constant, which is taken where all joints are at zero.
    """
    reference, grouped = check.reference, plan.check.reference
    changed = [kind.name for kind in plan.interface.outputs if kind.up_to_constant]
    if not changed or reference is None or grouped is None:
        return reference

    def shifted_reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        zero = arithmetic.number(Fraction(0))
        still = {**values, **{v.name: zero for v in plan.robot.variables.values()}}
        results = dict(reference(values, arithmetic, dtype))
        before = reference(still, arithmetic, dtype)
        after = grouped({**still, **base_values(still, arithmetic)}, arithmetic, dtype)
        for name in changed:
            results[name] = results[name] - before[name] + after[name]
        return results

    return shifted_reference


def refuse_reactions(plan: Plan, chosen: list[str]) -> None:
    """Refuse outputs that base parameters do not preserve.

    Raises:
        ModelError: naming them.
    """
    wrong = [kind.name for kind in plan.interface.outputs if kind.standard and kind.name in chosen]
    if wrong:
        raise ModelError(
            f"{', '.join(wrong)}: base inertial parameters give the joint torques only, because "
            "groupings move mass from link to link; reactions, and the kinetic energy on a base of "
            "known motion, need standard parameters (without --base)"
        )


def _note(grouping: BaseParameters, count: int, lines: tuple[str, ...]) -> str:
    """Say how many parameters there are, in which mode, and where the groupings stand."""
    head = f"{count} base inertial parameters of {grouping.standard.name}"
    if grouping.mode:
        head += f", {grouping.mode}"
    if not grouping.relations:
        return f"{head}; none is grouped"
    where = (
        "the file's header has the grouping relations"
        if lines
        else "symoro base-parameters with the same options prints the grouping relations"
    )
    return f"{head}; {where}"

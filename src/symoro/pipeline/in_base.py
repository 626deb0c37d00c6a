"""Models in base inertial parameters: made of the grouped robot, compared with the standard one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symoro.errors import ModelError, UsageError
from symoro.expressions import Arithmetic, Expression, Symbol
from symoro.pipeline.entry import ModelDefinition, ModelInfo
from symoro.pipeline.plan import Plan
from symoro.robot.base import BASE_MOTION
from symoro.verify.check import Reference, Traced

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


def in_base_parameters(
    kind: ModelDefinition, robot: Robot, standard: Plan, own: Mapping[str, Any]
) -> tuple[Robot, Plan]:
    """Return the robot in base parameters and the plan of its model.

    The values of the base parameters follow from those of the standard ones, with which the
    reference works. Where columns stand for parameters the reference is that of the grouped robot.

    Args:
        kind: a model with inertial parameters.
        robot: the robot in standard parameters.
        standard: its plan.
        own: the model's own options, as the plan has them.

    Raises:
        ModelError: if the robot has no base parameters that can be found; the message says why.
    """
    from symoro.grouping.front import base_parameters

    found = base_parameters(robot, assembly_mode=own.get("mode"))
    plan = kind.plan(found.robot, own)
    lines = tuple(str(relation) for relation in found.relations)
    lines = lines if sum(map(len, lines)) <= LONGEST else ()
    notes = (_note(found, lines), *found.notes, *plan.interface.notes)
    plan = plan.with_interface(notes=notes, relations=lines)
    if kind.menu == "Identification":
        return found.robot, plan

    inputs = dict(_renamed(standard, plan))

    def derived(values: Mapping[str, Any], arithmetic: Arithmetic[Any]) -> dict[str, Any]:
        grouped = found.complete(values, arithmetic)
        numbers = {name: grouped[p] for p, name in found.names.items()}
        return numbers | {ours: values[theirs] for ours, theirs in inputs.items()}

    plan = plan.with_check(
        robot=standard.check.robot,
        arrays=standard.check.arrays,
        reference=_regrouped(standard, plan, derived),
        judge=standard.check.judge,
        balance=standard.check.balance,
        settle=standard.check.settle,
        refine=standard.check.refine,
        approximate=standard.check.approximate or bool(found.notes),
        against=f"{standard.check.against}, standard parameters",
        derived=derived,
    )
    return found.robot, plan


def _renamed(standard: Plan, plan: Plan) -> Iterator[tuple[str, str]]:
    """Symbols of base motion and arguments, which each plan chooses beside its robot's own.

    Where the standard robot has such a symbol among its inertial parameters, the two plans call an
    input by different names. Yields that of the grouped robot's plan and that of the standard one.
    """
    ours, theirs = (_fresh(each) for each in (plan, standard))
    for a, b in zip(ours, theirs, strict=True):
        if isinstance(a, Symbol) and isinstance(b, Symbol) and a != b:
            yield a.name, b.name


def _fresh(plan: Plan) -> list[Expression]:
    """The entries of base motion and arguments, in order."""
    base = plan.robot.base
    found = [entry for name in BASE_MOTION for entry in getattr(base, name)]
    found += [entry for row in base.Z for entry in row]
    return found + [e for array in plan.interface.arguments or () for e in array.elements.values()]


def _regrouped(standard: Plan, plan: Plan, derived: Any) -> Reference | None:
    """The reference of the standard robot, less constants that grouping changes.

    What stands still has no effect on torques, but has a height: potential energies differ by a
    constant, which is taken where all joints are at zero.
    """
    reference, grouped = standard.check.reference, plan.check.reference
    changed = [kind.name for kind in plan.interface.outputs if kind.up_to_constant]
    if not changed or reference is None or grouped is None:
        return reference

    def found(values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> Traced:
        zero = arithmetic.number(Fraction(0))
        still = {**values, **{v.name: zero for v in standard.robot.variables.values()}}
        results = dict(reference(values, arithmetic, dtype))
        before = reference(still, arithmetic, dtype)
        after = grouped({**still, **derived(still, arithmetic)}, arithmetic, dtype)
        for name in changed:
            results[name] = results[name] - before[name] + after[name]
        return results

    return found


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


def _note(found: BaseParameters, lines: tuple[str, ...]) -> str:
    """Say how many parameters there are, in which mode, and where the groupings stand."""
    count = len(found.inertial)
    head = f"{count} base inertial parameters of {found.standard.name}"
    if found.mode:
        head += f", {found.mode}"
    if not found.relations:
        return f"{head}; none is grouped"
    where = (
        "the file's header has the grouping relations"
        if lines
        else "symoro base-parameters with the same options prints the grouping relations"
    )
    return f"{head}; {where}"

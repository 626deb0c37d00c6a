"""Everything suspicious about a robot: its tables, its value sets, its motors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symoro.catalog.freedoms import Freedoms, freedoms
from symoro.expressions import ExpressionLike
from symoro.formats.values import Values, read_values
from symoro.robot import Diagnostic, Robot, ValueSet, check
from symoro.robot.diagnostic import Diagnostics
from symoro.robot.values import exact_values
from symoro.verify.value_sets import check_values
from symoro.wording import noun_phrase


def diagnose(
    robot: Robot,
    *,
    values: Values | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
) -> Diagnostics:
    """Return what the author of a robot should look at; an empty list means nothing was found.

    Args:
        robot: any robot.
        values: numbers of its parameters, which are checked instead of its value sets: of one of
            these, of a file, or by symbol.
        param: single numbers, which take precedence over ``values``.
    """
    subject = with_single_set(robot, values, param)
    mobility = freedoms(robot, values=values, param=param) if robot.n_loops else None
    return Diagnostics([*check(robot), *motors(robot, mobility), *check_values(subject)])


def with_single_set(
    robot: Robot, values: Values | None, param: Mapping[str, ExpressionLike] | None
) -> Robot:
    """Return a robot that has the numbers of options as its only value set, if there are some."""
    if values is None and not param:
        return robot
    chosen = read_values(values)
    numbers = exact_values(robot, chosen, param)
    name = chosen if isinstance(chosen, str) else getattr(chosen, "name", "")
    single = ", ".join(f"{each} = {numbers[each]}" for each in param or ())
    title = " with ".join(filter(None, (name, single))) or "values"
    return replace(robot, values=(ValueSet(title, tuple(numbers.items())),))


def motors(robot: Robot, known: Freedoms | None = None) -> list[Diagnostic]:
    """Compare the actuated joints of a closed robot with its true mobility, by rank.

    Bodies that spin idly, as a rod between two spherical joints, need no motor.
    """
    if not robot.n_loops:
        return []
    analysis = known or freedoms(robot)
    if analysis.mobility is None:
        return [Diagnostic(f"the mobility could not be found: {analysis.reason}", field="mu")]
    idle = analysis.idle.freedom if analysis.idle.harmless else 0
    if analysis.dependent and analysis.motors <= analysis.mobility:
        return [Diagnostic(_dependence_words(analysis), field="mu")]
    if analysis.motors + idle == analysis.mobility:
        return []
    text = f"the robot has mobility {analysis.mobility} and {analysis.motors} motors"
    return [Diagnostic(text, field="mu")]


def _dependence_words(analysis: Freedoms) -> str:
    """Say which motors follow from others, and what none of them moves."""
    dependent = noun_phrase("joint", analysis.dependent)
    verb = "follow" if len(analysis.dependent) > 1 else "follows"
    text = (
        f"the motors are not independent: {dependent} {verb} from the motors before in every "
        f"posture; the robot has mobility {analysis.mobility}"
    )
    if analysis.idle.freedom and analysis.idle.harmless:
        turn = "turn" if len(analysis.idle.links) > 1 else "turns"
        return f"{text}, and {noun_phrase('link', analysis.idle.links)} {turn} idly"
    return f"{text}, and no motor drives {noun_phrase('joint', analysis.idle.joints)}"

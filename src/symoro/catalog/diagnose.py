"""Everything suspicious about a robot: its tables, its value sets, its motors."""

from __future__ import annotations

from symoro.catalog.freedoms import Freedoms, freedoms
from symoro.robot import Diagnostic, Robot, check
from symoro.robot.diagnostic import Diagnostics
from symoro.verify.value_sets import check_values


def diagnose(robot: Robot) -> Diagnostics:
    """Return what the author of a robot should look at; an empty list means nothing was found."""
    return Diagnostics([*check(robot), *motors(robot), *check_values(robot)])


def motors(robot: Robot, known: Freedoms | None = None) -> list[Diagnostic]:
    """Compare the actuated joints of a closed robot with its true mobility.

    Bodies that spin idly, as a rod between two spherical joints, need no motor.
    """
    if not robot.n_loops:
        return []
    analysis = known or freedoms(robot)
    if analysis.mobility is None:
        return [Diagnostic(f"the mobility could not be found: {analysis.reason}", field="mu")]
    idle = analysis.idle.freedom if analysis.idle.harmless else 0
    if analysis.motors + idle == analysis.mobility:
        return []
    text = f"the robot has mobility {analysis.mobility} and {analysis.motors} motors"
    return [Diagnostic(text, field="mu")]

"""The probable mistakes in a robot that is valid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from symoro.errors import short_list
from symoro.expressions import ONE, PI
from symoro.robot.angle_digits import is_beyond_a_turn, is_rounded, steps_near
from symoro.robot.base import BaseMotion
from symoro.robot.diagnostic import Diagnostic
from symoro.robot.frame import GEOMETRY
from symoro.robot.gravity import doubtful_gravity
from symoro.robot.impossible_bodies import impossible_bodies
from symoro.robot.robot import Robot
from symoro.robot.rotation import doubtful_rotation
from symoro.robot.structure import Structure
from symoro.robot.table_mistakes import distal_table, stale_variables
from symoro.robot.unit_symbols import unit_symbols
from symoro.robot.variables import moving_tables, position_field

_CONVERSION = "convert the file with --tolerance 1e-4, or load it with tolerance=1e-4"


def check(robot: Robot) -> list[Diagnostic]:
    """Return everything about a robot that its author should look at: warnings and notes."""
    return [
        *(Diagnostic(doubt) for doubt in robot.doubts),
        *(Diagnostic(note, note=True) for note in robot.notes),
        *_angles(robot),
        *distal_table(robot),
        *_variables(robot),
        *stale_variables(robot),
        *impossible_bodies(robot),
        *doubtful_gravity(robot),
        *doubtful_rotation(robot),
        *unit_symbols(robot),
        *_motors(robot),
    ]


def _angles(robot: Robot) -> Iterator[Diagnostic]:
    near: list[tuple[int, str, Fraction, int]] = []
    for j, frame in robot:
        for field in GEOMETRY:
            if "PI" in getattr(frame, field).symbols:
                yield Diagnostic("PI is a symbol; write Pi or pi for 3.14159...", j, field)
        for field in ("gamma", "alpha", "theta"):
            for base, factor in getattr(frame, field).terms():
                if base != ONE:
                    continue
                if is_beyond_a_turn(float(factor)):
                    yield Diagnostic(_beyond_a_turn(float(factor)), j, field)
                elif steps := steps_near(float(factor)):
                    near.append((j, field, factor, steps))
    rounded = [each for each in near if is_rounded(each[2], each[3])]
    if robot.origin is not None and len(rounded) > 1:
        yield Diagnostic(_many_rounded(rounded))
        near = [each for each in near if each not in rounded]
    for j, field, factor, steps in near:
        exact = PI * Fraction(steps, 12)
        remedy = f"write {exact} for the exact angle"
        if robot.origin is not None:  # a file of numbers, which cannot say Pi
            remedy = f"for {exact} {_CONVERSION}"
        message = f"{float(factor)!r} is taken as it stands; {remedy}"
        yield Diagnostic(message, j, field, note=not is_rounded(factor, steps))


def _beyond_a_turn(angle: float) -> str:
    degrees = f": {angle:g} degrees are {PI * Fraction(int(angle), 180)}"
    hint = degrees if abs(angle) <= 3600 and not angle % 5 else ""
    return f"{angle:.12g} is more than a turn; angles are in radians{hint}"


def _many_rounded(rounded: Sequence[tuple[int, str, Fraction, int]]) -> str:
    """One message for the angles of a file of numbers: there are as many as joints."""
    places = short_list(f"{field} of frame {j}" for j, field, _, _ in rounded)
    return (
        f"{len(rounded)} angles have the first digits of multiples of Pi/12 and are taken as they "
        f"stand ({places}); for exact ones {_CONVERSION}"
    )


def _variables(robot: Robot) -> Iterator[Diagnostic]:
    owner: dict[str, int] = {}
    for j, variable in robot.variables.items():
        first = owner.setdefault(variable.name, j)
        if first != j:
            yield Diagnostic(
                f"joints {first} and {j} share the variable {variable.name}; "
                "models that need independent joints refuse it",
                j,
                position_field(robot.frame(j)),
            )
    for number, field, what in moving_tables(robot):
        yield Diagnostic(f"depends on {what}", number, field)
    for j, frame in robot:
        for tag in ("QP", "QDP"):
            if frame.moves and getattr(frame, tag).number is not None:
                meaning = "velocity" if tag == "QP" else "acceleration"
                constant = f"{getattr(frame, tag)}: the joint's {meaning} is a constant"
                yield Diagnostic(constant, j, tag, note=True)
    if not robot.moving_joints:
        floats = robot.base.motion is BaseMotion.FLOATING  # a rigid body is a robot then
        yield Diagnostic("no joint moves", field="sigma", note=floats)


def _motors(robot: Robot) -> Iterator[Diagnostic]:
    for j, frame in robot:
        if frame.mu and not frame.moves:
            yield Diagnostic("a fixed frame is marked as actuated", j, "mu")
        if j > robot.n_links and frame.mu and frame.moves:
            advice = "a cut joint is marked as actuated; loops are better cut at passive joints"
            yield Diagnostic(advice, j, "mu", note=True)
        if frame.eta and frame.k.number == 0:
            yield Diagnostic("an elastic joint without stiffness", j, "k")
    if robot.structure is not Structure.CLOSED:
        passive = [j for j, frame in robot if frame.moves and not frame.mu]
        if passive:
            listed = ", ".join(map(str, passive))
            motors = robot.n_dof - len(passive)
            yield Diagnostic(
                f"the robot has {robot.n_dof} degrees of freedom and {motors} "
                f"motor{'s' if motors != 1 else ''}: none at joint {listed}",
                field="mu",
                note=True,
            )

"""What is allowed in a robot but is probably a mistake."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from symoro.expressions import ONE, PI, ZERO
from symoro.robot.base import BaseMotion
from symoro.robot.finding import Finding
from symoro.robot.frame import GEOMETRY
from symoro.robot.gravity import doubtful_gravity
from symoro.robot.link import DRIVE, INERTIAL, Link
from symoro.robot.mistyped import distal_table, left_variables
from symoro.robot.robot import Robot
from symoro.robot.structure import Structure
from symoro.robot.variables import moving_tables, position_field

_NEAR = 2e-3  # 1.57 for Pi/2 and 3.14 for Pi are within it
_STEP = math.pi / 12
_DIGITS = 17  # of a double
_POSITIVE = ("M", "XX", "YY", "ZZ")
_NONE = "no rigid body has that (a set of base parameters may)"
_SLACK = 1e-9  # of the largest entry of an inertia matrix, and of an angle


def check(robot: Robot) -> list[Finding]:
    """Return everything about a robot that its author should look at: warnings and notes."""
    return [
        *(Finding(doubt) for doubt in robot.doubts),
        *(Finding(note, note=True) for note in robot.notes),
        *_angles(robot),
        *distal_table(robot),
        *_variables(robot),
        *left_variables(robot),
        *_bodies(robot),
        *doubtful_gravity(robot),
        *_motors(robot),
    ]


def _angles(robot: Robot) -> Iterator[Finding]:
    for j, frame in robot:
        for field in GEOMETRY:
            if "PI" in getattr(frame, field).symbols:
                yield Finding("PI is a symbol; write Pi or pi for 3.14159...", j, field)
        for field in ("gamma", "alpha", "theta"):
            for base, factor in getattr(frame, field).terms():
                if base == ONE:
                    yield from _doubtful_angle(factor, j, field)


def _doubtful_angle(number: Fraction, j: int, field: str) -> Iterator[Finding]:
    angle = float(number)
    steps = round(angle / _STEP)
    if abs(angle) > 2 * math.pi + _NEAR:
        degrees = f": {angle:g} degrees are {PI * Fraction(int(angle), 180)}"
        hint = degrees if abs(angle) <= 3600 and not angle % 5 else ""
        yield Finding(f"{angle:.12g} is more than a turn; angles are in radians{hint}", j, field)
    elif steps and abs(angle - steps * _STEP) < _NEAR:
        exact = PI * Fraction(steps, 12)
        message = f"{angle:.12g} is taken as it stands; write {exact} for the exact angle"
        yield Finding(message, j, field, note=not _is_rounded(number, steps))


def _is_rounded(number: Fraction, steps: int) -> bool:
    """True if a number has the digits of a multiple of Pi/12, and enough of them.

    Multiples of Pi/2 are known by two decimals, others by four: 0.26 is an angle like any other.
    """
    decimals = next((k for k in range(_DIGITS) if (number * 10**k).denominator == 1), _DIGITS)
    enough = decimals >= (2 if steps % 6 == 0 else 4)
    return enough and abs(float(number) - steps * _STEP) < max(10.0**-decimals, _SLACK)


def _variables(robot: Robot) -> Iterator[Finding]:
    owner: dict[str, int] = {}
    for j, variable in robot.variables.items():
        first = owner.setdefault(variable.name, j)
        if first != j:
            yield Finding(
                f"joints {first} and {j} share the variable {variable.name}; "
                "models that need independent joints refuse it",
                j,
                position_field(robot.frame(j)),
            )
    for number, field, what in moving_tables(robot):
        yield Finding(f"depends on {what}", number, field)
    for j, frame in robot:
        for tag in ("QP", "QDP"):
            if frame.moves and getattr(frame, tag).number is not None:
                meaning = "velocity" if tag == "QP" else "acceleration"
                constant = f"{getattr(frame, tag)}: the joint's {meaning} is a constant"
                yield Finding(constant, j, tag, note=True)
    if not robot.moving:
        floats = robot.base.motion is BaseMotion.FLOATING  # a rigid body is a robot then
        yield Finding("no joint moves", field="sigma", note=floats)


def _bodies(robot: Robot) -> Iterator[Finding]:
    grouped = is_grouped(robot)
    for j, link in enumerate(robot.links, start=1):
        yield from (Finding(m, j, f, note=grouped) for f, m in impossible_body(link))
    if robot.base.link is not None:
        yield from (Finding(m, 0, f) for f, m in impossible_body(robot.base.link))


def is_grouped(robot: Robot) -> bool:
    """Tell whether a link has inertia without mass: parameters were grouped, or never told apart.

    Such links are right for torques, and no rigid bodies.
    """
    return any(
        link.M == ZERO and any(entry != ZERO for entry in link.inertial) for link in robot.links
    )


def impossible_body(link: Link) -> Iterator[tuple[str, str]]:
    """Say why numbers among a link's parameters cannot belong to a rigid body or a drive.

    The inertia matrix is tested about the centre of mass where all ten parameters are numbers, else
    about the origin, where the same must hold. Sets of base parameters need not pass.
    """
    numbers = {name: getattr(link, name).number for name in (*INERTIAL, *DRIVE)}
    for name in DRIVE:
        if (numbers[name] or 0) < 0:
            yield name, f"{getattr(link, name)} is negative"
    negative = [name for name in _POSITIVE if (numbers[name] or 0) < 0]
    for name in negative:
        yield name, f"{getattr(link, name)} is negative; {_NONE}"
    inertia = [numbers[name] for name in INERTIAL[:6]]
    if negative or any(value is None for value in inertia):
        return
    XX, XY, XZ, YY, YZ, ZZ = (float(value or 0) for value in inertia)
    matrix = [[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]
    where = "the origin"
    mass, *moments = (numbers[name] for name in ("M", "MX", "MY", "MZ"))
    if mass == 0 and not any(value is None for value in moments):
        if any(inertia) or any(moments):
            yield "M", f"the mass is zero but other inertial parameters are not; {_NONE}"
        return
    if mass and not any(value is None for value in moments):
        x, y, z = (float(value or 0) for value in moments)
        m = float(mass)
        shift = [[y * y + z * z, -x * y, -x * z], [-x * y, x * x + z * z, -y * z]]
        shift.append([-x * z, -y * z, x * x + y * y])
        matrix = [[matrix[a][b] - shift[a][b] / m for b in range(3)] for a in range(3)]
        where = "the centre of mass"
    planar = [XX, YY, ZZ].count(0.0) == 2  # the inertia about one axis is all that was given
    size = max(abs(value) for value in (XX, YY, ZZ, XY, XZ, YZ))  # before the shift cancels it
    yield from _impossible_inertia(matrix, where, size, planar)


def _impossible_inertia(
    matrix: list[list[float]], where: str, size: float, planar: bool
) -> Iterator[tuple[str, str]]:
    if not size:
        return
    import numpy as np

    a, b, c = (float(value) for value in np.linalg.eigvalsh(np.array(matrix)))
    if a < -_SLACK * size:
        yield "XX..ZZ", f"the inertia about {where} has a negative principal value {a:.6g}; {_NONE}"
    elif not planar and a + b < c - _SLACK * size:
        values = f"the principal inertias {a:.6g}, {b:.6g}, {c:.6g} about {where}"
        yield "XX..ZZ", f"{values} break the triangle inequality; {_NONE}"


def _motors(robot: Robot) -> Iterator[Finding]:
    for j, frame in robot:
        if frame.mu and not frame.moves:
            yield Finding("a fixed frame is marked as motorised", j, "mu")
        if j > robot.n_links and frame.mu and frame.moves:
            advice = "a cut joint is marked as motorised; loops are better cut at passive joints"
            yield Finding(advice, j, "mu", note=True)
        if frame.eta and frame.k.number == 0:
            yield Finding("an elastic joint without stiffness", j, "k")
    if robot.structure is not Structure.CLOSED:
        passive = [j for j, frame in robot if frame.moves and not frame.mu]
        if passive:
            listed = ", ".join(map(str, passive))
            yield Finding(
                f"the robot has {len(robot.moving)} degrees of freedom and "
                f"{len(robot.moving) - len(passive)} motors: none at joint {listed}",
                field="mu",
                note=True,
            )

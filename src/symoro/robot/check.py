"""What is allowed in a robot but is probably a mistake."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symoro.expressions import ONE, PI
from symoro.robot.link import INERTIAL, Link
from symoro.robot.robot import Robot
from symoro.robot.structure import Structure
from symoro.robot.variables import moving_geometry, position_field

_NEAR = 2e-3  # 1.57 for Pi/2 and 3.14 for Pi are within it
_STEP = math.pi / 12
_POSITIVE = ("M", "XX", "YY", "ZZ")


@dataclass(frozen=True)
class Finding:
    """A remark on a robot: where, what, and what was probably meant."""

    message: str
    frame: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        where = "" if self.frame is None else f"frame {self.frame}"
        if self.field is not None:
            where += f"{', ' if where else ''}{self.field}"
        return f"{where}: {self.message}" if where else self.message


def check(robot: Robot) -> list[Finding]:
    """Return everything about a robot that its author should look at."""
    return [
        *(Finding(note) for note in robot.notes),
        *_angles(robot),
        *_variables(robot),
        *_bodies(robot),
        *_motors(robot),
    ]


def _angles(robot: Robot) -> Iterator[Finding]:
    for j, frame in robot:
        for field in ("gamma", "alpha", "theta"):
            for base, factor in getattr(frame, field).terms():
                steps = round(float(factor) / _STEP)
                if base == ONE and steps and abs(float(factor) - steps * _STEP) < _NEAR:
                    exact = PI * Fraction(steps, 12)
                    given = f"{float(factor):.12g} is taken as it stands"
                    yield Finding(f"{given}; write {exact} for the exact angle", j, field)


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
    for j, field, name, joint in moving_geometry(robot):
        yield Finding(f"depends on {name}, the variable of joint {joint}", j, field)


def _bodies(robot: Robot) -> Iterator[Finding]:
    for j, link in enumerate(robot.links, start=1):
        yield from (Finding(message, j, field) for field, message in impossible_body(link))
    if robot.base.link is not None:
        yield from (Finding(m, 0, f) for f, m in impossible_body(robot.base.link))


def impossible_body(link: Link) -> Iterator[tuple[str, str]]:
    """Say why numbers among the inertial parameters cannot belong to a rigid body."""
    numbers = {name: getattr(link, name).number for name in INERTIAL}
    for name in _POSITIVE:
        value = numbers[name]
        if value is not None and value < 0:
            yield name, f"{getattr(link, name)} is negative; no rigid body has that"
    if any(v is None for v in numbers.values()) or any((numbers[n] or 0) < 0 for n in _POSITIVE):
        return
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (float(numbers[n] or 0) for n in INERTIAL)
    if not M:
        if any(numbers.values()):
            yield "M", "the mass is zero but other inertial parameters are not"
        return
    import numpy as np

    moments = np.array([MX, MY, MZ])
    about_origin = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])
    shift = (moments @ moments * np.eye(3) - np.outer(moments, moments)) / M
    principal = np.linalg.eigvalsh(about_origin - shift)
    slack = 1e-9 * max(1.0, float(abs(about_origin).max()))
    if principal[0] < -slack:
        yield (
            "XX..ZZ",
            (
                "the inertia about the centre of mass has a negative principal value "
                f"{principal[0]:.6g}; no rigid body has that"
            ),
        )
    elif principal[0] + principal[1] < principal[2] - slack:
        a, b, c = principal
        yield (
            "XX..ZZ",
            (
                f"the principal inertias {a:.6g}, {b:.6g}, {c:.6g} break the triangle inequality; "
                "no rigid body has that"
            ),
        )


def _motors(robot: Robot) -> Iterator[Finding]:
    for j, frame in robot:
        if frame.mu and not frame.moves:
            yield Finding("a fixed frame is marked as motorised", j, "mu")
        if j > robot.n_links and frame.mu and frame.moves:
            yield Finding(
                "a cut joint is marked as motorised; loops are cut at passive joints", j, "mu"
            )
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
            )

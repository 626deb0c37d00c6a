"""Inertial parameters that no rigid body, and numbers that no drive has."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symoro.expressions import ZERO
from symoro.robot.diagnostic import Diagnostic
from symoro.robot.frame import JointType
from symoro.robot.inertia_matrix import inertia_fault, parallel_axis
from symoro.robot.link import DRIVE, INERTIAL, LAW, Link
from symoro.robot.robot import Robot

_POSITIVE = ("M", "XX", "YY", "ZZ")
_DISSIPATING = tuple(name for name in (*DRIVE, *LAW) if name not in ("FO", "FR"))
_NONE = "no rigid body has that (a set of base parameters may)"
_LARGEST = Fraction(10**100)  # products and quotients of some numbers are doubles then

Fault = tuple[str, str, bool]  # field, message, and whether grouping cannot explain it


def impossible_bodies(robot: Robot) -> Iterator[Diagnostic]:
    """Find links whose numbers cannot belong to a rigid body or a drive.

    The inertia matrix is tested about the centre of mass where all ten parameters are numbers, else
    about the origin, where the same must hold. Sets of base parameters need not pass: of robots
    that have the zeros of such a set these remarks are notes, but for negative masses, moments of
    inertia about the joint's axis, rotor inertias and frictions.
    """
    grouped = _is_grouped(robot)
    for j, link in enumerate((robot.base.link, *robot.drives)):
        for field, message, certain in _faults(link) if link is not None else ():
            yield Diagnostic(message, j, field, note=grouped and not certain)


def _is_grouped(robot: Robot) -> bool:
    """Tell whether links have inertia without mass as grouping, or measuring torques, leaves it.

    Theorem 1 takes YY, MZ and M from a link that turns; other links without mass are mistakes.
    """
    massless = [
        (frame, link)
        for frame, link in zip(robot.frames, robot.links, strict=False)
        if link.M == ZERO and any(entry != ZERO for entry in link.inertial)
    ]
    return bool(massless) and all(
        link.YY == link.MZ == ZERO and frame.sigma is JointType.REVOLUTE for frame, link in massless
    )


def _faults(link: Link) -> Iterator[Fault]:
    numbers = {name: getattr(link, name).number for name in INERTIAL}
    for name in _DISSIPATING:
        if (getattr(link, name).number or 0) < 0:
            yield name, f"{getattr(link, name)} is negative", True
    negative = [name for name in _POSITIVE if (numbers[name] or 0) < 0]
    for name in negative:
        yield name, f"{getattr(link, name)} is negative; {_NONE}", name in ("M", "ZZ")
    if not negative:
        yield from ((field, message, False) for field, message in _strange_inertia(numbers))


def _strange_inertia(numbers: dict[str, Fraction | None]) -> Iterator[tuple[str, str]]:
    """Say why an inertia matrix is not that of a body, as far as the numbers tell."""
    inertia = [numbers[name] for name in INERTIAL[:6]]
    if any(value is None for value in inertia):
        return
    for name in INERTIAL:
        size = abs(numbers[name] or Fraction(1))
        if not 1 / _LARGEST < size < _LARGEST:
            yield name, "its size is beyond double precision"
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
        shift = parallel_axis(1.0, (x, y, z))
        matrix = [[matrix[a][b] - shift[a][b] / m for b in range(3)] for a in range(3)]
        where = "the centre of mass"
    planar = [XX, YY, ZZ].count(0.0) == 2  # the inertia about one axis is all that was given
    largest = max(abs(value) for value in (XX, YY, ZZ, XY, XZ, YZ))  # before the shift cancels it
    if fault := inertia_fault(matrix, where, largest, planar):
        yield "XX..ZZ", f"{fault}; {_NONE}"

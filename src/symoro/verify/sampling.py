"""Random numbers for a robot's symbols: lengths, angles and bodies that could be real."""

from __future__ import annotations

import random

from symoro.expressions import Expression, Symbol, float_values
from symoro.robot import INERTIAL, Robot, ValueSet
from symoro.robot.link import DRIVE, LAW

LENGTHS = ("b", "d", "r")
ANGLES = ("gamma", "alpha", "theta")


def sample_values(robot: Robot, rng: random.Random) -> dict[str, float]:
    """Return a value for each symbol: lengths 0.2 to 1, generic angles, physical inertias.

    Each link is sampled as six point masses, so its inertial parameters belong together; gravity is
    9.81; velocities, accelerations, wrenches and anything else are within -1.5 to 1.5.
    """
    values: dict[str, float] = {}

    def give(entry: Expression, low: float, high: float) -> None:
        for name in sorted(entry.symbols):
            if name not in values:
                values[name] = rng.uniform(low, high)

    for j, frame in robot:
        if j in robot.variables:
            give(robot.variables[j], -1.5, 1.5)
        for field in LENGTHS:
            give(getattr(frame, field), 0.2, 1.0)
        for field in ANGLES:
            give(getattr(frame, field), -1.5, 1.5)
    for link in (*robot.links, *([robot.base.link] if robot.base.link else [])):
        for name, value in point_mass_body(rng).items():
            entry = getattr(link, name)
            if isinstance(entry, Symbol):
                values.setdefault(entry.name, value)
            give(entry, 0.1, 1.0)
        for name in (*DRIVE, *LAW):
            give(getattr(link, name), 0.1, 1.0)
    for drive in robot.cut_drives:
        for name in (*DRIVE, *LAW):
            give(getattr(drive, name), 0.1, 1.0)
    for wheel in robot.wheels:
        give(wheel.radius, 0.2, 1.0)
    for entry in robot.base.G:
        give(entry, 9.81, 9.81)
    for name in sorted(robot.symbols):
        if name not in values:
            values[name] = rng.uniform(-1.5, 1.5)
    return values


def known_values(robot: Robot, own: ValueSet) -> dict[str, float]:
    """Return the numbers of a value set, for the symbols that the robot has."""
    return float_values((name, value) for name, value in own.values if name in robot.symbols)


def resample_state(robot: Robot, values: dict[str, float], rng: random.Random) -> dict[str, float]:
    """Return the values with new joint positions, velocities and accelerations."""
    changed = dict(values)
    for j, frame in robot:
        names = [robot.variables[j].name] if j in robot.variables else []
        names += [e.name for e in (frame.QP, frame.QDP) if isinstance(e, Symbol)]
        changed.update({name: rng.uniform(-1.5, 1.5) for name in names})
    return changed


def point_mass_body(rng: random.Random, points: int = 6) -> dict[str, float]:
    """Return the ten inertial parameters of some random point masses."""
    body = dict.fromkeys(INERTIAL, 0.0)
    for _ in range(points):
        m = rng.uniform(0.1, 0.6)
        x, y, z = (rng.uniform(-0.6, 0.6) for _ in range(3))
        body["M"] += m
        body["MX"] += m * x
        body["MY"] += m * y
        body["MZ"] += m * z
        body["XX"] += m * (y * y + z * z)
        body["YY"] += m * (x * x + z * z)
        body["ZZ"] += m * (x * x + y * y)
        body["XY"] -= m * x * y
        body["XZ"] -= m * x * z
        body["YZ"] -= m * y * z
    return body

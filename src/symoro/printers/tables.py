"""The tables of a robot, as SYMORO+ prints them."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.robot import IDENTITY, INERTIAL, WRENCH, BaseMotion, Robot
from symoro.robot.base import NULL
from symoro.robot.link import DRIVE


def robot_tables(robot: Robot) -> list[str]:
    """Return the geometric and dynamic tables as lines of text."""
    lines = ["Geometric parameters", *geometry_table(robot)]
    lines += ["Inertial parameters", *link_table(robot, INERTIAL)]
    drive = [name for name in DRIVE if _has_entries(robot, name)]
    if drive:
        lines += ["Rotor inertia and friction", *link_table(robot, drive)]
    if any(_has_entries(robot, name) for name in WRENCH):
        lines += ["External forces and torques", *link_table(robot, WRENCH)]
    if any(frame.eta for _, frame in robot):
        rows = [(j, frame.k, frame.rest) for j, frame in robot if frame.eta]
        lines += ["Elastic joints", *table(("j", "k", "rest"), rows)]
    if robot.wheels:
        radii = [(wheel.link, wheel.radius) for wheel in robot.wheels]
        lines += ["Wheels that roll on the plane of frame 0", *table(("j", "radius"), radii)]
    lines += ["Joint velocities and accelerations", *_joints(robot)]
    base = robot.base
    lines.append(f"Acceleration of gravity : G = {_row(base.G)}")
    if base.motion is not BaseMotion.FIXED:
        lines.append(f"Base : {base.motion.value}")
        for name in ("W0", "WP0", "V0", "VP0"):
            if base.motion is BaseMotion.MOVING or getattr(base, name) != NULL:
                lines.append(f"  {name} = {_row(getattr(base, name))}")
    if base.Z != IDENTITY:
        lines.append("Frame 0 in the world frame : Z")
        lines += [f"  {_row(row)}" for row in base.Z]
    return lines


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return lines with aligned columns."""
    cells = [[str(value) for value in row] for row in [columns, *rows]]
    widths = [max(len(row[k]) for row in cells) for k in range(len(columns))]
    return [
        "  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def geometry_table(robot: Robot) -> list[str]:
    """Return the geometric parameters, a line for each frame."""
    columns = ("j", "ant", "mu", "sigma", "gamma", "b", "alpha", "d", "theta", "r")
    rows = [
        (j, f.antecedent, int(f.mu), int(f.sigma), f.gamma, f.b, f.alpha, f.d, f.theta, f.r)
        for j, f in robot
    ]
    return table(columns, rows)


def link_table(robot: Robot, names: Sequence[str]) -> list[str]:
    """Return some parameters of the links, a line for each; the base first if it has any."""
    numbered = list(enumerate(robot.links, start=1))
    if robot.base.link is not None:
        numbered.insert(0, (0, robot.base.link))
    return table(("j", *names), [(j, *(getattr(link, n) for n in names)) for j, link in numbered])


def _joints(robot: Robot) -> list[str]:
    rows = [(j, frame.QP, frame.QDP) for j, frame in robot if frame.moves]
    return table(("j", "QP", "QDP"), rows)


def _has_entries(robot: Robot, name: str) -> bool:
    return any(getattr(link, name).number != 0 for link in robot.links)


def _row(values: Sequence[object]) -> str:
    return "{" + ", ".join(str(value) for value in values) + "}"

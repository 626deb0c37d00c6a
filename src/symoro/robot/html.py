"""A robot's tables as HTML, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.robot.frame import GEOMETRY
from symoro.robot.link import INERTIAL
from symoro.wording import html_table

if TYPE_CHECKING:
    from symoro.robot.robot import Robot


def robot_html(robot: Robot) -> str:
    """Return the geometric and the inertial table of a robot."""
    geometry = html_table(
        ("j", "a(j)", "mu", "sigma", *GEOMETRY),
        (
            (j, f.antecedent, int(f.mu), int(f.sigma), *(getattr(f, field) for field in GEOMETRY))
            for j, f in robot
        ),
        f"{robot.name}: geometric parameters",
    )
    inertia = html_table(
        ("j", *INERTIAL),
        ((j, *link.inertial) for j, link in enumerate(robot.links, start=1)),
        "inertial parameters",
    )
    return geometry + inertia

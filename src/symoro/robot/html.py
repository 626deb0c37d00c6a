"""A robot's tables as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from symoro.robot.frame import GEOMETRY
from symoro.robot.link import INERTIAL

if TYPE_CHECKING:
    from symoro.robot.robot import Robot


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table; all texts are escaped."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    first = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>{title}<thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


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

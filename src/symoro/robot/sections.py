"""A robot's tables in sections, each with its title, columns and rows: for texts and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from symoro.robot.frame import GEOMETRY
from symoro.robot.link import DRIVE, INERTIAL, LAW, WRENCH

if TYPE_CHECKING:
    from symoro.robot.robot import Robot


class Section(NamedTuple):
    """A table of a robot."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]


def robot_sections(robot: Robot) -> list[Section]:
    """Return the geometric and dynamic tables of a robot; those without entries are left out."""
    sections = [geometry_section(robot), link_section(robot, INERTIAL, "Inertial parameters")]
    drive = [name for name in (*DRIVE, *LAW) if _has_entries(robot, name)]
    if drive:
        sections.append(_drive_section(robot, drive))
    if any(_has_entries(robot, name) for name in WRENCH):
        sections.append(link_section(robot, WRENCH, "External forces and torques"))
    elastic: list[tuple[object, ...]] = [(j, f.k, f.rest) for j, f in robot if f.eta]
    if elastic:
        sections.append(Section("Elastic joints", ("j", "k", "rest"), elastic))
    radii: list[tuple[object, ...]] = [(wheel.link, wheel.radius) for wheel in robot.wheels]
    if radii:
        title = "Wheels that roll on the plane of frame 0"
        sections.append(Section(title, ("j", "radius"), radii))
    rates: list[tuple[object, ...]] = [(j, f.QP, f.QDP) for j, f in robot if f.moves]
    return [*sections, Section("Joint velocities and accelerations", ("j", "QP", "QDP"), rates)]


def geometry_section(robot: Robot) -> Section:
    """Return the geometric parameters, a row for each frame, with names if there are any."""
    rows: list[tuple[object, ...]] = []
    name = ("name",) if any(f.name for _, f in robot) else ()
    for j, f in robot:
        entries = (getattr(f, column) for column in (*GEOMETRY, *name))
        rows.append((j, f.antecedent, int(f.mu), int(f.sigma), *entries))
    return Section("Geometric parameters", ("j", "ant", "mu", "sigma", *GEOMETRY, *name), rows)


def link_section(robot: Robot, names: Sequence[str], title: str = "") -> Section:
    """Return some parameters of the links, a row for each; the base first if it has any."""
    numbered = list(enumerate(robot.links, start=1))
    if robot.base.link is not None:
        numbered.insert(0, (0, robot.base.link))
    rows: list[tuple[object, ...]] = []
    for j, link in numbered:
        rows.append((j, *(getattr(link, name) for name in names)))
    return Section(title, ("j", *names), rows)


def _drive_section(robot: Robot, names: Sequence[str]) -> Section:
    """Rotors and frictions, a row for each link, then for cut joints if they have any."""
    section = link_section(robot, names, "Rotor inertia and friction")
    for j, drive in enumerate(robot.cut_drives, start=robot.n_links + 1):
        section.rows.append((j, *(getattr(drive, name) for name in names)))
    return section


def _has_entries(robot: Robot, name: str) -> bool:
    return any(getattr(link, name).number != 0 for link in robot.drives)

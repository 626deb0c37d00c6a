"""Base parameters as SYMORO+'s ``.regp`` text: tables, regrouping relations, base table."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import TYPE_CHECKING

from symoro.expressions import ZERO
from symoro.printers.document import plain_text
from symoro.printers.tables import geometry_table, link_table
from symoro.request import Request
from symoro.robot.link import DRIVE, INERTIAL
from symoro.robot.parameter import Parameter
from symoro.version import __version__
from symoro.wording import identifier

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters
    from symoro.robot import Robot

_WIDTH = 98


def file_name(found: BaseParameters) -> str:
    """The name of the file of relations: SYMORO+'s."""
    extension = "Nreg" if found.method == "numeric" else "regp"
    return f"{identifier(found.standard.name)}.{extension}"


def report(found: BaseParameters) -> str:
    """Return the text of the file of relations."""
    standard = found.standard
    names = table_columns(found)
    lines = [
        f"File {file_name(found)}",
        title(found),
        "",
        "Geometric parameters",
        *geometry_table(standard),
        "Standard inertial parameters",
        *link_table(standard, names),
        f"Acceleration of gravity : G = {{{', '.join(map(str, standard.base.G))}}}",
        "",
        *relation_lines(found),
        "",
        "The base inertial parameters are",
        *base_table(found),
        *summary(found),
        *(f"Warning: {_on_one_line(warning)}" for warning in found.warnings),
        *request_lines(found),
    ]
    return "\n".join([*lines, ""])


def title(found: BaseParameters) -> str:
    """The title line of the files."""
    return _request(found).title_line(f"Base inertial parameters by the {found.method} method")


def request_lines(found: BaseParameters) -> list[str]:
    """The lines of the request that made the files."""
    return _request(found).lines(__version__)


def _request(found: BaseParameters) -> Request:
    return Request(plain_text(found.standard.name), plain_text(found.options))


def relation_lines(found: BaseParameters) -> list[str]:
    """The regrouping relations, a line each, and the parameters that have no effect."""
    lines = ["The regrouping relations are"]
    if not found.relations:
        lines = ["No parameters are regrouped"]
    totals = [relation for relation in found.relations if relation.total]
    if totals:
        lines.append(f"(in steps: {totals[0].name} and the like are totals that later lines use)")
    lines += map(str, found.relations)
    if found.no_effect:
        lines.append("Parameters without effect on the dynamic model")
        lines += _wrap(found.no_effect)
    return lines


def base_table(found: BaseParameters) -> list[str]:
    """The table of the base parameters, a line for each link."""
    return link_table(found.robot, table_columns(found))


def summary(found: BaseParameters) -> list[str]:
    """The number of base parameters and its proof."""
    friction = len(found.parameters) - len(found.inertial)
    lines = [f"Number of base inertial parameters : {len(found.inertial)}"]
    if friction:
        lines.append(f"Number of friction parameters : {friction}")
    if found.mode:
        lines.append(f"Loops : {found.mode}")
    lines += [f"Note: {_on_one_line(note)}" for note in found.notes]
    return lines + wrap(_on_one_line(found.proof.text), _WIDTH)


def table_columns(found: BaseParameters) -> list[str]:
    """The columns of the tables: rotors and friction where there are any."""
    return [
        *INERTIAL,
        *(
            name
            for name in DRIVE
            if _has_entries(found.standard, name) or _has_entries(found.robot, name)
        ),
    ]


def _has_entries(robot: Robot, name: str) -> bool:
    return any(getattr(link, name) != ZERO for link in robot.links)


def _wrap(parameters: Iterable[Parameter]) -> list[str]:
    return ["  " + line for line in wrap(", ".join(map(str, parameters)), _WIDTH - 2)]


def _on_one_line(text: str) -> str:
    """A user's text on one line."""
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))

"""Base parameters as SYMORO+'s ``.regp`` text: tables, regrouping relations, base table."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from symoro.expressions import ZERO
from symoro.printers.spellings import OWN, spell_kind
from symoro.printers.tables import geometry_table, link_table
from symoro.request import Request
from symoro.robot.link import DRIVE, INERTIAL
from symoro.version import __version__
from symoro.wording import identifier, plain_text

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters
    from symoro.robot import Robot

_WIDTH = 98


def file_name(base_set: BaseParameters, names: str = OWN) -> str:
    """The name of the file of relations: SYMORO+'s."""
    extension = "Nreg" if base_set.method == "numeric" else spell_kind("regp", names)
    return f"{identifier(base_set.standard.name)}.{extension}"


def report(base_set: BaseParameters, names: str = OWN) -> str:
    """Return the text of the file of relations."""
    standard = base_set.standard
    columns = table_columns(base_set)
    lines = [
        f"File {file_name(base_set, names)}",
        title(base_set),
        "",
        "Geometric parameters",
        *geometry_table(standard),
        "Standard inertial parameters",
        *link_table(standard, columns),
        f"Acceleration of gravity : G = {{{', '.join(map(str, standard.base.G))}}}",
        "",
        *relation_lines(base_set),
        "",
        "The base inertial parameters are",
        *base_table(base_set),
        *summary(base_set),
        *(f"Warning: {_on_one_line(warning)}" for warning in base_set.warnings),
        *request_lines(base_set),
    ]
    return "\n".join([*lines, ""])


def title(base_set: BaseParameters) -> str:
    """The title line of the files."""
    return _request(base_set).title_line(
        f"Base inertial parameters by the {base_set.method} method"
    )


def request_lines(base_set: BaseParameters) -> list[str]:
    """The lines of the request that made the files."""
    return _request(base_set).lines(__version__)


def _request(base_set: BaseParameters) -> Request:
    return Request(plain_text(base_set.standard.name), plain_text(base_set.options))


def relation_lines(base_set: BaseParameters) -> list[str]:
    """The regrouping relations, a line each, and the parameters that have no effect."""
    lines = ["The regrouping relations are"]
    if not base_set.relations:
        lines = ["No parameters are regrouped"]
    totals = [relation for relation in base_set.relations if relation.total]
    if totals:
        lines.append(f"(in steps: {totals[0].name} and the like are totals that later lines use)")
    lines += map(str, base_set.relations)
    if base_set.no_effect:
        lines.append("Parameters without effect on the dynamic model")
        names = ", ".join(map(str, base_set.no_effect))
        lines += ["  " + line for line in wrap(names, _WIDTH - 2)]
    return lines


def base_table(base_set: BaseParameters) -> list[str]:
    """The table of the base parameters, a line for each link."""
    return link_table(base_set.robot, table_columns(base_set))


def summary(base_set: BaseParameters) -> list[str]:
    """The number of base parameters and its proof."""
    friction = len(base_set.parameters) - len(base_set.inertial)
    lines = [f"Number of base inertial parameters : {len(base_set.inertial)}"]
    if friction:
        lines.append(f"Number of friction parameters : {friction}")
    if base_set.mode:
        lines.append(f"Loops : {base_set.mode}")
    lines += [f"Note: {_on_one_line(note)}" for note in base_set.notes]
    return lines + wrap(_on_one_line(base_set.proof.text), _WIDTH)


def table_columns(base_set: BaseParameters) -> list[str]:
    """The columns of the tables: rotors and friction where there are any."""
    return [
        *INERTIAL,
        *(
            name
            for name in DRIVE
            if _has_entries(base_set.standard, name) or _has_entries(base_set.robot, name)
        ),
    ]


def _has_entries(robot: Robot, name: str) -> bool:
    return any(getattr(link, name) != ZERO for link in robot.links)


def _on_one_line(text: str) -> str:
    """A user's text on one line."""
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))

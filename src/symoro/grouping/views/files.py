"""The files of base parameters: relations and robot, both whole or neither."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from symoro.file_sets import write_request
from symoro.formats import par
from symoro.grouping.views.texts import file_name, report, request_lines, title
from symoro.wording import identifier

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters


def write_both(found: BaseParameters, folder: str | Path, force: bool) -> list[Path]:
    """Write the file of relations and the ``.par`` file of the base robot.

    Raises:
        UsageError: if one cannot be written or is kept; then both are as before.
    """
    where = Path(folder)
    said = "".join(f"(* {line} *)\n" for line in (title(found), *request_lines(found)))
    robot = where / f"{identifier(found.standard.name)}{found.suffix}.par"
    texts = {where / file_name(found): report(found), robot: said + par.write(found.robot)}
    return write_request(texts, force=force)

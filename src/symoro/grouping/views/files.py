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


def write_both(base_set: BaseParameters, folder: str | Path, force: bool) -> list[Path]:
    """Write the file of relations and the ``.par`` file of the base robot.

    Raises:
        UsageError: if one cannot be written or is kept; then both are as before.
    """
    where = Path(folder)
    head = "".join(f"(* {line} *)\n" for line in (title(base_set), *request_lines(base_set)))
    robot = where / f"{identifier(base_set.standard.name)}{base_set.suffix}.par"
    texts = {where / file_name(base_set): report(base_set), robot: head + par.write(base_set.robot)}
    return write_request(texts, force=force)

"""The files of base parameters: relations and robot, both whole or neither."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from symoro.file_sets import write_request
from symoro.formats import par
from symoro.grouping.views.texts import file_name, report, request_lines, title
from symoro.printers.spellings import spell_kind
from symoro.wording import identifier

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters


def write_both(base_set: BaseParameters, folder: str | Path, force: bool, names: str) -> list[Path]:
    """Write the file of relations and the ``.par`` file of the base robot, called like its file.

    Raises:
        UsageError: if one cannot be written or is kept; then both are as before.
    """
    where = Path(folder)
    head = "".join(f"(* {line} *)\n" for line in (title(base_set), *request_lines(base_set)))
    suffix = spell_kind(base_set.suffix, names)
    robot = replace(base_set.robot, name=f"{base_set.standard.name}{suffix}")
    file = where / f"{identifier(base_set.standard.name)}{suffix}.par"
    relations = report(base_set, names)
    texts = {where / file_name(base_set, names): relations, file: head + par.write(robot)}
    return write_request(texts, force=force)

"""The files of base parameters: relations and robot, both whole or neither."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from symoro.formats import old_text, par, write_together
from symoro.identification.views.texts import file_name, report
from symoro.robot import identifier

if TYPE_CHECKING:
    from symoro.identification.result import BaseParameters


def write_both(found: BaseParameters, folder: str | Path) -> list[Path]:
    """Write the file of relations and the ``.par`` file of the base robot.

    Relations that are replaced by others are warned of: these are another robot's, or of other
    options.

    Raises:
        UsageError: if one cannot be written; then both are as before.
    """
    where = Path(folder)
    relations = where / file_name(found)
    texts = {
        relations: report(found),
        where / f"{identifier(found.standard.name)}{found.suffix}.par": par.write(found.robot),
    }
    if old_text(relations, texts[relations]) is not None:
        said = f"{relations} had other relations, of another robot or of other options"
        warnings.warn(f"{said}: it is replaced", stacklevel=3)
    write_together(texts)
    return list(texts)

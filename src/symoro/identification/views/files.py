"""The files of base parameters: relations and robot, both whole or neither."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.formats import par, write_whole
from symoro.identification.views.texts import file_name, report
from symoro.robot import identifier

if TYPE_CHECKING:
    from symoro.identification.result import BaseParameters


def write_both(found: BaseParameters, folder: str | Path) -> list[Path]:
    """Write the file of relations and the ``.par`` file of the base robot.

    Raises:
        UsageError: if one cannot be written; then both are as before.
    """
    where = Path(folder)
    texts = {
        where / file_name(found): report(found),
        where / f"{identifier(found.standard.name)}{found.suffix}.par": par.write(found.robot),
    }
    try:
        where.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{folder}: cannot make this folder: {reason}") from error
    write_together(texts)
    return list(texts)


def write_together(texts: Mapping[Path, str]) -> None:
    """Write some files: all are in place, or nothing changes.

    Raises:
        UsageError: naming the file that cannot be written.
    """
    mark = secrets.token_hex(8)
    drafts = {path: path.with_name(f".symoro-{mark}-{path.name}.tmp") for path in texts}
    olds = {path: path.with_name(f".symoro-{mark}-{path.name}.old") for path in texts}
    try:
        for path, text in texts.items():
            if path.is_dir():
                raise UsageError(f"{path}: cannot write: a folder")
            write_whole(drafts[path], text)
        _exchange(drafts, olds)
    finally:
        for path in (*drafts.values(), *olds.values()):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def _exchange(drafts: Mapping[Path, Path], olds: Mapping[Path, Path]) -> None:
    """Put drafts in the place of files; on failure, put back what was there."""
    done: list[Path] = []
    for path, draft in drafts.items():
        try:
            if path.exists():
                os.replace(path, olds[path])
            done.append(path)
            os.replace(draft, path)
        except OSError as error:
            for changed in done:
                with contextlib.suppress(OSError):
                    if olds[changed].exists():
                        os.replace(olds[changed], changed)
                    else:
                        changed.unlink(missing_ok=True)
            raise UsageError(f"{path}: cannot write: {error.strerror or error}") from error

"""Files that belong together: all are written, or nothing changes."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

from symoro.errors import UsageError
from symoro.formats.files import write_whole


def old_text(path: Path, new: str) -> str | None:
    """Return what is in a file that another text will replace; None if nothing is lost."""
    try:
        old = path.read_text(encoding="utf-8") if path.is_file() else new
    except (OSError, ValueError):
        return None
    return old if old != new else None


def write_together(contents: Mapping[Path, str | bytes]) -> None:
    """Write some files, and the folders that they need: all are in place, or nothing changes.

    Raises:
        UsageError: naming the file that cannot be written, or the folder that cannot be made.
    """
    mark = secrets.token_hex(8)
    drafts = {path: path.with_name(f".symoro-{mark}-{k}.tmp") for k, path in enumerate(contents)}
    olds = {path: path.with_name(f".symoro-{mark}-{k}.old") for k, path in enumerate(contents)}
    with _folders(dict.fromkeys(path.parent for path in contents)):
        try:
            for path, content in contents.items():
                if path.is_dir():
                    raise UsageError(f"{path}: cannot write: a folder")
                try:
                    write_whole(drafts[path], content)
                except UsageError as error:  # of the draft
                    reason = str(error).removeprefix(str(drafts[path]))
                    raise UsageError(f"{path}{reason}") from error.__cause__
            _exchange(drafts, olds)
        finally:
            for path in (*drafts.values(), *olds.values()):
                with contextlib.suppress(OSError, ValueError):
                    path.unlink(missing_ok=True)


@contextlib.contextmanager
def _folders(wanted: Mapping[Path, None]) -> Iterator[None]:
    """Make folders; if what is done with them fails, remove those that were not there."""
    made: list[Path] = []
    try:
        for folder in wanted:
            try:
                missing = [each for each in (folder, *folder.parents) if not each.exists()]
                made += missing
                folder.mkdir(parents=True, exist_ok=True)
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                raise UsageError(f"{folder}: cannot make this folder: {reason}") from error
        yield
    except BaseException:
        for each in sorted(made, key=lambda path: len(path.parts), reverse=True):
            with contextlib.suppress(OSError):
                each.rmdir()
        raise


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

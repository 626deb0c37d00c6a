"""Files that belong together: all are written, or nothing changes."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from symoro.errors import UsageError
from symoro.formats.files import remove_if_possible, write_whole


def old_text(path: Path, new: str) -> str | None:
    """Return what is in a file that another text will replace; None if nothing is lost."""
    try:
        old = path.read_text(encoding="utf-8") if path.is_file() else new
    except (OSError, ValueError):
        return None
    return old if old != new else None


def write_together(contents: Mapping[Path, str | bytes]) -> None:
    """Write some files, and the folders that they need: all are in place, or nothing changes.

    Interruptions included. Only where what was there can neither be left nor put back, it is beside
    its file under the name that the message gives.

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
            for path in drafts.values():
                remove_if_possible(path)


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
    """Put drafts in the place of files; on failure or interruption, put back what was there."""
    path = None
    try:
        for path in drafts:
            _set_aside(path, olds[path])
        for path, draft in drafts.items():
            os.replace(draft, path)
    except BaseException as error:
        lost = [_put_back(each, drafts[each], old) for each, old in olds.items()]
        if isinstance(error, OSError):
            reason = f"cannot write: {error.strerror or error}{''.join(lost)}"
            raise UsageError(f"{path}: {reason}") from error
        if any(lost):
            error.add_note(f"{path}: interrupted{''.join(lost)}")
        raise
    for old in olds.values():
        remove_if_possible(old)


def _set_aside(path: Path, old: Path) -> None:
    """Give a file a second name, or a copy where there are no links: the first stays in place."""
    if os.path.lexists(path):
        try:
            os.link(path, old, follow_symlinks=False)
        except (OSError, NotImplementedError):
            shutil.copy2(path, old, follow_symlinks=False)


def _put_back(path: Path, draft: Path, old: Path) -> str:
    """Put back what was in a file whose draft is in its place; if that fails, say where it is."""
    if draft.exists():
        remove_if_possible(old)
        return ""
    was_there = os.path.lexists(old)
    try:
        if was_there:
            os.replace(old, path)
        else:
            path.unlink()
    except OSError:
        return f"; {path} is new, " + (f"the old one is {old}" if was_there else "there was none")
    return ""

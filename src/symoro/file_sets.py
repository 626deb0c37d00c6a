"""Files written whole or not at all, some of them together; files of others are kept."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from symoro.errors import UsageError
from symoro.request import Request


def write_request(
    contents: Mapping[Path, str],
    read: Callable[[str], Request | None] = Request.read,
    *,
    force: bool = False,
    more: Iterable[str] = (),
) -> list[Path]:
    """Write the files of a request and return their paths; keep files of others unless ``force``.

    A file may be replaced if it says that it answers the same question: a robot of the same name,
    whatever its tables are now, and the same options but those of form. Where level or form differ,
    or by ``force``, it is replaced with a warning. A text that says nothing, such as an example,
    replaces one with the same first line. All other files are not ours.

    Args:
        contents: the texts, by path.
        read: gives the statement of a text on how it was made; None if it says nothing.
        force: True to replace files of other requests, and those that are not ours.
        more: other warnings, asked for when nothing was refused.

    Raises:
        UsageError: for a file that is kept, or that cannot be written; nothing is changed then.
    """
    notices = [_replacement_warning(path, text, read, force) for path, text in contents.items()]
    for warning in filter(None, [*notices, *more]):
        warnings.warn(warning, stacklevel=4)
    write_together(contents)
    return list(contents)


def _replacement_warning(
    path: Path, text: str, read: Callable[[str], Request | None], force: bool
) -> str | None:
    """The warning of what is lost with a file; an error if the file is not ours to replace."""
    old = old_text(path, text)
    if old is None:
        return None
    before, now = read(old), read(text)
    if before is None or now is None:
        if before is now and _title(old) == _title(text):
            return None
        conflict = f"{path} is another file, not one that symoro made for this request"
        replaced, allowed = f"{conflict}: it is replaced", force
    elif before == now:
        return None
    else:
        was, is_now = str(before), str(now)
        if before.robot != now.robot:
            was, is_now = f"for {before.robot} {was}", f"for {now.robot} {is_now}"
        conflict = f"{path} was made {was}, this one is made {is_now}"
        replaced = f"{path} was made {was}: it is replaced by one made {is_now}"
        allowed = force or before.question == now.question
    if not allowed:
        raise UsageError(f"{conflict}; another folder keeps both, --force (force=True) replaces it")
    return replaced


def _title(text: str) -> str:
    """The first line that has a word."""
    return next((line for line in text.splitlines() if any(map(str.isalpha, line))), "")


def old_text(path: Path, new: str) -> str | None:
    """Return the text of a file that another text will replace; None if nothing is lost."""
    try:
        if not path.is_file():
            return None
    except (OSError, ValueError):  # nor can it be written
        return None
    try:
        old = path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # something that we may not read
        return ""
    return old if old != new else None


def write_together(contents: Mapping[Path, str | bytes]) -> None:
    """Write some files, and the folders that they need: all are in place, or nothing changes.

    Interruptions included. Only where what was there can neither be left nor put back, it is beside
    its file under the name that the message gives.

    Raises:
        UsageError: naming the file that cannot be written, or the folder that cannot be made.
    """
    contents = {file_at(path): content for path, content in contents.items()}
    mark = secrets.token_hex(8)
    drafts = {path: path.with_name(f".symoro-{mark}-{k}.tmp") for k, path in enumerate(contents)}
    olds = {path: path.with_name(f".symoro-{mark}-{k}.old") for k, path in enumerate(contents)}
    with _new_folders(dict.fromkeys(path.parent for path in contents)):
        try:
            for path, content in contents.items():
                try:
                    write_whole(drafts[path], content)
                except UsageError as error:  # of the draft
                    reason = str(error).removeprefix(str(drafts[path]))
                    raise UsageError(f"{path}{reason}") from error.__cause__
            _exchange(drafts, olds)
        finally:
            for path in drafts.values():
                remove_if_possible(path)


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    r"""Write a file, text as UTF-8 with ``\n``: the whole content is in place, or nothing changes.

    Raises:
        UsageError: if the file cannot be written; nothing is left behind.
    """
    target = file_at(path)
    draft = target.parent / f".symoro-{secrets.token_hex(8)}.tmp"
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        with open(draft, "xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, target)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot write: {error_reason(error)}") from error
    finally:
        remove_if_possible(draft)


def file_at(path: str | os.PathLike[str]) -> Path:
    """Return the file that a path names, through symbolic links; it need not be there.

    Raises:
        UsageError: for a folder, or for a device or pipe, which a file must not replace.
    """
    try:
        target = Path(path).resolve() if Path(path).is_symlink() else Path(path)
        if target.exists() and not target.is_file():
            what = "a folder" if target.is_dir() else "no file but a device or a pipe"
            raise UsageError(f"{path}: cannot write: {what}")
    except (OSError, ValueError, RuntimeError) as error:
        raise UsageError(f"{path}: cannot write: {error_reason(error)}") from error
    return target


def remove_if_possible(draft: Path) -> None:
    """Remove a file that is needed no more, such as a draft, if it is there."""
    with contextlib.suppress(OSError, ValueError):
        draft.unlink(missing_ok=True)


def error_reason(error: Exception) -> str:
    """Return the reason of an error of the system, without its number."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


@contextlib.contextmanager
def _new_folders(wanted: Mapping[Path, None]) -> Iterator[None]:
    """Make folders; if what is done with them fails, remove those that were not there."""
    new_folders: list[Path] = []
    try:
        for folder in wanted:
            try:
                missing = [each for each in (folder, *folder.parents) if not each.exists()]
                new_folders += missing
                folder.mkdir(parents=True, exist_ok=True)
            except (OSError, ValueError) as error:
                reason = error_reason(error)
                raise UsageError(f"{folder}: cannot make this folder: {reason}") from error
        yield
    except BaseException:
        for each in sorted(new_folders, key=lambda path: len(path.parts), reverse=True):
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

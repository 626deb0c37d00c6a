"""Files that belong together: whatever happens, all are in place or nothing has changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from symoro.errors import UsageError
from symoro.file_sets import write_together, write_whole

NAMES = ("first", "second", "third")
LINKED = "linked"  # the file that "third" points to
Replace = Callable[[Path, Path], None]


def found(folder: Path) -> dict[str, str]:
    """The files of a folder, hidden ones too; links as what they point to."""
    return {
        path.name: os.readlink(path) if path.is_symlink() else path.read_text()
        for path in folder.iterdir()
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two of three files are there; one is a link to another."""
    (tmp_path / "first").write_text("old")
    (tmp_path / LINKED).write_text("old")
    (tmp_path / "third").symlink_to(LINKED)
    return tmp_path


def replace_that_stops(count: int, error: BaseException, *, after: bool) -> Replace:
    """A replacement that stops once, before or after some of the exchanges."""
    true_replace, left = os.replace, [count]

    def replace(source: Path, target: Path) -> None:
        counts = Path(target).name in (*NAMES, LINKED)
        left[0] -= counts
        if counts and left[0] == 0 and not after:
            raise error
        true_replace(source, target)
        if counts and left[0] == 0:
            raise error

    return replace


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("after", [True, False])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError(), OSError(28, "full")])
def test_an_interruption_changes_nothing(
    error: BaseException,
    count: int,
    after: bool,
    links: bool,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = found(folder)

    def no_link(*_: object, **__: object) -> None:
        raise OSError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr("os.link", no_link)
    monkeypatch.setattr("os.replace", replace_that_stops(count, error, after=after))
    kind = UsageError if isinstance(error, OSError) else type(error)
    with pytest.raises(kind):
        write_together({folder / name: "new" for name in NAMES})
    assert found(folder) == before
    write_together({folder / name: "new" for name in NAMES})
    assert found(folder) == {"first": "new", "second": "new", "third": LINKED, LINKED: "new"}


def test_there_is_no_moment_without_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    true_replace = os.replace

    def replace(source: Path, target: Path) -> None:
        assert (folder / "first").exists()
        true_replace(source, target)

    monkeypatch.setattr("os.replace", replace)
    write_together({folder / name: "new" for name in NAMES})


def test_what_cannot_be_put_back_is_kept_and_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_replace = os.replace

    def replace(source: Path, target: Path) -> None:
        if Path(source).suffix == ".old" or Path(target).name == "second":
            raise OSError(5, "Input/output error")
        true_replace(source, target)

    monkeypatch.setattr("os.replace", replace)
    with pytest.raises(UsageError) as refused:
        write_together({folder / name: "new" for name in NAMES})
    (old,) = folder.glob("*.old")
    assert str(refused.value) == (
        f"{folder}/second: cannot write: Input/output error; {folder}/first is new, the old one is "
        f"{old}"
    )
    assert old.read_text() == "old"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders")
def test_a_pipe_or_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for write in (write_together, lambda contents: write_whole(pipe, contents[pipe])):
        with pytest.raises(UsageError, match="pipe: cannot write: no file but a device or a pipe"):
            write({pipe: "new"})
    assert pipe.is_fifo()
    with pytest.raises(UsageError, match="cannot write: a folder"):
        write_whole(tmp_path, "new")
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]

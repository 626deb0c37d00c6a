"""Files: chosen by extension, decoded, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings

from strategies import random_parallel_robot
from symoro.errors import ParseError, UsageError
from symoro.file_sets import write_whole
from symoro.formats import load_file, save_file
from symoro.robot import ParallelRobot, Robot, Structure, new_robot

ARM = new_robot("arm", Structure.SIMPLE, 2)


@pytest.mark.parametrize("name", ["arm.par", "arm.json", "ARM.PAR", "arm.v2.Json"])
def test_the_format_follows_from_the_extension(tmp_path: Path, name: str) -> None:
    save_file(ARM, tmp_path / name)
    assert load_file(tmp_path / name) == ARM
    assert load_file(str(tmp_path / name)) == ARM
    assert (tmp_path / name).read_text().startswith("{") == name.lower().endswith(".json")


@pytest.mark.parametrize("name", ["arm.sdf", "arm", ".par", "arm.par.bak"])
def test_another_extension_is_refused_with_the_list_of_valid_ones(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(UsageError, match=r"no such file, and .*; robot files are \.par, \.json"):
        load_file(tmp_path / name)
    with pytest.raises(UsageError, match=r"robot files are \.par, \.json"):
        save_file(ARM, tmp_path / name)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / name).write_text("a robot")
    with pytest.raises(
        UsageError, match=r": the file exists, but it.* extension.*; robot files are"
    ):
        load_file(tmp_path / name)


def test_a_file_that_is_not_there_a_folder_and_a_bad_name_are_usage_errors(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such file"):
        load_file(tmp_path / "none.par")
    (tmp_path / "folder.par").mkdir()
    with pytest.raises(UsageError, match="a folder"):
        load_file(tmp_path / "folder.par")
    with pytest.raises(UsageError):
        load_file("nul\0byte.par")
    with pytest.raises(UsageError):
        load_file("x" * 5_000 + ".par")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser reads everything")
def test_a_file_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    save_file(ARM, tmp_path / "arm.par")
    (tmp_path / "arm.par").chmod(0)
    with pytest.raises(UsageError, match="cannot read"):
        load_file(tmp_path / "arm.par")


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("latin-1", b"")]
)
def test_utf_8_with_or_without_mark_and_latin_1_are_read(
    tmp_path: Path, encoding: str, mark: bytes
) -> None:
    save_file(ARM, tmp_path / "plain.par")
    text = "(* mesuré *)\r\n" + (tmp_path / "plain.par").read_text().replace("'arm'", "'bras né'")
    (tmp_path / "arm.par").write_bytes(mark + text.encode(encoding))
    assert load_file(tmp_path / "arm.par").name == "bras né"


def test_errors_and_warnings_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "arm.par"
    path.write_text("Ant = {0")
    with pytest.raises(ParseError) as caught:
        load_file(path)
    assert str(caught.value).startswith(f"{path}:1:7: error: ")


@settings(max_examples=1, derandomize=True, deadline=None, database=None)
@given(robot=random_parallel_robot())
def test_a_parallel_robot_is_saved_as_json_only(
    tmp_path_factory: pytest.TempPathFactory, robot: ParallelRobot
) -> None:
    folder = tmp_path_factory.mktemp("parallel")
    save_file(robot, folder / "robot.json")
    assert load_file(folder / "robot.json") == robot
    with pytest.raises(UsageError, match=r"cannot hold a parallel robot; use \.json"):
        save_file(robot, folder / "robot.par")


def test_files_have_unix_line_ends_and_the_usual_permissions(tmp_path: Path) -> None:
    write_whole(tmp_path / "text.txt", "a\nb é\n")
    assert (tmp_path / "text.txt").read_bytes() == "a\nb é\n".encode()
    (tmp_path / "other.txt").touch()
    modes = [(tmp_path / name).stat().st_mode for name in ("text.txt", "other.txt")]
    assert modes[0] == modes[1]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path / "text.txt", "old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(UsageError, match="cannot write: No space left on device"):
        write_whole(tmp_path / "text.txt", "new")
    assert (tmp_path / "text.txt").read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["text.txt"]


def test_a_folder_that_is_not_there_or_in_the_way_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write"):
        write_whole(tmp_path / "none" / "text.txt", "x")
    (tmp_path / "taken.par").mkdir()
    with pytest.raises(UsageError, match="cannot write"):
        save_file(ARM, tmp_path / "taken.par")
    assert [file.name for file in tmp_path.iterdir()] == ["taken.par"]


def test_the_robot_read_is_a_robot(tmp_path: Path) -> None:
    save_file(ARM, tmp_path / "arm.json")
    assert isinstance(load_file(tmp_path / "arm.json"), Robot)

"""The commands and the Python of the documentation do what they say."""

from __future__ import annotations

import doctest
import io
import os
import re
import runpy
import shlex
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import external
from cli.commands import COMMAND
from docs.documents import DOCS, EXAMPLES, ROOT, blocks, documents, environment, name
from how_to_pages import page_files, write_files
from symoro.cli import main

LEFT_OUT = "..."


def with_blocks(*languages: str) -> pytest.MarkDecorator:
    found = [page for page in documents() if blocks(page, *languages)]
    return pytest.mark.parametrize("document", found, ids=name)


SHELL = set("|<>;&$`")


def run(command: str | list[str], folder: Path) -> external.Completed:
    """Run what a user types; plain commands of symoro in this process, which spares imports."""
    if isinstance(command, str):
        first, both, second = command.partition(" && ")
        if both and run(first, folder).returncode == 0:
            return run(second, folder)
        words = shlex.split(command, comments=True)
        if words[0] == "symoro" and not SHELL & set("".join(words)):
            return _here(words, folder)
    return external.run(command, folder, environment=environment(), merged=True, timeout=300)


def _here(words: list[str], folder: Path) -> external.Completed:
    """Run a command of symoro in this process."""
    status: object = 0
    output = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("COLUMNS", "80")
        patch.setattr(sys, "argv", words)
        patch.setitem(main.__globals__, "app", COMMAND)
        with redirect_stdout(output), redirect_stderr(output):
            try:
                main()
            except SystemExit as stopped:
                status = stopped.code or 0
    assert isinstance(status, int)
    return external.Completed(words, status, output.getvalue())


@pytest.fixture(autouse=True)
def _robot_files(tmp_path: Path) -> None:
    """The robot files of the clone's examples, where documents name them."""
    for file in EXAMPLES.glob("*.urdf"):
        (tmp_path / "examples").mkdir(exist_ok=True)
        shutil.copy(file, tmp_path / "examples")


def sessions(text: str) -> list[tuple[str, str]]:
    """Commands after ``$``, each with what it prints."""
    pieces = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def pattern(expected: str) -> str:
    """What matches an output in which ``...`` stands for any lines."""
    lines = expected.splitlines(keepends=True)
    parts = [r"(?:.*\n)*?" if line.strip() == LEFT_OUT else re.escape(line) for line in lines]
    return "".join(parts)


@with_blocks("bash")
def test_the_commands_of_a_document_run(document: Path, tmp_path: Path) -> None:
    for block in blocks(document, "bash"):
        for command in block.text.splitlines():
            assert command.startswith("symoro "), f"{name(document)}:{block.line}: {command}"
            done = run(command, tmp_path)
            assert done.returncode == 0, f"{name(document)}: {command}\n{done.stdout}"


@with_blocks("console")
def test_the_sessions_of_a_document_print_what_they_show(document: Path, tmp_path: Path) -> None:
    write_files(tmp_path, page_files(document))
    for block in blocks(document, "console"):
        for command, expected in sessions(block.text):
            done = run(command, tmp_path)
            where = f"{name(document)}:{block.line}: {command}"
            assert done.returncode == 0, f"{where}\n{done.stdout}"
            assert re.fullmatch(pattern(expected), done.stdout), (
                f"{where} prints\n{done.stdout}\ninstead of\n{expected}"
            )


def printed(text: str) -> list[str]:
    """The values in comments behind calls of print; ``...`` leaves out the end."""
    return re.findall(r"^ *print\(.*\)  # ([\[('\d].*)$", text, re.MULTILINE)


@with_blocks("python")
def test_the_python_of_a_document_runs_and_prints_what_its_comments_say(
    document: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = tmp_path / "program.py"
    program.write_text("\n".join(block.text for block in blocks(document, "python")), "utf-8")
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    runpy.run_path(program.name, run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    for value in printed(program.read_text("utf-8")):
        start, left_out, _ = value.partition(LEFT_OUT)
        found = any(line.startswith(start) if left_out else line == value for line in lines)
        assert found, f"{name(document)} does not print {value}"


@with_blocks("pycon")
def test_the_python_sessions_of_a_document_are_true(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tmp_path / "session.txt"
    session.write_text("\n".join(block.text for block in blocks(document, "pycon")), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(session), module_relative=False).failed == 0


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: str(path.stem))
def test_an_example_runs(example: Path, tmp_path: Path) -> None:
    done = run([sys.executable, "-W", "error", str(example)], tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_c_program_of_the_documentation_compiles_and_prints_what_it_says(
    tmp_path: Path,
) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        assert not os.environ.get("CI"), "a C compiler is needed"
        pytest.skip("no C compiler")
    page = DOCS / "languages.md"
    (main,) = blocks(page, "c")
    (tmp_path / "main.c").write_text(main.text, encoding="utf-8")
    assert run("symoro idm planar2r --lang c -o .", tmp_path).returncode == 0
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    built = run([compiler, *flags, "main.c", "planar2r_dyn.c", "-o", "main", "-lm"], tmp_path)
    assert built.returncode == 0, built.stdout
    printed = run(["./main"], tmp_path).stdout.strip()
    assert f"`{printed}`" in page.read_text(encoding="utf-8")


def test_the_readme_names_only_commands_that_make_has() -> None:
    targets = set(re.findall(r"^([\w-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in documents():
        text = document.read_text(encoding="utf-8")
        named = set(re.findall(r"(?:`|^)make ([\w-]+)", text, re.MULTILINE))
        assert named <= targets, f"{name(document)} names {', '.join(named - targets)}"

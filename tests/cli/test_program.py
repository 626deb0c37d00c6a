"""The installed program: exit statuses, pipes, start-up time, what is imported."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from clock import at_most
from external import Completed, run, start
from symoro.cli import commands, menus
from symoro.cli.main import app

HEAVY = ("numpy", "sympy", "scipy", "llvmlite")
SYMORO = [sys.executable, "-c", "from symoro.cli import main; main()"]


def symoro(*arguments: str, cwd: Path) -> Completed:
    return run([*SYMORO, *arguments], cwd)


def test_exit_statuses_tell_done_refused_and_wrong_usage(tmp_path: Path) -> None:
    done = symoro("idm", "rrp", cwd=tmp_path)
    refused = symoro("ddm", "sr400", "--method", "recursive", cwd=tmp_path)
    wrong = symoro("idm", "sr4000", cwd=tmp_path)
    assert [r.returncode for r in (done, refused, wrong)] == [0, 1, 2]
    assert "Traceback" not in done.stderr + refused.stderr + wrong.stderr
    assert refused.stdout == wrong.stdout == ""
    assert "--tree" in refused.stderr
    assert "did you mean sr400" in wrong.stderr


def test_standard_output_is_data_alone(tmp_path: Path) -> None:
    result = symoro("idm", "rrp", "--json", cwd=tmp_path)
    assert json.loads(result.stdout)["robot"] == "rrp"


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    command = [*SYMORO, "idm", "general6r", "--lang", "c", "--no-verify"]
    process = start(command, tmp_path, merged=False)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.close()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=30) == 0
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors


FULL = Path("/dev/full")
NO_SPACE = "error: standard output: cannot write: No space left on device\n"


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize(
    "words", ["robots", "show rrp", "idm planar2r --no-verify --json", "languages", "--help"]
)
def test_a_full_disk_behind_standard_output_is_one_line(words: str, tmp_path: Path) -> None:
    done = run(f"{shlex.join([*SYMORO, *words.split()])} > {FULL}", tmp_path)
    assert (done.returncode, done.stderr) == (2, NO_SPACE)


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
def test_where_no_message_can_be_written_the_status_is_kept(tmp_path: Path) -> None:
    line = f"{shlex.join([*SYMORO, 'idm', 'rx91'])} > {FULL} 2> {FULL}"
    done = run(line, tmp_path, timeout=30)
    assert done.returncode == 2


def test_a_reader_that_stops_ends_the_program_quietly(tmp_path: Path) -> None:
    process = start([*SYMORO, "robots"], tmp_path, merged=False)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.close()
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close a stream")
def test_a_closed_standard_output_is_one_line(tmp_path: Path) -> None:
    done = run(f"{shlex.join([*SYMORO, 'robots'])} >&-", tmp_path)
    reason = "error: standard output: cannot write: it is closed\n"
    assert (done.returncode, done.stderr) == (2, reason)


def test_the_application_runs_under_typers_own_runner() -> None:
    result = CliRunner().invoke(app, ["idm", "rrp", "--no-verify"])
    assert result.exit_code == 0
    assert "GAM3=F33;" in result.stdout


@pytest.mark.parametrize(
    ("words", "made"),
    [("--help", []), ("idm --help", ["idm"]), ("mass-matrix --help", ["mass-matrix"])],
)
def test_only_the_command_that_is_typed_is_made(
    words: str, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []

    def record(name: str) -> Any:
        names.append(name)
        return commands.command_named(name)

    monkeypatch.setattr(menus, "command_named", record)
    result = CliRunner().invoke(app, words.split())
    assert result.exit_code == 0
    assert names == made


@pytest.mark.parametrize(
    "command",
    [
        pytest.param([sys.executable, "-c", "import symoro"], id="import"),
        pytest.param([*SYMORO, "--help"], id="help"),
    ],
)
def test_start_up_takes_less_than_half_a_second(command: list[str], tmp_path: Path) -> None:
    with at_most(0.5):
        run(command, tmp_path, check=True)


@pytest.mark.parametrize(
    "statement",
    [
        "import symoro; symoro.__version__",
        "import sys; sys.argv = ['symoro', '--help']\n"
        "from symoro.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass",
        "from symoro.cli.arguments import robot_names; robot_names('r')",
    ],
    ids=["import", "help", "completion"],
)
def test_start_up_imports_nothing_heavy(statement: str, tmp_path: Path) -> None:
    report = f"{statement}\nimport sys\nprint('|', *sys.modules, file=sys.stderr)"
    done = run([sys.executable, "-c", report], tmp_path, check=True)
    modules = done.stderr.rpartition("|")[2].split()
    assert "symoro" in modules
    assert [name for name in HEAVY if name in modules] == []
    if "--help" in statement:
        assert "symoro.robot" not in modules


def test_the_module_is_the_command(tmp_path: Path) -> None:
    module = [sys.executable, "-m", "symoro"]
    ran = run([*module, "--version"], tmp_path, check=True)
    assert ran.stdout == symoro("--version", cwd=tmp_path).stdout
    wrong = run([*module, "show", "nobody"], tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("error: ")

"""The installed program: exit statuses, pipes, start-up time, what is imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from clock import at_most
from symoro.cli.main import app

HEAVY = ("numpy", "sympy", "scipy", "llvmlite")
SYMORO = [sys.executable, "-c", "from symoro.cli import main; main()"]


def symoro(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SYMORO, *arguments], cwd=cwd, capture_output=True, text=True)


def test_exit_statuses_tell_done_refused_and_wrong_usage(tmp_path: Path) -> None:
    done = symoro("idm", "rrp", cwd=tmp_path)
    refused = symoro("idm", "sr400", cwd=tmp_path)
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
    process = subprocess.Popen(
        [*SYMORO, "idm", "general6r", "--lang", "c", "--no-verify"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=30) == 0
    assert b"Traceback" not in errors
    assert b"Exception ignored" not in errors


FULL = Path("/dev/full")
NO_SPACE = "error: standard output: cannot write: No space left on device\n"


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize(
    "words", ["robots", "show rrp", "idm planar2r --no-verify --json", "languages", "--help"]
)
def test_a_full_disk_behind_standard_output_is_one_line(words: str, tmp_path: Path) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*SYMORO, *words.split()], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (2, NO_SPACE)


@pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full")
def test_where_no_message_can_be_written_the_status_is_kept(tmp_path: Path) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*SYMORO, "idm", "rx91"], cwd=tmp_path, stdout=full, stderr=full, timeout=30
        )
    assert done.returncode == 2


def test_a_reader_that_stops_ends_the_program_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*SYMORO, "robots"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close a stream")
def test_a_closed_standard_output_is_one_line(tmp_path: Path) -> None:
    command = ["sh", "-c", 'exec "$@" >&-', "sh", *SYMORO, "robots"]
    done = subprocess.run(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    reason = "error: standard output: cannot write: it is closed\n"
    assert (done.returncode, done.stderr) == (2, reason)


def test_the_application_runs_under_typers_own_runner() -> None:
    result = CliRunner().invoke(app, ["idm", "rrp", "--no-verify"])
    assert result.exit_code == 0
    assert "GAM3=F33;" in result.stdout


@pytest.mark.parametrize(
    "command",
    [
        pytest.param([sys.executable, "-c", "import symoro"], id="import"),
        pytest.param([*SYMORO, "--help"], id="help"),
    ],
)
def test_start_up_takes_less_than_half_a_second(command: list[str], tmp_path: Path) -> None:
    with at_most(0.5):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


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
    done = subprocess.run(
        [sys.executable, "-c", report], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    modules = done.stderr.rpartition("|")[2].split()
    assert "symoro" in modules
    assert [name for name in HEAVY if name in modules] == []
    if "--help" in statement:
        assert "symoro.robot" not in modules

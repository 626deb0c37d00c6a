"""Results that users keep are the same on other machines, in a small form of the comparison."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

import external
from elsewhere.kept import FEW, commands, differences
from elsewhere.machines import KERNELS, Machine, features, plain_machine
from symoro.cli.commands import ENTRIES

ROOT = Path(__file__).parents[2]


def test_what_a_user_keeps_is_the_same_on_other_machines(tmp_path: Path) -> None:
    """Pictures, rows, solutions, headers and numbers, byte for byte."""
    here = [machine for machine in KERNELS if not machine.lacking]
    if not here:
        pytest.skip("the system does not tell the features of its processor")
    folders = []
    for machine in (plain_machine(), here[-1]):
        folders.append(tmp_path / machine.name)
        command = [sys.executable, "-m", "tests.elsewhere.kept", str(folders[-1]), "--few"]
        environment = {**os.environ, **machine.environment}
        external.run(command, ROOT, environment=environment, check=True)
    for number in range(len(FEW)):
        text = (folders[0] / f"{number:03}" / "output.txt").read_text(encoding="utf-8")
        assert text.endswith("status 0\n"), text
    assert differences(*folders) == []


def test_a_difference_is_named_by_its_command_and_line(tmp_path: Path) -> None:
    for name, error in (("a", "1e-14"), ("b", "1e-15")):
        folder = tmp_path / name / "000"
        folder.mkdir(parents=True)
        (folder / "output.txt").write_text("symoro idm rx90\nstatus 0\n")
        (folder / "rx90.dyn").write_text(f"same\nerror {error}\n")
    (found,) = differences(tmp_path / "a", tmp_path / "b")
    assert found == "symoro idm rx90: rx90.dyn: b'error 1e-14' | b'error 1e-15'"
    (tmp_path / "a" / "000" / "rx90.dyn").unlink()
    (found,) = differences(tmp_path / "a", tmp_path / "b")
    assert found == "000/rx90.dyn: is in one of both alone"


def test_a_processor_without_a_feature_is_skipped_by_name() -> None:
    machine = Machine("none", "no_such_feature", {})
    assert machine.lacking == "this processor has no no_such_feature"
    assert all(not each.lacking for each in KERNELS if each.needs in features())


def test_only_commands_that_exist_are_compared() -> None:
    assert {command.split()[0] for command in (*FEW, *commands())} <= ENTRIES.keys()


def test_make_shows_the_command_with_the_others() -> None:
    done = external.run(["make", "help"], ROOT, check=True)
    assert re.search(r"^test-elsewhere +\S", done.stdout, re.MULTILINE)
    listed = set(re.findall(r"^([\w-]+) ", done.stdout, re.MULTILINE))
    targets = re.findall(r"^([\w-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert listed == set(targets)

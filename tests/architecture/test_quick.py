"""``make quick`` runs the tests of what has changed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import quick
from selection import Selection

ROOT = Path(__file__).parents[2]


def arguments(*files: str) -> list[str]:
    return quick.arguments([ROOT / file for file in files])


def test_tests_that_import_a_changed_file_run_with_all_parameters() -> None:
    words = arguments("src/symoro/formats/par/__init__.py")
    assert "--whole=tests/formats/test_par_errors.py" in words
    assert words.index("tests/formats/test_par_errors.py") < words.index("tests/laws")
    assert words.index("tests/laws") < words.index("tests/formats")
    assert not any(word.startswith("--whole=tests/laws") for word in words)


def test_a_changed_test_runs_and_so_does_what_imports_a_changed_helper() -> None:
    assert "--whole=tests/algebra/test_linear.py" in arguments("tests/algebra/test_linear.py")
    assert "tests/grouping/test_theorems.py" in arguments("tests/models/mutants.py")


@pytest.mark.parametrize("files", [(), ("README.md",), ("src/symoro/version.py",)])
def test_something_runs_whatever_has_changed(files: tuple[str, ...]) -> None:
    assert {*quick.ALWAYS} <= {*arguments(*files)}


def test_all_paths_are_there() -> None:
    words = arguments("src/symoro/printers/rust.py", "src/symoro/robot/robot.py")
    assert all((ROOT / word).exists() for word in words if not word.startswith("-"))


def test_few_parameters_are_kept_but_all_of_what_is_whole(tmp_path: Path) -> None:
    ids = {"a.py": ["test_x[1]", "test_x[2]", "test_x[3]", "test_y"], "b.py": ["test_x[1]"] * 3}
    items: list[Any] = [
        SimpleNamespace(nodeid=f"{file}::{name}", path=tmp_path / file)
        for file, names in ids.items()
        for name in names
    ]
    dropped: list[Any] = []
    config: Any = SimpleNamespace(
        hook=SimpleNamespace(pytest_deselected=lambda items: dropped.extend(items))
    )
    Selection(1, [tmp_path / "b.py"], 1.0).pytest_collection_modifyitems(config, items)
    assert [item.nodeid for item in items] == ["a.py::test_x[1]", "a.py::test_y"] + [
        "b.py::test_x[1]"
    ] * 3
    assert len(dropped) == 2


def test_nothing_starts_when_the_time_is_up() -> None:
    Selection(1, [], 1000.0).pytest_runtest_setup()
    with pytest.raises(pytest.skip.Exception, match="not started within -1 seconds"):
        Selection(1, [], -1.0).pytest_runtest_setup()

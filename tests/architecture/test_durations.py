"""A run of the tests says where its time goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from durations import Durations


def report(test: str, seconds: float, processor: float) -> pytest.TestReport:
    """A report as it comes from a worker."""
    made = pytest.TestReport(test, ("", 0, ""), {}, "passed", None, "call", duration=seconds)
    vars(made)["processor"] = processor
    return made


def test_folders_come_first_and_the_slowest_tests_of_each_follow() -> None:
    durations = Durations(slowest=2)
    for k in range(4):
        durations.pytest_runtest_logreport(report(f"tests/b/test_x.py::test[{k}]", k, k / 2))
    durations.pytest_runtest_logreport(report("tests/a/test_y.py::test", 7.0, 1.0))
    durations.pytest_runtest_logreport(report("tests/a/test_y.py::test", 1.0, 1.0))  # set-up
    assert [" ".join(line.split()) for line in durations.lines()] == [
        "14.0 5.0 5 tests all",
        "8.0 2.0 1 tests tests/a",
        "6.0 3.0 4 tests tests/b",
        "8.0 2.0 tests/a/test_y.py::test",
        "3.0 1.5 tests/b/test_x.py::test[3]",
        "2.0 1.0 tests/b/test_x.py::test[2]",
    ]


def test_short_tests_are_not_named() -> None:
    durations = Durations(slowest=10)
    durations.pytest_runtest_logreport(report("tests/a/test_x.py::test", 0.1, 0.1))
    assert not any("::" in line for line in durations.lines())


def test_the_whole_suite_prints_the_ten_slowest_of_each_folder() -> None:
    assert "--slowest=10" in (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")

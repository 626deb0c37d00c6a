"""Where the time of a run goes: seconds for each folder of tests, and its slowest tests.

``pytest --slowest=10`` prints it at the end, with one process or with several. Seconds are those of
the clock and of the processor, the latter also in programs that a test started and that have ended.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

import pytest

from clock import processor_time

LEAST = 0.5
"""Seconds of the clock below which a test is not named."""


@dataclass
class Cost:
    """Tests, and what they took in seconds."""

    tests: int = 0
    clock: float = 0.0
    processor: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.tests + other.tests,
            self.clock + other.clock,
            self.processor + other.processor,
        )


class Durations:
    """A plugin that takes the time where tests run and sums it where they are reported.

    With xdist the first are the workers, and the second is the process that started them.
    """

    def __init__(self, slowest: int) -> None:
        self._slowest = slowest
        self._last = processor_time()
        self.costs: defaultdict[str, Cost] = defaultdict(lambda: Cost(tests=1))

    def pytest_runtest_logstart(self) -> None:
        self._last = processor_time()  # without what was collected before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        before, self._last = self._last, processor_time()
        vars(report)["processor"] = self._last - before  # xdist sends it along
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        processor = float(vars(report).get("processor", 0.0))
        self.costs[report.nodeid] += Cost(0, report.duration, processor)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("seconds of the clock, of the processor")
        for line in self.lines():
            terminalreporter.write_line(line)

    def lines(self) -> Iterator[str]:
        """A line for each folder, the dearest first, then those of its slowest tests."""
        sums: defaultdict[str, Cost] = defaultdict(Cost)
        for test, cost in self.costs.items():
            sums[folder_of(test)] += cost
        folders = _slowest_first(sums)
        yield _line("all", sum(sums.values(), Cost()))
        yield from (_line(folder, sums[folder]) for folder in folders)
        tests = [test for test in _slowest_first(self.costs) if self.costs[test].clock >= LEAST]
        for folder in folders:
            own = (test for test in tests if folder_of(test) == folder)
            yield from (_line(test, self.costs[test]) for test in islice(own, self._slowest))


def _slowest_first(costs: Mapping[str, Cost]) -> list[str]:
    return sorted(costs, key=lambda name: -costs[name].clock)


def folder_of(test: str) -> str:
    """The folder of a test, from its identifier."""
    return PurePosixPath(test.partition("::")[0]).parent.as_posix()


def _line(name: str, cost: Cost) -> str:
    tests = f"{cost.tests:6} tests" if "::" not in name else ""
    return f"{cost.clock:8.1f} {cost.processor:8.1f} {tests:12}  {name}"

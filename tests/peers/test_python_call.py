"""The section of the report on calls from Python: what it compares, and by far the time."""

from __future__ import annotations

from benchmarks.measures import python_call
from benchmarks.rounds import Effort

NOISE = 10  # a machine may be slow, and share its caches with other tests


def test_prepared_calls_from_python_are_measured_beside_pinocchio() -> None:
    new, into, unprepared = python_call(Effort(repeats=1))
    assert "prepared call from Python" in new.what
    assert "with out" in into.what
    assert "parameters=" in unprepared.what
    for line in (new, into):
        assert line.peer == "pinocchio, Python"
        assert line.ratio_promised == 5
        assert line.ratio is not None
        assert line.ratio > line.ratio_promised / NOISE

"""The table of ratios says what holds."""

from __future__ import annotations

import pytest
from benchmarks.lines import COLUMNS, Line, table


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        (Line("a call", "ns", 100.0, "peer", 700.0, 7.0), True),
        (Line("a call", "ns", 100.0, "peer", 699.0, 7.0), False),
        (Line("a call", "ns", 100.0, "peer", 100.0, 1.0, above=True), False),
        (Line("a call", "ns", 100.0, "peer", 101.0, 1.0, above=True), True),
        (Line("generated", "ms", 300.0, most=300.0), True),
        (Line("generated", "ms", 301.0, most=300.0), False),
        (Line("a call", "ns", 100.0, "peer", 50.0), None),
    ],
)
def test_a_promise_holds_or_not(line: Line, holds: bool | None) -> None:
    assert line.holds is holds
    assert line.as_dict()["holds"] is holds
    assert line.cells()[-1] == {True: "yes", False: "no", None: ""}[holds]


def test_the_ratio_is_theirs_to_ours() -> None:
    line = Line("a call", "ns", 50.0, "peer", 400.0, 7.0)
    assert line.ratio == 8.0
    assert line.cells() == ("a call", "50 ns", "peer", "400 ns", "8.0", "at least 7", "yes")


def test_the_table_is_aligned() -> None:
    lines = [Line("a call", "ns", 50.0, "peer", 400.0, 7.0), Line("b", "ms", 0.1234, most=50.0)]
    rows = table(lines).splitlines()
    assert len({len(row) for row in rows}) == 1
    assert {row.count("|") for row in rows} == {len(COLUMNS) + 1}
    assert "0.123 ms" in rows[-1]
    assert "at most 50 ms" in rows[-1]

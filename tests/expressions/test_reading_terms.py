"""Terms of sums in reading order: by link, symbols before products."""

from __future__ import annotations

import pytest

from symoro.expressions import parse
from symoro.expressions.reading_terms import reading_text


@pytest.mark.parametrize(
    "text",
    [
        "ZZ1 + YY2 + YY3 + D3^2*M3 + D3^2*M4",
        "XX2 - YY2 + XX10",
        "XX3 - YY3 + M4*RL4^2 + 2*MZ4*RL4 + M5*RL4^2",
        "MX3 - MX2",  # no minus sign at the beginning
        "-MX2 - MX3",
        "ZZ1 + M2*(d2^2 + d3^2) + MX2*cos(a2) - MY2*sin(a2)",
        "0.25 + M2/2",
        "ZZ1/3",
        "-ZZ1",
        "0",
    ],
)
def test_terms_are_in_reading_order_and_say_the_same(text: str) -> None:
    assert reading_text(parse(text)) == text

"""The sweep in a small form: no right model of a robot with numbers is refused.

``python -m tests.sweep --share 2`` runs the large form.
"""

from __future__ import annotations

import random

import pytest

from sweep.cases import Case, cells, run
from sweep.reasons import reason

ROBOTS = ("planar2r", "rrp", "crane", "fourbar")
CASES = 120


def select_cases() -> list[Case]:
    """Cases of small robots, every model among them."""
    rng = random.Random("small sweep")
    several = [cell for cell in cells() if cell[0] in ROBOTS]
    rng.shuffle(several)
    first = {cell[1:]: cell for cell in reversed(several)}  # of a model, a variant and a level
    kept = [*list(first.values())[:CASES], ("mobile3w", "rolling", "plain", "O2")]
    return [Case(*cell, rng.randrange(50), rng.random() < 0.5) for cell in kept]


@pytest.mark.parametrize("case", select_cases(), ids=str)
def test_a_model_is_made_or_rightly_refused(case: Case) -> None:
    outcome = run(case)
    if outcome.kind != "made":
        assert outcome.kind == "refused", outcome.message
        assert reason(outcome.message), outcome.message


@pytest.mark.parametrize("name", ["idm", "ddm"])
@pytest.mark.parametrize("numbers", [0, 3, 6])
def test_ordinary_numbers_are_no_reason(name: str, numbers: int) -> None:
    assert run(Case("planar2r", name, "plain", "O2", numbers, False)).kind == "made"


def test_an_unknown_refusal_is_not_right() -> None:
    assert reason("GAM differs from momentum balance") is None

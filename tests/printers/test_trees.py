"""Inverse geometric models in every language of functions: the interpreter's rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from printers.root_trees import root_case
from printers.tree_cases import assert_same, run_trees, tree_cases
from symoro.printers.languages import languages

LANGUAGES = [each.name for each in languages() if each.trees]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_model_gives_the_rows_of_the_interpreter(language: str, tmp_path: Path) -> None:
    cases = (*tree_cases(), root_case())
    for case, found in zip(cases, run_trees(language, cases, tmp_path), strict=True):
        for rows, wanted in zip(found, case.expected, strict=True):
            assert_same(rows, wanted, case.tolerance)


def test_the_cases_have_every_status_and_double_roots() -> None:
    rows = [each for case in (*tree_cases(), root_case()) for each in case.expected]
    assert {int(each.status) for each in rows} == {0, 1, 2, 3}
    assert {m for each in rows for m in each.multiplicity} == {0, 1, 2}

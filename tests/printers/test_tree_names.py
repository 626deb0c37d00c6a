"""Parameters of inverse geometric models may be words of ours or of languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import symoro
from printers.tree_cases import TreeCase, assert_same, case_of, run_trees
from symoro.printers.languages import languages
from symoro.robot import Robot

LANGUAGES = [each.name for each in languages() if each.trees]

WORDS = (
    ("count", "status", "label", "multiplicity"),
    ("angle_roots", "free1", "x1_", "s1"),
    ("case", "end", "type", "Solutions"),
    ("arm_igm_rows", "ARM_IGM_ROWS", "arm_igm_label", "found"),
    ("fabs", "wrap_angle", "std", "p"),
    ("T", "int", "range", "bool"),
)
"""The lengths of an arm with a wrist: its first two distances, its upper arm and its forearm."""


def arm(words: tuple[str, ...]) -> Robot:
    """The arm with lengths of these names."""
    alpha = ["0", "Pi/2", "0", "-Pi/2", "Pi/2", "-Pi/2"]
    d, r = ["0", words[1], words[2], *"000"], [words[0], "0", "0", words[3], *"00"]
    return Robot.from_mdh(alpha, d, [0] * 6, r, [0] * 6, name="arm")


def case(words: tuple[str, ...]) -> TreeCase:
    """Its model."""
    lengths = dict(zip(words, (0.3, 0.1, 0.5, 0.4), strict=True))
    model = symoro.igm(arm(words), verify=False)
    return case_of(model, [[0.3, -0.5, 0.8, 0.4, 0.9, -0.6]], lengths)


@cache
def awkward_cases() -> tuple[TreeCase, ...]:
    """The arm with each group of words."""
    return tuple(map(case, WORDS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_symbols_may_be_words_of_the_text(language: str, tmp_path: Path) -> None:
    cases = awkward_cases()
    for each, found in zip(cases, run_trees(language, cases, tmp_path), strict=True):
        (wanted,) = each.expected
        assert len(wanted.q) == 8
        assert_same(found[0], wanted, each.tolerance)


@pytest.mark.parametrize("language", ["c", "cpp", "fortran", "rust"])
def test_all_models_of_a_robot_have_the_same_parameters(language: str) -> None:
    for words in WORDS:
        robot = arm(words)
        files = symoro.igm(robot, verify=False).files(language)
        other = symoro.transform(robot, verify=False).files(language)
        (shared,) = files.keys() & other.keys()
        assert files[shared] == other[shared]

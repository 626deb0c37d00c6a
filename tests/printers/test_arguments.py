"""What a file says of its arguments: which joints, in what order."""

from __future__ import annotations

import pytest

import symoro
from symoro.generate.model import generate
from symoro.generate.options import Options
from symoro.printers import languages

CASES: dict[str, tuple[str, str, dict[str, object], str]] = {
    "all": ("fast-transform", "rrp", {}, "the joints that move, in frame order"),
    "cut": (
        "fast-transform",
        "fivebar",
        {},
        "the joints that move, in frame order; cut joints come last: 5",
    ),
    "motors": ("fast-transform", "fivebar", {"motorised": True}, "the active joints 1, 3"),
    "one": ("loop-geometry", "fourbar", {}, "the active joints 1"),
    "chosen": ("loop-geometry", "fivebar", {"active": [1, 2]}, "the active joints 1, 2"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_file_says_which_joints_q_runs_over(case: str) -> None:
    name, robot, own, joints = CASES[case]
    model = generate(name, symoro.load(robot), Options(verify=False, own=own))
    for language in languages():
        text = "\n".join(model.files(language.name).values())
        lines = [line.strip(" (*)!#") for line in text.splitlines()]
        assert f"q: positions of {joints}" in lines, language.name
    assert model.program.arrays == (("q", (len(model.joints),)),)

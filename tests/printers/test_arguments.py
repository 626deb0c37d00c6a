"""What a file says of its arguments: which joints, in what order."""

from __future__ import annotations

import re

import pytest

import symoro
from symoro.catalog.generate import generate
from symoro.pipeline.options import Options
from symoro.printers import languages

CASES: dict[str, tuple[str, str, dict[str, object], str]] = {
    "all": ("fast-transform", "rrp", {}, "the joints that move, in frame order"),
    "cut": (
        "fast-transform",
        "fivebar",
        {},
        "the joints that move, in frame order; cut joints come last: 5",
    ),
    "motors": ("fast-transform", "fivebar", {"actuated": True}, "the active joints 1, 3"),
    "one": ("loop-geometry", "fourbar", {}, "the active joints 1"),
    "chosen": ("loop-geometry", "fivebar", {"active": [1, 2]}, "the active joints 1, 2"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_file_says_which_joints_q_runs_over(case: str) -> None:
    name, robot, own, joints = CASES[case]
    model = generate(name, symoro.load(robot), Options(verify=False, own=own))
    said = re.compile(rf"\bq(`|\[\d+\])?: positions of {joints}( \*\))?$", re.MULTILINE)
    for language in languages():
        text = "\n".join(model.files(language.name).values())
        assert said.search(text), language.name
    assert model.program.arrays == (("q", (len(model.joints),)),)


CHANGED = {
    "c": ("q_: q1", "p_: the robot", "q__: q", "p__: p"),
    "cpp": ("q_[1]: q1", "p_: the robot", "q__[1]: q", "p__[1]: p"),
    "fortran": ("q_: q1", "p_: the robot", "q__: q", "p__: p"),
    "matlab": ("q_: q1", "p_: the robot", "q__: q", "p__: p"),
    "simulink": ("u(1)  q_: q1", "p_: the robot", "y(1)  q: q", "y(2)  p: p"),
    "mathematica": ("q$: q1", "p$: the robot", "q: q", "p: p"),
    "maple": ("q_: q1", "p_: the robot", "q: q", "p: p"),
    "python": ("q_: q1", "p_: the robot", "q: q", "p: p"),
    "numpy": ("q_: q1", "p_: the robot", "q: q", "p: p"),
    "julia": ("q_: q1", "p_: the robot", "q__: q", "p__: p"),
    "rust": ("`q_`: q1", "`p_`: the robot", "`q`: q", "`p`: p"),
    "casadi": ("q_: q1", "p: the robot", "q: q", "p1: p"),
}
"""Outputs that are no variables keep their names."""


def test_a_file_describes_arguments_by_the_names_that_it_gives_them() -> None:
    result = symoro.optimize("q=q1*a;\np=q*q1;\n", outputs=["q", "p"], level="O1")
    described = {each.name for each in languages()} - {"listing", "latex"}
    assert CHANGED.keys() == described
    for language, wanted in CHANGED.items():
        text = "\n".join(result.files(language).values())
        lines = [line.strip(" (*)!#%/-") for line in text.splitlines()]
        for each in wanted:
            assert any(line.startswith(each) for line in lines), (language, each)

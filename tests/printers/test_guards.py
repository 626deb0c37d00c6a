"""An inertia that parameters alone make zero: generated code names its joint when it prepares."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import symoro
from printers.runners.python import module
from printers.test_every_operation import LANGUAGES
from printers.test_examples import UNAVAILABLE, commands
from printers.toolchain import tool, write
from symoro import Model, library
from symoro.expressions import ONE, ZERO
from symoro.printers import is_example
from symoro.robot import ValueSet

STOPPED = "IA2 + ZZ2 (the inertia of joint 2) must not be zero"
RUN = ("c", "cpp", "fortran", "matlab", "simulink", "rust", "python", "numpy", "casadi")


@pytest.fixture(scope="module")
def massless() -> Model:
    """The direct model of an arm whose example has the numbers of a point mass on axis 2."""
    arm = symoro.load("planar2r")
    every = dict(arm.values[0].values) | dict.fromkeys(("ZZ2", "MX2", "MY2", "IA2"), ZERO)
    every |= {"IA1": ONE}
    robot = replace(arm, values=(ValueSet("point", tuple(every.items())),))
    return symoro.ddm(robot, with_="ia", verify=False)


@pytest.mark.parametrize("language", RUN)
def test_an_example_with_such_numbers_stops(language: str, massless: Model, tmp_path: Path) -> None:
    paths = write(massless.document, language, tmp_path)
    (main,) = [path for path in paths if is_example(path.name)]
    named = commands(main.read_text(encoding="utf-8"))
    codes = []
    for command in named:
        program, _, rest = command.partition(" ")
        if program in UNAVAILABLE:
            continue
        if program == "python":
            program = sys.executable
        elif not program.startswith("./"):
            program = tool(program)
        line = f"{program} {rest}"
        done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True)
        codes.append(done.returncode)
    *built, stopped = codes
    assert stopped
    assert not any(built)
    assert STOPPED in done.stderr


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name not in RUN])
def test_the_other_languages_say_the_same(language: str, massless: Model) -> None:
    text = massless.code(language)
    assert "Required: IA2 + ZZ2 (the inertia of joint 2) is not zero" in text
    if language not in ("listing", "latex"):
        assert text.count("the inertia of joint 2") == 2


def test_an_inertia_of_several_links_is_one_sum() -> None:
    model = symoro.ddm(library.robot("scara"), verify=False)
    said = [str(guard) for guard in model.guards]
    assert said == ["M4 (the inertia of joint 4)", "ZZ3 + ZZ4 (the inertia of joint 3)"]


def test_a_model_that_divides_by_no_inertia_has_no_such_test() -> None:
    assert symoro.idm(library.robot("scara"), verify=False).guards == ()


def test_one_part_says_it_in_its_header(tmp_path: Path) -> None:
    model = symoro.ddm(library.robot("planar2r"), level="O1", verify=False)
    text = write(model.document, "python", tmp_path)[0].read_text(encoding="utf-8")
    assert "# Required: ZZ2 (the inertia of joint 2) is not zero" in text
    assert "must not be zero" not in text


def test_base_parameters_have_their_own_names(tmp_path: Path) -> None:
    model = symoro.ddm(library.robot("rx90"), base=True, verify=False)
    assert str(model.guards[0]) == "ZZ6 (the inertia of joint 6)"
    made = module(write(model.document, "python", tmp_path)[0])
    values = dict.fromkeys(model.program.parameters, 0.5)
    made.rx90base_ddm_prepare(values)
    with pytest.raises(ValueError, match="joint 6"):
        made.rx90base_ddm_prepare(values | {"ZZ6": 0.0})

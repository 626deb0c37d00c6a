"""An inertia that parameters alone make zero: generated code names its joint when it prepares."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import external
import symoro
from printers.runners.python import module
from printers.test_every_operation import LANGUAGES
from printers.test_examples import UNAVAILABLE, commands
from printers.test_fortran import compiled
from printers.toolchain import assert_close, expected, random_values, run, tool, write
from symoro import Model, library
from symoro.errors import ModelError
from symoro.expressions import ONE, ZERO
from symoro.printers import is_example
from symoro.robot import ValueSet

STOPPED = "IA2 + ZZ2 (the inertia of joint 2) must not be zero"
RUN = ("c", "cpp", "fortran", "matlab", "simulink", "rust", "python", "numpy", "casadi")

TELESCOPE = ("M1", "M2", "M3", "IA1", "IA2", "IA3", "G3")
SECOND = "IA2 + M2 + IA3*M3/(IA3 + M3)"
FIRST = f"IA1 + M1 + IA2*(M2 + IA3*M3/(IA3 + M3))/({SECOND})"


@pytest.fixture(scope="module")
def massless() -> Model:
    """The direct model of an arm whose example has the numbers of a point mass on axis 2."""
    arm = symoro.load("planar2r")
    every = dict(arm.values[0].values) | dict.fromkeys(("ZZ2", "MX2", "MY2", "IA2"), ZERO)
    every |= {"IA1": ONE}
    robot = replace(arm, values=(ValueSet("point", tuple(every.items())),))
    return symoro.ddm(robot, include="ia", verify=False)


@pytest.fixture(scope="module")
def telescope() -> Model:
    """That of coaxial sliders with rotors, whose example has joint 1 without inertia."""
    robot = symoro.Robot.from_mdh([0] * 3, [0] * 3, [0] * 3, [0] * 3, [1] * 3, name="tel")
    numbers = {name: ZERO if name in ("M1", "IA1", "IA2") else ONE for name in TELESCOPE}
    robot = replace(robot, values=(ValueSet("first", tuple(numbers.items())),))
    return symoro.ddm(robot, include="ia", verify=False)


@pytest.mark.parametrize("language", RUN)
def test_an_example_with_such_numbers_stops(language: str, massless: Model, tmp_path: Path) -> None:
    assert stopped(massless, language, tmp_path).endswith(STOPPED)


@pytest.mark.parametrize("language", RUN)
def test_a_long_inertia_is_reported_by_its_joint(
    language: str, telescope: Model, tmp_path: Path
) -> None:
    said = stopped(telescope, language, tmp_path)
    assert re.search(r"(^|\W)the inertia of joint 1 must not be zero$", said), said
    assert "M1" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_inertia_stands_in_the_header_whole(language: str, telescope: Model) -> None:
    text = re.sub(r"\s+([!%#*/]+ +)?", " ", telescope.code(language).replace("\\", ""))
    assert f"{FIRST} (the inertia of joint 1) is not zero" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_inertias_compile_without_a_warning(
    language: str, telescope: Model, tmp_path: Path
) -> None:
    values = random_values(telescope)
    found = run(telescope.document, language, values, tmp_path)
    assert_close(found, expected(telescope.program, values))


def test_fortran_divides_by_no_inertia_that_is_zero(telescope: Model, tmp_path: Path) -> None:
    """The inertias of joints 2 and 1 are quotients of that of joint 3; and lines stay whole."""
    paths = write(telescope.document, "fortran", tmp_path)
    main = paths[-1].read_text()
    paths[-1].write_text(re.sub(r"(?<=p%)(M3|IA3) = \S+", r"\1 = 0.0_wp", main))
    ran = external.run([compiled(paths, "-ffpe-trap=zero,invalid")])
    assert ran.stderr.splitlines()[0] == "IA3 + M3 (the inertia of joint 3) must not be zero"
    assert max(map(len, (guard.name for guard in telescope.guards))) <= 60


def test_an_inertia_that_is_a_parameter_is_named_once(tmp_path: Path) -> None:
    model = symoro.ddm(library.robot("rrp"), verify=False)
    assert model.nonzero == ("M3",)
    text = write(model.document, "c", tmp_path)[0].read_text()
    assert "Required: M3 (the inertia of joint 3) is not zero" in text
    assert "Assumed: M3" not in text
    assert text.count("M3 == 0.0") == 1
    values = dict.fromkeys(model.program.parameters, 1.0) | {"M3": 0.0}
    with pytest.raises(ModelError, match="joint 3 carries no inertia"):  # at every level
        model.compile().prepare(values)


def stopped(model: Model, language: str, tmp_path: Path) -> str:
    """The last line that an example says which builds and then stops."""
    paths = write(model.document, language, tmp_path)
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
        done = external.run(f"{program} {rest}", tmp_path)
        codes.append(done.returncode)
    *built, last = codes
    assert last
    assert not any(built)
    return [line for line in done.stderr.splitlines() if "must not be zero" in line][-1]


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
    model = symoro.ddm(library.robot("rx90"), base_parameters=True, verify=False)
    assert str(model.guards[0]) == "ZZ6 (the inertia of joint 6)"
    made = module(write(model.document, "python", tmp_path)[0])
    values = dict.fromkeys(model.program.parameters, 0.5)
    made.rx90base_ddm_prepare(values)
    with pytest.raises(ValueError, match="joint 6"):
        made.rx90base_ddm_prepare(values | {"ZZ6": 0.0})

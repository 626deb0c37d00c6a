"""Names of files: one rule for all programs, and SYMORO+'s spellings on request."""

from __future__ import annotations

from pathlib import Path

import pytest

import symoro
from printers.examples import assert_printed
from printers.test_examples import commands, run
from printers.toolchain import tool
from symoro.errors import UsageError
from symoro.printers.spellings import APPENDIX, GUIDE, OWN

RX90, SR400 = symoro.load("rx90"), symoro.load("sr400")


def names(model: symoro.Model | symoro.OptimizedProgram, lang: str, spelling: str) -> list[str]:
    return [name for name in model.files(lang, names=spelling) if "_main." not in name]


@pytest.mark.parametrize(
    ("lang", "spelling", "expected"),
    [
        ("listing", OWN, ["rx90.jac_link3"]),
        ("listing", GUIDE, ["rx90_link3.jac"]),
        ("fortran", OWN, ["rx90_jac_link3.f90", "rx90_parameters.f90"]),
        ("fortran", GUIDE, ["rx90_link3_jac.f", "rx90_parameters.f"]),
        ("fortran", APPENDIX, ["rx90_link3_jac.f", "rx90_parameters.f"]),
        ("mathematica", OWN, ["rx90_jac_link3.wl"]),
        ("mathematica", GUIDE, ["rx90_link3.Mjac"]),
        ("maple", OWN, ["rx90_jac_link3.mpl"]),
        ("maple", GUIDE, ["rx90_link3_jac.mp"]),
        ("c", GUIDE, ["rx90_link3_jac.c", "rx90_link3_jac.h", "rx90_parameters.h"]),
        ("latex", GUIDE, ["rx90_link3_jac.tex"]),
        ("matlab", GUIDE, ["rx90_jacobian_link3.m"]),  # the name of the function
    ],
)
def test_files_of_a_jacobian(lang: str, spelling: str, expected: list[str]) -> None:
    model = symoro.jacobian(RX90, 3, verify=False, level="O1")
    assert names(model, lang, spelling) == expected
    assert f"File {expected[0]}" in model.files(lang, names=spelling)[expected[0]]


def test_mathematica_has_an_extension_of_its_own_only_for_jacobians_and_constraints() -> None:
    loops = symoro.loop_kinematics(SR400, verify=False, level="O1")
    assert names(loops, "mathematica", GUIDE) == ["sr400.Mckel"]
    assert names(loops, "listing", GUIDE) == ["sr400.ckel"]
    torques = symoro.idm(symoro.load("rrp"), verify=False, level="O1")
    assert names(torques, "mathematica", GUIDE) == ["rrp_dyn.mh"]


def test_the_solution_of_the_constraints_is_a_file_of_its_own() -> None:
    solution = symoro.loop_kinematics(SR400, outputs="W", verify=False, level="O1")
    assert names(solution, "listing", GUIDE) == names(solution, "listing", APPENDIX)
    assert names(solution, "listing", GUIDE) == ["sr400.ickel"]
    assert names(solution, "listing", OWN) == ["sr400.ckel"]


def test_the_guide_has_two_names_for_the_filtered_model() -> None:
    model = symoro.filtered_model(symoro.load("planar2r"), verify=False, level="O1")
    spelt = [names(model, "listing", spelling) for spelling in (OWN, GUIDE, APPENDIX)]
    assert spelt == [["planar2r.fdm"], ["planar2r.fdi"], ["planar2r.fdm"]]


@pytest.mark.parametrize(
    ("robot", "method", "spelling", "expected"),
    [
        ("planar2r", "symbolic", OWN, ("planar2r.regp", "planar2rbase.par")),
        ("planar2r", "symbolic", GUIDE, ("planar2r.regp", "planar2rbase.par")),
        ("planar2r", "symbolic", APPENDIX, ("planar2r.reg", "planar2rbase.par")),
        ("planar2r", "numeric", GUIDE, ("planar2r.Nreg", "planar2rbaseN.par")),
        ("planar2r", "numeric", APPENDIX, ("planar2r.Nreg", "planar2rNbase.par")),
    ],
)
def test_files_of_base_parameters(
    robot: str, method: str, spelling: str, expected: tuple[str, str], tmp_path: Path
) -> None:
    base_set = symoro.base_parameters(symoro.load(robot), method)
    relations, tables = base_set.write(tmp_path, names=spelling)
    assert (relations.name, tables.name) == expected
    assert relations.read_text(encoding="utf-8").startswith(f"File {expected[0]}\n")
    assert base_set.text(spelling).startswith(f"File {expected[0]}\n")
    assert symoro.load(tables).name == expected[1].removesuffix(".par")


def test_an_optimised_program_follows_the_rule_of_models(tmp_path: Path) -> None:
    (file,) = symoro.idm(symoro.load("rrp"), verify=False, level="O1").write(tmp_path)
    whole = symoro.optimize(file, verify=False)
    assert names(whole, "listing", OWN) == ["rrp.dyno"]
    assert names(whole, "c", OWN) == ["rrp_dyno.c", "rrp_dyno.h", "rrp_dyno_parameters.h"]
    assert whole.program.name == "rrp_dyno"
    assert names(whole, "listing", GUIDE) == ["rrp.dyno"]
    assert names(whole, "fortran", GUIDE)[0] == "rrp_dyn.f"  # [Guide] 5.9: without the o
    part = symoro.optimize(file, "GAM2", verify=False)
    assert names(part, "listing", OWN) == ["rrp.dyno_outputsGAM2"]
    assert names(part, "listing", GUIDE) == ["rrp_outputsGAM2.dyno"]
    assert names(part, "maple", GUIDE) == ["rrp_outputsGAM2_dyn.mp"]


def test_two_reductions_and_the_model_itself_are_at_home_in_one_folder(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("rrp"), verify=False, level="O1")
    (file,) = model.write(tmp_path)
    written = model.write(tmp_path, "c")
    for output in ("GAM2", "GAM3"):
        written += symoro.optimize(file, output, verify=False).write(tmp_path, "c")
    assert len(set(written)) == len(written) == 12


@pytest.mark.parametrize("lang", ["fortran", "mathematica", "maple"])
def test_files_in_symoro_plus_s_names_are_read_back_by_their_extension(
    lang: str, tmp_path: Path
) -> None:
    model = symoro.jacobian(RX90, 3, verify=False, level="O1", outputs="J")
    main, *_ = model.write(tmp_path, lang, names=GUIDE)
    again = symoro.optimize(main, "J12", verify=False)
    assert again.listing.language == lang
    assert again.listing.detected_by.startswith("from its extension .")
    assert (again.stem, again.extension) == ("rx90_link3", "jac")


def test_there_is_no_other_spelling() -> None:
    model = symoro.transform(symoro.load("planar2r"), verify=False)
    with pytest.raises(UsageError, match="choose from symoro, guide, appendix"):
        model.files("c", names="french")


def test_fortran_in_files_of_fixed_form_is_compiled_as_its_example_says(tmp_path: Path) -> None:
    tool("gfortran")
    model = symoro.jacobian(RX90, 3, verify=False)
    main = model.write(tmp_path, "fortran", names=GUIDE)[-1]
    assert main.name == "rx90_link3_jac_main.f"
    build, start = commands(main.read_text(encoding="utf-8"))
    assert run(build, tmp_path) == ""
    assert_printed(run(start, tmp_path), model.document)

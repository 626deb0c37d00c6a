"""C in single precision: nothing in it is a double, and it computes what the program means."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import external
import symoro
from ir.systems import VALUES as SYSTEM_VALUES
from ir.systems import chained, system, values_of
from printers.examples import assert_printed
from printers.runners.c import WARNINGS, run_c
from printers.test_every_operation import VALUES, document, every_operation
from printers.toolchain import Case, assert_close, done, expected, random_values, tool, write
from symoro.errors import UsageError
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.printers import is_example, print_document
from symoro.printers.c_dialect import single_text
from symoro.printers.document import Document

STRICT = (
    *("-O0", "-Wshadow", "-Wconversion", "-Wfloat-conversion", "-Wdouble-promotion"),
    *("-Wstrict-prototypes", "-Wunsuffixed-float-constants"),
)
TOLERANCE = 1e-5  # rounding is 6e-8, and some hundred operations follow each other


def dynamics(level: str) -> Case:
    """Inverse dynamics with friction: functions, signs, angles."""
    model = symoro.idm(symoro.load("rx90"), include="friction", level=level, verify=False)
    return Case(model.document, random_values(model))


CASES: dict[str, Callable[[], Case]] = {
    "dynamics in two parts": lambda: dynamics("O2"),
    "dynamics in one part": lambda: dynamics("O1"),
    "operations": lambda: Case(document(every_operation()), VALUES),
    "operations in two parts": lambda: Case(document(every_operation(), two_part=True), VALUES),
    "systems": lambda: Case(document(chained()), SYSTEM_VALUES),
}


@pytest.mark.parametrize("name", CASES)
def test_single_precision_means_the_same_without_a_warning(name: str, tmp_path: Path) -> None:
    case = CASES[name]()
    found = run_c(case.document.single_variant, case.values, tmp_path, *STRICT)
    assert_close(found, case.expected, TOLERANCE)
    numbers = np.concatenate([array.ravel() for array in found.values()])
    exact = np.concatenate([array.ravel() for array in case.expected.values()])
    assert np.abs(numbers - exact).max() > 1e-9  # it is not double precision in disguise


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_a_double(name: str) -> None:
    made = CASES[name]().document
    for file, text in print_document("c", made, single=True).items():
        assert file.startswith(f"{made.stem}_single_")
        code = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", text, flags=re.DOTALL)
        if is_example(file):  # printf takes doubles
            code = code.replace("(double)values", "values")
        assert "double" not in code
        assert not re.search(r"\d\.\d+(e[-+]?\d+)?(?![\de.f])", code)  # a number without an f
        assert not re.search(r"\b(sin|cos|sqrt|atan2|fabs|sines_cosines)\(", code)


def test_both_precisions_stand_side_by_side_in_one_program(tmp_path: Path) -> None:
    made = dynamics("O2").document
    paths = [*write(made, "c", tmp_path), *write(made.single_variant, "c", tmp_path)]
    sources = [path for path in paths if path.suffix == ".c" and not is_example(path.name)]
    main = tmp_path / "both.c"
    included = "".join(f'#include "{path.name}"\n' for path in paths if path.suffix == ".h")
    main.write_text(f"{included}int main(void)\n{{\n    return 0;\n}}\n")
    flags = ("-std=c99", *WARNINGS, "-o", tmp_path / "both")
    assert done(tool("gcc"), *flags, main, *sources, "-lm") == ""


EXAMPLES: dict[str, Callable[[], Document]] = {
    "two parts": lambda: (
        symoro.idm(symoro.load("rx90"), base_parameters=True, verify=False).document
    ),
    "one part": lambda: (
        symoro.idm(symoro.load("planar2r"), include="friction", level="O1", verify=False).document
    ),
    "systems": lambda: symoro.operational(symoro.load("scara"), verify=False).document,
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_runs_as_it_says(name: str, tmp_path: Path) -> None:
    tool("cc")
    made = EXAMPLES[name]().single_variant
    main = write(made, "c", tmp_path)[-1]
    command = main.read_text().splitlines()[2].removeprefix(" *     ")
    strict = ("-std=c99", *WARNINGS, *STRICT)
    said = done("sh", "-c", command.replace("cc ", f"cc {' '.join(strict)} ", 1), folder=tmp_path)
    assert_printed(said, made, TOLERANCE)


def test_a_parameter_that_must_not_be_zero_is_named(tmp_path: Path) -> None:
    made = replace(document(every_operation(), two_part=True), nonzero=("a", "c")).single_variant
    source, *_, main = write(made, "c", tmp_path)
    main.write_text(main.read_text().replace(".c = 0.5f", ".c = 0.0f"))
    done(tool("gcc"), "-o", tmp_path / "example", source, main, "-lm")
    ran = external.run([tmp_path / "example"])
    assert (ran.returncode, ran.stderr) == (1, "c must not be zero\n")


def test_a_singular_system_is_not_finite(tmp_path: Path) -> None:
    program = system(2, 1)
    values = values_of(program, np.array([[1.0, 2, 1], [2, 4, 1]]))
    assert not np.isfinite(run_c(document(program).single_variant, values, tmp_path)["X"]).any()


def test_functions_of_single_precision_are_reserved(tmp_path: Path) -> None:
    names = ("sinf", "cosf", "sqrtf", "atan2f", "fabsf", "float")
    graph = Graph()
    total = graph.call("sin", graph.symbol("t"))
    for name in names:
        total = graph.add(total, graph.mul(graph.symbol(name), graph.symbol("t")))
    let = Let("X", graph.let("X", total), total)
    program = Program(
        name="words",
        graph=graph,
        inputs=(Input("t", Role.STATE, "q", (0,)), *(Input(x, Role.PARAMETER) for x in names)),
        shapes=(("q", (1,)),),
        statements=(let,),
        outputs=(Output("GAM", (1,), (let.node,)),),
    ).verify()
    values = {name: 0.1 * k for k, name in enumerate((*names, "t"), start=1)}
    found = run_c(document(program).single_variant, values, tmp_path, *STRICT)
    assert_close(found, expected(program, values), TOLERANCE)
    plain, single = (
        next(iter(print_document("c", document(program), single=each).values()))
        for each in (False, True)
    )
    assert "Name sinf is written sinf_" in single
    assert "sinf_" not in plain


def test_numbers_are_the_shortest_that_mean_the_nearest_float() -> None:
    for value, text in {
        Fraction(1, 2): "0.5f",
        Fraction(1, 3): "0.33333334f",
        Fraction(-981, 100): "-9.81f",
        Fraction(10**12): "1000000000000.0f",
        Fraction(1, 10**12): "1e-12f",
        Fraction(2**24 + 1): "16777216.0f",
        Fraction(1, 10**45): "1e-45f",
        Fraction(340282346638528859811704183484516925440): "3.4028235e+38f",
        Fraction(0): "0.0f",
    }.items():
        assert single_text(value) == text
    rng = np.random.default_rng(0)
    for x in (rng.uniform(-1, 1, 200) * 10.0 ** rng.integers(-30, 30, 200)).tolist():
        assert np.float32(single_text(Fraction(x)).removesuffix("f")) == np.float32(x)


@pytest.mark.parametrize("language", ["c", "fortran"])
@pytest.mark.parametrize("number", ["1e+39", "1e-46", "1e+60", "1e-60"])
def test_a_number_that_it_does_not_have_is_refused(number: str, language: str) -> None:
    """It would be infinite, or zero; double precision has it."""
    found = symoro.optimize(f"y=a*{number};", level="O1", verify=False)
    assert f"{float(number)!r}" in found.code(language)
    said = rf"a number \({re.escape(number)}\) beyond the range of single precision"
    with pytest.raises(UsageError, match=said):
        found.code(language, single=True)


@pytest.mark.parametrize("language", ["c", "fortran"])
def test_the_least_and_the_largest_numbers_are_printed(language: str) -> None:
    found = symoro.optimize("y=a*3.4e38+b*1.4e-45;", level="O1", verify=False)
    text = found.code(language, single=True)
    assert "3.4e+38" in text
    assert re.search(r"1(\.4)?e-45", text)

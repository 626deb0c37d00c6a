"""What is particular to Fortran: its example, its kinds of reals, its names and its lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import external
import symoro
from ir.systems import system
from printers.examples import assert_printed, given
from printers.runners.fortran import WARNINGS, run_all
from printers.test_every_operation import VALUES, document, every_operation
from printers.toolchain import Case, assert_close, done, random_values, tool, write
from symoro.errors import ParseError
from symoro.expressions import FloatArithmetic
from symoro.ir import Graph, Input, Let, Output, Program, Role, interpret
from symoro.listings import read
from symoro.listings.outputs import with_outputs
from symoro.printers import print_document
from symoro.printers.document import Document
from symoro.printers.fortran_module import break_line

_STRICT = (*WARNINGS, "-O2", "-Wconversion", "-Wimplicit-interface", "-fcheck=all")


def empty() -> Program:
    """Outputs without elements, and none with any."""
    program = every_operation()
    outputs = (Output("C", (2, 0), ()), Output("D", (0,), ()))
    return Program(program.name, program.graph, program.inputs, program.shapes, (), outputs)


EXAMPLES: dict[str, Callable[[], Document]] = {
    "two parts, own numbers": lambda: symoro.idm(symoro.load("planar2r"), verify=False).document,
    "two parts, placeholders": lambda: (
        symoro.idm(
            symoro.load("rx90"), base_parameters=True, include="friction", verify=False
        ).document
    ),
    "one part, matrices, a floating base": lambda: (
        symoro.idm(
            symoro.load("scara"), floating_base=True, outputs=["*"], level="O1", verify=False
        ).document
    ),
    "a cube": lambda: symoro.inertia(symoro.load("rrp"), derivative="q", verify=False).document,
    "a system": lambda: document(system(2, 1)),
    "a long name": lambda: (
        symoro.idm(replace(symoro.load("rrp"), name="long " * 20), verify=False).document
    ),
    "no output": lambda: document(empty()),
}


def compiled(paths: list[Path], *options: str) -> Path:
    """Compile the files of a document, the example last, without a warning."""
    module, *shared, main = paths
    binary = main.with_suffix("")
    flags = (*_STRICT, *options, f"-J{main.parent}", "-o")
    assert done(tool("gfortran"), *flags, binary, *shared, module, main) == ""
    return binary


def command(main: Path) -> str:
    """What an example says it is run with."""
    first, *lines = main.read_text().splitlines()
    assert first.endswith("; run it with")
    return "\n".join(line[1:] for line in lines if line.startswith("!     "))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_runs_as_it_says(name: str, tmp_path: Path) -> None:
    tool("gfortran")
    made = EXAMPLES[name]()
    main = write(made, "fortran", tmp_path)[-1]
    assert main.name == f"{made.stem}_{made.extension}_main.f90"
    assert_printed(done("sh", "-c", command(main), folder=tmp_path), made)


@pytest.mark.parametrize("name", ["one part, matrices, a floating base", "a system", "no output"])
def test_nothing_is_warned_of_under_strict_flags(name: str, tmp_path: Path) -> None:
    made = EXAMPLES[name]()
    assert_printed(done(compiled(write(made, "fortran", tmp_path))), made)


@pytest.mark.parametrize("name", EXAMPLES)
def test_single_precision_has_names_of_its_own(name: str, tmp_path: Path) -> None:
    """Seven digits, of some hundred operations; both precisions in one folder."""
    made = EXAMPLES[name]()
    double, single = (set(print_document("fortran", made, single=each)) for each in (False, True))
    assert not double & single
    text = "".join(print_document("fortran", made, single=True).values())
    assert "wp => real32" in text
    assert not re.search(r"real64|double precision|\d[dD][-+]?\d", text)
    case = Case(made.single_variant, given(made))
    assert_close(run_all([case], tmp_path)[0], case.expected, 2e-5)
    said = done(compiled(write(made.single_variant, "fortran", tmp_path)))
    assert_printed(said, made, 2e-5)


def test_single_precision_is_not_double(tmp_path: Path) -> None:
    case = Case(document(every_operation()).single_variant, VALUES)
    found = run_all([case], tmp_path)[0]
    with pytest.raises(AssertionError):
        assert_close(found, case.expected, 1e-9)


def test_the_first_parameter_that_must_not_be_zero_is_named(tmp_path: Path) -> None:
    """Nothing is divided by it before."""
    made = replace(document(every_operation(), two_part=True), nonzero=("a", "c"))
    paths = write(made, "fortran", tmp_path)
    text = paths[-1].read_text()
    for zero, named in (("c", "c"), ("a", "a"), ("ac", "a")):
        changed = re.sub(rf"(?<=p%[{zero}] = )0\.\d+_wp", "0.0_wp", text)
        paths[-1].write_text(changed)
        binary = compiled(paths, "-ffpe-trap=zero,invalid")
        ran = external.run([binary])
        assert (ran.returncode, ran.stdout) == (1, "")
        assert ran.stderr == f"{named} must not be zero\nSTOP 1\n"


def test_a_long_name_that_must_not_be_zero_is_said_in_pieces(tmp_path: Path) -> None:
    name = "length_of_the_" + "very_" * 30 + "long_arm"
    graph = Graph()
    value = graph.mul(graph.inverse(graph.symbol(name)), graph.symbol("t1"))
    let = Let("T", graph.let("T", value), value)
    program = Program(
        name="quotient",
        graph=graph,
        inputs=(Input("t1", Role.STATE, "q", (0,)), Input(name, Role.PARAMETER)),
        shapes=(("q", (1,)),),
        statements=(let,),
        outputs=(Output("X" * 70, (1,), (let.node,)), Output("X" * 71, (), (let.node,))),
    ).verify()
    made = replace(document(program, two_part=True), nonzero=(name,))
    paths = write(made, "fortran", tmp_path)
    assert_printed(done(compiled(paths)), made)
    paths[-1].write_text(paths[-1].read_text().replace("= 0.5_wp", "= 0.0_wp"))
    ran = external.run([compiled(paths)])
    assert ran.stderr.splitlines()[0] == f"{name} must not be zero"


def test_names_that_differ_only_by_capitals_are_told_apart(tmp_path: Path) -> None:
    """Also among the variables of the example: the output K and the constants k."""
    names = ("t1", "T1", "Wp", "SIGNUM", "Tan", "row", "zero", "given_q", "found_k")
    graph = Graph()
    total = graph.call("tan", graph.symbol("q1"))
    for name in names:
        total = graph.add(
            total, graph.mul(graph.symbol(name), graph.call("sin", graph.symbol("T1")))
        )
    let = Let("K", graph.let("K", total), total)
    program = Program(
        name="capitals",
        graph=graph,
        inputs=(Input("q1", Role.STATE, "q", (0,)), *(Input(n, Role.PARAMETER) for n in names)),
        shapes=(("q", (1,)),),
        statements=(let,),
        outputs=(Output("K", (1,), (let.node,)), Output("Q", (1,), (-let.node,))),
    ).verify()
    made = document(program, two_part=True)
    text = next(iter(print_document("fortran", made).values()))
    for name in ("T1", "Wp", "SIGNUM", "Tan"):
        assert f"! Name {name} is written {name}_" in text
    assert_printed(done(compiled(write(made, "fortran", tmp_path))), made)


def test_the_whole_trace_has_no_warning(tmp_path: Path) -> None:
    """At level O0 there are names that nothing reads."""
    model = symoro.idm(symoro.load("rx90"), level="O0", verify=False)
    case = Case(model.document, random_values(model))
    assert_close(run_all([case], tmp_path)[0], case.expected)


def test_lines_are_carried_on_before_they_are_too_long() -> None:
    text = symoro.idm(symoro.load("rrp"), level="O1", expanded=True, verify=False).code("fortran")
    assert " &\n" in text
    assert max(map(len, text.splitlines())) <= 132
    joined = re.sub(r" &\n +", "", "\n".join(break_line("    x = " + "a*b + " * 60 + "c")))
    assert joined.replace(" ", "") == "x=" + "a*b+" * 60 + "c"


def test_a_line_is_cut_wherever_it_must_be(tmp_path: Path) -> None:
    """Products of powers of names of every length, calls within calls, names of 200 letters."""
    texts = ["*".join(f"{'abcdef'[:size]}{k}^2" for k in range(60)) for size in range(1, 7)]
    texts += ["*".join(f"{'abcdef'[:size]}{k}^12/d{k}" for k in range(60)) for size in range(1, 7)]
    texts += [f"{'sin(' * depth}a{')' * depth}" for depth in (10, 50)]
    texts += ["-".join(f"atan2(sqrt(abs(a{k})),b)" for k in range(40))]
    cases = []
    for text in texts:
        made = symoro.optimize(f"{'y' * 200}={text};", level="O1", verify=False).document
        names = [item.name for item in made.program.inputs]
        cases.append(Case(made, {name: 0.99 + 0.0003 * k for k, name in enumerate(names)}))
    for case, found in zip(cases, run_all(cases, tmp_path), strict=True):
        assert_close(found, case.expected)
        for text in print_document("fortran", case.document).values():
            assert max(map(len, text.splitlines())) <= 132
    made = cases[-2].document
    assert_printed(done(compiled(write(made, "fortran", tmp_path))), made)


@pytest.mark.parametrize("sign", ["*", "**", "/", " // ", ", ", "(", ")", "x", "_"])
def test_a_line_that_is_carried_on_is_the_same_line(sign: str) -> None:
    """Whatever it has, wherever its end falls."""
    for size in range(1, 12):
        line = "    y = " + sign.join(["a" * size] * 200)
        pieces = break_line(line)
        assert max(map(len, pieces)) <= 132
        joined = re.sub(r" &\n +(?!&)|&\n +&", "", "\n".join(pieces))
        assert joined.replace(" ", "") == line.replace(" ", "")
        assert not any(re.search(r"(?<!\*)\* &$|^ +\*", piece) for piece in pieces if sign == "**")


def test_many_numbers_are_given_in_several_statements(tmp_path: Path) -> None:
    """Vectors and matrices: one statement would take more lines than it may."""
    shapes: tuple[tuple[str, tuple[int, ...]], ...] = (("q", (4000,)), ("u", (1301, 3)))
    places = [(array, index) for array, shape in shapes for index in np.ndindex(shape)]
    inputs = tuple(
        Input("_".join(map(str, (array, *index))), Role.STATE, array, index)
        for array, index in places
    )
    graph = Graph()
    total = 0
    for k, item in enumerate(inputs[::50]):
        total = graph.add(total, graph.mul(graph.number(k), graph.symbol(item.name)))
    let = Let("T", graph.let("T", total), total)
    outputs = (Output("X", (1,), (let.node,)),)
    program = Program("many", graph, inputs, shapes, (let,), outputs).verify()
    made = replace(document(program), own={"u": "numbers"})
    assert_printed(done(compiled(write(made, "fortran", tmp_path))), made)


def test_its_literals_have_the_kind_of_all_numbers_and_are_read_back() -> None:
    model = symoro.idm(symoro.load("rx90"), base_parameters=True, verify=False)
    text = model.code("fortran")
    assert "SI111 = 0.5_wp*ZZ1R\n" in text
    assert read(text, file="rx90_dyn.f90").program.assigned_names == tuple(
        name for part in model.document.parts for name in part.assigned_names
    )
    old = read(text.replace("_wp", "d0"), file="rx90_dyn.f90").program
    assert old.assigned_names == read(text).program.assigned_names


@pytest.mark.parametrize("literal", ["0.5_wp", "0.5_8", "5e-1_real64", ".5_dp", "0.5d0", "5.D-1"])
def test_literals_of_every_kind_are_read(literal: str) -> None:
    program = read(f"U1 = {literal}*t1\n", file="one.f90").program
    assert interpret(with_outputs(program, ["U1"]), {"t1": 3.0}, FloatArithmetic()) == {"U": [1.5]}


def test_a_literal_with_a_kind_tells_the_language() -> None:
    assert read("U1 = 0.5_wp*t1\n").language == "fortran"
    assert read("T1 = t1_2*0.5;\n").language == "listing"


@pytest.mark.parametrize(
    ("text", "column"),
    [("T1 = 0.5_*t1", 9), ("T1 = 0.5_wp wp", 13), ("T1 = 0.5_wp(1)*t1", 12), ("T1 = 1e999_wp", 6)],
)
def test_what_is_no_literal_is_refused_with_its_place(text: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        read(f"{text}\n", file="one.f90")
    assert (caught.value.line, caught.value.column) == (1, column)

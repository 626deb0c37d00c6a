"""What is particular to MATLAB and to its functions for Simulink: files, types, sizes, errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import external
import symoro
from ir.systems import chained, system, values_of
from printers.runners.matlab import calls, literal, octave, run_script
from printers.test_every_operation import VALUES, document, every_operation
from printers.toolchain import Array, Case, assert_close, expected, run, shaped, tool, write
from symoro.ir import Graph, GraphArithmetic, Input, Let, Names, Output, Program, Role, Tracer
from symoro.pipeline.model import Model
from symoro.printers import print_document
from symoro.printers.document import Document
from symoro.printers.example import example

BOTH = ("matlab", "simulink")
_LISTED = """
break case catch classdef continue else elseif end for function global if otherwise parfor
persistent return spmd switch try while
"""
KEYWORDS = _LISTED.split()
"""What iskeyword of MATLAB lists."""


def guarded() -> Document:
    """Two parts of which the first divides by parameters that must not be zero."""
    return replace(document(every_operation(), two_part=True), nonzero=("a", "c"))


def constants() -> Program:
    """Outputs that depend on no input, of every rank, some without elements."""
    graph = Graph()
    q1, half = graph.symbol("q1"), graph.number(Fraction(1, 2))
    named = graph.let("H", half)
    return Program(
        name="constants",
        graph=graph,
        inputs=(Input("q1", Role.STATE, "q", (0,)), Input("a", Role.PARAMETER)),
        shapes=(("q", (1,)),),
        statements=(Let("H", named, half),),
        outputs=(
            Output("number", (), (named,)),
            Output("nothing", (), (0,)),
            Output("column", (3,), (1, 0, -named)),
            Output("wide", (0, 3), ()),
            Output("thin", (2, 0), ()),
            Output("zeros_", (2, 2), (0,) * 4),
            Output("matrix", (2, 2), (1, 0, 0, named)),
            Output("cube", (2, 1, 2), (1, named, 0, -1)),
            Output("flat_cube", (2, 2, 1), (named, 0, 1, -1)),
            Output("no_cube", (2, 0, 3), ()),
            Output("mixed", (2,), (q1, 1)),
            Output("a_", (1,), (graph.symbol("a"),)),
        ),
    ).verify()


MODELS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "own numbers": ("idm", "planar2r", {"level": "O2"}),
    "one part": ("idm", "rrp", {"level": "O1", "outputs": ["*"]}),
    "matrices in": ("idm", "rx90", {"level": "O2", "include": ["wrench=6"]}),
    "matrices out": ("inertia", "stanford", {"level": "O2"}),
    "cubes": ("jacobian", "planar2r", {"derivative": "q"}),
    "floating": ("idm", "scara", {"level": "O2", "floating_base": True, "outputs": ["*"]}),
    "no constants": ("fast_transform", "planar2r", {"level": "O2"}),
}


@pytest.mark.parametrize("case", MODELS)
def test_the_examples_run_as_they_are_and_print_what_the_model_is(
    case: str, tmp_path: Path
) -> None:
    """Those of both languages in one folder, each twice as its first comment says."""
    name, robot, options = MODELS[case]
    model: Model = getattr(symoro, name)(symoro.load(robot), verify=False, **options)
    program, numbers = model.program, example(model.document)
    values = dict(numbers.parameters)
    for item in program.inputs:
        if item.array in numbers.arrays:
            given = np.reshape(numbers.arrays[item.array], dict(program.shapes)[item.array])
            values[item.name] = float(given[item.index])
    wanted = expected(program, values)
    for language in BOTH:
        *_, script = write(model.document, language, tmp_path)
        title, matlab, command, *_ = script.read_text().splitlines()
        assert title.startswith("% An example that calls ")
        assert matlab == f"%     matlab -batch {script.stem}"
        assert command == f"%     octave-cli {script.name}"
        lines = run_script(script).splitlines()
        rows = [[float(x) for x in line.split()] for line in lines if line.startswith(" ")]
        shown = [line for line in lines if not line.startswith(" ")]
        assert shown == [output.name for output in program.outputs if output.elements]
        width = {len(row) for row in rows}
        assert width <= {(output.shape or (1,))[-1] for output in program.outputs}
        found = shaped(program, [x for row in rows for x in row])
        assert_close(found, wanted)  # 15 digits are printed


def test_the_files_are_called_as_their_functions() -> None:
    model = symoro.idm(symoro.load("rx90"), verify=False)
    for language, ending in zip(BOTH, ("", "_simulink"), strict=True):
        texts = model.files(language)
        names = [f"rx90_idm{ending}_{part}.m" for part in ("step", "prepare", "main")]
        assert list(texts) == names
        for name in names[:2]:
            assert re.match(rf"function \w+ = {name[:-2]}\(", texts[name])
            assert "\n%#codegen\n" in texts[name]
    one = symoro.idm(symoro.load("rx90"), level="O1", verify=False)
    assert list(one.files("matlab")) == ["rx90_idm.m", "rx90_idm_main.m"]
    assert list(one.files("simulink")) == ["rx90_idm_simulink.m", "rx90_idm_simulink_main.m"]


def test_names_of_functions_are_as_long_as_matlab_allows(tmp_path: Path) -> None:
    robot = replace(symoro.load("planar2r"), name="long" * 20)
    model = symoro.idm(robot, verify=False)
    for language in BOTH:
        paths = write(model.document, language, tmp_path)
        assert max(len(path.stem) for path in paths) <= 63
        assert all("_idm" in path.stem for path in paths)
        run_script(paths[-1])


def test_help_shows_the_call_and_the_arguments_only(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("rrp"), include=["wrench=3"], verify=False)
    for language in BOTH:
        write(model.document, language, tmp_path)
    shown = octave(["disp(get_help_text('rrp_idm_step'))"], tmp_path)
    first, call, *_ = shown.splitlines()
    assert first == " RRP_IDM_STEP  Inverse dynamic model, by Newton-Euler"
    assert call == "   GAM = rrp_idm_step(q, QP, QDP, FE, k)"
    assert "   FE: wrench that each link exerts" in shown
    assert "Geometric" not in shown
    shown = octave(["disp(get_help_text('rrp_idm_prepare'))"], tmp_path)
    assert shown.startswith(
        " RRP_IDM_PREPARE  Inverse dynamic model, by Newton-Euler: the constants\n"
    )
    shown = octave(["disp(get_help_text('rrp_idm_simulink_step'))"], tmp_path)
    assert "   y = rrp_idm_simulink_step(u, k)\n" in shown
    for place in ("u(1:3)    q: ", "u(7:9)    QDP: ", "u(10:27)  FE: ", "y(1:3)    GAM: "):
        assert f"   {place}" in shown


def test_lines_are_short_and_octave_has_no_syntax_of_its_own() -> None:
    model = symoro.idm(symoro.load("rx90"), level="O1", outputs=["*"], verify=False)
    documents = [model.document, document(chained()), guarded(), document(constants())]
    for each in documents:
        for text in (
            *print_document("matlab", each).values(),
            *print_document("simulink", each).values(),
        ):
            code = [line for line in text.splitlines() if not line.lstrip().startswith("%")]
            assert max(map(len, code)) <= 110
            assert not re.search(r"""["#!]|[-+*/]=|\bend[a-z_]""", "\n".join(code))


def test_long_lines_are_carried_on_and_mean_the_same(tmp_path: Path) -> None:
    """Sums in brackets, products, names that are cut, and a name that is said in a string."""
    graph = Graph()
    names = [f"{'long' * 30}{k}" for k in range(9)]
    arithmetic = GraphArithmetic(graph)
    let = Tracer(graph, Names(names, 1))
    symbols = [arithmetic.symbol(name) for name in names]
    product, total = prod(symbols[1:], start=symbols[0]), -sum(x * x for x in symbols)
    X = let.solve(
        "X", 1, [[total, product], [-product, 1 - total]], [[product - total, 1], [2, -total]]
    )
    found: Any = let("Y", 1, product)
    program = Program(
        name="long_lines",
        graph=graph,
        inputs=tuple(Input(name, Role.PARAMETER) for name in names),
        shapes=(),
        statements=tuple(let.statements),
        outputs=(Output("X", (5,), (found.edge, *(x.edge for x in X.ravel()))),),
    ).verify()
    values = {name: 0.5 + 0.1 * k for k, name in enumerate(names)}
    for language in BOTH:
        for two_part in (False, True):
            each = replace(document(program, two_part=two_part), nonzero=(names[0],))
            text = "\n".join(print_document(language, each).values())
            assert re.search(r"\+ \.\.\.\n.*\+ \.\.\.\n", text)
            assert re.search(r"\* \.\.\.\n", text)
            code = [line for line in text.splitlines() if re.match(r"    (?!%| *error)", line)]
            assert max(map(len, re.findall(r"\blong\w+", "\n".join(code)))) <= 63
            assert max(map(len, code)) <= 110
            assert_close(run(each, language, values, tmp_path), expected(program, values))


def classes(
    each: Document, language: str, kind: str, folder: Path
) -> tuple[list[str], list[Array]]:
    """The types of what functions return for arguments of one type, and all numbers."""
    case = Case(each, VALUES)
    folder.mkdir()
    arrays = [array.ravel() for array in case.arrays.values()]
    if language == "simulink":
        arrays = [np.concatenate([np.zeros(0), *arrays])]
    given = " ".join(f"{kind}({literal(array)})".replace(" ", "") for array in arrays)
    size = 1 if language == "simulink" else len(each.program.outputs)
    lines = calls(case, language, folder, given, f"[found{{1:{size}}}]")
    known = [line for line in lines if line.startswith("p")]
    shown = octave(
        [
            *known,
            f"p = structfun(@{kind}, p, 'UniformOutput', false);",
            *lines[len(known) :],
            "for each = found, disp(class(each{1})), printf('%.17g ', each{1}), disp(''), end",
        ],
        folder,
    )
    lines = shown.splitlines()
    return lines[::2], [np.array(line.split(), dtype=float) for line in lines[1::2]]


@pytest.mark.parametrize("two_part", [False, True])
@pytest.mark.parametrize("language", BOTH)
def test_numbers_have_the_type_of_the_arguments(
    language: str, two_part: bool, tmp_path: Path
) -> None:
    for program in (constants(), chained()):
        each = document(program, two_part=two_part)
        kinds, singles = classes(each, language, "single", tmp_path / f"{program.name}1")
        assert set(kinds) == {"single"}
        kinds, doubles = classes(each, language, "double", tmp_path / f"{program.name}2")
        assert set(kinds) == {"double"}
        for one, two in zip(singles, doubles, strict=True):  # some units of 2**-24
            np.testing.assert_allclose(one, two, rtol=1e-5, atol=1e-5)


def test_a_vector_of_constants_has_the_type_of_the_one_that_is_given(tmp_path: Path) -> None:
    program = constants()
    constant = document(replace(program, outputs=program.outputs[:-2]))
    assert constant.program.arrays == ()
    assert classes(constant, "simulink", "single", tmp_path / "constant")[0] == ["single"]


@pytest.mark.parametrize("language", BOTH)
def test_constant_and_empty_outputs_have_their_shapes(language: str, tmp_path: Path) -> None:
    """The runner of MATLAB compares sizes with those that MATLAB shows."""
    program = constants()
    for two_part in (False, True):
        each = document(program, two_part=two_part)
        assert_close(run(each, language, VALUES, tmp_path), expected(program, VALUES))


def test_vectors_may_be_rows_or_columns(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    case = Case(model.document, dict.fromkeys(model.program.parameters, 0.7))
    row, column = (
        calls(case, "matlab", tmp_path, f"{q} {q} {q}", found)
        for q, found in (("[1,2]", "row"), ("[1;2]", "column"))
    )
    shown = octave([*row, *column, "disp(size(row)), disp(isequal(row, column))"], tmp_path)
    assert shown.split() == ["2", "1", "1"]


def caught(lines: Sequence[str]) -> list[str]:
    """Statements that show an error of these."""
    shown = "printf('%s %s\\n', problem.identifier, problem.message)"
    return ["try", *lines, "catch problem", shown, "end"]


@pytest.mark.parametrize("language", BOTH)
def test_a_parameter_that_must_not_be_zero_is_an_error_with_its_name(
    language: str, tmp_path: Path
) -> None:
    lines: list[str] = []
    for name in ("a", "b", "c"):
        *prepare, _ = calls(Case(guarded(), VALUES | {name: 0.0}), language, tmp_path, "", "found")
        lines += caught(prepare)
    shown = octave(lines, tmp_path)
    assert shown == "symoro:zero a must not be zero\nsymoro:zero c must not be zero\n"


@pytest.mark.parametrize("two_part", [False, True])
@pytest.mark.parametrize("language", BOTH)
def test_a_parameter_that_is_missing_is_named(
    language: str, two_part: bool, tmp_path: Path
) -> None:
    each = replace(document(every_operation(), two_part=two_part), nonzero=("a", "c"))
    given = "zeros(14,1)" if language == "simulink" else "zeros(2,1) zeros(2,6)"
    lines = calls(Case(each, VALUES), language, tmp_path, given, "found")
    runs = caught(lines)
    for name in ("a", "b", "c"):
        runs += caught([line for line in lines if not line.startswith(f"p.{name} =")])
    shown = octave(runs, tmp_path).splitlines()
    assert len(shown) == 3
    for name, line in zip(("a", "b", "c"), shown, strict=True):
        assert f"'{name}'" in line


@pytest.mark.parametrize("language", BOTH)
def test_a_singular_system_gives_a_warning(language: str, tmp_path: Path) -> None:
    program, rows = system(2, 1), np.array([[1.0, 2, 1], [2, 4, 1]])
    given = literal(rows if language == "matlab" else rows.reshape(-1, 1)).replace(" ", "")
    case = Case(document(program), values_of(program, rows))
    lines = calls(case, language, tmp_path, given, "found")
    script = tmp_path / "singular.m"
    script.write_text("\n".join(lines))
    command = [tool("octave-cli"), "--norc", "--no-history", str(script)]
    done = external.run(command, tmp_path, check=True)
    assert "singular to machine precision" in done.stderr


def test_systems_are_divided_from_the_left() -> None:
    text = next(iter(print_document("matlab", document(chained())).values()))
    assert (
        "    X1 = [0, a, q1; ...\n"
        "          b - 1, 0, 1; ...\n"
        "          q2, c, a*b] \\ [q1*q2; 2; -b];\n"
        "    X11 = X1(1);\n"
    ) in text
    assert "    Y122 = X2(1, 2);\n" in text


def test_no_name_is_a_keyword_of_matlab_or_octave(tmp_path: Path) -> None:
    """As variables and as fields; what Octave's own list has is asked of Octave."""
    listed = octave(["printf('%s\\n', iskeyword(){:})"], tmp_path).split()
    names = [*sorted({*KEYWORDS, *listed} - {"__FILE__", "__LINE__"}), "i", "_x", "ans"]
    graph = Graph()
    total = 0
    for place, name in enumerate(names, start=1):
        total = graph.add(total, graph.mul(graph.number(place), graph.symbol(name)))
    program = Program(
        name="keywords",
        graph=graph,
        inputs=tuple(Input(name, Role.PARAMETER) for name in names),
        shapes=(),
        statements=(Let("T", graph.let("T", total), total),),
        outputs=(Output("X", (1,), (graph.let("T", total),)),),
    ).verify()
    values = {name: 1.0 / place for place, name in enumerate(names, start=1)}
    for language in BOTH:
        text = next(iter(print_document(language, document(program)).values()))
        for name in KEYWORDS:
            assert f"% Name {name} is written {name}_\n" in text
            assert f"% Field {name} is written {name}_\n" in text
        assert "    i_ = p.i;\n" in text  # a field may be called so
        found = run(document(program), language, values, tmp_path)
        assert_close(found, {"X": np.array([float(len(names))])})

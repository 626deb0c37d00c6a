"""Julia: the example, number types, names, refusals; and the reader that all of it rests on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from docs.documents import DOCS, blocks
from ir.systems import VALUES as SYSTEM_VALUES
from ir.systems import chained, system, values_of
from printers.examples import assert_printed
from printers.julia_numbers import JuliaError
from printers.julia_reader import Fields, Julia, parsed
from printers.runners.julia import run_julia
from printers.test_every_operation import VALUES, document, every_operation
from printers.test_names import hostile
from printers.toolchain import Case, assert_close, expected, random_values, write
from symoro import library
from symoro.generate.model import Model
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.printers import printed
from symoro.printers.document import Document

MODELS: dict[str, Callable[[], Model]] = {
    "own numbers": lambda: symoro.idm(library.robot("planar2r"), verify=False),
    "placeholders": lambda: symoro.idm(library.robot("rx90"), base=True, verify=False),
    "one part": lambda: symoro.idm(library.robot("rrp"), outputs="*", level="O1", verify=False),
    "a matrix": lambda: symoro.inertia(library.robot("stanford"), verify=False),
    "a cube": lambda: symoro.inertia(library.robot("rrp"), derivative="q", verify=False),
    "a linear system": lambda: symoro.ddm(library.robot("scara"), floating_base=True, verify=False),
    "hostile names": lambda: symoro.idm(hostile(), outputs="*", verify=False),
}


def main_text(given: Document) -> str:
    return next(iter(printed("julia", given).values()))


def shapes() -> Document:
    """Outputs of every rank, some without elements, some of numbers alone."""
    graph = Graph()
    q1, a = graph.symbol("q1"), graph.symbol("a")
    square = graph.mul(a, a)
    let = Let("Z", graph.let("Z", square), square)
    program = Program(
        name="shapes",
        graph=graph,
        inputs=(Input("q1", Role.STATE, "q", (0,)), Input("a", Role.PARAMETER)),
        shapes=(("q", (1,)),),
        statements=(let,),
        outputs=(
            Output("one", (), (q1,)),
            Output("none", (0,), ()),
            Output("flat", (3, 0), ()),
            Output("zero", (2,), (0, 0)),
            Output("column", (3, 1), (1, -a, let.node)),
            Output("row", (1, 3), (0, a, -q1)),
            Output("empty", (2, 0, 3), ()),
            Output("cube", (2, 1, 3), (0, 1, a, -q1, q1, let.node)),
        ),
    ).verify()
    return document(program)


def guarded() -> Document:
    return replace(document(every_operation(), two_part=True), nonzero=("a", "c"))


@pytest.mark.parametrize("name", MODELS)
def test_the_example_runs_as_it_is(name: str, tmp_path: Path) -> None:
    given = MODELS[name]().document
    main = write(given, "julia", tmp_path)[1]
    text = main.read_text(encoding="utf-8")
    assert f"#     julia {main.name}\n" in text
    julia = Julia(tmp_path)
    julia.run(text)
    assert_printed("\n".join(julia.said), given)


@pytest.mark.parametrize("two_part", [False, True])
def test_single_precision_stays_single(two_part: bool) -> None:
    """Every result has the type of the arguments, so that no number of the text is a double."""
    given = document(every_operation(), two_part=two_part)
    found = run_julia(Case(given, VALUES), np.float32)
    wanted = expected(given.program, VALUES)
    for name, values in wanted.items():  # 24 bits, some operations, powers up to 16
        np.testing.assert_allclose(found[name], values, rtol=1e-4, atol=1e-5)
    for model in (chained(), system(3, 2)):
        rows = np.random.default_rng(1).uniform(1.0, 2.0, (3, 5))
        values_in = SYSTEM_VALUES if model.name == "chained" else values_of(model, rows)
        run_julia(Case(document(model), values_in), np.float32)


def test_every_value_on_the_way_is_single_too() -> None:
    """A double on the way would be rounded at the end, where an array has one type."""
    given = document(every_operation())
    names = [name for name in given.program.assigned if name.startswith("T")]
    before = "    # Outputs\n"
    text = main_text(given).replace(before, f"    return {', '.join(names)}\n{before}")
    julia = Julia()
    julia.run(text)
    q, FE = np.ones(2, np.float32), np.ones((2, 6), np.float32)
    p = Fields({name: np.float32(VALUES[name]) for name in ("a", "b", "c")})
    found = julia.call("every_operation", q, FE, p)
    assert len(found) > 50
    assert {type(each) for each in found} == {np.float32}


def test_whole_numbers_are_taken_for_floating_point() -> None:
    given = document(every_operation())
    julia = Julia()
    julia.run(main_text(given))
    values = {"a": 3, "b": -2, "c": 5, "q1": 1, "q2": 2, "FX2": 4}
    FE = np.zeros((2, 6), np.int64)
    FE[1, 2] = 4
    p = Fields({name: values[name] for name in ("a", "b", "c")})
    found = julia.call("every_operation", np.array([1, 2]), FE, p)
    wanted = expected(given.program, {name: float(value) for name, value in values.items()})
    assert_close(dict(zip(wanted, found, strict=True)), wanted)
    assert {each.dtype for each in found} == {np.dtype(np.float64)}


def test_outputs_of_every_shape() -> None:
    values = {"q1": 0.3, "a": 0.7}
    assert_close(run_julia(Case(shapes(), values)), expected(shapes().program, values))
    text = main_text(shapes())
    assert "    flat = zeros(T, 3, 0)\n" in text
    assert "    column = reshape(T[1, -a, Z], 3, 1)\n" in text
    assert "    row = T[0 a (-q1)]\n" in text
    assert "    cube = reshape(T[0, -q1, 1, q1, a, Z], 2, 1, 3)\n" in text


def test_the_example_passes_over_what_has_no_elements(tmp_path: Path) -> None:
    main = write(shapes(), "julia", tmp_path)[1]
    julia = Julia(tmp_path)
    julia.run(main.read_text(encoding="utf-8"))
    assert_printed("\n".join(julia.said), shapes())


def test_a_parameter_that_must_not_be_zero_is_named() -> None:
    julia = Julia()
    julia.run(main_text(guarded()))
    for name in ("a", "c"):
        p = Fields({each: np.float64(VALUES[each]) for each in "abc"} | {name: np.float64(0)})
        with pytest.raises(JuliaError, match=f"^ArgumentError: {name} must not be zero$"):
            julia.call("every_operation_prepare", p)


def test_a_singular_system_is_an_error() -> None:
    for rows in ([[0.0, 1]], [[1.0, 2, 1], [2, 4, 1]]):
        program = system(len(rows), 1)
        with pytest.raises(JuliaError, match="SingularException"):
            run_julia(Case(document(program), values_of(program, np.array(rows))))


def test_only_systems_need_a_package() -> None:
    assert "using" not in main_text(document(every_operation()))
    assert main_text(document(chained())).count("\nusing LinearAlgebra\n") == 1


WORDS = (
    "end",
    "in",
    "isa",
    "where",
    "function",
    "T",
    "sign",
    "zeros",
    "float",
    "p",
    "q",
    "_",
    "__",
)


def test_words_of_the_language_are_written_otherwise() -> None:
    robot = hostile()
    links = list(robot.links)
    fields = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
    for place, start in ((1, 0), (2, 5)):
        given = dict(zip(fields, map(symoro.symbol, WORDS[start : start + 8]), strict=False))
        links[place] = replace(links[place], **given)
    model = symoro.idm(replace(robot, links=tuple(links)), outputs="*", verify=False)
    values = random_values(model)
    assert_close(run_julia(Case(model.document, values)), expected(model.program, values))
    text = main_text(model.document)
    for word in WORDS[:9]:
        assert f"# Name {word} is written {word}_\n" in text
    for word in WORDS[-2:]:
        assert f"# Name {word} is written x{word}\n" in text
    assert re.search(r"^    end_ = p_*\.end_$", text, re.MULTILINE)


def test_a_title_cannot_end_its_docstring() -> None:
    given = replace(document(every_operation()), title='ends """ a string $(exit()) \\')
    parsed(main_text(given))
    Julia().run(main_text(given))
    assert "\nends ''' a string  (exit()) /.\n" in main_text(given)


def test_the_program_of_the_documentation_computes_what_it_says(tmp_path: Path) -> None:
    (block,) = blocks(DOCS / "languages.md", "julia")
    symoro.idm(library.robot("planar2r"), verify=False).write(tmp_path, lang=["julia"])
    julia = Julia(tmp_path)
    julia.run(block.text)
    said = block.text.strip().rpartition("# ")[2]
    assert julia.globals["GAM"] == pytest.approx([float(x) for x in said.strip("[]").split(",")])


# The reader


def value(text: str, **names: Any) -> Any:
    """What an expression of some names is."""
    julia = Julia()
    julia.used |= {"LinearAlgebra"}
    julia.run(f"function f({', '.join(names)})\n    return {text}\nend\n")
    return julia.call("f", *names.values())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1/2", 0.5),
        ("-x^2", -9.0),
        ("-(x - 1)^2", -4.0),
        ("2*(x - 1)^2*x", 24.0),
        ("1/(x - 1)^2/x", 1 / 12),
        ("x - 1 - 1", 1.0),
        ("x/2/3", 0.5),
        ("-x*2 + 1", -5.0),
        ("sign(x)*abs(-x)", 3.0),
        ("atan(x, -x)", 3 * np.pi / 4),
    ],
)
def test_the_reader_knows_the_order_of_operations(text: str, wanted: float) -> None:
    assert value(text, x=np.float64(3.0)) == pytest.approx(wanted, rel=1e-15)


def test_the_reader_counts_from_one_and_by_columns() -> None:
    v = np.array([5.0, 6.0])
    m = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert value("v[1]", v=v) == 5.0
    assert value("m[2, 1]", m=m) == 3.0
    assert value("reshape([1, 2, 3, 4], 2, 2)[1, 2]") == 3
    assert value("Float64[1 (-2); 0 2]").tolist() == [[1, -2], [0, 2]]
    assert value("m \\ v", m=m, v=v) == pytest.approx(np.linalg.solve(m, v))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("v[0]", "BoundsError"),
        ("v[3]", "BoundsError"),
        ("x^y", "exponent"),
        ("2x", "juxtaposition"),
        ("[1 -2]", "separates"),
        ("[1; 2]", "no matrix"),
        ("Int64(0.5)", "InexactError"),
        ("sqrt(y)", "DomainError"),
        ("4000000000^2", "overflows"),
        ("v \\ v", "least squares"),
        ("unknown", "UndefVarError"),
        ("__", "cannot be read"),
        ("promote_type()", "of nothing"),
        ('"$x"', "a string with a meaning"),
        ("x ? 1 : 2", "ternary"),
        ("(x", "syntax: line"),
        ("x && 1", "no Bool"),
    ],
)
def test_the_reader_refuses_what_julia_does(text: str, error: str) -> None:
    with pytest.raises(JuliaError, match=error):
        value(text, x=np.float64(3.0), y=np.float64(-1.0), v=np.array([5.0, 6.0]))


def test_a_name_that_a_function_assigns_is_its_own_everywhere() -> None:
    julia = Julia()
    julia.run("function f(x)\n    y = sin(x)\n    sin = y\n    return sin\nend\n")
    with pytest.raises(JuliaError, match="UndefVarError: sin"):
        julia.call("f", np.float64(1.0))
    for word in ("in", "where"):
        with pytest.raises(JuliaError, match=r"names of f|syntax"):
            Julia().run(f"function f(x)\n    {word} = x\n    return x\nend\n")


def test_doubles_and_singles_become_doubles() -> None:
    x = np.float32(3.0)
    assert type(value("0.5*x", x=x)) is np.float64
    assert type(value("2*x", x=x)) is np.float32
    assert type(value("Float32(0.5)*x", x=x)) is np.float32

"""Julia: the example, number types, names, refusals."""

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
from printers.test_shapes import shapes
from printers.toolchain import Case, assert_close, expected, random_values, write
from symoro import library
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.pipeline.model import Model
from symoro.printers import print_document
from symoro.printers.document import Document

MODELS: dict[str, Callable[[], Model]] = {
    "own numbers": lambda: symoro.idm(library.robot("planar2r"), verify=False),
    "placeholders": lambda: symoro.idm(library.robot("rx90"), base_parameters=True, verify=False),
    "one part": lambda: symoro.idm(library.robot("rrp"), outputs="*", level="O1", verify=False),
    "a matrix": lambda: symoro.inertia(library.robot("stanford"), verify=False),
    "a cube": lambda: symoro.inertia(library.robot("rrp"), derivative="q", verify=False),
    "a linear system": lambda: symoro.ddm(library.robot("scara"), floating_base=True, verify=False),
    "hostile names": lambda: symoro.idm(hostile(), outputs="*", verify=False),
}


def main_text(given: Document) -> str:
    return next(iter(print_document("julia", given).values()))


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
    names = [name for name in given.program.assigned_names if name.startswith("T")]
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
    values = {"a": 1, "b": -2, "c": 5, "q1": 1, "q2": -1, "FX2": 4}
    FE = np.zeros((2, 6), np.int64)
    FE[1, 2] = 4
    p = Fields({name: values[name] for name in ("a", "b", "c")})
    found = julia.call("every_operation", np.array([1, -1]), FE, p)
    wanted = expected(given.program, {name: float(value) for name, value in values.items()})
    assert_close(dict(zip(wanted, found, strict=True)), wanted)
    assert {each.dtype for each in found} == {np.dtype(np.float64)}


NUMBERS = (
    "x=3;\ny=x^60;\nz=q1*a^20;\nc=-1;\n"
    "f=a*sqrt(2) + q1*sin(1) + atan2(1, -2);\n"
    "g=2^53*(2^53*q1) + 1 + (2 - (3 + b));\n"
    "h=sin(q1 + Pi*12345678901234567891/10^20) + cos(2*Pi/7 + q1) + b*10^20/3;\n"
)


def whole_numbers(to: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """What numbers of the text and whole numbers for arguments give, and what they should."""
    result = symoro.optimize(NUMBERS, level="O1", outputs="*")
    given = result.document
    assert not given.two_part
    julia = Julia()
    julia.run(main_text(given))
    found = julia.call(given.program.name, np.array([2], to), Fields({"a": 1000, "b": 7}))
    wanted = expected(given.program, {"q1": 2.0, "a": 1000.0, "b": 7.0})
    return dict(zip(wanted, found, strict=True)), wanted


def test_whole_numbers_of_the_text_do_not_wrap_around() -> None:
    found, wanted = whole_numbers(np.int64)
    assert wanted["y"] == 3.0**60 > 2**63
    assert wanted["z"] > 2**63
    for name, each in wanted.items():
        assert found[name].dtype == np.float64
        np.testing.assert_allclose(found[name], each, rtol=1e-14)


def test_whole_numbers_of_the_text_are_single_beside_singles() -> None:
    found, wanted = whole_numbers(np.float32)
    assert {each.dtype for each in found.values()} == {np.dtype(np.float32)}
    for name, each in wanted.items():
        if name != "z":  # 1000^20 is beyond single precision
            np.testing.assert_allclose(found[name], each, rtol=1e-5)


def test_whole_numbers_stay_where_they_do_no_harm() -> None:
    text = main_text(symoro.optimize("y=2*q1 - 1/a + 3;\n", level="O1").document)
    assert "    y = 2*q1 - 1/a + 3\n" in text


@pytest.mark.parametrize("to", [np.float64, np.float32])
def test_a_sum_of_many_terms_is_added_in_steps(to: type) -> None:
    """Julia reads a sum as one call; with many arguments that is slow or overflows the stack."""
    terms = [f"{'-+'[k % 3 > 0]}{k % 7}*a{k}" if k % 5 else f"+{k}" for k in range(1, 100)]
    result = symoro.optimize(f"y={''.join(terms)};\n", level="O1", verify=False)
    text = main_text(result.document)
    steps = re.findall(r"^    y = (.*)$", text, re.MULTILINE)
    assert len(steps) > 1
    assert all(step.startswith("y ") for step in steps[1:])
    assert max(len(re.findall(r" [-+] ", step)) for step in steps) <= 16
    names = [item.name for item in result.program.inputs]
    values = {name: float(k) for k, name in enumerate(names)}  # whole numbers: sums are exact
    case = Case(result.document, values)
    assert run_julia(case, to)["y"].tolist() == case.expected["y"].tolist()


def many_parameters(count: int) -> Document:
    """The sum of as many parameters."""
    graph = Graph()
    names = [f"a{k}" for k in range(count)]
    total = 0
    for name in names:
        total = graph.add(total, graph.symbol(name))
    inputs = tuple(Input(name, Role.PARAMETER) for name in names)
    let = Let("sum", graph.let("sum", total), total)
    output = Output("O", (1,), (let.node,))
    return document(Program("many", graph, inputs, (), (let,), (output,)).verify())


def test_the_number_type_of_many_parameters_is_found_in_steps() -> None:
    """A call with hundreds of types takes Julia long to infer; a step has few."""
    given = many_parameters(900)
    text = main_text(given)
    calls = re.findall(r"promote_type\(.*\)", text)
    assert max(call.count(",") + 1 for call in calls) <= 8
    assert sum(call.count("typeof") for call in calls) == 900
    values = {f"a{k}": float(k) for k in range(900)}
    for to in (np.float64, np.float32):  # sums of whole numbers below 2^24 are exact
        found = run_julia(Case(given, values), to)
        assert found["O"].tolist() == [899 * 900 / 2]
    assert "    T = float(promote_type(typeof(p.a0), typeof(p.a1)))\n" in main_text(
        many_parameters(2)
    )


def test_the_number_type_is_made_floating_at_the_end() -> None:
    """Whole and single numbers together are single, in whichever step they come."""
    given = many_parameters(20)
    julia = Julia()
    julia.run(main_text(given))
    p = {f"a{k}": 1 for k in range(20)}
    assert julia.call("many", Fields(p)).dtype == np.float64
    assert julia.call("many", Fields({**p, "a19": np.float32(1)})).dtype == np.float32
    assert julia.call("many", Fields({**p, "a0": np.float32(1)})).dtype == np.float32


def test_arrays_are_written_by_their_shapes() -> None:
    text = main_text(document(shapes()))
    assert "    flat = zeros(T, 3, 0)\n" in text
    assert "    column = reshape(T[1, -a, Z], 3, 1)\n" in text
    assert "    row = T[0 a (-q1)]\n" in text
    assert "    cube = reshape(T[0, -q1, 1, q1, a, Z], 2, 1, 3)\n" in text


def test_the_example_passes_over_what_has_no_elements(tmp_path: Path) -> None:
    given = document(shapes())
    main = write(given, "julia", tmp_path)[1]
    julia = Julia(tmp_path)
    julia.run(main.read_text(encoding="utf-8"))
    assert_printed("\n".join(julia.said), given)


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
    "float",
    "zeros",
    "iszero",
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
    assert re.search(r"^    end_ = T\(p_*\.end_\)$", text, re.MULTILINE)


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
    said = block.text.rpartition("# [")[2].partition("]")[0]
    assert julia.globals["GAM"] == pytest.approx([float(x) for x in said.split(",")])

"""One program with every operation and every function, through every printer."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import symoro
from printers.runners.c import run_c
from printers.toolchain import Values, assert_close, expected, run
from symoro import library
from symoro.errors import InternalError, UsageError
from symoro.ir import Graph, Input, Let, Output, Program, Role, Scalar
from symoro.ir.graph import FUNCTIONS
from symoro.passes import count, program_parts
from symoro.printers import languages, printer
from symoro.printers.dialect import Dialect, ExpressionPrinter
from symoro.printers.document import Document

VALUES = {"a": 0.7, "b": -1.3, "c": 2.1, "q1": 0.4, "q2": -0.9, "FX2": 1.7}
LANGUAGES = [language.name for language in languages()]


def every_operation() -> Program:
    """Sums, products, quotients, powers, functions, nested and signed in every way."""
    graph = Graph()
    a, b, c, q1, q2 = (Scalar(graph, graph.symbol(n)) for n in ("a", "b", "c", "q1", "q2"))
    pi = Scalar(graph, graph.pi())

    def call(name: str, *arguments: Scalar) -> Scalar:
        return Scalar(graph, graph.call(name, *(item.edge for item in arguments)))

    values: list[Scalar] = [
        a + b,
        a - b,
        -a - b,
        -(a + b) * c,
        -(a + b) * (b - c) / (a - c),
        -a * b * c,
        1 / a,
        -1 / a,
        a / b,
        a / (b * c),
        a / b / c,
        1 / (a / b),
        (a / b) / (c / a),
        (a + b) / (1 / c + 1 / a),
        1 / (a * b) / (a + c),
        a**2,
        a**3,
        -(b**5),
        a**-2,
        (a * b) ** 5,
        -((a - b) ** 3),
        (1 / a) ** 3,
        1 / (a + b) ** 2,
        1 / a**2 / b**5,
        (-a) ** 4 * b,
        a**16 - a**15,
        Fraction(1, 3) * a,
        a * Fraction(-2, 7) + Fraction(1, 10),
        a / (Fraction(2, 3) * b),
        (a + Fraction(1, 3)) ** 2,
        b - Fraction(1, 1000000000000),
        a * 12345678901234567890,
        call("sin", q1 + q2),
        call("cos", q1 - 2 * q2 + pi / 4),
        call("sin", -q1) ** 2 + call("cos", q1) ** 2,
        call("cos", a * b),
        call("tan", q1),
        call("sqrt", a**2 + b**2),
        1 / call("sqrt", c),
        call("atan2", -a, b - c),
        call("atan2", b, -c),
        call("exp", q1 - a),
        call("exp", -((q2 / c) ** 2)) * a,
        call("log", c) * b,
        call("exp", q1 * call("log", a)) - call("log", a + 1) ** 3,
        call("tanh", -q1 / a),
        1 / call("exp", call("tanh", b)) ** 2,
        call("tanh", q2 * c) ** 3,
        call("asin", -a * q2),
        call("acos", q1 - a) / b,
        call("asin", q1) ** 2 - call("acos", -q2) ** 3,
        pi,
        -pi * a,
        2 * pi,
        pi**2 / a,
        a - (b - (c - a)),
        a - (b + c) * (a - (b - c)),
        a * (b * (c * (a + b))),
        -(-(a - b) - c),
        call("sign", b) * c,
        call("sign", a - a * 2),
        call("abs", b - c) / a,
        call("abs", -a) + call("sign", q1 * b),
    ]
    lets: list[Let] = []
    for k, value in enumerate(values, start=1):
        name = f"T{k}"
        lets.append(Let(name, graph.let(name, value.edge), value.edge))
    last = lets[0]
    chained = graph.add(graph.mul(last.node, lets[1].node), -graph.power(last.node, 3))
    lets.append(Let("U", graph.let("U", chained), chained))
    constant = graph.number(Fraction(-5, 4))
    lets.append(Let("Z", graph.let("Z", 0), 0))
    lets.append(Let("K", graph.let("K", constant), constant))
    nodes = tuple(let.node for let in lets)
    return Program(
        name="every_operation",
        graph=graph,
        inputs=(
            Input("q1", Role.STATE, "q", (0,)),
            Input("q2", Role.STATE, "q", (1,)),
            Input("FX2", Role.WRENCH, "FE", (1, 2)),
            Input("a", Role.PARAMETER),
            Input("b", Role.PARAMETER),
            Input("unread", Role.PARAMETER),
            Input("c", Role.PARAMETER),
        ),
        shapes=(("q", (2,)), ("QP", (2,)), ("FE", (2, 6))),
        statements=tuple(lets),
        outputs=(
            Output("GAM", (len(nodes),), nodes),
            Output("E", (2, 3), (q1.edge, -q2.edge, graph.symbol("FX2"), a.edge, 0, constant)),
            Output("N", (2, 1), (-nodes[0], 1)),
        ),
    ).verify()


def document(program: Program, *, two_part: bool = False) -> Document:
    """A program ready to print, under the tables of some robot."""
    return Document(
        robot=library.robot("planar2r"),
        program=program,
        parts=program_parts(program, two_part=two_part),
        joints=(1, 2),
        title="Every operation",
        stem="every",
        extension="ops",
        level="O0",
        operations=count(program),
        meanings={output.name: "results" for output in program.outputs},
        certificate=(),
        notes=(),
        relations=(),
        version="0",
    )


@pytest.mark.parametrize("two_part", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_means_the_same_in_every_language(
    language: str, two_part: bool, tmp_path: Path
) -> None:
    program = every_operation()
    wanted = expected(program, VALUES)
    assert all(np.isfinite(values).all() for values in wanted.values())
    printed = document(program, two_part=two_part)
    assert len(printed.parts) == 1 + two_part
    assert_close(run(printed, language, VALUES, tmp_path), wanted)


# A logarithm there is a complex number, as a square root of a negative number is.
COMPLEX = ("matlab", "simulink", "mathematica", "maple")
REAL = [name for name in LANGUAGES if name not in (*COMPLEX, "latex", "listing")]


@pytest.mark.parametrize("language", REAL)
def test_a_power_of_a_negative_number_is_not_a_number(language: str, tmp_path: Path) -> None:
    """Its exponent is 0.3; a vanishing base gives 0, by the exponential of minus infinity."""
    graph = Graph()
    logarithm = graph.call("log", graph.symbol("q1"))
    power = graph.call("exp", graph.mul(graph.number(Fraction(3, 10)), logarithm))
    program = Program(
        name="powers",
        graph=graph,
        inputs=(Input("q1", Role.STATE, "q", (0,)),),
        shapes=(("q", (1,)),),
        statements=(Let("T", graph.let("T", power), power),),
        outputs=(Output("GAM", (1,), (graph.let("T", power),)),),
    ).verify()
    with np.errstate(all="ignore"):
        assert np.isnan(run(document(program), language, {"q1": -0.5}, tmp_path)["GAM"]).all()
        assert run(document(program), language, {"q1": 0.5}, tmp_path)["GAM"] == pytest.approx(
            0.5**0.3, rel=1e-14
        )


def test_every_function_of_the_graph_is_in_that_program() -> None:
    program = every_operation()
    assert [name for name in FUNCTIONS if name not in program.functions] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_signs_are_printed_in_every_language(language: str) -> None:
    text = next(iter(printer(language)(document(every_operation())).values()))
    assert re.search(r"\bsign(um)?\}?[(\[]", text, re.IGNORECASE)
    assert re.search(r"abs[(\[]|\\left\|", text, re.IGNORECASE)


def test_c_needs_no_optimiser_and_no_extension(tmp_path: Path) -> None:
    program = every_operation()
    found = run_c(document(program), VALUES, tmp_path, "-O0", "-Wshadow", "-Wconversion")
    assert_close(found, expected(program, VALUES))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_of_zero_is_zero(language: str, tmp_path: Path) -> None:
    program = every_operation()
    values: Values = VALUES | {"q1": 0.0}
    assert_close(run(document(program), language, values, tmp_path), expected(program, values))


@pytest.mark.parametrize("two_part", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_angle_of_no_direction_is_zero(language: str, two_part: bool, tmp_path: Path) -> None:
    """Of a state and of parameters; standards of some languages leave it undefined."""
    graph = Graph()
    names = ("q1", "q2", "a", "b")
    q1, q2, a, b = map(graph.symbol, names)
    angles = [graph.call("atan2", q1, q2), graph.call("atan2", a, b), graph.call("atan2", q1, b)]
    lets = tuple(Let(f"T{k}", graph.let(f"T{k}", x), x) for k, x in enumerate(angles))
    program = Program(
        name="angles",
        graph=graph,
        inputs=(
            *(Input(name, Role.STATE, "q", (k,)) for k, name in enumerate(names[:2])),
            *(Input(name, Role.PARAMETER) for name in names[2:]),
        ),
        shapes=(("q", (2,)),),
        statements=lets,
        outputs=(Output("GAM", (3,), tuple(let.node for let in lets)),),
    ).verify()
    printed = document(program, two_part=two_part)
    nowhere = run(printed, language, dict.fromkeys(names, 0.0), tmp_path)
    assert not nowhere["GAM"].any()
    for values in (VALUES, VALUES | {"q1": 0.0}, VALUES | {"q2": 0.0, "a": 0.0}):
        assert_close(run(printed, language, values, tmp_path), expected(program, values))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_without_angles_has_no_helper_of_theirs(language: str) -> None:
    model = symoro.idm(library.robot("planar2r"), level="O1", verify=False)
    assert not re.search("arc_?tan|atan", model.code(language), re.IGNORECASE)


def test_an_unknown_language_is_refused_with_the_list() -> None:
    with pytest.raises(UsageError, match="no language fortran77; the languages are listing, c"):
        printer("fortran77")


@pytest.mark.parametrize("language", LANGUAGES)
def test_capitals_do_not_matter_in_the_name_of_a_language(language: str) -> None:
    given = document(every_operation())
    for name in (language.upper(), language.capitalize()):
        assert printer(name)(given) == printer(language)(given)


def test_a_function_that_a_language_lacks_is_refused_by_name() -> None:
    graph = Graph()
    edge = graph.call("atan2", graph.symbol("y"), graph.symbol("x"))
    with pytest.raises(InternalError, match="no atan2"):
        ExpressionPrinter(graph, Dialect(functions={"sin": "sin"}), {}).text(edge)

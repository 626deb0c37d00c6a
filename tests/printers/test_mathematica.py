"""Mathematica: the example, every name of the system, symbols for numbers, refusals."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import external
import symoro
from ir.systems import system
from printers.examples import assert_printed
from printers.runners.mathematica import functions, mathics, said
from printers.test_every_operation import VALUES, document, every_operation
from printers.test_names import hostile
from printers.test_shapes import shapes
from printers.toolchain import Case, Values, assert_close, expected, random_values, run_all, write
from symoro import library
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.printers import print_document
from symoro.printers.document import Document

MODELS: dict[str, Callable[[], Document]] = {
    "own numbers": lambda: symoro.idm(library.robot("planar2r"), verify=False).document,
    "placeholders": lambda: (
        symoro.idm(library.robot("rx90"), base_parameters=True, verify=False).document
    ),
    "one part": lambda: (
        symoro.idm(library.robot("rrp"), level="O1", outputs="*", verify=False).document
    ),
    "matrices": lambda: symoro.inertia(library.robot("stanford"), verify=False).document,
    "a cube": lambda: symoro.inertia(library.robot("rrp"), derivative="q", verify=False).document,
    "a linear system": lambda: (
        symoro.ddm(library.robot("scara"), floating_base=True, verify=False).document
    ),
    "hostile names": lambda: symoro.idm(hostile(), outputs="*", verify=False).document,
    "empty outputs": lambda: document(shapes()),
}


def of_names(names: Sequence[str], size: int = 100) -> Iterator[Program]:
    """Programs that multiply each of some parameters with the next one."""
    for first in range(0, len(names), size):
        graph, some = Graph(), names[first : first + size]
        symbols = list(map(graph.symbol, some))
        pairs = zip(symbols, [*symbols[1:], symbols[0]], strict=True)
        edges = [graph.mul(one, next_one) for one, next_one in pairs]
        lets = tuple(Let(f"made{k}", graph.let(f"made{k}", x), x) for k, x in enumerate(edges))
        yield Program(
            name="every_name",
            graph=graph,
            inputs=tuple(Input(name, Role.PARAMETER) for name in some),
            shapes=(),
            statements=lets,
            outputs=(Output("GAM", (len(lets),), tuple(let.node for let in lets)),),
        ).verify()


def random_numbers(program: Program) -> Values:
    """A number for each input."""
    rng = random.Random(1)
    return {item.name: rng.uniform(0.5, 1.5) for item in program.inputs}


def guarded() -> Document:
    """A program that divides by parameters which must not be zero."""
    return replace(document(every_operation(), two_part=True), nonzero=("a", "c"))


def association(values: Mapping[str, object]) -> str:
    """Values, or texts of values, by name."""
    return "<|" + ", ".join(f'"{name}" -> {value}' for name, value in values.items()) + "|>"


@pytest.mark.parametrize("name", MODELS)
def test_the_example_runs_as_it_is(name: str, tmp_path: Path) -> None:
    given = MODELS[name]()
    main = write(given, "mathematica", tmp_path)[1]
    comment = [
        f"(*     {command} {main.name} *)" for command in ("wolframscript -file", "mathics -f")
    ]
    assert main.read_text(encoding="utf-8").splitlines()[1:3] == comment
    assert_printed(said(f'SetDirectory["{tmp_path}"]; Get["{main.name}"];'), given)


def test_the_example_stops_at_a_parameter_that_must_not_be_zero(tmp_path: Path) -> None:
    main = write(guarded(), "mathematica", tmp_path)[1]
    main.write_text(main.read_text().replace('"c" -> 0.5', '"c" -> 0.0'))
    command = [mathics(), "-f", main.name]
    ran = external.run(command, tmp_path)
    assert ran.returncode == 1
    assert ran.stdout == "everyOperationPrepare::zero: c must not be zero.\n"


def test_prepare_refuses_by_name_what_must_not_be_zero(tmp_path: Path) -> None:
    main = write(guarded(), "mathematica", tmp_path)[0]
    prepare = functions(guarded())[0]
    for name in ("a", "c"):
        for zero in ("0", "0.0"):
            p = association({**VALUES, name: zero})
            printed = said(f'Get["{main}"];\nPrint[{prepare}[{p}]];')
            message = f"{prepare}::zero: {name} must not be zero."
            assert printed == f"{message}\n$Failed\n"


def test_every_name_of_the_system_may_be_a_symbol(tmp_path: Path) -> None:
    known = said('Print[StringRiffle[Names["System`*"], " "]];').split()
    names = [name for name in known if re.fullmatch(r"[A-Za-z]\w*", name) and name != "Pi"]
    assert len(names) > 1000
    names += [chr(c) for c in range(ord("A"), ord("Z") + 1) if chr(c) not in names]
    names += [f"{name}_" for name in names[::7]]
    cases = [Case(document(each), random_numbers(each)) for each in of_names(names)]
    for case, found in zip(cases, run_all("mathematica", cases, tmp_path), strict=True):
        assert_close(found, case.expected)


def test_symbols_may_be_given_for_numbers_whatever_they_are_called(tmp_path: Path) -> None:
    """Variables of a text are its own: a symbol of the same name is another."""
    model = symoro.idm(library.robot("planar2r"), level="O1", verify=False)
    values = random_values(model)
    main = write(model.document, "mathematica", tmp_path)[0]
    arrays = {"q": "{0.3, t2}", "QP": "{QP1, W32}", "QDP": "{1/2, GAM1}"}
    numbers = {"t2": 0.7, "QP1": -0.2, "W32": 0.4, "GAM1": 1.1}
    state = {"t1": 0.3, "t2": 0.7, "QP1": -0.2, "QP2": 0.4, "QDP1": 0.5, "QDP2": 1.1}
    parameters = model.program.parameters
    p = ", ".join(f'"{name}" -> {name}' for name in parameters)
    rules = {**{name: values[name] for name in parameters}, **numbers}
    put = ", ".join(f"{name} -> {value!r}" for name, value in rules.items())
    call = f"planar2rIdm[{', '.join(arrays[name] for name, _ in model.program.arrays)}, <|{p}|>]"
    printed = said(f'Get["{main}"];\nPrint[ToString[{call} /. {{{put}}}, InputForm]];')
    found = [float(text) for text in printed.strip("{}\n").split(", ")]
    wanted = expected(model.program, values | state)["GAM"]
    np.testing.assert_allclose(found, wanted, rtol=1e-13)


def test_exact_numbers_stay_exact(tmp_path: Path) -> None:
    main = write(document(system(2, 1)), "mathematica", tmp_path)[0]
    call = "system[{{1, 2, 1/3}, {3, 4, 1}}]"
    assert said(f'Get["{main}"];\nPrint[InputForm[{call}]];') == "{{1/3}, {0}}\n"


def test_a_system_without_a_solution_gives_a_message(tmp_path: Path) -> None:
    main = write(document(system(2, 1)), "mathematica", tmp_path)[0]
    assert "LinearSolve::nosol" in said(f'Get["{main}"];\nsystem[{{{{1, 2, 1}}, {{2, 4, 1}}}}];')


def test_a_package_leaves_only_its_functions_behind(tmp_path: Path) -> None:
    """Its variables and helpers are in a private context."""
    main = write(replace(guarded(), stem="alone"), "mathematica", tmp_path)[0]
    found = said(f'Get["{main}"];\nPrint[Names["aloneOps`*"]]; Print[$Context];')
    assert found == "{everyOperationPrepare, everyOperationStep}\nGlobal`\n"


def test_comments_call_functions_as_the_text_does() -> None:
    text = next(iter(print_document("mathematica", guarded()).values()))
    assert "(* k: the constants that everyOperationStep needs *)" in text
    assert "(* k: the constants that everyOperationPrepare found *)" in text


def test_outputs_without_elements_are_empty_lists() -> None:
    text = next(iter(print_document("mathematica", document(shapes())).values()))
    assert "  {q1, {}, {{}, {}, {}}, {0, 0}, {{1}, {-a}, {Z}}, {{0, a, -q1}}, {{}, {}}, " in text


def documented(language: str) -> str:
    """The program of a language's section of the documentation."""
    page = Path(__file__).parents[2] / "docs" / "languages.md"
    (text,) = re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return str(text)


def test_the_program_of_the_documentation_prints_what_it_says(tmp_path: Path) -> None:
    write(MODELS["own numbers"](), "mathematica", tmp_path)
    found = said(f'SetDirectory["{tmp_path}"];\n{documented("mathematica")}')
    assert found == "{20 g, 5 g}\n"

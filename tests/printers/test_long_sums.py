"""Sums that are too long for one statement of a language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import symoro
from printers.test_every_operation import document
from printers.toolchain import Case, assert_close, run
from symoro.errors import ModelError, ParseError
from symoro.ir import Graph, GraphArithmetic, Input, Names, Output, Program, Role, Tracer
from symoro.listings import read
from symoro.printers import print_document

TEXTS = ("fortran", "python", "numpy", "casadi")


def products(signs: str, size: int = 60) -> str:
    """The sum of all products of two sets of names, with these signs in turn."""
    pairs = [(i, k) for i in range(size) for k in range(size)]
    return "".join(
        f"{signs[n % len(signs)]}length{i}*mass{k}" for n, (i, k) in enumerate(pairs)
    ).removeprefix("+")


def long_sums() -> Case:
    """3600 terms of each sign, of both, and of a sum within a product, which is not divided."""
    text = f"y={products('+')};\nz={products('-')};\nw={products('-+--')};\n"
    text += f"v=y*({products('+-', 12)});\nu=-z-v;\n"
    found = symoro.optimize(text, level="O1", outputs=list("yzwvu"), verify=False)
    names = [item.name for item in found.program.inputs]
    return Case(found.document, {name: 0.3 + 0.01 * k for k, name in enumerate(names)})


def main_text(case: Case, language: str) -> str:
    """The main file of a case."""
    return next(iter(print_document(language, case.document).values()))


@pytest.mark.parametrize("language", TEXTS)
def test_a_long_sum_is_assigned_in_several_steps(language: str, tmp_path: Path) -> None:
    case = long_sums()
    text = main_text(case, language)
    for name in "yzw":
        first, *others = re.findall(rf"^ +{name} = (.*)$", text, re.MULTILINE)
        assert not first.startswith(f"{name} ")
        assert others
        assert all(re.match(rf"{name} [-+] ", other) for other in others)
    assert len(re.findall(r"^ +[vu] = ", text, re.MULTILINE)) == 2
    assert_close(run(case.document, language, case.values, tmp_path), case.expected)


def test_a_name_that_is_assigned_twice_is_not_read_back() -> None:
    with pytest.raises(ParseError, match="y is assigned"):
        read(main_text(long_sums(), "fortran"))


def test_another_value_too_long_for_fortran_is_refused_by_its_name() -> None:
    """A product has no such steps."""
    names = [f"length{k}" for k in range(5000)]
    short, long = (
        symoro.optimize(f"y={'*'.join(names[:size])};", level="O1", verify=False)
        for size in (2000, 5000)
    )
    assert "length1999" in short.code("fortran")
    with pytest.raises(ModelError, match=r"value of y takes \d+ lines.* have 256; .*variables"):
        long.code("fortran")


def test_a_long_row_of_a_system_is_refused_by_the_names_of_its_unknowns() -> None:
    names = [f"length{k}" for k in range(3000)]
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    let = Tracer(graph, Names(names, 1))
    (x,) = let.solve("X", 1, [[sum(map(arithmetic.symbol, names))]], [1])
    program = Program(
        name="one",
        graph=graph,
        inputs=tuple(Input(name, Role.PARAMETER) for name in names),
        shapes=(),
        statements=tuple(let.statements),
        outputs=(Output("X", (1,), (x.edge,)),),
    ).verify()
    (unknown,) = program.assigned_names
    with pytest.raises(ModelError, match=f"value of {unknown} takes"):
        print_document("fortran", document(program))

"""Routines: the translation of root kernels, what it refuses, and constants that are left out."""

from __future__ import annotations

import ast
from fractions import Fraction

import pytest

from symoro.errors import InternalError
from symoro.ir.graph import Graph
from symoro.ir.kernel_source import (
    MODULES,
    called_routines,
    kernels,
    needed_kernels,
    translate_function,
)
from symoro.ir.roots import KERNELS
from symoro.ir.routine import (
    Assign,
    Constant,
    ConstantArray,
    Element,
    Formula,
    If,
    Name,
    Number,
    Return,
    Routine,
    Type,
    variable_types,
)
from symoro.ir.routine_scope import remove_unused


def translated(text: str) -> Routine:
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    return translate_function(function, [function])


def test_every_kernel_is_translated_behind_those_that_it_calls() -> None:
    order = [*kernels()]
    for name, kernel in kernels().items():
        assert any(callable(getattr(module, name, None)) for module in MODULES)
        assert all(order.index(each) < order.index(name) for each in called_routines(kernel))
    assert set(KERNELS.values()) <= set(order)


def test_arrays_that_callees_write_to_are_results() -> None:
    assert kernels()["direction_roots"].written == {"x", "S", "C", "m"}
    assert kernels()["roots_between"].written == {"x", "m"}
    assert kernels()["bracket_root"].written == frozenset()


def test_variables_have_the_types_of_their_values() -> None:
    types = variable_types(kernels()["roots_between"])
    assert types["count"] is Type.INT
    assert types["crosses"] is Type.BOOL
    assert types["value"] is Type.FLOAT


def test_a_routine_needs_the_kernels_that_its_kernels_call() -> None:
    needed = [each.name for each in needed_kernels(kernels()["circle_roots"])]
    assert "bracket_root" in needed
    assert "tried_angles" not in needed


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("x = [k for k in range(3)]", r"\[k for k in range\(3\)\]"),
        ("x = unknown + 1.0", "unknown"),
        ("x = t ** 2", "Pow"),
        ("x = max(t, 1.0)", r"max\(t, 1.0\)"),
        ("x = 1.0 if t > 0.0 else 2.0", "1.0 if t > 0.0 else 2.0"),
        ("x = 0.0 < t < 1.0", "0.0 < t < 1.0"),
        ("print(t)", "a call whose value is not used"),
        ("x += 1.0", "AugAssign"),
    ],
)
def test_what_is_not_in_the_subset_is_refused(line: str, found: str) -> None:
    with pytest.raises(InternalError, match=f"{found}.* is not in the subset"):
        translated(f"def f(t: float) -> float:\n    'Text.'\n    {line}\n    return t\n")


def test_a_variable_has_one_type() -> None:
    with pytest.raises(InternalError, match="x has two types"):
        translated("def f(t: float) -> float:\n    'Text.'\n    x = 1\n    x = t\n    return t\n")


def test_constants_that_nothing_reads_are_left_out() -> None:
    """Also those that only such constants read; what a formula or an element reads stays."""
    graph = Graph()
    half = Formula(graph.mul(graph.number(Fraction(1, 2)), graph.symbol("b")))
    a = Constant("a", Type.FLOAT, Number(1.0))
    b = Constant("b", Type.FLOAT, Number(2.0))
    c = Constant("c", Type.FLOAT, half)
    d = Constant("d", Type.FLOAT, Name("a"))
    array = ConstantArray("e", (Name("b"),))
    use = If(Name("f"), (d, Assign(Name("x"), Element("e", (Number(0),)))))
    end = Return(Name("c"))
    assert remove_unused((a, b, c, array, use, end), graph) == (
        b,
        c,
        array,
        If(Name("f"), use.body[1:]),
        end,
    )

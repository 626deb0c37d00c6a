"""The reader of Julia, on which the tests of that language rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from printers.julia_numbers import JuliaError
from printers.julia_reader import Julia


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
        ("x ? 1 : 2", "no Bool"),
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


@pytest.mark.parametrize("sign", ["+", "-", "*"])
def test_the_reader_takes_sums_and_products_of_any_length(sign: str) -> None:
    text = f" {sign} ".join(["x"] * 5000)
    wanted = {"+": 5000, "-": -4998, "*": 1}[sign]
    assert value(text, x=np.float64(1.0)) == wanted


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("y = 3", "y is a int, not of the type T"),
        ("y = 0.5*x", "y is a float64, not of the type T"),
        ("y = sin(1)*x", "y is a float64, not of the type T"),
        ("y = [1, 2]", "y is a int, not of the type T"),
        ("y = x + 2^60", "whole numbers alone"),
        ("y = 2*3*x", "whole numbers alone"),
        ("y = 1/2*x", "whole numbers alone"),
    ],
)
def test_the_reader_refuses_what_leaves_the_number_type(line: str, error: str) -> None:
    julia = Julia()
    julia.run(f"function f(x)\n    T = typeof(x)\n    {line}\n    return y\nend\n")
    with pytest.raises(JuliaError, match=error):
        julia.call("f", np.float32(3.0))


def test_doubles_and_singles_become_doubles() -> None:
    x = np.float32(3.0)
    assert type(value("0.5*x", x=x)) is np.float64
    assert type(value("2*x", x=x)) is np.float32
    assert type(value("Float32(0.5)*x", x=x)) is np.float32

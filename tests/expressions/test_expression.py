"""The normal form: one expression for one value of arithmetic, exact and printable."""

from __future__ import annotations

import math
import os
import pickle
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions.random_expressions import (
    NAMES,
    VALUES,
    numbers,
    random_expressions,
    valued_texts,
)
from external import run
from symoro.errors import UsageError
from symoro.expressions import (
    ONE,
    PI,
    ZERO,
    Expression,
    FloatArithmetic,
    Number,
    call,
    evaluate,
    expression,
    is_identifier,
    parse,
    symbol,
)

x, y = symbol("x"), symbol("y")


@given(random_expressions)
def test_the_text_of_an_expression_reads_back_as_the_same_expression(e: Expression) -> None:
    assert parse(str(e)) == e
    assert hash(parse(str(e))) == hash(e)
    assert str(parse(str(e))) == str(e)


@given(random_expressions, random_expressions, random_expressions)
def test_sums_and_products_do_not_depend_on_order_or_grouping(
    a: Expression, b: Expression, c: Expression
) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a * b == b * a


@given(random_expressions, random_expressions)
def test_what_is_subtracted_or_divided_again_leaves_nothing(a: Expression, b: Expression) -> None:
    assert a - a == ZERO
    assert (a + b) - b == a
    assert ZERO - (ZERO - a) == a
    if a != ZERO:
        assert a / a == ONE


@given(numbers, numbers)
def test_numbers_fold_exactly(a: Fraction, b: Fraction) -> None:
    assert (expression(a) + expression(b)).number == a + b
    assert (expression(a) * expression(b)).number == a * b
    if b:
        assert (expression(a) / expression(b)).number == a / b


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_means_the_shortest_decimal_that_prints_it(value: float) -> None:
    exact = expression(value).number
    assert exact == Fraction(repr(value))
    assert float(exact) == value


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_a_float_that_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(UsageError, match="not a finite number"):
        expression(value)


def test_names_with_the_same_number_are_still_different_and_ordered() -> None:
    for first, second in (("t1", "t01"), ("a2b", "a02b"), ("sin(t1)", "sin(t01)")):
        one, other = parse(first), parse(second)
        assert one != other
        assert one + other == other + one
        assert x * one * other == other * one * x


TEXTS = {
    "x + x": "2*x",
    "t10 + t2 + t1": "t1 + t2 + t10",
    "Pi + x + 1": "x + Pi + 1",
    "0.5*x": "x/2",
    "x/3": "x/3",
    "2*x/3": "2*x/3",
    "0.2*x": "0.2*x",
    "x*Pi/180": "Pi*x/180",
    "-Pi/2 + t2": "t2 - Pi/2",
    "-x": "-x",
    "1/x": "1/x",
    "x/y^2": "x/y^2",
    "1/3/x": "1/3/x",
    "2*(x + y)": "2*x + 2*y",
    "z*(x + y)": "z*(x + y)",
    "(x + y)*(x + y)": "(x + y)^2",
    "1/(x + y)": "1/(x + y)",
    "sqrt(x)*sqrt(x)": "x",
    "sqrt(x)^3": "sqrt(x)^3",
    "sqrt(9/4)": "1.5",
    "sqrt(2)": "sqrt(2)",
    "cos(Pi/2)": "0",
    "sin(-Pi/6)": "-0.5",
    "cos(7*Pi/3)": "0.5",
    "cos(Pi/4)": "cos(Pi/4)",
    "tan(Pi)": "0",
    "atan2(0, -1)": "Pi",
    "atan2(-3, 0)": "-Pi/2",
    "atan2(0, 2)": "0",
    "atan2(y, -1)": "atan2(y, -1)",
    "1/3": "1/3",
    "0.1": "0.1",
    "-1/8": "-0.125",
    "1e-3": "0.001",
}


@pytest.mark.parametrize(("text", "printed"), TEXTS.items())
def test_the_printed_form_is(text: str, printed: str) -> None:
    # the natural order of symbols is the only freedom: compare as expressions, then as text
    assert parse(text) == parse(printed)
    assert str(parse(text)) == str(parse(printed))
    assert len(str(parse(text))) == len(printed)


@pytest.mark.parametrize("name", ["x", "_", "t1", "A_b", "Sin", "lambda", "e"])
def test_a_name_is_an_identifier(name: str) -> None:
    assert is_identifier(name)
    assert str(symbol(name)) == name


@pytest.mark.parametrize("name", ["", "1x", "a b", "a-b", "sin", "atan2", "Pi", "pi", "x\n", "é"])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert not is_identifier(name)
    with pytest.raises(UsageError, match="is not a symbol"):
        symbol(name)


def test_a_power_has_its_meaning_at_numbers_of_any_sign() -> None:
    """Of an integer exponent, although exp(y log(x)) has none where x is negative."""
    power = parse("x^y")
    two = {"x": expression(-2), "y": expression(3)}
    assert power.substitute(two) == expression(-8)
    assert power.substitute({"y": expression(0.5)}) == call("sqrt", x)
    assert (power * 3).substitute({"x": y, "y": x}) == 3 * parse("y^x")
    assert str(parse("exp(2*log(x))")) == "exp(2*log(x))"
    with pytest.raises(UsageError, match="-2 to the power y: the base must be positive"):
        power.substitute({"x": expression(-2)})


def test_a_power_may_have_any_exponent_but_a_large_number() -> None:
    assert x**0.5 == call("sqrt", x)
    assert x ** "y" == call("exp", y * call("log", x))
    assert expression(2) ** x == call("exp", x * call("log", expression(2)))
    with pytest.raises(UsageError, match="beyond the limit"):
        x**65
    with pytest.raises(UsageError, match="division by zero"):
        ZERO**-1
    with pytest.raises(UsageError, match="division by zero"):
        x / 0


def test_operators_take_numbers_and_texts_on_either_side() -> None:
    assert 1 + x == x + 1
    assert 1 - x == -(x - 1)
    assert 2 * x == x * 2
    assert 1 / x == x**-1
    assert "y" + x == x + y
    assert x - 0.1 == x - Fraction(1, 10)
    assert +x is x


def test_an_unknown_function_or_a_wrong_number_of_arguments_is_refused() -> None:
    with pytest.raises(UsageError, match="not a known function"):
        call("sinh", x)
    with pytest.raises(UsageError, match="with 2 arguments"):
        call("sin", x, y)


def test_symbols_terms_and_coefficients_describe_a_sum() -> None:
    e = parse("2*x - sin(y) + Pi/2 + 3")
    assert e.symbols == {"x", "y"}
    assert dict(e.terms()) == {x: 2, call("sin", y): -1, PI: Fraction(1, 2), ONE: 3}
    assert e.coefficient("x") == 2
    assert e.coefficient("z") == 0
    assert e.coefficient("y") is None  # not affine in y
    assert parse("x*y").coefficient("x") is None
    assert x.coefficient("x") == 1
    assert ZERO.terms() == ()
    assert PI.number is None


def test_substitution_replaces_all_symbols_at_once() -> None:
    e = parse("x + 2*y + sin(x*y) + sqrt(x)/y^2")
    swapped = e.substitute({"x": y, "y": x})
    assert swapped == parse("y + 2*x + sin(x*y) + sqrt(y)/x^2")
    assert e.substitute({"z": ONE}) == e
    assert parse("cos(x + y)").substitute({"x": PI / 2, "y": PI / 2}) == expression(-1)
    with pytest.raises(UsageError, match="division by zero"):
        e.substitute({"y": ZERO})


@given(random_expressions, st.sampled_from(NAMES), numbers)
def test_substituting_then_evaluating_is_evaluating_with_the_value(
    e: Expression, name: str, number: Fraction
) -> None:
    values = {n: 0.3 + 0.2 * i for i, n in enumerate(NAMES)} | {name: float(number)}
    try:
        direct = evaluate(e, values, FloatArithmetic())
        other = evaluate(e.substitute({name: expression(number)}), values, FloatArithmetic())
    except (ZeroDivisionError, UsageError, OverflowError):
        return  # a pole at this point
    if max(abs(direct), abs(other)) < 1e6:  # away from poles, where digits are lost
        assert math.isclose(direct, other, rel_tol=1e-6, abs_tol=1e-6)


@given(valued_texts)
def test_evaluation_agrees_with_pythons_own_arithmetic(valued: tuple[str, float]) -> None:
    text, value = valued
    if abs(value) > 1e9:
        return  # collecting terms may cancel all digits of such numbers
    result = evaluate(parse(text), VALUES, FloatArithmetic())
    # terms of up to 1e9 times the 1e-16 of a double, in another order
    assert math.isclose(result, value, rel_tol=1e-6, abs_tol=1e-6)


def test_a_symbol_without_a_value_is_named() -> None:
    with pytest.raises(UsageError, match="symbol y has no value"):
        evaluate(x + y, {"x": 1.0}, FloatArithmetic())


def test_functions_of_floats_are_those_of_math() -> None:
    arithmetic = FloatArithmetic()
    assert arithmetic.call("tan", 0.3) == math.tan(0.3)
    assert [arithmetic.call("sign", v) for v in (-2.0, 0.0, 3.0)] == [-1, 0, 1]
    assert arithmetic.call("abs", -2.0) == 2
    assert arithmetic.pi() == math.pi


def test_an_expression_pickled_in_one_process_equals_its_like_in_another() -> None:
    """Hashes of texts differ between processes: a cached one must not travel."""
    e = parse("x*sin(y) - Pi/4")
    hash(e)
    program = (
        "import pickle, sys; from symoro.expressions import parse;"
        "e = pickle.loads(bytes.fromhex(sys.argv[1])); print({e: 'found'}[parse(str(e))])"
    )
    result = run(
        [sys.executable, "-c", program, pickle.dumps(e).hex()],
        environment={**os.environ, "PYTHONHASHSEED": "7"},
        check=True,
    )
    assert result.stdout.strip() == "found"


def test_expressions_are_hashable_frozen_and_survive_pickling() -> None:
    e = parse("x*sin(y) - Pi/4")
    assert pickle.loads(pickle.dumps(e)) == e
    assert {e: 1}[parse("-Pi/4 + sin(y)*x")] == 1
    with pytest.raises(AttributeError):
        e.parts = ()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        x.name = "y"  # type: ignore[misc]
    assert repr(e) == f"<{e}>"
    assert isinstance(expression(3), Number)

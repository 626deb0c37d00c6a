"""The grammar: what is read, how, and where an error is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symoro.errors import ParseError
from symoro.expressions import PI, Expression, Number, call, expression, parse, symbol
from symoro.expressions.limits import MAX_EXPONENT
from symoro.expressions.parse import MAX_DECIMAL_EXPONENT, MAX_DEPTH, MAX_DIGITS, MAX_LENGTH

x, y = symbol("x"), symbol("y")
third = Fraction(1, 3)

READS: list[tuple[str, Expression]] = [
    ("x", x),
    ("_a1", symbol("_a1")),
    ("12", expression(12)),
    ("1.", expression(1)),
    (".5", expression(Fraction(1, 2))),
    ("1.25e-2", expression(Fraction(1, 80))),
    ("2E3", expression(2000)),
    ("Pi", PI),
    ("pi", PI),
    ("x + y", x + y),
    ("x-y", x - y),
    ("x*y", x * y),
    ("x/y", x / y),
    ("x/y/2", x / (2 * y)),
    ("x - y - 1", x + (-y) - 1),
    ("x^2", x * x),
    ("x**2", x**2),
    ("x^-2", x**-2),
    ("x**+2", x**2),
    ("x^(1+1)", x**2),
    ("x^2^3", x**8),
    ("-x^2", -(x**2)),
    ("(-x)^2", x**2),
    ("+x", x),
    ("--x", x),
    ("2--3", expression(5)),
    ("2*-x", -2 * x),
    ("(x)", x),
    ("((x + 1))*y", (x + 1) * y),
    ("sin(x)", call("sin", x)),
    ("cos(x)", call("cos", x)),
    ("tan(x)", call("tan", x)),
    ("sqrt(x)", call("sqrt", x)),
    ("atan2(y, x)", call("atan2", y, x)),
    ("Sin[x]", call("sin", x)),
    ("Cos[x]", call("cos", x)),
    ("Tan[x]", call("tan", x)),
    ("Sqrt[x]", call("sqrt", x)),
    ("Atan2[y, x]", call("atan2", y, x)),
    ("sin(Cos[x])", call("sin", call("cos", x))),
    ("Sin", symbol("Sin")),  # only in front of [ is it a function
    ("-Pi/2 + t2", symbol("t2") - PI / 2),
    ("t8+-1*pi*8/8", symbol("t8") - PI),
    ("-atan2(b, d6) + pi", PI - call("atan2", symbol("b"), symbol("d6"))),
    ("d12*cos(g12)", symbol("d12") * call("cos", symbol("g12"))),
    ("1/3", expression(third)),
    ("0^0", expression(1)),
    ("\tx\n +\r\n y ", x + y),
    ("x^0.5", call("sqrt", x)),
    ("x^(1/2)", call("sqrt", x)),
    ("x^(-3/2)", call("sqrt", x) ** -3),
    ("4^(1/2)", expression(2)),
    ("1.25*^-2", expression(Fraction(1, 80))),
    ("2*^3 x", 2000 * x),
    ("exp(x)", call("exp", x)),
    ("Exp[x]", call("exp", x)),
    ("Tanh[x]", call("tanh", x)),
    ("Log[x]", call("log", x)),
    ("log(1)", expression(0)),
    ("x^y", call("exp", y * call("log", x))),
    ("x^0.3", call("exp", call("log", x) * Fraction(3, 10))),
    ("x^(-1/3)", call("exp", -third * call("log", x))),
    ("2^x^y", call("exp", call("exp", y * call("log", x)) * call("log", expression(2)))),
    ("ArcSin[x]", call("asin", x)),
    ("ArcCos[x]", call("acos", x)),
    ("asin(x) - acos(x)", call("asin", x) - call("acos", x)),
    ("Abs[x]", call("abs", x)),
    ("Sign[x]", call("sign", x)),
    ("ArcTan[y]", call("atan2", y, expression(1))),
    ("atan(y)", call("atan2", y, expression(1))),
    ("ArcTan[x, y]", call("atan2", y, x)),  # Mathematica's order
    ("exp(0) + Tanh[0] + abs(-2) - sign(-3)", expression(4)),
    ("ArcSin[1/2]", PI / 6),
    ("ArcCos[-1/2]", 2 * PI / 3),
    ("asin(-1) + acos(0)", expression(0)),
    ("2 x", 2 * x),  # products without a sign
    ("2x", 2 * x),
    ("2Pi/3", 2 * PI / 3),
    ("2(x + y)", 2 * (x + y)),
    ("x y", x * y),
    ("x Sin[y]", x * call("sin", y)),
    ("Sin[x]Cos[y] x", call("sin", x) * call("cos", y) * x),
    ("(x + 1)(y + 1)", (x + 1) * (y + 1)),
    ("x^2 y", x**2 * y),
    ("-2 x", -2 * x),
    ("x - 2 y", x - 2 * y),
    ("x/y*2 x", 2 * x**2 / y),
    ("1e3", expression(1000)),
    ("2 e3", 2 * symbol("e3")),
]


@pytest.mark.parametrize(("text", "meaning"), READS, ids=[text for text, _ in READS])
def test_a_text_reads_as_what_it_means(text: str, meaning: Expression) -> None:
    assert parse(text) == meaning


REFUSED: list[tuple[str, int, int, str]] = [
    ("", 1, 1, "an expression is missing here"),
    ("   ", 1, 4, "an expression is missing here"),
    ("x +", 1, 4, "found the end of the expression"),
    ("* x", 1, 1, "expected a number, a symbol or (, found *"),
    ("x 2", 1, 3, "expected an operator, found 2; write *2 for a product"),
    ("2 3", 1, 3, "expected an operator, found 3"),
    ("(x)2", 1, 4, "expected an operator, found 2"),
    ("2d3", 1, 1, "2d3 can be a number with an exponent or 2*d3"),
    ("x + 2.5E", 1, 5, "2.5E can be a number with an exponent or 2.5*E"),
    ("x/2 y", 1, 5, "y behind a divisor can be meant above or below"),
    ("1/x (y + 1)", 1, 3, "x is not a function"),
    ("1/2 (y + 1)", 1, 5, "( behind a divisor can be meant above or below"),
    ("x (y + 1)", 1, 1, "write x*( for a product"),
    ("Sin x", 1, 1, "Sin needs its argument in brackets"),
    ("Exp x y", 1, 1, "Exp needs its argument in brackets"),
    ("x exp", 1, 3, "exp needs its argument in parentheses"),
    ("2* ^3", 1, 4, "found ^"),
    ("ArcSin[2]", 1, 1, "2 is the sine or cosine of no angle"),
    ("ArcSin(x)", 1, 1, "write ArcSin[x]"),
    ("Asin[x]", 1, 1, "Asin is not a function"),
    ("(-4)^(1/2)", 1, 5, "sqrt of a negative number"),
    ("(-2)^x", 1, 5, "-2 to the power x: the base must be positive"),
    ("log(0)", 1, 1, "log of 0, which is not positive"),
    ("1_000", 1, 2, "expected an operator, found _000"),
    ("x)", 1, 2, "expected an operator, found )"),
    ("(x", 1, 3, "expected ), found the end"),
    ("(x]", 1, 3, "expected ), found ]"),
    ("[x]", 1, 1, "found ["),
    ("()", 1, 2, "found )"),
    ("x # y", 1, 3, "unexpected character '#'"),
    ("x = y", 1, 3, "unexpected character '='"),
    ("x\u00e9", 1, 2, "unexpected character"),
    ("\u0661", 1, 1, "unexpected character"),  # a digit, but not one of ours
    (".", 1, 1, "unexpected character '.'"),
    ("x\n+ +\n*y", 3, 1, "found *"),
    ("foo(x)", 1, 1, "foo is not a function; the functions are sin"),
    ("1 + Foo[x]", 1, 5, "Foo is not a function"),
    ("sin[x]", 1, 1, "sin is not a function"),  # Mathematica writes Sin
    ("Sin(x)", 1, 1, "Sin is not a function"),
    ("sin x", 1, 1, "sin needs its argument in parentheses"),
    ("sin(x", 1, 6, "expected ), found the end"),
    ("Sin[x)", 1, 6, "expected ], found )"),
    ("sin()", 1, 5, "found )"),
    ("sin(x, y)", 1, 1, "sin takes 1 argument(s), found 2"),
    ("2*atan2(x)", 1, 3, "atan2 takes 2 argument(s), found 1"),
    ("0^y", 1, 2, "0 to the power y: the base must be positive"),
    ("1/0", 1, 2, "division by zero"),
    ("1/(x - x)", 1, 2, "division by zero"),
    ("0^-1", 1, 2, "division by zero"),
    ("sqrt(-4)", 1, 1, "sqrt of a negative number"),
    ("x + atan2(0, 0)", 1, 5, "atan2(0, 0) is not defined"),
    ("tan(Pi/2)", 1, 1, "division by zero"),
]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"), REFUSED, ids=[repr(text) for text, *_ in REFUSED]
)
def test_a_wrong_text_is_refused_where_it_is_wrong(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_an_error_inside_a_larger_text_has_its_position_there_and_the_file() -> None:
    source = "first\nAlpha = {0, 2], 0}\nlast"
    start = source.index("2]")
    with pytest.raises(ParseError) as caught:
        parse(source, start=start, end=start + 2, file="a.par")
    assert str(caught.value).startswith("a.par:2:14: error: expected an operator, found ]")
    assert caught.value.position.source_line == "Alpha = {0, 2], 0}"
    assert str(caught.value).splitlines()[2].index("^") == 2 + 13


def test_a_part_of_a_larger_text_is_read_alone() -> None:
    assert parse("{a, b + 1, c}", start=4, end=9) == symbol("b") + 1


# Limits: each holds at its value and refuses just above, without a long wait


def test_the_longest_text_is_read_and_a_longer_one_refused() -> None:
    text = "x" + "+x" * ((MAX_LENGTH - 1) // 2)
    assert parse(text.ljust(MAX_LENGTH)) == x * ((MAX_LENGTH + 1) // 2)
    with pytest.raises(ParseError, match=f"limit is {MAX_LENGTH}"):
        parse(text.ljust(MAX_LENGTH + 1))


@pytest.mark.parametrize("opening", ["(", "sin(", "-(", "2*("])
def test_nesting_is_limited(opening: str) -> None:
    def nested(depth: int) -> str:
        return opening * depth + "x" + ")" * depth

    assert "x" in parse(nested(MAX_DEPTH - 1)).symbols
    for depth in (MAX_DEPTH, 500):
        with pytest.raises(ParseError, match=f"deeper than {MAX_DEPTH} levels"):
            parse(nested(depth))


def test_a_tower_of_exponents_is_nesting_too() -> None:
    with pytest.raises(ParseError, match="nested deeper"):
        parse("x" + "^1" * 200)


def test_a_run_of_signs_is_not_nesting() -> None:
    assert parse("-" * 4000 + "x") == x


def test_exponents_are_limited() -> None:
    assert parse(f"x^{MAX_EXPONENT}") == x**MAX_EXPONENT
    with pytest.raises(ParseError, match=f"limit of {MAX_EXPONENT}") as caught:
        parse(f"y + x^{MAX_EXPONENT + 1}")
    assert caught.value.column == 7
    with pytest.raises(ParseError, match=f"limit of {MAX_EXPONENT}"):
        parse("x^40*x^40")


def test_digits_and_decimal_exponents_are_limited() -> None:
    assert parse("0" * (MAX_DIGITS - 1) + "7") == expression(7)
    with pytest.raises(ParseError, match=f"more than {MAX_DIGITS} digits"):
        parse("1" * (MAX_DIGITS + 1))
    assert parse(f"1e{MAX_DECIMAL_EXPONENT}") == expression(10**MAX_DECIMAL_EXPONENT)
    for text in (f"1e{MAX_DECIMAL_EXPONENT + 1}", f"1e-{MAX_DECIMAL_EXPONENT + 1}", "1e999999999"):
        with pytest.raises(ParseError, match="a decimal exponent beyond"):
            parse(text)


def test_numbers_are_limited_in_size() -> None:
    with pytest.raises(ParseError, match="bits"):
        parse("((9^64)^64)^64")
    with pytest.raises(ParseError, match="bits"):
        parse("*".join(["1e300"] * 20))


def test_a_very_large_number_still_reads_back_from_its_text() -> None:
    large = parse("1e300*1e300*1e300 + 1")
    assert isinstance(large, Number)
    assert parse(str(large)) == large
    assert parse(str(1 / large)) == 1 / large


def test_nothing_of_python_is_reachable_from_a_text() -> None:
    for text in ("__import__('os')", "x.real", "lambda: 1", "[1,2]", "x if y else 1", "a;b"):
        with pytest.raises(ParseError):
            parse(text)

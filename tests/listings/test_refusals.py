"""What is not understood is refused with its place, quickly, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock import at_most
from symoro.errors import ParseError, SymoroError, UsageError
from symoro.listings import read
from symoro.pipeline.optimize import optimize

REFUSED = {
    "a second assignment": ("a=b;\n a=c;", 2, 2, "a second time; the first is on line 1"),
    "a use before": ("a=b;\nc=1;\nb=c;", 1, 3, "b is used before its assignment on line 3"),
    "a use of itself": ("a=a + 1;", 1, 3, "a is used before"),
    "open parenthesis": ("a=(b + c;\nd=2;", 1, 9, "expected )"),
    "closed parenthesis": ("a=b + c);", 1, 8, "expected an operator, found )"),
    "an unknown function": ("a=2*foo(b);", 1, 5, "foo is not a function"),
    "a function without arguments": ("a=sin;", 1, 3, "sin is the name of a function"),
    "too many arguments": ("a=sin(b,c);", 1, 3, "takes 1 argument, found 2"),
    "one argument of two": ("a=atan2(b);", 1, 3, "takes 2 arguments, found 1"),
    "no assignment": ("a=b;\nsin(a);", 2, 1, "no assignment"),
    "a lone name": ("a=b;\nc;", 2, 1, "no assignment"),
    "an assignment to a function": ("sin=b;", 1, 1, "name of a function"),
    "an assignment to a constant": ("Pi=b;", 1, 1, "Pi is a constant"),
    "a stray character": ("a=b@c;", 1, 4, "unexpected character '@'"),
    "a missing operator": ("a=b c;", 1, 5, "expected an operator, found c"),
    "a missing operand": ("a=b*;", 1, 5, "expected a number"),
    "nothing on the right": ("a=;", 1, 3, "an expression is missing"),
    "no end": ("a=b;\nc=d", 2, 1, "no ; at its end"),
    "an open comment": ("a=b;(* c=d;", 1, 5, "no end"),
    "a division by zero": ("a=b/(c - c);", 1, 4, "division by zero"),
    "an inverse of zero": ("a=0^-1;", 1, 4, "division by zero"),
    "a power of a negative number": ("a=(-2)^b;", 1, 7, "log of -2, which is not positive"),
    "a large exponent": ("a=b^65;", 1, 5, "beyond the limit of 64"),
    "large exponents in turn": ("a=b^9;\nc=a^9;", 2, 1, "a power beyond the limit"),
    "large exponents of reciprocals": ("a=1/b^9;\nc=1/a;\nd=c^9;", 3, 1, "a power beyond the"),
    "a long number": (f"a={'9' * 2000};", 1, 3, "digits"),
    "a large number": ("a=1e301;", 1, 3, "decimal exponent"),
    "large numbers": (f"a=1e300{'*1e300' * 50};", 1, 26, "4096 bits"),
    "large numbers in turn": ("a=1e300;\nb=a^5;\nc=b;", 2, 1, "4096 bits"),
    "depth": (f"a={'(' * 100}b{')' * 100};", 1, 63, "nested deeper"),
    "depth of lists": (f"{'{' * 100}a{'}' * 100}=b;", 1, 61, "nested deeper"),
    "a tower": (f"a=b{'^2' * 100};", 1, 123, "nested deeper"),
    "an angle of many terms": (
        "".join(f"x{k + 1}=x{k}*a + x{k};\n" for k in range(60)) + "y=sin(x60);",
        *(61, 1, "sums and products"),
    ),
    "a bad system": ("{x,y}=LinearSolve[{{a,b},{c,d}},{e}];", 1, 7, "no linear system"),
    "no system": ("{x,y}=Inverse[{{a,b},{c,d}}];", 1, 7, "expected LinearSolve"),
    "a name twice in a system": ("{x,x}=LinearSolve[{{a,b},{c,d}},{e,f}];", 1, 4, "second time"),
    "Maple in a listing": ("Ab=b;\nc:=d;", 1, 3, "maple assigns by :=, not ="),
    "text after the end": ("Equations:\nx = a\n*=*\ny = b\n", 4, 1, "after *=*"),
    "a system of Fortran": ("! Equations\n  rows1(1, :) = [a, b]", 2, 3, "linear system"),
    "a system of Maple": ("X1 := LinearAlgebra:-LinearSolve(M, V);", 1, 1, "linear system"),
    "Python": ('x=__import__("os").system("true");', 1, 3, "__import__ is not a function"),
    "quotes": ('x="a";', 1, 3, "unexpected character"),
    "a zero byte": ("x=\0;", 1, 3, "unexpected character"),
    "other letters": ("x=\u03b1;", 1, 3, "unexpected character"),
    "nothing": ("", 1, 1, "no assignment"),
    "only comments": ("(* a=b; *)\n", 1, 1, "no assignment"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_wrong_is_refused_with_its_place(kind: str) -> None:
    text, line, column, message = REFUSED[kind]
    with pytest.raises(ParseError) as refused:
        read(text, file="rx90.dyn" if "Maple" not in kind and "Fortran" not in kind else None)
    assert (refused.value.line, refused.value.column) == (line, column)
    assert message in refused.value.message


HOSTILE = {
    "ten million parentheses": "(" * 10_000_000,
    "parentheses in a statement": "x=" + "(" * 4_000_000,
    "many comments": "(*" * 2_000_000,
    "signs": "x=" + "-" * 190_000,
    "brackets": "{" * 190_000 + "=",
    "bytes": bytes(range(256)).decode("latin-1") * 2000,
    "equal signs": "=" * 1_000_000,
    "a long name": "x" * 150_000 + "=1;",
    "a long argument": "x=sin(" + "+".join(f"a{k}" for k in range(5000)) + ");",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_texts_are_refused_quickly(kind: str) -> None:
    with at_most(0.5), pytest.raises(ParseError):
        read(HOSTILE[kind])


def test_an_unknown_language_or_level_is_a_wrong_call() -> None:
    with pytest.raises(UsageError, match="listing, fortran, mathematica, maple"):
        read("x=a;", language="basic")
    with pytest.raises(UsageError, match="O1 and O2"):
        optimize("x=a;", level="O0")
    with pytest.raises(UsageError, match="no such file"):
        optimize("nowhere.dyn")


_PIECES = st.sampled_from(
    [
        *("x", "y1", "QP1", "sin(", "Cos[", "atan2(", "LinearSolve[", "Pi", "1", "2.5e3", "1d0"),
        *("=", ":=", ";", "\n", "+", "-", "*", "/", "^", "**", "(", ")", "[", "]", "{", "}", ","),
        *(
            "(*",
            "*)",
            "#",
            "!",
            "&",
            " ",
            "C ",
            "Equations:",
            "*=*",
            "\0",
            "\u00e9",
            '"',
            "%",
            "\\",
        ),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_PIECES, max_size=30).map("".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but our own errors, and a refusal has a place inside the text."""
    place = 1
    try:
        optimize(f"{text}\n", level="O2")
    except ParseError as error:
        place = error.line
    except SymoroError:
        pass
    assert 1 <= place <= text.count("\n") + 2

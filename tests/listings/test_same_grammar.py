"""Tables of robots and program texts have one grammar: what is wrong is wrong at one place."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from expressions.random_expressions import VALUES, valued_texts
from symoro.errors import ParseError
from symoro.expressions import FloatArithmetic, parse
from symoro.expressions.grammar import MAX_DEPTH
from symoro.ir.interpreter import interpret
from symoro.listings import Listing, read, with_outputs

_ASSIGNS = "Out="
_FACTOR = re.compile(r"^expected (?:an operator|\)|\]), found (?:\(|(?!the end)[A-Za-z])")
_SYNTAX = ("expected", "an expression is missing", "nested", "a name of", "a decimal")

_PIECES = st.sampled_from(
    [
        *("x", "y1", "sin(", "Cos[", "atan2(", "foo(", "Pi", "1", "2.5", ".5", "3.e2", "1e999"),
        *("+", "-", "*", "/", "^", "**", "(", "(", ")", ")", "[", "]", ",", " ", "\n"),
        *("x" * 300, "(" * (MAX_DEPTH + 1)),
    ]
)


def assigned(text: str) -> Listing:
    return read(f"{_ASSIGNS}{text};", language="listing")


def refusal(reads: Callable[[str], object], text: str) -> ParseError | None:
    try:
        reads(text)
    except ParseError as error:
        return error
    return None


def syntactic(error: ParseError | None) -> bool:
    return error is None or error.message.startswith(_SYNTAX) or "not a function" in error.message


@settings(max_examples=500, deadline=None)
@given(st.lists(_PIECES, max_size=15).map(lambda pieces: "".join(pieces).rstrip()))
def test_a_text_is_refused_at_the_same_place_wherever_it_stands(text: str) -> None:
    """But for what depends on values: some zeros are seen in the normal form alone."""
    assume("(*" not in text)  # a comment
    alone, within = refusal(parse, text), refusal(assigned, text)
    if within is not None and _FACTOR.search(within.message):
        return  # a product without a sign, which tables of robots may have
    if syntactic(alone) and syntactic(within):
        assert (alone is None) == (within is None)
        if alone is not None and within is not None:
            shift = len(_ASSIGNS) if alone.line == 1 else 0
            assert (within.line, within.column) == (alone.line, alone.column + shift)


@settings(max_examples=100, deadline=None)
@given(valued_texts)
def test_a_text_means_in_a_program_what_it_means_in_python(valued: tuple[str, float]) -> None:
    text, value = valued
    if abs(value) > 1e9:
        return  # angles of that size have lost their digits
    program = with_outputs(assigned(text).program, ["Out"])
    ((found,),) = interpret(program, VALUES, FloatArithmetic()).values()
    # terms of up to 1e9 times the 1e-16 of a double, in another order
    assert math.isclose(found, value, rel_tol=1e-6, abs_tol=1e-6)


@pytest.mark.parametrize("opening", ["(", "sin(", "-(", "2*(", "Cos[", "1+1/("])
@pytest.mark.parametrize("reads", [parse, assigned])
def test_the_deepest_text_leaves_room_for_its_callers(
    opening: str, reads: Callable[[str], object]
) -> None:
    """It is read with less than half of the usual stack of a thousand calls."""

    def deep(calls: int) -> ParseError | None:
        return deep(calls - 1) if calls else refusal(reads, text)

    closing = "]" if "[" in opening else ")"
    text = opening * (MAX_DEPTH - 1) + "x" + closing * (MAX_DEPTH - 1)
    assert deep(500) is None

"""The .cons files of SYMORO+: what the guide prints is read, anything else refused in its place."""

from __future__ import annotations

import re

import pytest

from formats.guide import CONS
from symoro.errors import ParseError
from symoro.expressions import expression
from symoro.formats.cons import MAX_CONSTANTS, read
from symoro.robot import Diagnostic

SR400 = CONS.replace("\n\n", "\n") + "];\n"  # with the bracket that the guide forgets


def around(relations: str, locals_: str = "") -> str:
    return (
        f"Constraint[nbs_Integer]:= Module[{{i{locals_}}}, For[i=1, i<=nbs, i++, {relations} ]; ];"
    )


def test_the_file_of_the_guide_is_read() -> None:
    found = read(SR400)
    assert found.positions == {3: expression("Pi/2 - Q2 + Q7"), 8: expression("Q2 - Q7")}
    assert found.rates == {3: expression("-QD2 + QD7"), 8: expression("QD2 - QD7")}
    assert not found.constants


@pytest.mark.parametrize(
    "text",
    [
        SR400.replace(":=", ":"),
        SR400.replace("\N{LESS-THAN OR EQUAL TO}", "<="),
        SR400.replace("Q[[i,3]]", "Q [ [ i , 3 ] ]"),
        SR400.replace("For", "(* the loop, with = and ; in it *) For"),
        SR400.replace("\n", "\r\n"),
        SR400.rstrip().removesuffix(";"),
        SR400.removesuffix("];\n"),  # as the guide prints it: the bracket of Module is missing
        SR400.removesuffix("];\n").replace("\n", "\n\n").replace(":=", ":"),  # its appendix 4.3
        SR400.replace("{i,Pi = 3.14159265358979}", "{i}"),
    ],
)
def test_its_variants_say_the_same(text: str) -> None:
    assert read(text) == read(SR400)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SR400, []),
        (CONS, [("13:3", "Module[ is not closed: its bracket is missing after that of For[")]),
        (
            CONS.replace(":=", ":"),
            [
                ("1:24", "the function is defined by :=, not by :"),
                ("13:3", "Module[ is not closed: its bracket is missing after that of For["),
            ],
        ),
    ],
    ids=["right", "5.8.1", "appendix"],
)
def test_misprints_of_the_guide_are_reported_with_a_remedy_that_removes_them(
    text: str, expected: list[tuple[str, str]]
) -> None:
    diagnostics: list[Diagnostic] = []
    read(text, "SR400.cons", diagnostics)
    marks = [re.search(r"write (\S+) here$", str(each)) for each in diagnostics]
    places = [f"SR400.cons:{place}: warning: {what}; write " for place, what in expected]
    assert [str(each).partition("write ")[0] for each in diagnostics] == [
        place.removesuffix("write ") for place in places
    ]
    lines = text.splitlines()
    for each, mark in zip(diagnostics, marks, strict=True):
        assert each.line is not None
        assert each.column is not None
        assert mark is not None
        line, column = lines[each.line - 1], each.column - 1
        lines[each.line - 1] = line[:column] + mark.group(1) + line[column:].removeprefix(":")
    again: list[Diagnostic] = []
    assert read("\n".join(lines), diagnostics=again) == read(SR400)
    assert again == []


def test_constants_stand_before_and_after_and_may_use_earlier_ones() -> None:
    for constraint in (SR400, SR400.removesuffix("];\n")):
        found = read(f"d8 = 0.5;\n{constraint}\nd9 = 2*d8; a = Pi/4;")
        constants = {k: str(v) for k, v in found.constants.items()}
        assert constants == {"d8": "0.5", "d9": "1", "a": "Pi/4"}


def test_functions_are_those_of_mathematica() -> None:
    text = around("Q[[i,2]] = ArcTan[Cos[Q[[i,1]]], Sqrt[d]] + ArcTan[h] - Tan[Q[[i,12]]]/2;")
    wanted = expression("atan2(sqrt(d), cos(Q1)) + atan2(h, 1) - tan(Q12)/2")
    assert read(text).positions == {2: wanted}
    nested = around("Q[[i,2]] = ArcTan[1, ArcTan[Q[[i,1]], k]];", ", k = 2")
    assert read(nested).positions == {2: expression("atan2(atan2(2, Q1), 1)")}


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("d8", "1:3", "expected =, found the end of the text"),
        ("d8 = ", "1:5", "expected ;, found the end of the text"),
        ("d8 = 0.5\nd9 = 1;", "2:4", "expected ;, found ="),
        ("d8 = d9 2;", "1:9", "expected an operator, found 2"),
        ("\n  d8 = d9;", "2:3", "the constant d8 depends on d9, which has no number"),
        ("a = 1; a = 2;", "1:8", "a is given twice"),
        ("Q3 = 1;", "1:1", "Q3 is not the name of a constant"),
        ("a = 1/0;", "1:6", "division by zero"),
        ("a = ArcTan[0, 0];", "1:5", "atan2(0, 0) is not defined"),
        ("a = ArcTan[1;", "1:13", "expected a closing bracket, found ;"),
        ("a = {1};", "1:5", "expected ;, found {"),
        ("a = ArcTan[1);", "1:13", "expected ], found )"),
        ('a = Run["rm x"];', "1:9", "unexpected character '\"'"),
        ("<< Evil`", "1:1", "expected a constant, as in d8 = 0.5;, or Constraint[...], found <"),
        ("(* never", "1:1", "a comment that does not end"),
        ("Constraint[n_]", "1:12", "expected nbs_Integer, found n_"),
        (SR400.replace("nbs,", "n,"), "2:15", "expected nbs, found n"),
        (SR400.replace("i++", "i--"), "2:21", "expected ++, found -"),
        (SR400.replace("Q[[i,3]]", "Q[[k,3]]", 1), "3:1", "expected Q[[i, j]] or QD[[i, j]]"),
        (SR400.replace("Q[[i,2]]", "Q[[i,j]]", 1), "3:19", "expected Q[[i, j]] or QD[[i, j]]"),
        (SR400.replace("Q[[i,8]]", "Q[[i,3]]", 1), "4:1", "Q[[i, 3]] is given twice"),
        (SR400.replace("Q[[i,8]] =", "d8 =", 1), "4:1", "expected Q[[i, j]] or QD[[i, j]]"),
        (SR400 + SR400, "9:1", "Constraint is defined twice"),
        (SR400.replace("];\n];\n", ""), "6:35", "expected Q[[i, j]] or QD[[i, j]], or ]"),
    ],
)
def test_what_is_wrong_is_named_in_its_place(text: str, where: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)) as caught:
        read(text, "robot.cons")
    assert f"robot.cons:{where}: " in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "(" * 5000 + "1" + ")" * 5000 + ";",
        "a = " + "ArcTan[" * 200 + "1" + "]" * 200 + ";",
        "a = " + "1+" * 20_000 + "1;",
        "".join(f"a{k} = 1;" for k in range(MAX_CONSTANTS + 1)),
        "a = 2^2^2^2^2^2;",
        "Q" * 100_000,
    ],
    ids=["deep", "deep functions", "long", "many", "huge", "one word"],
)
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        read(text)

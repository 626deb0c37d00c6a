"""The options that a model has of its own: what is understood, and what is refused."""

from __future__ import annotations

import pytest

from symoro.errors import UsageError
from symoro.pipeline.option_spec import (
    FLAG,
    FRAME,
    FRAMES,
    JOINTS,
    PLACES,
    WORD,
    WORDS,
    OptionSpec,
    validate_options,
)

SPECS = (
    OptionSpec("total", FLAG, "A flag."),
    OptionSpec("link", FRAME, "A frame.", "R"),
    OptionSpec("from", FRAMES, "Frames.", "I"),
    OptionSpec("rows", PLACES, "Rows.", "ROWS"),
    OptionSpec("free", JOINTS, "Joints.", "J"),
    OptionSpec("orientation", WORD, "A word.", "NAME"),
    OptionSpec("only", WORDS, "Words.", "TERMS"),
)
EMPTY = {choice.name: () for choice in SPECS} | {
    "total": False,
    "link": None,
    "orientation": None,
}


def test_what_is_not_given_is_empty() -> None:
    assert validate_options(SPECS, {}) == EMPTY
    assert validate_options(SPECS, dict.fromkeys(EMPTY)) == EMPTY


@pytest.mark.parametrize(
    ("name", "given", "taken"),
    [
        ("total", True, True),
        ("link", -1, -1),
        ("from", 3, (3,)),
        ("from", [0, -1, 0], (0, -1, 0)),
        ("rows", "1-3,6", (1, 2, 3, 6)),
        ("rows", " 2 - 4 , 1", (2, 3, 4, 1)),
        ("rows", 5, (5,)),
        ("rows", [6, 1], (6, 1)),
        ("free", "6,5", (5, 6)),
        ("orientation", "rpy", "rpy"),
        ("only", "gravity, friction", ("gravity", "friction")),
        ("only", ["gravity"], ("gravity",)),
        ("only", (), ()),
        ("only", iter(["gravity", " friction"]), ("gravity", "friction")),
    ],
)
def test_an_option_is_understood(name: str, given: object, taken: object) -> None:
    assert validate_options(SPECS, {name: given}) == EMPTY | {name: taken}


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("total", 1, "total is a flag, not 1"),
        ("link", "6", "link is a number, not '6'"),
        ("link", True, "link is a number, not True"),
        ("link", 1.0, "link is a number, not 1.0"),
        ("orientation", 3, "orientation is a word, not 3"),
        ("rows", "1-3-5", "rows takes numbers such as 1-3,6"),
        ("rows", "3-1", "rows: 3-1 is no range"),
        ("rows", "1-99999999", "is no range"),
        ("rows", "-1", "rows takes numbers such as 1-3,6"),
        ("rows", "", "rows takes numbers such as 1-3,6"),
        ("rows", "one", "rows takes numbers such as 1-3,6"),
        ("rows", "1,2,1-3", "rows names a place twice: 1, 2, 1, 2, 3"),
        ("rows", [1, "2"], "rows takes numbers, or a text such as 1-3,6"),
        ("rows", "1,,2", "rows takes numbers such as 1-3,6, not '1,,2'"),
        ("free", "5-6,5", "free names a joint twice: 5, 6, 5"),
        ("free", "-1", "free takes numbers such as 1-3,6"),
        ("only", " ,", "only takes words, not"),
        ("only", "gravity,", "only takes words, not 'gravity,'"),
        ("only", [1], r"only takes words, not \[1\]"),
        ("only", 1, "only takes words, not 1"),
        (
            "cols",
            "1",
            "no option cols; options are total, link, from, rows, free, orientation, only",
        ),
    ],
)
def test_an_option_of_the_wrong_kind_is_refused(name: str, given: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        validate_options(SPECS, {name: given})

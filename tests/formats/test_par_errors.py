"""Texts that are no robot: the position is that of the mistake, the message says what is right."""

from __future__ import annotations

import pytest

from clock import at_most
from symoro.errors import ParseError
from symoro.formats import par
from symoro.formats.source import MAX_TEXT

GOOD = """\
(* Robotname = 'arm' *)
NF = 2
Type = 0
Ant = {0, 1}
Sigma = {0, 0}
d = {0, L}
R = {0, 0}
Alpha = {0, Pi/2}
Theta = {t1, t2}
XX = {XX1, XX2}
XY = {0, 0}
XZ = {0, 0}
YY = {0, 0}
YZ = {0, 0}
ZZ = {ZZ1, ZZ2}
MX = {MX1, MX2}
MY = {0, 0}
MZ = {0, 0}
M = {M1, M2}
QP = {QP1, QP2}
G = {0, 0, G3}
(* symoro: {"frames": {"2": {"rest": "0"}}} *)
"""

# (text to be replaced, replacement, line, column, words of the message)
MISTAKES = [
    ("Ant = {0, 1}", "Ant = {0, 1", 4, 7, "the list of Ant does not end"),
    ("Ant = {0, 1}", "Ant {0, 1}", 4, 1, "expected KEY = value, found 'Ant'"),
    ("Ant = {0, 1}", "Ant = {0, {1}}", 4, 7, "the list of Ant does not end"),
    ("Ant = {0, 1}", "Ant = 0", 4, 7, "Ant takes a list in braces"),
    ("Ant = {0, 1}", "Ant = {}", 4, 1, "the list of Ant has 0 entries, expected 2"),
    ("Ant = {0, 1}", "Ant = {0, x}", 4, 11, "Ant must be the number of a frame"),
    ("Ant = {0, 1}", "Ant = {0, 0.5}", 4, 11, "Ant must be the number of a frame"),
    ("Ant = {0, 1}", "Ant = {0, 2}", 4, 11, "the antecedent must be the base or a frame before"),
    ("Ant = {0, 1}", "Ant = {0, -1}", 4, 11, "expected 0 to 1"),
    (
        "Ant = {0, 1}",
        "p = {0, 1}\nAnt = {0, 1}",
        5,
        1,
        "given twice; the first time as p in line 4",
    ),
    ("Ant = {0, 1}\n", "", 22, 1, "the list of Ant is missing"),
    ("NF = 2", "NF = {2}", 2, 6, "NF takes one value"),
    ("NF = 2", "NF = two", 2, 6, "NF must be a number, found two"),
    ("NF = 2", "NF = -2", 2, 6, "NF must be a number, found -2"),
    ("NF = 2", "NF = \u00b2", 2, 6, "NF must be a number"),
    ("NF = 2", "NF = 2 3", 2, 8, "expected KEY = value, found '3'"),
    ("NF = 2", "NF = 2\nNF = 2", 3, 1, "NF is given twice"),
    ("Type = 0", "Type = 3", 3, 8, "Type must be 0 (simple), 1 (tree) or 2 (closed)"),
    ("Type = 0", "is_mobile = perhaps", 3, 13, "is_mobile must be True, False, 0 or 1"),
    ("Type = 0", "Typo = 0", 3, 1, "unknown key Typo"),
    ("Type = 0", "Type = 0 (* (* simple *) *)", 3, 26, "comments do not nest"),
    ("Type = 0", "Type = 0 (* simple", 23, 1, "the list of Ant, Sigma, d,"),
    ("Type = 0", "antecedent = {0,1}", 3, 1, "unknown key antecedent"),
    ("Sigma = {0, 0}", "Sigma = {0, 3}", 5, 13, "Sigma must be 0 (revolute), 1 (prismatic)"),
    ("Sigma = {0, 0}", "Sigma = {0, 0, 0}", 5, 1, "the list of Sigma has 3 entries, expected 2"),
    ("Sigma = {0, 0}", "Sigma = {0, 1}", 7, 9, "a prismatic joint needs its variable here"),
    ("d = {0, L}", "d = {0, 2*}", 6, 11, "expected a number, a symbol or ("),
    ("d = {0, L}", "d = {0,, L}", 6, 8, "an entry is missing here"),
    ("d = {0, L}", "d = {0, L,}", 6, 11, "an entry is missing here"),
    ("d = {0, L}", "d = {0, f(L, 2)}", 6, 9, "f is not a function"),
    ("d = {0, L}", "d = {0, (* long *) 1/0}", 6, 21, "division by zero"),
    ("d = {0, L}", "d = {0, (L}", 6, 11, "expected )"),
    ("d = {0, L}", "d = {0,\n  \u00e9}", 7, 3, "unexpected character"),
    ("d = {0, L}", "d = {0, L}\nMu = {1, 2}", 7, 10, "Mu must be 0 or 1"),
    ("Theta = {t1, t2}", "Theta = {t1, 0}", 9, 14, "a revolute joint needs its variable here"),
    ("Theta = {t1, t2}", "Theta = {t1, 2*t2}", 9, 14, "must stand alone with coefficient 1"),
    ("Theta = {t1, t2}", "Theta = {t1, u + v}", 9, 14, "candidates are u, v"),
    ("XX = {XX1, XX2}", "XX = {XX1, XX2, XX3}", 10, 1, "has 3 entries, expected 2"),
    ("XX = {XX1, XX2}\nXY = {0, 0}", "", 22, 1, "the list of XX, XY is missing"),
    ("QP = {QP1, QP2}", "QP = {QP1, 2*QP2}", 20, 12, "must be a name or a number"),
    ("QP = {QP1, QP2}", "QP = {QP1}", 20, 1, "the list of QP has 1 entries, expected 2"),
    ("QP = {QP1, QP2}", "W0 = {0, 0}", 20, 1, "the list of W0 has 2 entries, expected 3"),
    ("QP = {QP1, QP2}", "Z = {1, 0}", 20, 1, "the list of Z has 2 entries, expected 16"),
    ("QP = {QP1, QP2}", "Sigma = {0, 2}", 20, 1, "first time as Sigma in line 5"),
    ('"2"', '"3"', 22, 29, "frames.3: there is no frame 3; frames are 1 to 2"),
    ('"rest": "0"', '"rest": "0+"', 22, 41, "frames.2.rest: expected a number"),
    ('"rest"', '"alpha"', 22, 39, "unknown key; the keys here are GAM, rest, limits"),
    ('{"frames"', '{"joints"', 22, 23, "unknown key"),
    ('"0"}}}', '"0"}}', 22, 44, "expected , or }"),
    ("*)\n", "*) *)\n", 1, 25, "comments do not nest"),
]


def test_the_text_that_the_mistakes_start_from_is_right() -> None:
    assert par.read(GOOD).name == "arm"


@pytest.mark.parametrize(("old", "new", "line", "column", "words"), MISTAKES)
def test_a_mistake_is_shown_at_its_place(
    old: str, new: str, line: int, column: int, words: str
) -> None:
    assert old in GOOD
    with pytest.raises(ParseError) as caught:
        par.read(GOOD.replace(old, new, 1), "arm.par")
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"arm.par:{line}:{column}: error: ")


def test_the_line_shown_is_the_line_of_the_file_with_its_comments() -> None:
    with pytest.raises(ParseError) as caught:
        par.read(GOOD.replace("d = {0, L}", "d = {0, (* length *) $}"))
    assert "d = {0, (* length *) $}" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"rest": "0"',
            '"rest": "0"}}, "coupling": {"K": [["1"]], "q0": [], "IA": ["0"], '
            '"FV": ["0"], "FS": ["0"]}, "values": [], "frames2": {"a": {"b": 1',
            "unknown key",
        ),
        (
            '{"frames": {"2": {"rest": "0"}}}',
            '{"coupling": {"K": [["1"]], "q0": [], "IA": ["0"], "FV": ["0"], "FS": ["0"]}}',
            "the coupling matrix has a row for each joint",
        ),
        ('{"frames": {"2": {"rest": "0"}}}', '{"provenance": 1}', "expected a text in quotes"),
        ('{"frames": {"2": {"rest": "0"}}}', '{"name": " "}', "a robot needs a name"),
        ("*)\n(* end", "*)\n(* symoro: {} *)\n(* end", "a second symoro comment"),
    ],
)
def test_mistakes_in_the_symoro_comment_have_a_place_in_it(old: str, new: str, words: str) -> None:
    source = (GOOD + "(* end *)\n").replace(old, new, 1)
    with pytest.raises(ParseError, match=words) as caught:
        par.read(source)
    assert caught.value.line >= 22


@pytest.mark.parametrize("empty", ["", "\n", "(* nothing *)", "\ufeff", "{", "}", "\x00"])
def test_a_text_without_a_robot_is_refused(empty: str) -> None:
    with pytest.raises(ParseError):
        par.read(empty)


def test_a_closed_robot_needs_two_more_frames_a_loop() -> None:
    source = GOOD.replace("{0, 0}", "{0, 0, 0}").replace("Ant = {0, 1}", "Ant = {0, 1, 2}")
    with pytest.raises(ParseError, match="entries, expected"):
        par.read(source)


@pytest.mark.parametrize(
    "source",
    [
        "d" * (2 * MAX_TEXT),
        "d = {" + "0," * (MAX_TEXT // 4) + "0}",
        "d = {" + "(" * 100_000,
        GOOD.replace("L}", "(" * 100_000 + "L" + ")" * 100_000 + "}"),
        GOOD.replace("L}", "a" + "1" * 5_000 + " + b}"),
        "(*" * (MAX_TEXT // 4),
        "(* *)" * (MAX_TEXT // 50),
        '(* symoro: {"frames": ' + "[" * 100_000 + " *)",
        " " * MAX_TEXT,
    ],
    ids=["long", "list", "open", "deep", "name", "comments", "banners", "json", "blank"],
)
def test_hostile_sizes_are_refused_quickly(source: str) -> None:
    with at_most(0.5), pytest.raises(ParseError) as caught:
        par.read(source)
    assert len(str(caught.value)) < 1_000

"""Ten thousand spoilt texts: each is read or refused with a position, quickly, and never else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clock import at_most
from symoro.errors import ParseError
from symoro.expressions import parse
from symoro.formats import dh_csv, json_format, par
from symoro.robot import Structure, new_robot

DATA = Path(__file__).parents[1] / "formats" / "data"
SLOWEST = 0.5  # seconds for one text; the usual time is below 0.01

SNIPPETS = (
    "__import__('os').system('true')",
    "().__class__.__bases__[0]",
    "lambda: 0",
    "(" * 500,
    "[" * 500 + "]" * 500,
    "-" * 900 + "1",
    "9^9^9^9",
    "2**64**64",
    "1e999999999",
    "10^-64" * 3,
    "9" * 600,
    "x" * 5_000,
    "x" + "1" * 4_500 + "+y",
    "1/(a - a)",
    "sqrt(-1)",
    "atan2(0, 0)",
    "tan(Pi/2)",
    "(a + b)^64*(a - b)^64",
    "\x00",
    "\x85\u2028\ufeff\ud800",
    "\u0661\u00b2",
    "(*",
    "*)",
    "(* (* *)",
    "{",
    "}",
    "{}",
    ",,",
    "= {",
    "NF = 99999999999999999999",
    "Type = 7",
    "is_floating = 1",
    "Ant = {0}",
    "eta = {1,1}",
    "(* symoro: {",
    '(* symoro: {"name": "\\ud800"} *)',
    '(* symoro: {"frames": {"1": {"limits": {"lower": "1/0"}}}} *)',
    '(* symoro: {"values": [{"name": 1e9999}]} *)',
    "Infinity",
    "null",
    '"\\u00',
    "sep=;\n",
    "# convention: classic",
    "# lengths: mm\n",
    '"1,5"',
    ";;;",
)
FORMULAS = (
    "-atan2(b, d6) + Pi",
    "t8+-1*pi*8/8",
    "d12*cos(g12) - 2*sqrt(b**2 + d6^2)/3",
    "Sin[a + b]*Cos[2*q1]^2 - 0.5e-3",
    "(a + b)*(a - b)/(c*(d + 1))",
)

Mutation = Callable[[random.Random, str], str]


def flip(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text))
    return text[:place] + chr(ord(text[place]) % 256 ^ 1 << rng.randrange(8)) + text[place + 1 :]


def delete(rng: random.Random, text: str) -> str:
    start = rng.randrange(len(text))
    return text[:start] + text[start + rng.randint(1, 30) :]


def duplicate(rng: random.Random, text: str) -> str:
    start = rng.randrange(len(text))
    piece = text[start : start + rng.randint(1, 60)]
    place = rng.randrange(len(text))
    return text[:place] + piece + text[place:]


def swap(rng: random.Random, text: str) -> str:
    tokens = re.findall(r"\w+|\s+|[^\w\s]", text)
    i, k = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[i], tokens[k] = tokens[k], tokens[i]
    return "".join(tokens)


def splice(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice(SNIPPETS) + text[place + rng.choice((0, 0, 1, 5)) :]


def cut(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text))]


MUTATIONS: tuple[Mutation, ...] = (flip, flip, delete, duplicate, swap, splice, splice, cut)


def spoilt(seed: str, originals: tuple[str, ...], number: int) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(number):
        text = rng.choice(originals)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            text = rng.choice(MUTATIONS)(rng, text) or " "
        yield text


def survives(read: Callable[[str], object], text: str) -> bool:
    """Read a text; tell whether it was accepted. Anything but a ParseError goes through."""
    refusal: ParseError | None = None
    with at_most(SLOWEST):
        try:
            read(text)
        except ParseError as error:
            refusal = error
    if refusal is None:
        return True
    assert 1 <= refusal.line <= text.count("\n") + 1
    assert refusal.column >= 1
    assert refusal.message
    return False


def read_and_write(text: str) -> None:
    """Read a .par text; what is read is written and read as the same robot."""
    robot = par.read(text)
    assert par.read(par.write(robot)) == robot


def par_texts() -> tuple[str, ...]:
    names = ("c_rrp", "e_floating", "e_elastic")
    files = [(DATA / f"{name}.par").read_text() for name in names]
    return (*files, par.write(new_robot("arm", Structure.SIMPLE, 2)))


TABLE = """# convention: classic
# angles: degrees
joint;type;a;alpha [deg];d;theta;mass;cx;cy;cz;Ixx;Iyy;Izz;IA;lower;upper
1;R;0;90;0,4;0;2;0;0,1;0;1;1;1;0,1;-90;90
2;P;"L2";0;0;-90;1;0;0;0;1;1;1;;;
"""


@pytest.mark.parametrize(
    ("read", "originals", "number"),
    [
        (read_and_write, par_texts(), 6_000),
        (parse, FORMULAS, 3_000),
        (json_format.read, (json_format.write(new_robot("x", Structure.CLOSED, 4, 3)),), 1_000),
        (dh_csv.read, (TABLE,), 2_000),
    ],
    ids=["par", "expression", "json", "dh.csv"],
)
def test_spoilt_texts_are_read_or_refused_with_a_position(
    read: Callable[[str], object], originals: tuple[str, ...], number: int
) -> None:
    assert all(survives(read, text) for text in originals)
    outcomes = [survives(read, text) for text in spoilt("symoro", originals, number)]
    # Both happen: harmless spoiling is read, the rest is refused.
    assert number * 0.02 < sum(outcomes) < number * 0.9


@pytest.mark.parametrize("read", [par.read, json_format.read, dh_csv.read, parse])
@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_hostile_snippets_alone_are_survived(read: Callable[[str], object], snippet: str) -> None:
    survives(read, snippet)


@pytest.mark.parametrize("read", [par.read, json_format.read, dh_csv.read, parse])
@pytest.mark.parametrize(
    "text",
    ["d" * 10_000_000, "(" * 100_000, "[" * 100_000, "-" * 100_000, "{" * 100_000],
    ids=["ten megabytes in a line", "parentheses", "brackets", "signs", "braces"],
)
def test_huge_texts_are_refused_at_once(read: Callable[[str], object], text: str) -> None:
    assert not survives(read, text)

"""NaN, infinities and decimal commas are refused by name, at their place, with the remedy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import symoro
from symoro import Base, Frame, Link, ParseError, RobotError, UsageError, library
from symoro.formats import json_format, par
from symoro.robot import ValueSet

WORDS = ("nan", "NaN", "inf", "-inf", "Infinity", "-Infinity", "INF", "2*inf")
REFUSED = r"-?([nN]a[nN]|inf|INF|Infinity) is not a finite number"


@pytest.mark.parametrize("word", [*WORDS, "1e999", "-1e999"])
def test_a_par_file_refuses_it_at_its_place(word: str) -> None:
    text = library.text("rx90").replace("0,Pi/2,0,", f"0,{word},0,", 1)
    with pytest.raises(ParseError) as refused:
        par.read(text, "rx90.par")
    line = text[: text.index(f"0,{word},0,")].count("\n") + 1
    assert str(refused.value).startswith(f"rx90.par:{line}:1")
    assert word.lstrip("-2*") in str(refused.value)


@pytest.mark.parametrize("word", ['"nan"', "NaN", "Infinity", "-Infinity", '"-inf"', "1e999"])
@pytest.mark.parametrize("entry", ['"D3"', '"0.45"'], ids=["table", "value set"])
def test_a_json_file_refuses_it_at_its_place(entry: str, word: str) -> None:
    robot = symoro.load("rx90")
    values = (ValueSet("arm", (("RL4", symoro.expression("0.45")),)),)
    text = json_format.write(replace(robot, values=values))
    assert text.count(entry) == 1
    with pytest.raises(ParseError) as refused:
        json_format.read(text.replace(entry, word), "rx90.json")
    line = text[: text.index(entry)].count("\n") + 1
    assert str(refused.value).startswith(f"rx90.json:{line}:")
    path = "frames[2].d" if entry == '"D3"' else "values[0].values.RL4"
    assert path in str(refused.value)


VALUES: tuple[object, ...] = (
    *WORDS,
    float("nan"),
    float("inf"),
    -float("inf"),
    np.float64("nan"),
    np.float32("inf"),
)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_python_refuses_it_by_field(value: object) -> None:
    makers: dict[str, Callable[[], object]] = {
        "alpha": lambda: Frame(0, alpha=value),  # type: ignore[arg-type]
        "ZZ": lambda: Link(ZZ=value),  # type: ignore[arg-type]
        "G": lambda: Base(G=(0, 0, value)),  # type: ignore[arg-type]
        "values": lambda: ValueSet("arm", (("M1", value),)),  # type: ignore[arg-type]
    }
    for field, make in makers.items():
        with pytest.raises(RobotError, match=REFUSED) as refused:
            make()
        assert refused.value.field == field
    with pytest.raises(UsageError, match=rf"^D3: {REFUSED}"):
        symoro.load("rx90").substitute({"D3": value})  # type: ignore[dict-item]


@pytest.mark.parametrize("name", ["nan", "inf", "Infinity"])
def test_no_symbol_is_called_so(name: str) -> None:
    with pytest.raises(UsageError, match=REFUSED):
        symoro.symbol(name)
    with pytest.raises(ParseError, match=REFUSED):
        symoro.optimize(f"A = {name}*x;\n")


@pytest.mark.parametrize("name", ["INFO", "nan1", "infinity_", "Inf2"])
def test_names_that_only_begin_so_are_symbols(name: str) -> None:
    assert str(symoro.symbol(name)) == name
    assert symoro.expression(name).symbols == {name}


def with_list(key: str, entries: str) -> str:
    text = library.text("crane")
    start = text.index(f"\n{key} = {{") + 1
    end = text.index("}", start) + 1
    return f"{text[:start]}{key} = {{{entries}}}{text[end:]}"


@pytest.mark.parametrize(
    ("key", "entries", "point"),
    [
        ("G", "0,0,-9,81", "-9.81"),
        ("G", "0,-9,81,0", "-9.81"),
        ("d", "0,0,45", "0.45"),
        ("M", "12,5,3", "12.5"),
        ("M", "12,5,3,25", "3.25"),
    ],
)
def test_a_list_too_long_by_decimal_commas_says_so(key: str, entries: str, point: str) -> None:
    with pytest.raises(ParseError, match=f"write decimals with a point, for example {point}"):
        par.read(with_list(key, entries), "crane.par")


@pytest.mark.parametrize(("key", "entries"), [("d", "0,L2,L3"), ("G", "0,0"), ("M", "1.5,2.5,3.5")])
def test_other_lists_of_a_wrong_length_say_nothing_of_commas(key: str, entries: str) -> None:
    with pytest.raises(ParseError, match="entries, expected") as refused:
        par.read(with_list(key, entries), "crane.par")
    assert "decimals" not in str(refused.value)


def test_python_and_json_vectors_with_decimal_commas_say_so() -> None:
    robot = symoro.load("planar2r")
    with pytest.raises(RobotError, match=r"write decimals with a point, for example -9\.81"):
        replace(robot, base=Base(G=(0, 0, -9, 81)))  # type: ignore[arg-type]
    text = json_format.write(robot)
    start = text.index('"G": [')
    text = text[:start] + '"G": [0, 0, -9, 81]' + text[text.index("]", start) + 1 :]
    with pytest.raises(ParseError, match=r"write decimals with a point, for example -9\.81"):
        json_format.read(text)


def test_an_expression_with_a_decimal_comma_says_so() -> None:
    with pytest.raises(ParseError, match="write decimals with a point, not with a comma"):
        symoro.expression("-9,81")
    with pytest.raises(ParseError) as refused:
        symoro.expression("a,b")
    assert "decimals" not in str(refused.value)

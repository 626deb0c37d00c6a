"""Equations in words: the formulas that are printed give the roots that are computed."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

import symoro
from symoro.expressions import FloatArithmetic, evaluate, expression
from symoro.ir.roots import NoRoot, Root, roots
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.pipeline.equation_text import degenerate_text, equations, product, root_formulas, square

NAMES = ("S1", "C1", "t1_")
CLOSE = 1e-12  # of roots of the size 1, by two formulas


def value(text: str, values: Mapping[str, float]) -> float:
    """The value of a formula, in which a blank between two factors is a product."""
    text = re.sub(r"(?<=[\w)]) (?=[\w(])", "*", text)
    if (call := re.fullmatch(r"atan2\((.*), (.*)\)", text)) is not None:
        return math.atan2(value(call[1], values), value(call[2], values))
    if (call := re.fullmatch(r"sqrt\((.*)\)", text)) is not None:
        return math.sqrt(value(call[1], values))
    return evaluate(expression(text), values, FloatArithmetic())


def printed_angles(
    lines: Sequence[str], values: Mapping[str, float]
) -> tuple[list[float], list[str]]:
    """The angles that formulas give, and the signs before them."""
    known = dict(values)
    angles, signs, before = [], [], ""
    for line in lines:
        sign, _, rest = line.rpartition(": ")
        signs.append(sign)
        if rest == "the same with -D":
            known["D"] = -known["D"]
            rest = before
        before = rest
        if rest.startswith("t1_ = "):
            angles.append(value(rest.removeprefix("t1_ = "), known))
            continue
        pairs = dict(each.split(" = ") for each in rest.split(", "))
        for name in ("H", "D", "S1", "C1"):
            if name in pairs and (name != "D" or "D" not in known):
                known[name] = value(pairs[name], known)
        angles.append(math.atan2(known["S1"], known["C1"]))
    return angles, signs


def number_of(text: str, values: Mapping[str, float]) -> float:
    return value(text, values) if text not in ("0", "1", "-1") else float(text)


ANGLES = [
    ("X", "Y", "Z"),
    ("-X", "Y", "Z"),
    ("X", "-Y", "-Z"),
    ("-X", "-Y", "Z"),
    ("X", "Y", "0"),
    ("-X", "Y", "0"),
    ("X", "-Y", "0"),
    ("0", "Y", "Z"),
    ("-X", "0", "Z"),
    ("1", "Y", "Z"),
    ("X", "-1", "Z"),
]
DIRECTIONS = [
    ("X", "0", "Z", "0", "Y", "W"),
    ("0", "-X", "Z", "-Y", "0", "W"),
    ("-1", "0", "Z", "0", "1", "W"),
    ("0", "1", "-Z", "-1", "0", "W"),
    ("X", "Y", "Z", "-Y", "X", "W"),
    ("X", "-Y", "Z", "Y", "X", "-W"),
    ("-X", "Y", "Z", "U", "V", "W"),
    ("X", "Y", "Z", "0", "V", "W"),
]


@pytest.mark.parametrize("k", ANGLES, ids=" ".join)
@pytest.mark.parametrize("seed", range(4))
def test_the_formulas_of_an_angle_are_its_roots(k: tuple[str, ...], seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, Y, Z = [*rng.uniform(0.6, 1.5, 2), rng.uniform(-0.5, 0.5)]
    values = {"X": X, "Y": Y * (-1) ** seed, "Z": Z}
    coefficients = [number_of(each, values) for each in k]
    solved = roots(Kind.ANGLE, coefficients, [0.0] * 3)
    assert isinstance(solved, list)
    angles, signs = printed_angles(root_formulas(Kind.ANGLE, k, NAMES), values)
    assert signs == ["+", "-"]
    assert "(0" not in root_formulas(Kind.ANGLE, k, NAMES)[0]
    assert angles == pytest.approx([root.value for root in solved], abs=CLOSE)


@pytest.mark.parametrize("k", DIRECTIONS, ids=" ".join)
def test_the_formula_of_a_direction_is_its_root(k: tuple[str, ...]) -> None:
    values = {"X": 0.7, "Y": 1.1, "U": -0.4, "V": 0.9}
    angle = 0.8
    S, C = math.sin(angle), math.cos(angle)
    for letter, row in (("Z", k[:3]), ("W", k[3:])):
        right = number_of(row[0], values) * S + number_of(row[1], values) * C
        values[letter] = -right if row[2].startswith("-") else right
    coefficients = [number_of(each, values) for each in k]
    solved = roots(Kind.DIRECTION, coefficients, [0.0] * 6)
    assert isinstance(solved, list)
    angles, _ = printed_angles(root_formulas(Kind.DIRECTION, k, NAMES), values)
    assert angles == pytest.approx([root.value for root in solved], abs=CLOSE)
    assert angles == pytest.approx([angle], abs=CLOSE)


def test_a_length_is_a_quotient() -> None:
    assert root_formulas(Kind.LINEAR, ("-X", "Y"), NAMES) == ["t1_ = -Y/X"]
    (root,) = _roots_of(Kind.LINEAR, (-2.0, 3.0))
    assert root.value == -1.5
    assert root_formulas(Kind.LINEAR, ("1", "Y"), NAMES) == []


def _roots_of(kind: Kind, k: Sequence[float]) -> list[Root]:
    solved = roots(kind, k, [0.0] * len(k))
    assert isinstance(solved, list)
    return solved


def test_signs_are_no_part_of_squares() -> None:
    assert square("-Y") == "Y^2"
    assert product("-X", "X") == "-X^2"
    text = degenerate_text(Kind.ANGLE, ("X", "-Y", "-Z"))
    assert text == (
        "no root where Z^2 > X^2 + Y^2, a double one where they are equal; "
        "degenerate where X = Y = 0"
    )


@pytest.mark.parametrize(
    ("kind", "k", "text"),
    [
        (Kind.ANGLE, ("X", "0", "Z"), "no root where Z^2 > X^2, a double one where they are equal"),
        (Kind.ANGLE, ("1", "0", "Z"), "no root where Z^2 > 1, a double one where they are equal"),
        (Kind.ANGLE, ("X", "-Y", "0"), "every angle is a root where X = Y = 0"),
        (Kind.DIRECTION, ("R4", "-D4", "Z", "D4", "R4", "W"), "degenerate where R4 = D4 = 0"),
        (Kind.DIRECTION, ("X", "0", "Z", "0", "X", "W"), "degenerate where X = 0"),
        (Kind.DIRECTION, ("1", "0", "Z", "0", "-1", "W"), ""),
        (Kind.DIRECTION, ("X", "Y", "Z", "Y", "X", "W"), "degenerate where X^2 = Y^2"),
        (Kind.QUADRATIC, ("1", "-B", "C"), "no root where B^2 < 4 C"),
        (Kind.LINEAR, ("-1", "Y"), ""),
        (Kind.LINEAR, ("-X", "Y"), "degenerate where X = 0"),
    ],
)
def test_degenerate_cases_are_named(kind: Kind, k: tuple[str, ...], text: str) -> None:
    assert degenerate_text(kind, k).startswith(text)
    assert bool(degenerate_text(kind, k)) == bool(text)


def test_no_equation_begins_with_a_minus_sign() -> None:
    assert equations(Kind.ANGLE, ("-X", "Y", "-Z"), NAMES) == ["X S1 - Y C1 = Z"]
    assert equations(Kind.DIRECTION, ("0", "-1", "Z", "X", "0", "0"), NAMES) == [
        "C1 = -Z",
        "X S1 = 0",
    ]


def test_an_equation_without_a_root_has_none_where_the_text_says() -> None:
    outcome = roots(Kind.ANGLE, (0.3, -0.4, 0.6), [0.0] * 3)
    assert isinstance(outcome, NoRoot)


@pytest.mark.parametrize("name", ["rx90", "ur5", "puma560", "stanford", "scara"])
def test_formulas_of_a_derivation_are_rows_that_notebooks_show(name: str) -> None:
    """MathJax reads no commands in a text, and TeX no row without its one sign of alignment."""
    text = symoro.igm(symoro.load(name), verify=False).explain()._repr_latex_()
    assert text.startswith("$\\displaystyle\n\\begin{aligned}\n")
    assert text.endswith("\\end{aligned}$")
    assert text.count("{") == text.count("}")
    _, _, *rows, _ = text.splitlines()
    assert all(row.removesuffix("\\\\").count("&") == 1 for row in rows)
    for words in re.findall(r"\\text(?:bf)?\{([^{}]*)\}", text):
        assert not set(words) & set("\\^_$"), words
    assert "sqrt(" not in text
    assert text.count("\\sqrt{") == text.count("\\text{the same with }")

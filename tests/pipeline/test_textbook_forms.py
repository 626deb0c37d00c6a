"""Expanded models beside the formulas that textbooks print."""

from __future__ import annotations

import os
import sys
from functools import cache
from itertools import combinations, islice
from pathlib import Path

import pytest
from sympy import Add, Expr, Mul, cos, sin

import symoro
import textbook_robots
from external import run
from symoro import Model
from symoro.symbolic.sums import cost
from symoro.symbolic.to_sympy import sympy_symbol
from symoro.symbolic.trig import is_zero

NAMES = "m1 m2 m3 l1 l2 lc1 lc2 r1 r2 I1 I2 Ix2 Ix3 Iy2 Iy3 Iz1 Iz2 Iz3 g t1 t2 t3"
SYMBOLS = map(sympy_symbol, NAMES.split())
m1, m2, m3, l1, l2, lc1, lc2, r1, r2 = islice(SYMBOLS, 9)
I1, I2, Ix2, Ix3, Iy2, Iy3, Iz1, Iz2, Iz3, g, t1, t2, t3 = SYMBOLS
c1, c2, c3, c12, c23 = cos(t1), cos(t2), cos(t3), cos(t1 + t2), cos(t2 + t3)
s2, s3, s23 = sin(t2), sin(t3), sin(t2 + t3)

BOOKS: list[tuple[str, str, Expr, str]] = [
    # Spong, Hutchinson, Vidyasagar, Robot Modeling and Control, planar elbow manipulator
    (
        "two_link",
        "A11",
        m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2) + I1 + I2,
        "I1 + I2 + m1*lc1^2 + m2*(l1^2 + lc2^2 + 2*l1*lc2*C2)",
    ),
    (
        "two_link",
        "A12",
        m2 * (lc2**2 + l1 * lc2 * c2) + I2,
        "I2 + m2*lc2^2 + m2*l1*lc2*C2",
    ),
    ("two_link", "A22", m2 * lc2**2 + I2, "I2 + m2*lc2^2"),
    ("two_link", "C21", m2 * l1 * lc2 * s2, "m2*l1*lc2*S2"),
    (
        "two_link",
        "Q1",
        (m1 * lc1 + m2 * l1) * g * c1 + m2 * lc2 * g * c12,
        "g*(C1*(m1*lc1 + m2*l1) + m2*lc2*C12_)",
    ),
    # Craig, Introduction to Robotics, two point masses
    (
        "point_masses",
        "A11",
        l2**2 * m2 + 2 * l1 * l2 * m2 * c2 + l1**2 * (m1 + m2),
        "m2*l2^2 + l1^2*(m1 + m2) + 2*m2*l1*l2*C2",
    ),
    ("point_masses", "A12", l2**2 * m2 + l1 * l2 * m2 * c2, "m2*l2*(l2 + l1*C2)"),
    ("point_masses", "C12", -m2 * l1 * l2 * s2, "-m2*l1*l2*S2"),
    (
        "point_masses",
        "Q1",
        m2 * l2 * g * c12 + (m1 + m2) * l1 * g * c1,
        "g*(l1*C1*(m1 + m2) + m2*l2*C12_)",
    ),
    # Murray, Li, Sastry, A Mathematical Introduction to Robotic Manipulation, three-link arm
    (
        "three_link",
        "A11",
        Iy2 * s2**2
        + Iy3 * s23**2
        + Iz1
        + Iz2 * c2**2
        + Iz3 * c23**2
        + m2 * r1**2 * c2**2
        + m3 * (l1 * c2 + r2 * c23) ** 2,
        "Iz1 + C2^2*(Iz2 + m2*r1^2) + Iy2*S2^2 + m3*(l1*C2 + r2*C23_)^2 + Iz3*C23_^2 + Iy3*S23^2",
    ),
    (
        "three_link",
        "A22",
        Ix2 + Ix3 + m3 * l1**2 + m2 * r1**2 + m3 * r2**2 + 2 * m3 * l1 * r2 * c3,
        "Ix2 + Ix3 + m2*r1^2 + m3*(l1^2 + r2^2 + 2*l1*r2*C3)",
    ),
    (
        "three_link",
        "A23",
        Ix3 + m3 * r2**2 + m3 * l1 * r2 * c3,
        "Ix3 + m3*r2^2 + m3*l1*r2*C3",
    ),
    ("three_link", "A33", Ix3 + m3 * r2**2, "Ix3 + m3*r2^2"),
    ("three_link", "C23", -l1 * m3 * r2 * s3, "-m3*l1*r2*S3"),
    # ours: its angles turn the other way there, which changes the sign of gravity
    ("three_link", "Q3", m3 * g * r2 * c23, "m3*g*r2*C23_"),
    # of no book: the rotor in gimbals, from the angular velocities of the three bodies
    (
        "gyroscope",
        "A11",
        Iz1 + (Ix2 + Ix3) * s2**2 + (Iy2 + Iz3) * c2**2,
        "Iz1 + C2^2*(Iy2 + Iz3) + S2^2*(Ix2 + Ix3)",
    ),
    ("gyroscope", "A13", Iz3 * c2, "Iz3*C2"),
    ("gyroscope", "A22", Iz2 + Ix3, "Iz2 + Ix3"),
    ("gyroscope", "B123", -Iz3 * s2, "-Iz3*S2"),
]
"""Robot, element, the formula as the book groups it, and our text."""

LONGER = {("two_link", "A12"): 1}
"""Elements that cost more to read than the book's: Murray leaves two such terms, Spong does not."""


@cache
def model(name: str) -> Model:
    return symoro.lagrange(textbook_robots.ROBOTS[name](), expanded=True)


def statements(text: str) -> dict[str, str]:
    """The right-hand sides of a listing's statements, by the names on their left."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.endswith(";"):
            *names, value = line.removesuffix(";").split("=")
            found.update(dict.fromkeys(names, value))
    return found


@pytest.mark.parametrize(("name", "element", "book", "text"), BOOKS, ids=lambda v: str(v)[:12])
def test_an_element_is_the_formula_of_the_book(
    name: str, element: str, book: Expr, text: str
) -> None:
    """The same value, no more to read but where we say so, and the text that we agreed upon."""
    assert statements(model(name).code())[element] == text
    array, (row, *others) = element[0], (int(digit) - 1 for digit in element[1:])
    pairs = list(combinations(range(len(model(name).joints)), 2))
    column = pairs.index((others[0], others[1])) if array == "B" else (*others, 0)[0]
    ours = model(name).expand()[array][row, column]
    assert is_zero(ours - book)
    excess = cost(ours) - cost(book)
    assert excess <= 0 or excess == LONGER[name, element]


q1pp, q2pp, q1p, q2p = map(sympy_symbol, ("QDP1", "QDP2", "QP1", "QP2"))
h = -m2 * l1 * lc2 * s2
SPONG = (
    (m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2) + I1 + I2) * q1pp
    + (m2 * (lc2**2 + l1 * lc2 * c2) + I2) * q2pp
    + 2 * h * q1p * q2p
    + h * q2p**2
    + (m1 * lc1 + m2 * l1) * g * c1
    + m2 * lc2 * g * c12,
    (m2 * (lc2**2 + l1 * lc2 * c2) + I2) * q1pp
    + (m2 * lc2**2 + I2) * q2pp
    - h * q1p**2
    + m2 * lc2 * g * c12,
)
CRAIG = (
    m2 * l2**2 * (q1pp + q2pp)
    + m2 * l1 * l2 * c2 * (2 * q1pp + q2pp)
    + (m1 + m2) * l1**2 * q1pp
    - m2 * l1 * l2 * s2 * q2p**2
    - 2 * m2 * l1 * l2 * s2 * q1p * q2p
    + m2 * l2 * g * c12
    + (m1 + m2) * l1 * g * c1,
    m2 * l1 * l2 * c2 * q1pp
    + m2 * l1 * l2 * s2 * q1p**2
    + m2 * l2 * g * c12
    + m2 * l2**2 * (q1pp + q2pp),
)
TORQUES = {
    "two_link": (
        SPONG,
        "QDP1*(I1 + I2 + m1*lc1^2 + m2*lc2^2 + m2*l1^2) + QDP2*(I2 + m2*lc2^2)"
        " + m2*l1*lc2*(C2*(2*QDP1 + QDP2) - S2*(2*QP1*QP2 + QP2^2))"
        " + g*C1*(m1*lc1 + m2*l1) + m2*g*lc2*C12",
        "(QDP1 + QDP2)*(I2 + m2*lc2^2) + m2*l1*lc2*(C2*QDP1 + S2*QP1^2) + m2*g*lc2*C12",
    ),
    "point_masses": (
        CRAIG,
        "m2*l2^2*(QDP1 + QDP2) + (l1^2*QDP1 + g*l1*C1)*(m1 + m2)"
        " + m2*l1*l2*(C2*(2*QDP1 + QDP2) - S2*(2*QP1*QP2 + QP2^2)) + m2*g*l2*C12",
        "m2*l2*(l2*QDP2 + QDP1*(l2 + l1*C2) + l1*S2*QP1^2 + g*C12)",
    ),
}


@pytest.mark.parametrize("name", TORQUES)
def test_a_torque_is_that_of_the_book_in_the_order_of_its_rates(name: str) -> None:
    """Accelerations, velocities, gravity, joint by joint; never more to read than the book's."""
    book, *texts = TORQUES[name]
    torques = symoro.idm(textbook_robots.ROBOTS[name](), expanded=True, level="O1")
    listed = statements(torques.code())
    assert [listed["GAM1"], listed["GAM2"]] == texts
    for ours, theirs in zip(torques.expand()["GAM"], book, strict=True):
        assert is_zero(ours - theirs)
        assert cost(ours) <= cost(theirs)


@pytest.mark.parametrize("name", ["planar2r", "planar3r", "acrobot", "scara"])
def test_equal_factors_are_written_once_and_rates_are_in_order(name: str) -> None:
    """The last joint of a planar chain turns with the sum of all rates; no bracket stands twice."""
    torques = symoro.idm(symoro.load(name), expanded=True, level="O1", verify=False)
    listed = statements(torques.code())
    last = [text for text in listed.values() if "QDP2" in text][-1]
    rates = "QDP1 + QDP2" if name in ("planar2r", "acrobot") else "QDP1 + QDP2 + QDP3"
    assert f"({rates})" in last.split(" + d")[0].split(" + D")[0]
    for element in torques.expand()["GAM"]:
        for total in element.atoms(Add):
            brackets = [f for term in total.args for f in Mul.make_args(term) if f.is_Add]
            assert len(set(brackets)) == len(brackets)


def test_only_the_elements_that_we_name_are_longer() -> None:
    assert set(LONGER) <= {(name, element) for name, element, _, _ in BOOKS}


def test_elements_that_are_zero_are_on_one_line() -> None:
    text = model("gyroscope").code()
    assert text.endswith(";\nA12=A23=B113=B223=C12=C13=C23=C31=C32=Q1=Q2=Q3=0;\n")
    assert "A12 = 0" in symoro.lagrange(
        textbook_robots.gyroscope(), expanded=True, verify=False
    ).code("matlab")


def test_many_zeros_are_on_lines_of_a_width() -> None:
    text = symoro.lagrange(symoro.load("scara"), expanded=True, verify=False).code()
    zeros = [line for line in text.splitlines() if line.endswith("=0;")]
    assert len(zeros) > 1
    assert max(map(len, zeros)) <= 94


def test_a_factor_has_one_sign() -> None:
    """B112 = -2 C21 of two links in a plane that turns: the same bracket, not its opposite."""
    found = statements(model("gyroscope").code())
    assert found["B112"] == "2*C2*S2*(Ix2 - Iy2 + Ix3 - Iz3)"
    assert found["C21"] == "-C2*S2*(Ix2 - Iy2 + Ix3 - Iz3)"


def test_texts_do_not_depend_on_the_seed_of_hashes() -> None:
    code = (
        "import symoro, textbook_robots as t\n"
        "for r in (t.three_link(), symoro.load('rrp')):\n"
        "    m = symoro.lagrange(r, expanded=True, verify=False)\n"
        "    print(m.code(), m.code('latex'), m._repr_latex_())\n"
        "print(symoro.singularities(symoro.load('planar3r')))\n"
    )
    texts = {
        run(
            [sys.executable, "-c", code],
            Path(textbook_robots.__file__).parent,
            environment={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert "A11=" in texts.pop()

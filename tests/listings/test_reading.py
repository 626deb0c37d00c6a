"""What texts mean: the same few statements in every language, and the traps of each."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from symoro.errors import ParseError
from symoro.expressions import FloatArithmetic
from symoro.ir.interpreter import interpret
from symoro.listings import Listing, read, with_outputs

VALUES = {"t1": 0.3, "t2": -1.1, "QP1": 0.7, "M1": 1.9, "D3": 0.4}

SAME = {
    "listing": """(* Equations *)
S1=sin(t1);
W1=-QP1^2*(M1 - D3)/2 + S1;
A1=atan2(t2,QP1);
GAM1=sign(t2)*W1 - abs(t2)*A1 + 2.5e-1*Pi*sqrt(M1);
""",
    "opensymoro": """Inverse dynamic model

Geometric parameters
j       ant     sigma   mu      theta   r
1       0       0       1       t1      0
2       1       1       1       0       t2

Equations:
S1 = sin(t1)
W1 = -QP1**2*(M1 - D3)/2 + S1
A1 = atan2(t2, QP1)
GAM1 = sign(t2)*W1 - Abs[t2]*A1 + 0.25*pi*sqrt(M1)
*=*
""",
    "fortran": """C     a comment = of the old form
      double precision S1, W1
      S1 = dsin(t1)
      W1 = -QP1**2*(M1 - D3)
     &     /2.0d0 + S1
      A1 = datan2(t2, qp1)
      GAM1 = signum(T2)*W1 - dabs(t2)*A1 + 2.5d-1*Pi*dsqrt(M1)
      return
      end
""",
    "fortran free": """! C1 = 2
S1 = sin(t1)   ! the sine
W1 = -QP1**2*(M1 - D3) &

    & /2 + &
   S1
A1 = atan2(t2, QP1)
CX = abs(t2)*A1
GAM1 = signum(t2)*W1 - CX + 0.25_dp*pi*sqrt(M1)
""",
    "mathematica": """(* a comment (* within *) *)
S1 = Sin[t1];
W1 = -QP1^2*(M1 - D3)/2 + S1;
A1 = ArcTan[QP1, t2];
GAM1 = Sign[t2]*W1 -
  Abs[t2]*A1 + 25*^-2*Pi*Sqrt[M1];
""",
    "maple": """# GAM1 := 3;
S1 := sin(t1):
W1 := -QP1^2*(M1 - D3)/2 + S1;
A1 := arctan(t2, QP1);
GAM1 := signum(t2)*W1 - abs(t2)*A1 + 0.25*Pi*sqrt(M1);
""",
}


def value(listing: Listing, name: str) -> float:
    program = with_outputs(listing.program, [name])
    (found,) = interpret(program, VALUES, FloatArithmetic()).values()
    return found[0]


@pytest.mark.parametrize("kind", SAME)
def test_the_same_statements_mean_the_same_in_every_language(kind: str) -> None:
    listing = read(SAME[kind])
    assert listing.language == {"opensymoro": "listing", "fortran free": "fortran"}.get(kind, kind)
    t1, t2, qp1, m1, d3 = VALUES.values()
    wanted = math.copysign(1, t2) * (math.sin(t1) - qp1**2 * (m1 - d3) / 2)
    wanted += math.pi / 4 * math.sqrt(m1) - abs(t2) * math.atan2(t2, qp1)
    # a few roundings of numbers of the order of 1
    assert value(listing, "GAM1") == pytest.approx(wanted, abs=1e-14)
    assert {item.name for item in listing.program.inputs} >= VALUES.keys()
    assert listing.program.unread == ("GAM1",)


@pytest.mark.parametrize(
    ("file", "language"),
    [("a.f", "fortran"), ("a.F90", "fortran"), ("a.mh", "mathematica"), ("a.mpl", "maple")],
)
def test_the_extension_tells_the_language(file: str, language: str) -> None:
    sign = ":=" if language == "maple" else "="
    listing = read(f"x {sign} a;" if language != "fortran" else "x = a", file=file)
    assert listing.language == language
    assert "extension" in listing.detected_by
    assert read("x = a", file=file, language="listing").detected_by == "as asked"


def test_capitals_do_not_matter_in_fortran_and_do_elsewhere() -> None:
    fortran = read("      Ab = t1\n      GAM1 = aB + AB\n", language="fortran")
    assert fortran.program.unread == ("GAM1",)
    assert fortran.program.assigned_names == ("Ab", "GAM1")
    assert read("Ab=t1;GAM1=aB + AB;").program.unread == ("Ab", "GAM1")


def test_names_that_a_printer_changed_come_back() -> None:
    header = "(* Name L2_1 is written L2$1 *)\n(* Name N is written N_ *)\n"
    listing = read(header + "L2$1 = Sin[N_];\nx$y = L2$1;")
    assert listing.program.assigned_names == ("L2_1", "x_y")
    assert [item.name for item in listing.program.inputs] == ["N"]


def test_only_what_stands_between_equations_and_outputs_is_read() -> None:
    text = "f[q_] := Module[\n(* Equations *)\nx = a;\n(* Outputs *)\nx]\n"
    text += "g[] := Module[\n(* Equations *)\ny = x^2;\n(* Outputs *)\n{y}]\n"
    assert read(text, language="mathematica").program.assigned_names == ("x", "y")


def test_a_linear_system_is_solved() -> None:
    """Two equations with two right-hand sides: x is what makes them true."""
    text = "{{x1,y1},{x2,y2}}=LinearSolve[{{M1,t1},{t2,D3}},{{1,QP1},{0,t1}}];z=x1*y2;"
    listing = read(text)
    (solve,) = listing.program.systems
    assert solve.names == ("x1", "y1", "x2", "y2")
    x1, x2 = value(listing, "x1"), value(listing, "x2")
    assert VALUES["M1"] * x1 + VALUES["t1"] * x2 == pytest.approx(1.0, abs=1e-14)
    assert VALUES["t2"] * x1 + VALUES["D3"] * x2 == pytest.approx(0.0, abs=1e-14)
    y1, y2 = value(listing, "y1"), value(listing, "y2")
    assert VALUES["M1"] * y1 + VALUES["t1"] * y2 == pytest.approx(VALUES["QP1"], abs=1e-14)
    assert value(listing, "z") == pytest.approx(x1 * y2, abs=1e-14)


def test_numbers_are_exact() -> None:
    program = read("x=0.1;y=1e-3;z=.5;w=2.;v=1/3;").program
    values = [program.graph.value(s.uses[0]) for s in program.statements]
    assert values == [Fraction(1, 10), Fraction(1, 1000), Fraction(1, 2), 2, Fraction(1, 3)]


def test_nothing_is_rearranged() -> None:
    """Terms stay as they are: what a listing computes twice costs twice at level O1."""
    from symoro.passes import count

    operations = count(read("x=a*b*c + a*b*d;y=(a + b)*(a + b);z=a/b/c;").program)
    assert (operations.add, operations.mul) == (1 + 1, 4 + 1 + 2)


def test_a_text_without_semicolons_has_a_statement_a_line() -> None:
    assert read("x=a\n\n  y = x\r\nz=y").program.assigned_names == ("x", "y", "z")
    with pytest.raises(ParseError, match="end of a statement missing"):
        read("x=a;\ny=x\nz=y;")

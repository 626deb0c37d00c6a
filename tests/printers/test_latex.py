"""LaTeX: every name can be told from how it is set, and real TeX sets every page without a word."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import symoro
from ir.systems import chained, system, values_of, well_conditioned
from printers.runners.latex import Reader, evaluated
from printers.test_every_operation import VALUES, document, every_operation
from printers.test_names import ROBOT_NAMES, hostile
from printers.toolchain import Array, assert_close, done, expected, run, tool, write
from symoro import library
from symoro.catalog.table import model_entries
from symoro.ir import Graph, Input, Let, Output, Program, Role, Scalar
from symoro.printers import print_document
from symoro.printers.document import Document
from symoro.printers.latex_lines import PAGE, break_lines, width
from symoro.printers.latex_names import escape_text, name_text

NAMES = (
    *("q", "DV331", "U12_3", "GAM1_", "ZZ3R", "XX12R_", "alpha2", "Omega", "omicron", "T0T611"),
    *("pi", "Pi1", "a_1", "_", "__", "__x", "x__", "W1__2", "dA_dq", "A11Dq2", "_1", "sin", "frac"),
    *("R", "R1R", "ZZ1_2R", "E", "E_", "e1", "mathit", "begin", "lambda", "lambda_", "_0_"),
)


def typeset(folder: Path, main: Path) -> str:
    """Have TeX make the pages of a file, which it must find nothing to say about."""
    flags = ("-interaction=batchmode", "-halt-on-error")
    done(tool("pdflatex"), *flags, main.name, folder=folder)
    log = main.with_suffix(".log").read_text(errors="replace")
    assert not re.findall(r"^(?:Overfull|Underfull|LaTeX Warning).*", log, re.MULTILINE)
    assert "Output written on" in log
    return log


def typeset_all(documents: Sequence[Document], folder: Path) -> None:
    """Have TeX make the pages of all fragments at once."""
    inputs = []
    for k, each in enumerate(documents):
        (folder / f"fragment{k}.tex").write_text(next(iter(print_document("latex", each).values())))
        inputs.append(rf"\input{{fragment{k}.tex}}")
    preamble = [r"\documentclass{article}", r"\usepackage{amsmath}", r"\allowdisplaybreaks"]
    main = folder / "main.tex"
    body = [r"\begin{document}", *inputs, r"\end{document}"]
    main.write_text("\n".join([*preamble, *body]))
    typeset(folder, main)


def told(text: str) -> str:
    """The name that a text is read as."""
    reader = Reader({})
    reader.start(text)
    name = reader.name()
    assert not reader.peek()
    return name


def test_every_name_can_be_told_from_how_it_is_set() -> None:
    rng = random.Random(7)
    drawn = ["".join(rng.choices("abRXZ019__", k=rng.randint(1, 7))) for _ in range(5000)]
    names = {*NAMES, *(name for name in drawn if not name[0].isdigit())}
    assert len(names) > 1500
    for name in names:
        assert told(name_text(name)) == name


def test_names_look_as_in_a_paper() -> None:
    assert name_text("q1") == "q_{1}"
    assert name_text("DV331") == r"\mathit{DV}_{331}"
    assert name_text("U12_3") == "U_{12,3}"
    assert name_text("ZZ3R") == r"\mathit{ZZ}_{3R}"
    assert name_text("alpha2") == r"\alpha_{2}"
    assert name_text("pi") == r"\mathit{pi}"


def test_mathematics_looks_as_in_a_paper() -> None:
    graph = Graph()
    a, b, c = (Scalar(graph, graph.symbol(name)) for name in "abc")

    def call(name: str, *arguments: Scalar) -> Scalar:
        return Scalar(graph, graph.call(name, *(item.edge for item in arguments)))

    wanted = {
        -(a + b) * (b - c) / (a - c): r"-\frac{(a + b) \, (b - c)}{a - c}",
        (a + b) / c: r"\frac{a + b}{c}",
        Fraction(1, 3) * a: r"\frac{1}{3} \, a",
        Fraction(1, 2) * a: r"0.5 \, a",
        (a + Fraction(1, 3)) ** 2: r"\left(a + \frac{1}{3}\right)^{2}",
        call("sin", a) ** 2: r"\sin^{2}(a)",
        call("sqrt", a**2 + b**2): r"\sqrt{a^{2} + b^{2}}",
        call("abs", b - c): r"\left|b - c\right|",
        call("sign", b): r"\operatorname{sign}(b)",
        call("atan2", b, -c): r"\operatorname{atan2}(b, -c)",
        a - Scalar(graph, graph.pi()) / 4: r"a - \frac{\pi}{4}",
        a * (1 / b) * (b + c): r"\frac{a \, (b + c)}{b}",
    }
    lets = []
    for k, value in enumerate(wanted):
        lets.append(Let(f"T{k}", graph.let(f"T{k}", value.edge), value.edge))
    program = Program(
        name="look",
        graph=graph,
        inputs=tuple(Input(name, Role.PARAMETER) for name in "abc"),
        shapes=(),
        statements=tuple(lets),
        outputs=(Output("X", (1,), (lets[0].node,)),),
    ).verify()
    text = next(iter(print_document("latex", document(program)).values()))
    found = dict(re.findall(r"^  T_\{(\d+)\} &= (.*?)(?: \\\\)?$", text, re.MULTILINE))
    assert list(found.values()) == list(wanted.values())


ROBOTS = ("planar2r", "rx90", "sr400")


@pytest.mark.parametrize("name", ROBOTS)
def test_the_example_is_typeset_as_it_is(name: str, tmp_path: Path) -> None:
    robot = library.robot(name)
    model = symoro.idm(robot, equivalent_tree=robot.n_loops > 0, verify=False)
    fragment, main = write(model.document, "latex", tmp_path)
    assert (fragment.name, main.name) == (f"{name}_dyn.tex", f"{name}_dyn_main.tex")
    assert main.read_text().splitlines()[1] == f"%     pdflatex {main.name}"
    typeset(tmp_path, main)


def test_all_robots_are_typeset(tmp_path: Path) -> None:
    """No line of any is wider than the page."""
    found = []
    for name in library.names():
        robot = library.robot(name)
        tree = robot.n_loops > 0
        found.append(
            symoro.idm(
                robot, equivalent_tree=tree, level="O1", outputs=["*"], verify=False
            ).document
        )
    typeset_all(found, tmp_path)


def test_all_models_are_typeset(tmp_path: Path) -> None:
    """Those of a robot without loops, and that of wheels, whose system has long elements."""
    robot = library.robot("planar2r")
    found = [symoro.rolling(library.robot("mobile3w"), verify=False).document]
    for item in model_entries():
        if item.name not in ("rolling", "loop-geometry", "loop-kinematics"):
            model = getattr(symoro, item.name.replace("-", "_"))(robot, verify=False)
            found += [model.document] if hasattr(model, "document") else []
    assert len(found) > 15
    typeset_all(found, tmp_path)


def test_long_titles_and_meanings_keep_to_the_page(tmp_path: Path) -> None:
    robot = library.robot("planar2r")
    title = symoro.operational_control(robot, verify=False)
    meanings = symoro.jdot_qdot(robot, derivative="q", verify=False)
    for model in (title, meanings):
        typeset(tmp_path, write(model.document, "latex", tmp_path)[-1])


def test_hostile_names_are_typeset(tmp_path: Path) -> None:
    model = symoro.idm(hostile(), outputs=["*"], verify=False)
    named = [
        symoro.idm(replace(library.robot("planar2r"), name=name), verify=False).document
        for name in ROBOT_NAMES
    ]
    typeset_all([model.document, *named], tmp_path)
    for each in named[1:3]:
        main = write(each, "latex", tmp_path)[-1]
        typeset(tmp_path, main)


def test_every_operation_is_typeset(tmp_path: Path) -> None:
    every = document(every_operation(), two_part=True)
    guarded = replace(every, nonzero=("a", "c"), title=r"50 % of #1 & \2_{x} ~ $^<>|")
    typeset_all([every, document(chained())], tmp_path)
    fragment, main = write(guarded, "latex", tmp_path)
    typeset(tmp_path, main)
    assert r"$a \neq 0$, $c \neq 0$ by assumption" in fragment.read_text()


def test_a_program_that_was_read_is_typeset(tmp_path: Path) -> None:
    found = symoro.optimize("C1=cos(t1);\nX_1=a*C1;\n", "X_1")
    main = write(found.document, "latex", tmp_path)[-1]
    assert "Robot" not in main.read_text()
    typeset(tmp_path, main)


def test_words_mean_nothing_to_tex() -> None:
    assert escape_text("a_b & 50 %") == r"a\_b \& 50 \%"
    assert escape_text("5 $") == r"5 $\mathdollar$"
    assert escape_text("\\x^~") == r"$\backslash$x\^{}\~{}"
    assert escape_text("ä\n") == "??"


def test_a_system_of_many_unknowns(tmp_path: Path) -> None:
    program = system(12, 2)
    rows = well_conditioned(np.random.default_rng(3), 12, 2)
    found = run(document(program), "latex", values_of(program, rows), tmp_path)
    assert_close(found, {"X": np.linalg.solve(rows[:, :12], rows[:, 12:]).astype(np.float64)})
    fragment = next(iter(print_document("latex", document(program)).values()))
    assert r"\setcounter{MaxMatrixCols}{12}" in fragment


def shapes() -> Program:
    """Outputs of every rank, some without elements, one wider than a page."""
    graph = Graph()
    names = [f"long_name_{k}" for k in range(24)]
    q = [graph.symbol(name) for name in names]
    return Program(
        name="shapes",
        graph=graph,
        inputs=tuple(Input(name, Role.STATE, "q", (k,)) for k, name in enumerate(names)),
        shapes=(("q", (24,)),),
        statements=(),
        outputs=(
            Output("scalar", (), (-q[0],)),
            Output("one", (1, 1), (q[1],)),
            Output("vector", (24,), tuple(q)),
            Output("column", (3, 1), tuple(q[:3])),
            Output("wide", (2, 12), tuple(q)),
            Output("cube", (2, 3, 4), tuple(q)),
            *(Output(f"empty{k}", s, ()) for k, s in enumerate([(0,), (3, 0), (0, 3), (2, 0, 2)])),
        ),
    ).verify()


def test_arrays_of_every_shape(tmp_path: Path) -> None:
    program = shapes()
    values = {item.name: 1.0 + k for k, item in enumerate(program.inputs)}
    assert_close(run(document(program), "latex", values, tmp_path), expected(program, values))
    typeset_all([document(program)], tmp_path)


def test_long_sums_are_broken_to_fit_and_keep_their_meaning(tmp_path: Path) -> None:
    """Also inside parentheses, and not inside what is tall or a group."""
    graph = Graph()
    x, y = (Scalar(graph, graph.symbol(name)) for name in "xy")
    terms = [Scalar(graph, graph.symbol(f"DV{k}")) for k in range(40)]
    total, within, tall = terms[0], terms[1], terms[2]
    for term in terms[1:]:
        total = total - x * term
        within = within + y * term
        tall = tall + term / y
    values = [total, total * within, x + within / (x + y), y * (total + x / y), tall]
    lets = [Let(f"T{k}", graph.let(f"T{k}", v.edge), v.edge) for k, v in enumerate(values)]
    program = Program(
        name="long",
        graph=graph,
        inputs=tuple(Input(n, Role.PARAMETER) for n in ("x", "y", *(f"DV{k}" for k in range(40)))),
        shapes=(),
        statements=tuple(lets),
        outputs=(Output("X", (5,), tuple(let.node for let in lets)),),
    ).verify()
    given = {item.name: 0.3 + 0.1 * k for k, item in enumerate(program.inputs)}
    text = next(iter(print_document("latex", document(program)).values()))
    assert_close(evaluated(text, given), expected(program, given))
    assert text.count(r"&\quad") > 20
    for line in re.findall(r"^ +(.*&.*)$", text, re.MULTILINE):
        if r"\frac{" not in line and r"\left" not in line:
            assert width(line.replace(r"\\", "").replace("&", "")) < PAGE + 15  # of an indent
    assert break_lines("a + b", 1.0) == ["a", "+ b"]
    assert break_lines(r"\left(a + b\right) - \frac{a + b}{c}", 1.0) == [
        r"\left(a + b\right)",
        r"- \frac{a + b}{c}",
    ]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("T_{1} &= a + b", "T_{1} &= a - b"), (r"\frac{a}{b}", r"\frac{b}{a}"), ("^{5}", "^{3}")],
)
def test_the_reader_finds_a_wrong_equation(right: str, wrong: str) -> None:
    program = every_operation()
    text = next(iter(print_document("latex", document(program)).values()))
    assert right in text
    found: dict[str, Array] = evaluated(text.replace(right, wrong, 1), VALUES)
    assert np.abs(found["GAM"] - expected(program, VALUES)["GAM"]).max() > 1e-3

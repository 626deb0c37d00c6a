"""Linear systems through every printer: what LAPACK finds, whatever rows must be exchanged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import external
from ir.systems import VALUES, by_numpy, chained, lapack, system, values_of, well_conditioned
from printers.runners.c import run_c
from printers.runners.python import module
from printers.test_every_operation import LANGUAGES, document
from printers.toolchain import Array, Case, assert_close, run, run_all, tool, write
from symoro.ir import Graph, GraphArithmetic, Input, Names, Output, Program, Role, Tracer
from symoro.passes import DeadCode
from symoro.printers import printer

STRICT = ("-O0", "-Wshadow", "-Wconversion", "-Wdouble-promotion", "-Wstrict-prototypes")
RUNNABLE = ("c", "python", "numpy", "fortran")
DEFINITIONS = {"c": "static void linear_solve(", "fortran": "pure subroutine linear_solve("}


def main_text(program: Program, language: str) -> str:
    return next(iter(printer(language)(document(program)).values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_chained_systems_mean_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    found = run(document(chained()), language, VALUES, tmp_path)
    assert_close(found, by_numpy(VALUES))


def test_c_has_no_warning_under_the_strictest_flags(tmp_path: Path) -> None:
    assert_close(run_c(document(chained()), VALUES, tmp_path, *STRICT), by_numpy(VALUES))


def test_the_helper_of_c_stays_inside_its_arrays(tmp_path: Path) -> None:
    """Undefined behaviour and accesses outside stop the program."""
    source = write(document(chained()), "c", tmp_path)[0]
    values = ", ".join(repr(VALUES[name]) for name in ("a", "b", "c"))
    main = tmp_path / "main.c"
    main.write_text(
        f'#include "{source.stem}.h"\n'
        "#include <stdio.h>\n"
        "int main(void)\n{\n"
        f"    const double q[2] = {{{VALUES['q1']}, {VALUES['q2']}}};\n"
        f"    const every_parameters p = {{{values}}};\n"
        "    double X[3], Y[4], K[2], Z[1];\n"
        "    chained(q, &p, X, Y, K, Z);\n"
        '    printf("%.17g\\n", Z[0]);\n'
        "    return 0;\n}\n"
    )
    flags = ["-std=c99", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    command = [tool("gcc"), *flags, "-o", str(tmp_path / "main"), str(main), str(source), "-lm"]
    external.run(command, check=True)
    done = external.run([tmp_path / "main"], check=True)
    assert float(done.stdout) == pytest.approx(by_numpy(VALUES)["Z"][0], rel=1e-12)


def test_a_listing_solves_in_the_words_of_mathematica() -> None:
    lines = main_text(chained(), "listing").splitlines()
    (first, second, third) = (line for line in lines if "LinearSolve" in line)
    assert first == ("{X11,X21,X31}=LinearSolve[{{0,a,q1},{b - 1,0,1},{q2,c,a*b}},{q1*q2,2,-b}];")
    assert second == (
        "{{Y112,Y122},{Y212,Y222}}=LinearSolve[{{X11,a},{-X21,X31}},{{X21,1},{0,q1*X31}}];"
    )
    assert third == "{K13,K23}=LinearSolve[{{a,b},{c,a}},{b,1}];"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_counts_the_systems(language: str) -> None:
    text = main_text(chained(), language)
    whole = "1 solve of 2 unknowns, 1 solve of 2 unknowns for 2 right-hand sides, "
    text = " ".join(text.replace("!", " ").split())  # Fortran's lines are shorter
    assert f"0 sin or cos, {whole}1 solve of 3 unknowns" in text


@pytest.mark.parametrize("language", RUNNABLE)
def test_the_helper_is_there_once_and_only_where_it_is_needed(language: str) -> None:
    definition = DEFINITIONS.get(language, "def linear_solve(")
    assert main_text(chained(), language).count(definition) == 1
    program = chained()
    graph = program.graph
    without = Program(
        program.name, graph, program.inputs, program.shapes, (), (Output("O", (1,), (0,)),)
    )
    assert "linear_solve" not in main_text(without, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_systems_are_solved_like_lapack_does(language: str, tmp_path: Path) -> None:
    cases, wanted = [], []
    for n in range(1, 9):
        m = 1 + n % 3
        program = system(n, m)
        rows = well_conditioned(np.random.default_rng(n), n, m)
        cases.append(Case(document(program), values_of(program, rows)))
        wanted.append({"X": lapack(rows)})
    for found, reference in zip(run_all(language, cases, tmp_path), wanted, strict=True):
        assert_close(found, reference)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_are_exchanged_where_the_diagonal_is_zero(language: str, tmp_path: Path) -> None:
    rows = np.array([[0.0, 0, 2, 1], [3, 0, 0, 2], [0, 4, 0, 3]])
    found = run(document(system(3, 1)), language, values_of(system(3, 1), rows), tmp_path)
    assert_close(found, {"X": np.array([[2 / 3], [3 / 4], [1 / 2]])})


@pytest.mark.parametrize("language", RUNNABLE)
def test_a_tiny_pivot_is_passed_over(language: str, tmp_path: Path) -> None:
    rows = np.array([[1e-20, 1, 1], [1, 1, 2]])
    found = run(document(system(2, 1)), language, values_of(system(2, 1), rows), tmp_path)
    assert_close(found, {"X": np.array([[1.0], [1.0]])})


SINGULAR = (
    np.zeros((1, 2)),
    np.array([[0.0, 1]]),
    np.array([[1.0, 2, 1], [2, 4, 1]]),
    np.array([[1.0, 2, 1], [2, 4, 2]]),
    np.array([[0.0, 0, 0, 1], [0, 1, 2, 1], [0, 3, 4, 1]]),
    np.array([[1.0, 0, 0, 1], [0, 1, 0, 1], [0, 0, 0, 0]]),
)


def singular() -> list[Case]:
    programs = [system(len(rows), 1) for rows in SINGULAR]
    pairs = zip(programs, SINGULAR, strict=True)
    return [Case(document(program), values_of(program, rows)) for program, rows in pairs]


@pytest.mark.parametrize("language", ["c", "cpp", "fortran", "rust", "casadi"])
def test_a_singular_system_is_not_finite(language: str, tmp_path: Path) -> None:
    for found in run_all(language, singular(), tmp_path):
        assert not np.isfinite(found["X"]).any()


@pytest.mark.parametrize("rows", SINGULAR)
def test_a_singular_system_is_an_error_in_python(rows: Array, tmp_path: Path) -> None:
    program = system(len(rows), 1)
    plain = module(write(document(program), "python", tmp_path)[0]).system
    for given in (rows.tolist(), rows):
        with pytest.raises(ZeroDivisionError, match="singular"):
            plain(given)
    vectorised = module(write(document(program), "numpy", tmp_path)[0]).system
    with pytest.raises(np.linalg.LinAlgError, match=r"[Ss]ingular"):
        vectorised(rows)


@pytest.mark.parametrize("batch", [(), (5,), (2, 3), (0,)])
def test_the_numpy_text_takes_any_batch(batch: tuple[int, ...], tmp_path: Path) -> None:
    """Also where only some elements of a system depend on the batch."""
    function = module(write(document(chained()), "numpy", tmp_path)[0]).chained
    q = np.random.default_rng(1).uniform(0.3, 1.0, (*batch, 2))
    p = {name: VALUES[name] for name in ("a", "b", "c")}
    X, Y, K, Z = function(q, p)
    assert (X.shape, Y.shape, Z.shape) == ((*batch, 3), (*batch, 2, 2), (*batch, 1))
    assert K.shape == (*batch, 2)  # though it depends on constant parameters only
    for place in np.ndindex(batch):
        wanted = by_numpy({"q1": q[place][0], "q2": q[place][1], **p})
        assert_close({"X": X[place], "Y": Y[place], "K": K[place], "Z": Z[place]}, wanted)


def test_unknowns_that_nothing_reads_give_no_warning(tmp_path: Path) -> None:
    program = chained()
    only = program.outputs[0].elements[:1]
    reduced = DeadCode()(
        Program(
            program.name,
            program.graph,
            program.inputs,
            program.shapes,
            program.statements,
            (Output("X", (1,), only),),
        )
    )
    assert reduced.assigned_names == ("X11", "X21", "X31")
    assert main_text(reduced, "c").count("(void)") == 2
    for language in LANGUAGES:
        found = run(document(reduced), language, VALUES, tmp_path)
        assert_close(found, {"X": by_numpy(VALUES)["X"][:1]})


HOSTILE = ("linear_solve", "rows1", "rows", "width", "n", "p", "array", "best", "LinearSolve", "c")


def hostile(names: Sequence[str]) -> Program:
    """A system of symbols that are names of ours."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    let = Tracer(graph, Names(names, 1))
    symbols = [arithmetic.symbol(name) for name in names]
    X = let.solve("rows", 1, [symbols[0:3], symbols[3:6], symbols[6:9]], [symbols[9], 1, 0])
    return Program(
        name="hostile",
        graph=graph,
        inputs=tuple(Input(name, Role.PARAMETER) for name in names),
        shapes=(),
        statements=tuple(let.statements),
        outputs=(Output("rows1", (3,), tuple(x.edge for x in X)),),
    ).verify()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_the_helpers_give_way_to_the_users(language: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    values = dict(zip(HOSTILE, rng.uniform(0.5, 1.0, len(HOSTILE)).tolist(), strict=True))
    numbers = np.array(list(values.values()))
    wanted = np.linalg.solve(numbers[:9].reshape(3, 3), [numbers[9], 1, 0])
    found = run(document(hostile(HOSTILE)), language, values, tmp_path)
    assert_close(found, {"rows1": wanted})


def test_the_local_arrays_of_c_give_way_to_symbols_and_arguments_to_both() -> None:
    text = main_text(hostile(HOSTILE), "c")
    assert "double rows1_[12] = {" in text
    assert "double rows1__[3])" in text

"""Maple: the example, every word of giac, exact numbers, refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ir.systems import system
from printers.examples import assert_printed
from printers.runners.maple import said
from printers.test_every_operation import VALUES, document
from printers.test_mathematica import MODELS, documented, guarded, of_names, random_numbers
from printers.test_shapes import shapes
from printers.toolchain import Case, assert_close, run_all, write
from symoro.printers import print_document
from symoro.printers.maple_words import FAMILIES, RESERVED

HELP = Path("/usr/share/giac/aide_cas")  # of Debian's package
TYPED = ("l_d", "m_f", "n_i", "gl_x", "lp_a", "line_width_3", "x_point", "EndLoop", "plot3d")


@pytest.mark.parametrize("name", MODELS)
def test_the_example_runs_as_it_is(name: str, tmp_path: Path) -> None:
    given = MODELS[name]()
    main = write(given, "maple", tmp_path)[1]
    text = main.read_text(encoding="utf-8")
    assert f"#     maple -q {main.name}\n" in text
    shown = [output.name for output in given.program.outputs]
    lines = said([text], tmp_path).splitlines()
    ours = [line for line in lines if line in shown or line.startswith(" ")]
    assert_printed("\n".join(ours), given)


def test_prepare_refuses_by_name_what_must_not_be_zero(tmp_path: Path) -> None:
    main = write(guarded(), "maple", tmp_path)[0]
    for name in ("a", "c"):
        for zero in (0, 0.0):
            pairs = ", ".join(f'"{key}" = {x}' for key, x in {**VALUES, name: zero}.items())
            call = f'read "{main}":\nevery_operation_prepare(table([{pairs}]));'
            assert f'must not be zero"",""{name}""' in said([call], tmp_path)


def test_every_word_of_giac_may_be_a_symbol(tmp_path: Path) -> None:
    words = {*RESERVED, *TYPED, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "i", "e", "self", "default"}
    if HELP.exists():
        words |= set(re.findall(r"\b[A-Za-z]\w*", HELP.read_text(encoding="utf-8"), re.ASCII))
    names = sorted(words - {"Pi", "pi"})
    assert all(FAMILIES.fullmatch(name) for name in TYPED)
    cases = [Case(document(each), random_numbers(each)) for each in of_names(names, 1000)]
    for case, found in zip(cases, run_all("maple", cases, tmp_path), strict=True):
        assert_close(found, case.expected)


@pytest.mark.parametrize("name", ["Order", "Testzero", "printlevel", "Digits"])
def test_an_environment_variable_is_not_declared_local(name: str) -> None:
    """Maple keeps these for itself; giac knows Digits alone."""
    (program,) = of_names([name])
    text = next(iter(print_document("maple", document(program)).values()))
    assert f"  local {name}_, made0;" in text


def test_exact_numbers_stay_exact(tmp_path: Path) -> None:
    main = write(document(system(2, 1)), "maple", tmp_path)[0]
    lines = said([f'read "{main}":\nsystem([[1, 2, 1/3], [3, 4, 1]]);'], tmp_path)
    assert "[[1/3],[0]]" in lines


def test_outputs_without_elements_are_empty_lists() -> None:
    text = next(iter(print_document("maple", document(shapes())).values()))
    assert (
        "  return q1, [], [[], [], []], [0, 0], [[1], [-a], [Z]], [[0, a, -q1]], [[], []], " in text
    )


def test_the_program_of_the_documentation_prints_what_it_says(tmp_path: Path) -> None:
    write(MODELS["own numbers"](), "maple", tmp_path)
    assert "[20*g,5*g]" in said([documented("maple")], tmp_path)

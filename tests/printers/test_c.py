"""What is particular to C: several sources as one, and names that headers of other systems take."""

from __future__ import annotations

from pathlib import Path

import pytest

import symoro
from ir.systems import VALUES as SYSTEM_VALUES
from ir.systems import chained
from printers.runners.c import WARNINGS, run_c
from printers.test_every_operation import VALUES, document, every_operation
from printers.toolchain import Case, assert_close, done, expected, tool, write
from symoro.printers import print_document
from symoro.printers.document import Document

_STRICT = ("-std=c99", *WARNINGS, "-Wshadow")


def test_the_sources_of_several_models_may_be_included_in_one(tmp_path: Path) -> None:
    """Signs, systems and angles of two models, and both in single precision."""
    scara = symoro.load("scara")
    made = [
        symoro.idm(scara, include="friction", verify=False).document,
        symoro.operational(scara, include="friction", verify=False).document,
    ]
    sources = [write(each, "c", tmp_path)[0] for each in (*made, *(d.single_variant for d in made))]
    texts = [source.read_text() for source in sources]
    for name in ("sign", "signf", "sines_cosines", "linear_solve", "linear_solvef"):
        assert any(f" {name}(" in text for text in texts)
    whole = tmp_path / "whole.c"
    whole.write_text("".join(f'#include "{source.name}"\n' for source in sources))
    done(tool("gcc"), *_STRICT, "-fsyntax-only", whole)


@pytest.mark.parametrize(
    "case", [Case(document(every_operation()), VALUES), Case(document(chained()), SYSTEM_VALUES)]
)
def test_each_helper_is_between_guards(case: Case, tmp_path: Path) -> None:
    """A source that has been included before leaves them out, and is the same without that."""
    source = write(case.document, "c", tmp_path)[0]
    text = source.read_text()
    opened = [line.split()[1] for line in text.splitlines() if line.startswith("#ifndef ")]
    assert opened
    assert all(name.startswith("SYMORO_") for name in opened)
    assert text.count("#endif") == text.count("#define SYMORO_") == len(opened)
    assert_close(run_c(case.document, case.values, tmp_path), case.expected)


NAMES = (
    *("HUGE", "DOMAIN", "SING", "OVERFLOW", "UNDERFLOW", "PLOSS", "TLOSS", "X_TLOSS", "signgam"),
    *("SYMORO_SIGN", "SYMORO_SIGNF", "SYMORO_LINEAR_SOLVE", "SYMORO_SINES_COSINES"),
)


def _named() -> Document:
    text = f"X=sign(t1)+sin(t1)*({'+'.join(NAMES)});\n"
    return symoro.optimize(text, states=["t1"], verify=False).document


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_names_that_mathematical_headers_define_are_mapped(language: str) -> None:
    """Those of macOS, of Windows and of older C libraries; and our guards."""
    files = print_document(language, _named())
    said = next(iter(files.values()))
    for name in NAMES:
        new = f"x{name}" if name.startswith("SYMORO_") else f"{name}_"
        assert f"Name {name} is written {new}\n" in said


def test_it_compiles_where_these_names_are_defined(tmp_path: Path) -> None:
    made = _named()
    defined = [f"-D{name}=-1" for name in NAMES[:-5]]  # macros on some systems
    values = {item.name: 0.1 * k for k, item in enumerate(made.program.inputs, start=1)}
    found = run_c(made, values, tmp_path, "-std=gnu99", "-Wshadow", *defined)
    assert_close(found, expected(made.program, values))

"""Inverse geometric models in every language of functions: the interpreter's rows."""

from __future__ import annotations

from pathlib import Path

import pytest

import external
import symoro
from printers.root_trees import direction_case, root_case
from printers.test_examples import symoro_command
from printers.tree_cases import TreeCase, assert_same, library_model, run_trees, tree_cases
from symoro.errors import UsageError
from symoro.ir.tree_rows import Status
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.printers.languages import languages

LANGUAGES = [each.name for each in languages() if each.trees]


def every_case() -> tuple[TreeCase, ...]:
    """Robots, and trees that were made by hand."""
    return (*tree_cases(), root_case(), direction_case())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_model_gives_the_rows_of_the_interpreter(language: str, tmp_path: Path) -> None:
    cases = every_case()
    for case, found in zip(cases, run_trees(language, cases, tmp_path), strict=True):
        for rows, wanted in zip(found, case.expected, strict=True):
            assert_same(rows, wanted, case.tolerance)


def test_languages_without_branches_are_refused_by_name() -> None:
    model, _ = library_model("planar2r", elements="P")
    for language in languages():
        if language.trees or language.name == "listing":
            continue
        with pytest.raises(UsageError, match=f"not printed in {language.name}; these .* c, cpp"):
            model.files(language.name)


def test_the_command_writes_the_files_of_several_languages(tmp_path: Path) -> None:
    asked = [word for language in LANGUAGES for word in ("--lang", language)]
    command = [*symoro_command(), "igm", "planar2r", "--elements", "P", *asked, "-o", "out"]
    ran = external.run(command, tmp_path, check=True)
    model = symoro.igm(symoro.load("planar2r"), elements="P")
    for language in LANGUAGES:
        for name, text in model.files(language).items():
            assert (tmp_path / "out" / name).read_text(encoding="utf-8") == text
    assert "planar2r_pau.c" in ran.stderr


def test_headers_tell_the_certificate_the_pose_and_the_results() -> None:
    model = symoro.igm(symoro.load("planar2r"), elements="P")
    assert model.certificate is not None
    source, header, *_ = model.files("c").values()
    for line in model.certificate.lines():
        assert line in source
    assert "columns P" in model.notes[0]
    assert f"Note: {model.notes[0]}" in source
    assert "q: a row for each solution: t1, t2; angles in (-Pi, Pi]" in header
    assert "2: rows of" in header


def test_text_is_linear_in_the_steps() -> None:
    """Loops over roots: a step more adds its own lines, whatever the number of branches."""
    sizes = []
    for name, elements in (("planar2r", "P"), ("rx90", "s,n,a,P")):
        model, _ = library_model(name, elements=elements)
        text = model.code("c")
        assert text.count("angle_roots(K") == sum(
            step.kind is Kind.ANGLE for step in model.tree.steps
        )
        sizes.append(len(text[text.index(f"int {name}_igm(") :].splitlines()))
    assert sizes[1] < 4 * sizes[0]


def test_poses_that_are_no_numbers_or_too_large_are_not_solved() -> None:
    statuses = [rows.status for rows in tree_cases()[0].expected]
    assert statuses[-3:] == [Status.NOT_FINITE] * 3


def test_the_cases_have_every_status_and_double_roots() -> None:
    rows = [each for case in every_case() for each in case.expected]
    assert {int(each.status) for each in rows} == set(Status)
    assert {m for each in rows for m in each.multiplicity} == {0, 1, 2}

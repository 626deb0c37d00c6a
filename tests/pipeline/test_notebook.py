"""What a notebook shows: HTML that is well formed and escaped, LaTeX that can be typeset."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from inspect import signature
from typing import Any

import pytest

import symoro
from html_reader import NASTY, read, text_of
from symoro import Model
from symoro.catalog.table import model_entries
from symoro.errors import SymoroError
from symoro.pipeline.entry import ModelInfo
from symoro.pipeline.equations import LONGEST
from symoro.wording import html_table


@cache
def model(name: str, function: str, **options: Any) -> Model:
    found = getattr(symoro, function)(symoro.load(name), verify=False, **options)
    return found if isinstance(found, Model) else found.model


SMALL = [
    ("rx90", "jacobian", {}),
    ("rx90", "transform", {"from_": 0, "to": 6}),
    ("planar2r", "idm", {}),
    ("scara", "velocities", {}),
    ("fourbar", "jacobian", {"actuated": True}),
    ("rsur", "loop_kinematics", {}),
    ("akr3000", "transform", {"from_": 0, "to": 10}),
    ("stanford", "jacobian_det", {}),
    ("planar3r", "jacobian", {"orientation": "quaternion"}),
]
small = pytest.mark.parametrize(("name", "function", "options"), SMALL, ids=str)


@small
def test_a_model_is_well_formed_html(name: str, function: str, options: dict[str, Any]) -> None:
    made = model(name, function, **options)
    html = made._repr_html_()
    reader = read(html)
    assert set(reader.tags) <= {"table", "caption", "thead", "tbody", "tr", "th", "td", "p", "br"}
    assert reader.cells[0] == ["output", "shape", "meaning"]
    rows = reader.cells[1 : 1 + len(made.outputs)]
    assert [row[0] for row in rows] == list(made.outputs)
    assert ["argument", "shape", "meaning"] in reader.cells
    listed = reader.cells[reader.cells.index(["argument", "shape", "meaning"]) + 1 :]
    for cells, (argument, shape) in zip(listed, made.program.arrays, strict=False):
        assert cells[:2] == [argument, " x ".join(map(str, shape))]
        assert len(cells) == 3
    shown = "".join(reader.text)
    assert str(made.operations) in shown
    assert "Not verified." in shown
    assert all(note in shown for note in made.notes)
    latex = made._repr_latex_()
    assert latex is not None
    assert latex in shown  # unescaped again: what is typeset is what was meant


def cells_of(latex: str) -> list[str]:
    """What stands between the signs that part rows, columns and environments."""
    body = latex.removeprefix("$\\displaystyle\n").removesuffix("$")
    body = re.sub(r"\\(begin|end)\{pmatrix\}", " & ", body)
    body = re.sub(r"\\(begin|end)\{aligned\}", "", body)
    return [cell.strip() for cell in re.split(r"&|\\\\", body) if cell.strip()]


@small
def test_latex_is_balanced_and_can_be_typeset(
    name: str, function: str, options: dict[str, Any]
) -> None:
    mathtext = pytest.importorskip("matplotlib.mathtext")
    made = model(name, function, **options)
    latex = made._repr_latex_()
    assert latex is not None
    assert len(latex) <= LONGEST
    assert latex.startswith("$\\displaystyle\n\\begin{aligned}")
    assert latex.endswith("\\end{aligned}$")
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    for environment in ("aligned", "pmatrix"):
        begun, ended = (latex.count(rf"\{word}{{{environment}}}") for word in ("begin", "end"))
        assert begun == ended
    assert latex.count(" &= ") >= len(made.outputs)
    parser = mathtext.MathTextParser("path")
    for cell in set(cells_of(latex)):
        left = cell.removeprefix("=").strip()
        if left:
            parser.parse(f"${left}$")  # raises on what it does not understand


def test_sines_of_sums_are_abbreviated() -> None:
    latex = model("rx90", "transform", from_=0, to=6)._repr_latex_()
    assert latex is not None
    assert "C_{23}" in latex
    assert r"\cos" not in latex


@pytest.mark.parametrize(("name", "function"), [("rx90", "idm"), ("general6r", "velocities")])
def test_what_is_too_long_to_read_is_a_summary(name: str, function: str) -> None:
    made = model(name, function)
    assert made._repr_latex_() is None
    html = made._repr_html_()
    assert "aligned" not in html
    shown = text_of(html)
    assert "Too long to show as equations: model.code() is the listing." in shown
    assert str(made.operations) in shown


def test_columns_have_the_names_of_parameters() -> None:
    made = model("rx90", "regressor", base_parameters=True)
    rows = read(made._repr_html_()).cells
    first = rows.index(["columns of DG", "stand for"]) + 1
    listed = [name for row in rows[first:] for name in row[1].split(", ")]
    assert listed == list(made.columns)
    assert rows[first][0] == "1 to 10"
    assert rows[-1][0].endswith(f" to {len(made.columns)}")


def test_a_users_text_is_shown_and_not_obeyed() -> None:
    robot = replace(symoro.load("planar2r"), name=NASTY)
    made = symoro.idm(robot, verify=False)
    for shown in (made._repr_html_(), robot._repr_html_()):
        reader = read(shown)
        assert NASTY in "".join(reader.text)
        assert not {"b", "script"} & set(reader.tags)
    noted = read(replace(made, remarks=(NASTY,))._repr_html_())
    assert NASTY in noted.text
    found = symoro.singularities(replace(symoro.load("scara"), name=NASTY))
    assert "script" not in read(found._repr_html_()).tags


def test_a_verified_model_shows_its_certificate() -> None:
    made = symoro.jacobian(symoro.load("planar3r"))
    assert made.certificate is not None
    shown = text_of(made._repr_html_())
    assert all(line in shown for line in made.certificate.lines())


def test_a_table_escapes_every_cell() -> None:
    html = html_table((NASTY, "b"), [(NASTY, 1), (2, NASTY)], NASTY)
    reader = read(html)
    assert reader.cells == [[NASTY, "b"], [NASTY, "1"], ["2", NASTY]]
    assert reader.tags == Counter(
        {"td": 4, "tr": 3, "th": 2, "table": 1, "caption": 1, "thead": 1, "tbody": 1}
    )


@pytest.mark.parametrize("info", model_entries(), ids=lambda info: info.name)
def test_every_model_on_a_floating_base_and_its_derivative_can_be_shown(info: ModelInfo) -> None:
    """Other arrays, other states; what is too long to read is a summary."""
    function = getattr(symoro, info.name.replace("-", "_"))
    options = {"floating_base": True} if "floating_base" in signature(function).parameters else {}
    try:
        whole = function(symoro.load("planar2r"), verify=False, **options)
    except SymoroError:
        return  # a model of other robots
    shown = whole if isinstance(whole, Model) else whole.model
    read(shown._repr_html_())
    if not shown.program.systems:
        read(shown.derivative("q")._repr_html_())

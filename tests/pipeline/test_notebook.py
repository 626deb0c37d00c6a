"""What a notebook shows: HTML that is well formed and escaped, LaTeX that can be typeset."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

import symoro
from clock import at_most, endless
from symoro import Model, Robot
from symoro.pipeline import notebook
from symoro.pipeline.notebook import LONGEST, READABLE
from symoro.wording import html_table

VOID = {"br"}
NASTY = """<b>&amp; "quoted" 'x' </td><script>alert(1)</script>"""


class Reader(HTMLParser):
    """Collects text and tags; tags must close in the order in which they opened."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.text: list[str] = []
        self.cells: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag == "tr":
            self.cells.append([])
        if tag in ("td", "th"):
            self.cells[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.cells[-1][-1] += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def text_of(html: str) -> str:
    return "".join(read(html).text)


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
    head, *rows = reader.cells
    assert head == ["output", "shape", "meaning"]
    assert [row[0] for row in rows] == list(made.outputs)
    assert all(len(row) == 3 for row in rows)
    shown = "".join(reader.text)
    assert str(made.operations) in shown
    assert "not verified" in shown
    assert all(note in shown for note in made.notes)
    latex = made._repr_latex_()
    assert latex is not None
    assert latex in shown  # unescaped again: what is typeset is what was meant


def cells_of(latex: str) -> list[str]:
    """What stands between the signs that part rows, columns and environments."""
    body = latex.removeprefix("$\\displaystyle\n").removesuffix("$")
    body = re.sub(r"\\left\[\\begin\{matrix\}|\\end\{matrix\}\\right\]", " & ", body)
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
    for environment in ("aligned", "matrix"):
        begun, ended = (latex.count(rf"\{word}{{{environment}}}") for word in ("begin", "end"))
        assert begun == ended
    assert latex.count(" &= ") == len(made.outputs)
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


@pytest.mark.parametrize(
    ("name", "function", "options"),
    [("rx90", "idm", {}), ("general6r", "velocities", {}), ("panda", "accelerations", {})],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # in a destructor
def test_what_is_too_long_to_read_is_not_written_as_equations(
    name: str, function: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook, "_SECONDS", 1.0)
    monkeypatch.setattr(notebook, "_equations", endless)
    made = model(name, function, **options)
    with at_most(1.5):  # a second, once: the second answer is remembered
        assert made._repr_latex_() is None
        html = made._repr_html_()
    assert "aligned" not in html
    assert str(made.operations) in text_of(html)
    if name == "rx90":
        assert made.operations.total > READABLE


def test_equations_longer_than_some_pages_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = (symoro.jacobian(symoro.load("rx90"), verify=False) for _ in range(2))
    latex = short._repr_latex_()
    assert latex is not None
    monkeypatch.setattr(notebook, "LONGEST", len(latex) - 1)
    assert long._repr_latex_() is None


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


@pytest.mark.parametrize("name", ["rx90", "sr400", "mobile3w"])
def test_a_robot_shows_its_tables(name: str) -> None:
    robot: Robot = symoro.load(name)
    reader = read(robot._repr_html_())
    assert reader.tags["table"] == 2
    rows = [row for row in reader.cells if row[0].isdigit()]
    assert len(rows) == robot.n_frames + robot.n_links
    for row, (j, frame) in zip(rows, robot, strict=False):
        entries = (frame.gamma, frame.b, frame.alpha, frame.d, frame.theta, frame.r)
        begin = [str(j), str(frame.antecedent), str(int(frame.mu)), str(int(frame.sigma))]
        assert row == [*begin, *map(str, entries)]
    masses = [row[-1] for row in rows[robot.n_frames :]]
    assert masses == [str(link.M) for link in robot.links]


def test_singularities_and_assembly_modes_are_tables() -> None:
    found = symoro.singularities(symoro.load("stanford"))
    rows = read(found._repr_html_()).cells
    assert rows[0] == ["name", "kind", "where", "what", "place"]
    assert rows[1:] == [[s.name, s.kind, s.condition, s.meaning, s.place] for s in found.cases]
    modes = symoro.loop_geometry(symoro.load("fourbar")).solutions([0.5], "example")
    head, *lines = read(modes._repr_html_()).cells
    assert head == ["mode", "t1", "t2", "t3", "t4", "open by less than"]
    assert [line[0] for line in lines] == list(modes.labels)
    for line, q in zip(lines, modes.q, strict=True):
        assert [float(cell) for cell in line[1:-1]] == pytest.approx(q.tolist(), rel=1e-5)


def test_a_table_escapes_every_cell() -> None:
    html = html_table((NASTY, "b"), [(NASTY, 1), (2, NASTY)], NASTY)
    reader = read(html)
    assert reader.cells == [[NASTY, "b"], [NASTY, "1"], ["2", NASTY]]
    assert reader.tags == Counter(
        {"td": 4, "tr": 3, "th": 2, "table": 1, "caption": 1, "thead": 1, "tbody": 1}
    )

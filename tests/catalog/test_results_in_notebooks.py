"""Robots and results are tables in a notebook, and no text of a user is obeyed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import symoro
from html_reader import NASTY, read, text_of
from symoro import Robot
from symoro.expressions import expression, symbol
from symoro.robot import BaseMotion, Diagnostic
from symoro.robot.diagnostic import Diagnostics
from symoro.robot.value_set import ValueSet

_0, _1 = expression(0), expression(1)
TURNED = ((_0, -_1, _0, symbol("h")), (_1, _0, _0, _0), (_0, _0, _1, _0), (_0, _0, _0, _1))
W0 = (_0, _0, symbol("W03"))


@pytest.mark.parametrize("name", ["rx90", "sr400", "mobile3w"])
def test_a_robot_shows_its_tables(name: str) -> None:
    robot: Robot = symoro.load(name)
    reader = read(robot._repr_html_())
    rows = [row for row in reader.cells if row[0].isdigit()]
    assert len(rows) == robot.n_frames + robot.n_links + len(robot.wheels)
    for row, (j, frame) in zip(rows, robot, strict=False):
        entries = (frame.gamma, frame.b, frame.alpha, frame.d, frame.theta, frame.r)
        begin = [str(j), str(frame.antecedent), str(int(frame.mu)), str(int(frame.sigma))]
        assert row == [*begin, *map(str, entries)]
    masses = [row[-1] for row in rows[robot.n_frames : robot.n_frames + robot.n_links]]
    assert masses == [str(link.M) for link in robot.links]
    assert ["G, acceleration of gravity", *map(str, robot.base.G)] in reader.cells
    for values in robot.values:
        (row,) = [row for row in reader.cells if row[0] == values.name]
        assert row[2] == values.source
    assert robot.provenance in reader.text


def test_singularities_and_assembly_modes_are_tables() -> None:
    found = symoro.singularities(symoro.load("scara"))
    rows = read(found._repr_html_()).cells
    assert rows[0] == ["name", "kind", "where", "what", "place"]
    assert rows[1:] == [[s.name, s.kind, s.condition, s.meaning, s.place] for s in found.cases]
    modes = symoro.loop_geometry(symoro.load("fourbar")).solutions([0.5], "example")
    head, *lines = read(modes._repr_html_()).cells
    assert head == ["mode", "t1", "t2", "t3", "t4", "open by less than"]
    assert [line[0] for line in lines] == list(modes.labels)
    for line, q in zip(lines, modes.q, strict=True):
        assert [float(cell) for cell in line[1:-1]] == pytest.approx(q.tolist(), rel=1e-5)


def test_an_inverse_geometric_model_shows_its_equations() -> None:
    ik = symoro.igm(symoro.load("planar2r"))
    assert r"\begin{aligned}" in ik._repr_latex_() == ik.explain()._repr_latex_()


def test_a_moving_base_shows_its_motion_and_its_place() -> None:
    robot = symoro.load("planar2r")
    moved = replace(robot, base=replace(robot.base, motion=BaseMotion.MOVING, W0=W0, Z=TURNED))
    cells = read(moved.base._repr_html_()).cells
    assert ["W0", "0", "0", "W03"] in cells
    assert ["0", "-1", "0", "h"] in cells
    assert "Base, moving" in text_of(moved._repr_html_())


def test_names_of_rates_are_shown_where_they_are_not_the_usual_ones() -> None:
    robot = symoro.load("planar2r")
    assert "QP1" not in text_of(robot._repr_html_())
    first, *rest = robot.frames
    renamed = replace(robot, frames=(replace(first, QP=symbol("omega")), *rest))
    assert ["1", "omega", "QDP1"] in read(renamed._repr_html_()).cells


def test_a_value_set_shows_all_its_numbers() -> None:
    (values,) = symoro.load("rx90").values
    cells = read(values._repr_html_()).cells
    assert cells[1:] == [[name, str(value)] for name, value in values.values]
    nasty = ValueSet(NASTY, (("a", 1),), NASTY)  # type: ignore[arg-type]
    assert "script" not in read(nasty._repr_html_()).tags


def test_diagnostics_are_a_list_and_a_table() -> None:
    robot = symoro.load("planar2r")
    nothing = symoro.check(robot)
    assert nothing == []
    assert text_of(nothing._repr_html_()) == "Nothing suspicious."
    found = Diagnostics([Diagnostic(NASTY, frame=0, field="M"), Diagnostic("b", note=True)])
    head, first, second = read(found._repr_html_()).cells
    assert head == ["kind", "value set", "frame", "field", "message"]
    assert first == ["warning", "", "0", "M", NASTY]
    assert second == ["note", "", "", "", "b"]


def test_freedoms_are_tables() -> None:
    found = symoro.freedoms(symoro.load("sr400"))
    cells = read(found._repr_html_()).cells
    assert ["mobility N", "6"] in cells
    assert ["motors", "6"] in cells
    (end,) = found.ends
    assert [str(end.link), str(end.N), str(end.M), "0", ""] in cells
    unknown = replace(found, mobility=None, reason=NASTY)
    assert NASTY in text_of(unknown._repr_html_())


def test_loop_geometry_lists_its_modes() -> None:
    loops = symoro.loop_geometry(symoro.load("fourbar"))
    cells = read(loops._repr_html_()).cells
    assert cells[1:3] == [["active joints", "t1"], ["closed form", "yes"]]
    assert [row[1] for row in cells[3:]] == loops.labels
    open_form = symoro.loop_geometry(symoro.load("rssr"))
    assert not open_form.closed_form
    assert "closed formno: " in text_of(open_form._repr_html_())


def test_a_linear_system_shows_matrices_and_poles() -> None:
    robot = symoro.load("planar2r")
    names = symoro.linearize(robot, verify=False).program.parameters
    numbers = dict.fromkeys(names, 1.0) | {"G2": -9.81, "ZZ1": 3.0, "MY1": 0.0, "MY2": 0.0}
    system = symoro.linear_system(robot, {"t1": -np.pi / 2, "t2": 0.0}, values=numbers)
    reader = read(system._repr_html_())
    assert reader.cells[0] == ["", *system.states, *system.inputs]
    size = len(system.states) + len(system.outputs)
    rows = [[float(cell) for cell in row[1:]] for row in reader.cells[1 : 1 + size]]
    whole = np.block([[system.A, system.B], [system.C, system.D]])
    assert np.array(rows) == pytest.approx(whole, rel=1e-5)
    poles = [complex(row[0]) for row in reader.cells[2 + size :]]
    assert np.array(poles) == pytest.approx(system.poles, rel=1e-5)


def test_parts_of_a_model_are_tables() -> None:
    model = symoro.idm(symoro.load("planar2r"))
    assert model.certificate is not None
    certificate = read(model.certificate._repr_html_())
    assert ["random states", str(model.certificate.states)] in certificate.cells
    assert model.certificate.against in "".join(certificate.text)
    counts = read(model.operations._repr_html_()).cells
    offline = model.operations.offline
    assert offline is not None
    assert counts[1][:3] == ["a call", str(model.operations.add), str(model.operations.mul)]
    assert counts[2][:3] == ["constants, once", str(offline.add), str(offline.mul)]
    report = read(model.report._repr_html_()).cells
    assert [row[0] for row in report[1 : 1 + len(model.report.formulations)]] == [
        each.route for each in model.report.formulations
    ]
    assert sum(row[-1] == "taken" for row in report) == 1
    function = read(model.compile()._repr_html_())
    assert ["argument", "QDP", "2"] in function.cells
    assert ["output", "GAM", "2"] in function.cells
    assert all(name in "".join(function.text) for name in model.program.parameters)


def test_a_reduced_program_shows_what_it_saves() -> None:
    listing = symoro.idm(symoro.load("planar2r"), level="O1", verify=False).code()
    reduced = symoro.optimize(listing, "GAM2")
    cells = read(reduced._repr_html_()).cells
    assert ["GAM", "GAM2"] in cells or ["GAM2", "GAM2"] in cells
    assert ["before", str(reduced.before)] in cells
    assert ["now", str(reduced.operations)] in cells


def test_blocks_of_a_regressor_name_their_parameters() -> None:
    model = symoro.regressor(symoro.load("planar2r"), base_parameters=True, verify=False)
    blocks = symoro.triangular_blocks(model)
    cells = read(blocks._repr_html_()).cells
    assert cells[1][0] == "2"
    listed = [name for row in cells[1:] for name in row[1].split(", ")]
    assert sorted(listed) == sorted(model.columns)


def test_base_parameters_are_equations_where_they_are_few() -> None:
    few = symoro.base_parameters(symoro.load("rrp"))
    latex = few._repr_latex_()
    assert latex is not None
    assert latex.startswith("$\\displaystyle\n\\begin{aligned}")
    assert latex.count("&=") == len(few.relations)

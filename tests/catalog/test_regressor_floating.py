"""Floating bases: what becomes an argument, and the rows of the base."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import symoro
from printers.toolchain import run
from random_robots import names, random_tree
from symoro import Base, Robot, library
from symoro.expressions import ZERO, FloatArithmetic, symbol
from symoro.ir import interpret
from symoro.ir.program import Role
from symoro.pipeline.inputs import inputs
from symoro.robot import INERTIAL, BaseMotion, general_link
from symoro.robot.base import BASE_MOTION
from symoro.robot.floating_base import with_base_inputs

FLOATS = FloatArithmetic()


def afloat(robot: Robot, **base: object) -> Robot:
    given = {"motion": BaseMotion.FLOATING, "G": names("G"), "link": general_link(0), **base}
    return replace(robot, base=Base(**given))  # type: ignore[arg-type]


def test_zeros_of_the_base_become_symbols_that_nobody_has() -> None:
    first = (symbol("spin"), ZERO, ZERO)
    robot = afloat(library.robot("planar2r").substitute({"d2": "R011 + W02"}), W0=first)
    filled = with_base_inputs(robot)
    assert [str(e) for e in filled.base.W0] == ["spin", "W02_", "W03"]
    assert [str(e) for e in filled.base.VP0] == ["VP01", "VP02", "VP03"]
    turned = [[str(e) for e in row[:3]] for row in filled.base.Z[:3]]
    assert turned[0] == ["R011_", "R012", "R013"]
    assert turned[2] == ["R031", "R032", "R033"]
    assert with_base_inputs(library.robot("planar2r")) is not filled


@pytest.mark.parametrize("motion", [BaseMotion.FIXED, BaseMotion.MOVING])
def test_other_bases_stay_as_they_are(motion: BaseMotion) -> None:
    robot = replace(library.robot("planar2r"), base=Base(motion=motion, G=names("G")))
    assert with_base_inputs(robot) is robot
    assert "R0" not in dict(inputs(robot).shapes)


def test_the_motion_and_the_rotation_of_the_base_are_arguments() -> None:
    robot = with_base_inputs(afloat(library.robot("planar2r")))
    found = inputs(robot)
    roles = found.names
    for array in BASE_MOTION:
        assert all(roles[f"{array}{k}"].role is Role.BASE for k in (1, 2, 3))
    assert (roles["R023"].role, roles["R023"].array, roles["R023"].index) == (
        Role.BASE,
        "R0",
        (1, 2),
    )
    assert roles["GX"].role is Role.PARAMETER
    assert roles["XX0"].role is Role.PARAMETER
    assert dict(found.shapes)["R0"] == (3, 3)


def test_rows_of_the_base_come_first_and_columns_of_link_0_too() -> None:
    model = symoro.regressor(afloat(library.robot("planar2r")))
    assert model.program.outputs[0].shape == (8, len(model.columns))
    assert model.columns[:10] == tuple(f"{name}0" for name in INERTIAL)
    assert [name for name, _ in model.program.arrays] == [
        *("q", "QP", "QDP", "W0", "WP0", "VP0", "R0")
    ]
    assert "DGF1M0" in model.program.assigned_names
    assert "DGN3ZZ2" in model.program.assigned_names
    assert any("floating base" in note for note in model.notes)
    assert "R0: rotation of the base" in model.code()


def test_a_mass_at_rest_is_carried_against_gravity() -> None:
    """Force M g upwards in the world, seen from a base that lies on its side."""
    model = symoro.regressor(afloat(library.robot("planar2r")), verify=False)
    still = np.zeros(2)
    aside = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    numbers = {"d2": 0.5, "GX": 0.0, "GY": 0.0, "GZ": -9.81}
    rest = {name: np.zeros(3) for name in ("W0", "WP0", "VP0")}
    D = model.compile()(still, still, still, R0=aside, parameters=numbers, **rest)
    assert isinstance(D, np.ndarray)
    force = D[:3, model.columns.index("M0")]
    assert aside @ force == pytest.approx([0.0, 0.0, 9.81])
    moment = D[3:6, model.columns.index("MZ0")]
    assert aside @ moment == pytest.approx(np.cross(aside[:, 2], [0.0, 0.0, 9.81]))


@pytest.mark.parametrize("seed", range(6))
def test_joints_do_not_care_whether_the_base_is_driven_or_floats(seed: int) -> None:
    """Rows of the joints are those of a base that moves in the same way."""
    robot = random_tree(seed, moving_base=True)
    free = afloat(robot)
    model = symoro.regressor(free, verify=False)
    driven = symoro.regressor(robot, verify=False)
    rng = np.random.default_rng(seed)
    values = {name: float(rng.uniform(-1, 1)) for name in sorted(robot.symbols)}
    filled = with_base_inputs(free).base
    for array in BASE_MOTION:
        ours, theirs = getattr(filled, array), getattr(robot.base, array)
        values |= {str(a): values[str(b)] for a, b in zip(ours, theirs, strict=True)}
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    values |= {
        str(e): float(x)
        for row, q in zip(filled.Z, Q, strict=False)
        for e, x in zip(row, q, strict=False)
    }
    world = Q @ [values[str(g)] for g in robot.base.G]
    both = []
    for each, gravity in ((model, world), (driven, None)):
        at = dict(values)
        if gravity is not None:
            at |= {str(g): float(x) for g, x in zip(free.base.G, gravity, strict=True)}
        shape = each.program.outputs[0].shape
        D = np.array(interpret(each.program, at, FLOATS)["DG"]).reshape(shape)
        both.append(dict(zip(each.columns, D[-robot.n_dof :].T, strict=True)))
    first, second = both
    assert second.keys() <= first.keys()
    for label, column in first.items():
        expected = second.get(label, np.zeros(robot.n_dof))
        assert column == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("language", ["c", "python", "numpy"])
def test_printed_code_takes_the_rotation(language: str, tmp_path: object) -> None:
    model = symoro.regressor(afloat(library.robot("rrp")), verify=False)
    rng = np.random.default_rng(2)
    values = {item.name: float(rng.uniform(-1, 1)) for item in model.program.inputs}
    found = run(model.document, language, values, tmp_path)["DG"]  # type: ignore[arg-type]
    wanted = np.array(interpret(model.program, values, FLOATS)["DG"]).reshape(found.shape)
    assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_a_closed_robot_may_float() -> None:
    robot = afloat(library.robot("fourbar"))
    model = symoro.regressor(robot)
    assert model.certificate is not None
    assert model.certificate.exact_points == 2
    assert model.program.outputs[0].shape[0] == 6 + 1

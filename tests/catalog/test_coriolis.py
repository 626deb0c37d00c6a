"""Coriolis matrix and momentum as models: names, arguments, counts, base parameters, refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import symoro
from laws.moving import afloat
from printers.toolchain import assert_close, expected, run
from random_robots import random_tree
from symoro import Model, ModelError, Robot, library
from symoro.printers import languages
from symoro.robot import Base, BaseMotion

Make = Callable[..., Model]
NUMBERS = {"d2": 1.0, "MX1": 5.0, "MY1": 0.0, "MX2": 5.0, "MY2": 0.0, "M2": 10.0, "G2": -9.81}
"""The course's planar robot: m = 10, L = 1, Lc = 0.5, Izz = 0.87, so ZZ = 3.37."""


def test_the_planar_robot_has_the_matrix_of_the_course() -> None:
    """As a course has it: C = [[h qd2, h (qd1 + qd2)], [-h qd1, 0]], h = -m2 L1 Lc2 S2."""
    q, qd = np.array([0.4, 0.9]), np.array([0.5, -0.3])
    f = symoro.coriolis(library.robot("planar2r"), outputs="*").compile()
    v = np.array([0.7, 1.1])
    found = f(q, qd, v, parameters=NUMBERS | {"ZZ1": 3.37, "ZZ2": 3.37})
    assert isinstance(found, dict)
    h = -10 * 1 * 0.5 * np.sin(q[1])
    C = np.array([[h * qd[1], h * (qd[0] + qd[1])], [-h * qd[0], 0.0]])
    assert found["C"] == pytest.approx(C, abs=1e-12)
    assert found["CV"] == pytest.approx(C @ v, abs=1e-12)
    assert found["CTQP"] == pytest.approx(C.T @ qd, abs=1e-12)


def test_the_planar_robot_has_the_efforts_of_the_course() -> None:
    """A, C qd and gravity of a course's arm at a state, to the digits given."""
    q, qd = np.array([np.pi / 6, np.pi / 3]), np.array([0.5, -0.3])
    numbers = NUMBERS | {"ZZ1": 3.37, "ZZ2": 3.37, "M1": 10.0}
    C = symoro.coriolis(library.robot("planar2r")).compile()(q, qd, parameters=numbers)
    assert np.array(C) @ qd == pytest.approx([0.9093267, 1.0825318], abs=1e-7)
    found = symoro.momentum(library.robot("planar2r"), outputs=["P", "Q"]).compile()(
        q, qd, parameters=numbers
    )
    assert isinstance(found, dict)
    A = np.array([[21.74, 5.87], [5.87, 3.37]])
    assert found["P"] == pytest.approx(A @ qd, abs=1e-9)
    assert found["Q"] == pytest.approx([127.4356382, 0.0], abs=1e-7)


@pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])
@pytest.mark.parametrize("base", [False, True], ids=["standard", "base"])
@pytest.mark.parametrize("make", [symoro.coriolis, symoro.momentum])
def test_models_are_verified_in_standard_and_base_parameters(
    make: Make, base: bool, floating: bool
) -> None:
    for name in ("rrp", "scara"):
        model = make(
            library.robot(name),
            outputs="*",
            base_parameters=base,
            floating_base=floating,
            include="ia",
        )
        assert model.certificate is not None
        assert model.certificate.exact_points == 2
        n = model.robot.n_dof + 6 * floating
        assert {output.shape for output in model.program.outputs} <= {(n,), (n, n)}


def test_elements_are_named_by_row_and_column() -> None:
    model = symoro.coriolis(library.robot("planar2r"))
    assert {"C11", "C12", "C21", "C22"} <= set(model.program.assigned_names)
    free = symoro.coriolis(
        library.robot("planar2r"), floating_base=True, outputs="*", level="O1", verify=False
    )
    assert {"CF1F2", "CN3N3", "CF12", "CF22", "C1F2", "C2N3", "CVN1", "CV2", "CTQPF1"} <= set(
        free.program.assigned_names
    )
    momentum = symoro.momentum(
        library.robot("planar2r"), floating_base=True, level="O1", verify=False
    )
    assert {"PF1", "PN3", "P1", "P2", "BETAF1", "BETA2"} <= set(momentum.program.assigned_names)


def test_only_what_is_asked_for_is_traced_and_read() -> None:
    robot = library.robot("planar2r")
    plain = symoro.coriolis(robot, level="O1", verify=False)
    assert [name for name, _ in plain.program.arrays] == ["q", "QP"]
    product = symoro.coriolis(robot, outputs="CV", level="O1", verify=False)
    assert [name for name, _ in product.program.arrays] == ["q", "QP", "v"]
    assert not any(name.endswith("_") for name in product.program.assigned_names)
    free = symoro.coriolis(robot, outputs="C", floating_base=True, level="O1", verify=False)
    assert [name for name, _ in free.program.arrays] == ["q", "QP", "W0"]  # no V0: it cancels


COUNTS = {  # additions, multiplications at O1, base parameters
    "planar2r": {"C": (5, 13), "CV": (5, 12), "CTQP": (2, 7)},
    "rx90": {"C": (464, 587), "CV": (243, 283), "CTQP": (106, 146)},
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    for output, (add, mul) in COUNTS[name].items():
        model = symoro.coriolis(
            library.robot(name), outputs=output, base_parameters=True, level="O1", verify=False
        )
        assert (model.operations.add, model.operations.mul) == (add, mul)


def test_the_cost_of_products_and_momentum_grows_linearly_with_the_links() -> None:
    """Each joint that is added to a long chain costs as much as the one before."""

    def chain(n: int) -> Robot:
        ends = [0.0] * n
        return Robot.from_mdh([0.3] * n, [0.5] * n, ends, ends, [0] * n)

    asked: list[tuple[Make, str]] = [(symoro.coriolis, "CV"), (symoro.coriolis, "CTQP")]
    for make, output in [*asked, (symoro.momentum, "BETA")]:
        totals = [
            make(chain(n), outputs=output, level="O1", verify=False).operations.total
            for n in (6, 7, 8, 9)
        ]
        steps = np.diff(totals)
        assert len(set(steps)) == 1


@pytest.mark.parametrize("make", [symoro.coriolis, symoro.momentum])
def test_bases_of_known_motion_are_refused_and_trees_named(make: Make) -> None:
    assert (
        "equivalent tree"
        in make(library.robot("fivebar"), equivalent_tree=True, level="O1", verify=False).notes[0]
    )
    with pytest.raises(ModelError, match="base of known motion"):
        make(random_tree(1, moving_base=True))
    robot = library.robot("planar2r")
    still = replace(robot, base=Base(motion=BaseMotion.MOVING, G=robot.base.G))
    with pytest.raises(ModelError, match="base of known motion"):
        make(still)


@pytest.mark.parametrize("language", [item.name for item in languages() if item.name != "listing"])
def test_printed_code_takes_the_velocities_v(language: str, tmp_path: Path) -> None:
    model = symoro.coriolis(afloat(library.robot("rrp")), outputs="*", level="O1", verify=False)
    rng = np.random.default_rng(2)
    values = {item.name: float(rng.uniform(-1, 1)) for item in model.program.inputs}
    found = run(model.document, language, values, tmp_path)
    assert_close(found, expected(model.program, values))

"""Models in base parameters: compared with the standard robot, refused where groupings fail."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symoro
from grouping.chains import general_chain
from random_robots import random_tree
from symoro import BaseParameters, ModelError, UsageError, VerificationError
from symoro.catalog.table import model_entries
from symoro.expressions import ZERO, symbol
from symoro.grouping import api
from symoro.grouping.eliminations import Step
from symoro.pipeline.entry import ModelInfo
from symoro.robot import Base, BaseMotion
from symoro.verify.sampling import sample_values

WITHOUT = [item for item in model_entries() if not item.inertial]


@pytest.mark.parametrize("name", ["rrp", "rx90", "stanford", "scara", "mobile3w", "planar3r"])
def test_torques_in_base_parameters_are_those_of_the_standard_robot(name: str) -> None:
    robot = symoro.load(name)
    model = symoro.idm(robot, base_parameters=True, include=["ia", "friction"])
    assert model.certificate is not None
    assert model.certificate.against == "momentum balance in the world frame, standard parameters"
    assert model.certificate.exact_points
    assert model.robot.name == f"{name}base"
    standard = symoro.idm(robot, include=["ia", "friction"])
    assert model.operations.total <= standard.operations.total
    _compare(standard, model, symoro.base_parameters(robot, include=["ia", "friction"]))


def _compare(standard: symoro.Model, model: symoro.Model, found: BaseParameters) -> None:
    """Compiled code of both, the numbers of the base parameters from `values`."""
    rng = random.Random(7)
    numbers = sample_values(standard.robot, rng)
    base = numbers | found.values({name: numbers[name] for name in found.required_symbols})
    joints = len(standard.joints)
    states = [np.array([rng.uniform(-1, 1) for _ in range(joints)]) for _ in range(3)]
    ours, theirs = (
        each.compile()(*states, parameters={p: values[p] for p in each.program.parameters})
        for each, values in ((model, base), (standard, numbers))
    )
    assert isinstance(ours, np.ndarray)
    assert isinstance(theirs, np.ndarray)
    np.testing.assert_allclose(ours, theirs, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("seed", range(12))
def test_models_of_random_robots_are_verified_in_base_parameters(seed: int) -> None:
    robot = random_tree(seed)
    assert symoro.idm(robot, base_parameters=True).certificate is not None


def test_options_are_applied_before_parameters_are_grouped() -> None:
    rx90 = symoro.load("rx90")
    model = symoro.idm(
        rx90, base_parameters=True, include=["ia", "wrench=6"], substitute={"RL4": "9/20"}
    )
    assert "IA3" in model.program.parameters
    assert "IA1" not in model.program.parameters  # it is in ZZ1R
    assert ("FE", (6, 6)) in model.program.arrays
    assert "MY3R=0.45*M4 + 0.45*M5 + 0.45*M6 + MY3 + MZ4" in model.relations
    assert "MY3R=0.45*M4 + 0.45*M5 + 0.45*M6 + MY3 + MZ4" in model.code()


def test_the_tree_of_a_closed_robot_has_base_parameters_of_its_own() -> None:
    model = symoro.idm(symoro.load("sr400"), base_parameters=True, equivalent_tree=True)
    assert model.notes[0] == "model of the equivalent tree; loops cut: 1"
    assert model.notes[1].startswith("50 base inertial parameters of sr400; the file's header has")
    closed = symoro.idm(symoro.load("sr400"), base_parameters=True, level="O1", verify=False)
    assert closed.notes[0].startswith("39 base inertial parameters of sr400")


def test_long_relations_are_not_repeated_in_every_file() -> None:
    model = symoro.idm(general_chain(20), base_parameters=True, level="O1", verify=False)
    assert model.notes[0].endswith("with the same options prints the grouping relations")
    assert len(model.notes) == 1
    assert model.relations == ()


@pytest.mark.parametrize("outputs", [["E"], ["N"], ["GAM", "E"], ["*"]])
def test_reactions_are_refused_with_the_reason(outputs: list[str]) -> None:
    with pytest.raises(
        ModelError, match="give the joint torques only, because groupings move mass"
    ):
        symoro.idm(symoro.load("rrp"), base_parameters=True, outputs=outputs)


MOVES = Base(BaseMotion.MOVING, V0=(symbol("VX"), ZERO, ZERO), W0=(symbol("WX"), ZERO, ZERO))


def test_kinetic_energy_on_a_moving_base_is_refused() -> None:
    """What a base of known velocity carries has kinetic energy, though no torque feels its mass."""
    robot = replace(symoro.load("planar2r"), base=MOVES)
    with pytest.raises(ModelError, match=r"E: .* the kinetic energy on a base of known motion"):
        symoro.energy(robot, base_parameters=True)
    assert symoro.energy(robot, base_parameters=True, outputs="U").certificate is not None


@pytest.mark.parametrize(
    ("model", "name", "outputs"),
    [
        (symoro.coriolis, "v1", "*"),
        (symoro.operational_control, "WX1", "*"),
        (symoro.idm, "W01", "GAM"),
        (symoro.ddm, "W01", "QDP"),
        (symoro.momentum, "V01", "*"),
        (symoro.ccg, "R011", "H"),
        (symoro.energy, "P01", "*"),
    ],
)
def test_inputs_are_not_taken_for_parameters_that_are_grouped(
    model: Callable[..., symoro.Model], name: str, outputs: str
) -> None:
    """An input gives way to a parameter of the standard robot, also where that is grouped."""
    floating = model not in (symoro.coriolis, symoro.operational_control)
    robot = symoro.load("planar2r").substitute({"M2": name})
    found = model(robot, base_parameters=True, floating_base=floating, outputs=outputs)
    assert found.certificate is not None
    assert found.certificate.exact_points
    assert name not in found.program.parameters
    inputs = {item.name for item in found.program.inputs}
    assert f"{name}_" in inputs
    assert name not in inputs


@pytest.mark.parametrize("item", WITHOUT, ids=lambda item: item.name)
def test_a_model_without_inertial_parameters_says_so(item: ModelInfo) -> None:
    function: Callable[..., Any] = getattr(symoro, item.name.replace("-", "_"))
    robot = symoro.load("fourbar" if item.loops else "planar3r")
    with pytest.raises(UsageError, match=f"{item.name} has no inertial parameters"):
        function(robot, base_parameters=True)


def test_a_wrong_grouping_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each coefficient of each grouping of the RRP robot, changed, fails the verification."""
    robot = symoro.load("rrp")
    found = symoro.base_parameters(robot)
    caught = 0
    for k, step in enumerate(found.steps):
        for i, (target, factor) in enumerate(step.into):
            if not set(found.members) & _reached(found, k, target):
                continue
            into = (*step.into[:i], (target, -factor), *step.into[i + 1 :])
            steps = (*found.steps[:k], replace(step, into=into), *found.steps[k + 1 :])
            wrong = replace(found, steps=steps)

            def broken(*_: Any, wrong: BaseParameters = wrong, **__: Any) -> BaseParameters:
                return wrong

            monkeypatch.setattr(api, "base_parameters", broken)
            with pytest.raises(VerificationError, match="GAM differs from momentum balance"):
                symoro.idm(robot, base_parameters=True)
            caught += 1
    assert caught == 9


def _reached(found: BaseParameters, k: int, target: Any) -> set[Any]:
    """The base parameters that something grouped into a target at step k ends in."""
    held = {target}
    later: tuple[Step, ...] = found.steps[k + 1 :]
    for step in later:
        if step.eliminated in held:
            held = (held - {step.eliminated}) | {p for p, _ in step.into}
    return held

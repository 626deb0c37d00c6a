"""Numbers that leave a joint without inertia: refused by its name when they are prepared."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symoro
from symoro import Model, library
from symoro.errors import ModelError
from symoro.expressions import FloatArithmetic
from symoro.robot import ValueSet
from symoro.robot.floating_base import unknown_acceleration
from symoro.verify.massless_joints import refuse_massless, refuse_massless_numbers
from symoro.verify.sampling import sample_values

ARM = library.robot("planar2r")
POWERS = dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ"), 2) | dict.fromkeys(
    ("MX", "MY", "MZ"), 1
)
POINT = {"ZZ2": 0.0, "MX2": 0.0, "MY2": 0.0}  # a point mass on the axis of joint 2
REFUSED = "joint 2 carries no inertia"

MODELS: dict[str, Callable[[], Model]] = {
    "ddm": lambda: symoro.ddm(ARM, verify=False),
    "ddm, recursive": lambda: symoro.ddm(ARM, method="recursive", verify=False),
    "ddm, matrix": lambda: symoro.ddm(ARM, method="matrix", verify=False),
    "ddm, O1": lambda: symoro.ddm(ARM, level="O1", verify=False),
    "hybrid": lambda: symoro.hybrid(ARM, free=2, verify=False),
    "linearize": lambda: symoro.linearize(ARM, verify=False),
    "operational": lambda: symoro.operational(ARM, link=3, rows=[1], verify=False),
    "derivative": lambda: symoro.ddm(ARM, derivative="q", verify=False),
}


def numbers(model: Model, **changed: float) -> dict[str, float]:
    every = ARM.parameter_values("course") | changed
    return {name: every[name] for name in model.program.parameters}


@pytest.mark.parametrize("name", MODELS)
def test_prepare_names_the_joint(name: str) -> None:
    model = MODELS[name]()
    function = model.compile()
    function.prepare(numbers(model))
    with pytest.raises(ModelError, match=f"planar2r: with these values, {REFUSED}"):
        function.prepare(numbers(model, **POINT))
    function.prepare(numbers(model))


@pytest.mark.parametrize("backend", ["llvm", "c"])
def test_a_call_names_it_whatever_runs_it(backend: str) -> None:
    robot = replace(ARM, values=(ValueSet("point", tuple(_exact(POINT).items())),))
    model = symoro.ddm(robot, verify=False)
    function, x = model.compile(backend), np.zeros(2)
    for parameters in (numbers(model, **POINT), "point"):
        for _ in range(2):
            with pytest.raises(ModelError, match=REFUSED):
                function(x, x, x, parameters=parameters)
    assert np.isfinite(np.asarray(function(x, x, x, parameters=numbers(model)))).all()


def _exact(changed: dict[str, float]) -> dict[str, Any]:
    return dict(next(v for v in ARM.values if v.name == "course").values) | changed


def test_casadi_takes_no_such_numbers() -> None:
    pytest.importorskip("casadi")
    model = MODELS["ddm"]()
    with pytest.raises(ModelError, match=REFUSED):
        model.to_casadi(numbers(model, **POINT))


def test_base_parameters_are_judged_like_the_standard_ones() -> None:
    model = symoro.ddm(ARM, base_parameters=True, verify=False)
    grouped = symoro.base_parameters(ARM)
    for changed, refused in ((POINT, True), ({}, False)):
        every = ARM.parameter_values("course") | changed
        values = grouped.complete(every, FloatArithmetic())
        every |= {name: values[p] for p, name in grouped.names.items()}
        given = {name: every[name] for name in model.program.parameters}
        if refused:
            with pytest.raises(ModelError, match=REFUSED):
                model.compile().prepare(given)
        else:
            model.compile().prepare(given)


def test_a_joint_before_the_last_is_named_although_its_inertia_depends_on_the_posture() -> None:
    model = symoro.ddm(ARM, assume="none", verify=False)
    rod = {"d2": 0.0, "ZZ1": 0.0, "MX1": 0.0, "M2": 3.0, "MX2": 0.3, "ZZ2": 3 * 0.1 * 0.1}
    with pytest.raises(ModelError, match="joint 1 carries no inertia"):
        model.compile().prepare(numbers(model, **rod))


def test_a_singular_posture_alone_is_no_reason() -> None:
    model = MODELS["ddm"]()
    function, x = model.compile(), np.array([0.3, 0.7])
    pendulum = {"ZZ1": 0.0, "MX1": 0.0, "M1": 0.0, "M2": 1.0, "MX2": 1.0, "ZZ2": 1.0}
    pendulum = {name: value for name, value in pendulum.items() if name in model.program.parameters}
    found = function(x, x, x, parameters=numbers(model, **pendulum))
    assert np.isfinite(np.asarray(found)).all()


def test_a_rotor_is_inertia_enough() -> None:
    model = symoro.ddm(ARM, include="ia", verify=False)
    rotors = {"IA1": 0.0, "IA2": 1e-6}
    every = ARM.parameter_values("course") | POINT | rotors
    model.compile().prepare({name: every[name] for name in model.program.parameters})


def test_a_floating_base_without_inertia_is_named() -> None:
    model = symoro.idm(ARM, floating_base=True, verify=False)
    values = dict.fromkeys(model.program.parameters, 0.0) | {"d2": 1.0, "ZZ1": 1.0, "ZZ2": 1.0}
    given = {name: values[name] for name in model.program.parameters}
    with pytest.raises(ModelError, match="with these values, the floating base"):
        model.compile().prepare(given)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e308])
@pytest.mark.parametrize("name", ["d2", "ZZ1", "M2", "MX2"])
def test_numbers_beyond_doubles_are_not_called_massless(name: str, value: float) -> None:
    given = ARM.parameter_values("course") | {name: value}
    refuse_massless_numbers(ARM, ARM.moving_joints, given)


def test_bodies_that_exist_are_not_refused() -> None:
    judged = 0
    for robot in map(library.robot, library.names()):
        try:
            refuse_massless(robot, robot.moving_joints)
        except ModelError:
            continue  # its tables leave a joint without inertia, whatever the numbers
        for seed, unit in enumerate((1.0, 1e3, 1e-3)):  # metres, millimetres, kilometres
            values = sample_values(robot, random.Random(seed))
            values |= {name: x * unit ** POWERS.get(name[:2], 0) for name, x in values.items()}
            refuse_massless_numbers(unknown_acceleration(robot), robot.moving_joints, values)
            judged += 1
    assert judged > 50

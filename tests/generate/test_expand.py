"""Models written out: the same values, numerically and exactly, and what is refused."""

from __future__ import annotations

import random
import re
import threading
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from numpy.typing import NDArray

import symoro
from ir.systems import chained
from printers.toolchain import assert_close, expected, random_values, run
from symoro import Model, ModelError, UsageError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.generate import expand as expand_module
from symoro.generate.draw import draw
from symoro.generate.expand import expanded
from symoro.ir import interpret
from symoro.ir.program import Let
from symoro.printers import languages
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.to_sympy import symbol

Array = NDArray[np.float64]
FLOATS = FloatArithmetic()
TOLERANCE = 1e-12  # of the largest value: sums in another order, some hundred terms

LATE = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""What stops the work may arrive inside a destructor, which reports it; then it is sent again."""

MODELS: list[tuple[str, str, dict[str, Any]]] = [
    ("planar2r", "idm", {}),
    ("rrp", "idm", {}),
    ("scara", "idm", {"outputs": ["*"]}),
    ("rx90", "transform", {"from_": 0, "to": 6}),
    ("akr3000", "fast_transform", {"from_": 0, "to": 10}),
    ("rx90", "jacobian", {"total": True}),
    ("stanford", "velocities", {}),
    ("planar3r", "jdot_qdot", {}),
    ("sr400", "jacobian", {"link": 6, "motorised": True}),
    ("rsur", "loop_kinematics", {}),
    ("planar3r", "jacobian", {"orientation": "rpy"}),
    ("stanford", "jacobian_inverse", {}),
]
RATIONAL = [case for case in MODELS if "orientation" not in case[2]]


def ids(cases: list[tuple[str, str, dict[str, Any]]]) -> list[str]:
    return [f"{name}-{function}" for name, function, _ in cases]


@cache
def made(name: str, function: str, expand: bool, options: tuple[tuple[str, Any], ...]) -> Model:
    model = getattr(symoro, function)(
        symoro.load(name), verify=expand, expanded=expand, **dict(options)
    )
    assert isinstance(model, Model)
    return model


def model_of(name: str, function: str, options: dict[str, Any], expand: bool = False) -> Model:
    plain = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
    return made(name, function, expand, tuple(plain.items()))


def flat(value: Any) -> list[sympy.Expr]:
    return list(value) if isinstance(value, sympy.MatrixBase) else [value]


@pytest.mark.parametrize(("name", "function", "options"), MODELS, ids=ids(MODELS))
def test_expressions_have_the_values_of_the_program(
    name: str, function: str, options: dict[str, Any]
) -> None:
    model = model_of(name, function, options)
    values = draw(model.robot, random.Random(name))
    found = interpret(model.program, values, FLOATS)
    written = model.expand()
    assert tuple(written) == model.outputs
    for output in model.program.outputs:
        shape = getattr(written[output.name], "shape", ())
        assert tuple(shape)[: len(output.shape)] == output.shape
        numbers = [from_sympy(element, values, FLOATS) for element in flat(written[output.name])]
        scale = max(1.0, *map(abs, found[output.name]))
        np.testing.assert_allclose(numbers, found[output.name], atol=TOLERANCE * scale, rtol=0)


@pytest.mark.parametrize(("name", "function", "options"), RATIONAL, ids=ids(RATIONAL))
def test_expressions_equal_the_program_exactly(
    name: str, function: str, options: dict[str, Any]
) -> None:
    """Modulo a 61-bit prime at a random point of sin^2 + cos^2 = 1."""
    model = model_of(name, function, options)
    field = ModularArithmetic(f"{name}{function}")
    values = {each: field.symbol(each) for each in model.robot.symbols}
    found = interpret(model.program, values, field)
    for output, written in model.expand().items():
        assert [from_sympy(e, values, field) for e in flat(written)] == found[output]


@pytest.mark.parametrize(("name", "function", "options"), MODELS, ids=ids(MODELS))
def test_a_model_written_out_is_verified_and_has_no_intermediate_variables(
    name: str, function: str, options: dict[str, Any]
) -> None:
    model = model_of(name, function, options, expand=True)
    assert model.certificate is not None
    assert not any("not simplified" in note for note in model.notes)
    elements = {abs(edge) for output in model.program.outputs for edge in output.elements}
    statements = [each for each in model.program.statements if isinstance(each, Let)]
    assert len(statements) == len(model.program.statements)
    others = [let.name for let in statements if let.node not in elements]
    assert all(re.fullmatch(r"[SC]\d[\dm_]*", name) for name in others)
    values = draw(model.robot, random.Random(name))
    plain = interpret(model_of(name, function, options).program, values, FLOATS)
    for output, found in interpret(model.program, values, FLOATS).items():
        scale = max(1.0, *map(abs, plain[output]))
        np.testing.assert_allclose(found, plain[output], atol=TOLERANCE * scale, rtol=0)


@pytest.mark.parametrize("language", [language.name for language in languages()])
@pytest.mark.parametrize(
    ("name", "function", "options"), [MODELS[k] for k in (1, 4, 5, 8, 10, 11)], ids=str
)
def test_a_model_written_out_prints_and_runs_in_every_language(
    name: str, function: str, options: dict[str, Any], language: str, tmp_path: Path
) -> None:
    model = model_of(name, function, options, expand=True)
    values = random_values(model, 3)
    found = run(model.document, language, values, tmp_path)  # C with warnings as errors
    assert_close(found, expected(model.program, values))


def test_short_names_stand_for_sines_and_cosines_of_sums() -> None:
    model = model_of("rx90", "transform", {"from_": 0, "to": 6})
    long, short = model.expand()["T0T6"], model.expand(short=True)["T0T6"]
    used = {s.name for s in short.free_symbols}
    assert {"C23", "S23", "C1", "S5"} <= used
    assert not short.atoms(sympy.sin, sympy.cos)
    back = {}
    for name in used - {"D3", "RL4"}:
        angle = sum(symbol(f"t{digit}") for digit in name[1:])
        back[symbol(name)] = (sympy.cos if name[0] == "C" else sympy.sin)(angle)
    assert (short.subs(back) - long).applyfunc(sympy.expand_trig).expand() == sympy.zeros(4, 4)
    position = short[2, 3]
    C, S, D3, RL4 = map(symbol, ("C23", "S2", "D3", "RL4"))
    assert (position - (D3 * S + RL4 * C)).expand() == 0


def test_short_names_give_way_to_the_users() -> None:
    robot = symoro.load("planar3r").substitute({"d2": symoro.symbol("C1"), "d3": "S12"})
    model = symoro.transform(robot, from_=0, to=4, expanded=True)
    assert model.certificate is not None
    assert {"C1_", "S12_"} <= set(model.program.assigned)
    assert {"C1", "S12"} <= set(model.program.parameters)


def test_joint_efforts_keep_the_names_of_the_robot() -> None:
    model = model_of("planar2r", "idm", {}, expand=True)
    assert [name for name in model.program.assigned if "GAM" in name] == ["GAM1", "GAM2"]


def test_a_linear_system_has_no_form_as_an_expression() -> None:
    with pytest.raises(ModelError, match="solves a linear system, which has no form"):
        expanded(chained())


@LATE
def test_time_that_is_too_short_gives_what_is_ready() -> None:
    """All elements are there and right; those not reached are only longer."""
    model = symoro.idm(symoro.load("rx90"), verify=False)
    threads = threading.active_count()
    start = time.perf_counter()
    found = expanded(model.program, 1.5)
    assert time.perf_counter() - start < 4
    assert threading.active_count() == threads
    assert 0 < found.left <= 6
    values = draw(model.robot, random.Random(1))
    numbers = [from_sympy(element, values, FLOATS) for element in found.elements["GAM"]]
    program = interpret(model.program, values, FLOATS)["GAM"]
    np.testing.assert_allclose(numbers, program, atol=TOLERANCE * max(map(abs, program)), rtol=0)


@LATE
def test_a_model_that_is_only_partly_simplified_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(element: sympy.Expr) -> sympy.Expr:
        while element is not None:
            pass

    monkeypatch.setattr(expand_module, "readable", endless)
    monkeypatch.setattr(expand_module, "SECONDS", 0.5)
    whole = expanded
    monkeypatch.setattr(expand_module, "expanded", lambda program: whole(program, 0.5))
    model = symoro.transform(symoro.load("planar2r"), from_=0, to=2, expanded=True)
    assert model.certificate is not None
    note = "16 elements are not simplified: not practical in 0.5 s"
    assert note in model.notes
    assert f"(* Note: {note} *)" in model.code()


def test_a_time_limit_is_positive() -> None:
    model = model_of("planar2r", "idm", {})
    with pytest.raises(UsageError, match="a time limit must be positive, not 0"):
        model.expand(seconds=0)


@LATE
def test_what_cannot_even_be_written_down_is_refused() -> None:
    model = symoro.idm(symoro.load("general6r"), verify=False)
    with pytest.raises(ModelError, match=r"cannot be written without .* within 0.02 s"):
        model.expand(seconds=0.02)

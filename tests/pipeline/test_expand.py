"""Models written out: the same values, numerically and exactly, and what is refused."""

from __future__ import annotations

import contextlib
import random
import re
import threading
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from numpy.typing import NDArray

import symoro
from clock import at_most, endless
from ir.systems import chained
from printers.toolchain import assert_close, expected, random_values, run
from symoro import Model, ModelError, UsageError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.ir import Output, Program, interpret
from symoro.ir.graph import Op
from symoro.ir.program import Let
from symoro.pipeline import expand as expand_module
from symoro.pipeline.expand import expand_outputs
from symoro.printers import languages
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.to_sympy import edges_to_sympy, sympy_symbol
from symoro.symbolic.trig import readable_form
from symoro.verify.sampling import sample_values

Array = NDArray[np.float64]
FLOATS = FloatArithmetic()
TOLERANCE = 1e-12  # of the largest value: sums in another order, some hundred terms

LATE = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""What stops the work may arrive inside a destructor, which reports it; then it is sent again."""

MODELS: list[tuple[str, str, dict[str, Any]]] = [
    ("planar2r", "idm", {}),
    ("rrp", "lagrange", {}),
    ("rrp", "idm", {}),
    ("scara", "idm", {"outputs": ["*"]}),
    ("rx90", "transform", {"from_": 0, "to": 6}),
    ("akr3000", "fast_transform", {"from_": 0, "to": 10}),
    ("rx90", "jacobian", {"total": True}),
    ("stanford", "velocities", {}),
    ("planar3r", "jdot_qdot", {}),
    ("sr400", "jacobian", {"link": 6, "actuated": True}),
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
    values = sample_values(model.robot, random.Random(name))
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
    values = sample_values(model.robot, random.Random(name))
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
        angle = sum(sympy_symbol(f"t{digit}") for digit in name[1:])
        back[sympy_symbol(name)] = (sympy.cos if name[0] == "C" else sympy.sin)(angle)
    assert (short.subs(back) - long).applyfunc(sympy.expand_trig).expand() == sympy.zeros(4, 4)
    position = short[2, 3]
    C, S, D3, RL4 = map(sympy_symbol, ("C23", "S2", "D3", "RL4"))
    assert (position - (D3 * S + RL4 * C)).expand() == 0


def test_short_names_give_way_to_the_users() -> None:
    robot = symoro.load("planar3r").substitute({"d2": symoro.symbol("C1"), "d3": "S12"})
    model = symoro.transform(robot, from_=0, to=4, expanded=True)
    assert model.certificate is not None
    assert {"C1_", "S12_"} <= set(model.program.assigned_names)
    assert {"C1", "S12"} <= set(model.program.parameters)


def test_joint_efforts_keep_the_names_of_the_robot() -> None:
    model = model_of("planar2r", "idm", {}, expand=True)
    assert [name for name in model.program.assigned_names if "GAM" in name] == ["GAM1", "GAM2"]


def test_a_linear_system_has_no_form_as_an_expression() -> None:
    with pytest.raises(ModelError, match="solves a linear system, which has no form"):
        expand_outputs(chained())


@LATE
def test_time_that_is_too_short_gives_what_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """All elements are there and right; those not reached are only longer."""
    monkeypatch.setattr(expand_module, "readable_form", endless)
    model = symoro.idm(symoro.load("rx90"), verify=False)
    threads = threading.active_count()
    with at_most(3):
        found = expand_outputs(model.program, 3)
    assert threading.active_count() == threads
    assert found.left == found.total == 6
    values = sample_values(model.robot, random.Random(1))
    numbers = [from_sympy(element, values, FLOATS) for element in found.elements["GAM"]]
    program = interpret(model.program, values, FLOATS)["GAM"]
    np.testing.assert_allclose(numbers, program, atol=TOLERANCE * max(map(abs, program)), rtol=0)


@LATE
def test_a_model_that_is_only_partly_simplified_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done is kept: elements that are simplified stay so."""

    def some(element: sympy.Expr, *_: object) -> sympy.Expr:
        return endless(element) if element.has(sympy_symbol("t1")) else readable_form(element)

    monkeypatch.setattr(expand_module, "readable_form", some)
    model = symoro.lagrange(symoro.load("planar2r"), expanded=True, timeout=3)
    assert model.certificate is not None
    (note,) = model.notes
    assert note.startswith("2 of 6 elements are not simplified: not practical in 3 s; --time S")
    assert "without --expanded (expanded=True) the model is short" in note
    assert "(* Note: 2 of 6 elements are not simplified" in model.code()
    assert "C21=d2*(MY2*C2 + MX2*S2);" in model.code()
    assert "Q2=" in model.code()


@LATE
def test_what_cannot_even_be_written_is_refused_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outputs = iter("AB")

    def written(*args: Any) -> Any:
        return edges_to_sympy(*args) if next(outputs) == "A" else endless()

    monkeypatch.setattr(expand_module, "edges_to_sympy", written)
    with pytest.raises(ModelError) as refused:
        symoro.lagrange(symoro.load("planar2r"), expanded=True, timeout=1)
    message = str(refused.value)
    assert "B of planar2r_lagrange cannot be written without intermediate variables" in message
    assert "within 1 s (written so far: A); without expanded=True" in message
    assert "timeout=S allows more time" in message


def test_a_model_that_is_endless_without_intermediate_variables_is_refused_at_once() -> None:
    """The acceleration of a floating base: each pivot contains all that came before."""
    model = symoro.idm(symoro.load("planar2r"), floating_base=True, verify=False)
    refusal = r"an element of GAM .* has [\d,]{7,} operations without"
    with at_most(0.5), pytest.raises(ModelError, match=refusal):  # the usual limit is 60 s
        expand_outputs(model.program)


@LATE
def test_hardly_any_time_is_no_error() -> None:
    """A thousandth of a second may do to write a small model, not to simplify it."""
    program = symoro.jacobian(symoro.load("planar2r"), verify=False).program
    with contextlib.suppress(ModelError):
        assert expand_outputs(program, 1e-3).left > 0


def test_progress_is_told_after_each_element() -> None:
    told: list[tuple[int, int]] = []
    program = model_of("rrp", "lagrange", {}).program
    found = expand_outputs(program, progress=lambda done, total: told.append((done, total)))
    assert found.left == 0
    assert told == [(k, found.total) for k in range(1, found.total + 1)]
    every = [e for each in found.elements.values() for e in each if not e.is_Atom]
    assert found.total == len({frozenset((e, -e)) for e in every}) < len(every)


def test_elements_keep_the_names_that_they_have_with_intermediate_variables() -> None:
    for name, function in (("rrp", "lagrange"), ("planar2r", "regressor"), ("rrp", "velocities")):
        short = model_of(name, function, {}).program
        long = model_of(name, function, {}, expand=True).program
        for a, b in zip(short.outputs, long.outputs, strict=True):
            assert labels(short, a) == labels(long, b)


def labels(program: Program, output: Output) -> list[str | None]:
    nodes = [program.graph.node(edge) for edge in output.elements]
    return [node.name if node.op is Op.LET else None for node in nodes]


def test_cosines_give_way_to_elements_of_the_same_name() -> None:
    model = model_of("planar2r", "lagrange", {}, expand=True)
    statements = {s.name: s for s in model.program.statements if isinstance(s, Let)}
    (whole,) = edges_to_sympy(model.program.graph, [statements["C12_"].node])
    assert whole == sympy.cos(sympy_symbol("t1") + sympy_symbol("t2"))
    assert {"C1", "C2", "C12", "C21"} <= statements.keys()


def test_an_expanded_lagrange_model_has_its_own_name() -> None:
    model = model_of("planar2r", "lagrange", {}, expand=True)
    assert model.entry.name == "lagrange-expanded"
    assert model.program.name == "planar2r_lagrange_expanded"
    assert list(model.files()) == ["planar2r.Elag"]
    assert list(model_of("planar2r", "lagrange", {}).files()) == ["planar2r.lag"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"timeout": 0, "expanded": True}, "timeout is at least 1 second, not 0"),
        ({"timeout": float("nan"), "expanded": True}, "timeout is at least 1 second, not nan"),
        ({"timeout": "long", "expanded": True}, "timeout is a number of seconds, not 'long'"),
        ({"timeout": True, "expanded": True}, "timeout is a number of seconds, not True"),
        ({"timeout": 5}, "timeout belongs to expanded=True: it limits symbolic work"),
    ],
)
def test_a_wrong_time_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.idm(symoro.load("planar2r"), **given)


def test_a_time_limit_is_positive() -> None:
    model = model_of("planar2r", "idm", {})
    with pytest.raises(UsageError, match="a time limit must be positive, not 0"):
        model.expand(seconds=0)


@LATE
def test_what_cannot_even_be_written_down_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expand_module, "edges_to_sympy", endless)
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    with pytest.raises(ModelError, match=r"cannot be written without .* within 0.02 s"):
        model.expand(seconds=0.02)


def test_decimals_of_many_digits_stay_where_they_are() -> None:
    """Their common denominator stood before the sum, and whole numbers of its length inside."""
    arm = symoro.load(Path(__file__).parents[2] / "examples" / "arm.urdf")
    text = symoro.inertia(arm, expanded=True).code().partition("Equations")[2]
    assert "A11=0.05434 + " in text
    assert max(map(len, re.findall(r"(?<![.\d])\d+(?![.\d])", text))) <= 3

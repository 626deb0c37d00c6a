"""Level O2 in every language: constants are prepared once, and what they need is checked."""

from __future__ import annotations

import ctypes
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import external
import symoro
from printers.runners.c import WARNINGS, build, run_c
from printers.runners.python import module
from printers.test_every_operation import LANGUAGES, VALUES, document, every_operation
from printers.toolchain import assert_close, expected, random_values, run, tool, write
from symoro import Model
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.printers import printer
from symoro.printers.c_helpers import SINES_COSINES, SINES_COSINES_ERROR
from symoro.printers.document import Document


def guarded() -> Document:
    """A program that divides by a parameter which must not be zero."""
    return replace(document(every_operation(), two_part=True), nonzero=("a", "c"))


def test_a_program_without_constants_has_only_a_step(tmp_path: Path) -> None:
    graph = Graph()
    edge = graph.add(graph.symbol("q1"), graph.symbol("q2"))
    program = Program(
        name="sum",
        graph=graph,
        inputs=(Input("q1", Role.STATE, "q", (0,)), Input("q2", Role.STATE, "q", (1,))),
        shapes=(("q", (2,)),),
        statements=(Let("T", graph.let("T", edge), edge),),
        outputs=(Output("X", (1,), (graph.let("T", edge),)),),
    ).verify()
    printed = document(program, two_part=True)
    for language in LANGUAGES:
        assert "prepare" not in printer(language)(printed).popitem()[1].lower()
        assert_close(run(printed, language, {"q1": 1, "q2": 2}, tmp_path), {"X": np.array([3.0])})


def test_c_names_the_first_parameter_that_must_not_be_zero_and_is(tmp_path: Path) -> None:
    source = write(guarded(), "c", tmp_path)[0]
    prepare = ctypes.CDLL(str(build(source))).every_operation_prepare
    prepare.restype = ctypes.c_char_p
    size = guarded().constants
    assert size is not None
    k = np.zeros(size[1])
    for (a, c), found in {(0.0, 1.0): b"a", (1.0, 0.0): b"c", (1.0, 1.0): None}.items():
        p = np.array([a, 1.0, 1.0, c])  # a, b, unread, c
        arguments = (ctypes.c_void_p(each.ctypes.data) for each in (p, k))
        assert prepare(*arguments) == found


@pytest.mark.parametrize("language", ["python", "numpy"])
def test_python_raises_by_name_what_must_not_be_zero(language: str, tmp_path: Path) -> None:
    made = module(write(guarded(), language, tmp_path)[0])
    for name in ("a", "c"):
        with pytest.raises(ValueError, match=f"^{name} must not be zero$"):
            made.every_operation_prepare(VALUES | {name: 0.0})
    made.every_operation_prepare(VALUES)


@pytest.mark.parametrize("two_part", [False, True])
@pytest.mark.parametrize("language", ["python", "numpy"])
def test_python_names_a_parameter_that_is_missing(
    language: str, two_part: bool, tmp_path: Path
) -> None:
    printed = replace(document(every_operation(), two_part=two_part), nonzero=("a", "c"))
    made = module(write(printed, language, tmp_path)[0])
    part = printed.parts[0]
    function = getattr(made, part.name)
    arrays = [np.zeros(shape) for _, shape in part.arrays]
    for name in ("a", "b", "c"):
        given = {key: value for key, value in VALUES.items() if key != name}
        with pytest.raises(KeyError) as caught:
            function(*arrays, given)
        assert caught.value.args == (f"the parameter {name} is missing",)
        assert caught.value.__suppress_context__


def test_the_mathematical_languages_check_it_too() -> None:
    assert 'If[TrueQ[p["c"] == 0], Message[' in _text(guarded(), "mathematica")
    assert 'if p["c"] = 0 then error "%1 must not be zero", "c"' in _text(guarded(), "maple")
    assert "if (abs(p%c) <= 0.0_wp) zero = 'c'" in _text(guarded(), "fortran")


def _text(printed: Document, language: str) -> str:
    return next(iter(printer(language)(printed).values()))


def test_numpy_prepares_a_batch_of_robots(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("planar2r"), level="O2", verify=False)
    made = module(write(model.document, "numpy", tmp_path)[0])
    p = random_values(model)
    k = made.planar2r_idm_prepare(p | {"ZZ2": np.array([1.0, 2.0, 3.0])})
    assert k.shape[:-1] == (3,)
    q = np.linspace(0.0, 1.0, 6).reshape(3, 2)
    batch = made.planar2r_idm_step(q, q, q, k)
    one = made.planar2r_idm_step(q[1], q[1], q[1], made.planar2r_idm_prepare(p | {"ZZ2": 2.0}))
    np.testing.assert_allclose(batch[1], one, rtol=1e-12)  # sums in the same order


def test_a_listing_tells_constants_from_equations() -> None:
    model = symoro.idm(symoro.load("rx90"), level="O2", base_parameters=True, verify=False)
    text = model.code("listing")
    once = text.index("(* Constants: once for all calls *)\n")
    each = text.index("(* Equations: at each call *)\n")
    assert once < each
    prepare = model.document.prepare
    assert prepare is not None
    found = [line.split("=")[0] for line in text[once:each].splitlines()[1:] if line]
    assert found == list(prepare.assigned_names)
    after = [line.split("=")[0] for line in text[each:].splitlines()[1:]]
    assert sorted(found + after) == sorted(model.program.assigned_names)


def test_the_header_states_level_counts_and_assumptions() -> None:
    model = symoro.idm(symoro.load("rx90"), level="O2", base_parameters=True)
    assert model.nonzero
    for language in LANGUAGES:
        text = model.code(language)
        assert "at level O2" in text
        assert f"Number of operations : {model.operations.add} '+' or '-'" in text
        for name in model.nonzero:
            assert f"Assumed: {name} is not zero" in text
        assert "Verified" in text


def test_the_header_of_c_can_be_included_in_cplusplus(tmp_path: Path) -> None:
    header = write(guarded(), "c", tmp_path)[1]
    main = tmp_path / "main.cpp"
    main.write_text(f'#include "{header.name}"\nint main() {{}}\n')
    command = [tool("g++"), *WARNINGS, "-fsyntax-only", str(main)]
    external.run(command, check=True)


def test_symbols_may_be_called_like_what_two_parts_add(tmp_path: Path) -> None:
    names = (
        "a" * 200,
        "A" * 200,
        "k",
        "K",
        "angles",
        "sines",
        "cosines",
        "zero",
        "D",
        "HOSTILE_SUM_K",
        "EOF",
        "sines_cosines",
    )
    graph = Graph()
    total = graph.symbol("t1")
    for name in names:
        total = graph.add(total, graph.mul(graph.symbol(name), graph.symbol("t2")))
    lets = [Let("T0", graph.let("T0", total), total)]
    for function in ("sin", "cos"):
        for angle in ("t1", "t2"):
            value = graph.call(function, graph.symbol(angle))
            lets.append(Let(f"{function}_{angle}", graph.let(f"{function}_{angle}", value), value))
    program = Program(
        name="hostile_sum",
        graph=graph,
        inputs=(
            Input("t1", Role.STATE, "q", (0,)),
            Input("t2", Role.STATE, "q", (1,)),
            *(Input(name, Role.PARAMETER) for name in names),
        ),
        shapes=(("q", (2,)),),
        statements=tuple(lets),
        outputs=(Output("K", (len(lets),), tuple(let.node for let in lets)),),
    ).verify()
    values = {name: 0.1 * place for place, name in enumerate((*names, "t1", "t2"), start=1)}
    printed = replace(document(program, two_part=True), stem="hostile")
    for language in LANGUAGES:
        assert_close(run(printed, language, values, tmp_path), expected(program, values))


def test_sines_and_cosines_keep_their_bound(tmp_path: Path) -> None:
    """Against 40 digits, at random angles and next to the multiples of Pi/2."""
    from sympy import Float, cos, sin

    source = tmp_path / "trigonometry.c"
    source.write_text(
        f"#include <math.h>\n{SINES_COSINES}\n"
        "void all(int n, const double *x, double *s, double *c);\n"
        "void all(int n, const double *x, double *s, double *c) { sines_cosines(n, x, s, c); }\n"
    )
    function = ctypes.CDLL(str(build(source))).all
    rng = np.random.default_rng(6)
    quarters = np.pi / 2 * np.concatenate([np.arange(-9, 10), rng.integers(-60_000, 60_000, 20)])
    drawn = [rng.uniform(-size, size, 60) for size in (1e-8, 1.0, 10.0, 1e3, 99_999.0)]
    angles = np.concatenate([quarters, quarters * (1 + 2e-16), *drawn, [0.0]])
    for x in angles:
        given, s, c = np.array([x]), np.zeros(1), np.zeros(1)
        function(1, *(ctypes.c_void_p(each.ctypes.data) for each in (given, s, c)))
        exact = Float(x, 40)
        assert abs(float(sin(exact) - Float(s[0], 40))) < SINES_COSINES_ERROR
        assert abs(float(cos(exact) - Float(c[0], 40))) < SINES_COSINES_ERROR
    far = np.array([1.0, 1e300, -3e7])
    s, c = np.zeros(3), np.zeros(3)
    function(3, *(ctypes.c_void_p(each.ctypes.data) for each in (far, s, c)))
    np.testing.assert_allclose(s, np.sin(far), rtol=0, atol=SINES_COSINES_ERROR)
    np.testing.assert_allclose(c, np.cos(far), rtol=0, atol=SINES_COSINES_ERROR)
    for bad in (np.inf, np.nan):
        given = np.array([bad])
        function(1, *(ctypes.c_void_p(each.ctypes.data) for each in (given, s, c)))
        assert np.isnan(s[0])
        assert np.isnan(c[0])


MAINS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "own numbers": ("idm", "planar2r", {"level": "O2"}),
    "placeholders": ("idm", "rx90", {"level": "O2", "base_parameters": True}),
    "one part": ("idm", "rrp", {"level": "O1"}),
    "matrices": ("inertia", "stanford", {"level": "O2"}),
    "floating": ("idm", "scara", {"level": "O2", "floating_base": True, "outputs": ["*"]}),
    "direct": ("ddm", "puma560", {"level": "O2"}),
}


@pytest.mark.parametrize("case", MAINS)
def test_the_example_runs_as_it_is_and_prints_what_the_model_is(case: str, tmp_path: Path) -> None:
    name, robot, options = MAINS[case]
    model: Model = getattr(symoro, name)(symoro.load(robot), verify=False, **options)
    paths = write(model.document, "c", tmp_path)
    (main,) = (path for path in paths if path.stem.endswith("_main"))
    binary = tmp_path / "example"
    command = [tool("gcc"), "-std=c99", *WARNINGS, "-o", str(binary), str(paths[0]), str(main)]
    external.run([*command, "-lm"], check=True)
    printed = external.run([binary], check=True).stdout
    text = main.read_text()
    values = {name: float(value) for name, value in re.findall(r"\.(\w+) = (\S+),", text)}
    for array, numbers in re.findall(r"given_(\w+)\[\] = \{([^}]*)\}", text):
        shape = dict(model.program.shapes)[array]
        given = np.array([float(x) for x in numbers.split(",")]).reshape(shape)
        for item in model.program.inputs:
            if item.array == array:
                values[item.name] = float(given[item.index])
    assert values.keys() >= {item.name for item in model.program.used_inputs}
    wanted = expected(model.program, values)
    rows = [line for line in printed.splitlines() if line.startswith(" ")]
    found = np.array([float(x) for line in rows for x in line.split()])
    together = np.concatenate([array.ravel() for array in wanted.values()])
    assert np.isfinite(together).all()
    np.testing.assert_allclose(found, together, rtol=1e-12, atol=1e-11)  # 15 digits are printed


def test_the_example_stops_at_a_parameter_that_must_not_be_zero(tmp_path: Path) -> None:
    paths = write(guarded(), "c", tmp_path)
    main = paths[-1]
    main.write_text(main.read_text().replace(".c = 0.5", ".c = 0.0"))
    binary = tmp_path / "example"
    external.run([tool("gcc"), "-o", binary, paths[0], main, "-lm"], check=True)
    done = external.run([binary])
    assert done.returncode == 1
    assert done.stderr == "c must not be zero\n"


def test_two_parts_of_c_have_no_warning_under_the_strictest_flags(tmp_path: Path) -> None:
    strict = ("-O0", "-Wshadow", "-Wconversion", "-Wdouble-promotion", "-Wstrict-prototypes")
    printed = document(every_operation(), two_part=True)
    found = run_c(printed, VALUES, tmp_path, *strict)
    assert_close(found, expected(printed.program, VALUES))

"""What is particular to Rust: its example and the example's test, any scalar type, its names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import external
import symoro
from ir.systems import VALUES as CHAINED
from ir.systems import chained, system
from printers.examples import assert_printed, given
from printers.runners.rust import OPTIONS, Type, run_all
from printers.test_every_operation import VALUES, document, every_operation
from printers.test_fortran import empty
from printers.toolchain import Case, assert_close, done, random_values, tool, write
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.printers import print_document
from symoro.printers.document import Document

EXAMPLES: dict[str, Callable[[], Document]] = {
    "two parts, own numbers": lambda: symoro.idm(symoro.load("planar2r"), verify=False).document,
    "two parts, placeholders": lambda: (
        symoro.idm(
            symoro.load("rx90"), base_parameters=True, include="friction", verify=False
        ).document
    ),
    "one part, matrices, a floating base": lambda: (
        symoro.idm(
            symoro.load("scara"), floating_base=True, outputs=["*"], level="O1", verify=False
        ).document
    ),
    "a cube": lambda: symoro.inertia(symoro.load("rrp"), derivative="q", verify=False).document,
    "a system, no parameter": lambda: document(system(2, 1)),
}


def compiled(main: Path, *options: str) -> Path:
    """Compile a crate without a warning."""
    binary = main.with_name("-".join((main.stem, *options)))
    assert done(tool("rustc"), *OPTIONS, *options, "-o", binary, main) == ""
    return binary


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_and_its_test_run_as_they_say(name: str, tmp_path: Path) -> None:
    tool("rustc")
    made = EXAMPLES[name]()
    main = write(made, "rust", tmp_path)[-1]
    assert main.name == f"{made.stem}_{made.extension}_main.rs"
    lines = main.read_text().splitlines()
    run, test = (line.removeprefix("//     ") for line in (lines[1], lines[3]))
    assert_printed(done("sh", "-c", run, folder=tmp_path), made)
    assert "test result: ok. 1 passed" in done("sh", "-c", test, folder=tmp_path)


@pytest.mark.parametrize("name", ["two parts, own numbers", "one part, matrices, a floating base"])
def test_the_test_of_the_example_fails_where_the_model_is_wrong(name: str, tmp_path: Path) -> None:
    functions, *_, main = write(EXAMPLES[name](), "rust", tmp_path)
    compiled(main)  # without a warning
    text = functions.read_text()
    functions.write_text(re.sub(r"(let GAM2 = )(.*;)", r"\g<1>T::from_f64(1e-6) + \g<2>", text))
    assert functions.read_text() != text
    ran = external.run([compiled(main, "--test")])
    assert ran.returncode != 0
    assert "test result: FAILED" in ran.stdout


@pytest.mark.parametrize("program", [chained(), empty()])
def test_without_numbers_to_compare_there_is_no_test(program: Program, tmp_path: Path) -> None:
    """The systems of the first are singular at the placeholders; the second has no output."""
    main = write(document(program), "rust", tmp_path)[-1]
    text = main.read_text()
    assert "There is no test: the model has no value at these numbers." in text
    assert "#[test]" not in text
    done(compiled(main))


DUAL = Type(
    name="Dual",
    number="Dual({x}, 1.0)",
    shown="self.1",
    text="""
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy)]
pub struct Dual(pub f64, pub f64);

impl PartialEq for Dual {
    fn eq(&self, o: &Dual) -> bool { self.0 == o.0 }
}
impl PartialOrd for Dual {
    fn partial_cmp(&self, o: &Dual) -> Option<Ordering> { self.0.partial_cmp(&o.0) }
}
impl Add for Dual {
    type Output = Dual;
    fn add(self, o: Dual) -> Dual { Dual(self.0 + o.0, self.1 + o.1) }
}
impl Sub for Dual {
    type Output = Dual;
    fn sub(self, o: Dual) -> Dual { Dual(self.0 - o.0, self.1 - o.1) }
}
impl Mul for Dual {
    type Output = Dual;
    fn mul(self, o: Dual) -> Dual { Dual(self.0 * o.0, self.1 * o.0 + self.0 * o.1) }
}
impl Div for Dual {
    type Output = Dual;
    fn div(self, o: Dual) -> Dual {
        Dual(self.0 / o.0, (self.1 * o.0 - self.0 * o.1) / (o.0 * o.0))
    }
}
impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual { Dual(-self.0, -self.1) }
}
""",
    implementation="""
impl {scalar} for Dual {
    fn from_f64(x: f64) -> Dual { Dual(x, 0.0) }
    fn sin(self) -> Dual { Dual(self.0.sin(), self.1 * self.0.cos()) }
    fn cos(self) -> Dual { Dual(self.0.cos(), -self.1 * self.0.sin()) }
    fn tan(self) -> Dual { Dual(self.0.tan(), self.1 / self.0.cos().powi(2)) }
    fn sqrt(self) -> Dual { Dual(self.0.sqrt(), self.1 / (2.0 * self.0.sqrt())) }
    fn exp(self) -> Dual { Dual(self.0.exp(), self.1 * self.0.exp()) }
    fn ln(self) -> Dual { Dual(self.0.ln(), self.1 / self.0) }
    fn tanh(self) -> Dual { Dual(self.0.tanh(), self.1 / self.0.cosh().powi(2)) }
    fn asin(self) -> Dual { Dual(self.0.asin(), self.1 / (1.0 - self.0 * self.0).sqrt()) }
    fn acos(self) -> Dual { Dual(self.0.acos(), -self.1 / (1.0 - self.0 * self.0).sqrt()) }
    fn abs(self) -> Dual { if self.0 < 0.0 { -self } else { self } }
    fn atan2(self, x: Dual) -> Dual {
        let square = self.0 * self.0 + x.0 * x.0;
        Dual(self.0.atan2(x.0), (self.1 * x.0 - self.0 * x.1) / square)
    }
}
""",
)


def cases() -> list[Case]:
    """Programs of every operation, of systems, of a robot with friction and base parameters."""
    model = symoro.idm(symoro.load("rx90"), base_parameters=True, include="friction", verify=False)
    both = [document(every_operation(), two_part=two) for two in (False, True)]
    return [
        *(Case(made, VALUES) for made in both),
        Case(document(chained(), two_part=True), CHAINED),
        Case(model.document, random_values(model)),
    ]


def test_single_precision_is_a_scalar_type(tmp_path: Path) -> None:
    """Seven digits of a float, less what some hundred operations and a system cost."""
    for case, found in zip(cases(), run_all(cases(), tmp_path, Type("f32")), strict=True):
        assert_close(found, case.expected, 1e-4)
        with pytest.raises(AssertionError):
            assert_close(found, case.expected, 1e-9)


def test_dual_numbers_find_derivatives(tmp_path: Path) -> None:
    """Along the line on which all inputs grow alike, against differences of the interpreter's."""
    step = 1e-5
    for case, found in zip(cases(), run_all(cases(), tmp_path, DUAL), strict=True):
        read = {item.name for item in case.document.program.used_inputs}
        after, before = (
            replace(case, values={n: x + sign * step * (n in read) for n, x in case.values.items()})
            for sign in (1, -1)
        )
        derivative = {
            name: (value - before.expected[name]) / (2 * step)
            for name, value in after.expected.items()
        }
        assert_close(found, derivative, 1e-7)  # step^2, and rounding / step


def test_the_first_parameter_that_must_not_be_zero_is_named(tmp_path: Path) -> None:
    made = replace(document(every_operation(), two_part=True), nonzero=("a", "c"))
    main = write(made, "rust", tmp_path)[-1]
    text = main.read_text()
    for zero, named in (("c", "c"), ("a", "a"), ("ac", "a")):
        main.write_text(re.sub(rf"(?<= [{zero}]: )0\.\d+,", "0.0,", text))
        ran = external.run([compiled(main)])
        assert (ran.returncode, ran.stdout) == (1, "")
        assert ran.stderr == f"{named} must not be zero\n"


def test_words_of_the_language_and_of_ours_are_mapped(tmp_path: Path) -> None:
    names = (
        *("self", "Self", "crate", "super", "fn", "yield", "try", "gen", "become", "async", "_"),
        *("T", "Scalar", "None", "Some", "Ok", "Err", "sign", "linear_solve", "rows1", "p", "k"),
        *("f64", "Result", "union", "drop", "found", "main", "words", "WordsParameters", "std"),
    )
    graph = Graph()
    total = graph.call("sign", graph.symbol("q"))
    for name in names:
        total = graph.add(
            total, graph.mul(graph.symbol(name), graph.call("abs", graph.symbol("q")))
        )
    let = Let("X1", graph.let("X1", total), total)
    program = Program(
        name="words",
        graph=graph,
        inputs=(Input("q", Role.STATE, "q", (0,)), *(Input(n, Role.PARAMETER) for n in names)),
        shapes=(("q", (1,)),),
        statements=(let,),
        outputs=(Output("k", (1,), (let.node,)), Output("p", (), (-let.node,))),
    ).verify()
    values = {name: 0.1 * place for place, name in enumerate((*names, "q"), start=1)}
    both = [
        Case(replace(document(program, two_part=two), stem="words"), values)
        for two in (False, True)
    ]
    for case, found in zip(both, run_all(both, tmp_path), strict=True):
        assert_close(found, case.expected)
    text = "".join(print_document("rust", both[1].document).values())
    for line in ("Name self is written self_", "Name None is written None_"):
        assert f"// {line}\n" in text
    assert "    pub Self_: T,\n" in text
    main = write(both[1].document, "rust", tmp_path / "example")[-1]
    assert_printed(done(compiled(main)), both[1].document)
    assert given(both[1].document).keys() == values.keys()


def test_the_whole_trace_has_no_warning(tmp_path: Path) -> None:
    """At level O0 there are names that nothing reads."""
    model = symoro.idm(symoro.load("rx90"), level="O0", verify=False)
    case = Case(model.document, random_values(model))
    assert "unused_variables" in model.code("rust")
    assert_close(run_all([case], tmp_path)[0], case.expected)
    assert "unused_variables" not in symoro.idm(symoro.load("rx90"), verify=False).code("rust")


def test_a_sum_of_thousands_of_terms_is_assigned_in_steps(tmp_path: Path) -> None:
    """The compiler would run out of its stack."""
    names, graph, total = [f"a{k}" for k in range(160)], Graph(), 0
    for i in range(80):
        for k in range(80, 155):
            pair = graph.mul(graph.symbol(names[i]), graph.symbol(names[k]))
            total = graph.add(total, pair)
    let = Let("X", graph.let("X", total), total)
    inputs = tuple(Input(name, Role.STATE, "q", (k,)) for k, name in enumerate(names))
    outputs = (Output("Y", (), (let.node,)),)
    made = document(Program("sum", graph, inputs, (("q", (160,)),), (let,), outputs).verify())
    functions, *_, main = write(made, "rust", tmp_path)
    _, *others = re.findall(r"^    let X = (.*)", functions.read_text(), re.MULTILINE)
    assert len(others) == 5  # after the first, a thousand each
    assert all(other.startswith("X + ") for other in others)
    done(tool("rustc"), *OPTIONS, "--emit=metadata", "--out-dir", tmp_path, main)


def test_outputs_without_elements_keep_their_place(tmp_path: Path) -> None:
    program = every_operation()
    outputs = (Output("C", (2, 0), ()), *program.outputs[1:], Output("D", (0, 3), ()))
    made = document(replace(program, outputs=outputs))
    assert "-> ([[T; 0]; 2], [[T; 3]; 2], [[T; 1]; 2], [[T; 3]; 0]) {" in next(
        iter(print_document("rust", made).values())
    )
    case = Case(made, VALUES)
    assert_close(run_all([case], tmp_path)[0], case.expected)


def test_all_models_of_a_robot_share_one_file(tmp_path: Path) -> None:
    """And one crate may have them all."""
    robot = symoro.load("scara")
    models = (
        symoro.idm(robot, verify=False),
        symoro.jacobian(robot, verify=False),
        symoro.fast_transform(robot, level="O1", verify=False),
    )
    texts = {model.files("rust")["scara_parameters.rs"] for model in models}
    assert len(texts) == 1
    stems = [write(model.document, "rust", tmp_path)[0].stem for model in models]
    main = tmp_path / "lib.rs"
    modules = [f"pub mod {stem};\n" for stem in (*stems, "scara_parameters")]
    main.write_text("#![forbid(unsafe_code)]\n" + "".join(modules))
    assert compiled(main, "--crate-type=lib").exists()


@pytest.mark.parametrize("name", ["one part, matrices, a floating base", "a system, no parameter"])
def test_clippy_has_nothing_to_say(name: str, tmp_path: Path) -> None:
    """Not even of many arguments, of types of several outputs, or of a number like Pi."""
    clippy = shutil.which("clippy-driver")
    if clippy is None:
        pytest.skip("clippy-driver is not installed")
    main = write(EXAMPLES[name](), "rust", tmp_path)[-1]
    text = main.read_text()
    main.write_text(text.replace("0.5", "3.14159"))
    done(clippy, *OPTIONS, "--emit=metadata", "--test", "--out-dir", tmp_path, main)


def test_the_text_is_the_same_where_sines_differ_in_the_last_place() -> None:
    """What the test of the example compares with is rounded, zeros too."""
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    main = model.files("rust")["planar2r_dyn_main.rs"]
    numbers = re.findall(r"check\(.*&\[(.*)\]\)", main)[0].split(", ")
    assert max(len(number.lstrip("-").replace(".", "")) for number in numbers) <= 12

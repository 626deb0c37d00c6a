"""C++: any scalar type, several models in one program, an example that runs as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from sysconfig import get_path

import numpy as np
import pytest

import external
import symoro
from docs.documents import DOCS, blocks
from ir.systems import VALUES as SYSTEM_VALUES
from ir.systems import chained
from printers.examples import assert_printed
from printers.runners.cpp import FLAGS, SHOW, build, caller, run_all, run_as
from printers.test_every_operation import VALUES, document, every_operation
from printers.test_solve import singular
from printers.toolchain import Array, Case, assert_close, done, expected, random_values, tool, write
from symoro import Frame, Robot
from symoro.expressions import symbol
from symoro.ir import Graph, Input, Let, Output, Program, Role, Scalar
from symoro.ir.forward_derivatives import forward_derivatives
from symoro.printers import print_document
from symoro.printers.document import Document
from symoro.robot import Base, Structure, general_link

EIGEN = Path(get_path("purelib")) / "cmeel.prefix" / "include" / "eigen3"

DUAL = """
namespace duals {
struct Dual {
    double value, slope;
    explicit Dual(double x = 0.0, double dx = 0.0) : value(x), slope(dx) {}
    Dual &operator-=(const Dual &y) { value -= y.value; slope -= y.slope; return *this; }
    Dual &operator/=(const Dual &y)
    {
        slope = (slope - value / y.value * y.slope) / y.value;
        value /= y.value;
        return *this;
    }
};
inline Dual operator-(const Dual &x) { return Dual(-x.value, -x.slope); }
inline Dual operator+(const Dual &x, const Dual &y)
{
    return Dual(x.value + y.value, x.slope + y.slope);
}
inline Dual operator-(Dual x, const Dual &y) { return x -= y; }
inline Dual operator*(const Dual &x, const Dual &y)
{
    return Dual(x.value * y.value, x.slope * y.value + x.value * y.slope);
}
inline Dual operator/(Dual x, const Dual &y) { return x /= y; }
inline bool operator>(const Dual &x, const Dual &y) { return x.value > y.value; }
inline bool operator<(const Dual &x, const Dual &y) { return x.value < y.value; }
inline bool operator==(const Dual &x, const Dual &y) { return x.value == y.value; }
inline Dual sin(const Dual &x) { return Dual(std::sin(x.value), std::cos(x.value) * x.slope); }
inline Dual cos(const Dual &x) { return Dual(std::cos(x.value), -std::sin(x.value) * x.slope); }
inline Dual abs(const Dual &x) { return x.value < 0.0 ? -x : x; }
inline Dual sqrt(const Dual &x)
{
    const double root = std::sqrt(x.value);
    return Dual(root, x.slope / (2.0 * root));
}
inline Dual exp(const Dual &x) { return Dual(std::exp(x.value), std::exp(x.value) * x.slope); }
inline Dual log(const Dual &x) { return Dual(std::log(x.value), x.slope / x.value); }
inline Dual tanh(const Dual &x)
{
    const double root = std::cosh(x.value);
    return Dual(std::tanh(x.value), x.slope / (root * root));
}
inline Dual asin(const Dual &x)
{
    return Dual(std::asin(x.value), x.slope / std::sqrt(1.0 - x.value * x.value));
}
inline Dual acos(const Dual &x)
{
    return Dual(std::acos(x.value), -x.slope / std::sqrt(1.0 - x.value * x.value));
}
inline Dual atan2(const Dual &y, const Dual &x)
{
    const double square = x.value * x.value + y.value * y.value;
    return Dual(std::atan2(y.value, x.value), (x.value * y.slope - y.value * x.slope) / square);
}
}
static void show(const duals::Dual &x) { show(x.slope); }
"""


def rx90() -> Case:
    """Inverse dynamics with friction, in two parts."""
    model = symoro.idm(symoro.load("rx90"), include="friction", level="O2", verify=False)
    return Case(model.document, random_values(model))


SMOOTH: dict[str, Callable[[], Case]] = {
    "dynamics": rx90,
    "operations": lambda: Case(document(every_operation()), VALUES),
    "operations in two parts": lambda: Case(document(every_operation(), two_part=True), VALUES),
    "systems": lambda: Case(document(chained()), SYSTEM_VALUES),
}


def derivatives(case: Case) -> Array:
    """The derivatives of all elements of outputs by ``q``, a row each, by the interpreter."""
    program = case.document.program
    made = forward_derivatives(program, ["q"])
    found = expected(made, case.values)
    joints = case.arrays["q"].size
    return np.concatenate([found[f"d{o.name}_dq"].reshape(-1, joints) for o in program.outputs])


def headers(cases: Sequence[Case], folder: Path) -> list[str]:
    """Print cases and return the lines that include them."""
    return [f'#include "{write(case.document, "cpp", folder)[0].name}"' for case in cases]


@pytest.mark.parametrize("name", SMOOTH)
def test_a_type_of_automatic_differentiation_finds_the_derivatives(
    name: str, tmp_path: Path
) -> None:
    """Each joint in its turn has the slope 1; constants stay doubles."""
    case = SMOOTH[name]()
    q = case.arrays["q"]
    lines = [SHOW, DUAL, *headers([case], tmp_path), "int main()", "{"]
    for j in range(q.size):
        seeds = [f"duals::Dual({float(x)!r}, {float(k == j)})" for k, x in enumerate(q)]
        lines += ["{", *caller(case, "duals::Dual", seeds={"q": seeds}), "}"]
    source = tmp_path / "main.cpp"
    source.write_text("\n".join([*lines, "}", ""]))
    slopes = np.array([float(text) for text in done(build(source)).split()])
    assert_close({"slopes": slopes.reshape(q.size, -1).T}, {"slopes": derivatives(case)})


def test_derivatives_by_a_parameter_go_through_what_prepares(tmp_path: Path) -> None:
    """Torques are linear in ZZ6: their derivative is a difference."""
    case = rx90()
    lines = caller(case, "duals::Dual", "duals::Dual")
    place = list(case.parameters).index("ZZ6")
    texts = [f"duals::Dual({float(x)!r})" for x in case.parameters.values()]
    seeded = [*texts[:place], texts[place].replace(")", ", 1.0)"), *texts[place + 1 :]]
    text = "\n".join(lines).replace(", ".join(texts), ", ".join(seeded))
    assert ", 1.0)" in text
    source = tmp_path / "main.cpp"
    units = [SHOW, DUAL, *headers([case], tmp_path), "int main()", "{", text, "}", ""]
    source.write_text("\n".join(units))
    slopes = np.array([float(text) for text in done(build(source)).split()])
    more = replace(case, values={**case.values, "ZZ6": case.values["ZZ6"] + 1.0})
    assert_close({"GAM": slopes}, {"GAM": more.expected["GAM"] - case.expected["GAM"]}, 1e-10)


def test_eigens_scalar_of_automatic_differentiation_works(tmp_path: Path) -> None:
    """Its sums and products are types of their own: what is written must not mind."""
    if not EIGEN.is_dir():
        pytest.skip("cmeel-eigen is not installed")
    cases = [Case(document(functions()), VALUES), Case(document(chained()), SYSTEM_VALUES)]
    cases = [replace(case, document=_called(case, f"s{k}")) for k, case in enumerate(cases)]
    lines = ["#include <Eigen/Core>", "#include <unsupported/Eigen/AutoDiff>", SHOW]
    lines += [*headers(cases, tmp_path), "using D = Eigen::AutoDiffScalar<Eigen::Vector2d>;"]
    lines += [
        "static void show(const D &x) { show(x.derivatives()(0)); show(x.derivatives()(1)); }"
    ]
    lines += ["int main()", "{"]
    for case in cases:
        seeds = [f"D({float(x)!r}, 2, {k})" for k, x in enumerate(case.arrays["q"])]
        lines += ["{", *caller(case, "D", seeds={"q": seeds}), "}"]
    source = tmp_path / "main.cpp"
    source.write_text("\n".join([*lines, "}", ""]))
    slopes = np.array([float(text) for text in done(build(source, "-isystem", EIGEN)).split()])
    wanted = np.concatenate([derivatives(case) for case in cases])
    assert_close({"slopes": slopes.reshape(-1, 2)}, {"slopes": wanted})


def functions() -> Program:
    """Every function, of sums and of products."""
    graph = Graph()
    a, q1, q2 = (Scalar(graph, graph.symbol(name)) for name in ("a", "q1", "q2"))

    def call(name: str, *arguments: Scalar) -> Scalar:
        return Scalar(graph, graph.call(name, *(item.edge for item in arguments)))

    values = [
        call("atan2", q1 - a, a * q2) * call("sign", q1 * q2),
        call("sqrt", 2 * q1 + a) / call("abs", q2 - a),
        call("sin", q1 + q2) - call("cos", q1 * a) ** 3,
    ]
    lets = [Let(f"T{k}", graph.let(f"T{k}", x.edge), x.edge) for k, x in enumerate(values)]
    state = (Input(name, Role.STATE, "q", (k,)) for k, name in enumerate(("q1", "q2")))
    return Program(
        name="functions",
        graph=graph,
        inputs=(*state, Input("a", Role.PARAMETER)),
        shapes=(("q", (2,)),),
        statements=tuple(lets),
        outputs=(Output("X", (3,), tuple(let.node for let in lets)),),
    ).verify()


def _called(case: Case, stem: str) -> Document:
    """A document under other names, so that several have room in one program."""
    program = replace(case.document.program, name=f"{stem}_model")
    return replace(case.document, stem=stem, program=program)


@pytest.mark.parametrize("constant", ["float", "double"])
def test_single_precision_is_a_scalar_type(constant: str, tmp_path: Path) -> None:
    cases = [make() for make in SMOOTH.values()]
    for case, found in zip(cases, run_as(cases, tmp_path, "float", constant), strict=True):
        assert_close(found, case.expected, 1e-4)  # some hundred operations of 24 bits


def test_models_and_robots_stand_side_by_side_in_one_program(tmp_path: Path) -> None:
    """In two translation units, each header included twice, helpers of one name in several."""
    rrp, stanford = symoro.load("rrp"), symoro.load("stanford")
    models = [
        symoro.idm(rrp, include="friction", level="O2", verify=False),
        symoro.inertia(rrp, include="friction", level="O1", verify=False),
        symoro.idm(stanford, include="friction", level="O2", verify=False),
    ]
    cases = [Case(model.document, random_values(model)) for model in models]
    cases.append(Case(document(chained(), two_part=True), SYSTEM_VALUES))
    included = 2 * headers(cases, tmp_path)
    units = {}
    for name, of in (("main", cases[:2]), ("other", cases[2:])):
        body = [line for case in of for line in ("{", *caller(case), "}")]
        calls = ["other();"] if name == "main" else []
        head = ["void other();", f"{'int' if name == 'main' else 'void'} {name}()"]
        units[name] = tmp_path / f"{name}.cpp"
        units[name].write_text("\n".join([SHOW, *included, *head, "{", *body, *calls, "}", ""]))
    numbers = [float(text) for text in done(build(units["main"], units["other"])).split()]
    wanted = np.concatenate([a.ravel() for case in cases for a in case.expected.values()])
    assert_close({"all": np.array(numbers)}, {"all": wanted})


EXAMPLES: dict[str, Callable[[], Document]] = {
    "two parts": lambda: (
        symoro.idm(symoro.load("rx90"), base_parameters=True, verify=False).document
    ),
    "own numbers, signs": lambda: (
        symoro.idm(symoro.load("planar2r"), include="friction", verify=False).document
    ),
    "one part, matrices": lambda: (
        symoro.idm(
            symoro.load("scara"), floating_base=True, outputs=["*"], level="O1", verify=False
        ).document
    ),
    "a cube": lambda: symoro.inertia(symoro.load("rrp"), derivative="q", verify=False).document,
    "systems": lambda: symoro.operational(symoro.load("scara"), verify=False).document,
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_runs_as_it_says(name: str, tmp_path: Path) -> None:
    tool("c++")
    made = EXAMPLES[name]()
    main = write(made, "cpp", tmp_path)[-1]
    assert main.name == f"{made.stem}_{made.extension}_main.cpp"
    command = main.read_text().splitlines()[2].removeprefix(" *     ")
    assert command.startswith("c++ -std=c++17 ")
    command = command.replace("-std=c++17", " ".join(FLAGS))  # without a warning
    assert_printed(done("sh", "-c", command, folder=tmp_path), made)


def test_a_parameter_that_must_not_be_zero_is_named(tmp_path: Path) -> None:
    """By what prepares, the first one of two, and by the example."""
    made = replace(document(every_operation(), two_part=True), nonzero=("a", "c"))
    header, *_, main = write(made, "cpp", tmp_path)
    main.write_text(main.read_text().replace("p.c = 0.5;", "p.c = 0.0;"))
    ran = external.run([build(main)])
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "c must not be zero\n"
    source = tmp_path / "refusals.cpp"
    lines = [f'#include "{header.name}"', "#include <cstdio>", "int main()", "{"]
    lines += ["double k[symoro::every_operation_k];"]
    for numbers in ("0, 1, 1, 0", "1, 1, 1, 0", "1, 0, 0, 1"):  # a, b, unread, c
        call = f"symoro::every_operation_prepare(every_parameters<double>{{{numbers}}}, k)"
        lines += [f"{{ using namespace symoro; const char *zero = {call};"]
        lines += ['std::puts(zero ? zero : "none"); }']
    source.write_text("\n".join([*lines, "}", ""]))
    assert done(build(source)).split() == ["a", "c", "none"]


def test_a_singular_system_is_not_finite_in_floats(tmp_path: Path) -> None:
    for found in run_as(singular(), tmp_path, "float"):
        assert not np.isfinite(found["X"]).any()


def test_symbols_may_have_names_of_ours_and_of_the_language(tmp_path: Path) -> None:
    names = (
        *("T", "K", "std", "symoro", "template", "typename", "operator", "this", "p", "q", "k"),
        *("words_parameters", "words_detail", "words_k", "rows1", "linear_solve", "sign", "abs"),
        *("sin", "isnan", "xor", "co_await", "signgam", "self", "end", "__x", "_X", "nullptr"),
        *("T_", "import", "module", "final", "override", "array", "M_PI", "NAN", "value"),
    )
    graph = Graph()
    total = graph.call("sin", graph.symbol("t"))
    for name in names:
        total = graph.add(total, graph.mul(graph.symbol(name), graph.symbol("t")))
    value = graph.call("sign", graph.call("abs", total))
    lets = (Let("X1", graph.let("X1", total), total), Let("X2", graph.let("X2", value), value))
    program = Program(
        name="words",
        graph=graph,
        inputs=(Input("t", Role.STATE, "q", (0,)), *(Input(x, Role.PARAMETER) for x in names)),
        shapes=(("q", (1,)),),
        statements=lets,
        outputs=(Output("GAM", (2,), tuple(let.node for let in lets)),),
    ).verify()
    values = {name: 0.1 * k for k, name in enumerate((*names, "t"), start=1)}
    cases = [
        Case(replace(document(program, two_part=two), stem="words"), values)
        for two in (False, True)
    ]
    for case, found in zip(cases, run_all(cases, tmp_path), strict=True):
        assert_close(found, case.expected)
    header = next(iter(print_document("cpp", cases[0].document).values()))
    for name in ("template", "T", "words_k"):
        assert f" * Name {name} is written {name}_" in header
    main = write(cases[1].document, "cpp", tmp_path / "example")[-1]
    assert done(build(main)).startswith("GAM\n")


def test_the_whole_trace_compiles_without_a_warning(tmp_path: Path) -> None:
    """At level O0 there are names that nothing reads."""
    model = symoro.idm(symoro.load("rx90"), level="O0", verify=False)
    case = Case(model.document, random_values(model))
    assert "[[maybe_unused]] const T " in model.code("cpp")
    assert_close(run_all([case], tmp_path)[0], case.expected)


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # no joint moves
def test_an_output_without_elements_keeps_its_place_among_the_arguments(tmp_path: Path) -> None:
    """Callers need not know which robots have none."""
    still = Robot(
        name="still",
        structure=Structure.SIMPLE,
        frames=(Frame(0, d=symbol("d1")),),
        links=(general_link(1),),
        base=Base(G=(symbol("G1"), symbol("G2"), symbol("G3"))),
    )
    for outputs in (["*"], ["GAM"]):
        model = symoro.idm(still, outputs=outputs, verify=False)
        assert re.search(r"T \*[,)]", model.code("cpp"))
        case = Case(model.document, random_values(model))
        assert_close(run_all([case], tmp_path)[0], case.expected)
    main = write(model.document, "cpp", tmp_path / "example")[-1]
    assert done(build(main)) == ""


def test_other_compilers_of_the_standard_take_it(tmp_path: Path) -> None:
    """No extension of C++17, and nothing that C++20 has changed."""
    source = write(document(chained(), two_part=True), "cpp", tmp_path)[-1]
    for standard in ("-std=c++17", "-std=c++20"):
        done(tool("g++"), *FLAGS, standard, "-pedantic-errors", "-fsyntax-only", source)


def test_the_program_of_the_documentation_prints_what_it_says(tmp_path: Path) -> None:
    (block,) = blocks(DOCS / "languages.md", "cpp")
    write(symoro.idm(symoro.load("planar2r"), verify=False).document, "cpp", tmp_path)
    source = tmp_path / "documented.cpp"
    source.write_text(block.text)
    assert done(build(source)) == "196.20 49.05\n"

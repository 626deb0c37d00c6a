"""The Optimizer: outputs by name, what they need and no more, the same numbers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from clock import at_most
from printers.toolchain import argument_arrays, assert_close, expected, random_values, run
from symoro.compile.compiled_model import CompiledModel
from symoro.errors import UsageError, VerificationError
from symoro.expressions import FloatArithmetic
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.listings import choose, read, with_outputs
from symoro.listings.outputs import elements
from symoro.pipeline.optimize import AGAINST
from symoro.verify.same_program import verify_same

FIGURE = Path(__file__).parents[1] / "passes" / "figure6.txt"  # see passes/test_figure6.py


def test_the_published_counts_after_the_optimizer() -> None:
    """66 additions and 77 multiplications, from the figure and from our trace of that robot."""
    published = symoro.optimize(FIGURE, "GAM", level="O1")
    assert (published.operations.add, published.operations.mul) == (66, 77)
    trace = symoro.idm(symoro.load("rrp"), base_parameters=True, level="O0").code()
    ours = symoro.optimize(trace, "GAM", level="O1")
    assert ours.before.total > 66 + 77
    assert (ours.operations.add, ours.operations.mul) == (66, 77)
    assert ours.certificate is not None
    assert ours.certificate.exact_points > 0


def test_outputs_are_names_beginnings_or_patterns() -> None:
    names = ("S1", "N11", "N12", "GAM1", "GAM2", "GAM", "Ga")
    assert choose(names, ["GAM"]) == ("GAM",)
    assert choose(names, ["N"]) == ("N11", "N12")
    assert choose(names, ["GAM2", "N12"]) == ("N12", "GAM2")
    assert choose(names, ["*"]) == names
    assert choose(names, ["?A*2", "S[0-9]"]) == ("S1", "GAM2")
    with pytest.raises(UsageError, match="GAM3 or begins so; nearest are GAM, GAM2, GAM1"):
        choose(names, ["GAM3"])
    with pytest.raises(UsageError):
        choose(names, ["Z*"])


def test_outputs_that_begin_alike_are_one_array() -> None:
    program = with_outputs(read("U12_1=a;U12_2=b;GAM3=a;x=a;Q=b;GAM1=b;").program, ["GAM3", "x"])
    assert [(o.name, o.shape) for o in program.outputs] == [("GAM", (1,)), ("x", (1,))]
    whole = with_outputs(program, ["U12_1", "U12_2", "GAM3", "GAM1"])
    assert [(o.name, o.shape) for o in whole.outputs] == [("U", (2,)), ("GAM", (2,))]
    assert elements(whole) == {"U": ("U12_1", "U12_2"), "GAM": ("GAM1", "GAM3")}
    many = with_outputs(read("x10=a;x9=b;x1=c;").program, ["x10", "x9", "x1"])
    assert elements(many) == {"x": ("x1", "x9", "x10")}


@pytest.mark.parametrize(("command", "array"), [("idm", "GAM"), ("inertia", "A")])
def test_an_array_is_in_the_order_of_the_model_whatever_the_order_of_its_text(
    command: str, array: str
) -> None:
    """Level O2 puts statements in another order: GAM3 of the Stanford arm comes first."""
    generate = symoro.idm if command == "idm" else symoro.inertia
    model = generate(symoro.load("stanford"), level="O2", verify=False)
    found = symoro.optimize(model.code("listing"), array)
    values = random_values(model)
    wanted = np.asarray(_called(model.compile(), model.program, values))
    if (
        array == "A"
    ):  # symmetric: the text has the elements on and above the diagonal, zeros left out
        places = [(int(name[1]) - 1, int(name[2]) - 1) for name in found.outputs]
        assert places == sorted(places)
        assert len(places) > 15
        wanted = np.array([wanted[place] for place in places])
    assert_close(
        {array: np.asarray(_called(found.compile(), found.program, values))}, {array: wanted}
    )


def _called(function: CompiledModel, program: Program, values: dict[str, float]) -> object:
    arrays = argument_arrays(program, values)
    parameters = {name: values[name] for name in program.parameters}
    return function(*arrays.values(), parameters=parameters)


@pytest.mark.parametrize("language", ["c", "python", "numpy", "fortran", "listing"])
@pytest.mark.parametrize("level", ["O1", "O2"])
def test_two_torques_cost_less_and_are_the_same_numbers(
    level: str, language: str, tmp_path: Path
) -> None:
    model = symoro.idm(symoro.load("rx90"), level="O1", verify=False)
    found = symoro.optimize(model.code(), "GAM2,GAM3", level=level)
    assert found.operations.total < model.operations.total
    assert found.outputs == ("GAM2", "GAM3")
    values = random_values(model)
    wanted = expected(model.program, values)["GAM"][1:3]
    assert_close(run(found.document, language, values, tmp_path), {"GAM": wanted})


def test_level_two_costs_no_more_than_level_one() -> None:
    for name in ("rx90", "stanford", "sr400"):
        text = symoro.idm(symoro.load(name), level="O0", equivalent_tree=True, verify=False).code()
        one, two = (symoro.optimize(text, "GAM", level=level) for level in ("O1", "O2"))
        assert two.operations.total < one.operations.total < one.before.total


def test_level_two_never_costs_more_whatever_is_read() -> None:
    text = "".join(f"x{k + 1}=x{k}*x{k} + x{k};" for k in range(12))
    one, two = (symoro.optimize(text, "x12", level=level) for level in ("O1", "O2"))
    assert two.operations.total <= one.operations.total == 24


def test_powers_of_powers_that_only_meaning_shows_are_counted_at_once() -> None:
    """x^216000, whose shortest chain of products nobody can look for."""
    text = "o=a-a; y1=x^60; w1=y1+o; y2=w1^60; w2=y2+o; y3=w2^60;"
    with at_most(0.5):
        assert symoro.optimize(text, "y3", level="O2", verify=False).operations.mul < 30


def test_the_result_is_compiled_and_takes_a_batch() -> None:
    model = symoro.idm(symoro.load("rx90"), level="O1", verify=False)
    found = symoro.optimize(model.code(), "GAM", level="O1")
    values = random_values(model)
    function = found.compile()
    arrays = [[values[name] for name in names] for names in found.listing.roles.members.values()]
    parameters = {name: values[name] for name in found.program.parameters}
    result = function(*arrays, parameters=parameters)
    assert_close({"GAM": np.asarray(result)}, expected(model.program, values))


def test_what_the_optimizer_wrote_is_read_again() -> None:
    """Once more with fewer outputs: as if these had been asked for at first."""
    text = symoro.idm(symoro.load("rx90"), level="O1", verify=False).code()
    at_once = symoro.optimize(text, "GAM2", level="O1")
    in_turn = symoro.optimize(symoro.optimize(text, "GAM2,GAM3", level="O1").code(), "GAM2")
    again = symoro.optimize(at_once.code(), level="O1")
    assert again.operations == at_once.operations
    assert in_turn.operations.total <= at_once.operations.total
    assert in_turn.arrays == {"GAM": ("GAM2",)}


def test_a_wrong_result_is_found() -> None:
    """Each statement of a listing broken in turn: the comparison sees all of them."""
    text = FIGURE.read_text(encoding="utf-8")
    lines = text.splitlines()
    source = with_outputs(read(text).program, ["GAM1", "GAM2", "GAM3"])
    for k in range(0, len(lines), 7):
        broken = [*lines[:k], f"{lines[k]} + 1/1000", *lines[k + 1 :]]
        other = with_outputs(read("\n".join(broken)).program, ["GAM1", "GAM2", "GAM3"])
        with pytest.raises(VerificationError, match="GAM"):
            verify_same(other, source, AGAINST)


def test_floating_point_alone_also_finds_a_wrong_result() -> None:
    """Where values are opaque modulo a prime there is no exact test."""
    source = with_outputs(read("y=atan2(a,b) + sign(a);").program, ["y"])
    other = with_outputs(read("y=atan2(b,a) + sign(a);").program, ["y"])
    assert verify_same(source, source, AGAINST).states == 20
    with pytest.raises(VerificationError, match="relative"):
        verify_same(other, source, AGAINST)


def test_lost_digits_are_no_difference() -> None:
    """The sum in another order differs in double precision, and not in eighty digits."""
    source = with_outputs(
        read("x=(10000000000000000*a + b*c) - 10000000000000000*a;").program, ["x"]
    )
    other = with_outputs(read("x=b*c;").program, ["x"])
    assert verify_same(other, source, AGAINST).exact_points == 2


def test_the_header_says_what_was_done() -> None:
    found = symoro.optimize(FIGURE, "GAM2")
    text = found.code("c")
    assert "Optimised from figure6.txt, outputs GAM" in text
    assert f"Verified against {AGAINST}" in text
    assert "Note: before: 66 additions, 77 multiplications, 6 sines and cosines" in text
    assert "q: q1, q2, q3" in text
    assert "GAM: GAM2" in "".join(found.files("c").values())


def test_files_are_none_of_the_model_that_was_read(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("rx90"), level="O1", verify=False)
    first = {p.name for p in model.write(tmp_path, ["listing", "c"])}
    found = symoro.optimize(tmp_path / "rx90.dyn", "GAM3")
    second = {p.name for p in found.write(tmp_path, ["listing", "c"])}
    assert not first & second
    assert {"rx90.dyno_outputsGAM3", "rx90_dyno_outputsGAM3.c"} <= second
    third = {p.name for p in symoro.optimize(tmp_path / "rx90.dyn", "GAM").write(tmp_path)}
    assert third == {"rx90.dyno"}  # all that the text names


def test_a_file_cannot_break_out_of_a_comment(tmp_path: Path) -> None:
    path = tmp_path / '*) x=1; """ ??.dyn'
    path.write_text("x=a;", encoding="utf-8")
    found = symoro.optimize(path)
    assert re.fullmatch(r"[\w.+-]*", found.file)
    for language in ("c", "python", "listing"):
        assert '"""' not in found.code(language).replace('"""Optim', "").replace('    """', "")


def test_variables_are_listed_by_kind() -> None:
    found = symoro.optimize("C1=cos(q1);x=C1*M1;y=x*QP1;z=D3;", "x", level="O1")
    assert found.variables == {
        "states": ("q1",),
        "parameters": ("M1",),
        "intermediate": ("C1",),
        "outputs": ("x",),
    }


def test_without_a_choice_outputs_are_what_nothing_uses() -> None:
    found = symoro.optimize("a=q1;b=a*2;c=a*3;d=c + 1;", level="O1")
    assert found.outputs == ("b", "d")
    values = interpret(found.program, {"q1": 2.0}, FloatArithmetic())
    assert values == {"b": [4.0], "d": [7.0]}


@pytest.mark.parametrize("language", ["listing", "mathematica", "maple", "fortran"])
@pytest.mark.parametrize(
    "command",
    ["ddm", "inertia", "lagrange", "coriolis", "hybrid", "fast_transform", "regressor"],
)
def test_our_texts_name_their_outputs(command: str, language: str) -> None:
    """Also outputs that others use, and not the cosine C2 beside the matrix C."""
    model = getattr(symoro, command)(symoro.load("rrp"), level="O2", verify=False)
    program: Program = model.program
    names = {
        edge: name
        for statement in program.statements
        for edge, name in zip(statement.nodes, statement.names, strict=True)
    }
    wanted = {names[edge] for o in program.outputs for edge in o.elements if edge in names}
    listing = read(model.code(language), language=language)
    assert set(listing.named_outputs) == wanted
    assert list(listing.named_outputs) == [n for n in listing.program.assigned_names if n in wanted]


def test_what_the_optimizer_wrote_names_its_outputs() -> None:
    text = symoro.idm(symoro.load("rrp"), level="O1", verify=False).code()
    first = symoro.optimize(text, "N,GAM2", level="O1")
    again = symoro.optimize(first.code(), level="O1")
    assert again.arrays == first.arrays


@pytest.mark.parametrize("source", ["", None, b"a=b;", 3])
def test_what_is_neither_a_path_nor_a_text(source: Any) -> None:
    with pytest.raises(UsageError, match="a path or a program text is needed, not"):
        symoro.optimize(source)

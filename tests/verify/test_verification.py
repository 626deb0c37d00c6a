"""Every model is verified, and one that is wrong is neither returned nor written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from symoro import ModelError, VerificationError
from symoro.algebra.vectors import Array
from symoro.catalog.table import model_definition
from symoro.expressions import Arithmetic
from symoro.ir import Let, Program
from symoro.models.dynamics import inverse_dynamics as page
from symoro.models.kinematics.motion import Acceleration
from symoro.models.let import LetFunction
from symoro.pipeline.plan import Plan
from symoro.robot import Robot
from symoro.verify import verify as verification
from symoro.verify.check import Arrays

KEYS = {
    "robot",
    "model",
    "level",
    "operations",
    "outputs",
    "files",
    "assumptions",
    "verified",
    "seconds",
}


def planned(model: symoro.Model) -> Plan:
    """The plan of an inverse dynamic model."""
    return model_definition("idm").plan(model.robot, {})


def assignments(program: Program) -> list[Let]:
    """The statements of a program that solves no linear system."""
    lets = [each for each in program.statements if isinstance(each, Let)]
    assert len(lets) == len(program.statements)
    return lets


def broken(program: Program, name: str) -> Program:
    """The program with one statement's sign changed, and everything that used it."""
    graph = program.graph
    changed: dict[int, int] = {}
    statements: list[Let] = []

    def rebuilt(edge: int) -> int:
        for index in graph.reachable([edge], through_lets=False):
            node = graph.nodes[index]
            if index in changed or not node.operands or index in nodes:
                continue
            operands = [
                (changed.get(abs(o), abs(o)) if o > 0 else -changed.get(abs(o), abs(o)))
                for o in node.operands
            ]
            match node.op.value:
                case "+":
                    changed[index] = graph.add(*operands)
                case "*":
                    changed[index] = graph.mul(*operands)
                case "^":
                    changed[index] = graph.power(operands[0], int(str(node.datum)))
                case "function":
                    changed[index] = graph.call(str(node.datum), *operands)
        new = changed.get(abs(edge), abs(edge))
        return new if edge > 0 else -new

    lets = assignments(program)
    nodes = {let.node for let in lets}
    for let in lets:
        value = rebuilt(let.value)
        value = -value if let.name == name else value
        node = graph.let(f"{let.name}", value)
        changed[let.node] = node
        statements.append(Let(let.name, node, value))
    outputs = tuple(
        replace(o, elements=tuple(changed.get(e, e) for e in o.elements)) for o in program.outputs
    )
    return replace(program, statements=tuple(statements), outputs=outputs).verify()


def test_a_certificate_says_what_was_compared() -> None:
    robot = symoro.load("rrp")
    assert robot.values == ()
    certificate = symoro.idm(robot).certificate
    assert certificate is not None
    assert certificate.against == "momentum balance in the world frame"
    assert certificate.states == 20
    assert certificate.max_rel_error <= 1e-9
    assert certificate.exact_points == 2
    assert certificate.chance < -60
    text = "\n".join(certificate.lines())
    assert "20 random states" in text
    assert "chance of a false equality below 2^-" in text


def test_the_certificate_stands_in_the_header_or_its_absence_does() -> None:
    robot = symoro.load("rrp")
    assert "Verified against momentum balance" in symoro.idm(robot).code("c")
    declined = symoro.idm(robot, level="O1", verify=False)
    assert declined.certificate is None
    assert "Not verified: verification was declined." in declined.code("c")
    assert declined.as_dict()["verified"] is None


def test_an_unbroken_program_passes_after_being_rebuilt() -> None:
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)
    same = broken(model.program, "nothing")
    assert verification.verify(same, planned(model).check).states == 20


@pytest.mark.parametrize("name", ["WI12", "DV133", "U232", "VSP33", "PIS22", "No12", "N12", "GAM3"])
def test_a_program_with_one_wrong_sign_is_refused(name: str) -> None:
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)
    wrong = broken(model.program, name)
    with pytest.raises(VerificationError, match="rrp_idm: GAM differs from momentum balance"):
        verification.verify(wrong, planned(model).check)


def test_a_wrong_term_that_floating_point_cannot_see_is_refused_exactly() -> None:
    """A relative error of 1e-12 passes any tolerance that rounding allows; not the exact test."""
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)
    graph = model.program.graph
    *others, last = assignments(model.program)
    tiny = graph.mul(graph.number(symoro.expression("1/1000000000000").number or 0), last.value)
    value = graph.add(last.value, tiny)
    node = graph.let("GAM3x", value)
    (output,) = model.program.outputs
    wrong = replace(
        model.program,
        statements=(*others, Let("GAM3x", node, value)),
        outputs=(replace(output, elements=(*output.elements[:2], node)),),
    ).verify()
    with pytest.raises(VerificationError, match=r"GAM differs .* modulo a 61-bit prime"):
        verification.verify(wrong, planned(model).check)


def test_a_model_from_a_broken_page_is_neither_returned_nor_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def twice(J: Array, move: Acceleration, j: int, let: LetFunction) -> Array:
        doubled: Array = 2 * gyration(J, move, j, let)
        return doubled

    gyration = page.gyration
    monkeypatch.setattr(page, "gyration", twice)
    with pytest.raises(VerificationError, match="the model is not written"):
        symoro.idm(symoro.load("rx90"), level="O1").write(tmp_path / "out", ["c", "python"])
    assert list(tmp_path.iterdir()) == []


def test_a_broken_page_stops_the_command_line_before_it_writes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from symoro.cli import main

    monkeypatch.setattr(page, "gyration", lambda J, move, j, let: move.wd)
    folder = tmp_path / "out"
    monkeypatch.setattr("sys.argv", ["symoro", "idm", "rrp", "--level", "O1", "-o", str(folder)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    assert "differs from momentum balance" in capsys.readouterr().err
    assert not folder.exists()


def test_a_not_a_number_does_not_pass() -> None:
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)

    def reference(*arguments: object) -> dict[str, object]:
        return {"GAM": np.full(3, np.nan)}

    check = replace(planned(model).check, reference=reference)
    with pytest.raises(VerificationError):
        verification.verify(model.program, check)


@pytest.mark.parametrize("angle", ["-1.234", "0.777", "-Pi/3 - 1.1", "-0.7772123", "Pi/7", "a/3"])
def test_any_angle_of_a_table_passes_the_exact_test(angle: str) -> None:
    robot = Robot.from_mdh([0, angle], [0, "L"], [0, angle], [0, "R"], [0, 0])
    certificate = symoro.idm(robot).certificate
    assert certificate is not None
    assert certificate.exact_points == 2


def test_a_verification_error_is_a_refusal() -> None:
    assert not issubclass(VerificationError, ModelError)  # a refusal is not a failure to verify


def test_a_robots_own_numbers_are_tried_too() -> None:
    robot = symoro.load("fourbar").equivalent_tree()
    assert len(robot.values) == 1
    seen: list[dict[str, float]] = []
    model = symoro.idm(robot, level="O1", verify=False)
    plan = planned(model)

    def reference(values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        seen.append(dict(values))
        assert plan.check.reference is not None
        return plan.check.reference(values, arithmetic, dtype)

    verification.verify(model.program, replace(plan.check, reference=reference))
    own = {n: v.number for n, v in robot.values[0].values if n in robot.symbols}
    assert own
    assert any(all(values[n] == float(v or 0) for n, v in own.items()) for values in seen[:-3])


def test_verification_is_the_same_every_time() -> None:
    one, two = (symoro.idm(symoro.load("stanford")).certificate for _ in range(2))
    assert one == two


def test_a_result_as_plain_data_has_the_keys_of_the_contract() -> None:
    model = symoro.idm(symoro.load("rx90"), level="O1", include=["friction"], outputs=["GAM", "N"])
    data = json.loads(json.dumps(model.as_dict([Path("a.c")])))
    assert data.keys() >= KEYS
    assert data["robot"] == "rx90"
    assert data["model"] == "idm"
    assert data["level"] == "O1"
    assert data["outputs"] == ["GAM", "N"]
    assert data["files"] == ["a.c"]
    assert data["assumptions"] == []
    assert data["seconds"] > 0
    operations = data["operations"]
    assert operations.keys() == {"add", "mul", "trig", "functions", "solve", "online", "offline"}
    assert operations["add"] == operations["online"]["add"] + operations["offline"]["add"]
    assert operations["functions"] == {"sign": 6}
    assert operations["solve"] == []
    assert data["verified"].keys() >= {"against", "states", "max_rel_error"}


def test_a_model_writes_whole_files_and_makes_the_folder(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)
    folder = tmp_path / "deep" / "er"
    paths = model.write(folder, ["listing", "c", "python", "numpy"])
    assert [path.name for path in paths] == [
        "rrp.dyn",
        "rrp_dyn.c",
        "rrp_dyn.h",
        "rrp_parameters.h",
        "rrp_dyn_main.c",
        "rrp_dyn.py",
        "rrp_dyn_main.py",
        "rrp_dyn_numpy.py",
        "rrp_dyn_numpy_main.py",
    ]
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in paths)
    for language in ("listing", "c", "python", "numpy"):
        for name, text in model.files(language).items():
            assert (folder / name).read_text(encoding="utf-8") == text
    assert model.write(tmp_path)[0].name == "rrp.dyn"


def test_an_unknown_language_writes_nothing(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)
    with pytest.raises(symoro.UsageError, match="no language cobol"):
        model.write(tmp_path / "out", ["c", "cobol"])
    assert list(tmp_path.iterdir()) == []


def test_code_is_of_one_language() -> None:
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)
    with pytest.raises(symoro.UsageError, match=r"one name, such as 'c', not \['c', 'cpp'\]"):
        model.code(["c", "cpp"])  # type: ignore[arg-type]


def test_a_folder_that_cannot_be_made_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    model = symoro.idm(symoro.load("rrp"), level="O1", verify=False)
    with pytest.raises(symoro.UsageError, match="cannot make this folder"):
        model.write(tmp_path / "file" / "out", "c")


@pytest.mark.parametrize("language", ["c", "cpp", "fortran", "rust"])
def test_a_shared_file_keeps_what_other_models_read(language: str, tmp_path: Path) -> None:
    robot = symoro.load("planar2r")
    friction = symoro.idm(robot, include="friction", level="O1", verify=False)
    friction.write(tmp_path, language)
    plain = symoro.inertia(robot, level="O1", verify=False)
    with pytest.raises(symoro.UsageError, match=r"_parameters\.\w+ would lose parameters that pl"):
        plain.write(tmp_path, language)
    friction.write(tmp_path, language)  # nothing was lost
    with pytest.warns(UserWarning, match=r"_parameters\.\w+ has other parameters now: planar2r_d"):
        plain.write(tmp_path, language, force=True)
    with pytest.warns(UserWarning, match=r"_parameters\.\w+ has more parameters now: compile pl"):
        friction.write(tmp_path, language)

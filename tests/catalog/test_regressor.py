"""The dynamic identification model: D times the parameters is the inverse dynamic model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from closed_robots import without_inertia
from printers.toolchain import assert_close, expected, random_values, run
from random_robots import random_tree
from symoro import ModelError, Robot, library
from symoro.errors import UsageError
from symoro.expressions import ZERO, ModularArithmetic, evaluate, parse, symbol
from symoro.ir import interpret
from symoro.pipeline.model import Model
from symoro.printers import is_example, languages
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import WRENCH, JointType, Structure, general_link, joint_frame
from symoro.robot.parameter import DYNAMIC, Parameter, nonzero_parameters

PUMA = Path(__file__).parents[3] / "shared/robots/wild/fake_puma__robotology_idyntree__1a5c73a5.par"


def without_wrenches(robot: Robot) -> Robot:
    bare = dict.fromkeys(WRENCH, ZERO)
    return replace(robot, links=tuple(replace(link, **bare) for link in robot.links))


def parameters_of(model: Model) -> list[Parameter]:
    """The parameter of each column, found by its label."""
    robot = model.robot
    found: dict[str, Parameter] = {}
    for p in nonzero_parameters(robot, DYNAMIC):
        found.setdefault(str(p.entry(robot)), p)
        found[str(p)] = p
    return [found[label] for label in model.columns]


def assert_torques(model: Model, seed: str) -> None:
    """Modulo a prime: D K = tau, with K the entries of the tables."""
    robot = model.robot
    field = ModularArithmetic(seed, loose=True)
    values = {name: field.symbol(name) for name in robot.symbols}
    flat = interpret(model.program, values, field)["DG"]
    D = np.array(flat, dtype=object).reshape(model.program.outputs[0].shape)
    K = [evaluate(p.entry(robot), values, field) for p in parameters_of(model)]
    tau = inverse_dynamics(without_wrenches(robot), values, field).tau
    assert [sum(a * b for a, b in zip(row, K, strict=True)) for row in D] == list(tau.values())


@pytest.mark.parametrize("name", library.names())
def test_a_library_robot_has_the_torques_of_its_parameters(name: str) -> None:
    model = symoro.regressor(
        library.robot(name),
        equivalent_tree=True,
        include=["ia", "friction"],
        level="O1",
        verify=False,
    )
    assert_torques(model, name)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_tree_has_the_torques_of_its_parameters(seed: int) -> None:
    robot = random_tree(seed, moving_base=seed % 2 == 1)
    model = symoro.regressor(robot, level="O1", verify=False)
    assert_torques(model, str(seed))
    wrenches = any(entry != ZERO for link in robot.links for entry in link.wrench)
    assert wrenches == any("external wrenches have no column" in note for note in model.notes)


@pytest.mark.parametrize("seed", range(0, 40, 8))
def test_the_program_is_verified_against_its_reference(seed: int) -> None:
    certificate = symoro.regressor(random_tree(seed, links=4)).certificate
    assert certificate is not None
    assert certificate.states == 20


# Counts: additions, multiplications at O1, base parameters; OpenSYMORO's total is in the comment.
# Ours are fewer because joints with parallel axes share their rows.
COUNTS = {
    "planar2r": (10, 16),  # 26
    "rrp": (40, 59),  # 105
    "rx90": (271, 380),  # 913
    "stanford": (257, 363),  # 709
    "puma560": (295, 407),  # 1009
    "sr400": (344, 477),  # 1175
    "akr3000": (357, 497),  # 1142
    "general6r": (622, 840),  # 2143
}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_the_operations_in_base_parameters(name: str, count: tuple[int, int]) -> None:
    model = symoro.regressor(
        library.robot(name), equivalent_tree=True, base_parameters=True, level="O1", verify=False
    )
    assert (model.operations.add, model.operations.mul) == count


@pytest.mark.skipif(not PUMA.exists(), reason="no folder of robot files beside the clone")
def test_the_operations_of_a_puma_in_standard_parameters() -> None:
    count = symoro.regressor(symoro.load(PUMA), level="O1", verify=False).operations
    assert (count.add, count.mul) == (381, 519)  # OpenSYMORO: 555, 928


# Columns


def test_a_column_without_effect_is_left_out_and_named() -> None:
    model = symoro.regressor(library.robot("planar2r"), level="O1", verify=False)
    assert model.columns == ("ZZ1", "MX1", "MY1", "ZZ2", "MX2", "MY2", "M2")
    assert model.labels == {"DG": model.columns}
    assert model.as_dict()["columns"] == {"DG": list(model.columns)}
    (note,) = model.notes
    assert note.endswith("XX1, XY1, XZ1, YY1, YZ1, MZ1, M1, XX2, XY2, XZ2, YY2, YZ2, MZ2")


def test_a_column_that_vanishes_by_an_identity_is_left_out_too() -> None:
    """About an axis along gravity MX and MY do nothing, however the axis is written."""
    first = joint_frame(1, 0, JointType.REVOLUTE, theta=symbol("t1"))
    tilted = replace(first, gamma=parse("a - a"), alpha=parse("atan2(0, 1)"))
    base = symoro.Base(G=(ZERO, ZERO, symbol("G3")))
    robot = Robot("turntable", Structure.SIMPLE, (tilted,), (general_link(1),), base)
    assert symoro.regressor(robot).columns == ("ZZ1",)


def test_rotors_and_friction_have_columns_of_their_own_joint() -> None:
    robot = library.robot("planar2r")
    model = symoro.regressor(robot, include=["ia", "friction"], level="O1", verify=False)
    values = dict.fromkeys(model.program.parameters, 1.0)
    D = model.compile()([0.1, 0.2], [3.0, -4.0], [5.0, 6.0], parameters=values)
    assert isinstance(D, np.ndarray)
    columns = dict(zip(model.columns, D.T.tolist(), strict=True))
    assert columns["IA1"] == [5.0, 0.0]
    assert columns["FV2"] == [0.0, -4.0]
    assert columns["FS1"] == [1.0, 0.0]
    assert columns["FS2"] == [0.0, -1.0]


def test_labels_are_the_symbols_of_the_entries_or_their_places() -> None:
    robot = library.robot("planar2r")
    first = replace(robot.link(1), ZZ=symbol("J"), MX=parse("2*h"), MY=symbol("MX1"))
    second = replace(robot.link(2), ZZ=symbol("J"), MX=symbol("mx"), MY=parse("0.5"))
    changed = replace(robot, links=(first, second, *robot.links[2:]))
    model = symoro.regressor(changed, level="O1", verify=False)
    assert model.columns == ("ZZ1", "MX1_", "MX1", "ZZ2", "mx", "MY2", "M2")


def test_a_symbol_of_the_robot_keeps_its_name() -> None:
    robot = library.robot("planar2r").substitute({"d2": "DG1ZZ1 + ED112"})
    model = symoro.regressor(robot)
    assert "DG1ZZ1_" in model.program.assigned_names
    assert "ED112_" in model.program.assigned_names


def test_every_element_of_a_moved_link_has_its_name() -> None:
    model = symoro.regressor(library.robot("planar3r"), level="O1", verify=False)
    named = {name for name in model.program.assigned_names if name.startswith("DG")}
    wanted = {f"DG{i}{label}" for label in model.columns for i in range(1, int(label[-1]) + 1)}
    assert named == wanted


def test_from_ten_frames_on_names_stay_apart() -> None:
    """Twelve joints: rows 1 and 11, frames 1 and 12 cannot be read as one another."""
    robot = random_tree(3, links=12, moving_base=False)
    model = symoro.regressor(robot, level="O1", verify=False)
    assigned = model.program.assigned_names
    assert not any(name.endswith("_") for name in assigned)
    assert len(set(assigned)) == len(assigned)


@pytest.mark.parametrize("language", [item.name for item in languages()])
def test_every_file_says_which_column_is_which(language: str) -> None:
    model = symoro.regressor(library.robot("rx90"), level="O1", verify=False)
    for file, text in model.files(language).items():
        if "_parameters." in file or is_example(file):  # not the model's own
            continue
        lines = [line.strip(" */#()%;!") for line in text.splitlines()]
        start = next(k for k, line in enumerate(lines) if line.startswith("Columns of DG: 1 ZZ1, "))
        told = " ".join(lines[start : start + 6])
        for place, label in enumerate(model.columns, start=1):
            assert f" {place} {label}" in told
        assert all(len(line) <= 90 for line in lines[start : start + 6])


# Running


@pytest.mark.parametrize("language", ["listing", "c", "python", "numpy"])
def test_printed_code_gives_what_the_program_means(language: str, tmp_path: Path) -> None:
    more = ["ia"] if language == "listing" else ["ia", "friction"]  # no sign is read back
    model = symoro.regressor(
        library.robot("stanford"), base_parameters=True, include=more, level="O1", verify=False
    )
    values = random_values(model)
    assert_close(run(model.document, language, values, tmp_path), expected(model.program, values))


def test_a_batch_of_states_goes_straight_to_least_squares() -> None:
    robot = library.robot("rx90")
    model = symoro.regressor(robot, base_parameters=True, level="O1", verify=False)
    rng = np.random.default_rng(5)
    states = rng.uniform(-1.5, 1.5, (3, 60, 6))
    lengths = dict.fromkeys(model.program.parameters, 0.5)
    W = model.compile()(*states, parameters=lengths)
    assert isinstance(W, np.ndarray)
    assert W.shape == (60, 6, 36)
    assert W.flags.c_contiguous
    stacked = W.reshape(-1, len(model.columns))
    assert np.shares_memory(stacked, W)
    K = rng.uniform(0.5, 1.5, len(model.columns))
    found, _, rank, _ = np.linalg.lstsq(stacked, stacked @ K)
    assert rank == 36
    assert found == pytest.approx(K, rel=1e-9)  # condition below 1e4


def test_expanded_and_whole_traces_are_the_same_matrix() -> None:
    robot = library.robot("planar2r")
    models = [symoro.regressor(robot, **kind) for kind in ({}, {"expanded": True}, {"level": "O0"})]
    field = ModularArithmetic("forms")
    values = {name: field.symbol(name) for name in robot.symbols}
    first, *others = (interpret(model.program, values, field)["DG"] for model in models)
    assert all(other == first for other in others)
    assert all(model.columns == models[0].columns for model in models)


# Refused


def test_a_robot_without_parameters_is_refused() -> None:
    robot = without_inertia(library.robot("planar2r"))
    with pytest.raises(ModelError, match="no parameters to identify"):
        symoro.regressor(robot)


def test_it_has_no_options_of_its_own() -> None:
    with pytest.raises(UsageError, match="no option actuated"):
        symoro.regressor(library.robot("fourbar"), actuated=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("function", [symoro.regressor, symoro.filtered_model])
def test_a_closed_robot_without_motors_is_refused_by_name(function: Any) -> None:
    """A triangle of three bars, which cannot move, and a four-bar whose motor is not marked."""
    for name, corners in (("triangle", [(1, 0, 0)]), ("bars", [(1, 0, 0), (1, 1, 0)])):
        axes = [(0, 0, 0), *corners]
        bodies = ["base", *(f"link{k}" for k in range(1, len(axes) + 1))]
        joints = [
            symoro.JointAxis(f"j{k}", "R", bodies[k], bodies[k + 1], axis, (0, 0, 1))
            for k, axis in enumerate(axes)
        ]
        last = symoro.JointAxis("last", "R", "base", bodies[-1], (0, 1, 0), (0, 0, 1))
        robot = symoro.Robot.from_joints([*joints, last], name=name)
        with pytest.raises(ModelError, match=f"{name} is a closed robot without motors"):
            function(robot)

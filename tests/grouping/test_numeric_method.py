"""The numeric method: published counts, torques that stay, the same choice as by rules."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import symoro
from grouping.small_robots import arm, floating, moving
from grouping.torques import FLOATS, Values, states, torques
from random_robots import random_tree
from symoro import ModelError, Robot, library
from symoro.expressions import Expression, evaluate, expression
from symoro.formats.cons import read
from symoro.grouping.eliminations import grouped_values
from symoro.grouping.numeric import method
from symoro.grouping.numeric.method import numeric_base_parameters
from symoro.grouping.result import BaseParameters
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot.parameter import GROUPED, nonzero_parameters
from symoro.robot.variant import variant
from symoro.verify.sampling import sample_values

SAME = 1e-10  # relative difference of torques

# The user's guide and [KD02]; recomputed as ranks of torque regressors.
COUNTS = {
    "rrp": 14,
    "rx90": 36,
    "stanford": 33,
    "puma560": 36,
    "general6r": 36,
    "planar2r": 6,
    "scara": 8,
}
WITH_ROTORS = {"rx90": 40, "planar2r": 7, "scara": 11}
SMALL = (
    arm("R", "R d=D2", "R d=D3", "P gamma=g4 d=D4 theta=f4", rotors=range(5), name="scara"),
    arm("R", "P alpha=Pi/2", "R alpha=a3 d=D3", name="rpr"),
    arm("P", "P alpha=Pi/2 d=D2", "R alpha=-Pi/2 d=D3", rotors=range(4), name="ppr"),
    arm("R gamma=g1 alpha=a1 d=D1 r=h1", "F alpha=a2 d=D2 theta=f2", "R d=D3", name="fixed"),
    arm("R", "R alpha=a2 d=D2", "R a=1 gamma=g3 b=B3 alpha=a3", name="fork"),
    moving(arm("R", "R alpha=a2 d=D2", name="driven"), W0="0 0 WZ", VP0="VX 0 0"),
    floating(arm("R", "P alpha=a2 d=D2", name="floating")),
)


ARMS = [n for n in library.names() if not symoro.load(n).n_loops and n != "mobile3w"]


def gone(found: BaseParameters) -> set[str]:
    return {str(step.eliminated) for step in found.steps}


def largest_error(found: BaseParameters, mode: int = 1) -> float:
    """The relative difference of the torques of standard and base parameters at some states."""
    robot = found.standard
    own = nonzero_parameters(robot, GROUPED)
    worst = 0.0
    steps = [step for step in found.steps if step.eliminated.name in GROUPED]
    for state in states(robot, 3, seed=5, mode=mode):

        def scalar(entry: Expression, known: Values = state) -> float:
            return evaluate(entry, known, FLOATS)

        rng = random.Random(1)
        standard = {p: rng.uniform(-1, 1) for p in own}
        base = grouped_values(steps, standard, scalar)
        assert set(base) == set(found.inertial)
        left = torques(robot, own, state) @ np.array(list(standard.values()))
        right = torques(robot, list(base), state) @ np.array(list(base.values()))
        worst = max(worst, float(np.abs(left - right).max() / max(1.0, np.abs(left).max())))
    return worst


@pytest.mark.parametrize("name", COUNTS)
def test_published_counts(name: str) -> None:
    found = numeric_base_parameters(symoro.load(name))
    assert len(found.inertial) == found.proof.rank == COUNTS[name]


@pytest.mark.parametrize("name", WITH_ROTORS)
def test_published_counts_with_rotors(name: str) -> None:
    assert (
        len(numeric_base_parameters(variant(symoro.load(name), include=["ia"])).inertial)
        == WITH_ROTORS[name]
    )


def test_the_groupings_of_the_rx90_are_those_of_the_book() -> None:
    """[KD02] example 9.2, masses of the wrist included."""
    found = {g.name: g.expression for g in numeric_base_parameters(symoro.load("rx90")).groupings}
    moved = "M3 + M4 + M5 + M6"
    wanted = {
        "ZZ1R": f"ZZ1 + YY2 + YY3 + D3^2*({moved})",
        "XX2R": f"XX2 - YY2 - D3^2*({moved})",
        "XZ2R": "XZ2 - D3*MZ3",
        "ZZ2R": f"ZZ2 + D3^2*({moved})",
        "MX2R": f"MX2 + D3*({moved})",
        "XX3R": "XX3 - YY3 + YY4 + 2*RL4*MZ4 + RL4^2*(M4 + M5 + M6)",
        "ZZ3R": "ZZ3 + YY4 + 2*RL4*MZ4 + RL4^2*(M4 + M5 + M6)",
        "MY3R": "MY3 + MZ4 + RL4*(M4 + M5 + M6)",
        "XX4R": "XX4 + YY5 - YY4",
        "ZZ4R": "ZZ4 + YY5",
        "MY4R": "MY4 - MZ5",
        "XX5R": "XX5 + YY6 - YY5",
        "ZZ5R": "ZZ5 + YY6",
        "MY5R": "MY5 + MZ6",
        "XX6R": "XX6 - YY6",
    }
    values = sample_values(symoro.load("rx90"), random.Random(0))
    assert found.keys() == wanted.keys()
    for name, text in wanted.items():
        assert evaluate(found[name], values, FLOATS) == pytest.approx(
            evaluate(expression(text), values, FLOATS), rel=1e-13
        )


@pytest.mark.parametrize("robot", SMALL, ids=lambda robot: str(robot.name))
def test_torques_stay_and_the_choice_is_that_of_the_rules(robot: Robot) -> None:
    found = numeric_base_parameters(robot)
    assert largest_error(found) < SAME
    assert gone(found) == gone(symoro.base_parameters(robot))


@pytest.mark.parametrize("name", ARMS)
def test_library_arms_keep_their_torques_and_the_choice_of_the_rules(name: str) -> None:
    robot = symoro.load(name)
    found = numeric_base_parameters(robot)
    assert largest_error(found) < SAME
    assert gone(found) == gone(symoro.base_parameters(robot))


@pytest.mark.parametrize("seed", [1, 2, 3, 7, 13, 14, 21])
def test_random_trees_keep_their_torques_and_the_choice_of_the_rules(seed: int) -> None:
    robot = random_tree(seed)
    found = numeric_base_parameters(robot)
    assert largest_error(found) < SAME
    assert gone(found) == gone(symoro.base_parameters(robot))


def test_links_without_inertia_receive_nothing() -> None:
    """The rules may group into entries that were zero; columns are of those that are there."""
    robot = symoro.load("mobile3w")
    found = numeric_base_parameters(robot)
    assert set(found.inertial) <= set(nonzero_parameters(robot))
    assert len(found.inertial) == len(symoro.base_parameters(robot).inertial)
    assert largest_error(found) < SAME


def test_a_model_of_the_base_robot_gives_the_standard_torques() -> None:
    robot = symoro.load("puma560")
    found = numeric_base_parameters(robot)
    values = sample_values(robot, random.Random(2))
    base = values | found.values({name: values[name] for name in found.required_symbols})
    standard = inverse_dynamics(robot, values, FLOATS, float).tau
    grouped = inverse_dynamics(found.robot, base, FLOATS, float).tau
    assert grouped == pytest.approx(standard, rel=SAME)


def test_the_proof_says_how() -> None:
    found = numeric_base_parameters(symoro.load("rrp"))
    assert found.method == "numeric"
    text = found.proof.text
    assert text.startswith("14 independent columns by QR in order, by QR with pivoting and by sing")
    for part in (
        "random states",
        "less than the tolerance of",
        "constants drawn at random: ",
        "3 draws",
    ):
        assert part in text
    reasons = {step.reason.rule for step in found.steps}
    assert reasons == {"no effect (3.69)", "numeric dependence (A3-8)"}
    assert "; relative residual at most 1e-09" in next(s for s in found.steps if s.into).reason.text


def test_the_seed_changes_the_draws_not_the_result() -> None:
    a, b = (numeric_base_parameters(symoro.load("rx90"), seed=seed) for seed in (1, 2))
    assert [(s.eliminated, s.into) for s in a.steps] == [(s.eliminated, s.into) for s in b.steps]


# Numbers


def test_given_numbers_are_held_and_recognised_as_the_symbols_they_are() -> None:
    robot = symoro.load("planar2r")
    found = numeric_base_parameters(robot, constraints=read("d2 = 0.425;"))
    into = {str(s.eliminated): {str(k): str(c) for k, c in s.into} for s in found.steps}
    assert into["M2"] == {"ZZ1": "d2^2", "MX1": "d2"}
    assert "given: d2 = 0.425" in found.proof.text


def test_tables_of_numbers_give_exact_numbers() -> None:
    robot = symoro.load("planar2r").substitute({"d2": "0.425", "d3": 1})
    found = numeric_base_parameters(robot)
    into = {str(s.eliminated): {str(k): str(c) for k, c in s.into} for s in found.steps}
    assert into["M2"] == {"ZZ1": "0.180625", "MX1": "0.425"}
    assert "all constants are numbers" in found.proof.text


def test_special_numbers_have_fewer_parameters() -> None:
    """Parallel axes hide what others show."""
    robot = arm("R", "R alpha=a2 d=D2", name="two")
    assert len(numeric_base_parameters(robot).inertial) == 8
    assert len(numeric_base_parameters(robot.substitute({"a2": 0})).inertial) == 4


def test_angles_that_are_nearly_exact_are_exact() -> None:
    robot = symoro.load("rx90")
    frames = list(robot.frames)
    frames[1] = replace(frames[1], alpha=expression("1.57079632679"))
    found = numeric_base_parameters(replace(robot, frames=tuple(frames)))
    assert len(found.inertial) == 36
    assert any("frame 2, alpha" in note for note in found.notes)


def test_the_unit_of_length_does_not_matter() -> None:
    robot = symoro.load("rx90")
    small, large = ({"D3": s * 0.45, "RL4": s * 0.45} for s in (1e-3, 1e3))
    assert gone(numeric_base_parameters(robot.substitute(small))) == gone(
        numeric_base_parameters(robot.substitute(large))
    )
    assert len(numeric_base_parameters(robot.substitute(large)).inertial) == 36


# What tables and bases change


def test_only_parameters_that_are_there_have_columns() -> None:
    """[Guide] 3.5.2: a link that is a point mass has one parameter."""
    robot = arm("R", "R alpha=Pi/2 d=D2", name="point")
    point = replace(
        robot.link(2), **dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ"), expression(0))
    )
    found = numeric_base_parameters(replace(robot, links=(robot.link(1), point)))
    assert not any(p.link == 2 and p.name in ("XX", "ZZ") for p in found.parameters)
    assert largest_error(found) < SAME


def test_zero_gravity_hides_weights() -> None:
    robot = symoro.load("planar2r")
    found = numeric_base_parameters(robot.substitute({"G2": 0}))
    assert sorted(map(str, found.inertial)) == ["MX2", "MY2", "ZZ1", "ZZ2"]


def test_a_floating_base_has_ten_parameters_of_its_own() -> None:
    robot = floating(arm("R", "R alpha=a2 d=D2", name="satellite"))
    found = numeric_base_parameters(robot)
    assert len(found.inertial) == 10 + 2 * 7
    assert sum(p.link == 0 for p in found.inertial) == 10


def test_on_a_base_of_known_motion_torques_decide() -> None:
    """[Guide]: YY1, MZ1, M1 leave the torques; 14 parameters of 2R, with rotors 16."""
    motion = {"W0": "wx wy wz", "WP0": "ux uy uz", "VP0": "vx vy vz"}
    robot = moving(arm("R", "R alpha=a2 d=D2", name="rover"), **motion)
    found = numeric_base_parameters(robot)
    assert len(found.inertial) == 14
    assert {"YY1", "MZ1", "M1"} <= gone(found)
    assert len(numeric_base_parameters(variant(robot, include=["ia"])).inertial) == 16


def test_friction_of_free_joints_stays() -> None:
    robot = variant(symoro.load("planar2r"), include=["friction"])
    found = numeric_base_parameters(robot)
    assert {"FV1", "FS1", "FV2", "FS2"} <= set(map(str, found.parameters))


# Refused


def test_joints_that_share_a_variable_are_refused() -> None:
    robot = symoro.load("planar3r")
    frames = list(robot.frames)
    frames[1] = replace(frames[1], theta=expression("t1"))
    with pytest.raises(ModelError, match="joints 1 and 2 share the variable t1"):
        numeric_base_parameters(replace(robot, frames=tuple(frames)))


def test_a_robot_that_cannot_move_is_refused() -> None:
    with pytest.raises(ModelError, match="still cannot move"):
        numeric_base_parameters(arm("F d=D1", name="still"))


def test_a_column_that_hardly_changes_is_told_with_robot_parameter_and_remedy() -> None:
    robot = library.robot("planar2r")
    tilted = replace(robot.frames[1], alpha=expression("0.00001"))
    robot = replace(robot, frames=(robot.frames[0], tilted, *robot.frames[2:]))
    message = (
        r"planar2r: parameter \w+: cannot decide whether its column is constant \(it changes by a "
        r"relative [\d.e-]+\); without --numeric .* decide; numbers for d2, d3 \(--set"
    )
    with pytest.raises(ModelError, match=message):
        numeric_base_parameters(robot)


def test_a_rank_that_depends_on_the_constants_is_told_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(method, "independent_columns", lambda *_: (0, 1))
    message = (
        r"planar2r: the rank depends on d2, d3: 6 base parameters with some numbers, 2 with "
        r"others; give numbers \(--set NAME=NUMBER or --values NAME\)"
    )
    with pytest.raises(ModelError, match=message):
        numeric_base_parameters(library.robot("planar2r"))

"""The fewest parameters of robots whose tables have zeros: minimal, proved, and in bounded work."""

from __future__ import annotations

import pytest

from clock import at_most
from grouping.chains import mixed_chain
from symoro import Robot
from symoro.grouping import minimal_set as page
from symoro.grouping.eliminations import sort_parameters
from symoro.grouping.exact import completeness
from symoro.grouping.exact.completeness import Completeness
from symoro.grouping.exact_angles import exact_angles
from symoro.grouping.result import BaseParameters
from symoro.grouping.symbolic import symbolic_base_parameters
from symoro.robot.parameter import nonzero_parameters

CHAINS = [(6, 1, 0.5), (8, 4, 0.4), (12, 2, 0.4), (20, 0, 0.0), (16, 12, 0.0), (16, 8, 0.5)]


def rank_of(robot: Robot) -> int:
    """The rank of the columns of the standard parameters, modulo a prime."""
    exact, _ = exact_angles(robot)
    own = sort_parameters(nonzero_parameters(exact))
    return len(own) - len(Completeness(exact).dependencies(own))


def independent(found: BaseParameters) -> bool:
    exact, _ = exact_angles(found.standard)
    return not Completeness(exact).dependencies(sort_parameters(found.inertial))


@pytest.mark.parametrize(("n", "seed", "zeros"), CHAINS)
@pytest.mark.parametrize("prismatic", [0.0, 0.3])
def test_mixed_chains_have_the_fewest_parameters(
    n: int, seed: int, zeros: float, prismatic: float
) -> None:
    """That they give the standard torques is proved, or `symbolic_base_parameters` raises."""
    robot = mixed_chain(n, seed, zeros, prismatic)
    with at_most(4):
        found = symbolic_base_parameters(robot)
    assert len(found.inertial) == found.proof.rank == rank_of(robot)
    assert independent(found)


def test_parameters_that_the_rules_would_spread_alike_go_together() -> None:
    found = symbolic_base_parameters(mixed_chain(16, 0, 0.5, 0.0))
    assert "together" in {step.reason.rule for step in found.steps}


def test_sixty_mixed_joints_take_seconds() -> None:
    robot = mixed_chain(60, 0)
    with at_most(10):
        found = symbolic_base_parameters(robot)
    assert len(found.inertial) == found.proof.rank
    assert len(found.text()) < 100_000


@pytest.fixture
def no_coefficients(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one_product", "sum_of_products", "combination_coefficients"):
        monkeypatch.setattr(completeness, name, lambda *_: None)


def test_a_large_robot_gets_a_few_more_where_coefficients_are_not_found(
    no_coefficients: None,
) -> None:
    robot = mixed_chain(16, 0, 0.5, 0.0)
    found = symbolic_base_parameters(robot)
    assert len(found.inertial) > found.proof.rank == rank_of(robot)
    assert independent(found)
    (note,) = found.notes
    start = f"{len(found.inertial)} parameters: {found.proof.rank} would do, but the coefficients"
    assert note.startswith(start)


def test_the_rules_own_choice_is_the_last_resort(
    no_coefficients: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = mixed_chain(16, 0, 0.5, 0.0)
    few = symbolic_base_parameters(robot)
    monkeypatch.setattr(page, "_ROUNDS", 0)
    many = symbolic_base_parameters(robot)
    assert len(many.inertial) >= len(few.inertial) > rank_of(robot)
    assert independent(many)

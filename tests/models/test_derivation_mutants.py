"""What all methods share: the chain, the columns of a pose, the coefficients, joints and lengths.

The equations hold at the joints of a pose; coefficients grow with all lengths by the power that is
stated; the size is the sum of all lengths; with a base in the world the pose is seen from there.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro
import symoro.models.inverse_geometry.derivation as derivation_page
import symoro.models.inverse_geometry.joint_chain as chain_page
import symoro.models.inverse_geometry.paul as paul_page
import symoro.models.inverse_geometry.pieper as pieper_page
import symoro.models.inverse_geometry.polynomial as polynomial_page
import symoro.models.inverse_geometry.pose_columns as columns_page
from models.inverse_geometry_cases import (
    BROKEN,
    CLOSE,
    FLOATS,
    Case,
    exchange,
    largest_gap,
    make_case,
)
from models.mutants import Checks, Mutant, mutants
from models.test_inverse_geometry_mutants import CASES as PAUL
from models.test_paul_decisions import DECISIONS, WRIST_FIRST, decided
from symoro.expressions import evaluate, expression
from symoro.models.inverse_geometry.derivation import UnknownScalars
from symoro.models.inverse_geometry.pose_columns import WHOLE
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.models.let import plain
from symoro.robot import Robot

PAGES = (
    chain_page,
    columns_page,
    derivation_page,
    paul_page,
    pieper_page,
    polynomial_page,
)


def outputs_of(case: Case, scale: float = 1.0, **changes: Any) -> dict[str, Any]:
    """What a derivation computes at the joints of a pose, all lengths multiplied by a number."""
    robot = case.derivation.chain.robot
    lengths = lengths_of(robot)
    values = {n: x * scale if n in lengths else x for n, x in case.values.items()}
    pose = case.pose.copy()
    pose[:3, 3] *= scale
    unknowns = {
        k: own if case.derivation.chain.unknowns[k].turns else UnknownScalars(0, 1, own.x * scale)
        for k, own in case.unknowns.items()
    }
    scalar = partial(evaluate, values=values, arithmetic=FLOATS)
    derivation = replace(case.derivation, **changes)
    run = derivation_page.run_derivation
    return run(derivation, pose.astype(object), unknowns, scalar, plain)


def lengths_of(robot: Robot) -> set[str]:
    """The symbols that are lengths: those of d, r and b alone."""
    entries = [getattr(frame, name) for frame in robot.frames for name in ("d", "r", "b")]
    return {symbol for entry in entries for symbol in entry.symbols}


def placed(robot: Robot) -> Robot:
    """The robot with its base turned and moved in the world."""
    rows = [["0.8", "-0.6", "0", "0.3"], ["0.6", "0.8", "0", "-0.2"], ["0", "0", "1", "0.5"]]
    Z: Any = tuple(tuple(map(expression, row)) for row in [*rows, ["0", "0", "0", "1"]])
    return replace(robot, base=replace(robot.base, Z=Z))


GENERAL = Robot.from_mdh(
    [0.2, 0.8, 0.7, 0.4, 0.9, -1.1],
    [0, "D2", "D3", "D4", 0, 0],
    [0.1] * 6,
    ["R1", "R2", "R3", "R4", 0, "R6"],
    [0] * 6,
)
SLIDING = Robot.from_mdh(
    [0.2, 0.8, 0.7, 0.4, 0.9, -1.1],
    [0, "D2", "D3", "D4", 0, 0],
    [0.1] * 6,
    ["R1", "R2", 0, "R4", 0, "R6"],
    [0, 0, 1, 0, 0, 0],
)


def _cases() -> list[Case]:
    cases = []
    for seed, name in enumerate(("rx90", "ur5", "stanford", "kr5", "scara")):
        robot = symoro.load(name)
        cases.append(make_case(paul_page.derive_by_paul(robot, 0, robot.tip, (), WHOLE), seed))
    for seed, robot in enumerate((symoro.load("stanford"), GENERAL, SLIDING)):
        cases.append(make_case(pieper_page.derive_by_pieper(robot, 0, 6, (), WHOLE), seed))
    rx90 = symoro.load("rx90")
    cases.append(make_case(pieper_page.derive_by_pieper(rx90, 0, 6, (), WHOLE), 9))
    cases.append(make_case(paul_page.derive_by_paul(rx90, 0, 6, (), ("a", "P")), 10))
    cases.append(make_case(paul_page.derive_by_paul(WRIST_FIRST, 0, 6, (), WHOLE), 11))
    robot = placed(rx90)
    cases.append(make_case(paul_page.derive_by_paul(robot, 0, 6, (), WHOLE), 8, world=True))
    return cases


SYMBOLIC = _cases()
CASES = [*SYMBOLIC, *PAUL[5:]]  # some columns, cylinders, a fixed frame, a slide against its axis


def _degrees_hold(case: Case) -> bool:
    one, two = outputs_of(case, world=False), outputs_of(case, 2.0, world=False)
    for number, stage in enumerate(case.derivation.stages, 1):
        if stage.kind is None:
            continue
        factors = 2.0 ** np.array(stage.degrees)
        before, after = (x[f"K{number}"].astype(float) for x in (one, two))
        if not np.allclose(after, before * factors, rtol=1e-9, atol=1e-9 * np.abs(after).max()):
            return False
    return True


def _size_holds(case: Case) -> bool:
    """The lengths of the table and the coordinates of the end, from the base."""
    lengths = lengths_of(case.derivation.chain.robot)
    joints = {str(v) for v in case.derivation.chain.robot.variables.values()}
    pose = case.pose
    if case.derivation.world:
        rows = case.derivation.chain.robot.base.Z
        Z = np.array([[evaluate(x, {}, FLOATS) for x in row] for row in rows], dtype=float)
        pose = np.linalg.inv(Z) @ pose
    if case.derivation.backward:
        pose = np.linalg.inv(pose)
    expected = sum(abs(case.values[name]) for name in lengths - joints)
    expected += np.abs(pose[:3, 3]).sum()
    return bool(abs(float(outputs_of(case)["L"][0]) - expected) < CLOSE)


COAXIAL = Robot.from_mdh([0.1, 0, 0.5], [0.1, 0, 0.2], [0] * 3, [0, 0.3, 0.1], [0, 0, 0])
ALONG = Robot.from_mdh([0.1, 0, 0.5], [0.1, 0.3, 0.2], [0] * 3, [0, 0, 0.1], [1, 1, 0])
STILL = Robot.from_mdh([0.1, 0.2], [0.1, 0.2], [0.3, 0], [0, 0.1], [2, 0])
REFUSED = {
    "robot: joints 1 and 2 turn about one axis": (COAXIAL, 3, "(--fix 2)"),
    "robot: joints 1 and 2 slide in one direction": (ALONG, 3, "(--fix 2)"),
    "robot: no joint moves between frames 0 and 1": (STILL, 1, ""),
}


def _refuses(reason: str) -> bool:
    robot, end, remedy = REFUSED[reason]
    try:
        chain_page.joint_chain(robot, 0, end)
    except symoro.ModelError as error:
        return str(error).startswith(reason) and str(error).endswith(remedy)
    return False


@pytest.mark.parametrize("reason", REFUSED)
def test_joints_that_move_alike_are_refused(reason: str) -> None:
    assert _refuses(reason)


CYLINDER = Robot.from_mdh([0.2, 0.8, 0], [0.1, 0.3, 0], [0] * 3, [0, 0.2, 0], [0, 0, 1])
ORDERS = {  # a slide along an axis: where it is, first, last
    "stanford": (symoro.load("stanford"), [(1, 2, 3, 4, 5, 6)] * 2 + [(1, 2, 4, 3, 5, 6)]),
    "cylinder": (CYLINDER, [(1, 2, 3), (1, 3, 2), (1, 2, 3)]),
    "rx90": (symoro.load("rx90"), [(1, 2, 3, 4, 5, 6)]),
    "between": (
        Robot.from_mdh([0.1, 0, 0], [0.1, 0, 0.2], [0] * 3, [0, 0, 0.1], [0, 1, 0]),
        [(1, 2, 3), (2, 1, 3), (1, 3, 2)],
    ),
}


def _orders_hold(name: str) -> bool:
    """The joints of the chains that are tried, the same frame at the end of each."""
    robot, expected = ORDERS[name]
    chains = list(chain_page.separate_joint_chains(robot, 0, robot.tip))
    orders = [tuple(each.unknowns[k].joints[0] for k in each.unknowns) for each in chains]
    ends = [each.joints[-1] for each in chains]
    return orders == expected and len({*ends}) == 1


@pytest.mark.parametrize("name", ORDERS)
def test_a_slide_along_an_axis_comes_before_or_behind_it(name: str) -> None:
    assert _orders_hold(name)


def _checks_are_asked_for(case: Case) -> bool:
    return "R" in outputs_of(case, checked=True) and "R" not in outputs_of(case, checked=False)


@pytest.mark.parametrize("case", SYMBOLIC, ids=lambda case: repr(case.derivation)[1:-1])
def test_equations_hold_and_grow_with_lengths_as_stated(case: Case) -> None:
    assert largest_gap(case) < CLOSE
    assert _degrees_hold(case)
    assert _size_holds(case)
    assert _checks_are_asked_for(case)


class _Power:
    """A value of a degree in lengths."""

    def __init__(self, degree: int) -> None:
        self.degree = degree

    def is_number(self, value: int) -> bool:
        return False


class _Fixed:
    """An equation with coefficients of given degrees; None for one that is zero."""

    def __init__(self, *degrees: int | None) -> None:
        self._degrees = degrees

    def coefficients(self, scene: Any) -> list[Any]:
        return [0 if degree is None else _Power(degree) for degree in self._degrees]

    def sides(self, scene: Any) -> list[Any]:
        return []


FILLED = {
    (Kind.DIRECTION, (None, 1, 1, 2, None, None)): (1, 1, 1, 2, 2, 2),
    (Kind.LINEAR, (0, None)): (0, 1),
    (Kind.QUADRATIC, (None, None, 3)): (1, 2, 3),
    (Kind.QUARTIC, (None, None, 2, None, None)): (0, 1, 2, 3, 4),
    (Kind.ANGLE, (None, 1, None)): (1, 1, 1),
    (Kind.CIRCLE, (None, None, 4, None, 4)): (4,) * 5,
}


def _zeros_have_degrees() -> bool:
    scene: Any = None
    stages = {
        key: derivation_page.stage_of(1, key[0], _Fixed(*key[1]), scene).degrees for key in FILLED
    }
    return stages == FILLED


def test_a_coefficient_that_is_zero_has_the_degree_that_it_would_have() -> None:
    assert _zeros_have_degrees()


COSMETIC = (  # points that are known already, other numbers of unknowns, a product with one
    "if not _is_zero(along):",
    "place = len(unknowns) + 1",
    'f"fix one of them (--fix {joints[-1].frame})"',
    "if not m or not n:",
)
SEPARATE = {
    "stanford": symoro.load("stanford"),
    "sliding": SLIDING,
    "parallel axes": symoro.load("rx90"),
}


def _closed(name: str) -> bool:
    """A chain of single joints, made again, meets the pose of its joints."""
    derived = pieper_page.derive_by_pieper(SEPARATE[name], 0, 6, (), WHOLE)
    return largest_gap(make_case(derived, 2)) < CLOSE


CHECKS: Checks[None] = Checks(
    [
        *(lambda _, case=case: largest_gap(case) < CLOSE for case in CASES),
        *(lambda _, case=case: _degrees_hold(case) for case in SYMBOLIC),
        *(lambda _, case=case: _size_holds(case) for case in SYMBOLIC),
        *(lambda _, case=case: _checks_are_asked_for(case) for case in SYMBOLIC),
        lambda _: _zeros_have_degrees(),
        *(lambda _, reason=reason: _refuses(reason) for reason in REFUSED),
        *(lambda _, name=name: _orders_hold(name) for name in ORDERS),
        *(lambda _, name=name: _closed(name) for name in SEPARATE),
        *(lambda _, name=name: decided(name) == DECISIONS[name][2] for name in DECISIONS),
    ],
    (*BROKEN, RuntimeError, StopIteration, symoro.ModelError),
)


@pytest.mark.parametrize(
    "page",
    [derivation_page, columns_page, chain_page, polynomial_page],
    ids=lambda x: x.__name__.rpartition(".")[2],
)
def test_a_broken_part_is_noticed(page: ModuleType) -> None:
    assert CHECKS.hold(None)
    made = [m for m in mutants(page, thorough=True) if m.text not in COSMETIC]
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if _survives(page, m)]
    print(len(made), "mutants")
    assert not alive, "\n".join(alive)


def _survives(page: ModuleType, mutant: Mutant) -> bool:
    with exchange(page, mutant.module, PAGES), np.errstate(all="ignore"):
        return CHECKS.hold(None)

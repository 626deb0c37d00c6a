"""Robots of data sheets and the library's tables of the same arms: one pose, one cost."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

import symoro
from docs.documents import DOCS
from sheets import PANDA, PUMA560, STANFORD, UR10E, Sheet
from symoro.robot import Robot

RX90 = Sheet(
    "classic",
    (
        (0, 90, 0, 0),
        (0.45, 0, 0, 0),
        (0, -90, 0, 0),
        (0, 90, 0.45, 0),
        (0, -90, 0, 0),
        (0, 0, 0, 0),
    ),
)
"""The guide's example as a classic table."""

PI = np.pi


@dataclass(frozen=True)
class Twin:
    """A sheet and the robot of the library that has the arm of it.

    Attributes:
        a: symbols in the place of its lengths along x, by row.
        d: symbols in the place of its lengths along z; what it lacks is zero.
        signs: of the library's joint variables, where they differ.
        offsets: of the library's joint variables.
        values: of the library's symbols, where they are not those of the sheet's.
    """

    robot: str
    sheet: Sheet
    a: dict[int, str]
    d: dict[int, str]
    signs: tuple[float, ...] = ()
    offsets: tuple[float, ...] = ()
    values: tuple[tuple[str, float], ...] = ()


TWINS = {
    "UR10e": Twin("ur5", UR10E, {2: "D3", 3: "D4"}, {1: "RL1", 4: "RL4", 5: "RL5", 6: "RL6"}),
    "RX90": Twin("rx90", RX90, {2: "D3"}, {4: "RL4"}),
    "Puma 560": Twin(  # Craig's axes 2 and 3 point the other way
        "puma560",
        PUMA560,
        {2: "D3", 3: "D4"},
        {3: "R3", 4: "R4"},
        (1, -1, -1, 1, 1, 1),
        (0, 0, PI, PI, 0, 0),
        (("R3", -0.15005), ("D4", -0.0203)),
    ),
    "Stanford arm": Twin(  # the guide has no quarter turn in the prismatic joint
        "stanford", STANFORD, {}, {2: "RL2"}, offsets=(0, 0, 0, -PI / 2, 0, 0)
    ),
    "Panda (modified)": Twin(
        "panda", PANDA, {4: "D4", 5: "-D4", 7: "D7"}, {1: "RL1", 3: "RL3", 5: "RL5", 8: "RL8"}
    ),
}


def symbolic(twin: Twin) -> Robot:
    """The robot of a sheet, with the library's symbols where the library has a length."""
    rows = [
        (twin.a.get(j, 0), alpha, twin.d.get(j, 0), theta)
        for j, (_, alpha, _, theta) in enumerate(twin.sheet.rows, start=1)
    ]
    sheet = replace(twin.sheet, rows=tuple(rows))  # type: ignore[arg-type]
    return Robot.from_dh(**sheet.columns, convention=sheet.convention)


def numbers(twin: Twin) -> dict[str, float]:
    lengths = [(name, twin.sheet.rows[j - 1][0]) for j, name in twin.a.items()]
    lengths += [(name, twin.sheet.rows[j - 1][2]) for j, name in twin.d.items()]
    return {name: value for name, value in lengths if not name.startswith("-")}


@cache
def counts(robot: Robot) -> tuple[tuple[int, int], ...]:
    """Additions and multiplications of idm and fast-transform at O1 and O2."""
    models = [
        function(robot, level=level, verify=False)
        for function in (symoro.idm, symoro.fast_transform)
        for level in ("O1", "O2")
    ]
    return tuple((each.operations.add, each.operations.mul) for each in models)


@pytest.mark.parametrize("name", TWINS)
def test_a_sheet_is_the_arm_of_the_library(name: str) -> None:
    twin = TWINS[name]
    q = np.random.default_rng(4).uniform(-2, 2, len(twin.sheet.rows) - twin.sheet.joints.count("F"))
    own = q * np.array(twin.signs or 1) + np.array(twin.offsets or 0)
    poses = [
        np.asarray(
            symoro.transform(robot, to=robot.n_frames, from_=0).compile()(
                values, parameters=numbers(twin) | more
            )
        )
        for robot, values, more in (
            (symbolic(twin), q, {}),
            (symoro.load(twin.robot), own, dict(twin.values)),
        )
    ]
    # some twenty products of sines and lengths below a metre
    np.testing.assert_allclose(poses[0], poses[1], rtol=0, atol=1e-13)


@pytest.mark.parametrize("name", TWINS)
def test_a_sheet_costs_what_the_tables_of_the_library_cost(name: str) -> None:
    twin = TWINS[name]
    for own, best in zip(counts(symbolic(twin)), counts(symoro.load(twin.robot)), strict=True):
        assert own[0] <= best[0]
        assert own[1] <= best[1]


def test_the_table_of_the_page_has_these_counts() -> None:
    page = (DOCS / "how-to" / "from-a-data-sheet.md").read_text(encoding="utf-8")
    rows = [
        f"| {name} | `{twin.robot}` | "
        + " | ".join(f"{add} + {mul}" for add, mul in counts(symbolic(twin)))
        + " |"
        for name, twin in TWINS.items()
    ]
    assert re.findall(r"^\| .* \| `\w+` \| \d.*\|$", page, re.MULTILINE) == rows


def test_a_pedestal_costs_nothing_and_a_flange_nothing_at_o2() -> None:
    """d of the first joint of the Stanford arm, and of the last one."""
    twin = TWINS["Stanford arm"]
    bare = counts(symbolic(twin))
    pedestal = counts(symbolic(replace(twin, d={**twin.d, 1: "RL1"})))
    flange = counts(symbolic(replace(twin, d={**twin.d, 6: "RL6"})))
    assert pedestal[:2] == bare[:2]
    assert (sum(flange[0]) - sum(bare[0]), flange[1]) == (10, bare[1])


def test_a_flange_in_a_row_of_its_own_costs_nothing() -> None:
    twin = TWINS["Stanford arm"]
    rows = (*twin.sheet.rows, (0.0, 0.0, 0.263, 0.0))
    sheet = replace(twin.sheet, rows=rows, joints=twin.sheet.joints + "F")
    apart = symbolic(replace(twin, sheet=sheet, d={**twin.d, 7: "RL7"}))
    assert counts(apart)[:2] == counts(symbolic(twin))[:2]

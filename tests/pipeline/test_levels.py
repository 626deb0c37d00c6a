"""Level O2: what it costs, and that it never costs more than level O1.

Counts are additions and multiplications of each call. They are exact: a change of any of them is
shown here, and none may exceed the bound beside it.
"""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

import pytest

import symoro
from symoro import Model, ModelError, Robot, UsageError, library
from symoro.catalog.dynamic.lean import ROUTE
from symoro.catalog.generate import generate
from symoro.catalog.table import model_entries
from symoro.expressions import PI, symbol
from symoro.pipeline.options import LEVELS, Options
from symoro.robot import Base, JointType, Structure, general_link, joint_frame

MOVING = Path(__file__).parents[1] / "formats" / "data" / "e_mobile.par"
COUNTS = {
    ("idm", "rrp"): (99, 102),
    ("idm", "rx90"): (425, 434),
    ("idm", "stanford"): (386, 395),
    ("idm", "puma560"): (446, 455),
    ("idm", "general6r"): (670, 673),
    ("idm", "ur5"): (432, 445),
    ("idm", "planar2r"): (26, 26),
    ("idm", "planar3r"): (59, 59),
    ("idm", "scara"): (53, 53),
    ("ccg", "scara"): (31, 44),
    ("inertia", "rrp"): (19, 22),
    ("inertia", "rx90"): (206, 250),
    ("inertia", "stanford"): (165, 205),
    ("inertia", "puma560"): (238, 285),
    ("inertia", "general6r"): (559, 600),
    ("ddm", "rrp"): (134, 172),
    ("ddm", "rx90"): (734, 765),
    ("ddm", "stanford"): (658, 689),
    ("ddm", "puma560"): (783, 814),
    ("ddm", "general6r"): (1348, 1364),
    ("filtered-model", "puma560"): (748, 1355 * 8 // 10),
    ("filtered-model", "stanford"): (622, 1136 * 8 // 10),
}
"""By model and robot in base parameters: what a call costs, and what it may cost at most."""


FLOATING = {
    "rx90": (821, 1154),
    "puma560": (858, 1196),
    "ur5": (868, 1263),
    "panda": (1004, 1420),
    "general6r": (1205, 1851),
    "sr400": (1062, 1546),
    "mobile3w": (710, 1123),
}
"""Inverse dynamics on a floating base: the operations of a call, and those of the plain page."""


@cache
def made(
    name: str,
    robot: str,
    level: str,
    assume: str = "nonzero",
    base_parameters: bool = False,
    floating_base: bool = False,
) -> Model:
    """A model of a robot of the library, or of its tree if it is closed; not verified here."""
    options = Options(
        level=level,
        assume=assume,
        base_parameters=base_parameters,
        equivalent_tree=True,
        floating_base=floating_base,
        verify=False,
    )
    return generate(name, library.robot(robot), options)


@pytest.mark.parametrize(("name", "robot"), COUNTS, ids=lambda word: word)
def test_the_counts(name: str, robot: str) -> None:
    counted, bound = COUNTS[name, robot]
    model = made(name, robot, "O2", base_parameters=True)
    assert model.operations.total == counted <= bound
    assert model.operations.online is not None
    assert model.operations.online.total == counted
    assert model.two_part


@pytest.mark.parametrize("base_parameters", [False, True], ids=["standard", "base"])
@pytest.mark.parametrize("robot", FLOATING)
def test_the_counts_of_a_floating_base(robot: str, base_parameters: bool) -> None:
    """Standard parameters cost what base parameters do: `prepare` does the grouping."""
    counted, before = FLOATING[robot]
    model = made("idm", robot, "O2", base_parameters=base_parameters, floating_base=True)
    assert model.operations.total == counted < before
    assert ROUTE in model.notes


@pytest.mark.parametrize("robot", ["scara", "planar3r", "rx90", "ur5"])
def test_standard_parameters_cost_what_base_parameters_do(robot: str) -> None:
    standard, base = (made("idm", robot, "O2", base_parameters=b) for b in (False, True))
    assert standard.operations.total == base.operations.total


def never_more(first: Model, second: Model) -> None:
    """Compare what calls cost: operations, sines and cosines, other functions, systems."""
    before, after = first.operations, second.operations
    assert after.total <= before.total
    assert after.trig <= before.trig
    assert len(after.solve) <= len(before.solve)
    assert all(n <= before.functions[name] for name, n in after.functions.items())


SMALL = ("rrp", "scara", "planar3r", "acrobot", "crane", "fivebar", "spherical4r", "stanford")
EVERY = [(name, robot) for name in ("idm", "inertia") for robot in library.names()]
EVERY += [(name, robot) for name in ("ccg", "ddm") for robot in (*SMALL, "mobile3w", "rssr")]


@pytest.mark.parametrize(("name", "robot"), EVERY)
def test_o2_never_costs_more_than_o1_for_any_robot(name: str, robot: str) -> None:
    try:
        first = made(name, robot, "O1")
    except ModelError:
        with pytest.raises(ModelError):
            made(name, robot, "O2")
        return
    never_more(first, made(name, robot, "O2"))


DYNAMIC = ("idm", "inertia", "ccg", "ddm")


@pytest.mark.parametrize("robot", ["rx90", "rrp", "scara", "sr400"])
@pytest.mark.parametrize(
    "name", [each.name for each in model_entries() if each.name not in DYNAMIC]
)
def test_o2_never_costs_more_than_o1_for_any_model(name: str, robot: str) -> None:
    """As the robot is, and as a tree if it is closed; what O1 refuses, O2 refuses as well."""
    given = library.robot(robot)
    for tree in (False, True) if given.structure is Structure.CLOSED else (False,):
        try:
            first = generate(name, given, Options(level="O1", equivalent_tree=tree, verify=False))
        except (ModelError, UsageError) as error:
            with pytest.raises(type(error)):
                generate(name, given, Options(level="O2", equivalent_tree=tree, verify=False))
            continue
        never_more(
            first, generate(name, given, Options(level="O2", equivalent_tree=tree, verify=False))
        )


@pytest.mark.parametrize("robot", ["rx90", "stanford", "sr400"])
@pytest.mark.parametrize("name", ["idm", "inertia"])
def test_without_assumptions_nothing_is_divided_by(name: str, robot: str) -> None:
    some, none = made(name, robot, "O2"), made(name, robot, "O2", "none")
    assert none.nonzero == none.assumptions == ()
    assert some.operations.total <= none.operations.total
    never_more(made(name, robot, "O1"), none)


def test_assumptions_name_what_is_divided_by() -> None:
    model = made("idm", "rx90", "O2", base_parameters=True)
    assert model.nonzero == ("D3",)
    assert model.assumptions == ("D3 is not zero",)
    assert model.as_dict()["assumptions"] == ["D3 is not zero"]
    assert made("ddm", "rrp", "O2", base_parameters=True).nonzero == ("M3",)
    assert made("idm", "rx90", "O1").assumptions == ()
    assert set(model.nonzero) <= set(model.program.parameters)


def test_the_route_is_said() -> None:
    assert ROUTE in made("idm", "rx90", "O2").notes
    assert ROUTE not in made("idm", "rx90", "O1").notes


@pytest.mark.parametrize("name", ["idm", "ccg", "ddm", "inertia", "hybrid"])
def test_the_inertia_of_a_base_of_known_motion_is_not_asked_for(name: str) -> None:
    robot = symoro.load(MOVING)
    assert "XX0" in robot.symbols
    model = generate(name, robot, Options(level="O2"))
    assert model.certificate is not None
    assert not any(each.endswith("0") for each in model.program.parameters)


def test_levels_and_assumptions_have_names() -> None:
    assert LEVELS == ("O0", "O1", "O2")
    with pytest.raises(UsageError, match="there is no level O3; levels are O0, O1, O2"):
        Options(level="O3")
    with pytest.raises(UsageError, match="nonzero or none, not all"):
        Options(assume="all")


@pytest.mark.parametrize("outputs", [["E"], ["N", "GAM"], ["E", "N"]])
def test_reactions_are_given_at_o2(outputs: list[str]) -> None:
    """Links keep their own frames: reactions are those of the tables. Verified as always."""
    model = symoro.idm(library.robot("rrp"), level="O2", outputs=outputs)
    assert set(model.outputs) == set(outputs)
    assert model.certificate is not None
    assert model.nonzero == ()
    never_more(symoro.idm(library.robot("rrp"), level="O1", outputs=outputs), model)


def chain(n: int) -> Robot:
    """General revolute joints one after the other, in standard parameters."""
    frames = []
    for j in range(1, n + 1):
        way = {"alpha": symbol(f"al{j}"), "d": symbol(f"d{j}"), "r": symbol(f"RL{j}")}
        frames.append(joint_frame(j, j - 1, JointType.REVOLUTE, theta=symbol(f"t{j}"), **way))
    links = tuple(general_link(j) for j in range(1, n + 1))
    base = Base(G=(symbol("G1"), symbol("G2"), symbol("G3")))
    return Robot(f"chain{n}", Structure.SIMPLE, tuple(frames), links, base)


@pytest.mark.parametrize("n", [2, 6, 12, 25])
def test_a_chain_costs_a_constant_per_joint(n: int) -> None:
    model = generate("idm", chain(n), Options(level="O2", verify=False))
    assert model.operations.add <= 69 * n
    assert model.operations.mul <= 81 * n
    assert model.operations.trig == 2 * n


def test_generation_takes_a_time_proportional_to_the_chain() -> None:
    """Twice the joints take about twice the time; up to three attempts, for a busy machine."""

    def seconds(n: int) -> float:
        start = time.process_time()
        generate("idm", chain(n), Options(level="O2", verify=False))
        return time.process_time() - start

    assert any(seconds(36) < 4 * seconds(18) for _ in range(3))


def test_right_angles_are_told_from_others() -> None:
    """Rotations are kept in factors only where an axis is oblique."""
    from symoro.pipeline.cheapest import has_oblique_axes

    assert not has_oblique_axes(library.robot("rx90"))
    assert has_oblique_axes(library.robot("general6r"))
    frame = joint_frame(1, 0, JointType.REVOLUTE, theta=symbol("t1"), gamma=PI / 3)
    robot = Robot("one", Structure.SIMPLE, (frame,), (general_link(1),))
    assert has_oblique_axes(robot)

"""The library's robots: what is there, where it comes from, and what it says."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest

from external import run
from symoro import library
from symoro.errors import UsageError
from symoro.expressions import PI, ZERO, expression, symbol
from symoro.formats import par
from symoro.library.entries import library_entries
from symoro.robot import INERTIAL, JointType, Robot, Structure, check

SIMPLE, TREE, CLOSED = Structure.SIMPLE, Structure.TREE, Structure.CLOSED

SIZES = {  # structure, links, joints with the cut ones, frames, motors
    "acrobot": (SIMPLE, 2, 2, 2, 1),
    "akr3000": (CLOSED, 10, 12, 14, 6),
    "crane": (SIMPLE, 2, 2, 2, 1),
    "fivebar": (CLOSED, 4, 5, 6, 2),
    "fourbar": (CLOSED, 3, 4, 5, 1),
    "general6r": (SIMPLE, 6, 6, 6, 6),
    "highspeed2axis": (TREE, 13, 13, 13, 12),
    "kr5": (SIMPLE, 6, 6, 6, 6),
    "lwr": (SIMPLE, 7, 7, 7, 7),
    "mobile3w": (TREE, 7, 7, 7, 2),
    "panda": (SIMPLE, 8, 8, 8, 7),
    "planar2r": (SIMPLE, 3, 3, 3, 2),
    "planar3r": (SIMPLE, 4, 4, 4, 3),
    "puma560": (SIMPLE, 6, 6, 6, 6),
    "rrp": (SIMPLE, 3, 3, 3, 3),
    "rssr": (CLOSED, 7, 8, 9, 1),
    "rsur": (CLOSED, 6, 7, 8, 1),
    "rx130l": (SIMPLE, 6, 6, 6, 6),
    "rx90": (SIMPLE, 6, 6, 6, 6),
    "scara": (SIMPLE, 4, 4, 4, 4),
    "slidercrank": (CLOSED, 3, 4, 5, 1),
    "spherical4r": (CLOSED, 3, 4, 5, 1),
    "sr400": (CLOSED, 8, 9, 10, 6),
    "stanford": (SIMPLE, 6, 6, 6, 6),
    "ur5": (SIMPLE, 6, 6, 6, 6),
}

EXPECTED_DIAGNOSTICS = {
    "acrobot": ["none at joint 1"],
    "crane": ["none at joint 2"],
    # the body's virtual joints 1 to 3 and the castor 4, 7 have no motors: that is the robot
    "mobile3w": ["none at joint 1, 2, 3, 4, 7"],
}

MASSLESS = {
    "highspeed2axis": {12},
    "mobile3w": {1, 2},
    "panda": {8},
    "planar2r": {3},
    "planar3r": {4},
    "rssr": {2, 3, 5, 7},  # inside the spherical joints
    "rsur": {2, 4, 6},  # inside the spherical and the universal joint
}

VERTICAL_PLANE = {
    "acrobot", "crane", "fivebar", "fourbar", "planar2r", "planar3r", "slidercrank",
}  # fmt: skip

every_robot = pytest.mark.parametrize("name", sorted(SIZES))


def test_the_library_has_exactly_the_promised_robots_in_order() -> None:
    assert library.names() == tuple(sorted(SIZES))


@every_robot
def test_structure_and_counts_are_those_of_the_source(name: str) -> None:
    robot = library.robot(name)
    structure, links, joints, frames, motors = SIZES[name]
    assert robot.name == name
    assert robot.structure is structure
    assert (robot.n_links, robot.n_joints, robot.n_frames) == (links, joints, frames)
    assert sum(frame.mu for _, frame in robot) == motors


@every_robot
def test_provenance_says_what_the_robot_is_and_its_source(name: str) -> None:
    title, _, rest = library.robot(name).provenance.partition(". ")
    assert 10 < len(title) < 80
    assert rest.startswith("Source: ")
    assert len(rest) > 20


@every_robot
def test_check_finds_nothing_but_what_is_explained(name: str) -> None:
    diagnostics = [str(diagnostic) for diagnostic in check(library.robot(name))]
    expected = EXPECTED_DIAGNOSTICS.get(name, [])
    assert len(diagnostics) == len(expected)
    for diagnostic, part in zip(diagnostics, expected, strict=True):
        assert part in diagnostic


@every_robot
def test_inertias_are_general_symbols_except_of_frames_without_a_body(name: str) -> None:
    robot = library.robot(name)
    for j, link in enumerate(robot.links, start=1):
        for field in INERTIAL:
            bare = j in MASSLESS.get(name, ())
            assert getattr(link, field) == (ZERO if bare else symbol(f"{field}{j}"))


@every_robot
def test_no_drive_parameters_and_no_external_wrench_unless_asked_for(name: str) -> None:
    for link in library.robot(name).links:
        assert (link.IA, link.FV, link.FS, *link.wrench) == (ZERO,) * 9


@every_robot
def test_gravity_is_along_z0_or_for_vertical_plane_mechanisms_along_y0(name: str) -> None:
    flat = name in VERTICAL_PLANE
    expected = (ZERO, symbol("G2"), ZERO) if flat else (ZERO, ZERO, symbol("G3"))
    assert expected == library.robot(name).base.G


@every_robot
def test_joint_velocities_accelerations_and_torques_have_symoros_names(name: str) -> None:
    for j, frame in library.robot(name):
        for tag in ("QP", "QDP", "GAM"):
            assert getattr(frame, tag) == (symbol(f"{tag}{j}") if frame.moves else ZERO)


@every_robot
def test_value_sets_have_a_source_and_give_numbers_to_symbols_of_the_robot(name: str) -> None:
    robot = library.robot(name)
    assert len({values.name for values in robot.values}) == len(robot.values)
    for values in robot.values:
        assert values.source
        assert {symbol for symbol, _ in values.values} <= robot.symbols
        assert all(not value.symbols for _, value in values.values)


@pytest.mark.parametrize(
    ("name", "complete"),
    [
        ("puma560", "akb1986"),
        ("ur5", "maker"),
        ("planar2r", "course"),
        ("acrobot", "spong1995"),
        ("crane", "example"),
    ],
)
def test_a_complete_value_set_leaves_only_the_joint_state_symbolic(
    name: str, complete: str
) -> None:
    robot = library.robot(name)
    (values,) = (v for v in robot.values if v.name == complete)
    left = robot.symbols - {symbol for symbol, _ in values.values}
    state = {variable.name for variable in robot.variables.values()}
    state |= {f"{tag}{j}" for j in robot.moving_joints for tag in ("QP", "QDP", "GAM")}
    assert left == state


@every_robot
def test_a_geometric_set_names_every_length_of_the_robot(name: str) -> None:
    robot = library.robot(name)
    if not robot.values:
        return
    geometry = {
        symbol
        for _, frame in robot
        for field in ("gamma", "b", "alpha", "d", "theta", "r")
        for symbol in getattr(frame, field).symbols
    } - {variable.name for variable in robot.variables.values()}
    geometry |= {symbol for wheel in robot.wheels for symbol in wheel.radius.symbols}
    for values in robot.values:
        assert geometry <= {symbol for symbol, _ in values.values}


@every_robot
def test_limits_are_ordered(name: str) -> None:
    for _, frame in library.robot(name):
        if frame.limits and frame.limits.lower and frame.limits.upper:
            span = (frame.limits.upper - frame.limits.lower).terms()
            assert sum(float(f) * (3.14159 if base == PI else 1) for base, f in span) > 0


@every_robot
def test_the_file_is_ascii_and_the_robot_survives_being_written(name: str) -> None:
    source = library.text(name)
    assert source.isascii()
    robot = par.read(source)
    assert par.read(par.write(robot)) == robot


def test_an_unknown_name_gets_the_nearest_names() -> None:
    with pytest.raises(UsageError, match=r"no robot 'RX-90'.*rx90.*symoro robots lists them"):
        library.robot("RX-90")


@pytest.mark.parametrize("name", ["zzzzzz", "", "../rx90", "rx90.par"])
def test_a_name_far_from_all_is_refused_and_the_list_is_named(name: str) -> None:
    with pytest.raises(UsageError, match="symoro robots lists them"):
        library.robot(name)


def test_entries_follow_the_names_and_tell_what_each_robot_is() -> None:
    entries = library_entries()
    assert tuple(entry.name for entry in entries) == library.names()
    for entry in entries:
        robot = library.robot(entry.name)
        assert (entry.structure, entry.joints) == (robot.structure, len(robot.moving_joints))
        assert f"{entry.title}. {entry.source}" == robot.provenance
    assert "Staubli RX90" in {entry.name: entry for entry in entries}["rx90"].title


def test_listing_the_library_imports_neither_numpy_nor_sympy() -> None:
    program = (
        "import sys; from symoro.library.entries import library_entries; library_entries();"
        "print([m for m in ('numpy', 'scipy', 'sympy', 'llvmlite') if m in sys.modules])"
    )
    result = run([sys.executable, "-c", program], check=True)
    assert result.stdout.strip() == "[]"


# Corrections of the sources, each one a fact about the mechanism


def angle(text: str) -> object:
    return expression(text)


def test_joint_5_of_the_high_speed_machine_slides() -> None:
    robot = library.robot("highspeed2axis")
    assert robot.frame(5).sigma is JointType.PRISMATIC
    assert robot.variables[5] == symbol("r5")


def test_the_elastic_joints_of_the_high_speed_machine_have_stiffnesses() -> None:
    robot = library.robot("highspeed2axis")
    elastic = [j for j, frame in robot if frame.eta]
    assert elastic == [1, 2, 3, 4, 6, 7, 8, 10, 11, 13]
    assert all(robot.frame(j).k == symbol(f"K{j}") and robot.frame(j).mu for j in elastic)
    assert robot.children(5) == (6, 13)


def test_only_the_rear_wheels_of_the_mobile_robot_are_driven_and_they_stand_apart() -> None:
    robot = library.robot("mobile3w")
    assert [j for j, frame in robot if frame.mu] == [5, 6]
    assert robot.frame(5).r == -robot.frame(6).r == symbol("RL5")
    assert [str(robot.variables[j]) for j in (1, 2)] == ["y", "x"]


def test_the_wheels_of_the_mobile_robot_are_the_rear_ones_and_the_castor() -> None:
    robot = library.robot("mobile3w")
    radii = {wheel.link: str(wheel.radius) for wheel in robot.wheels}
    assert radii == {5: "RW", 6: "RW", 7: "RF"}


def test_opposite_sides_of_the_sr400_parallelogram_are_equal() -> None:
    robot = library.robot("sr400")
    assert robot.frame(9).d == robot.frame(3).d
    assert robot.frame(10).d == -robot.frame(8).d
    assert robot.frame(10).gamma == angle("Pi/2")
    assert [j for j, frame in robot if frame.moves and not frame.mu] == [3, 8, 9]


def test_the_akr_3000_has_linear_jacks_and_a_constant_forearm_length() -> None:
    robot = library.robot("akr3000")
    assert [j for j in robot.moving_joints if robot.frame(j).sigma is JointType.PRISMATIC] == [5, 6]
    assert [j for j, frame in robot if frame.moves and not frame.mu] == [2, 3, 4, 7, 11, 12]
    assert robot.frame(8).r == symbol("RL8")
    assert robot.variables[8] == symbol("t8")


def column(robot: Robot, field: str) -> list[str]:
    return [str(getattr(frame, field)) for _, frame in robot]


def test_the_puma_560_has_craigs_table() -> None:
    robot = library.robot("puma560")
    assert column(robot, "alpha") == ["0", "-Pi/2", "0", "-Pi/2", "Pi/2", "-Pi/2"]
    assert column(robot, "d") == ["0", "0", "D3", "D4", "0", "0"]
    assert column(robot, "r") == ["0", "0", "R3", "R4", "0", "0"]


def test_the_general_6r_is_general_but_for_its_first_joint() -> None:
    robot = library.robot("general6r")
    for field, letter in (("alpha", "a"), ("d", "d"), ("r", "r")):
        assert column(robot, field) == ["0", *(f"{letter}{j}" for j in range(2, 7))]


@pytest.mark.parametrize("name", [n for n, (structure, *_) in SIZES.items() if structure is CLOSED])
def test_loops_follow_the_rules_of_the_guide(name: str) -> None:
    """Section 1.5: cut joints are passive, and theta = r = 0 on the fixed side."""
    robot = library.robot(name)
    for cut, other in robot.loops():
        assert not robot.frame(cut).mu
        assert robot.frame(other).theta == robot.frame(other).r == ZERO
        assert robot.root(cut, other) not in (cut, other)


@pytest.mark.parametrize(
    ("name", "frames"),
    [
        ("rsur", (2, 7)),  # with (6, 8) the spherical joint, cut at 7
        ("rsur", (6, 8)),
        ("rsur", (4, 5)),  # the universal joint
        ("rssr", (2, 3, 4)),
        ("rssr", (5, 8)),  # with (7, 9) the second spherical joint, cut at 8
        ("rssr", (7, 9)),
    ],
)
def test_the_axes_of_a_spherical_or_universal_joint_meet(
    name: str, frames: tuple[int, ...]
) -> None:
    robot = library.robot(name)
    for before, j in pairwise(frames):
        frame = robot.frame(j)
        assert (frame.antecedent, frame.alpha) == (before, angle("Pi/2"))
        assert (frame.gamma, frame.b, frame.d, frame.r) == (ZERO,) * 4


@pytest.mark.parametrize("name", ["rsur", "rssr"])
def test_a_spherical_joint_is_cut_between_virtual_links(name: str) -> None:
    """Guide, section 2.6, remark 2."""
    robot = library.robot(name)
    for cut, other in robot.loops():
        assert {robot.antecedent(cut), robot.antecedent(other)} <= MASSLESS[name]

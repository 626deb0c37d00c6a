"""Models of the dynamics of trees: what they cost, how they are named, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from dynamic_states import State, afloat, at_random, close
from grouping.small_robots import arm, moving
from kinematic_states import FLOATS
from laws.duals import Dual, DualArithmetic
from printers.toolchain import assert_close, expected, run
from random_robots import random_tree
from symoro import Model, ModelError, Robot, UsageError
from symoro.expressions import ZERO, expression, symbol
from symoro.ir import interpret
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import Base, JointType, Link, Structure, general_link, joint_frame

Make = Callable[..., Model]

PLAIN: Any = {"level": "O1", "verify": False}
"""SYMORO+'s statements, and no comparison: what a count or a name needs."""

COUNTS = {  # additions and multiplications of inertia, ddm, ccg; OpenSYMORO's
    "planar2r": ([(4, 5), (18, 30), (9, 18)], [(5, 8), (41, 66), (9, 18)]),
    "rrp": ([(10, 12), (75, 97), (52, 67)], [(10, 17), (88, 141), (45, 71)]),
    "rx90": ([(116, 166), (405, 499), (218, 242)], [(133, 195), (622, 864), (207, 276)]),
    "stanford": ([(95, 128), (364, 440), (199, 221)], [(105, 147), (536, 734), (189, 249)]),
    "puma560": ([(139, 192), (440, 537), (230, 254)], [(163, 247), (701, 954), (217, 287)]),
    "sr400": ([(160, 220), (545, 671), (302, 343)], [(184, 264), (876, 1225), (283, 388)]),
    "akr3000": ([(148, 198), (563, 690), (320, 367)], [(165, 243), (814, 1154), (295, 409)]),
    "general6r": ([(366, 509), (794, 1000), (357, 429)], [(509, 720), (1438, 1930), (358, 467)]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_operations_with_base_parameters(name: str) -> None:
    """Ours are known exactly, and no total is above OpenSYMORO's by more than 3 %."""
    ours, theirs = COUNTS[name]
    robot = symoro.base_parameters(symoro.load(name).equivalent_tree()).robot
    models = [make(robot, **PLAIN) for make in (symoro.inertia, symoro.ddm, symoro.ccg)]
    assert [(m.operations.add, m.operations.mul) for m in models] == ours
    for model, other in zip(models, theirs, strict=True):
        assert model.operations.total <= 1.03 * sum(other), model.entry.name


def test_base_parameters_by_option_cost_the_same() -> None:
    makes: tuple[Make, ...] = (symoro.inertia, symoro.ddm, symoro.ccg)
    for make, wanted in zip(makes, COUNTS["rx90"][0], strict=True):
        model = make(symoro.load("rx90"), base_parameters=True, level="O1")
        assert (model.operations.add, model.operations.mul) == wanted
        assert model.certificate is not None


# Names


def element_names(model: Model, output: str) -> dict[tuple[int, int], str]:
    """The names of the elements of a matrix, by place; zeros have none."""
    program = model.program
    (found,) = (o for o in program.outputs if o.name == output)
    edges = np.array(found.elements).reshape(found.shape)
    return {
        (r, c): program.graph.node(int(edges[r, c])).name
        for r, c in np.ndindex(found.shape)
        if edges[r, c]
    }


@pytest.mark.parametrize("floats", [False, True])
def test_elements_of_large_matrices_have_names_of_their_own(floats: bool) -> None:
    """A11_11 is an element, also where A11 of frame 11 would be called so."""
    robot = random_tree(3, moving_base=False, links=11)
    model = symoro.inertia(robot, floating_base=floats, **PLAIN)
    assigned = model.program.assigned_names
    assert len(set(assigned)) == len(assigned)
    labels = [
        *(["F1", "F2", "F3", "N1", "N2", "N3"] if floats else ()),
        *map(str, robot.moving_joints),
    ]
    found = element_names(model, "A")
    for (r, c), name in found.items():
        i, j = labels[min(r, c)], labels[max(r, c)]
        line = "_" if j.isdigit() else ""
        assert name == f"A{i}{line}{j}"
    assert {"A11_11", "A12_13"} <= set(found.values())
    rotations = {name for name in assigned if re.fullmatch(r"A\d\d_\d+_*", name)}
    assert "A11_11_" in rotations  # gave way
    assert "A21_5" in rotations  # nothing to give way to: there is no joint 21


def test_elements_of_small_matrices_are_named_as_in_the_guide() -> None:
    found = element_names(symoro.inertia(symoro.load("rx90"), **PLAIN), "A")
    assert set(found.values()) == {f"A{i}{j}" for i in range(1, 7) for j in range(i, 7)}
    floating = symoro.inertia(symoro.load("planar2r"), floating_base=True, **PLAIN)
    assert {"AF1F1", "AF1N3", "AN3N3", "AF12", "AN32", "A12"} <= set(
        floating.program.assigned_names
    )
    again = symoro.ddm(symoro.load("rx90"), method="matrix", **PLAIN).program.assigned_names
    assert {"AL5_1", "L6_1", "D5", "DI6", "BL3", "QDP4"} <= set(again)
    recursive = symoro.ddm(symoro.load("rx90"), method="recursive", **PLAIN)
    assert {"GK115", "MJE115", "VBE15", "TB6", "QDP4"} <= set(recursive.program.assigned_names)


@pytest.mark.parametrize(
    ("make", "names"),
    [(symoro.inertia, ("A12", "A11")), (symoro.ccg, ("H2", "H1")), (symoro.ddm, ("D2", "L2_1"))],
)
def test_a_user_symbol_keeps_its_name(make: Make, names: tuple[str, str]) -> None:
    robot = symoro.load("planar2r").substitute(dict(zip(("d2", "ZZ2"), names, strict=True)))
    model = make(robot, include="ia")
    assert set(names) & set(model.program.parameters)
    assert not set(names) & set(model.program.assigned_names)
    assert {f"{name}_" for name in names} & set(model.program.assigned_names)
    assert model.certificate is not None


def test_terms_of_h_are_models_of_their_own() -> None:
    robot = symoro.load("rx90")
    names, files, states = {}, {}, {}
    for term in ("gravity", "coriolis", "friction", "wrench", "friction,gravity"):
        model = symoro.ccg(robot, only=term, include=["friction", "wrench=6"])
        assert model.certificate is not None
        names[term], states[term] = model.program.name, model.states
        (files[term],) = model.files()
    assert names["gravity"] == "rx90_gravity"
    assert symoro.ccg(robot, only="gravity", level="O1").operations.total == 75
    assert names["friction,gravity"] == "rx90_ccg_gravity_friction"
    assert files["gravity"] == "rx90.gra"
    assert files["wrench"] == "rx90.ccg_wre"
    assert files["friction,gravity"] == "rx90.ccg_gra_fri"
    assert states["gravity"] == states["wrench"] == ("q",)
    assert states["friction"] == states["coriolis"] == ("q", "QP")


@pytest.mark.parametrize("only", [(), "gravity,coriolis,friction,wrench"])
def test_all_terms_are_h_itself(only: Any) -> None:
    model = symoro.ccg(symoro.load("planar2r"), only=only)
    assert model.program.name == "planar2r_ccg"
    assert [*model.files()] == ["planar2r.ccg"]


def test_file_extensions() -> None:
    robot = symoro.load("planar2r")
    made = [symoro.inertia, symoro.ccg, symoro.ddm, symoro.energy, symoro.idm]
    files = [file for make in made for file in make(robot, **PLAIN).files()]
    assert files == [f"planar2r.{e}" for e in ("inm", "ccg", "ddm", "nrg", "dyn")]


# Code


@pytest.mark.parametrize("language", ["c", "python", "listing"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rx90", {"base_parameters": True}),
        ("sr400", {"equivalent_tree": True}),
        ("rrp", {"floating_base": True}),
    ],
)
def test_printed_code_equals_the_interpreter(
    name: str, options: dict[str, Any], language: str, tmp_path: Path
) -> None:
    for make in (symoro.inertia, symoro.ddm):
        model = make(symoro.load(name), include="ia", **PLAIN, **options)
        values = at_random(model.robot, name).values
        found = run(model.document, language, values, tmp_path)
        assert_close(found, expected(model.program, values))


# Size


def hedgehog() -> Robot:
    """Twenty branches of five joints in general position, the fourth of each a slider."""
    frames, links = [], []
    for j in range(1, 101):
        k = (j - 1) % 5
        slides = k == 3
        geometry = {"alpha": f"u{j}", "d": f"d{j}"}
        geometry |= (
            {"theta": f"h{j}c", "r": f"r{j}"} if slides else {"theta": f"t{j}", "r": f"h{j}c"}
        )
        if k == 0:
            geometry |= {"gamma": f"g{j}", "b": f"b{j}"}
        kind = JointType.PRISMATIC if slides else JointType.REVOLUTE
        frames.append(joint_frame(j, j - 1 if k else 0, kind, **geometry))
        links.append(general_link(j))
    base = Base(G=(ZERO, ZERO, symbol("G3")))
    return Robot("hedgehog", Structure.TREE, tuple(frames), tuple(links), base)


def test_a_tree_of_a_hundred_joints_takes_seconds() -> None:
    """Sparse: operations and elements grow with the branches, not with their square."""
    robot = hedgehog()
    state = at_random(robot, "hedgehog")
    found: dict[str, Any] = {}
    for make, most in ((symoro.inertia, 13_000), (symoro.ccg, 15_000), (symoro.ddm, 30_000)):
        model = make(robot, **PLAIN)
        assert model.operations.total < most
        assert model.seconds < 60  # about ten times what it takes
        found |= state.outputs(model)
    tree = TreeDynamics(robot, state.values, FLOATS, float)
    A, H = tree.inertia_matrix(), tree.bias()
    assert close(found["A"], A, 1e-11)
    assert np.count_nonzero(found["A"]) == 20 * 25
    assert close(found["H"], H, 1e-11)
    tau = np.array([*state.tau.values()])
    assert close(A @ found["QDP"] + H, tau, 1e-9)  # relative to the torques


# Refusals


def with_tip(link: Link, tip: str = "R d=D3") -> Robot:
    """Three joints, the last link as given."""
    robot = arm("R alpha=Pi/2", "R d=D2", tip)
    return replace(robot, links=(*robot.links[:2], link))


@pytest.mark.parametrize(
    ("tip", "link"),
    [
        ("R d=D3", Link()),
        ("R d=D3", Link(M=symbol("M3"), MZ=symbol("MZ3"), XX=symbol("XX3"))),  # on its axis
        ("P d=D3", Link(XX=symbol("XX3"), ZZ=symbol("ZZ3"))),
    ],
)
@pytest.mark.parametrize("method", ["recursive", "matrix", None])
def test_a_joint_that_carries_nothing_is_named(tip: str, link: Link, method: str | None) -> None:
    with pytest.raises(ModelError, match=r"joint 3 carries no inertia.*link 3.*include=.ia"):
        symoro.ddm(with_tip(link, tip), method=method)


def test_a_rotor_is_inertia_enough() -> None:
    robot = with_tip(Link(IA=symbol("IA3")))
    state = at_random(robot, 1)
    for method in ("recursive", "matrix"):
        model = symoro.ddm(robot, method=method)
        assert model.certificate is not None
        QDP = state.outputs(model)["QDP"]
        assert QDP[2] == pytest.approx(state.values["GAM3"] / state.values["IA3"])
    assert symoro.ddm(with_tip(Link()), include="ia").certificate is not None


def test_an_inner_link_may_be_massless() -> None:
    robot = arm("R alpha=Pi/2", "R d=D2 alpha=Pi/2", "R d=D3")
    robot = replace(robot, links=(Link(), Link(), robot.links[2]))
    assert symoro.ddm(robot).certificate is not None


def test_a_floating_base_needs_inertia_in_every_direction() -> None:
    robot = afloat(arm("R alpha=u1 d=D1"))
    bare = replace(robot, base=replace(robot.base, link=Link()))
    with pytest.raises(ModelError, match="floating base and what it carries have no inertia"):
        symoro.ddm(bare)  # the base may turn about joint 1 under a link that stands
    assert symoro.idm(bare).certificate is not None  # the joint is driven: all turns
    slider = arm("P")
    slider = replace(slider, links=(Link(M=symbol("M1")),))
    point = replace(slider, base=replace(bare.base, G=slider.base.G))
    with pytest.raises(ModelError, match="link 0 needs inertial parameters"):
        symoro.idm(point)


@pytest.mark.parametrize(
    "make", [symoro.inertia, symoro.ccg, symoro.ddm, symoro.energy, symoro.idm]
)
def test_a_closed_robot_and_its_equivalent_tree_have_models_of_their_own(make: Make) -> None:
    robot = symoro.load("fourbar")
    closed, tree = make(robot), make(robot, equivalent_tree=True)
    assert closed.certificate is not None
    assert tree.certificate is not None
    assert any("must agree with those of the actuated joints" in note for note in closed.notes)
    assert any("equivalent tree" in note for note in tree.notes)


def test_the_recursion_of_a_closed_robot_is_refused() -> None:
    with pytest.raises(ModelError, match="fourbar is a closed robot, with loops; the recursion"):
        symoro.ddm(symoro.load("fourbar"), method="recursive")
    ddm = symoro.ddm(symoro.load("fivebar"), method="matrix", level="O1", verify=False)
    (torques,) = (a for a in ddm.plan.interface.arguments or () if a.name == "GAM")
    assert torques.meaning == "torques or forces of the motors 1, 3"


def test_friction_of_a_load_that_has_forces_of_a_loop_is_taken_by_idm_alone() -> None:
    fivebar, sr400 = symoro.load("fivebar"), symoro.load("sr400")
    model = symoro.idm(fivebar, include="friction=load", level="O1")
    assert model.certificate is not None
    assert {"FL1", "FL3"} <= set(model.program.parameters)  # nothing loads joints without a drive
    with pytest.raises(ModelError, match="direct dynamics of closed robots does not take it"):
        symoro.ddm(fivebar, include="friction=load")
    links = [replace(e, FL=symbol("FL6")) if j == 6 else e for j, e in enumerate(sr400.links, 1)]
    assert symoro.idm(replace(sr400, links=tuple(links)), level="O1").certificate is not None


@pytest.mark.parametrize(
    "make", [symoro.idm, symoro.ddm, symoro.hybrid, symoro.linearize, symoro.operational_control]
)
def test_wheels_that_do_not_roll_are_named(make: Make) -> None:
    model = make(symoro.load("mobile3w"), **PLAIN)
    said = "wheels 5, 6, 7 do not touch the ground in this model; rolling has it"
    assert said in model.notes
    assert not any("wheel" in note for note in make(symoro.load("planar2r"), **PLAIN).notes)


@pytest.mark.parametrize(("term", "put_in"), [("friction", "friction"), ("wrench", "wrench=2")])
def test_a_term_of_which_the_tables_have_nothing_is_said_to_be_zero(term: str, put_in: str) -> None:
    robot = symoro.load("planar2r")
    assert any(f"have no {term}" in note for note in symoro.ccg(robot, only=term).notes)
    assert not symoro.ccg(robot, only=term, include=put_in, level="O1").notes
    assert not symoro.ccg(robot, level="O1").notes


@pytest.mark.parametrize(
    ("make", "options", "error", "message"),
    [
        (
            symoro.ccg,
            {"only": "gravity,weight"},
            UsageError,
            r"weight is not valid; choose from gravity",
        ),
        (symoro.ddm, {"method": "fast"}, UsageError, r"method fast is not valid; choose from re"),
        (
            symoro.ddm,
            {"method": "matrix", "outputs": "N"},
            UsageError,
            "N with this robot and",
        ),
        (
            symoro.ddm,
            {"base_parameters": True, "outputs": "E"},
            ModelError,
            r"E: .*without base_parameters=True",
        ),
        (
            symoro.idm,
            {"base_parameters": True, "outputs": "N"},
            ModelError,
            r"N: .*without base_parameters=True",
        ),
        (symoro.ddm, {"outputs": "VP0"}, UsageError, r"has no output VP0"),
    ],
)
def test_wrong_options(make: Make, options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make(symoro.load("rx90"), **options)


@pytest.mark.parametrize(
    "make", [symoro.inertia, symoro.ccg, symoro.ddm, symoro.energy, symoro.idm]
)
def test_a_base_of_known_motion_does_not_float(make: Make) -> None:
    robot = moving(arm("R"), W0="0 0 WZ")
    with pytest.raises(UsageError, match="base of known motion, which cannot float"):
        make(robot, floating_base=True)


# Outputs, base parameters


@pytest.mark.parametrize("floats", [False, True])
def test_reactions_alone(floats: bool) -> None:
    robot = symoro.load("rrp")
    model = symoro.ddm(robot, floating_base=floats, outputs="E")
    assert model.outputs == ("E",)
    assert model.certificate is not None
    whole = symoro.ddm(robot, floating_base=floats, outputs="*", **PLAIN)
    assert whole.outputs == ("QDP", *(("VP0", "WP0") if floats else ()), "E", "N")
    state = at_random(model.robot, "alone")
    assert close(state.outputs(model)["E"], state.outputs(whole)["E"], 1e-13)


@pytest.mark.parametrize("method", ["recursive", "matrix"])
def test_parameters_need_not_be_those_of_bodies(method: str) -> None:
    """A of these numbers is indefinite; the equation of motion holds all the same."""
    bare = symoro.base_parameters(symoro.load("rx90")).robot
    ddm = symoro.ddm(bare, method=method, **PLAIN)
    inertia, ccg = (
        symoro.inertia(bare, **PLAIN),
        symoro.ccg(bare, **PLAIN),
    )
    indefinite = 0
    for seed in range(6):
        rng = np.random.default_rng(seed)
        drawn = {name: float(rng.uniform(-1, 1)) for name in sorted(bare.symbols)}
        state = State(bare, drawn)
        A, H = state.outputs(inertia)["A"], state.outputs(ccg)["H"]
        QDP = state.outputs(ddm)["QDP"]
        eigenvalues = np.linalg.eigvalsh(A)
        indefinite += eigenvalues.min() < 0 < eigenvalues.max()
        scale = max(1.0, np.abs(A).max() * np.abs(QDP).max())
        assert pytest.approx(state.column("GAM"), abs=1e-9 * scale) == A @ QDP + H
    assert indefinite == 6


def test_potential_energy_in_base_parameters_has_the_same_slopes() -> None:
    """It differs by a constant, so its gradient is the gravity term of the same parameters."""
    energy = symoro.energy(symoro.load("rx90"), base_parameters=True)
    assert energy.certificate is not None
    gravity = symoro.ccg(symoro.load("rx90"), only="gravity", base_parameters=True, **PLAIN)
    state = at_random(energy.robot, "slopes")
    slopes = []
    for j in energy.robot.moving_joints:
        name = str(energy.robot.variables[j])
        flow = {each: Dual(x, float(each == name)) for each, x in state.values.items()}
        (U,) = interpret(energy.program, flow, DualArithmetic())["U"]
        slopes.append(U.rate)
    assert close(state.outputs(gravity)["H"], slopes, 1e-12)
    assert "M1" not in energy.program.parameters


@pytest.mark.parametrize("name", ["ccg", "ddm", "hybrid", "operational_control"])
def test_a_load_that_depends_on_an_acceleration_is_refused(name: str) -> None:
    robot = symoro.load("planar2r")
    first = replace(robot.link(1), FZ=expression("ma*QDP2"))
    loaded = replace(robot, links=(first, *robot.links[1:]))
    with pytest.raises(ModelError, match="FZ of link 1 depends on QDP2, the acceleration"):
        getattr(symoro, name)(loaded)
    assert symoro.idm(loaded).certificate is not None


@pytest.mark.parametrize("name", ["coriolis", "momentum", "hybrid"])
def test_a_robot_of_which_nothing_moves_is_refused(name: str) -> None:
    robot = symoro.load("planar2r")
    frames = tuple(replace(frame, sigma=JointType.FIXED) for frame in robot.frames)
    still = replace(robot, frames=frames)
    with pytest.raises(ModelError, match="has no joint that moves"):
        getattr(symoro, name)(still)

"""Every link of a closed robot is in balance, and its passive joints transmit what they may."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from closed_robots import P, bennett, closed, fixed, slide, turn
from laws.closing import Values, consistent_motion, drawn_posture, motors
from library.kinematics import FLOATS, six_parameter_transform
from symoro import Model, ModelError, Robot
from symoro.expressions import ZERO, Symbol, evaluate
from symoro.ir.interpreter import interpret
from symoro.library import robot as read
from symoro.robot.link import DRIVE

Array = npt.NDArray[np.float64]


def crank_on_a_slide() -> Robot:
    """The slider-crank cut at its slide."""
    return closed(
        "crank_on_a_slide",
        turn(1, 0, mu=True),
        turn(2, 1, d="L1"),
        turn(3, 2, d="L2"),
        slide(4, 3, alpha="Pi/2"),
        fixed(0, gamma="Pi/2", d="e", alpha="Pi/2"),
    )


def without_drives(robot: Robot) -> Robot:
    """The robot without rotors and friction."""
    links = tuple(replace(link, **dict.fromkeys(DRIVE, ZERO)) for link in robot.links)
    return replace(robot, links=links)


def closed_state(robot: Robot, seed: int) -> Values:
    """Numbers of all symbols at a motion that keeps the loops closed."""
    rng = random.Random(seed)
    values, posture = drawn_posture(robot, rng)
    rates, more = ({j: rng.uniform(-1.5, 1.5) for j in motors(robot)} for _ in range(2))
    motion = consistent_motion(robot, values, posture, rates, more)
    fields = {"q": motion.q, "QP": motion.qd, "QDP": motion.qdd}
    for name, column in fields.items():
        for j, x in zip(robot.moving_joints, column, strict=True):
            entry = robot.variables[j] if name == "q" else getattr(robot.frame(j), name)
            if isinstance(entry, Symbol):
                values[entry.name] = float(x)
    return values


def run(model: Model, values: Values) -> dict[str, Array]:
    """The outputs of a model at numbers of all symbols."""
    found = interpret(model.program, values, FLOATS)
    return {name: np.array(x, dtype=float) for name, x in found.items()}


def carry_wrench(robot: Robot, values: Values, j: int, wrench: Array) -> Array:
    """A wrench in frame j as one in the frame of its antecedent."""
    f = robot.frame(j)
    entries = (f.gamma, f.b, f.alpha, f.d, f.theta, f.r)
    T = six_parameter_transform(*(evaluate(entry, values, FLOATS) for entry in entries))
    force, moment = T[:3, :3] @ wrench[:3], T[:3, :3] @ wrench[3:]
    return np.concatenate([force, moment + np.cross(T[:3, 3], force)])


def own_wrenches(robot: Robot, values: Values) -> dict[int, Array]:
    """The wrench each link needs for its own motion and loads: from the tree's reactions."""
    tree = symoro.idm(robot, equivalent_tree=True, outputs=["E", "N"], level="O0", verify=False)
    found = run(tree, values)
    rows = np.hstack([found["E"].reshape(-1, 3), found["N"].reshape(-1, 3)])
    own = dict(enumerate(rows.copy(), start=1))
    for j in robot.outward():
        if robot.antecedent(j):
            own[robot.antecedent(j)] -= carry_wrench(robot, values, j, rows[j - 1])
    return own


class Reactions:
    """All reactions of a robot; components that nothing determines are drawn at random."""

    def __init__(self, robot: Robot, values: Values) -> None:
        self.robot, self.values = robot, values
        wanted = ["LAMBDA", "E", "N"]
        model = symoro.idm(robot, outputs=["GAM", *wanted], level="O0", verify=False)
        found = run(model, values)
        self.parts: dict[str, float] = {}
        for name in wanted:
            letter = "L" if name == "LAMBDA" else ""
            for label, x in zip(model.labels[name], found[name].ravel(), strict=True):
                self.parts[letter + label] = float(x)
        self.efforts = dict(zip(motors(robot), found["GAM"], strict=True))
        self.scale = max(1.0, *map(abs, self.parts.values()))

    def wrench(self, label: str, j: int, rng: random.Random) -> Array:
        """The six components in the frame of a link, or of a cut joint."""
        names = [f"{label}{name}{j}" for name in ("fx", "fy", "fz", "nx", "ny", "nz")]
        return np.array([self.parts.get(name, rng.uniform(-99, 99)) for name in names])

    def left_over(self, rng: random.Random) -> Array:
        """The wrench that is left over on each link, in six components."""
        robot, values = self.robot, self.values
        left = own_wrenches(robot, values)
        for j in robot.outward():
            wrench = self.wrench("", j, rng)
            left[j] -= wrench
            if robot.antecedent(j):
                left[robot.antecedent(j)] += carry_wrench(robot, values, j, wrench)
        for k, other in robot.loops():
            wrench = self.wrench("L", k, rng)
            for end, sign in ((k, 1), (other, -1)):
                if robot.antecedent(end):
                    left[robot.antecedent(end)] += sign * carry_wrench(robot, values, end, wrench)
        return np.concatenate([left[j] for j in sorted(left)])

    def comparisons(self) -> int:
        """Require balance in all components that no unknown one reaches; return their number."""
        first, second = (self.left_over(random.Random(seed)) for seed in (1, 2))
        same = np.abs(first - second) < 1e-9 * self.scale
        assert np.abs(first[same]).max() < 1e-9 * self.scale
        return int(same.sum())


@pytest.mark.parametrize("name", ["rsur", "rssr"])
def test_every_link_of_a_spatial_loop_is_in_balance(name: str) -> None:
    robot = read(name)
    reactions = Reactions(robot, closed_state(robot, 1))
    assert reactions.comparisons() == 6 * robot.n_links


@pytest.mark.parametrize("robot", [read("sr400"), read("fivebar"), crank_on_a_slide()], ids=str)
def test_links_of_planar_loops_are_in_balance_in_their_plane(robot: Robot) -> None:
    reactions = Reactions(robot, closed_state(robot, 1))
    assert reactions.comparisons() >= 3 * robot.n_links


@pytest.mark.parametrize("name", ["rsur", "fivebar", "slidercrank"])
def test_joints_transmit_what_drives_them(name: str) -> None:
    """Without rotors and friction: the effort of a motor along its axis, none in passive joints."""
    robot = without_drives(read(name))
    reactions = Reactions(robot, closed_state(robot, 2))
    for j in robot.moving_joints:
        letter = "f" if robot.frame(j).sigma is P else "n"
        label = f"{'L' if j > robot.n_links else ''}{letter}z{j}"
        expected = reactions.efforts.get(j, 0.0)
        assert reactions.parts[label] == pytest.approx(expected, abs=1e-9 * reactions.scale)


@pytest.mark.parametrize(
    ("robot", "components"),
    [
        (crank_on_a_slide(), ("fx4", "fz4", "ny4")),
        (read("spherical4r"), ("nx4", "ny4", "nz4")),
        (bennett(), ("nz4",)),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_components_that_are_determined(robot: Robot, components: tuple[str, ...]) -> None:
    model = symoro.idm(robot, outputs=["LAMBDA"], level="O0")
    assert model.columns == components
    left_out = {f"{n}{i}4" for n in "fn" for i in "xyz"} - {*components}
    (note,) = [each for each in model.remarks if "LAMBDA is without" in each]
    assert left_out == {word.strip(",:") for word in note.split() if word.strip(",:") in left_out}


@pytest.mark.parametrize("kind", ["idm", "ddm"])
def test_a_floating_base_and_loads_are_part_of_the_balance(kind: str) -> None:
    """The models are compared with the smallest wrenches of all rows in the world frame."""
    robot = read("fivebar")
    model = getattr(symoro, kind)(
        robot, outputs=["LAMBDA", "E", "N"], floating_base=True, include=["wrench=4"], level="O1"
    )
    assert model.certificate.states > 10


def test_nothing_pretends() -> None:
    with pytest.raises(ModelError, match="E has no component"):
        symoro.idm(bennett(), outputs=["E"])
    with pytest.raises(ModelError, match="LAMBDA: base inertial parameters give"):
        symoro.idm(read("fivebar"), outputs=["LAMBDA"], base_parameters=True)


def test_joints_that_are_held_are_named() -> None:
    remarks = symoro.idm(read("rssr"), outputs=["LAMBDA"], level="O0", verify=False).remarks
    assert any("held" in each and "turns idly" in each for each in remarks)

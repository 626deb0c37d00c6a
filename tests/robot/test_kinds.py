"""Tables take numbers and texts; what is neither is refused by name, never by a traceback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from robot.example_robots import chain_2r, sr400
from symoro.errors import RobotError
from symoro.expressions import PI, expression
from symoro.robot import Base, BaseMotion, Coupling, Frame, JointType, Limits, Link, Robot

BAD: dict[str, Callable[[], object]] = {
    "no length": lambda: Frame(0, d=None),  # type: ignore[arg-type]
    "a pair for a length": lambda: Frame(0, d=(1, 2)),  # type: ignore[arg-type]
    "a flag for a length": lambda: Frame(0, d=True),  # type: ignore[arg-type]
    "not a number": lambda: Frame(0, d=float("nan")),  # type: ignore[arg-type]
    "no mass": lambda: Link(M=None),  # type: ignore[arg-type]
    "a number for a vector": lambda: Base(G=9),  # type: ignore[arg-type]
    "a text for a vector": lambda: Base(G="xyz"),  # type: ignore[arg-type]
    "a text for a frame number": lambda: Frame("0"),  # type: ignore[arg-type]
    "half a frame": lambda: Frame(0.5),  # type: ignore[arg-type]
    "a yes for a flag": lambda: Frame(0, mu="yes"),  # type: ignore[arg-type]
    "five for a flag": lambda: Frame(0, mu=5),  # type: ignore[arg-type]
    "no such joint": lambda: Frame(0, sigma=7),  # type: ignore[arg-type]
    "no such motion": lambda: Base(motion="flying"),  # type: ignore[arg-type]
    "limits the wrong way": lambda: Limits(lower=expression(2), upper=expression(1)),
    "a number for a matrix": lambda: Coupling(K=1, q0=(), IA=(), FV=(), FS=()),  # type: ignore[arg-type]
    "a number for a name": lambda: replace(chain_2r(), name=5),  # type: ignore[arg-type]
    "numbers for frames": lambda: replace(chain_2r(), frames=(1, 2)),  # type: ignore[arg-type]
    "numbers for links": lambda: replace(chain_2r(), links=(1, 2)),  # type: ignore[arg-type]
    "no base": lambda: replace(chain_2r(), base=None),  # type: ignore[arg-type]
    "a number for a value set": lambda: replace(chain_2r(), values=(1,)),  # type: ignore[arg-type]
    "a text for a tool": lambda: Robot.from_mdh([0], [0], [0], [0], [0], tool="x"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_kind_is_refused_by_name(name: str) -> None:
    with pytest.raises(RobotError):
        BAD[name]()


def test_values_of_enumerations_flags_and_lists_will_do() -> None:
    frame = Frame(0, sigma=0, mu=1, alpha="Pi/2", theta="t1")  # type: ignore[arg-type]
    assert frame.sigma is JointType.REVOLUTE
    assert frame.mu is True
    assert frame.alpha == PI / 2
    assert Base(motion="floating").motion is BaseMotion.FLOATING  # type: ignore[arg-type]
    robot = chain_2r()
    listed = Robot(robot.name, robot.structure, list(robot.frames), list(robot.links), robot.base)  # type: ignore[arg-type]
    assert listed == robot
    assert hash(listed) == hash(robot)


def test_a_cut_joint_cannot_hang_on_another_cut_joint() -> None:
    robot = sr400()
    hung = replace(robot.frames[9], antecedent=9)
    with pytest.raises(RobotError, match="fixed on links, not on another cut joint") as caught:
        replace(robot, frames=(*robot.frames[:9], hung))
    assert (caught.value.frame, caught.value.field) == (10, "antecedent")

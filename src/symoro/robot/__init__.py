"""The robot as data: frozen, validated on construction, no input or output."""

import symoro.robot.joint_axes  # noqa: F401  (the room is entered once)
from symoro.robot.arguments import Argument
from symoro.robot.base import IDENTITY, Base, BaseMotion
from symoro.robot.check import check
from symoro.robot.constraints import Constraints
from symoro.robot.coupling import Coupling
from symoro.robot.diagnostic import Diagnostic
from symoro.robot.frame import Frame, JointType, Limits, joint_frame
from symoro.robot.joint_axes import Among
from symoro.robot.joint_axis import JointAxis
from symoro.robot.link import INERTIAL, WRENCH, Link, general_link
from symoro.robot.named_pose import NamedPose
from symoro.robot.origin import NamedFrame, Origin, Shape
from symoro.robot.parallel_robot import Leg, ParallelRobot
from symoro.robot.parameter import Parameter
from symoro.robot.robot import Robot
from symoro.robot.sections import Section
from symoro.robot.structure import Structure
from symoro.robot.template import new_robot
from symoro.robot.value_set import ValueSet
from symoro.robot.wheel import Wheel

__all__ = [
    "IDENTITY",
    "INERTIAL",
    "WRENCH",
    "Among",
    "Argument",
    "Base",
    "BaseMotion",
    "Constraints",
    "Coupling",
    "Diagnostic",
    "Frame",
    "JointAxis",
    "JointType",
    "Leg",
    "Limits",
    "Link",
    "NamedFrame",
    "Origin",
    "ParallelRobot",
    "Parameter",
    "Robot",
    "Section",
    "Shape",
    "Structure",
    "NamedPose",
    "ValueSet",
    "Wheel",
    "check",
    "general_link",
    "joint_frame",
    "new_robot",
]

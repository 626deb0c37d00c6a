"""Bodies and joints placed in space, as robot files have them, and the tables made of them."""

from symoro.robot.assembly.parts import ROOT, Assembly, Body, Joint
from symoro.robot.assembly.robot import robot_of_assembly

__all__ = ["ROOT", "Assembly", "Body", "Joint", "robot_of_assembly"]

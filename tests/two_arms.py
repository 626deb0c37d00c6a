"""A torso with two arms as URDF, whose alphabetical order is not that of the document."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

FILE = ("waist", "right_shoulder", "right_slide", "left_shoulder", "left_elbow")
PINOCCHIO = ("waist", "left_shoulder", "left_elbow", "right_shoulder", "right_slide")

_INERTIA = '<inertia ixx="{}" iyy="{}" izz="{}" ixy="0.001" ixz="-0.002" iyz="0.003"/>'
_LINK = (
    '<link name="{}"><inertial><origin xyz="{}" rpy="0.1 0.2 0.3"/><mass value="{}"/>{}</inertial>'
    "</link>"
)
_JOINT = (
    '<joint name="{}" type="{}"><parent link="{}"/><child link="{}"/>'
    '<origin xyz="{}" rpy="{}"/><axis xyz="{}"/>'
    '<limit lower="-2" upper="2" effort="50" velocity="3"/></joint>'
)
_LINKS = {
    "torso": ("0 0.01 0.1", "3", ("0.1", "0.2", "0.15")),
    "right_arm": ("0.1 0.02 0.1", "1.5", ("0.03", "0.04", "0.02")),
    "right_hand": ("0 0.03 0.2", "0.5", ("0.01", "0.012", "0.008")),
    "left_arm": ("0.05 0 0.12", "1.2", ("0.02", "0.03", "0.02")),
    "left_hand": ("0.01 0.04 0.1", "0.7", ("0.012", "0.011", "0.007")),
}
_RIGHT = (
    ("right_shoulder", "revolute", "torso", "right_arm", "0 -0.2 0.4", "0.2 0 0", "0 1 0"),
    ("right_slide", "prismatic", "right_arm", "right_hand", "0.1 0 0.3", "0 0.4 0", "0 0 -1"),
)
_LEFT = (
    ("left_shoulder", "revolute", "torso", "left_arm", "0 0.2 0.4", "0 0.1 0.3", "1 0 0"),
    ("left_elbow", "revolute", "left_arm", "left_hand", "0 0.1 0.3", "0.5 0 0.1", "0 -1 0"),
)
_WAIST = ("waist", "revolute", "base", "torso", "0 0 0.3", "0 0 0.3", "0 0 1")


def two_arms(*, left_first: bool = False) -> str:
    """The text; ``left_first`` numbers the same robot's frames in pinocchio's order."""
    arms = (_LEFT, _RIGHT) if left_first else (_RIGHT, _LEFT)
    links = (
        _LINK.format(name, centre, mass, _INERTIA.format(*moments))
        for name, (centre, mass, moments) in _LINKS.items()
    )
    joints = (_JOINT.format(*each) for each in (_WAIST, *chain(*arms)))
    return "\n".join(
        ['<robot name="two_arms">', '<link name="base"/>', *links, *joints, "</robot>"]
    )


def write_two_arms(folder: Path, *, left_first: bool = False) -> Path:
    """Write the file and return its path."""
    path = folder / ("left_first.urdf" if left_first else "two_arms.urdf")
    path.write_text(two_arms(left_first=left_first))
    return path

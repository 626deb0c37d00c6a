"""URDF: the tree of links and joints of ROS."""

from symoro.formats.urdf.reader import read
from symoro.formats.urdf.writer import write

__all__ = ["read", "write"]

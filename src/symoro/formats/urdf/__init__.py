"""URDF: the tree of links and joints of ROS."""

from symoro.formats.urdf.reader import read

__all__ = ["read"]

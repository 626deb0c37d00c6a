"""Poses and their solutions in numbers: all postures of a robot that reach a pose."""

from symoro.analysis.inverse_geometry.poses import Pose, read_pose, read_poses
from symoro.analysis.inverse_geometry.solutions import Family, Solutions, Unreachable
from symoro.analysis.inverse_geometry.solver import TreeSolver

__all__ = [
    "Family",
    "Pose",
    "Solutions",
    "TreeSolver",
    "Unreachable",
    "read_pose",
    "read_poses",
]

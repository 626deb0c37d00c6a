"""Poses and their solutions in numbers: all postures of a robot that reach a pose."""

from symoro.analysis.inverse_geometry.poses import Pose, pose_matrix, read_pose
from symoro.analysis.inverse_geometry.solutions import Family, Solutions, Unreachable
from symoro.analysis.inverse_geometry.solver import TreeSolver

__all__ = [
    "Family",
    "Pose",
    "Solutions",
    "TreeSolver",
    "Unreachable",
    "pose_matrix",
    "read_pose",
]

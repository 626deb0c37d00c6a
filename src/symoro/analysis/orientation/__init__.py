"""Orientations in numbers: six representations, their rates, and the change of frame."""

from symoro.analysis.orientation.angles import euler_angles, euler_matrix, rpy_angles, rpy_matrix
from symoro.analysis.orientation.frames import pose, pose_inverse, twist_matrix, wrench_matrix
from symoro.analysis.orientation.matrices import (
    elementary_rotation,
    nearest_rotation,
    orientation_error,
    skew,
)
from symoro.analysis.orientation.quaternions import (
    axis_angle,
    axis_angle_matrix,
    quaternion,
    quaternion_matrix,
)
from symoro.analysis.orientation.representations import (
    REPRESENTATIONS,
    Representation,
    convert,
    representation,
)

__all__ = [
    # representations
    "REPRESENTATIONS",
    "Representation",
    "convert",
    "representation",
    # one by one
    "axis_angle",
    "axis_angle_matrix",
    "euler_angles",
    "euler_matrix",
    "quaternion",
    "quaternion_matrix",
    "rpy_angles",
    "rpy_matrix",
    # rotation matrices
    "elementary_rotation",
    "nearest_rotation",
    "orientation_error",
    "skew",
    # change of frame
    "pose",
    "pose_inverse",
    "twist_matrix",
    "wrench_matrix",
]

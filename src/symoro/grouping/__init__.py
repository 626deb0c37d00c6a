"""Base inertial parameters: the groups of parameters that a robot's motion shows."""

import symoro.analysis.loops  # the rooms below come first, each at once
import symoro.analysis.mobility
import symoro.models.kinematics
import symoro.models.loops  # noqa: F401

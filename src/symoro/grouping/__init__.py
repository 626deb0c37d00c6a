"""Base inertial parameters: the groups of parameters that a robot's motion shows."""

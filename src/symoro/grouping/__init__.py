"""Base inertial parameters: which parameters a robot's motion shows, and in what groups."""

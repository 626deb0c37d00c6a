"""Base inertial parameters: which standard parameters a robot's motion shows, and in what groups."""

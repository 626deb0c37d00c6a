"""Numeric companions of a robot: loops closed, mobility, workspaces, ellipsoids, orientation."""

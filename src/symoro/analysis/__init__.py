"""Numeric companions of a robot: closed loops, mobility, workspaces, ellipsoids, orientation."""

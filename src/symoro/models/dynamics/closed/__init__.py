"""Dynamics of closed robots, from those of the equivalent tree, one algorithm a file."""

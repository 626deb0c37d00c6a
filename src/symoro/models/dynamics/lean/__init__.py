"""Dynamics with fewer operations: the same models over inertia that is grouped and re-framed."""

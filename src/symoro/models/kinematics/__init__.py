"""Velocities, accelerations and Jacobian matrices."""

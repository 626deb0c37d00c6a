"""Verification: a program is compared with an independent route, at sampled values and exactly."""

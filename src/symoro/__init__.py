"""Symbolic modelling of robots."""

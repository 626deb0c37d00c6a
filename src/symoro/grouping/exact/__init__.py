"""Columns modulo a prime: what the rules leave is checked exactly."""

"""Pages on the dynamics of robots."""

"""Pages on the geometry of robots."""

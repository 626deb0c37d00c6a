"""Plans of dynamic models."""

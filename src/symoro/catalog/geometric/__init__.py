"""Plans of geometric models."""

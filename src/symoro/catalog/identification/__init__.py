"""Plans of identification models."""

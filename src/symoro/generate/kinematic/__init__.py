"""Plans of kinematic models."""

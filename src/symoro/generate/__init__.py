"""From robot to model: tracing, levels, verification."""

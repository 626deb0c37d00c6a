"""From a plan to a model: tracing, the levels, the cheapest formulation, derivatives, files."""

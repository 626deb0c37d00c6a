"""The plans of the dynamic models of closed robots."""

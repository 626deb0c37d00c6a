"""The functions that a user can call: their options, plans and results, by menu."""

"""Programs and robots with numbers in them."""

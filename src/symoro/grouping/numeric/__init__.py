"""The numeric method: columns in floating point, rank and recognition."""

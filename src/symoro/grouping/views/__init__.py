"""Base parameters as text, LaTeX, HTML, data and files."""

"""Sphinx configuration: MyST pages, Furo theme, docstrings in Google style."""

from symoro.version import __version__

project = "symoro"
author = "The symoro authors"
copyright = "the symoro authors, MIT licence"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx-mathjax-offline",  # equations without a network
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_format = "short"
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"symoro {release}"

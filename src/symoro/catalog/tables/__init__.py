"""The entries of the table of functions, one file for each of SYMORO+'s menus."""

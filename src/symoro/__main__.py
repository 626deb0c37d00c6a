"""``python -m symoro``: the command line, as ``symoro`` is."""

from symoro.cli import main

main()

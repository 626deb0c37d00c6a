"""The command line: thin, imported by nobody."""

from symoro.cli.main import main

__all__ = ["main"]

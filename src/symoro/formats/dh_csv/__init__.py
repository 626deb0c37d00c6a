"""The table of a data sheet as .dh.csv, which is read."""

from symoro.formats.dh_csv.reader import read

__all__ = ["read"]

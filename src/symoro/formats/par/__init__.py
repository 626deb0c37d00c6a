"""The .par format of SYMORO+ and its successors: every variant is read, two are written."""

from symoro.formats.par.reader import read
from symoro.formats.par.writer import write

__all__ = ["read", "write"]

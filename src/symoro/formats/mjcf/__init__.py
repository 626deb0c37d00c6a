"""MJCF, the XML of MuJoCo: trees of bodies, with equality constraints for loops."""

from symoro.formats.mjcf.reader import read
from symoro.formats.mjcf.writer import write

__all__ = ["read", "write"]

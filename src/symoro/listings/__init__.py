"""Program texts read back: a listing, Fortran, Mathematica or Maple in, a program out."""

from symoro.listings.outputs import choose, with_outputs
from symoro.listings.reader import Listing, read
from symoro.listings.syntax import LANGUAGES, language_of

__all__ = ["LANGUAGES", "Listing", "choose", "language_of", "read", "with_outputs"]

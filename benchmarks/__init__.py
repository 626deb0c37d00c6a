"""Times of symoro beside its peers, as ratios in the same run; ``make bench``."""

import sys
from pathlib import Path

# The robots as pinocchio models come from the oracles of the test suite.
_TESTS = str(Path(__file__).parents[1] / "tests")
if _TESTS not in sys.path:
    sys.path.append(_TESTS)

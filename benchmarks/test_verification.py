"""Times of verification: beside generation without it, and where double precision loses digits.

Run with ``make bench``. Verification computes the reference with 80 digits only where doubles
differ, so a robot of ordinary numbers costs what one of symbols does.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import symoro
from symoro.robot import Robot
from symoro.verify.sampling import sample_values
from symoro.verify.verify import verify

Benchmark = Any  # pytest-benchmark has no types

pytestmark = pytest.mark.filterwarnings("ignore::symoro.RobotWarning")


def with_numbers(spread: int) -> Robot:
    """The RX90 with numbers of four digits in its tables, of sizes 10^-spread to 10^spread."""
    robot = symoro.load("rx90")
    rng = random.Random(1)
    values = sample_values(robot, rng)
    names = sorted({s for link in robot.links for e in link.inertial for s in e.symbols})
    sizes = {name: 10.0 ** rng.randint(-spread, spread) for name in names}
    return robot.substitute({name: float(f"{values[name] * sizes[name]:.4g}") for name in names})


@pytest.mark.benchmark(group="verify a model of the RX90")
@pytest.mark.parametrize("name", ["idm", "ddm"])
@pytest.mark.parametrize("numbers", ["symbols", "numbers", "numbers of all sizes"])
def test_verify(benchmark: Benchmark, name: str, numbers: str) -> None:
    robots = {"symbols": lambda: symoro.load("rx90"), "numbers": lambda: with_numbers(0)}
    robot = robots.get(numbers, lambda: with_numbers(6))()
    model = getattr(symoro, name)(robot, verify=False)
    benchmark(verify, model.program, model.plan.check)

"""Write the table of robots from URDF files: ``python -m benchmarks.fleet``.

Each robot's inverse dynamics at O2 is generated from its file, verified, compiled and timed beside
pinocchio's C++ in the same run. The table is written between the marks of ``docs/benchmarks.md``.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import symoro
from benchmarks.contestants import ours, pinocchio
from benchmarks.measures import STATES, agree
from benchmarks.numbered import numbered_file
from benchmarks.timing import nanoseconds

SHARE = "python3*/site-packages/cmeel.prefix/share/example-robot-data/robots"
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
FILES = (
    "double_pendulum_description/urdf/double_pendulum.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "kinova_description/robots/kinova.urdf",
    "z1_description/urdf/z1.urdf",
    "xarm_description/urdf/xarm7.urdf",
    "panda_description/urdf/panda.urdf",
    "solo_description/robots/solo.urdf",
    "solo_description/robots/solo12.urdf",
    "anymal_b_simple_description/robots/anymal.urdf",
    "anymal_c_simple_description/urdf/anymal.urdf",
    "hyq_description/robots/hyq_no_sensors.urdf",
    "go2_description/urdf/go2.urdf",
    "tiago_description/robots/tiago_no_hand.urdf",
    "baxter_description/urdf/baxter.urdf",
    "simple_humanoid_description/urdf/simple_humanoid.urdf",
    "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "icub_description/robots/icub_reduced.urdf",
    "centauro_description/urdf/centauro.urdf",
    "talos_data/robots/talos_reduced.urdf",
    "talos_data/robots/talos_full_v2.urdf",
    "romeo_description/urdf/romeo.urdf",
)
BEGIN, END = "<!-- fleet: benchmarks/fleet.py -->", "<!-- end of fleet -->"


@dataclass(frozen=True)
class Row:
    """A robot with its figures."""

    name: str
    joints: int
    read: float
    generated: float
    operations: int
    ours: float
    theirs: float

    def text(self) -> str:
        """The row of the table."""
        ratio = self.theirs / self.ours
        return (
            f"| {self.name} | {self.joints} | {1e3 * self.read:.0f} ms | {self.generated:.1f} s "
            f"| {self.operations:,} | {self.ours:.0f} | {self.theirs:.0f} | {ratio:.1f} |"
        )


def measure_row(file: Path, rounds: int) -> Row:
    """Read, generate, verify, compile and time one robot."""
    start = time.process_time()
    robot = symoro.load(file, tolerance=None)
    read = time.process_time() - start
    start = time.process_time()
    model = symoro.idm(robot)
    generated = time.process_time() - start
    count = model.operations
    numbers = numbered_file(_without_drives(robot))
    own = ours(numbers, "inverse_dynamics")
    peers = pinocchio(numbers, "inverse_dynamics")
    states = numbers.states(STATES)
    agree([own, *peers], states)
    mine, *theirs = nanoseconds([own, *peers], states, rounds)
    operations = count.add + count.mul
    return Row(file.stem, robot.n_dof, read, generated, operations, mine, min(theirs))


def _without_drives(robot: symoro.Robot) -> symoro.Robot:
    """The robot without friction and rotors, which pinocchio's algorithm does not have."""
    from dataclasses import replace

    from symoro.expressions import ZERO
    from symoro.robot.link import DRIVE

    links = tuple(replace(link, **dict.fromkeys(DRIVE, ZERO)) for link in robot.links)
    return replace(robot, links=links)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="benchmarks.fleet", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--only", default="", help="a part of the file's name")
    given = parser.parse_args()
    (folder,) = Path(sys.prefix, "lib").glob(SHARE)
    lines = [
        "| robot | joints | read | generated, verified | operations | ns | pinocchio, ns | ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in FILES:
        if given.only in name:
            lines.append(measure_row(folder / name, given.rounds).text())
            print(lines[-1], flush=True)
    text = PAGE.read_text(encoding="utf-8")
    if not given.only and BEGIN in text:
        before, _, rest = text.partition(BEGIN)
        table = "\n".join([before + BEGIN, "", *lines, "", END])
        PAGE.write_text(table + rest.partition(END)[2], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

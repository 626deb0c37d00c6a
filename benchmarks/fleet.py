"""Write the table of robots from URDF files: ``python -m benchmarks.fleet``.

Each robot's inverse dynamics at O2 is generated from its file, verified, compiled and timed beside
pinocchio's C++ in the same run. The table is written between the marks of ``docs/benchmarks.md``.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import symoro
from benchmarks.contestants import ours, pinocchio
from benchmarks.measures import STATES, agree
from benchmarks.numbered import numbered_file
from benchmarks.timing import nanoseconds
from symoro.errors import RobotWarning
from symoro.expressions import ZERO
from symoro.robot.link import DRIVE

SHARE = "python3*/site-packages/cmeel.prefix/share/example-robot-data/robots"
HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
FILES = {
    "double pendulum": "double_pendulum_description/urdf/double_pendulum.urdf",
    "UR5": "ur_description/urdf/ur5_robot.urdf",
    "UR10": "ur_description/urdf/ur10_robot.urdf",
    "Kinova": "kinova_description/robots/kinova.urdf",
    "Z1": "z1_description/urdf/z1.urdf",
    "iiwa 14": str(HERE / "iiwa14.urdf"),
    "xArm7": "xarm_description/urdf/xarm7.urdf",
    "Panda, with gripper": "panda_description/urdf/panda.urdf",
    "Solo 8": "solo_description/robots/solo.urdf",
    "Solo 12": "solo_description/robots/solo12.urdf",
    "ANYmal B": "anymal_b_simple_description/robots/anymal.urdf",
    "ANYmal C": "anymal_c_simple_description/urdf/anymal.urdf",
    "HyQ": "hyq_description/robots/hyq_no_sensors.urdf",
    "Go2": "go2_description/urdf/go2.urdf",
    "Tiago, no hand": "tiago_description/robots/tiago_no_hand.urdf",
    "Baxter": "baxter_description/urdf/baxter.urdf",
    "simple humanoid": "simple_humanoid_description/urdf/simple_humanoid.urdf",
    "G1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "iCub, reduced": "icub_description/robots/icub_reduced.urdf",
    "iCub": "icub_description/robots/icub.urdf",
    "Centauro": "centauro_description/urdf/centauro.urdf",
    "TALOS, reduced": "talos_data/robots/talos_reduced.urdf",
    "TALOS": "talos_data/robots/talos_full_v2.urdf",
    "Romeo": "romeo_description/urdf/romeo.urdf",
    "Tiago, two arms": "tiago_description/robots/tiago_dual.urdf",
}
"""Files of example-robot-data by the name of the robot, and one of our own."""

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


def measure_row(name: str, file: Path, rounds: int) -> Row:
    """Read, generate, verify, compile and time one robot, without friction and rotors."""
    start = time.process_time()
    robot = symoro.load(file, tolerance=None)
    read = time.process_time() - start
    robot = _without_drives(robot)
    start = time.process_time()
    model = symoro.idm(robot)
    generated = time.process_time() - start
    numbers = numbered_file(robot)
    own = ours(numbers, "inverse_dynamics")
    peers = pinocchio(numbers, "inverse_dynamics")
    states = numbers.states(STATES)
    agree([own, *peers], states)
    mine, *theirs = nanoseconds([own, *peers], states, rounds)
    operations = model.operations.add + model.operations.mul
    return Row(name, robot.n_dof, read, generated, operations, mine, min(theirs))


def _without_drives(robot: symoro.Robot) -> symoro.Robot:
    """The robot without friction and rotors, which pinocchio's algorithm does not have."""
    links = tuple(replace(link, **dict.fromkeys(DRIVE, ZERO)) for link in robot.links)
    return replace(robot, links=links)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="benchmarks.fleet", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--only", default="", help="a part of the robot's name")
    given = parser.parse_args()
    warnings.simplefilter("ignore", RobotWarning)  # of angles in the files
    (folder,) = Path(sys.prefix, "lib").glob(SHARE)
    lines = [
        "| robot | joints | read | generated, verified | operations | ns | pinocchio, ns | ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print(*lines, sep="\n", flush=True)
    for name, file in FILES.items():
        if given.only in name:
            lines.append(measure_row(name, folder / file, given.rounds).text())
            print(lines[-1], flush=True)
    if not given.only:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        table = "\n".join([before + BEGIN, "", *lines, "", END])
        PAGE.write_text(table + rest.partition(END)[2], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

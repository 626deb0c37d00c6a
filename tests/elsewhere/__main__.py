"""``make test-elsewhere``: the tests as on other machines, and what users keep there, compared.

The suite runs with each kernel of OpenBLAS that this processor has, then beside a load that takes
every core; every run has an empty home. Then the commands of `kept` run on each machine. A line
says what came of each; the whole output is in build/elsewhere.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import external
from elsewhere.kept import differences
from elsewhere.machines import KERNELS, Machine, plain_machine

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "build" / "elsewhere"
BUSY = "while True: pass"


@contextmanager
def load(cores: int) -> Iterator[None]:
    """Keep some cores busy meanwhile."""
    hogs = [external.start([sys.executable, "-c", BUSY], merged=True) for _ in range(cores)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.communicate()


def suite(name: str, environment: Mapping[str, str], arguments: list[str]) -> bool:
    """Run the tests; print the line that ends them and tell whether they passed."""
    command = [sys.executable, "-m", "pytest", *arguments]
    done = external.run(command, ROOT, environment={**os.environ, **environment}, merged=True)
    (RESULTS / f"{name}.log").write_text(done.stdout, encoding="utf-8")
    for line in done.stdout.splitlines():
        if line.startswith(("FAILED", "ERROR")):
            print(f"  {line}")
    print(f"{name}: {last_line(done.stdout)}", flush=True)
    return done.returncode == 0


def last_line(output: str) -> str:
    """The summary of a run of pytest, without the rule about it."""
    lines = [line.strip("= ") for line in output.splitlines() if line.strip("= ")]
    return lines[-1] if lines else "no output"


def keep(machine: Machine, few: bool) -> Path:
    """Run the commands of `kept` on a machine; return the folder of what they leave."""
    folder = RESULTS / "kept" / machine.name
    command = [sys.executable, "-m", "tests.elsewhere.kept", str(folder)]
    command += ["--few"] if few else []
    environment = {**os.environ, **machine.environment}
    external.run(command, ROOT, environment=environment, check=True)
    return folder


def compare_kept(machines: list[Machine], few: bool) -> bool:
    """Run the commands everywhere and print what differs from the first machine."""
    first, *others = (keep(machine, few) for machine in machines)
    same = True
    for folder in others:
        found = differences(first, folder)
        for line in found:
            print(f"  {line[:300]}")
        verdict = f"{len(found)} files differ" if found else "the same files"
        print(f"kept by {first.name} and {folder.name}: {verdict}", flush=True)
        same = same and not found
    return same


def main() -> int:
    """Run the command; 0 if everything passed and was the same."""
    parser = argparse.ArgumentParser(prog="python -m tests.elsewhere", description=__doc__)
    parser.add_argument("--only", default="", help="suite or kept; both by default")
    parser.add_argument("--few", action="store_true", help="a command of each kind is kept")
    parser.add_argument("--pytest", default="-q -n 2 --dist worksteal", help="its arguments")
    given = parser.parse_args()
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    for machine in KERNELS:
        if machine.lacking:
            print(f"{machine.name}: skipped, {machine.lacking}", flush=True)
    machines = [machine for machine in KERNELS if not machine.lacking]
    passed = []
    if given.only != "kept":
        arguments = shlex.split(given.pytest)
        passed += [suite(each.name, each.environment, arguments) for each in machines]
        with load(os.cpu_count() or 1):
            passed.append(suite("beside a load", {}, arguments))
    if given.only != "suite":
        passed.append(compare_kept([plain_machine(), *machines], given.few))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    raise SystemExit(main())

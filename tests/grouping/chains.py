"""Chains for tests of base parameters."""

from __future__ import annotations

import random
from dataclasses import replace

from symoro import Robot
from symoro.expressions import parse, symbol
from symoro.robot.link import INERTIAL


def general_chain(n: int, last_r: bool = True) -> Robot:
    """A chain of n revolute joints, general but for its first frame."""

    def entries(letter: str) -> list[str | int]:
        return [0, *(f"{letter}{j}" for j in range(2, n + 1))]

    r = entries("r") if last_r else [*entries("r")[:-1], 0]
    return Robot.from_mdh(entries("a"), entries("d"), [0] * n, r, [0] * n, name=f"general{n}r")


def with_rotors(robot: Robot, joints: range) -> Robot:
    """The robot with a rotor inertia IAj at some joints."""
    links = tuple(
        replace(link, IA=symbol(f"IA{j}")) if j in joints else link
        for j, link in enumerate(robot.links, start=1)
    )
    return replace(robot, links=links)


KINDS = ("symbol", "number", "zero", "sum", "multiple", "equal", "half")


def mixed_chain(n: int, seed: int, zeros: float = 0.0, prismatic: float = 0.3) -> Robot:
    """A chain whose entries are symbols, numbers, sums, multiples, equal ones and zeros, at random.

    Args:
        n: the number of joints.
        seed: of the entries.
        zeros: the share of zeros beside those of a seventh of the other entries.
        prismatic: the share of prismatic joints.
    """
    rng = random.Random(f"{n}|{seed}|{zeros}|{prismatic}")

    def entry(name: str, angle: bool = False) -> str:
        kind = "zero" if rng.random() < zeros else rng.choice(KINDS)
        return {
            "symbol": name,
            "number": str(round(rng.uniform(-1, 1), 3)),
            "zero": "0",
            "sum": f"{name}a + {name}b",
            "multiple": f"2*{name}",
            "equal": "AA" if angle else f"{name[0]}L",
            "half": "Pi/2" if angle else "1/2",
        }[kind]

    def column(letter: str, angle: bool = False) -> list[str]:
        return [entry(f"{letter}{j}x", angle) for j in range(1, n + 1)]

    sigma = [int(rng.random() < prismatic) for _ in range(n)]
    frames = column("al", True), column("D"), column("th", True), column("R")
    robot = Robot.from_mdh(*frames, sigma, name=f"mixed{n}")
    links = tuple(
        replace(link, **{name: parse(entry(f"{name}{j}")) for name in INERTIAL})
        for j, link in enumerate(robot.links, start=1)
    )
    return replace(robot, links=links)

"""Chains for tests of base parameters."""

from __future__ import annotations

from dataclasses import replace

from symoro import Robot
from symoro.expressions import symbol


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

"""Robots of the structures that Pieper's method solves: three axes that meet, or three slides."""

from __future__ import annotations

import itertools

import numpy as np

from symoro.robot import Robot

WRISTS = [
    (before + "(RRR)" + behind)
    for size in range(4)
    for types in itertools.product("RP", repeat=3)
    for before, behind in [("".join(types[:size]), "".join(types[size:]))]
]
"""The 32 structures with a wrist, in brackets."""

SLIDES = [
    "".join("P" if k in slides else "R" for k in range(6))
    for slides in itertools.combinations(range(6), 3)
]
"""The 20 structures with three prismatic joints, whose other axes need not meet."""


def random_structure(structure: str, rng: np.random.Generator) -> Robot:
    """Return a robot of a structure: what the structure leaves free is random and not zero."""
    joints = structure.replace("(", "").replace(")", "")
    alpha = rng.uniform(0.4, 2.7, 6) * rng.choice([-1, 1], 6)
    d, r = rng.uniform(0.1, 0.5, (2, 6))
    theta = rng.uniform(-3, 3, 6)
    if "(" in structure:
        first = structure.index("(")
        d[first + 1] = d[first + 2] = r[first + 1] = 0
    tool = np.eye(4)
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    tool[:3, :3] = rotation * np.sign(np.linalg.det(rotation))
    tool[:3, 3] = rng.uniform(-0.3, 0.3, 3)
    sigma = [int(joint == "P") for joint in joints]
    return Robot.from_mdh(list(alpha), list(d), list(theta), list(r), sigma, tool=tool)

"""Derivations of inverse geometric models at numbers, and by how much their equations fail there.

The equations run on floats, at a pose that known joints give: the roots that these joints have must
satisfy every equation, the pose must be met, and the joints must come back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

import symoro.models.inverse_geometry.derivation as derivation_page
from symoro.expressions import FloatArithmetic, evaluate
from symoro.models.inverse_geometry.derivation import Derivation, UnknownScalars
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.models.let import plain
from symoro.references.inverse_geometry import numeric_chain
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
CLOSE = 1e-9
BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True)
class Case:
    """A derivation at numbers: the joints, the pose that they give, the unknowns there."""

    derivation: Derivation
    values: Mapping[str, float]
    pose: np.ndarray[Any, np.dtype[np.float64]]
    joints: np.ndarray[Any, np.dtype[np.float64]]
    unknowns: Mapping[int, UnknownScalars]


def make_case(derived: Derivation, seed: int, world: bool = False) -> Case:
    """Return a derivation at random numbers."""
    robot = derived.chain.robot
    derivation = replace(derived, world=world, checked=True)
    rng = random.Random(seed)
    values = sample_values(robot, rng)
    chain = numeric_chain(robot, 0, robot.tip, values)
    if world:
        Z = [[evaluate(entry, values, FLOATS) for entry in row] for row in robot.base.Z]
        chain = replace(chain, base=np.array(Z, dtype=float))
    q = np.array([values[str(robot.variables[j])] for j in chain.joints])
    pose = chain.poses(q[None])[0]
    position = {j: evaluate(robot.frame(j).position, values, FLOATS) for j in chain.joints}
    unknowns = {}
    for block in derivation.chain.blocks:
        angle = 0.0
        for turn in block.turns:
            before = sum(
                term.sign * evaluate(term.entry(robot), values, FLOATS) for term in turn.before
            )
            angle += before + turn.sign * position[turn.joint]
            unknowns[turn.unknown] = UnknownScalars(np.sin(angle), np.cos(angle), angle)
        for slide in block.slides:
            unknowns[slide.unknown] = UnknownScalars(0.0, 1.0, position[slide.joint])
    return Case(derivation, values, pose, q, unknowns)


def largest_gap(case: Case) -> float:
    """By how much the joints that a pose is made of miss the equations, relative to their size."""
    run = derivation_page.run_derivation
    scalar = partial(evaluate, values=case.values, arithmetic=FLOATS)
    outputs = run(case.derivation, case.pose.astype(object), case.unknowns, scalar, plain)
    gaps = [float(np.abs(outputs["R"].astype(float)).max())]
    gaps.append(float(np.abs(outputs["q"].astype(float) - case.joints).max()))
    for number, stage in enumerate(case.derivation.stages, 1):
        if stage.kind is None:
            continue
        k = outputs[f"K{number}"].astype(float)
        own = case.unknowns[stage.unknown]
        assert all(np.isfinite(k))
        gaps += equation_gaps(stage.kind, k, own)
        if stage.planar:
            first, second, third = np.sqrt(outputs[f"D{number}"].astype(float))
            assert max(first, second, third) * 2 <= (first + second + third) * (1 + CLOSE)
    return max(gaps)


def equation_gaps(kind: Kind, k: Any, own: UnknownScalars) -> list[float]:
    """By how much an unknown misses its equation, which must not be one that anything meets."""
    S, C, x = own.S, own.C, own.x
    match kind:
        case Kind.LINEAR:
            assert abs(k[0]) > CLOSE
            return [abs(k[0] * x - k[1])]
        case Kind.QUADRATIC | Kind.QUARTIC:
            assert abs(k[0]) > CLOSE
            return [float(abs(np.polyval(k, x)))]
        case Kind.CIRCLE:
            assert abs(k[0]) + abs(k[1]) > CLOSE
            return [abs(np.dot(k, [S * S, C * S, C, S, 1]))]
    rows = [k] if kind is Kind.ANGLE else [k[:3], k[3:]]
    for X, Y, _ in rows:
        assert abs(X) + abs(Y) > CLOSE
    if kind is Kind.DIRECTION:
        assert abs(k[0] * k[4] - k[3] * k[1]) > CLOSE
    return [abs(X * S + Y * C - Z) for X, Y, Z in rows]


@contextmanager
def exchange(page: ModuleType, mutant: ModuleType, pages: Sequence[ModuleType]) -> Iterator[None]:
    """Put the functions and methods of a mutant in the place of a page's, wherever they are used.

    Classes stay, with the methods of the mutant: values that were made before are of them.
    """
    old: list[tuple[Any, str, Any]] = []
    own = {n: x for n, x in vars(page).items() if getattr(x, "__module__", "") == page.__name__}
    for name, original in own.items():
        changed = getattr(mutant, name)
        if not isinstance(original, type):
            users = [each for each in pages if vars(each).get(name) is original]
            old += [(each, name, original) for each in users]
            for each in users:
                setattr(each, name, changed)
            continue
        old.append((mutant, name, changed))
        setattr(mutant, name, original)
        for method, body in list(vars(original).items()):
            other = vars(changed).get(method)
            if (callable(body) or isinstance(body, property)) and other is not None:
                old.append((original, method, body))
                setattr(original, method, other)
    try:
        yield
    finally:
        for target, name, original in reversed(old):
            setattr(target, name, original)

"""The check of a robot's value sets: rigid bodies that its joints can move."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from symoro.errors import ModelError
from symoro.expressions import FloatArithmetic, evaluate
from symoro.models.dynamics.inertia import InertiaMatrix, inertia_matrix
from symoro.models.mechanism import mechanism
from symoro.robot import Diagnostic, Robot, ValueSet, check
from symoro.robot.floating_base import unknown_acceleration
from symoro.robot.frame import GEOMETRY
from symoro.robot.parameter import nonzero_parameters
from symoro.verify.massless_joints import refuse_massless, refuse_massless_numbers
from symoro.verify.sampling import known_values

_POSTURES = 5
_SMALLEST = 1e-12  # eigenvalue of an inertia matrix whose diagonal is 1: rounding leaves less


def check_values(robot: Robot) -> list[Diagnostic]:
    """Return the doubtful points of a robot's value sets.

    The numbers are put into the tables and checked there: angles in degrees, gravity, links that
    are no rigid bodies. Each joint of a tree must carry inertia, and the inertia matrix must be
    positive definite if the set has all that it is computed from.
    """
    return [
        replace(diagnostic, values=values.name)
        for values in robot.values
        for diagnostic in (*_table_findings(robot, values), *_dynamic_findings(robot, values))
    ]


def _table_findings(robot: Robot, values: ValueSet) -> Iterator[Diagnostic]:
    """Diagnostics of `check` in the tables that only the numbers of a set bring about."""
    unknown = sorted({name for name, _ in values.values} - robot.symbols)
    if unknown:
        listed = ", ".join(unknown)
        yield Diagnostic(f"{robot.name} has no symbol {listed}; nothing reads its value", note=True)
    known = set(check(robot))
    exact = {name: value for name, value in values.values if name in robot.symbols}
    yield from (each for each in check(robot.substitute(dict(exact))) if each not in known)


def _dynamic_findings(robot: Robot, values: ValueSet) -> Iterator[Diagnostic]:
    if robot.n_loops or not robot.moving_joints:
        return
    numbers = known_values(robot, values)
    robot = unknown_acceleration(robot)
    try:
        refuse_massless(robot, robot.moving_joints)
    except ModelError:
        return  # whatever the values
    try:
        refuse_massless_numbers(robot, robot.moving_joints, numbers)
    except ModelError as error:
        reason = str(error).removeprefix(f"{robot.name}: with these values, ")
        yield Diagnostic(f"{reason}. Models that divide by inertia (ddm) refuse this set")
        return
    if _required_symbols(robot) <= numbers.keys():
        yield from _indefinite_findings(robot, numbers)


def _required_symbols(robot: Robot) -> set[str]:
    """The symbols that the inertia matrix is computed from, without the joint variables."""
    parameters = nonzero_parameters(robot)
    carrying = {i for p in parameters if p.link for i in robot.ancestors(p.link) if i}
    entries = [getattr(robot.frame(i), field) for i in carrying for field in GEOMETRY]
    entries += [p.entry(robot) for p in parameters]
    used = set[str]().union(*(entry.symbols for entry in entries))
    return used - {variable.name for variable in robot.variables.values()}


def _indefinite_findings(robot: Robot, numbers: Mapping[str, float]) -> Iterator[Diagnostic]:
    """The inertia matrix at random postures, the first one at which it is not positive definite."""
    rng = random.Random(robot.name)
    variables = [variable.name for variable in robot.variables.values()]
    for _ in range(_POSTURES):
        values = {name: rng.uniform(-1.5, 1.5) for name in sorted(robot.symbols)}
        values.update(numbers)
        A = _inertia_matrix(robot, values)
        matrix = np.array(A.matrix, dtype=float)
        size = matrix.diagonal()
        where = ", ".join(f"{name} = {values[name]:.3g}" for name in variables)
        if (size <= 0).any():
            row = A.rows[int(size.argmin())]
            of = f"joint {row}" if row.isdigit() else "the base"
            yield Diagnostic(
                f"the inertia of {of} is {size.min():.6g} at {where}; it must be positive"
            )
            return
        if np.linalg.eigvalsh(matrix / np.sqrt(np.outer(size, size))).min() < _SMALLEST:
            yield Diagnostic(f"the joint-space inertia matrix is not positive definite at {where}")
            return


def _inertia_matrix(robot: Robot, values: Mapping[str, float]) -> InertiaMatrix:
    floats = FloatArithmetic()
    return inertia_matrix(mechanism(robot, lambda entry: evaluate(entry, values, floats)))

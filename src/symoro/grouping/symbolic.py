"""The symbolic method: rules of the tree, relations of the loops, then an exact completeness pass.

The rules alone are not complete. So the columns of what they leave are evaluated modulo a prime at
random states: a column that depends on others is one more grouping. The whole result is proved in
the same way, with random parameters: the energy (or the torques) of the standard parameters equals
that of the base parameters, at every sampled state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from symoro.errors import InternalError, ModelError
from symoro.expressions.modular import Residue
from symoro.grouping.eliminations import Reason, Step, grouped_values, sort_parameters
from symoro.grouping.exact.closed_states import ClosedStates
from symoro.grouping.exact.completeness import Completeness, NotRecognised
from symoro.grouping.exact.friction import friction_steps
from symoro.grouping.exact.sampling import StateSampler, free_states
from symoro.grouping.exact_angles import exact_angles
from symoro.grouping.loop_coordinates import loop_coordinates
from symoro.grouping.minimal_set import apply_rules, minimal_steps, remaining_parameters
from symoro.grouping.result import BaseParameters, Proof
from symoro.grouping.rules.friction_directions import direction_steps, refuse_friction
from symoro.grouping.rules.loop_rules import (
    ColumnRelation,
    cut_relations,
    locked_relations,
    parallel_relations,
    relation_steps,
)
from symoro.grouping.rules.planar_loops import planar_relations
from symoro.grouping.rules.theorems import TreeRules
from symoro.models.loops.assembly import chosen_modes, mode_labels
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, nonzero_parameters

_CHECKS = 12  # states of the proof
_PROOF = -1  # the point at which it is made
_NO_FORM = "the loops have no closed form: completeness was checked in floating point"
_NO_WORDS = "a coefficient was recognised in floating point only, as was completeness"
_OPAQUE = "constants that are not rational hide relations: completeness is by floating point"
_PROVED = (
    "columns of the base parameters independent, standard and base parameters equivalent: exact "
    "at {} random states modulo each of two 31-bit primes"
)


def symbolic_base_parameters(robot: Robot, mode: int | None = None) -> BaseParameters:
    """Return the base parameters of a robot.

    Args:
        robot: any robot; angles within 1e-9 of a multiple of Pi/12 are taken for that.
        mode: the assembly mode of a closed robot, from 1.

    Raises:
        ModelError: if the loops cannot be closed, or a coefficient is not recognised.
    """
    refuse_friction(robot)
    exact, notes = exact_angles(robot)
    closing = _closing(exact, mode)
    if closing is None:
        return _numeric_result(robot, mode, _NO_FORM)
    try:
        return _exact_result(robot, exact, closing, mode, notes)
    except NotRecognised as error:
        with suppress(ModelError):
            return _numeric_result(robot, mode, _NO_WORDS)
        raise error from None


def _exact_result(
    robot: Robot, exact: Robot, closing: _Closing, mode: int | None, notes: tuple[str, ...]
) -> BaseParameters:
    """The rules and the exact completeness pass."""
    complete = Completeness(exact, closing.states)
    rules = _rules(exact, closing.relations)
    steps, spread = apply_rules(exact, rules)
    steps += complete.steps(remaining_parameters(exact, steps))
    rank = len(remaining_parameters(exact, steps))
    if spread:
        steps, rank, more = minimal_steps(complete, rules, steps)
        notes = (*notes, *more)
    _prove(complete, steps)
    proof = Proof(rank, _PROVED.format(_CHECKS))
    steps += friction_steps(complete) if exact.n_loops else direction_steps(exact)
    base_set = BaseParameters(robot, tuple(steps), "symbolic", proof, closing.label, notes)
    opaque = complete.samples(0).field.opaque
    return _fewer_parameters(base_set, exact, mode) if opaque and proof.rank else base_set


def _fewer_parameters(base_set: BaseParameters, exact: Robot, mode: int | None) -> BaseParameters:
    """The result in floating point if it has fewer parameters and all of its coefficients."""
    from symoro.grouping.numeric.method import numeric_rank

    try:
        if numeric_rank(exact, mode) < base_set.proof.rank:
            return _numeric_result(base_set.standard, mode, _OPAQUE)
    except ModelError:
        pass
    return base_set


def _numeric_result(robot: Robot, mode: int | None, why: str) -> BaseParameters:
    """The rules with a completeness pass in floating point, where an exact one is not to be had."""
    from symoro.grouping.numeric.method import numeric_base_parameters

    base_set = numeric_base_parameters(robot, mode)
    return replace(base_set, method="symbolic", notes=(why, *base_set.notes))


@dataclass(frozen=True)
class _Closing:
    """The states of closed loops and their relations; nothing for a robot without loops."""

    states: StateSampler = free_states
    relations: tuple[tuple[ColumnRelation, Reason], ...] = ()
    label: str = ""


def _closing(robot: Robot, mode: int | None) -> _Closing | None:
    """The closing of the loops; None if they have no closed form."""
    if not robot.n_loops:
        return _Closing()
    loops = loop_coordinates(robot)
    if loops is None:
        return None
    place, roots = next(iter(chosen_modes(robot, loops, mode or 1).items()))
    label = f"mode {place + 1}: {mode_labels(loops)[place]}"
    relations = (
        *locked_relations(robot, loops, roots),
        *parallel_relations(robot, loops, roots),
        *cut_relations(robot),
        *planar_relations(robot),
    )
    return _Closing(ClosedStates(loops, roots), relations, label)


def _rules(robot: Robot, relations: Sequence[tuple[ColumnRelation, Reason]]) -> list[Step]:
    """The eliminations of the rules if no entry of the tables is zero."""
    tree = TreeRules(robot)
    steps = [step for j in range(robot.n_links, 0, -1) for step in tree.steps(j)]
    return [*steps, *relation_steps(robot, relations, steps)]


def _prove(complete: Completeness, steps: list[Step]) -> None:
    """Compare standard and base parameters at random values, modulo both primes."""
    robot = complete.robot
    own = nonzero_parameters(robot)
    for other in (0, 1):
        samples = complete.samples(_PROOF, other)
        prime = samples.prime
        standard = {p: samples.field.symbol(f"{p.name}{p.link}|value") for p in own}
        base = grouped_values(steps, standard, samples.constant)
        every = sort_parameters({*own, *base})
        matrix = samples.matrix(every, _CHECKS)
        change = [(_value(standard, p) - _value(base, p)) % prime for p in every]
        total = (matrix * np.array(change, dtype=np.int64) % prime).sum(axis=1) % prime
        if total.any():
            if samples.field.opaque:  # identities between values that are not rational hide
                raise NotRecognised(f"{robot.name}: the grouping cannot be proved modulo a prime")
            raise InternalError(f"{robot.name}: base parameters do not give the standard torques")


def _value(values: Mapping[Parameter, Residue], p: Parameter) -> int:
    return values[p].value if p in values else 0

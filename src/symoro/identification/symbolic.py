"""The symbolic method: rules of the tree, relations of the loops, then an exact completeness pass.

The rules alone are not complete. So the columns of what they leave are evaluated modulo a prime at
random states: a column that depends on others is one more grouping. The whole result is proved in
the same way, with random parameters: the energy (or the torques) of the standard parameters equals
that of the base parameters, at every state that was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from symoro.errors import InternalError
from symoro.identification.closed_states import ClosedStates
from symoro.identification.completeness import Completeness, ordered
from symoro.identification.grouping import Reason, Step, grouped_values
from symoro.identification.loop_rules import Relation, cut_relations, parallel_relations, related
from symoro.identification.residues import PRIMES
from symoro.identification.result import BaseParameters, Proof
from symoro.identification.samples import Samples, States, free_states
from symoro.identification.theorems import Tree
from symoro.models.loops.assembly import active_joints, chosen_modes, mode_labels, solvable
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, present

_CHECKS = 12  # states of the proof


def symbolic(robot: Robot, mode: int | None = None) -> BaseParameters:
    """Return the base parameters of a robot.

    Args:
        robot: any robot.
        mode: the assembly mode of a closed robot, from 1.
    """
    closing = _closing(robot, mode)
    complete = Completeness(robot, closing.states)
    steps, activated = _ruled(robot, Tree(robot), wholly=False)
    if activated:
        steps, _ = _minimal(robot, complete, steps)
    steps += related(robot, closing.relations, steps)
    held = _held(robot, steps)
    steps += complete.steps(held)
    _prove(robot, steps, closing.states)
    return BaseParameters(robot, tuple(steps), "symbolic", Proof(0, ""), closing.label)


@dataclass(frozen=True)
class _Closing:
    """How a robot's loops are kept closed; nothing for one without loops."""

    states: States = free_states
    relations: tuple[tuple[Relation, Reason], ...] = ()
    label: str = ""


def _closing(robot: Robot, mode: int | None) -> _Closing:
    if not robot.n_loops:
        return _Closing()
    loops = solvable(robot, active_joints(robot))
    place, roots = next(iter(chosen_modes(robot, loops, mode or 1).items()))
    relations = (*parallel_relations(robot, loops, roots), *cut_relations(robot))
    label = f"mode {place + 1}: {mode_labels(loops)[place]}"
    return _Closing(ClosedStates(loops, roots), relations, label)


def _ruled(robot: Robot, tree: Tree, wholly: bool) -> tuple[list[Step], bool]:
    """Apply the rules; tell whether a parameter that was zero has received something.

    Args:
        robot: the robot.
        tree: its rules.
        wholly: only where everything that receives is there already.
    """
    held = set(present(robot))
    steps: list[Step] = []
    activated = False
    for j in reversed(robot.outward()):
        for step in tree.steps(j):
            if step.eliminated not in held:
                continue
            new = {p for p, _ in step.into} - held
            if new and wholly:
                continue
            activated |= bool(new)
            held = (held | new) - {step.eliminated}
            steps.append(step)
    return steps, activated


def _held(robot: Robot, steps: list[Step]) -> set[Parameter]:
    held = set(present(robot))
    for step in steps:
        held |= {p for p, _ in step.into}
        held.discard(step.eliminated)
    return held


def _minimal(
    robot: Robot, complete: Completeness, steps: list[Step]
) -> tuple[list[Step], bool]:
    """The rules' own choice if it is minimal, else rules among parameters that are there."""
    own = ordered(present(robot))
    rank = len(own) - len(complete.dependencies(own))
    held = ordered(_held(robot, steps))
    if len(held) - len(complete.dependencies(held)) == rank:
        return steps, True
    return _ruled(robot, Tree(robot), wholly=True)


def _prove(robot: Robot, steps: list[Step], states: States) -> None:
    """Compare standard and base parameters, drawn at random, modulo both primes."""
    own = present(robot)
    for prime in PRIMES:
        samples = Samples(robot, f"{robot.name}|proof", prime, states)
        standard = {p: samples.field.symbol(f"{p}|value") for p in own}
        base = grouped_values(steps, standard, samples.constant)
        every = ordered({*own, *base})
        matrix = samples.matrix(every, _CHECKS)
        total = sum(
            matrix[:, k] * ((_value(standard, p) - _value(base, p)) % prime) % prime
            for k, p in enumerate(every)
        )
        if (total % prime).any():
            raise InternalError(f"{robot.name}: base parameters do not give the standard torques")


def _value(values: dict[Parameter, object], p: Parameter) -> int:
    found = values.get(p)
    return int(getattr(found, "value", found or 0))

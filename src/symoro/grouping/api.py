"""The function that a user calls: `base_parameters`, by either method."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from symoro.errors import ModelError, RobotError, RobotWarning, UsageError
from symoro.expressions import ZERO, Expression, ExpressionLike, expression
from symoro.formats.files import read_text
from symoro.formats.values import Values, changed_robot, read_values
from symoro.grouping.result import BaseParameters
from symoro.grouping.symbolic import symbolic_base_parameters
from symoro.request import written_options
from symoro.robot import Constraints, Diagnostic, Robot
from symoro.robot.doubts import modelled_robot, outside_level, warn_of
from symoro.robot.frame import GEOMETRY
from symoro.robot.parameter import DYNAMIC, nonzero_parameters
from symoro.robot.values import exact_values
from symoro.robot.variables import moving_tables, table_place
from symoro.robot.variant import asks_for_changes

METHODS = ("symbolic", "numeric")


def base_parameters(
    robot: Robot,
    method: str = "symbolic",
    *,
    assembly_mode: int | None = None,
    equivalent_tree: bool = False,
    include: Sequence[str] | str = (),
    substitute: Mapping[str, ExpressionLike] | None = None,
    constraints: Mapping[str, ExpressionLike] | Constraints | str | os.PathLike[str] | None = None,
    values: Values | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
    seed: int = 0,
    strict: bool = False,
) -> BaseParameters:
    """Return the base inertial parameters of a robot: the fewest that give its joint torques.

    Args:
        robot: simple, tree or closed, on a fixed, moving or floating base.
        method: ``"symbolic"``, exact relations; ``"numeric"``, by the rank of samples.
        assembly_mode: the assembly mode of a closed robot, from 1.
        equivalent_tree: take the equivalent tree of a closed robot.
        include: ``"ia"``, ``"friction"``: general symbols where the robot has zeros.
        substitute: expressions for symbols, put in before anything else.
        constraints: numeric method, closed robots: the passive joints as expressions of the others
            by symbol, or a ``.cons`` file of SYMORO+.
        values: numbers to put in the place of symbols: of a value set, of a file, or by symbol.
        param: single numbers, which take precedence over ``values``.
        seed: numeric method: of the random states.
        strict: refuse a robot that `check` warns of, and a misprint in a ``.cons`` file.

    Raises:
        ModelError: if the robot has none that can be found; the message says why.
        RobotError: if the robot is doubtful and ``strict`` is asked for.
        UsageError: for a wrong call.
    """
    if not isinstance(robot, Robot):
        raise UsageError(f"a Robot is needed, not {type(robot).__name__}; symoro.load gives one")
    if method not in METHODS:
        raise UsageError(f"the methods are {' and '.join(METHODS)}, not {method}")
    parts = include.split(",") if isinstance(include, str) else include
    words = [word.strip() for word in parts if word.strip()]
    changes: dict[str, Any] = {
        "substitute": substitute,
        "include": words,
        "equivalent_tree": equivalent_tree,
        "values": values,
        "param": param,
    }
    subject = changed_robot(robot, **changes) if asks_for_changes(changes) else robot
    if assembly_mode is not None and not subject.n_loops:
        raise UsageError(f"{subject.name} has no loops, so there are no assembly modes to choose")
    refuse_mixed_symbols(subject)
    doubts = warn_of(robot, subject, strict=strict)
    modelled = modelled_robot(subject)
    if method == "symbolic":
        if constraints is not None:
            raise UsageError(
                "constraints belong to the numeric method (--numeric, method='numeric')"
            )
        base_set = symbolic_base_parameters(modelled, assembly_mode)
    else:
        from symoro.grouping.numeric.method import numeric_base_parameters

        relations = constraints
        if isinstance(relations, str | os.PathLike):
            relations, misprints = _read_constraints(os.fspath(relations), strict)
            doubts = (*doubts, *misprints)
        if relations is not None and (values is not None or param):
            standard = changed_robot(robot, substitute=substitute, include=words)
            numbers = exact_values(standard, read_values(values), param, robot.symbols)
            relations = _with_numbers(relations, numbers)
        base_set = numeric_base_parameters(modelled, assembly_mode, relations, seed)
    asked_for = [
        ("numeric", method == "numeric"),
        ("mode", assembly_mode),
        ("constraints", _constraint_options(constraints)),
        *subject.folded,
        ("with", words),
        ("set", substitute),
        ("tree", equivalent_tree),
    ]
    notes = []
    if equivalent_tree and subject is not robot:
        notes.append(f"base parameters of the equivalent tree; loops cut: {robot.n_loops}")
    if all(entry == ZERO for entry in subject.base.G):
        notes.append("gravity is zero: what only gravity would show has no effect")
    options = written_options(asked_for)
    return replace(base_set, notes=(*notes, *base_set.notes), warnings=doubts, options=options)


def _with_numbers(
    relations: Mapping[str, ExpressionLike] | Constraints, numbers: dict[str, Expression]
) -> Mapping[str, ExpressionLike] | Constraints:
    """Relations between joints with numbers in the place of symbols; those of a file give way."""
    if not isinstance(relations, Constraints):
        return {name: expression(each).substitute(numbers) for name, each in relations.items()}
    return Constraints(
        {j: each.substitute(numbers) for j, each in relations.positions.items()},
        {j: each.substitute(numbers) for j, each in relations.rates.items()},
        {name: each for name, each in relations.constants.items() if name not in numbers},
    )


def _read_constraints(file: str, strict: bool) -> tuple[Constraints, list[str]]:
    """The constraints of a file, and what is misprinted in it.

    Raises:
        RobotError: for a misprint, if ``strict``.
    """
    from symoro.formats.cons import read

    diagnostics: list[Diagnostic] = []
    constraints = read(read_text(file), file, diagnostics)
    misprints = [f"{file}:{each.line}:{each.column}: {each.text}" for each in diagnostics]
    if misprints and strict:
        raise RobotError("; ".join([*misprints, "a strict call refuses it"]))
    for message in misprints:
        warnings.warn(message, RobotWarning, stacklevel=outside_level())
    return constraints, misprints


def _constraint_options(constraints: Any) -> Any:
    """Constraints as options say them: a file's name, or expressions by name."""
    if not isinstance(constraints, Constraints):
        return constraints
    positions = {f"Q{j}": each for j, each in constraints.positions.items()}
    rates = {f"QD{j}": each for j, each in constraints.rates.items()}
    return {**constraints.constants, **positions, **rates}


def refuse_mixed_symbols(robot: Robot) -> None:
    """Refuse a symbol that is both a parameter of the dynamics and something it multiplies.

    Raises:
        ModelError: naming the places and the symbol.
    """
    for j, field, what in moving_tables(robot):
        raise ModelError(
            f"{robot.name}: {table_place(j, field)} depends on {what}; tables that move with the "
            "robot have no base parameters"
        )
    geometry = {
        name: f"frame {j}, {field}"
        for j, frame in robot
        for field in GEOMETRY
        for name in getattr(frame, field).symbols
    }
    for p in nonzero_parameters(robot, DYNAMIC):
        for name in sorted(p.entry(robot).symbols & geometry.keys()):
            raise ModelError(
                f"{robot.name}: link {p.link}, {p.name}: {name} is also in {geometry[name]}, so "
                "the torques are "
                f"not linear in it; give {p} a symbol of its own (--set and values put numbers "
                "in later)"
            )

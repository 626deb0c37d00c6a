"""Numbers for a robot's parameters: those of a value set, and those given one by one."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from symoro.errors import ParseError, UsageError, short_list
from symoro.expressions import ZERO, Expression, ExpressionLike, expression, float_values
from symoro.robot.entries import TABLES, change_entries
from symoro.robot.value_set import ValueSet, sets_by_name
from symoro.robot.variables import state_names

if TYPE_CHECKING:
    from symoro.robot.robot import Robot

SetOrNumbers = Mapping[str, ExpressionLike] | ValueSet | str
"""Numbers by symbol, a value set, or the name of one of the robot's."""


def exact_values(
    robot: Robot,
    values: SetOrNumbers | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
    replaced: Collection[str] = (),
) -> dict[str, Expression]:
    """Return numbers for a robot's parameters, exactly as they are written.

    A value set of the robot may hold more than the robot's parameters: it serves all variants of
    the robot. Any other name that is no parameter is an error.

    Args:
        robot: any robot.
        values: numbers by symbol, a value set, or the name of one of the robot's.
        param: single numbers, which take precedence.
        replaced: symbols for which the robot has expressions already; ``values`` may name them.

    Raises:
        UsageError: for an unknown value set or symbol, a joint's variable, velocity, acceleration
            or torque, and a value that is no finite number.
    """
    single = {} if param is None else _mapping("param", param)
    if both := [name for name in single if name in replaced and name not in robot.symbols]:
        raise UsageError(
            f"param: {both[0]}: --set (substitute=...) has put an expression in its place already; "
            "give one of the two"
        )
    return _values_of(robot, values, replaced) | _checked_numbers(robot, single, "param", ())


def fold_values(
    robot: Robot,
    values: SetOrNumbers | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
    replaced: Collection[str] = (),
) -> Robot:
    """Put numbers in the place of a robot's parameters; ``folded`` of the result tells which.

    Raises:
        UsageError: as `exact_values`, or if an entry of the tables has no value then.
    """
    exact = exact_values(robot, values, param, replaced)
    single = dict(param or {})
    request: dict[str, str] = {}
    if isinstance(values, Mapping):
        single = {**values, **single}
    elif values is not None:
        request["values"] = values if isinstance(values, str) else values.name
    if single:
        request["param"] = ",".join(f"{name}={exact[name]}" for name in single if name in exact)
    return replace(robot.substitute(exact), folded=(*robot.folded, *request.items()))


def substitute_values(robot: Robot, values: Mapping[str, ExpressionLike] | str) -> Robot:
    """Put expressions in the place of symbols; see `Robot.substitute`, which calls this."""
    if not isinstance(values, Mapping):
        return fold_values(robot, values)
    robot.require_symbols(values)
    exact = {name: _value(name, value) for name, value in values.items()}

    def change(entry: Expression) -> Expression:
        try:
            return entry.substitute(exact)
        except UsageError as error:
            pairs = ", ".join(f"{n} = {exact[n]}" for n in sorted(entry.symbols & exact.keys()))
            raise UsageError(f"{robot.name}: {entry} with {pairs}: {error}") from None

    return replace(robot, **{t: change_entries(getattr(robot, t), change) for t in TABLES})


def _value(name: str, value: ExpressionLike) -> Expression:
    """The expression for a symbol; an error names the symbol."""
    try:
        return expression(value)
    except ParseError as error:
        raise UsageError(f"{name}: {error.message} (column {error.column} of {value!r})") from None
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None


def only_set(robot: Robot) -> ValueSet | None:
    """Return the value set of a robot that has one, which results that are numbers take.

    None if there are several, or if nothing in the tables is left to give a number to.
    """
    only = robot.values[0] if len(robot.values) == 1 else None
    return only if only and robot.symbols & dict(only.values).keys() else None


def missing_values(robot: Robot, missing: Iterable[str], values: SetOrNumbers | None = None) -> str:
    """Return the message on parameters without a number, and on what a value set has.

    ``values`` are those that lack them; by default those that are in the tables.
    """
    names = sorted(missing)
    message = f"{robot.name}: no number for {short_list(names)}"
    own = sets_by_name(robot.values)
    for each in [values] if values else [text for name, text in robot.folded if name == "values"]:
        chosen = own.get(each) if isinstance(each, str) else each
        if isinstance(chosen, ValueSet):
            message += f"; {chosen.name} has only {short_list(dict(chosen.values)) or 'nothing'}"
        elif isinstance(each, str):
            message += f"; {each} has none"
    sets = short_list([each.name for each in robot.values]) or "none"
    first = names[0]
    return (
        f"{message}; give numbers (--param {first}=NUMBER, param={{'{first}': ...}}) or a value "
        f"set (--values NAME, values='NAME'); value sets of {robot.name}: {sets}"
    )


def _values_of(
    robot: Robot, values: SetOrNumbers | None, replaced: Collection[str]
) -> dict[str, Expression]:
    """The numbers of a value set or of a mapping, for the symbols that the robot has."""
    if values is None:
        return {}
    if isinstance(values, str):
        values = robot.value_set(values)
    if not isinstance(values, ValueSet):
        numbers, where = _mapping("values", values), "values"
    elif values in robot.values:
        states = state_names(robot)
        return {n: x for n, x in values.values if n in robot.symbols and n not in states}
    else:
        numbers, where = dict(values.values), values.name
    exact = _checked_numbers(robot, numbers, where, replaced)
    return {name: x for name, x in exact.items() if name in robot.symbols}


def _mapping(name: str, numbers: object) -> dict[str, ExpressionLike]:
    if isinstance(numbers, Mapping):
        return dict(numbers)
    also = ", the name of a value set or a .json file" if name == "values" else ""
    raise UsageError(
        f"{name} is a mapping from symbol to number{also}, not {type(numbers).__name__}"
    )


def _checked_numbers(
    robot: Robot, numbers: Mapping[str, ExpressionLike], where: str, replaced: Collection[str]
) -> dict[str, Expression]:
    robot.require_symbols([name for name in numbers if name not in replaced], where)
    states = state_names(robot)
    if wrong := [name for name in numbers if name in states]:
        first = wrong[0]
        raise UsageError(
            f"{where}: {first} is {states[first]} of {robot.name}, not a parameter; numbers are "
            "put in the place of parameters, --at and the arguments of a model give the state"
        )
    return {name: _number(where, name, value) for name, value in numbers.items()}


def _number(where: str, name: str, value: ExpressionLike) -> Expression:
    """The exact number of a parameter; an error names the parameter."""
    try:
        exact = expression(value)
        if exact.symbols:
            raise UsageError(
                f"{exact} has the symbol {', '.join(sorted(exact.symbols))}; a number is needed, "
                "and --set (substitute=...) puts expressions in a symbol's place"
            )
        number = float_values([(name, exact)])[name]
        if abs(number) < sys.float_info.min and exact != ZERO:
            raise UsageError("nearer to zero than double precision can divide by; write 0")
    except ParseError as error:
        at = f"column {error.column} of {value!r}"
        raise UsageError(f"{where}: {name}: {error.message} ({at})") from None
    except (UsageError, ArithmeticError, ValueError) as error:
        reason = error.args[0] if isinstance(error, UsageError) else error  # in both spellings
        raise UsageError(f"{where}: {name}: {value} is no number ({reason})") from None
    return exact

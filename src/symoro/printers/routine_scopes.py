"""Declarations of the variables of a routine, in languages whose blocks have variables.

A variable is declared by its first assignment, if that stands in the block that holds all uses of
the variable; else before the first statement of that block that uses it.
"""

from __future__ import annotations

from dataclasses import dataclass

from symoro.ir.routine import (
    Assign,
    Command,
    If,
    Loop,
    Name,
    Routine,
    Variable,
    While,
    all_expressions,
)


@dataclass(frozen=True)
class Scopes:
    """The declarations of a routine.

    Attributes:
        before: the variables that are declared before a statement, by its identity.
        at: the identities of assignments that declare their variable.
        once: the variables that are assigned nowhere else.
    """

    before: dict[int, list[Variable]]
    at: frozenset[int]
    once: frozenset[str]


def find_scopes(routine: Routine) -> Scopes:
    """Return the declarations of the variables of a routine."""
    before: dict[int, list[Variable]] = {}
    at: set[int] = set()
    once: set[str] = set()
    for variable in routine.variables:
        block = _innermost(routine.body, variable.name)
        users = [each for each in block if _uses(each, variable.name)]
        if not users:
            continue
        first = users[0]
        if isinstance(first, Assign) and first.target == Name(variable.name):
            at.add(id(first))
            if sum(_assignments(each, variable.name) for each in users) == 1:
                once.add(variable.name)
        else:
            before.setdefault(id(first), []).append(variable)
    return Scopes(before, frozenset(at), frozenset(once))


def _blocks(command: Command) -> tuple[tuple[Command, ...], ...]:
    match command:
        case If(_, body, otherwise):
            return (body, otherwise)
        case While(_, body) | Loop(_, _, _, body):
            return (body,)
    return ()


def _uses(command: Command, name: str) -> bool:
    return any(
        getattr(each, "name", None) == name or getattr(each, "array", None) == name
        for each in all_expressions((command,))
    )


def _assignments(command: Command, name: str) -> int:
    own = isinstance(command, Assign) and command.target == Name(name)
    return own + sum(_assignments(each, name) for block in _blocks(command) for each in block)


def _innermost(block: tuple[Command, ...], name: str) -> tuple[Command, ...]:
    """The innermost block that holds all uses of a variable."""
    users = [each for each in block if _uses(each, name)]
    if len(users) == 1:
        inside = [each for each in _blocks(users[0]) if any(_uses(c, name) for c in each)]
        head = _uses_head(users[0], name)
        if len(inside) == 1 and not head:
            return _innermost(inside[0], name)
    return block


def _uses_head(command: Command, name: str) -> bool:
    """True if the test or the bounds of a statement use a variable."""
    match command:
        case If(test, _, _):
            return _uses(If(test, ()), name)
        case While(test, _):
            return _uses(While(test, ()), name)
        case Loop(variable, first, last, _):
            return _uses(Loop(variable, first, last, ()), name)
    return False

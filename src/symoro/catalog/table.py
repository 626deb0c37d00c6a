"""The one table of functions: the command line, Python, the documentation and tests iterate it.

`docs/how-to/add-a-model.md` adds an entry step by step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.catalog.tables import dynamic, geometric, identification, kinematic, optimizer, robot
from symoro.errors import UsageError
from symoro.pipeline.entry import FunctionInfo, ModelDefinition, ModelInfo

_MENUS = (robot, geometric, kinematic, dynamic, identification, optimizer)


def menus() -> dict[str, tuple[FunctionInfo, ...]]:
    """All functions by menu, in the order of SYMORO+'s menus and of their tables."""
    tables = {each.MENU: vars(each).values() for each in _MENUS}
    return {
        menu: tuple(entry for entry in table if isinstance(entry, FunctionInfo))
        for menu, table in tables.items()
    }


def function_entries() -> tuple[FunctionInfo, ...]:
    """All functions, in the order of SYMORO+'s menus."""
    return tuple(entry for entries in menus().values() for entry in entries)


def model_entries() -> tuple[ModelInfo, ...]:
    """The functions that return a model."""
    return tuple(entry for entry in function_entries() if isinstance(entry, ModelInfo))


def python_names() -> dict[str, tuple[FunctionInfo, Mapping[str, Any]]]:
    """The functions and their aliases by name in Python, with the options that an alias sets."""
    names: dict[str, tuple[FunctionInfo, Mapping[str, Any]]] = {}
    for entry in function_entries():
        if entry.where:
            names[entry.identifier] = (entry, {})
            for alias, preset in entry.aliases.items():
                names[alias.replace("-", "_")] = (entry, preset)
    return names


def model_definition(name: str) -> ModelDefinition:
    """Return the definition of a model by its name.

    Raises:
        UsageError: if there is no such model, with the list of all.
    """
    for entry in model_entries():
        if entry.name == name:
            definition: ModelDefinition = entry.load()
            return definition
    known = ", ".join(entry.name for entry in model_entries())
    raise UsageError(f"there is no model {name}; the models are {known}")

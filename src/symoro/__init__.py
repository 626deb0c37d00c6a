"""Symbolic modelling of robots: a robot in, its verified models out.

>>> import symoro
>>> robot = symoro.load("rx90")
>>> model = symoro.idm(robot)
>>> model.operations.add, model.operations.mul  # at each call, after `prepare`
(208, 217)
>>> model.certificate.against
'momentum balance in the world frame'
>>> listing = symoro.idm(robot, level="O1")  # SYMORO+'s statements, all of them counted
>>> listing.operations.add, listing.operations.mul
(286, 288)

Submodules and their dependencies are imported on first use.
"""

from __future__ import annotations

from importlib import import_module

from symoro.version import __version__ as __version__

_CLASSES = {
    **dict.fromkeys(
        (
            "Base",
            "Frame",
            "JointAxis",
            "JointType",
            "Link",
            "ParallelRobot",
            "Robot",
            "Structure",
            "Wheel",
        ),
        "symoro.robot",
    ),
    **dict.fromkeys(("Expression", "expression", "symbol"), "symoro.expressions"),
    "Freedoms": "symoro.catalog.freedoms",
    "Model": "symoro.pipeline.model",
    "OptimizedProgram": "symoro.pipeline.optimize",
    "BaseParameters": "symoro.grouping.result",
    **dict.fromkeys(
        (
            "SymoroError",
            "ModelError",
            "ParseError",
            "RobotError",
            "RobotWarning",
            "SingularError",
            "UsageError",
            "VerificationError",
        ),
        "symoro.errors",
    ),
}
"""The public names that are no functions of the table `symoro.catalog.table`."""


def __getattr__(name: str) -> object:
    value = _public_value(name)
    globals()[name] = value
    return value


def _public_value(name: str) -> object:
    if name in _CLASSES:
        return getattr(import_module(_CLASSES[name]), name)
    if not name.startswith("_") or name == "__all__":
        from symoro.catalog.table import python_names
        from symoro.pipeline.entry import ModelInfo

        functions = python_names()
        if name == "__all__":
            return [*_CLASSES, *functions, "__version__"]
        if name in functions:
            entry, preset = functions[name]
            if not isinstance(entry, ModelInfo) and not entry.options:
                return entry.load()
            from symoro.catalog.python import model_function, table_function

            if not isinstance(entry, ModelInfo):
                return table_function(entry)
            return model_function(name, entry, preset)
    raise AttributeError(f"module 'symoro' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_CLASSES, *import_module("symoro.catalog.table").python_names()])

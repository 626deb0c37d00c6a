"""Commands of the table's functions: their arguments and options for Typer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer

from symoro.cli.arguments import assignments, language_names, numbers, robot_names
from symoro.cli.lists import list_option
from symoro.formats.registry import FORMATS
from symoro.pipeline.entry import FILE as PROGRAM
from symoro.pipeline.entry import NAME, NOTHING, ROBOT, FunctionInfo
from symoro.pipeline.option_spec import (
    ASSIGNMENTS,
    FILE,
    FLAG,
    FRAME,
    FRAMES,
    JOINTS,
    LISTS,
    PLACES,
    REAL,
    SECONDS,
    VALUES,
    OptionSpec,
)

_TYPES = {FLAG: bool, FRAME: int, SECONDS: float, REAL: float, FILE: Path} | dict.fromkeys(
    LISTS, list[str]
)
_WHOLE = re.compile(r"-?\d+", re.ASCII)
_COMPLETIONS = {"lang": language_names}
_ROBOT_FILE = f"{' or '.join(f'a {each.suffix}' for each in FORMATS if each.reader)} file"
_SUBJECTS = {
    ROBOT: typer.Argument(
        metavar="ROBOT",
        help=f"A robot of the library (symoro robots), {_ROBOT_FILE}.",
        autocompletion=robot_names,
    ),
    PROGRAM: typer.Argument(
        metavar="FILE", help="A listing, ours or SYMORO+'s; or Fortran, Mathematica, Maple."
    ),
    NAME: typer.Argument(metavar="NAME", help="The robot's name."),
}


def make_command(
    run: Callable[..., None], entry: FunctionInfo, options: Sequence[OptionSpec]
) -> Callable[..., None]:
    """Return the command of a function; ``run`` takes its subject and options by keyword."""
    specs = {spec.keyword: spec for spec in options if spec.command is not None}

    def command(**words: Any) -> None:
        run(**{name: _value(specs[name], x) if name in specs else x for name, x in words.items()})

    parameters = [_parameter(spec) for spec in specs.values()]
    if entry.subject != NOTHING:
        annotation = Annotated[str, _SUBJECTS[entry.subject]]
        parameters.insert(0, _keyword(entry.subject, Parameter.empty, annotation))
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": None}
    return command


def _is_switch(spec: OptionSpec) -> bool:
    """True for an option that takes no value: a flag, or one word of two by a name of its own."""
    return spec.kind == FLAG or bool(spec.words and not spec.metavar)


def _value(spec: OptionSpec, value: Any) -> Any:
    """The value of an option, from the words of the command."""
    if spec.kind == FLAG:
        return value != bool(spec.empty)
    if spec.takes_names and spec.kind == FRAME and value is not None:
        return int(value) if _WHOLE.fullmatch(value) else value
    if _is_switch(spec):
        return spec.words[-1] if value else spec.empty
    if spec.kind in (FRAMES, JOINTS, PLACES):
        return ",".join(value) or None
    if spec.kind == ASSIGNMENTS:
        return assignments(f"--{spec.name}", spec.metavar, value)
    return numbers(f"--{spec.name}", value) if spec.kind == VALUES else value


def _parameter(spec: OptionSpec) -> Parameter:
    switch, several, empty = _is_switch(spec), spec.kind in LISTS, spec.empty
    names = spec.command or (f"--{spec.name}",)
    more: dict[str, Any] = {"help": spec.help, "metavar": None if switch else spec.metavar}
    if spec.name in _COMPLETIONS:
        more["autocompletion"] = _COMPLETIONS[spec.name]
    elif spec.words and not switch:
        more["autocompletion"] = _word_completion(spec.words)
    option = list_option(*names, **more) if several else typer.Option(*names, **more)
    default: Any = False if switch else [] if several else empty
    own: Any = str if spec.takes_names and not several else _TYPES.get(spec.kind, str)
    kind: Any = bool if switch else own
    if spec.required:
        default = Parameter.empty
    elif default is None:
        kind = kind | None
    return _keyword(spec.keyword, default, Annotated[kind, option])


def _keyword(name: str, default: Any, annotation: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _word_completion(words: Sequence[str]) -> Callable[[str], list[str]]:
    """The function that completes one of some words, the last of several with commas."""

    def complete(incomplete: str) -> list[str]:
        before, comma, start = incomplete.rpartition(",")
        return [f"{before}{comma}{word}" for word in words if word.startswith(start)]

    return complete

"""Python functions of the table: a model's function is made from its entry.

All model functions take the same keyword options beside their own, those of `COMMON`; they raise
ModelError if the robot cannot have the model, RobotError for a doubtful robot with ``strict``, and
UsageError for a wrong call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from importlib import import_module
from inspect import Parameter, Signature, cleandoc
from textwrap import fill
from typing import Any

from symoro.catalog.generate import generate
from symoro.catalog.tables.options import COMMON, INCLUDE
from symoro.errors import SymoroError, UsageError, in_spelling
from symoro.pipeline.entry import FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import (
    ASSIGNMENTS,
    FLAG,
    FRAME,
    FRAMES,
    JOINTS,
    PLACES,
    SECONDS,
    VALUES,
    WORDS,
    OptionSpec,
)
from symoro.pipeline.options import READING, RUNNING, Options
from symoro.robot import Robot
from symoro.wording import split_words

_KEYWORDS = {spec.keyword: spec for spec in COMMON}


def model_function(name: str, entry: ModelInfo, preset: Mapping[str, Any]) -> Callable[..., Any]:
    """Return the Python function of a model, by one of its names, which sets some options."""
    own = {spec.keyword: spec.name for spec in entry.options if spec.name not in preset}
    signature = model_signature(entry, preset)

    def function(*args: Any, **keywords: Any) -> Any:
        bound = signature.bind(*args, **keywords).arguments
        robot = require_robot(bound.pop("robot"))
        common = bound.pop("options", {})
        values = {own[keyword]: value for keyword, value in bound.items()}
        options = common_options(common, {**values, **preset}, own)
        with python_errors((*entry.options, *COMMON)):
            return make(robot, options)

    def make(robot: Robot, options: Options) -> Any:
        if not entry.maker:
            return generate(entry.name, robot, options)
        module, _, attribute = entry.maker.partition(":")
        return getattr(import_module(module), attribute)(robot, options)

    function.__name__ = function.__qualname__ = name
    function.__module__ = "symoro"
    function.__doc__ = model_docstring(name, entry, preset)
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def table_function(entry: FunctionInfo) -> Callable[..., Any]:
    """Return the Python function of an entry that is no model, with errors in Python's words."""
    function = entry.load()

    @wraps(function)
    def call_in_words(*args: Any, **keywords: Any) -> Any:
        with python_errors(entry.options):
            return function(*args, **keywords)

    call_in_words.__name__ = call_in_words.__qualname__ = entry.identifier
    call_in_words.__module__ = "symoro"
    return call_in_words


@contextmanager
def python_errors(specs: Sequence[OptionSpec]) -> Iterator[None]:
    """Say options as Python has them in errors, which name those of the command line."""
    try:
        yield
    except SymoroError as error:
        error.reword(partial(in_python_words, specs=specs))
        raise


def in_python_words(text: str, specs: Sequence[OptionSpec]) -> str:
    """Return a text with options as in Python: ``--with ia`` is ``include='ia'``.

    A flag is ``total=True``; an option without a value in the text is its keyword; one that these
    do not have is left as it is.
    """
    words = {word: spec for spec in specs if spec.in_python for word in _command_words(spec)}

    def spell(match: re.Match[str]) -> str:
        spec = words.get(match["word"])
        if spec is None:
            return match[0]
        value = match["value"] or ""
        if spec.kind == FLAG:
            return f"{spec.keyword}={not spec.empty}{match['rest']}"
        if match["word"] in (f"--{each}" for each in spec.words):
            return f"{spec.keyword}='{match['word'][2:]}'{match['rest']}"
        is_value = value in spec.words or _VALUE.fullmatch(value)
        if not value or not (is_value or spec is INCLUDE):  # which has one wherever it is named
            return f"{spec.keyword}{match['rest']}"
        name, equals, number = value.partition("=")
        if equals and spec.kind in (ASSIGNMENTS, VALUES):
            return f"{spec.keyword}={{'{name}': {number}}}"
        number_kind = spec.kind in (FRAME, FRAMES, JOINTS, PLACES, SECONDS)
        quote = "" if number_kind and "," not in value else "'"
        return f"{spec.keyword}={quote}{value}{quote}"

    text = in_spelling(text, command=False)
    return _OPTION.sub(spell, text)


_OPTION = re.compile(r"(?P<word>--[a-z][a-z0-9-]*)(?P<rest>(?: (?P<value>[\w=,-]*[\w=]))?)")
_VALUE = re.compile(r"[A-Z]+|\w+=[A-Z]+|O\d|-?\d[\d,-]*")


def _command_words(spec: OptionSpec) -> tuple[str, ...]:
    return (f"--{spec.name}",) if spec.command == () else spec.command or ()


def model_signature(entry: ModelInfo, preset: Mapping[str, Any]) -> Signature:
    """Return the signature of a model's function: its own options, then ``**options``."""
    parameters = [Parameter("robot", Parameter.POSITIONAL_OR_KEYWORD, annotation="Robot")]
    specs = [spec for spec in entry.options if spec.name not in preset]
    for spec in sorted(specs, key=lambda spec: not spec.positional):
        kind = Parameter.POSITIONAL_OR_KEYWORD if spec.positional else Parameter.KEYWORD_ONLY
        parameters.append(
            Parameter(spec.keyword, kind, default=spec.empty, annotation=spec.annotation)
        )
    parameters.append(
        Parameter("options", Parameter.VAR_KEYWORD, annotation="Unpack[CommonOptions]")
    )
    return Signature(parameters, return_annotation=entry.returns)


def model_docstring(name: str, entry: ModelInfo, preset: Mapping[str, Any]) -> str:
    """Return the docstring of a model's function."""
    text = cleandoc(entry.description)
    if name != entry.identifier:
        keywords = "".join(f", {key}={value!r}" for key, value in preset.items())
        text = f"{text}\n\nThis is another name of ``symoro.{entry.identifier}(robot{keywords})``."
    specs = [spec for spec in entry.options if spec.name not in preset]
    lines = [_argument("robot", "the robot that is modelled.")]
    lines += [_argument(spec.keyword, python_help(spec)) for spec in specs]
    lines.append(_argument("options", "those of every model, see docs/python.md."))
    return "\n".join([text, "", "Args:", *lines])


def _argument(name: str, text: str) -> str:
    return fill(f"{name}: {text}", 96, initial_indent="    ", subsequent_indent=" " * 8)


def python_help(spec: OptionSpec) -> str:
    """Return the help of an option with the names that other options have in Python."""
    text = spec.help[:1].lower() + spec.help[1:]
    for other in COMMON:
        if other.keyword != other.name:
            text = text.replace(f"--{other.name} ", f"``{other.keyword}`` ")
            text = text.replace(f"--{other.name}.", f"``{other.keyword}``.")
    return text.replace("--", "")


def require_robot(robot: object) -> Robot:
    """Return the robot if it is one.

    Raises:
        UsageError: for anything else.
    """
    if not isinstance(robot, Robot):
        raise UsageError(f"a Robot is needed, not {type(robot).__name__}; symoro.load gives one")
    return robot


def common_options(
    keywords: Mapping[str, Any], own: Mapping[str, Any], names: Iterable[str] = ()
) -> Options:
    """Return keyword arguments as options.

    ``own`` has the names of the command line, ``names`` those in Python, for the message.

    Raises:
        UsageError: for an option that no model has, or a value of the wrong kind.
    """
    unknown = sorted(keywords.keys() - _KEYWORDS.keys())
    if unknown:
        commands = {spec.name: spec.keyword for spec in COMMON}
        hints = [f"--{name} is {commands[name]} in Python" for name in unknown if name in commands]
        raise UsageError(
            "; ".join([f"there is no option {', '.join(unknown)}", *hints, "options of this model"])
            + f" are {', '.join([*names, *_KEYWORDS])}"
        )
    values: dict[str, Any] = {
        name: _texts(value) if _KEYWORDS[name].kind == WORDS else value
        for name, value in keywords.items()
    }
    substitute = values.get("substitute")
    if substitute is not None and not isinstance(substitute, Mapping):
        kind = type(substitute).__name__
        raise UsageError(f"substitute is a mapping from symbol to expression, not {kind}")
    values["substitute"] = dict(substitute or {})
    if values.get("param", ...) is None:
        del values["param"]
    values.setdefault("level", READING if values.get("expanded") else RUNNING)
    with python_errors(COMMON):
        return Options(**values, own=dict(own))


def _texts(names: object) -> tuple[str, ...]:
    """Names may be given as one text, with commas between them."""
    if isinstance(names, str):
        return tuple(name.strip() for name in split_words(names) if name.strip())
    items = tuple(names) if isinstance(names, Iterable) else (names,)
    texts = tuple(name for name in items if isinstance(name, str))
    if len(texts) < len(items):
        raise UsageError(f"names are texts, not {names!r}")
    return texts

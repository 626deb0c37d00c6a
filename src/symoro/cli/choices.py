"""A model's own options as options of its command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any

import typer

from symoro.generate.choices import FLAG, FRAME, FRAMES, PLACES, WORDS, Choice

_TYPES = {
    FLAG: bool,
    FRAME: int | None,
    FRAMES: list[int],
    PLACES: list[str] | None,
    WORDS: list[str] | None,
}
_EMPTY = {FLAG: False, FRAMES: []}


def argument_name(choice: Choice) -> str:
    """The name of the function's argument: ``from`` and ``to`` are words of Python."""
    return f"own_{choice.name.replace('-', '_')}"


def value_of(choice: Choice, given: Any) -> Any:
    """What is given for an option; lists with commas may come in several parts."""
    if choice.kind in (PLACES, WORDS):
        return ",".join(given) if given else None
    return given


def with_choices(
    run: Callable[..., None], choices: Sequence[Choice], without: Collection[str] = ()
) -> Callable[..., None]:
    """Return the function with an option for each choice, before the common ones.

    Args:
        run: takes the robot, the common options and ``**given``.
        choices: the model's own options.
        without: common options that the model does not have.
    """
    signature = inspect.signature(run, eval_str=True)
    common = [
        p
        for p in signature.parameters.values()
        if p.kind is not p.VAR_KEYWORD and p.name not in without
    ]
    own = [_parameter(choice) for choice in choices]
    parameters = [common[0], *own, *common[1:]]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": None}
    return run


def _parameter(choice: Choice) -> inspect.Parameter:
    option = typer.Option(
        f"--{choice.name}",
        help=choice.help,
        metavar=None if choice.kind == FLAG else choice.metavar,
    )
    annotation: Any = Annotated[_TYPES.get(choice.kind, str | None), option]
    return inspect.Parameter(
        argument_name(choice),
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=_EMPTY.get(choice.kind),
        annotation=annotation,
    )

"""A model's own options as options of its command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any

import typer

from symoro.cli.lists import list_option
from symoro.pipeline.choices import FLAG, FRAME, LISTS, Choice

_TYPES = {
    FLAG: bool,
    FRAME: int | None,
    **dict.fromkeys(LISTS, list[str]),
}
_EMPTY: dict[str, Any] = {FLAG: False, **{kind: [] for kind in LISTS}}


def argument_name(choice: Choice) -> str:
    """The name of the function's argument: ``from`` and ``to`` are words of Python."""
    return f"own_{choice.name.replace('-', '_')}"


def value_of(choice: Choice, given: Any) -> Any:
    """The value given for an option; None for an empty list."""
    return (",".join(given) or None) if choice.kind in LISTS else given


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
    make = list_option if choice.kind in LISTS else typer.Option
    metavar = None if choice.kind == FLAG else choice.metavar
    option = make(f"--{choice.name}", help=choice.help, metavar=metavar)
    annotation: Any = Annotated[_TYPES.get(choice.kind, str | None), option]
    return inspect.Parameter(
        argument_name(choice),
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=_EMPTY.get(choice.kind),
        annotation=annotation,
    )

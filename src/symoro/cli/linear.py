"""``symoro linearize ROBOT --at ...``: the linearised model with numbers, not its program."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symoro.cli.analysis import ParamOption, ValuesOption
from symoro.cli.arguments import assignments, numbers
from symoro.cli.json_text import json_text
from symoro.cli.lists import list_option
from symoro.cli.load_robot import load_changed
from symoro.cli.texts import written
from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.analysis.linear_system import LinearSystem
    from symoro.formats import Request
    from symoro.robot import Robot

COMMAND = "linearize"
_PROGRAM_ONLY = ("lang", "outputs", "expanded", "base")  # options that change the program alone
_MOST = 10_000  # frequencies

StateOption = Annotated[
    list[str],
    list_option(
        "--at",
        metavar="NAME=NUMBER",
        help="Numbers instead of the program: a joint variable; with --moving also QP, QDP.",
    ),
]
ResponseOption = Annotated[
    str | None,
    typer.Option(
        "--response",
        metavar="W",
        help="With --at: response at frequencies 1,2,5 or FROM:TO:COUNT in rad/s.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Give the command of the model the options for numbers."""
    (command,) = (each for each in app.registered_commands if each.name == COMMAND)
    assert command.callback is not None
    command.callback = _with_numbers(command.callback)


def _with_numbers(program: Callable[..., None]) -> Callable[..., None]:
    def run(
        *,
        at: StateOption = [],  # noqa: B006 - typer copies it
        values: ValuesOption = None,
        param: ParamOption = [],  # noqa: B006
        response: ResponseOption = None,
        **given: Any,
    ) -> None:
        if at:
            _numbers(at, values, param, response, given)
        elif values or param or response:
            raise UsageError("--values, --param and --response belong to a posture; --at gives one")
        else:
            program(**given)

    own = inspect.signature(run, eval_str=True).parameters.values()
    more = [p for p in own if p.kind is not p.VAR_KEYWORD]
    first, *common = inspect.signature(program, eval_str=True).parameters.values()
    parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in (first, *more, *common)]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": None}
    return run


def _numbers(
    at: list[str],
    values: str | None,
    param: list[str],
    response: str | None,
    given: Mapping[str, Any],
) -> None:
    from symoro.catalog.functions import linear_system
    from symoro.formats import write_request, written_options
    from symoro.pipeline.options import Options
    from symoro.robot import identifier

    for name in _PROGRAM_ONLY:
        if given[name]:
            raise UsageError(f"--{name} is for the program; --at asks for numbers")
    omegas = _frequencies(response) if response else []
    options = Options(
        set_=assignments(given["set_"]),
        with_=tuple(given["with_"]),
        tree=given["tree"],
        floating_base=given["floating"],
    )
    robot = load_changed(given["robot"], given["strict"], options.applied)
    state = _state(robot, numbers("--at", at), given["own_moving"])
    system = linear_system(
        robot,
        state["q"],
        parameters=_parameters(robot, values, numbers("--param", param)),
        QP=list(state["QP"].values()) if given["own_moving"] else None,
        QDP=list(state["QDP"].values()) if given["own_moving"] else None,
        verify=not given["no_verify"],
    )
    posture = {name: x for part in state.values() for name, x in part.items()}
    asked = {
        "at": posture,
        "moving": given["own_moving"],
        "values": values,
        "param": numbers("--param", param),
        "response": response,
        "with": options.with_,
        "set": options.set_,
        "tree": options.tree,
        "floating-base": options.floating_base,
        "no-verify": given["no_verify"],
    }
    said = written_options(asked.items())
    data = {"robot": robot.name, "options": said, "at": posture, **system.as_dict()}
    answers = system.frequency_response(omegas)
    if omegas:
        data["response"] = [
            {"omega": omega, "real": _finite(answer.real), "imag": _finite(answer.imag)}
            for omega, answer in zip(omegas, answers, strict=True)
        ]
    text = json_text(data)
    if given["folder"] is not None:
        path = given["folder"] / f"{identifier(robot.name)}_linear.json"
        contents = {path: text + "\n"}
        written(partial(write_request, contents, _request, force=given["force"]))
        typer.echo(f"wrote {path}", err=True)
    if given["as_json"]:
        typer.echo(text)
    elif given["folder"] is None:
        _show(robot, posture, system, list(zip(omegas, answers, strict=True)))


def _finite(values: Any) -> list[list[float | None]]:
    """The rows of a matrix; None, which JSON has, for what is infinite at a pole."""
    return [[x if math.isfinite(x) else None for x in row] for row in values.tolist()]


def _state(robot: Robot, at: Mapping[str, float], moving: bool) -> dict[str, dict[str, float]]:
    """Positions, and velocities and accelerations of a motion, by name; zero where not given."""
    found = {"q": {robot.variables[j].name: 0.0 for j in robot.moving}}
    for tag in ("QP", "QDP") if moving else ():
        found[tag] = {str(getattr(robot.frame(j), tag)): 0.0 for j in robot.moving}
    for name, value in at.items():
        part = next((part for part in found.values() if name in part), None)
        if part is None:
            known = ", ".join(name for part in found.values() for name in part)
            hint = "" if moving else "; with --moving velocities and accelerations too"
            raise UsageError(f"--at: {robot.name} has no joint state {name}; it has {known}{hint}")
        part[name] = value
    return found


def _parameters(robot: Robot, values: str | None, param: dict[str, float]) -> dict[str, float]:
    """The numbers of a value set for symbols that are still there, and those given one by one."""
    chosen = robot.numbers(values) if values else {}
    if unknown := sorted(param.keys() - robot.symbols):
        raise UsageError(
            f"{robot.name} has no symbol {', '.join(unknown)}; symoro show prints its tables"
        )
    return {name: x for name, x in chosen.items() if name in robot.symbols} | param


def _frequencies(text: str) -> list[float]:
    try:
        found = _spread(*text.split(":")) if ":" in text else [*map(float, text.split(","))]
    except (TypeError, ValueError, ArithmeticError):
        found = []
    wrong = [x for x in found if not math.isfinite(x) or x < 0]
    if not 0 < len(found) <= _MOST or wrong:
        raise UsageError(
            f"--response takes frequencies such as 1,2,5 or FROM:TO:COUNT (0.1:100:50), at most "
            f"{_MOST}, not {text}"
        )
    return found


def _spread(first: str, last: str, count: str) -> list[float]:
    """Frequencies in equal ratios."""
    start, stop, steps = float(first), float(last), int(count) - 1
    if min(start, stop) <= 0 or not 0 < steps < _MOST:
        raise ValueError
    return [start * (stop / start) ** (k / steps) for k in range(steps + 1)]


def _request(text: str) -> Request | None:
    """Read from a file of numbers how it was made; None for any other text."""
    from symoro.formats import Request

    try:
        data = json.loads(text)
        return Request(str(data["robot"]), str(data["options"]))
    except (ValueError, LookupError, TypeError):
        return None


def _show(
    robot: Robot,
    posture: Mapping[str, float],
    system: LinearSystem,
    answers: list[tuple[float, Any]],
) -> None:
    """Print the matrices and the tables of poles and of the frequency response."""
    at = ", ".join(f"{name} = {value:.6g}" for name, value in posture.items())
    typer.echo(f"{robot.name} linearised at {at}")
    for name, labels in (("A", system.states), ("B", system.inputs)):
        if labels:
            matrix = getattr(system, name)
            rows = [
                [state, *map(_number, row)]
                for state, row in zip(system.states, matrix, strict=True)
            ]
            _table([name, *labels], rows)
    poles = zip(system.poles, system.natural_frequencies, system.damping, strict=True)
    rows = [[_number(p.real), _number(p.imag), _number(w), _number(z)] for p, w, z in poles]
    _table(["pole: real", "imag", "rad/s", "damping"], rows)
    if answers:
        rows = [
            [_number(omega), y, u, _number(abs(answer[r, c])), _number(_degrees(answer[r, c]))]
            for omega, answer in answers
            for r, y in enumerate(system.outputs)
            for c, u in enumerate(system.inputs)
        ]
        _table(["rad/s", "output", "input", "gain", "phase deg"], rows)
    for name, effort in system.lacking.items():
        typer.echo(
            f"no equilibrium: {name} would have to be {effort:.6g} more than what is there; the "
            "system is that of a constant effort which gives it",
            err=True,
        )


def _degrees(value: complex) -> float:
    return math.degrees(math.atan2(value.imag, value.real))


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value + 0.0:.6g}"  # no minus before a zero


def _table(header: list[str], rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=None)
    for title in header:
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    width = 20 + sum(max(len(row[k]) for row in [header, *rows]) + 2 for k in range(len(header)))
    typer.echo()
    Console(highlight=False, width=width).print(table)

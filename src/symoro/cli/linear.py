"""``symoro linearize ROBOT --at ...``: the linearised model with numbers, not its program."""

from __future__ import annotations

import json
import math
from cmath import phase
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from symoro.catalog.tables import options as o
from symoro.cli.json_text import json_text
from symoro.cli.load_robot import load_changed
from symoro.cli.texts import echo_warnings
from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.analysis.linear_system import LinearSystem
    from symoro.request import Request
    from symoro.robot import Robot

_PROGRAM_ONLY = (o.LANG, o.NAMES, o.OUTPUTS, o.ORDER, o.EXPANDED, o.BASE)
_MOST = 10_000  # frequencies


def with_numbers(program: Callable[..., None]) -> Callable[..., None]:
    """Return a command of the program, or of numbers where it has a posture."""

    def run(*, at: Mapping[str, float], response: str | None, **words: Any) -> None:
        if at:
            _numbers(at, response, words)
        elif response:
            raise UsageError("--response belongs to a posture; --at gives one")
        else:
            program(**words)

    return run


def _numbers(at: Mapping[str, float], response: str | None, words: Mapping[str, Any]) -> None:
    from symoro.catalog.dynamic.linear_system import linear_system
    from symoro.catalog.kinematic.free_joints import independent_joints
    from symoro.file_sets import write_request
    from symoro.pipeline.options import Options
    from symoro.request import written_options
    from symoro.robot.active_joints import active_joints
    from symoro.wording import identifier

    for spec in _PROGRAM_ONLY:
        if words[spec.keyword]:
            raise UsageError(f"--{spec.name} is for the program; --at asks for numbers")
    omegas = _frequencies(response) if response else []
    options = Options(
        values=words["values"],
        param=words["param"],
        substitute=words["substitute"],
        include=tuple(words["include"]),
        equivalent_tree=words["equivalent_tree"],
        floating_base=words["floating_base"],
    )
    robot = load_changed(words["robot"], words["strict"], options.changes, needs_numbers=True)
    free = tuple(words["free"] or ())
    joints = robot.moving_joints
    if words["actuated"] and robot.n_loops:
        joints = independent_joints(robot, free) if free else active_joints(robot)
    state = _state(robot, joints, at, words["moving"])
    system = linear_system(
        robot,
        state["q"],
        QP=_rates(robot, joints, "QP", state) if words["moving"] else None,
        QDP=_rates(robot, joints, "QDP", state) if words["moving"] else None,
        actuated=words["actuated"],
        assembly_mode=words["assembly_mode"],
        free=free,
        verify=words["verify"],
    )
    posture = {name: x for part in state.values() for name, x in part.items()}
    choices = {
        "at": posture,
        "moving": words["moving"],
        "free": free,
        "actuated": words["actuated"],
        "mode": words["assembly_mode"],
        **dict(robot.folded),  # a command puts numbers in once
        "response": response,
        "with": options.include,
        "set": options.substitute,
        "tree": options.equivalent_tree,
        "floating-base": options.floating_base,
        "no-verify": not words["verify"],
    }
    options_text = written_options(choices.items())
    data = {"robot": robot.name, "options": options_text, "at": posture, **system.as_dict()}
    answers = system.frequency_response(omegas)
    if omegas:
        data["response"] = [
            {"omega": omega, "real": _finite(answer.real), "imag": _finite(answer.imag)}
            for omega, answer in zip(omegas, answers, strict=True)
        ]
    text = json_text(data)
    if words["folder"] is not None:
        path = words["folder"] / f"{identifier(robot.name)}_linear.json"
        echo_warnings(partial(write_request, {path: text + "\n"}, _request, force=words["force"]))
        typer.echo(f"wrote {path}", err=True)
    if words["json"]:
        typer.echo(text)
    elif words["folder"] is None:
        _show(robot, posture, system, list(zip(omegas, answers, strict=True)))


def _finite(values: Any) -> list[list[float | None]]:
    """The rows of a matrix; None, which JSON has, for what is infinite at a pole."""
    return [[x if math.isfinite(x) else None for x in row] for row in values.tolist()]


def _state(
    robot: Robot, joints: Sequence[int], at: Mapping[str, float], moving: bool
) -> dict[str, dict[str, float]]:
    """Positions, and velocities and accelerations of a motion, by name; zero where not given."""
    state = {"q": {robot.variables[j].name: 0.0 for j in joints}}
    for tag in ("QP", "QDP") if moving else ():
        entries = (getattr(robot.frame(j), tag) for j in joints)
        state[tag] = {str(entry): 0.0 for entry in entries if entry.symbols}
    for name, value in at.items():
        part = next((part for part in state.values() if name in part), None)
        if part is None:
            known = ", ".join(name for part in state.values() for name in part)
            hint = "" if moving else "; with --moving velocities and accelerations too"
            raise UsageError(f"--at: {robot.name} has no joint state {name}; it has {known}{hint}")
        part[name] = value
    return state


def _rates(
    robot: Robot, joints: Sequence[int], tag: str, state: Mapping[str, Mapping[str, float]]
) -> list[float]:
    """The velocities or accelerations of joints; those that tables give as numbers stay."""
    entries = [getattr(robot.frame(j), tag) for j in joints]
    return [state[tag][str(e)] if e.symbols else float(e.number) for e in entries]


def _frequencies(text: str) -> list[float]:
    try:
        omegas = _spread(*text.split(":")) if ":" in text else [*map(float, text.split(","))]
    except (TypeError, ValueError, ArithmeticError):
        omegas = []
    wrong = [x for x in omegas if not math.isfinite(x) or x < 0]
    if not 0 < len(omegas) <= _MOST or wrong:
        raise UsageError(
            f"--response takes frequencies such as 1,2,5 or FROM:TO:COUNT (0.1:100:50), at most "
            f"{_MOST}, not {text}"
        )
    return omegas


def _spread(first: str, last: str, count: str) -> list[float]:
    """Frequencies in equal ratios."""
    start, stop, steps = float(first), float(last), int(count) - 1
    if min(start, stop) <= 0 or not 0 < steps < _MOST:
        raise ValueError
    return [start * (stop / start) ** (k / steps) for k in range(steps + 1)]


def _request(text: str) -> Request | None:
    """Read from a file of numbers how it was made; None for any other text."""
    from symoro.request import Request

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
            [_number(omega), y, u, _number(abs(gain)), _number(math.degrees(phase(gain)))]
            for omega, answer in answers
            for r, y in enumerate(system.outputs)
            for c, u in enumerate(system.inputs)
            for gain in [answer[r, c]]
        ]
        _table(["rad/s", "output", "input", "gain", "phase deg"], rows)
    for name, effort in system.lacking.items():
        typer.echo(
            f"no equilibrium: {name} would have to be {effort:.6g} more than what is there; the "
            "system is that of a constant effort which gives it",
            err=True,
        )


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

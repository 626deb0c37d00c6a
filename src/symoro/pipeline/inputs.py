"""The inputs of a model: which symbol is joint state, wrench, base motion or constant parameter.

Argument arrays run over the joints that move, in frame order; FE has a row for each link. A symbol
stands in an array if it is one entry of the table by itself; a wrench or base motion written as an
expression, or with a symbol that is used elsewhere, is made of constant parameters. The rotation of
a floating base is an array R0, the position of its origin an array P0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from symoro.errors import ModelError
from symoro.expressions import Expression, Symbol
from symoro.ir.program import Input, Role
from symoro.robot import WRENCH, BaseMotion, Robot
from symoro.robot.arguments import Argument, joint_array
from symoro.robot.base import BASE_MOTION
from symoro.robot.floating_base import BASE_WRENCH, POSITION, ROTATION
from symoro.robot.frame import GEOMETRY
from symoro.robot.link import DRIVE, INERTIAL, LAW


@dataclass(frozen=True)
class Inputs:
    """All inputs of a robot's models, and the shapes of the argument arrays, in order.

    Attributes:
        names: the inputs by name, in order.
        parameters: the names of those that are constant.
        shapes: the argument arrays with their shapes.
    """

    names: Mapping[str, Input]
    parameters: frozenset[str]
    shapes: tuple[tuple[str, tuple[int, ...]], ...]


def inputs(
    robot: Robot,
    joints: Sequence[int] | None = None,
    arguments: Sequence[Argument] | None = None,
    outputs: Collection[str] = (),
) -> Inputs:
    """Return the inputs of a robot's models.

    Args:
        robot: any robot; cut joints come after the others.
        joints: the joints that are arguments; all that move by default.
        arguments: the arrays that come first; q, QP and QDP by default.
        outputs: names of outputs, which are no arguments.

    Raises:
        ModelError: if two joints share a symbol, which then is no independent input.
    """
    moving = list(robot.moving_joints if joints is None else joints)
    entries = _entries(robot)
    hidden = {robot.variables[j].name for j in set(robot.moving_joints) - set(moving)}
    uses = Counter(name for _, entry in entries for name in entry.symbols)
    base_shapes = [(array, (3,)) for array in BASE_MOTION if array not in outputs]
    by_name: dict[str, Input] = {}
    places: dict[str, int] = {}
    parameters: set[str] = set()
    shapes: list[tuple[str, tuple[int, ...]]] = []

    if arguments is None:
        arguments = [joint_array(robot, name, moving) for name in ("q", "QP", "QDP")]
    for argument in arguments:
        shapes.append((argument.name, argument.shape))
        for place, entry in argument.elements.items():
            if not isinstance(entry, Symbol):
                continue
            j = argument.frames.get(place, 0)
            if entry.name in by_name:
                other = places[entry.name]
                raise ModelError(
                    f"{robot.name}: joints {other} and {j} share the symbol {entry.name}; this "
                    "model needs independent joints"
                    if other != j
                    else f"{robot.name}: {entry.name} is both {by_name[entry.name].array} and "
                    f"{argument.name} of joint {j}; this model needs a symbol for each"
                )
            by_name[entry.name] = Input(entry.name, Role.STATE, argument.name, place)
            places[entry.name] = j

    for (array, index), entry in entries:
        lone = isinstance(entry, Symbol) and uses[entry.name] == 1
        for name in sorted(entry.symbols):
            if name in by_name or name in hidden:
                continue
            if array in ("FE", BASE_WRENCH) and lone:
                by_name[name] = Input(name, Role.WRENCH, array, index)
            elif array in (*BASE_MOTION, ROTATION, POSITION) and lone:
                by_name[name] = Input(name, Role.BASE, array, index)
            else:
                by_name[name] = Input(name, Role.PARAMETER)
                parameters.add(name)
    shapes.append(("FE", (robot.n_links, 6)))
    if robot.base.motion is BaseMotion.FLOATING:
        shapes.append((BASE_WRENCH, (6,)))
    shapes += base_shapes
    if robot.base.motion is BaseMotion.FLOATING:
        shapes += [(ROTATION, (3, 3)), (POSITION, (3,))]
    return Inputs(by_name, frozenset(parameters), tuple(shapes))


def _entries(robot: Robot) -> list[tuple[tuple[str, tuple[int, ...]], Expression]]:
    """Every table entry with its place, in the order in which parameters are listed."""
    table: list[tuple[tuple[str, tuple[int, ...]], Expression]] = []
    for j, frame in robot:
        table.extend((("geometry", (j,)), getattr(frame, field)) for field in GEOMETRY)
        table.extend((("spring", (j,)), entry) for entry in (frame.k, frame.rest))
    for j, link in enumerate(robot.drives, start=1):
        table.extend((("link", (j,)), getattr(link, f)) for f in (*INERTIAL, *DRIVE, *LAW))
    table.extend((("wheel", (wheel.link,)), wheel.radius) for wheel in robot.wheels)
    base = robot.base
    floats = base.motion is BaseMotion.FLOATING
    if floats and base.link is not None:
        table.extend((("link", (0,)), entry) for entry in base.link.inertial)
    table.extend((("G", (k,)), entry) for k, entry in enumerate(base.G))
    for row, column in product(range(4), repeat=2):
        place: tuple[str, tuple[int, ...]] = ("Z", (row, column))
        if floats and row < 3:
            place = (ROTATION, (row, column)) if column < 3 else (POSITION, (row,))
        table.append((place, base.Z[row][column]))
    for array in BASE_MOTION:
        table.extend(((array, (k,)), entry) for k, entry in enumerate(getattr(base, array)))
    for row, link in enumerate(robot.links):
        table.extend((("FE", (row, k)), getattr(link, f)) for k, f in enumerate(WRENCH))
    if floats and base.link is not None:
        table.extend(((BASE_WRENCH, (k,)), entry) for k, entry in enumerate(base.link.wrench))
    return table

"""The robot that options ask for: symbols replaced, general symbols put in, loops cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from symoro.errors import UsageError
from symoro.expressions import ZERO, Expression, ExpressionLike, Symbol, symbol
from symoro.expressions.names import fresh_name
from symoro.robot.base import BaseMotion
from symoro.robot.floating_base import with_moving_base
from symoro.robot.friction_laws import LAWS, asks_for_width, friction_fields, require_step
from symoro.robot.link import INERTIAL, WRENCH, Link
from symoro.robot.robot import Robot
from symoro.robot.values import SetOrNumbers, fold_values


def variant(
    robot: Robot,
    substitute: Mapping[str, ExpressionLike] | None = None,
    include: Iterable[str] = (),
    equivalent_tree: bool = False,
    floating_base: bool = False,
    values: SetOrNumbers | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
) -> Robot:
    """Return a robot changed as options say.

    Args:
        robot: any robot.
        substitute: expressions to put in the place of symbols, before anything else.
        include: ``ia``, ``friction``, ``friction=LAWS``, ``wrench=J``, ``wrench=all`` or ``base``:
            general symbols where the robot has zeros.
        equivalent_tree: take the equivalent tree of a closed robot.
        floating_base: let the base float: link 0 has inertia, its acceleration is unknown.
        values: numbers to put in the place of parameters, those that ``include`` and
            ``floating_base`` add too: of a value set, or by symbol.
        param: single numbers, which take precedence over ``values``.

    Raises:
        UsageError: for a symbol that the robot does not have, or another word in ``include``.
    """
    replaced = robot.symbols if substitute else ()
    if substitute:
        robot = robot.substitute(substitute)
    if floating_base:
        robot = _with_floating_base(robot)
    for item in include:
        robot = _with_symbols(robot, item)
    if any(asks_for_width(item) for item in include):
        require_step(robot)
    if values is not None or param:
        robot = fold_values(robot, values, param, replaced)
    return robot.equivalent_tree() if equivalent_tree else robot


def asks_for_changes(changes: Mapping[str, object]) -> bool:
    """Tell whether arguments of `variant` change a robot."""
    return any(each or isinstance(each, str) for each in changes.values())


def _with_floating_base(robot: Robot) -> Robot:
    """Let the base float; link 0 gets general inertial parameters if it has none."""
    base = robot.base
    if base.motion is BaseMotion.FLOATING:
        return robot
    if base.motion is BaseMotion.MOVING:
        raise UsageError(
            f"{robot.name} has a base of known motion, which cannot float as well; a base that "
            "floats has no such motion in its tables"
        )
    link = next((each for each in (base.link, base.fixed_link) if each not in (None, Link())), None)
    if link is None:
        link = Link(**{name: _fresh_symbol(robot, f"{name}0") for name in INERTIAL})
    floating = replace(base, motion=BaseMotion.FLOATING, link=link, fixed_link=None)
    return replace(robot, name=f"{robot.name}floating", base=floating)


def _fresh_symbol(robot: Robot, wanted: str) -> Symbol:
    """A symbol of this name, or the nearest that the robot does not have."""
    return symbol(fresh_name(wanted, robot.symbols))


def _with_symbols(robot: Robot, item: str) -> Robot:
    if item == "base":
        return _with_moving_base(robot)
    if item == "wrench=all":
        for j in _links_with_wrench(robot):
            robot = _with_symbols(robot, f"wrench={j}")
        return robot
    wrench = re.fullmatch(r"wrench=(\d{1,9})", item)
    if wrench:
        chosen, fields = int(wrench.group(1)), WRENCH
        if chosen == 0 and robot.base.motion is BaseMotion.FLOATING:
            link = robot.base.link or Link()
            new = {n: _fresh_symbol(robot, f"{n}0") for n in WRENCH if getattr(link, n) == ZERO}
            return replace(robot, base=replace(robot.base, link=replace(link, **new)))
        robot.link(chosen)
        return _fill_zeros(robot, (chosen,), fields)
    if item == "ia":
        return _fill_zeros(robot, _joints(robot), ("IA",))
    if item == "friction":
        item = "friction=coulomb,viscous"
    if item.startswith("friction="):
        words = item.removeprefix("friction=").split(",")
        return _fill_zeros(robot, _joints(robot), friction_fields(words))
    raise UsageError(
        f"--with {item} is not valid; choose ia, friction, friction=LAWS ({', '.join(LAWS)}), "
        "wrench=J (J: the number of a link), wrench=all or base"
    )


def _links_with_wrench(robot: Robot) -> tuple[int, ...]:
    """All links on which a wrench acts in some model: link 0 only where the base floats."""
    return ((0,) if robot.base.motion is BaseMotion.FLOATING else ()) + tuple(robot.outward())


def _with_moving_base(robot: Robot) -> Robot:
    if robot.base.motion is BaseMotion.FLOATING:
        raise UsageError(
            f"{robot.name} has a floating base, whose velocity is an argument and whose "
            "acceleration is unknown; --with base is for a base that moves in a known way"
        )
    return with_moving_base(robot)


def _fill_zeros(robot: Robot, links: Sequence[int], fields: Sequence[str]) -> Robot:
    """Put general symbols where these fields are zero; a user's symbol is never taken."""

    def general(j: int, name: str, value: Expression) -> Expression:
        drives = name not in WRENCH
        if value != ZERO or (drives and not robot.frame(j).moves):
            return value
        return _fresh_symbol(robot, f"{name}{j}")

    changed: list[Link] = []
    for j, link in enumerate(robot.drives, start=1):
        if j in links:
            link = replace(link, **{name: general(j, name, getattr(link, name)) for name in fields})
        changed.append(link)
    n = robot.n_links
    return replace(robot, links=tuple(changed[:n]), cut_drives=tuple(changed[n:]))


def _joints(robot: Robot) -> range:
    """The joints that may have a rotor and friction, cut joints last."""
    return range(1, robot.n_joints + 1)

"""The keyword options that every model function takes, and how a function makes its model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import Any, TypedDict

from symoro.catalog.generate import generate
from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.pipeline.model import Model
from symoro.pipeline.options import ASSUME, READING, RUNNING, Options
from symoro.robot import Robot

Numbers = str | int | Sequence[int]
"""Numbers: one, several, or a text such as ``1-3,6``."""


class Common(TypedDict, total=False):
    """The options that every model function takes."""

    level: str
    assume: str
    outputs: Sequence[str] | str
    tree: bool
    with_: Sequence[str] | str
    set_: Mapping[str, ExpressionLike] | None
    floating_base: bool
    base: bool
    derivative: Sequence[str] | str
    expanded: bool
    time: float | None
    verify: bool
    strict: bool


def made(name: str, robot: Robot, common: Common, own: Mapping[str, Any] | None = None) -> Model:
    """Return a model of a robot, from keyword options."""
    return generate(name, checked(robot), options(common, own))


def checked(robot: object) -> Robot:
    """Return the robot if it is one."""
    if not isinstance(robot, Robot):
        raise UsageError(f"a Robot is needed, not {type(robot).__name__}; symoro.load gives one")
    return robot


def options(common: Common, own: Mapping[str, Any] | None = None) -> Options:
    """Return keyword arguments as options."""
    unknown = sorted(set(common) - set(Common.__annotations__))
    if unknown:
        names = [f"{name}_" if iskeyword(name) else name for name in own or {}]
        raise UsageError(
            f"there is no option {', '.join(unknown)}; options of this model are "
            f"{', '.join([*names, *Common.__annotations__])}"
        )
    set_ = common.get("set_")
    if set_ is not None and not isinstance(set_, Mapping):
        raise UsageError(f"set_ is a mapping from symbol to expression, not {type(set_).__name__}")
    return Options(
        level=common.get("level", READING if common.get("expanded") else RUNNING),
        assume=common.get("assume", ASSUME[0]),
        outputs=_several(common.get("outputs", ())),
        tree=common.get("tree", False),
        with_=_several(common.get("with_", ())),
        set_=dict(set_ or {}),
        floating_base=common.get("floating_base", False),
        base=common.get("base", False),
        derivative=_several(common.get("derivative", ())),
        expanded=common.get("expanded", False),
        time=common.get("time"),
        verify=common.get("verify", True),
        strict=common.get("strict", False),
        own=dict(own or {}),
    )


def _several(names: object) -> tuple[str, ...]:
    """Names may be given as one text, with commas between them."""
    if isinstance(names, str):
        return tuple(name.strip() for name in names.split(",") if name.strip())
    found = tuple(names) if isinstance(names, Iterable) else (names,)
    texts = tuple(name for name in found if isinstance(name, str))
    if len(texts) < len(found):
        raise UsageError(f"names are texts, not {names!r}")
    return texts

"""Links given by their bodies, as CAD sheets and measurements do: read only, never written."""

from __future__ import annotations

from typing import Any

from symoro.expressions import Expression
from symoro.formats.codec import BOOLEAN, EXPRESSION, Codec, located_faults, require_key, sequence
from symoro.formats.json_nodes import Node
from symoro.robot.bodies import box_fields, com_fields
from symoro.robot.pendulum import pendulum_fields

_VECTOR = sequence(EXPRESSION, 3)
_MATRIX = sequence(_VECTOR, 3)


def _read_inertia(node: Node) -> tuple[Any, ...]:
    """Three rows, or a list of elements."""
    rows = any(isinstance(item.value, list) for item in node.items())
    return _MATRIX.decode(node) if rows else sequence(EXPRESSION).decode(node)


def _read_swing(node: Node) -> tuple[Any, ...]:
    """An axis, a point of it, a period."""
    parts = node.items()
    if len(parts) != 3:
        raise node.error(f"expected [axis, point, period], found {len(parts)} values")
    axis, point, period = parts
    direction = axis.value if isinstance(axis.value, str) else _VECTOR.decode(axis)
    return direction, _VECTOR.decode(point), EXPRESSION.decode(period)


def _read_known(node: Node) -> dict[str, Expression]:
    """Elements of an inertia matrix by name."""
    return {name: EXPRESSION.decode(value) for name, value in node.members().items()}


_INERTIA: Codec[Any] = Codec(list, _read_inertia)
_COM: dict[str, Codec[Any]] = {
    "mass": EXPRESSION,
    "center": _VECTOR,
    "inertia": _INERTIA,
    "rotation": _MATRIX,
    "positive_products": BOOLEAN,
}
_BOX: dict[str, Codec[Any]] = {
    "mass": EXPRESSION,
    "size": _VECTOR,
    "center": _VECTOR,
    "rotation": _MATRIX,
}
_PENDULUM: dict[str, Codec[Any]] = {
    "mass": EXPRESSION,
    "center": _VECTOR,
    "swings": sequence(Codec(list, _read_swing)),
    "gravity": EXPRESSION,
    "known": Codec(dict, _read_known),
}
BODIES = {
    "com": (_COM, com_fields),
    "box": (_BOX, box_fields),
    "pendulum": (_PENDULUM, pendulum_fields),
}
"""The keys of a link that stand for its inertial parameters, with their own keys."""

_OPTIONAL = ("rotation", "positive_products", "gravity", "known")


def read_body(link: Node, key: str) -> dict[str, Expression]:
    """Return the inertial parameters of a link that has a key of `BODIES`.

    Raises:
        ParseError: with the position of what is wrong.
    """
    node = link.members()[key]
    codecs, fields = BODIES[key]
    values: dict[str, Any] = {}
    for name, value in node.members().items():
        if name not in codecs:
            raise value.error(f"unknown key; the keys here are {', '.join(codecs)}")
        values[name] = codecs[name].decode(value)
    for name in codecs:
        if name not in _OPTIONAL:
            require_key(node, name)
    with located_faults(node):
        return fields(**values)  # type: ignore[operator, no-any-return]

"""A workspace in words and as plain data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from symoro.analysis.workspace import JointRange, Measure
from symoro.digits import decimals, significant
from symoro.robot import JointType
from symoro.robot.gravity import length_unit
from symoro.wording import html_paragraph, html_table

if TYPE_CHECKING:
    from symoro.plot.reach import Reach

_SIXTH = 1e-6


def lines(reach: Reach) -> list[str]:
    """Return the reach, and its measurement, for people; the result is the first line."""
    of = "origin" if not any(reach.point) else "point ({:g}, {:g}, {:g})".format(*reach.point)
    m = length_unit(reach.robot)
    reached = _reach_text(reach.measure, len(reach.ranges), m)
    report = [f"{reach.robot.name}, {of} of frame {reach.frame}: {reached}"]
    if reach.measure.method:
        report.append(f"measured by {reach.measure.method}")
    if reach.swept is not None:
        report.append(f"swept by two joints, once for each posture: {reach.swept:.6g} {m}^2")
    sides = (
        f"{name} {low:.5g} to {high:.5g}"
        for name, low, high in zip("xyz", *decimals(reach.box, 9), strict=True)
    )
    report.append(f"box: {', '.join(sides)} {m}, in frame 0")
    for item in reach.ranges:
        unit = _joint_unit(reach, item)
        report.append(
            f"joint {item.joint}: {item.low:.5g} to {item.high:.5g} {unit} ({item.source})"
        )
    dropped = f", {reach.dropped} dropped: the loops do not close there" if reach.dropped else ""
    report.append(f"{len(reach.q) + reach.dropped} samples, seed {reach.seed}{dropped}")
    if reach.numbers.source:
        report.append(f"lengths: {reach.numbers.source}")
    return report + [f"note: {note}" for note in reach.notes]


def html(reach: Reach) -> str:
    """Return the same as a table of the box and the ranges of the joints, for notebooks."""
    title, *rest = lines(reach)
    m = length_unit(reach.robot)
    box = zip("xyz", *decimals(reach.box, 9), strict=True)
    rows = [
        (f"{name} in frame 0 [{m}]", f"{low:.5g}", f"{high:.5g}", "reached")
        for name, low, high in box
    ]
    for item in reach.ranges:
        name = reach.robot.variables[item.joint].name
        label = f"joint {item.joint}, {name} [{_joint_unit(reach, item)}]"
        rows.append((label, f"{item.low:.5g}", f"{item.high:.5g}", item.source))
    shown = ("box: ", "joint ")
    more = [line for line in rest if not line.startswith(shown)]
    return html_table(("", "from", "to", ""), rows, title) + html_paragraph(more)


def _joint_unit(reach: Reach, item: JointRange) -> str:
    turns = reach.robot.frame(item.joint).sigma is JointType.REVOLUTE
    return "rad" if turns else length_unit(reach.robot)


def _reach_text(result: Measure, joints: int, unit: str) -> str:
    if result.value is None:
        what = "surface, not flat" if result.kind == "surface" else result.kind
        more = result.dimension < min(joints, 2)
        hint = "; another point of the link may reach more" if more else ""
        return f"a {what}{hint}"
    return f"{result.kind} {size(result)} {unit}^{2 if result.kind == 'area' else 3}"


def size(result: Measure) -> str:
    """Return an area or a volume with its error; six digits if the error is smaller than these."""
    assert result.value is not None
    assert result.error is not None
    if result.error <= _SIXTH * result.value:
        return f"{result.value:.6g}"
    digits = max(0, 1 - math.floor(math.log10(result.error)))
    return f"{result.value:.{digits}f} +- {result.error:.{digits}f}"


def as_dict(reach: Reach, files: Sequence[Path] = ()) -> dict[str, object]:
    """Return the same as plain data, for JSON: nine digits, which are those of every processor."""
    result = reach.measure
    extent = float(np.abs(reach.box).max()) or 1.0
    low, high = (
        [_nine_digits(side) for side in row] for row in (reach.box / extent).round(9) * extent
    )
    return {
        "robot": reach.robot.name,
        "frame": reach.frame,
        "point": list(reach.point),
        "parameters": reach.numbers.values,
        "values": reach.numbers.source,
        "joints": [
            {"joint": item.joint, "low": item.low, "high": item.high, "source": item.source}
            for item in reach.ranges
        ],
        "samples": len(reach.q) + reach.dropped,
        "dropped": reach.dropped,
        "seed": reach.seed,
        "box": {"low": low, "high": high},
        "reach": {
            "dimension": result.dimension,
            "kind": result.kind,
            "value": _nine_digits(result.value),
            "error": _nine_digits(result.error, 3),
            "method": result.method,
        },
        "swept": _nine_digits(reach.swept),
        "notes": list(reach.notes),
        "files": [str(path) for path in files],
    }


def _nine_digits(value: float | None, digits: int = 9) -> float | None:
    return None if value is None else significant(value, digits)

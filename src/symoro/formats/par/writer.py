"""Write a .par file: SYMORO+'s own form, or OpenSYMORO's for bases that move and elastic joints.

Fields without a key in a .par file (limits, rest positions, coupling, wheels, value sets,
provenance, and names of torques other than GAM1, GAM2, ... in SYMORO+'s form) go into one comment
``(* symoro: {...} *)`` as JSON, so that reading gives the same robot. The text is ASCII.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence

from symoro.expressions import ZERO
from symoro.formats.codec import Plain
from symoro.formats.par.keys import (
    DRIVE_LISTS,
    EXTRA_LINK_FIELDS,
    FRAME_LISTS,
    JOINT_LISTS,
    LINK_LISTS,
    MOTION,
    SPELLINGS,
)
from symoro.formats.par.reader import EXTRA_BASE_FIELDS, EXTRA_FIELDS, EXTRA_FRAME_FIELDS
from symoro.formats.records import BASE, FRAME, LINK, ROBOT
from symoro.robot import BaseMotion, Link, Robot, Structure
from symoro.robot.joint_names import default_names

_WRAP = 10  # entries a line, as SYMORO+ has it
_TYPES = {Structure.SIMPLE: 0, Structure.TREE: 1, Structure.CLOSED: 2}
_PI = re.compile(r"\bPi\b")
_PLAIN_NAME = re.compile(r"[ -&(-~]+\Z")  # printable ASCII without the quote

Lists = list[tuple[str, Sequence[object]]]


_GEOMETRY = (
    "Geometric parameters: Sigma 0 revolute, 1 prismatic, 2 fixed; Mu 1 motor; angles in radians"
)


def write(robot: Robot) -> str:
    """Return the text of a .par file that `read` reads as the same robot."""
    elastic = any(frame.eta or frame.k != ZERO for frame in robot.frames)
    if elastic or robot.base.motion is not BaseMotion.FIXED:
        return _opensymoro_text(robot)
    return _symoro_text(robot)


def _symoro_text(robot: Robot) -> str:
    joints = _joint_lists(robot, ("QP", "QDP"))
    sections = [
        (
            "General parameters",
            [
                *_counts(robot, ("NF", "NL", "NJ")),
                f"Type = {_TYPES[robot.structure]} (* {robot.structure.value.capitalize()} *)",
            ],
        ),
        (_GEOMETRY, _lines(_frame_lists(robot, SPELLINGS), _wrapped_list)),
        ("Dynamic parameters and external forces", _lines(_link_lists(robot), _wrapped_list)),
        ("Joint velocities and accelerations", _lines(joints, _wrapped_list)),
        ("Velocity and acceleration of the base", _lines(_vectors(robot, MOTION), _wrapped_list)),
        ("Matrix Z", _lines(_matrix(robot), _wrapped_list)),
        ("Acceleration of gravity", _lines(_vectors(robot, ("G",)), _wrapped_list)),
    ]
    torques = tuple(frame.GAM for frame in robot.frames)
    forced = robot.frames if torques != default_names(robot, "GAM") else ()
    extra = _extra_fields(robot, {j: str(f.GAM) for j, f in enumerate(forced, start=1)})
    return _file_text(robot, sections, extra)


def _opensymoro_text(robot: Robot) -> str:
    motion = robot.base.motion
    general = [
        *_counts(robot, ("NL", "NJ", "NF")),
        f"Type = {_TYPES[robot.structure]}",
        f"is_floating = {motion is BaseMotion.FLOATING}",
        f"is_mobile = {motion is BaseMotion.MOVING}",
    ]
    sections = [
        ("General parameters", general),
        (_GEOMETRY, _lines(_frame_lists(robot, {"antecedent": "ant"}), _one_line_list)),
        ("Dynamic parameters and external forces", _lines(_link_lists(robot), _one_line_list)),
        ("Joint parameters", _lines(_joint_lists(robot, JOINT_LISTS), _one_line_list)),
        ("Velocity and acceleration of the base", _lines(_vectors(robot, MOTION), _one_line_list)),
        ("Acceleration of gravity", _lines(_vectors(robot, ("G",)), _one_line_list)),
        ("Frame 0 in the world frame", _lines(_matrix(robot), _one_line_list)),
    ]
    return _file_text(robot, sections, _extra_fields(robot, {}))


# Lists


def _frame_lists(robot: Robot, spelled: dict[str, str]) -> Lists:
    return [
        (spelled.get(key, key), [_list_entry(getattr(frame, key)) for frame in robot.frames])
        for key in FRAME_LISTS
    ]


def _joint_lists(robot: Robot, keys: Iterable[str]) -> Lists:
    joints = robot.frames[: robot.n_joints]
    return [(key, [_list_entry(getattr(frame, key)) for frame in joints]) for key in keys]


def _link_lists(robot: Robot) -> Lists:
    links = [*([robot.base.link] if robot.base.link is not None else []), *robot.links]
    drives = links
    if any(getattr(drive, key) != ZERO for drive in robot.cut_drives for key in DRIVE_LISTS):
        first = [robot.base.link or Link()] if robot.base.motion is not BaseMotion.FIXED else []
        drives = [*first, *robot.drives]
    return [
        (key, [getattr(link, key) for link in (drives if key in DRIVE_LISTS else links)])
        for key in LINK_LISTS
    ]


def _vectors(robot: Robot, keys: Iterable[str]) -> Lists:
    return [(key, getattr(robot.base, key)) for key in keys]


def _matrix(robot: Robot) -> Lists:
    return [("Z", [entry for row in robot.base.Z for entry in row])]


def _counts(robot: Robot, keys: Iterable[str]) -> list[str]:
    numbers = {"NF": robot.n_frames, "NL": robot.n_links, "NJ": robot.n_joints}
    return [f"{key} = {numbers[key]}" for key in keys]


def _list_entry(value: object) -> object:
    """A flag or a joint type as its number."""
    return int(value) if isinstance(value, int) else value


def _lines(lists: Lists, layout: Callable[[str, Sequence[str]], str]) -> list[str]:
    return [layout(key, [str(value) for value in values]) for key, values in lists]


def _wrapped_list(key: str, values: Sequence[str]) -> str:
    rows = [",".join(values[i : i + _WRAP]) for i in range(0, len(values), _WRAP)]
    return f"{key} = {{\n        " + ",\n        ".join(rows) + "}"


def _one_line_list(key: str, values: Sequence[str]) -> str:
    """A list on one line, with pi in lower case as OpenSYMORO writes it."""
    return f"{key} = {{{','.join(_PI.sub('pi', value) for value in values)}}}"


# Comments


def _file_text(robot: Robot, sections: list[tuple[str, list[str]]], extra: dict[str, Plain]) -> str:
    name = "".join(c if _PLAIN_NAME.match(c) else "_" for c in robot.name).replace("*)", "__")
    if name != robot.name:
        extra = {"name": robot.name, **extra}
    lines = ["(* A robot described for SYMORO+, written by symoro *)"]
    lines.append(f"(* Robotname = '{name}' *)")
    if extra:
        # JSON has a parenthesis only inside a text, where it can be escaped.
        data = json.dumps(extra).replace("*)", "*\\u0029")
        lines.append(f"(* symoro: {data} *)")
    for title, content in sections:
        lines += ["", f"(* {title} *)", *content]
    return "\n".join([*lines, "", "(* End of definition *)", ""])


def _extra_fields(robot: Robot, torques: dict[int, str]) -> dict[str, Plain]:
    """The fields that the lists cannot express."""
    frames: dict[str, Plain] = {}
    for j, frame in robot:
        fields = FRAME.encode(frame, [field for field in EXTRA_FRAME_FIELDS if field != "GAM"])
        if j in torques:
            fields = {"GAM": torques[j], **fields}
        if fields:
            frames[str(j)] = fields
    numbered = enumerate(robot.drives, start=1)
    encoded = {str(j): LINK.encode(link, EXTRA_LINK_FIELDS) for j, link in numbered}
    links: dict[str, Plain] = {j: fields for j, fields in encoded.items() if fields}
    extra = ROBOT.encode(robot, [field for field in EXTRA_FIELDS if field != "name"])
    base = BASE.encode(robot.base, EXTRA_BASE_FIELDS)
    parts: dict[str, dict[str, Plain]] = {"frames": frames, "links": links, "base": base}
    return {**{name: part for name, part in parts.items() if part}, **extra}

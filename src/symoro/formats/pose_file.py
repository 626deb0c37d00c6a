"""Poses in a JSON file: one, a list, or ``{"poses": [...]}``; each a matrix or an object.

Objects have the keys of `NamedPose`, as the poses of a robot file. Entries are numbers or texts
such as ``"Pi/3"``.
"""

from __future__ import annotations

from dataclasses import replace

from symoro.formats.files import read_text
from symoro.formats.json_format import FORMAT
from symoro.formats.json_nodes import Node, parse_json
from symoro.formats.records import POSE
from symoro.formats.source import Source
from symoro.robot import NamedPose

SUFFIX = ".json"


def read_poses(path: str) -> list[NamedPose]:
    """Return the poses of a file; those without a name are called by their numbers.

    Raises:
        UsageError: for a file that is not there or cannot be read.
        ParseError: with the position of what is wrong.
    """
    return parse_poses(read_text(path), path)


def parse_poses(text: str, file: str | None = None) -> list[NamedPose]:
    """Return the poses of a text; see `read_poses`."""
    node = parse_json(Source(text, file))
    if isinstance(node.value, dict) and "format" in node.value:
        raise node.error(f"poses are needed, not a file that says {FORMAT}")
    if isinstance(node.value, dict) and "poses" in node.value:
        for key in node.without_members("poses").members():
            raise node.value[key].error("unknown key; beside poses there are no others")
        node = node.value["poses"]
    nodes = node.items() if isinstance(node.value, list) and not _is_matrix(node) else [node]
    if not nodes:
        raise node.error("expected at least one pose")
    poses = [_pose(each) for each in nodes]
    return [replace(pose, name=pose.name or f"pose {k}") for k, pose in enumerate(poses, 1)]


def _is_matrix(node: Node) -> bool:
    """True for a list of rows of numbers."""
    rows = [row.value for row in node.items()]
    return bool(rows) and all(
        isinstance(row, list) and not any(isinstance(each.value, list | dict) for each in row)
        for row in rows
    )


def _pose(node: Node) -> NamedPose:
    if isinstance(node.value, list):
        return POSE.build(node, {"T": POSE.codecs["T"].decode(node)})
    return POSE.decode(node)

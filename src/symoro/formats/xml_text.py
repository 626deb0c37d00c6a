"""XML as text: elements in the order in which they are made, ASCII, with a line for each."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from symoro.errors import UsageError
from symoro.robot import Robot

Element = ElementTree.Element

_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def new_element(tag: str, **attributes: str) -> Element:
    """Return an element with those attributes that are not empty.

    Raises:
        UsageError: for a character that no XML has.
    """
    for name, value in attributes.items():
        if wrong := _FORBIDDEN.search(value):
            raise UsageError(f"XML has no character {wrong[0]!r}, which is in the {name} {value!r}")
    return Element(tag, {name: value for name, value in attributes.items() if value})


def add_element(parent: Element, tag: str, **attributes: str) -> Element:
    """Add an element; see `new_element`."""
    element = new_element(tag, **attributes)
    parent.append(element)
    return element


def xml_text(root: Element, robot: Robot) -> str:
    """Return the text of a robot's root element, with a comment on its numbers."""
    ElementTree.indent(root)
    numbers = "".join(f", {option} {text}" for option, text in robot.folded)
    comment = re.sub("-(?=-|$)", "- ", f"{robot.name}, written by symoro{numbers}")
    body = ElementTree.tostring(root, encoding="us-ascii", xml_declaration=False)
    head = _FORBIDDEN.sub("?", comment).encode("ascii", "xmlcharrefreplace").decode()
    return f'<?xml version="1.0"?>\n<!-- {head} -->\n{body.decode()}\n'

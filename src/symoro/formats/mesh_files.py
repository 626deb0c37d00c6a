"""The files of meshes that a robot's file names: found beside it, never fetched."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from symoro.errors import UsageError

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)
_PACKAGES = ("package", "model")
_MANIFEST = "package.xml"
_NAME = re.compile(r"<name>\s*([^<>]+?)\s*</name>")
_MANIFEST_SIZE = 1 << 16


def mesh_path(name: str, folder: str) -> Path:
    """Return the file of a mesh.

    ``package://PACKAGE/PATH`` is looked for in the folder PACKAGE, which is one above the robot's
    file, beside one of those or in a folder of ``ROS_PACKAGE_PATH`` or ``AMENT_PREFIX_PATH``; or
    it is the one above whose ``package.xml`` has this name. A relative path starts in the robot's
    folder or in one above. Where the folder is reached by a symbolic link, those above its own
    place are looked in last.

    Args:
        name: as the robot's file has it.
        folder: that of the robot's file; empty if it is not known.

    Raises:
        UsageError: if there is no such file, or it would have to be fetched.
    """
    scheme, path = "", name
    candidates: Iterator[Path]
    if match := _ADDRESS.fullmatch(name):
        scheme, path = match[1].lower(), unquote(match[2])
    if scheme in _PACKAGES:
        package, _, path = path.partition("/")
        candidates = (root / path for root in _package_roots(package, folder))
        expected = "no folder above the robot's file or in ROS_PACKAGE_PATH has it"
    elif scheme in ("", "file"):
        candidates = (root / path for root in _around(folder))
        expected = "there is no such file"
        if Path(path).is_absolute():
            candidates = iter((Path(path),))
        elif not folder:
            expected = "the robot was not read from a file, so there is no folder to look in"
    else:
        raise UsageError(f"{name}: only files of this machine are read, nothing is fetched")
    try:
        return next(each for each in candidates if each.is_file())
    except (StopIteration, OSError, ValueError):
        raise UsageError(f"{name}: {expected}") from None


def _around(folder: str) -> tuple[Path, ...]:
    """A folder and those above it, the nearest first; then those behind symbolic links."""
    if not folder:
        return ()
    here, there = Path(os.path.abspath(folder)), Path(os.path.realpath(folder))
    return tuple(dict.fromkeys((here, *here.parents, there, *there.parents)))


def _package_roots(package: str, folder: str) -> Iterator[Path]:
    """The folders that may be that of a package."""
    around = _around(folder)
    for each in around:
        if each.name == package or _manifest_name(each) == package:
            yield each
    for each in around:
        yield each / package
    for root in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep):
        if root:
            if Path(root).name == package or _manifest_name(Path(root)) == package:
                yield Path(root)
            yield Path(root) / package
    for root in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        if root:
            yield Path(root) / "share" / package


def _manifest_name(folder: Path) -> str:
    """The name that a package says it has."""
    manifest = folder / _MANIFEST
    try:
        if not manifest.is_file() or manifest.stat().st_size > _MANIFEST_SIZE:
            return ""
        text = manifest.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    match = _NAME.search(text)
    return match[1] if match else ""

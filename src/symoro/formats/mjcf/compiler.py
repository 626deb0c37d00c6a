"""MuJoCo's compiler: a text becomes a model, its complaints become errors with their positions.

Textures and skins are not read. A mesh that is missing is an error where the inertia of a body
follows from it, and a note elsewhere.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path, PurePath
from typing import Any

from symoro.errors import ParseError, UsageError, install_hint, short_list
from symoro.formats.source import Source
from symoro.formats.xml_nodes import Element

_LINE = re.compile(r"\bline (\d+)")
_PLACE = re.compile(r"(?: name '')?,? (?:id \d+, )?line \d+$")
_NOT_A_NUMBER = re.compile(r"[-+]?(?:nan(?:\(\w*\))?|inf(?:inity)?)", re.IGNORECASE)
_TEXTS = ("name", "class", "childclass", "file", "key", "value", "data", "comment")
_LARGE = ("nrow", "ncol")  # of height fields
_LARGE_DIGITS = 4
_COPIES = ("replicate", "composite", "flexcomp")
_MAX_COPIES = 10_000
_SIZES = {"nkey": 0, "nuserdata": 0, "memory": -1, "njmax": -1, "nconmax": -1, "nstack": -1} | {
    f"nuser_{kind}": -1
    for kind in ("actuator", "body", "cam", "geom", "jnt", "sensor", "site", "tendon")
}
_PATHS = ("file", "meshdir", "texturedir", "assetdir")


@dataclass
class CompiledModel:
    """A compiled model with its specification.

    Attributes:
        mujoco: the package.
        spec: the elements as they are written; each has its number in the model.
        model: the numbers.
        notes: changes that were made before compilation, and words that MuJoCo will forget.
        warnings: those of MuJoCo.
        missing: the files of meshes that are not there, with their scales, by geom.
    """

    mujoco: Any
    spec: Any
    model: Any = None
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    missing: dict[int, tuple[str, tuple[float, ...]]] = field(default_factory=dict)


def compile_model(source: Source, top: Element) -> CompiledModel:
    """Compile the text of an MJCF file, whose includes and meshes are beside it.

    Raises:
        ParseError: with MuJoCo's reason and, where it gives a line, the position.
        UsageError: if MuJoCo is not installed.
    """
    _refuse_attributes(top)
    mujoco = _import_mujoco()
    compiled = CompiledModel(mujoco, None)
    path = Path(source.file) if source.file is not None and Path(source.file).is_file() else None
    include = next(_all(top, "include"), None)
    if include is not None and path is None:
        raise include.error("a text that is no file has no folder to include from")
    with _warnings_in(mujoco, compiled.warnings), _python_warnings_in(compiled.notes):
        try:
            if include is not None:
                compiled.spec = mujoco.MjSpec.from_file(str(path))
            else:
                compiled.spec = mujoco.MjSpec.from_string(source.text)
                compiled.spec.modelfiledir = str(path.parent) if path is not None else ""
            geoms = _simplify(compiled, path)
            compiled.model = compiled.spec.compile()
        except (ValueError, RuntimeError) as error:
            raise _error_at_element(source, top, str(error)) from None
    compiled.missing = {geom.id: files for geom, files in geoms}
    return compiled


def element_lines(source: Source, top: Element) -> dict[tuple[str, int], int]:
    """The offset of each element by its tag and line; the first of several on a line."""
    places: dict[tuple[str, int], int] = {}
    line, start = 1, 0
    for element in _all(top):
        line += source.text.count("\n", start, element.offset)
        start = element.offset
        places.setdefault((element.tag, line), element.offset)
    return places


def _import_mujoco() -> Any:
    try:
        return import_module("mujoco")
    except ModuleNotFoundError:
        raise UsageError(f"MJCF needs {install_hint('mujoco', 'mjcf')}") from None


@contextmanager
def _warnings_in(mujoco: Any, messages: list[str]) -> Iterator[None]:
    """Collect MuJoCo's warnings, which it would write to a file in the working folder."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(messages.append)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)


@contextmanager
def _python_warnings_in(messages: list[str]) -> Iterator[None]:
    """Collect what MuJoCo says by Python's warnings: words of the file that it will forget."""
    with warnings.catch_warnings(record=True) as records:
        warnings.simplefilter("always")
        yield
    messages += dict.fromkeys(f"MuJoCo: {each.message}" for each in records)


def _all(top: Element, tag: str | None = None) -> Iterator[Element]:
    """The elements of a tag, or all, in the order of the text."""
    waiting = [top]
    while waiting:
        element = waiting.pop()
        if tag is None or element.tag == tag:
            yield element
        waiting += reversed(element.elements)


def _refuse_attributes(element: Element, copies: int = 1) -> None:
    """Refuse other places' files, numbers that are none, and too many copies of elements."""
    for name, value in element.attributes.items():
        if name in _PATHS and "://" in value:
            raise element.error(f"{name} {value!r}: only files beside this one are read")
        if name not in _TEXTS and any(map(_NOT_A_NUMBER.fullmatch, value.split())):
            raise element.error(f"{name}: expected numbers, found {value[:40]!r}")
        if name in _LARGE and len(value.strip()) > _LARGE_DIGITS:
            raise element.error(f"{name} is too large: {value[:40]}")
    if element.tag in _COPIES:
        for word in element.attributes.get("count", "").split():
            copies *= int(word) if word.isdecimal() else 1
        if copies > _MAX_COPIES:
            raise element.error(f"{copies} copies; the limit is {_MAX_COPIES}")
    for each in element:
        _refuse_attributes(each, copies)


def _error_at_element(source: Source, top: Element, text: str) -> ParseError:
    """An error in MuJoCo's form, at the element that it names."""
    reason, *rest = re.sub(r"^(?:XML )?(?:Error: )+", "", text.strip()).splitlines() or [""]
    match = _LINE.search(text)
    line = int(match[1]) if match else 0
    if rest:
        reason += f" ({_PLACE.sub('', rest[0]).lower()})"
    offsets = {at: offset for (_, at), offset in reversed(element_lines(source, top).items())}
    return source.error(f"MuJoCo: {reason}", offsets.get(line, top.offset))


def _simplify(compiled: CompiledModel, path: Path | None) -> list[tuple[Any, Any]]:
    """Leave out pictures, and meshes that are missing and not needed, which are returned."""
    mujoco, spec = compiled.mujoco, compiled.spec
    for texture in spec.textures:
        texture.file = ""
        for side in range(len(texture.cubefiles)):
            texture.cubefiles[side] = ""
        texture.builtin = mujoco.mjtBuiltin.mjBUILTIN_FLAT
        texture.width = texture.height = 6
    for size, default in _SIZES.items():
        setattr(spec, size, default)
    for skin in list(spec.skins):
        spec.delete(skin)
    folder = path.parent if path is not None else Path()
    geoms: list[tuple[Any, Any]] = []
    lost: list[str] = []
    for mesh in list(spec.meshes):
        file = PurePath(mesh.file).name if spec.strippath else mesh.file
        if not file or (folder / mesh.compiler.meshdir / file).exists():
            continue
        users = [geom for geom in spec.geoms if geom.meshname == (mesh.name or PurePath(file).stem)]
        for geom in users:
            if _gives_inertia(mujoco, spec, geom):
                body = geom.parent.name or "(unnamed)"
                raise ValueError(
                    f"there is no mesh file {file}, and the inertia of body {body} follows from it"
                    f"\nElement 'mesh', {mesh.info}"
                )
        for geom in users:
            geoms.append((geom, (file, tuple(mesh.scale))))
            geom.type, geom.meshname = mujoco.mjtGeom.mjGEOM_SPHERE, ""
            geom.size, geom.mass = [1e-3, 0, 0], 0
        spec.delete(mesh)
        lost.append(file)
    if lost:
        compiled.notes.append(
            f"{len(lost)} mesh file{'s are' if len(lost) > 1 else ' is'} missing and only for "
            f"pictures and contacts: {short_list(lost)}"
        )
    return geoms


def _gives_inertia(mujoco: Any, spec: Any, geom: Any) -> bool:
    """True if the inertia of a body depends on the shape of a geom."""
    rule, body = spec.compiler.inertiafromgeom, geom.parent
    first, last = spec.compiler.inertiagrouprange
    kinds = mujoco.mjtInertiaFromGeom
    if body.name == "world" or geom.mass == 0 or not first <= geom.group <= last:
        return False
    if rule == kinds.mjINERTIAFROMGEOM_AUTO:
        return not body.explicitinertial
    return bool(rule == kinds.mjINERTIAFROMGEOM_TRUE)

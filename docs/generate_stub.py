"""Write the types of the public names, src/symoro/__init__.pyi, from the table of functions.

Run ``python docs/generate_stub.py`` after a change of the table; a test compares.
"""

from __future__ import annotations

from inspect import Parameter, cleandoc
from pathlib import Path
from textwrap import indent

import symoro
from symoro.catalog.python import model_signature
from symoro.catalog.table import python_names
from symoro.catalog.tables.options import COMMON
from symoro.pipeline.entry import ModelInfo

PAGE = Path(__file__).parents[1] / "src" / "symoro" / "__init__.pyi"

HEAD = '''"""Types of public names, written from the table of functions by docs/generate_stub.py."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

'''


def page() -> str:
    """Return the stub, in ruff's format."""
    functions = python_names()
    imports = [(module, name, name) for name, module in symoro._CLASSES.items()]
    for name, (entry, _) in functions.items():
        if not isinstance(entry, ModelInfo):
            module, _, attribute = entry.where.partition(":")
            imports.append((module, attribute, name))
    imports.append(("symoro.version", "__version__", "__version__"))
    lines = [
        (key, f"from {key[0]} import {key[2]} as {name}") for *key, name in map(_sorted, imports)
    ]
    own = [
        ("symoro.catalog.geometric.loop_solutions", "LoopGeometry"),
        ("symoro.expressions", "ExpressionLike"),
        ("symoro.formats.values", "Values"),
    ]
    lines += [([module, 1, name], f"from {module} import {name}") for module, name in own]
    text = HEAD + "\n".join(line for _, line in sorted(lines))
    text += (
        "\n\nNumbers = str | int | Sequence[int]\n\nclass CommonOptions(TypedDict, total=False):\n"
    )
    text += "".join(f"    {spec.keyword}: {spec.annotation}\n" for spec in COMMON)
    for name, (entry, preset) in functions.items():
        if isinstance(entry, ModelInfo):
            docstring = indent(cleandoc(entry.description), "    ").strip()
            end = "\n    " if "\n" in docstring else ""
            text += f'\n{_definition(name, entry, preset)}\n    """{docstring}{end}"""\n'
    names = "".join(f'    "{name}",\n' for name in symoro.__all__)
    return f"{text}\n__all__ = [\n{names}]\n"


def _sorted(item: tuple[str, str, str]) -> tuple[str, int, str, str]:
    """Put classes before functions, as import sorting does."""
    module, attribute, name = item
    return module, 1 if attribute[0].isupper() else 2, attribute, name


def _definition(name: str, entry: ModelInfo, preset: dict[str, object]) -> str:
    parameters = model_signature(entry, preset).parameters.values()
    parts = []
    for each in parameters:
        if each.kind is Parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        stars = "**" if each.kind is Parameter.VAR_KEYWORD else ""
        default = "" if each.default is Parameter.empty else f" = {each.default!r}"
        parts.append(f"{stars}{each.name}: {each.annotation}{default}")
    line = f"def {name}({', '.join(parts)}) -> {entry.returns}:"
    if len(line) <= 100:
        return line
    inner = ", ".join(parts)
    if len(inner) <= 95 and len(parts) < 3:
        return f"def {name}(\n    {inner},\n) -> {entry.returns}:".replace(",\n)", "\n)")
    rows = "".join(f"    {part},\n" for part in parts)
    return f"def {name}(\n{rows}) -> {entry.returns}:"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")

"""C99: functions without globals or state, a parameter struct, two headers, an example caller."""

from __future__ import annotations

from symoro.printers.c_function import Function
from symoro.printers.c_helpers import SIGN, SINES_COSINES, SOLVE, guarded, in_single
from symoro.printers.c_main import CCaller, CText
from symoro.printers.c_names import DIALECT, CNames
from symoro.printers.document import Document, plain
from symoro.printers.renaming import map_lines

__all__ = ["DIALECT", "files"]


def files(document: Document) -> dict[str, str]:
    """Return the source, its header, the header of the parameter struct, and an example caller."""
    names = CNames(document)
    functions = [Function(document, part, names) for part in document.parts]
    texts = {
        names.source: _source(document, names, functions),
        names.header: _header(document, names, functions),
    }
    if names.parameters:
        texts[names.shared] = _shared(document, names)
    return texts | CCaller(CText(document, names)).files()


def _source(document: Document, names: CNames, functions: list[Function]) -> str:
    said = [*document.header(names.source), *map_lines(names.fields | names.mapped)]
    lines = ["/*", *(f" * {line}".rstrip() for line in said), " */"]
    lines += [f'#include "{names.header}"', "", "#include <math.h>"]
    lines += ["#include <stddef.h>"] if document.prepare is not None else []
    lines += ["", *_helpers(document, names, functions)]
    for function in functions:
        lines += [*function.lines(), ""]
    return "\n".join(lines)


def _helpers(document: Document, names: CNames, functions: list[Function]) -> list[str]:
    called = {
        names.dialect.functions["sign"]: (SIGN, any(each.part.calls("sign") for each in functions)),
        "sines_cosines": (SINES_COSINES, any(each.angles for each in functions)),
        names.solver: (SOLVE, any(each.part.systems for each in functions)),
    }
    return [
        guarded(name, in_single(text) if document.single else text)
        for name, (text, needed) in called.items()
        if needed
    ]


def _header(document: Document, names: CNames, functions: list[Function]) -> str:
    guard = names.guards[0]
    lines = [f"/* {plain(document.title)}, see {names.source}. */"]
    lines += [f"#ifndef {guard}", f"#define {guard}", ""]
    if names.parameters:
        lines += [f'#include "{names.shared}"', ""]
    if document.constants is not None:
        lines += [f"#define {names.size} {document.constants[1]}", ""]
    lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    for function in functions:
        written = names.written(function.part, outputs=True)
        described = document.arguments(function.part, written, names.p)
        if function.prepares:
            described.append(
                "Returns NULL, or the name of a parameter or inertia that must not be zero and is."
            )
        else:
            described += document.columns()
        lines += ["/*", *(f" * {line}" for line in described), " */"]
        lines += [f"{function.signature()};", ""]
    return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""])


def _shared(document: Document, names: CNames) -> str:
    guard = names.guards[1]
    lines = [f"/* The constant parameters of {document.stem}, for all its models. */"]
    lines += [f"#ifndef {guard}", f"#define {guard}", "", f"typedef struct {names.struct} {{"]
    lines += [f"    {names.scalar} {names.field(name)};" for name in names.parameters]
    return "\n".join([*lines, f"}} {names.struct};", "", "#endif", ""])

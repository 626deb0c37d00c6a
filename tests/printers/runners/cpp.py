"""C++: all cases in one translation unit, each in a namespace, compiled with warnings as errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path

from printers.toolchain import Array, Case, done, folders, shaped, tool, write
from printers.tree_cases import TreeCase, read_rows, write_tree
from symoro.ir.tree_rows import Rows

FLAGS = (
    *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic"),
    *("-Wshadow", "-Wconversion", "-Wfloat-conversion", "-Wdouble-promotion"),
)
SHOW = """
#include <array>
#include <cmath>
#include <cstdio>
[[maybe_unused]] static void show(double x) { std::printf("%.17g\\n", x); }
"""
_numbers = count()


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Compile all cases at once, run them in one process, and read what it prints."""
    return run_as(cases, folder)


def run_as(
    cases: Sequence[Case], folder: Path, scalar: str = "double", constant: str = "double"
) -> list[dict[str, Array]]:
    """The same for other scalar types of the state and of constants."""
    names, units = [], [SHOW]
    for case, own in folders(cases, folder):
        paths = write(case.document, "cpp", own)
        for path in paths:  # the same text may be there twice, for two cases
            path.write_text(path.read_text().replace("#pragma once\n", ""))
        names.append(own.name)
        units += [f"namespace {own.name} {{", f'#include "{own.name}/{paths[0].name}"']
        units += ["static void run()", "{", *caller(case, scalar, constant), "}", "}"]
    units += ["int main()", "{", *(f"{name}::run();" for name in names), "}", ""]
    source = folder / f"all{next(_numbers)}.cpp"
    source.write_text("\n".join(units))
    numbers = iter(done(build(source)).split())
    found = []
    for case in cases:
        program = case.document.program
        size = sum(len(output.elements) for output in program.outputs)
        found.append(shaped(program, [float(next(numbers)) for _ in range(size)]))
    assert next(numbers, None) is None
    return found


def build(source: Path, *options: str | Path) -> Path:
    """Compile a program."""
    binary = source.with_suffix("")
    assert done(tool("g++"), *FLAGS, *options, "-o", binary, source) == ""
    return binary


def caller(
    case: Case,
    scalar: str = "double",
    constant: str = "double",
    seeds: Mapping[str, Sequence[str]] | None = None,
) -> list[str]:
    """Statements that call a case and show each element of its outputs.

    Variables have names of their own, whatever arguments and outputs are called.

    Args:
        case: what is called.
        scalar: the type of the state.
        constant: the type of constants.
        seeds: the elements of argument arrays, where they are not plain numbers.
    """
    document, lines = case.document, []
    texts: Sequence[str]
    if document.parts[0].parameters:
        texts = numbers_of(case.parameters.values(), constant)
        struct = f"symoro::{document.family}_parameters<{constant}>"
        lines.append(f"const {struct} parameters = {{{', '.join(texts)}}};")
    for name, array in case.arrays.items():
        texts = (seeds or {}).get(name) or numbers_of(array.ravel().tolist(), scalar)
        head = f"const std::array<{scalar}, {array.size}> given_{name}"
        lines.append(f"{head} = {{{', '.join(texts)}}};")
    for part in document.parts:
        own = constant if part is document.prepare else scalar
        lines += [f"std::array<{own}, {len(o.elements)}> found_{o.name};" for o in part.outputs]
        given = [
            f"{'given' if name in case.arrays else 'found'}_{name}.data()"
            for name, _ in part.arrays
        ]
        given += ["parameters"] * bool(part.parameters)
        given += [f"found_{output.name}.data()" for output in part.outputs]
        call = f"symoro::{part.name}({', '.join(given)})"
        refused = 'std::puts("refused")'
        lines.append(f"if ({call}) {refused};" if part is document.prepare else f"{call};")
    cast = "double(x)" if scalar in ("float", "double") else "x"
    outputs = [output.name for output in document.program.outputs if output.elements]
    return lines + [f"for (const auto &x : found_{name}) show({cast});" for name in outputs]


def numbers_of(numbers: Iterable[float], scalar: str) -> list[str]:
    """Numbers of a type."""
    special = {"nan": "NAN", "inf": "INFINITY"}
    texts = (repr(float(x)) for x in numbers)
    return [f"{scalar}({special.get(text, text)})" for text in texts]


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Compile the inverse geometric models of all cases at once, and read what they print."""
    names, units = [], [SHOW]
    for case, own in folders(cases, folder):
        main, *others = write_tree(case.document, "cpp", own)
        for path in (main, *others):
            path.write_text(path.read_text().replace("#pragma once\n", ""))
        names.append(own.name)
        units += [f"namespace {own.name} {{", f'#include "{own.name}/{main.name}"']
        units += ["static void run()", "{", *_tree_caller(case), "}", "}"]
    units += ["int main()", "{", *(f"{name}::run();" for name in names), "}", ""]
    source = folder / f"trees{next(_numbers)}.cpp"
    source.write_text("\n".join(units))
    return read_rows(cases, done(build(source)).split())


def _tree_caller(case: TreeCase) -> list[str]:
    document, lines = case.document, []
    if document.tree.parameters:
        texts = numbers_of(case.all_parameters.values(), "double")
        struct = f"symoro::{document.family}_parameters<double>"
        lines.append(f"const {struct} parameters = {{{', '.join(texts)}}};")
    rows, columns = f"symoro::{document.name}_rows", document.tree.columns
    lines += [f"double q[{rows}][{columns}];", f"int label[{rows}], multiplicity[{rows}], status;"]
    for k, arguments in enumerate(case.arguments):
        given = []
        for n, array in enumerate(arguments):
            texts = numbers_of(array.ravel().tolist(), "double")
            given.append(f"given{k}_{n}")
            lines.append(f"const double {given[-1]}[] = {{{', '.join(texts)}}};")
        given += ["parameters"] * bool(document.tree.parameters)
        given += ["q", "label", "multiplicity", "&status"]
        lines += [
            f"const int count{k} = symoro::{document.name}({', '.join(given)});",
            f"show(count{k}); show(status);",
            f"for (int i = 0; i < count{k}; i++) {{",
            "for (double x : q[i]) show(x);",
            "show(label[i]); show(multiplicity[i]);",
            "}",
        ]
    return lines

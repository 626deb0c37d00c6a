"""Fortran: compiled by gfortran with a program that calls it and prints the results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import numpy as np

from printers.toolchain import Array, Case, Values, done, folders, shaped, tool, write
from symoro.printers.document import Document

FORTRAN = (
    *("-std=f2008", "-O1", "-Wall", "-Wextra", "-Werror"),
    *("-Wno-unused-variable", "-Wno-unused-dummy-argument"),  # at level O0; empty outputs
)
_numbers = count()


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Compile each case and run it once."""
    return [run_fortran(case.document, case.values, own) for case, own in folders(cases, folder)]


def run_fortran(document: Document, values: Values, folder: Path) -> dict[str, Array]:
    """Compile the Fortran of a document with a program that calls it, and read what it prints."""
    program, stem = document.program, document.stem
    paths = write(document, "fortran", folder)
    arrays = Case(document, values).arrays
    lines = ["program main", f"use {program.name}_mod"]
    fields = [item.name for item in program.inputs if item.array is None]
    if fields:
        lines += [f"use {stem}_parameters_mod"]
    lines += ["implicit none", "character(len=64) :: zero"]
    for name, array in arrays.items():
        lines.append(f"double precision :: in_{name}({', '.join(map(str, array.shape))})")
    sizes = [*program.outputs, *(document.prepare.outputs if document.prepare else ())]
    for output in sizes:
        shape = f"({', '.join(map(str, output.shape))})" if output.shape else ""
        lines.append(f"double precision :: out_{output.name}{shape}")
    lines += [f"type({stem}_parameters) :: p"] if fields else []
    lines += ["zero = ''"]
    for name, array in arrays.items():
        for place in np.ndindex(array.shape):
            indices = ", ".join(str(k + 1) for k in place)
            lines.append(f"in_{name}({indices}) = {_double(float(array[place]))}")
    if fields:
        numbers = [_double(values.get(name, 0.0)) for name in fields]
        rows = [", ".join(numbers[k : k + 4]) for k in range(0, len(numbers), 4)]
        lines.append(f"p = {stem}_parameters( &\n" + ", &\n".join(rows) + ")")
    for part in document.parts:
        given = [f"{'in' if name in arrays else 'out'}_{name}" for name, _ in part.arrays]
        given += ["p"] if part.parameters else []
        given += [f"out_{output.name}" for output in part.outputs]
        given += ["zero"] if part is document.prepare else []
        lines.append(f"call {part.name}(" + ", &\n".join(given) + ")")
    lines.append("if (zero /= '') stop 1")
    for output in program.outputs:
        name = f"out_{output.name}"
        flat = f"transpose({name})" if len(output.shape) == 2 else name
        if len(output.shape) > 2:  # the last index first, as rows run
            rank, reverse = len(output.shape), ", ".join(map(str, output.shape[::-1]))
            order = ", ".join(map(str, range(rank, 0, -1)))
            flat = f"reshape({name}, [{reverse}], order=[{order}])"
        lines.append(f"if (size([{flat}]) > 0) print '(es25.17)', {flat}")
    main = folder / "main.f90"
    main.write_text("\n".join([*lines, "end program main", ""]))
    binary = folder / f"fortran{next(_numbers)}"
    command = [tool("gfortran"), *FORTRAN, f"-J{folder}", "-o", str(binary)]
    done(*command, *reversed(paths), main)
    return shaped(program, [float(text) for text in done(binary).split()])


def _double(value: float) -> str:
    text = repr(float(value))
    return text.replace("e", "d") if "e" in text else f"{text}d0"

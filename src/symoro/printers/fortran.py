"""Fortran 2008: a module of subroutines, one of the parameters' type, and an example program."""

from __future__ import annotations

from symoro.printers.document import Document
from symoro.printers.fortran_main import FortranCaller
from symoro.printers.fortran_module import FortranWriter, SingleWriter


def files(document: Document) -> dict[str, str]:
    """Return the module of subroutines, that of the parameters' type, and an example."""
    writer = (SingleWriter if document.single else FortranWriter)(document)
    return writer.files() | FortranCaller(writer).files()

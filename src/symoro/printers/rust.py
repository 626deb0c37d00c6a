"""Rust: a file of functions over any scalar type, one of the parameters, an example with a test.

No crate is needed and no ``unsafe``. The file of the parameters also has the trait ``Scalar`` that
numbers must have; ``f32`` and ``f64`` do, and users may give it to dual numbers of theirs.
"""

from __future__ import annotations

from symoro.printers.document import Document
from symoro.printers.rust_functions import RustWriter
from symoro.printers.rust_main import RustCaller


def files(document: Document) -> dict[str, str]:
    """Return the functions, the parameters with the trait of numbers, and an example."""
    writer = RustWriter(document)
    return writer.files() | RustCaller(writer).files()

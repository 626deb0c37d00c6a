"""A call of a prepared model in a fraction of a microsecond: its builtin, made once in a process.

The function of `fast_call_text` takes the place of the Python method ``__call__`` of a class. Where
Python or NumPy is not as the native code expects it, the method stays, and gives the same results.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np

from symoro.compile.array_fields import array_maker, fields_are_known, word_at
from symoro.compile.fast_call_text import API, CALL, PLAN, call_text
from symoro.compile.kernel import function_address
from symoro.compile.llvm_kernel import machine_code

_METH_KEYWORDS, _METH_FASTCALL = 0x2, 0x80

_DOC = b"""__call__($self, /, *states, threads=None, out=None, **arrays)
--

Evaluate at one state or at a batch of states."""


@cache
def install_fast_call(kind: type[Any], general: str, plan: str) -> bool:
    """Make calls of a class's objects native; return False if they stay as they are.

    Args:
        kind: the class; both attributes are slots of it.
        general: the attribute with the function that takes whatever is not plain.
        plan: the attribute with the array of `PLAN` words.
    """
    if not fields_are_known():
        return False
    slots = [_slot_offset(kind, general), _slot_offset(kind, plan)]
    addresses = {name: function_address(getattr(ctypes.pythonapi, name)) for name in API} | {
        "PyArray_New": array_maker()
    }
    objects = {"ndarray": np.ndarray, "float64": np.dtype(np.float64), "TypeError": TypeError}
    addresses |= {name: id(each) for name, each in objects.items()}
    engine = machine_code(call_text(addresses, *slots))
    definition = _MethodDef(
        b"__call__", engine.get_function_address(CALL), _METH_FASTCALL | _METH_KEYWORDS, _DOC
    )
    for kept in (engine, definition, *objects.values()):  # for as long as the process lives
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
    describe = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p)
    method = describe(("PyDescr_NewMethod", ctypes.pythonapi))
    setattr(kind, "__call__", method(kind, ctypes.addressof(definition)))  # noqa: B010
    return True


def new_plan() -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return a plan whose native code is not made yet."""
    return np.zeros(PLAN, dtype=np.int64)


class _MethodDef(ctypes.Structure):
    """``PyMethodDef``."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def _slot_offset(kind: type[Any], slot: str) -> int:
    """The bytes from the address of an object to its slot, which are looked for with a mark."""
    probe, mark = object.__new__(kind), object()
    setattr(probe, slot, mark)
    offsets = range(object.__basicsize__, kind.__basicsize__, 8)
    (offset,) = (each for each in offsets if word_at(id(probe) + each) == id(mark))
    return offset

"""The fields of NumPy's arrays in memory, for native code that reads and makes arrays.

A field is an offset in bytes from the address of the object. The fields of PyArrayObject are public
and the same since NumPy 1.7, those of PyArray_Descr are the ones that NumPy 1.x and 2.x share.
`fields_are_known` compares them with some arrays before any native code reads them.
"""

from __future__ import annotations

import ctypes
import sys
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

_HEAD = 16
"""Bytes before the fields of an object: reference count and type. A Python without the global
lock, and one that traces references, has more; they are not known here."""

TYPE = 8
DATA, ND, DIMS, DESCR, FLAGS = (_HEAD + offset for offset in (0, 8, 16, 40, 48))
ORDER, NUMBER = _HEAD + 10, _HEAD + 12
"""Of a dtype: the order of bytes, the number of the type."""

DOUBLE, NATIVE = 12, ord("=")
"""The values of these fields for native doubles."""

READABLE = 0x101
"""The flags of an array in C order, aligned."""

WRITABLE = 0x501
"""Its flags if it can also be written to."""

_VERSION, _NDARRAY, _NEW = 0, 2, 93
"""Places in NumPy's table for C: PyArray_GetNDArrayCVersion, PyArray_Type, PyArray_New."""

_KNOWN_VERSIONS = (0x01000009, 0x02000000)
"""Of NumPy's binary interface: NumPy 1.x and 2.x."""


def array_maker() -> int:
    """Return the address of ``PyArray_New``."""
    return int(_numpy_table()[_NEW])


def word_at(address: int, kind: Any = ctypes.c_size_t) -> int:
    """Return the number at an address."""
    return int(kind.from_address(address).value)


def fields_are_known() -> bool:
    """True if this Python and this NumPy have their fields where native code reads them."""
    known = sys.implementation.name == "cpython" and ctypes.sizeof(ctypes.c_void_p) == 8
    if not known or object.__basicsize__ != _HEAD:
        return False
    try:
        table = _numpy_table()
    except (AttributeError, ImportError, ValueError):
        return False
    if table[_NDARRAY] != id(np.ndarray):
        return False
    version = ctypes.PYFUNCTYPE(ctypes.c_uint)(table[_VERSION])
    if version() not in _KNOWN_VERSIONS:
        return False
    return all(map(_has_known_fields, _different_arrays()))


def _numpy_table() -> Any:
    """The addresses that NumPy has for C, as many as are used here."""
    package = "core" if np.__version__.startswith("1.") else "_core"
    kind = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    pointer = kind(("PyCapsule_GetPointer", ctypes.pythonapi))
    capsule = import_module(f"numpy.{package}.multiarray")._ARRAY_API
    return (ctypes.c_void_p * (_NEW + 1)).from_address(pointer(capsule, None))


def _different_arrays() -> list[npt.NDArray[Any]]:
    """Arrays that differ in each field."""
    base = np.arange(24.0)
    views = [base, base[::2], base.reshape(2, 3, 4), base.reshape(4, 6).T, base[1:]]
    kinds = [base.astype(">f8"), base.astype("<f8"), np.arange(5), np.zeros(3, np.float32)]
    return [*views, *kinds, np.zeros(0), np.array(1.0), np.frombuffer(bytes(16))]


def _has_known_fields(array: npt.NDArray[Any]) -> bool:
    here, dtype, i32 = id(array), array.dtype, ctypes.c_int32
    return (
        word_at(here + TYPE) == id(np.ndarray)
        and word_at(here + DATA) == array.__array_interface__["data"][0]
        and word_at(here + ND, i32) == array.ndim
        and word_at(here + DESCR) == id(dtype)
        and _shape(array) == array.shape
        and word_at(id(dtype) + NUMBER, i32) == dtype.num
        and chr(word_at(id(dtype) + ORDER, ctypes.c_uint8)) == dtype.byteorder
        and word_at(here + FLAGS, i32) & WRITABLE == array.flags.num & WRITABLE
    )


def _shape(array: npt.NDArray[Any]) -> tuple[int, ...]:
    start = word_at(id(array) + DIMS)
    return tuple(word_at(start + 8 * axis) for axis in range(array.ndim))

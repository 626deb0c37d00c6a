"""A class whose objects are called in native code, made once in a process.

It is a subclass of one written in Python, and its objects have one field more: the address of the
function of `fast_call_text`, where CPython's protocol for quick calls (vectorcall) looks for it. So
a call neither packs its arguments into a tuple nor looks a method up. Where Python or NumPy is not
as the native code expects it, the class in Python does the same, in microseconds.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import cache
from inspect import signature
from typing import Any

import numpy as np

from symoro.compile.array_fields import array_maker, fields_are_known, word_at
from symoro.compile.fast_call_text import API, CALL, call_text
from symoro.compile.kernel import function_address
from symoro.compile.llvm_kernel import machine_code

_TP_CALL, _TP_MEMBERS = 50, 72
"""Slots of a type: the function that calls an object, and the fields of an object."""

_SIZE, _READ_ONLY = 19, 1
"""The kind of a field that is a size, and its flag."""

_DEFAULT, _VECTORCALL = 1 << 18, 1 << 11
"""Flags of a type."""


CallText = Callable[[Mapping[str, int], int, int], str]
"""The text of a call, from addresses and the places of both attributes in an object."""


@cache
def native_maker(
    kind: type[Any], general: str, plan: str, text: CallText = call_text
) -> Callable[..., Any]:
    """Return the function that makes objects which are called natively.

    It makes objects of a subclass; of the class itself if Python or NumPy is not as expected.

    Args:
        kind: the class in Python; both attributes are slots of it.
        general: the attribute with the function that takes whatever is not plain.
        plan: the attribute with the plan, an array; see `fast_call_text`.
        text: the native code of a call.
    """
    if not fields_are_known():
        return kind
    objects = {"ndarray": np.ndarray, "float64": np.dtype(np.float64), "TypeError": TypeError}
    addresses = {name: function_address(getattr(ctypes.pythonapi, name)) for name in API}
    addresses |= {name: id(each) for name, each in objects.items()}
    addresses["PyArray_New"] = array_maker()
    engine = machine_code(text(addresses, _slot_offset(kind, general), _slot_offset(kind, plan)))
    for kept in (engine, *objects.values()):  # objects may be called as long as the process lives
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
    code, offset, subclass = engine.get_function_address(CALL), kind.__basicsize__, _subclass(kind)

    def make(*arguments: object) -> Any:
        instance = subclass(*arguments)
        ctypes.c_void_p.from_address(id(instance) + offset).value = code
        return instance

    return make


class _MemberDef(ctypes.Structure):
    """``PyMemberDef``."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int),
        ("offset", ctypes.c_ssize_t),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Slot(ctypes.Structure):
    """``PyType_Slot``."""

    _fields_ = (("slot", ctypes.c_int), ("function", ctypes.c_void_p))


class _Spec(ctypes.Structure):
    """``PyType_Spec``."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("size", ctypes.c_int),
        ("item_size", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("slots", ctypes.c_void_p),
    )


def _subclass(kind: type[Any]) -> type[Any]:
    """The class with one field more, the address of the function that calls an object."""
    field = _MemberDef(b"__vectorcalloffset__", _SIZE, kind.__basicsize__, _READ_ONLY, None)
    members = (_MemberDef * 2)(field)  # which ends with zeros, as the slots do
    call = function_address(ctypes.pythonapi.PyVectorcall_Call)
    slots = (_Slot * 3)(_Slot(_TP_CALL, call), _Slot(_TP_MEMBERS, ctypes.addressof(members)))
    name = f"{kind.__module__}.{kind.__name__}".encode()
    flags, size = _DEFAULT | _VECTORCALL, kind.__basicsize__ + ctypes.sizeof(ctypes.c_void_p)
    spec = _Spec(name, size, 0, flags, ctypes.addressof(slots))
    function = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object)
    create = function(("PyType_FromSpecWithBases", ctypes.pythonapi))
    subclass: type[Any] = create(ctypes.addressof(spec), (kind,))
    subclass.__doc__ = kind.__doc__
    own = signature(kind.__call__)
    subclass.__signature__ = own.replace(parameters=list(own.parameters.values())[1:])
    return subclass


def _slot_offset(kind: type[Any], slot: str) -> int:
    """The bytes from the address of an object to its slot, which are looked for with a mark."""
    probe, mark = object.__new__(kind), object()
    setattr(probe, slot, mark)
    offsets = range(object.__basicsize__, kind.__basicsize__, 8)
    (offset,) = (each for each in offsets if word_at(id(probe) + each) == id(mark))
    return offset

"""Where Python or NumPy is not as native code expects it, calls stay in Python and work."""

from __future__ import annotations

import ctypes
import sys
from importlib import util
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.compile import array_fields, fast_call, prepared_model
from symoro.compile.call_table import CallTable
from symoro.compile.fast_call import native_maker
from symoro.compile.fast_call_text import PLAN

FIELDS = ("TYPE", "DATA", "ND", "DIMS", "DESCR", "FLAGS", "ORDER", "NUMBER")


def test_this_python_and_numpy_are_known() -> None:
    assert array_fields.fields_are_known()


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_at_another_place_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step = 1 if name == "ORDER" else 4 if name in ("ND", "NUMBER") else 8
    monkeypatch.setattr(array_fields, name, getattr(array_fields, name) + step)
    assert not array_fields.fields_are_known()


def unknown_version(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(array_fields, "_KNOWN_VERSIONS", (0x03000000,))


def free_threaded(patch: pytest.MonkeyPatch) -> None:
    """Objects have a longer head there; seen from the other side."""
    patch.setattr(array_fields, "_HEAD", object.__basicsize__ - 8)


def no_table(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(array_fields, "import_module", lambda _: ModuleType("empty"))


def other_table(patch: pytest.MonkeyPatch) -> None:
    table = (ctypes.c_void_p * 94)()
    patch.setattr(array_fields, "_numpy_table", lambda: table)


def other_interpreter(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sys.implementation, "name", "pypy")


UNKNOWN = (unknown_version, free_threaded, no_table, other_table, other_interpreter)


def copy_of_module() -> Any:
    """The module with a class of its own, which has no native class yet."""
    spec = util.spec_from_file_location("prepared_model_copy", prepared_model.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "change", [*UNKNOWN, None], ids=lambda change: getattr(change, "__name__", "known")
)
def test_calls_stay_in_python_where_something_is_unknown(
    change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = symoro.idm(symoro.load("planar2r"), verify=False).compile()
    known = compiled.prepare("course")
    module = copy_of_module()
    if change is not None:
        with monkeypatch.context() as patch:
            change(patch)
            assert not array_fields.fields_are_known()
        monkeypatch.setattr(fast_call, "fields_are_known", lambda: False)
    f = module.new_prepared_model(compiled._evaluator, known._general.constants, "prepared")
    state, out = [np.array([0.3, -0.5])] * 3, np.empty(2)
    wanted = np.asarray(known(*state))
    assert (f(*state) == wanted).all()
    assert (f(*state) == wanted).all()
    assert f(*state, out=out) is out
    assert (out == wanted).all()
    assert (f(*[[each] * 4 for each in state]) == wanted).all()
    with pytest.raises(symoro.UsageError, match="argument QDP is missing"):
        f(*state[:2])
    assert (type(f) is module.PreparedModel) == (change is not None)


def test_a_class_has_one_native_class() -> None:
    class Callee:
        __slots__ = ("_general", "_plan", "argument")

        def __init__(self, argument: int) -> None:
            self.argument = argument
            self._general = lambda *states, **arrays: (states, arrays)
            self._plan = np.zeros(PLAN, dtype=np.int64)

        def __call__(self, *states: Any, **arrays: Any) -> Any:
            raise AssertionError

    make = native_maker(Callee, "_general", "_plan")
    assert native_maker(Callee, "_general", "_plan") is make
    callee = make(7)
    assert isinstance(callee, Callee)
    assert callee.argument == 7
    assert callee(1, 2, out=3) == ((1, 2), {"out": 3})
    assert callee(*range(1000), **{f"a{i}": i for i in range(100)})[0] == tuple(range(1000))


def test_a_table_keeps_the_names_that_it_points_to() -> None:
    compiled = symoro.idm(symoro.load("planar2r"), verify=False).compile()
    table = compiled._evaluator.call_table
    assert isinstance(table, CallTable)
    assert table is compiled._evaluator.call_table
    assert table._names[:4] == ["q", "QP", "QDP", "FE"]
    assert table._names[-2:] == ["out", "GAM"]

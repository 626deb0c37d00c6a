"""An argument array of another size is refused by its name, where the language can tell.

C, C++, Fortran and Rust have the sizes in types or prototypes; NumPy takes batches, see its tests.
"""

from __future__ import annotations

from math import prod
from pathlib import Path

import casadi
import numpy as np
import pytest

import symoro
from printers.julia_numbers import JuliaError
from printers.julia_reader import Fields, Julia
from printers.runners.matlab import literal, octave
from printers.runners.python import module
from printers.toolchain import Array, write
from symoro.printers import print_document
from symoro.printers.document import Document

WRONG = {"QP": (2,), "q": (4,), "QDP": (0,), "FE": (6, 3)}
SAID = {
    **{name: f"{name} must have 3 elements" for name in ("q", "QP", "QDP")},
    "FE": "FE must be 3 x 6",
}


def one_part() -> Document:
    model = symoro.idm(symoro.load("rrp"), level="O1", include="wrench=3", verify=False)
    shapes = {"q": (3,), "QP": (3,), "QDP": (3,), "FE": (3, 6)}
    assert dict(model.program.arrays) == shapes
    return model.document


def two_parts() -> Document:
    return symoro.idm(symoro.load("rrp"), level="O2", include="wrench=3", verify=False).document


def ones(document: Document, wrong: str = "") -> list[Array]:
    return [np.ones(WRONG[n] if n == wrong else s) for n, s in document.parts[-1].arrays]


def parameters(document: Document) -> dict[str, float]:
    return dict.fromkeys(document.program.parameters, 1.0)


def test_python(tmp_path: Path) -> None:
    document = one_part()
    function = module(write(document, "python", tmp_path)[0]).rrp_idm
    p = parameters(document)
    function(*ones(document), p)
    for name, said in SAID.items():
        with pytest.raises(ValueError, match=f"^{said}$"):
            function(*(each.tolist() for each in ones(document, name)), p)
    *others, forces = ones(document)
    with pytest.raises(ValueError, match=r"^FE must be 3 x 6$"):
        function(*others, forces[:, :5].tolist(), p)


def test_constants_of_another_model_are_refused(tmp_path: Path) -> None:
    document = two_parts()
    made = module(write(document, "python", tmp_path)[0])
    *arrays, k = ones(document)
    made.rrp_idm_step(*arrays, k)
    with pytest.raises(ValueError, match=rf"^k must have {len(k)} elements$"):
        made.rrp_idm_step(*arrays, [*k, 1.0])


def test_julia() -> None:
    document = one_part()
    julia = Julia()
    julia.run(next(iter(print_document("julia", document).values())))
    p = Fields({name: np.float64(1) for name in document.program.parameters})
    julia.call("rrp_idm", *ones(document), p)
    for name, said in SAID.items():
        with pytest.raises(JuliaError, match=f"^DimensionMismatch: {said}$"):
            julia.call("rrp_idm", *ones(document, name), p)


def caught(call: str) -> str:
    return f"try, {call}; catch e, printf('%s %s\\n', e.identifier, e.message), end"


def test_matlab(tmp_path: Path) -> None:
    document = one_part()
    write(document, "matlab", tmp_path)
    fields = [f"p.{name} = 1;" for name in document.program.parameters]
    calls = [
        caught(f"rrp_idm({', '.join(map(literal, ones(document, name)))}, p)")
        for name in ("", *SAID)
    ]
    assert octave([*fields, *calls], tmp_path).splitlines() == [
        f"symoro:size {said}" for said in SAID.values()
    ]


def test_simulink(tmp_path: Path) -> None:
    document = two_parts()
    write(document, "simulink", tmp_path)
    *arrays, (_, constants) = document.parts[-1].arrays
    n, k = sum(prod(shape) for _, shape in arrays), prod(constants)
    sizes = [(n, k), (n + 1, k), (n, k - 1)]
    calls = [caught(f"rrp_idm_simulink_step(ones({a}, 1), ones({b}, 1))") for a, b in sizes]
    assert octave(calls, tmp_path).splitlines() == [
        f"symoro:size u must have {n} elements",
        f"symoro:size k must have {k} elements",
    ]


def test_casadi() -> None:
    """CasADi's own refusal: it names the argument's place and both shapes."""
    model = symoro.idm(symoro.load("rrp"), level="O1", include="wrench=3", verify=False)
    function = model.to_casadi()
    right = [function.size_in(k) for k in range(function.n_in())]
    function(*(casadi.DM.ones(*shape) for shape in right))
    for k, (rows, columns) in enumerate(right):
        given = [casadi.DM.ones(*shape) for shape in right]
        given[k] = casadi.DM.ones(rows + 1, columns)
        with pytest.raises(RuntimeError, match=r"mismatching shape|dimension"):
            function(*given)

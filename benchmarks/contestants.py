"""What is timed: C of ours, C of CasADi, C++ of pinocchio, all behind the same kind of function.

Each takes rows of states and the number of passes over them, and returns the processor time.
"""

from __future__ import annotations

import ctypes
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import symoro
from benchmarks.build import library, pinocchio_library
from benchmarks.casadi_derivatives import derivatives
from benchmarks.casadi_peer import Recursions, dense, operations
from benchmarks.numbered import Numbered

Array = npt.NDArray[np.float64]
Inputs = tuple[Array, Array, Array]

MODELS = ("inverse_dynamics", "inertia", "direct_dynamics", "derivatives")

_WRAPPER = """{includes}
#include "timing.h"

#include <stddef.h>

{before}
__attribute__((visibility("default")))
double run(void *unused, long repeats, long states, const double *q, const double *v,
           const double *a, double *out)
{{
    double row[{size}];
    (void)unused;
    {setup}
    TIMED(repeats, states, {{
        double *to = out ? out + {size} * i : row;
        {call}
    }});
}}
"""


@dataclass(frozen=True)
class Contestant:
    """A compiled model.

    Attributes:
        name: who it is.
        size: doubles that a call gives.
        run: the native function.
        handle: its first argument.
        dense: makes rows of results comparable.
        operations: additions, multiplications, and sines and cosines of a call, where known.
    """

    name: str
    size: int
    run: Callable[..., float]
    handle: int | None = None
    dense: Callable[[Array], Array] = lambda rows: rows
    operations: dict[str, int] = field(default_factory=dict)

    def seconds(self, states: Inputs, repeats: int = 1, out: Array | None = None) -> float:
        """The processor time of some passes over the states; results are kept in ``out``."""
        pointers = [each.ctypes.data for each in states]
        to = None if out is None else out.ctypes.data
        return self.run(self.handle, repeats, len(states[0]), *pointers, to)

    def results(self, states: Inputs) -> Array:
        """What it computes, one row for each state."""
        out = np.full((len(states[0]), self.size), np.nan)
        self.seconds(states, 1, out)
        return self.dense(out)


def our_model(robot: Numbered, name: str, level: str = "O2") -> symoro.Model:
    """One of the models, of the robot in base parameters."""
    if name == "inertia":
        return symoro.inertia(robot.base, level=level, verify=False)
    if name == "direct_dynamics":
        return symoro.ddm(robot.base, level=level, verify=False)
    idm = symoro.idm(robot.base, level=level, verify=False)
    return idm if name == "inverse_dynamics" else idm.derivative("q", "QP", "QDP")


def ours(robot: Numbered, name: str) -> Contestant:
    """The C of a model, as ``--lang c`` writes it."""
    model = our_model(robot, name)
    files = {file: text for file, text in model.files("c").items() if "_main" not in file}
    header = next(text for file, text in files.items() if file.endswith(".h"))
    size = sum(prod(output.shape) for output in model.program.outputs)
    fields = [f"    .{each} = {robot.values[each].hex()}," for each in model.program.parameters]
    struct = re.search(r"const (\w+_parameters) \*", header)
    before = [f"static const {struct[1]} p = {{", *fields, "};"] if struct else []
    constants = re.search(r"double k\[(?:static )?(\w+)\]", header)
    prepare = model.program.name + "_prepare"
    given = "&p, " if struct else ""
    setup = f"double k[{constants[1]}]; {prepare}({given}k);" if constants else ""
    place = {"q": "q", "QP": "v", "QDP": "a", "GAM": "a"}
    arguments = [f"{place[array]} + {robot.n} * i" for array, _ in model.program.arrays]
    arguments += ["k"] if constants else ["&p"] if struct else []
    start = 0
    for output in model.program.outputs:
        arguments.append(f"to + {start}")
        start += prod(output.shape)
    function = model.program.name + ("_step" if "_step(" in header else "")
    wrapper = _WRAPPER.format(
        includes="\n".join(f'#include "{file}"' for file in files if file.endswith(".h")),
        before="\n".join(before),
        size=size,
        setup=setup,
        call=f"{function}({', '.join(arguments)});",
    )
    count = model.operations
    return Contestant(
        "symoro",
        size,
        _native(library({**files, "wrapper.c": wrapper}).run),
        operations={"add": count.add, "mul": count.mul, "trig": count.trig},
    )


def casadi(robot: Numbered, name: str) -> list[Contestant]:
    """CasADi's C of a recursion, in each way that could be the fastest.

    With and without elimination of common subexpressions; derivatives as CasADi forms them, and by
    pinocchio's recursion.
    """
    recursions = Recursions(robot)
    ways = [getattr(recursions, name)()]
    if name == "derivatives":
        ways.append(derivatives(recursions))
    return [
        _casadi(robot, name, recursions.function(name, way, shared=shared))
        for way in ways
        for shared in (True, False)
    ]


def _casadi(robot: Numbered, name: str, function: Any) -> Contestant:
    size = sum(function.nnz_out(k) for k in range(function.n_out()))
    places, start = [], 0
    for k in range(function.n_out()):
        places.append(f"to + {start}")
        start += function.nnz_out(k)
    declared = f"int {name}(const double **, double **, long long *, double *, int);"
    inputs = ", ".join(f"{each} + {robot.n} * i" for each in "qva")
    wrapper = _WRAPPER.format(
        includes="",
        before=declared,
        size=size,
        setup=f"long long iw[{function.sz_iw() + 1}]; double w[{function.sz_w() + 1}];",
        call=f"const double *in[{function.sz_arg()}] = {{{inputs}}}; "
        f"double *res[{function.sz_res()}] = {{{', '.join(places)}}}; {name}(in, res, iw, w, 0);",
    )
    return Contestant(
        "CasADi",
        size,
        _native(library({"peer.c": _generated(function), "wrapper.c": wrapper}).run),
        dense=lambda rows: dense(function, rows),
        operations=operations(function),
    )


def pinocchio(robot: Numbered, name: str, compiler: str = "g++") -> list[Contestant]:
    """Pinocchio's algorithm, in both of its conventions where it has two."""
    peer = pinocchio_library(compiler)
    peer.open_model.restype = ctypes.c_void_p
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{robot.name}.txt"
        file.write_text(robot.text(), encoding="utf-8")
        handle = peer.open_model(str(file).encode())
    assert handle, "pinocchio could not read the robot"
    size = {"inertia": robot.n**2, "derivatives": 3 * robot.n**2}.get(name, robot.n)
    functions = {
        "inertia": ["inertia_local", "inertia_world"],
        "direct_dynamics": ["direct_local", "direct_world"],
    }.get(name, [name])
    return [
        Contestant(f"pinocchio {each} {compiler}", size, _native(peer[each]), handle)
        for each in functions
    ]


def _generated(function: Any) -> str:
    import casadi as ca

    generator = ca.CodeGenerator("peer.c", {"casadi_int": "long long int"})
    generator.add(function)
    return str(generator.dump())


def _native(function: Any) -> Callable[..., float]:
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_long, *[ctypes.c_void_p] * 4]
    return function  # type: ignore[no-any-return]

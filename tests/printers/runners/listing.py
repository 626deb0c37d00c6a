"""Listing: read back by the parser of robot files, statement by statement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from printers.toolchain import Array, Case, Values
from symoro.expressions import FloatArithmetic, evaluate, parse
from symoro.ir import Op
from symoro.printers import print_document
from symoro.printers.document import Document


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Read each case back and evaluate it."""
    del folder
    return [run_listing(case.document, case.values) for case in cases]


def run_listing(document: Document, values: Values) -> dict[str, Array]:
    """Read a listing back and evaluate it, statement by statement."""
    program, arithmetic = document.program, FloatArithmetic()
    (text,) = print_document("listing", document).values()
    known = dict(values)
    for line in text.splitlines():
        if line and not line.startswith("(*"):
            *names, value = line.removesuffix(";").split("=")  # a=b=0: both are 0
            if value.startswith("LinearSolve["):
                known |= _linear_solve(names[0], value, known)
            else:
                known |= dict.fromkeys(names, evaluate(parse(value), known, arithmetic))

    def element(edge: int) -> float:
        node = program.graph.node(edge)
        sign = 1.0 if edge >= 0 else -1.0
        if node.op in (Op.LET, Op.UNKNOWN, Op.SYMBOL):
            return sign * known[node.name]
        value = program.graph.value(edge)
        assert value is not None
        return float(value)

    return {
        o.name: np.array([element(edge) for edge in o.elements]).reshape(o.shape)
        for o in program.outputs
    }


def _linear_solve(names: str, call: str, known: Values) -> dict[str, float]:
    """What Mathematica assigns by ``{x,y}=LinearSolve[{{a,b},{c,d}},{e,f}]``."""

    def number(text: str) -> float:
        return evaluate(parse(text), known, FloatArithmetic())

    matrix, right = nested("{" + call.removeprefix("LinearSolve[").removesuffix("]") + "}")
    left = np.array(nested(names))
    solution = np.linalg.solve(*(np.vectorize(number)(np.array(part)) for part in (matrix, right)))
    assert left.shape == solution.shape
    return dict(zip(left.ravel().tolist(), solution.ravel().tolist(), strict=True))


def nested(text: str) -> Any:
    """Read Mathematica's lists of expressions; what is no list is text."""
    if not text.startswith("{"):
        return text
    assert text.endswith("}")
    parts, depth = [""], 0
    for character in text[1:-1]:
        depth += (character in "{(") - (character in "})")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [nested(part) for part in parts]

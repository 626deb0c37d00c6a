"""Programs with linear systems, and the same systems over any scalars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.ir import Graph, GraphArithmetic, Input, Names, Output, Program, Role, Tracer

Array = npt.NDArray[np.float64]

VALUES = {"q1": 0.4, "q2": -0.9, "a": 0.7, "b": -1.3, "c": 2.1}


def first(v: Mapping[str, Any]) -> tuple[list[list[Any]], list[Any]]:
    """Three unknowns; the diagonal begins with a zero, so rows must be exchanged."""
    matrix = [[0, v["a"], v["q1"]], [v["b"] - 1, 0, 1], [v["q2"], v["c"], v["a"] * v["b"]]]
    return matrix, [v["q1"] * v["q2"], 2, -v["b"]]


def second(v: Mapping[str, Any], X: Any) -> tuple[list[list[Any]], list[list[Any]]]:
    """Two unknowns for two right-hand sides, made of the unknowns of the first system."""
    return [[X[0], v["a"]], [-X[1], X[2]]], [[X[1], 1], [0, X[2] * v["q1"]]]


def third(v: Mapping[str, Any]) -> tuple[list[list[Any]], list[Any]]:
    """Constant parameters only."""
    return [[v["a"], v["b"]], [v["c"], v["a"]]], [v["b"], 1]


def chained() -> Program:
    """The three systems, and a sum of unknowns of all; all unknowns are outputs."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    v = {name: arithmetic.symbol(name) for name in VALUES}
    let = Tracer(graph, Names(VALUES, 3))
    X = let.solve("X", 1, *first(v))
    Y = let.solve("Y", 2, *second(v, X))
    K = let.solve("K", 3, *third(v))
    total: Any = let("Z", 1, X[0] - Y[0, 1] * K[1] + K[0])
    return Program(
        name="chained",
        graph=graph,
        inputs=(
            Input("q1", Role.STATE, "q", (0,)),
            Input("q2", Role.STATE, "q", (1,)),
            *(Input(name, Role.PARAMETER) for name in ("a", "b", "c")),
        ),
        shapes=(("q", (2,)),),
        statements=tuple(let.statements),
        outputs=(
            Output("X", (3,), tuple(x.edge for x in X)),
            Output("Y", (2, 2), tuple(y.edge for y in Y.ravel())),
            Output("K", (2,), tuple(-k.edge for k in K)),
            Output("Z", (1,), (total.edge,)),
        ),
    ).verify()


def by_numpy(v: Mapping[str, float]) -> dict[str, Array]:
    """What `chained` means, by LAPACK."""
    X = np.linalg.solve(*(np.array(part, dtype=float) for part in first(v)))
    Y = np.linalg.solve(*(np.array(part, dtype=float) for part in second(v, X)))
    K = np.linalg.solve(*(np.array(part, dtype=float) for part in third(v)))
    return {"X": X, "Y": Y, "K": -K, "Z": np.array([X[0] - Y[0, 1] * K[1] + K[0]])}


def system(n: int, m: int) -> Program:
    """One system whose elements are all inputs: ``q`` has the rows of [A | B]."""
    graph = Graph()
    width = n + m
    symbols = {(i, k): f"s{i}_{k}" for i in range(n) for k in range(width)}
    let = Tracer(graph, Names(symbols.values(), 1))
    arithmetic = GraphArithmetic(graph)
    rows = np.empty((n, width), dtype=object)
    for place, name in symbols.items():
        rows[place] = arithmetic.symbol(name)
    X = let.solve("X", 1, rows[:, :n], rows[:, n:])
    return Program(
        name="system",
        graph=graph,
        inputs=tuple(Input(name, Role.STATE, "q", place) for place, name in symbols.items()),
        shapes=(("q", (n, width)),),
        statements=tuple(let.statements),
        outputs=(Output("X", (n, m), tuple(x.edge for x in X.ravel())),),
    ).verify()


def well_conditioned(rng: np.random.Generator, n: int, m: int) -> Array:
    """The rows of [A | B] with singular values of A between 1 and 3, so that digits are kept."""
    u, v = (np.linalg.qr(rng.standard_normal((n, n)))[0] for _ in range(2))
    A = u @ np.diag(rng.uniform(1.0, 3.0, n)) @ v
    return np.hstack([A, rng.uniform(-1.0, 1.0, (n, m))])


def lapack(rows: Array) -> Array:
    """What `system` means, by LAPACK: X from the rows of [A | B], in any batch."""
    n = rows.shape[-2]
    return np.linalg.solve(rows[..., :n], rows[..., n:]).astype(np.float64)


def values_of(program: Program, rows: Array) -> dict[str, float]:
    """The values of `system` by symbol."""
    return {item.name: float(rows[item.index]) for item in program.inputs}

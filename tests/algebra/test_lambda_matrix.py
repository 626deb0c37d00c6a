"""The lambda matrix against point masses: move the points, and the parameters follow."""

from __future__ import annotations

import math
import random
from types import ModuleType

import numpy as np
import numpy.typing as npt

import symoro.algebra.lambda_matrix as page
from models.mutants import mutants

Array = npt.NDArray[np.float64]


def parameters(points: Array, masses: Array) -> Array:
    """XX XY XZ YY YZ ZZ MX MY MZ M of some point masses, seen from the origin."""
    J = np.zeros((3, 3))
    for x, m in zip(points, masses, strict=True):
        J += m * (x @ x * np.eye(3) - np.outer(x, x))
    tensor = [J[a, b] for a in range(3) for b in range(a, 3)]
    return np.array([*tensor, *(masses @ points), masses.sum()])


def turn(rng: random.Random) -> Array:
    """A rotation about three axes."""
    found = np.eye(3)
    for axis in range(3):
        angle = rng.uniform(-3, 3)
        S, C = math.sin(angle), math.cos(angle)
        j, k = (axis + 1) % 3, (axis + 2) % 3
        step = np.eye(3)
        step[j, j] = step[k, k] = C
        step[k, j], step[j, k] = S, -S
        found = found @ step
    return found


def agrees(module: ModuleType) -> bool:
    rng = random.Random(11)
    for _ in range(3):
        A, P = turn(rng), np.array([rng.uniform(-1, 1) for _ in range(3)])
        points = np.array([[rng.uniform(-1, 1) for _ in range(3)] for _ in range(6)])
        masses = np.array([rng.uniform(0.1, 1) for _ in range(6)])
        moved = module.lambda_matrix(A, P).astype(float) @ parameters(points, masses)
        if not np.allclose(moved, parameters(points @ A.T + P, masses), rtol=0, atol=1e-13):
            return False  # a dozen terms of size 1
    return True


def test_parameters_of_point_masses_follow_the_frame() -> None:
    assert agrees(page)


def test_two_changes_of_frame_are_one() -> None:
    rng = random.Random(12)
    A, B = turn(rng), turn(rng)
    P, Q = (np.array([rng.uniform(-1, 1) for _ in range(3)]) for _ in range(2))
    both = matrix(A, P) @ matrix(B, Q)
    assert np.allclose(both, matrix(A @ B, P + A @ Q), rtol=0, atol=1e-13)


def matrix(A: Array, P: Array) -> Array:
    return page.lambda_matrix(A.astype(object), P.astype(object)).astype(float)


def test_exact_scalars_stay_exact() -> None:
    A = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]], dtype=object)
    P = np.array([1, 2, 3], dtype=object)
    found = page.lambda_matrix(A, P)
    assert all(isinstance(entry, int) for entry in found.ravel())
    assert found[:, 9].tolist() == [13, -2, -3, 10, -6, 5, 1, 2, 3, 1]


def test_every_mutant_of_the_matrix_is_caught() -> None:
    made = list(mutants(page))
    alive = []
    for mutant in made:
        try:
            if agrees(mutant.module):
                alive.append(f"{mutant.line}: {mutant.what}: {mutant.text}")
        except (TypeError, ValueError, IndexError):
            continue
    assert len(made) > 25
    assert alive == []

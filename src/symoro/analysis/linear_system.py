"""A linear system in state space, with numbers: poles, damping, frequency response.

dx/dt = A x + B u,        y = C x + D u
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, floats
from symoro.errors import UsageError
from symoro.wording import html_paragraph, html_table, quantity

if TYPE_CHECKING:
    from scipy.signal import StateSpace

Complex = npt.NDArray[np.complex128]

_NOISE = 1e-12  # of a pole: a part that is smaller is zero


@dataclass(frozen=True, eq=False)
class LinearSystem:
    """The matrices and what their rows and columns stand for.

    Attributes:
        A, B, C, D: matrices n x n, n x m, p x n and p x m; m may be 0.
        states: the names of x.
        inputs: the names of u.
        outputs: the names of y.
        lacking: the efforts that joints without an input would need to stay in balance, by name;
            empty at an equilibrium. Elsewhere the system is that of constant efforts which give
            them.
    """

    A: Floats
    B: Floats
    C: Floats
    D: Floats
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    lacking: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        n, m, p = len(self.states), len(self.inputs), len(self.outputs)
        wanted = {"A": (n, n), "B": (n, m), "C": (p, n), "D": (p, m)}
        for name, shape in wanted.items():
            matrix = np.asarray(getattr(self, name))
            if matrix.shape != shape:
                raise UsageError(f"{name}: expected shape {shape}, found {matrix.shape}")
            if matrix.size:
                floats(matrix, name, *shape)

    def __repr__(self) -> str:
        names = {"state": self.states, "input": self.inputs, "output": self.outputs}
        sizes = ", ".join(quantity(len(each), what) for what, each in names.items())
        return f"<LinearSystem: {sizes}>"

    @cached_property
    def poles(self) -> Complex:
        """The eigenvalues of A, slow ones first, the lower half plane before the upper one."""
        squares = self._squared_poles()
        if squares is None:
            poles = np.linalg.eigvals(self.A).astype(complex)
        else:
            roots = np.sqrt(squares.astype(complex))
            poles = np.concatenate([-roots, roots])
        real, imag = (
            np.where(np.abs(x) > _NOISE * np.abs(poles), x, 0.0) for x in (poles.real, poles.imag)
        )
        poles = real + 1j * imag  # without what rounding leaves of a zero
        order = np.lexsort((imag.round(9), real.round(9), np.abs(poles).round(9)))
        return np.asarray(poles[order] + 0.0)  # no zero with a minus

    def _squared_poles(self) -> npt.NDArray[Any] | None:
        """The squares of the poles of x = (q, dq/dt) without damping: s^2 q = K q; else None."""
        n = len(self.states) // 2
        above = np.eye(n, 2 * n, k=n)
        if 2 * n != len(self.states) or (self.A[:n] != above).any() or self.A[n:, n:].any():
            return None
        return np.linalg.eigvals(self.A[n:, :n])

    @property
    def natural_frequencies(self) -> Floats:
        """The distance of each pole from zero [rad/s]."""
        return np.abs(self.poles)

    @property
    def damping(self) -> Floats:
        """The damping ratio of each pole; 1 for a pole on the negative axis, NaN for zero."""
        size = self.natural_frequencies
        ratio = np.full(size.shape, np.nan)
        np.divide(-self.poles.real, size, out=ratio, where=size > 0)
        return ratio + 0.0

    def frequency_response(self, omegas: npt.ArrayLike) -> Complex:
        """Return C (j w 1 - A)^-1 B + D for each angular frequency [rad/s], k x p x m.

        Where w is a pole of the system the response is infinite.
        """
        omegas = floats(omegas, "frequencies")
        if omegas.ndim > 1:
            raise UsageError(f"frequencies: expected a list of numbers, found shape {omegas.shape}")
        responses = [self._response(omega) for omega in np.atleast_1d(omegas)]
        return np.array(responses, dtype=np.complex128).reshape(len(responses), *self.D.shape)

    def _response(self, omega: float) -> Complex:
        matrix = 1j * omega * np.eye(len(self.A)) - self.A
        try:
            response = self.C @ np.linalg.solve(matrix, self.B) + self.D
        except np.linalg.LinAlgError:
            return np.full(self.D.shape, np.inf, dtype=np.complex128)
        return np.asarray(response, dtype=np.complex128)

    def to_scipy(self) -> StateSpace:
        """Return the system as a `scipy.signal.StateSpace`."""
        from scipy.signal import StateSpace

        if not self.inputs:
            raise UsageError("a StateSpace of SciPy has inputs, and this system has none")
        return StateSpace(self.A, self.B, self.C, self.D)

    def _repr_html_(self) -> str:
        """The matrices and the poles as tables, for notebooks."""
        above = np.hstack([self.A, self.B])
        below = np.hstack([self.C, self.D])
        names = [*(f"d {name}/dt" for name in self.states), *self.outputs]
        rows = zip(names, np.vstack([above, below]), strict=True)
        matrices = html_table(
            ("", *self.states, *self.inputs),
            ((name, *(f"{x:.6g}" for x in row)) for name, row in rows),
            "A, B and C, D",
        )
        poles = html_table(
            ("pole", "frequency [rad/s]", "damping"),
            (
                (f"{pole:.6g}", f"{size:.6g}", "" if np.isnan(ratio) else f"{ratio:.6g}")
                for pole, size, ratio in zip(
                    self.poles, self.natural_frequencies, self.damping, strict=True
                )
            ),
        )
        lacking = [
            f"{name} lacks {value:.6g} to stay in balance" for name, value in self.lacking.items()
        ]
        return matrices + poles + html_paragraph(lacking)

    def as_dict(self) -> dict[str, object]:
        """The system as plain data, for JSON; the damping of a pole at zero is None."""
        poles = [
            {
                "real": float(pole.real),
                "imag": float(pole.imag),
                "frequency": float(size),
                "damping": None if np.isnan(ratio) else float(ratio),
            }
            for pole, size, ratio in zip(
                self.poles, self.natural_frequencies, self.damping, strict=True
            )
        ]
        return {
            "states": list(self.states),
            "inputs": list(self.inputs),
            "outputs": list(self.outputs),
            **{name: [row.tolist() for row in np.asarray(getattr(self, name))] for name in "ABCD"},
            "poles": poles,
            "lacking": dict(self.lacking),
        }

"""Other machines, as far as this one can be like them: kernels of its processor, seeds, threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Machine:
    """A machine to be like.

    Attributes:
        name: of its processor.
        needs: the feature that this processor must have, as Linux calls it.
        environment: the variables that make the difference.
    """

    name: str
    needs: str
    environment: Mapping[str, str]

    @property
    def lacking(self) -> str:
        """Why this machine cannot be like that one; empty if it can."""
        return "" if self.needs in features() else f"this processor has no {self.needs}"


def _kernel(name: str, needs: str, seed: int, threads: int) -> Machine:
    """A kernel of OpenBLAS, which rounds matrix products in its own way."""
    return Machine(
        name,
        needs,
        {
            "OPENBLAS_CORETYPE": name,
            "OPENBLAS_NUM_THREADS": str(threads),
            "PYTHONHASHSEED": str(seed),
        },
    )


KERNELS = (
    _kernel("Prescott", "pni", 1, 1),
    _kernel("Nehalem", "sse4_2", 2, 2),
    _kernel("Haswell", "avx2", 3, 1),
    _kernel("SkylakeX", "avx512f", 4, 2),
)


def plain_machine() -> Machine:
    """A processor without fused multiplication: other sines in C and in NumPy, too."""
    import numpy as np

    core = np._core._multiarray_umath  # type: ignore[attr-defined]
    vectors = [name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)]
    environment = {
        **KERNELS[0].environment,
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F",
        "NPY_DISABLE_CPU_FEATURES": " ".join(vectors),
    }
    return Machine("plain", KERNELS[0].needs, environment)


def features() -> set[str]:
    """The features of this processor; empty where the system does not tell."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return set()
    flags = [line.partition(":")[2] for line in text.splitlines() if line.startswith("flags")]
    return set(flags[0].split()) if flags else set()

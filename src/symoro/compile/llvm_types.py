"""The types of compiled programs: a double, or a vector of doubles that are treated alike."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Type:
    """The type of the values of a compiled program.

    Attributes:
        width: the number of states that are computed together; 1 for a double by itself.
    """

    width: int = 1

    @property
    def double(self) -> str:
        """The type in LLVM's text."""
        return self._vector("double")

    @property
    def integer(self) -> str:
        """The type of integers of the same size."""
        return self._vector("i64")

    @property
    def boolean(self) -> str:
        """The type of comparisons."""
        return self._vector("i1")

    @property
    def suffix(self) -> str:
        """The end of the names of LLVM's own functions of this type."""
        return "f64" if self.width == 1 else f"v{self.width}f64"

    def _vector(self, scalar: str) -> str:
        return scalar if self.width == 1 else f"<{self.width} x {scalar}>"

    def constant(self, value: float) -> str:
        """A number in every place."""
        return self._repeat("double", hexadecimal(value))

    def integer_constant(self, value: int) -> str:
        """An integer in every place."""
        return self._repeat("i64", str(value))

    def _repeat(self, scalar: str, text: str) -> str:
        return text if self.width == 1 else f"<{', '.join([f'{scalar} {text}'] * self.width)}>"


def hexadecimal(value: float) -> str:
    """LLVM's exact notation of a double."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"


@dataclass(frozen=True)
class Host:
    """The processor that code is made for.

    Attributes:
        cpu: its name, for LLVM.
        features: its abilities, for LLVM.
        fma: True if it multiplies and adds in one operation with one rounding.
        width: the doubles of its widest registers.
    """

    cpu: str
    features: str
    fma: bool
    width: int


@cache
def host() -> Host:
    """The processor that this process runs on."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    has = {name for name, present in features.items() if present}
    arm = llvm.get_process_triple().startswith(("aarch64", "arm64"))  # where fma is no option
    width = 8 if "avx512f" in has else 4 if "avx2" in has else 2
    return Host(llvm.get_host_cpu_name(), features.flatten(), arm or "fma" in has, width)

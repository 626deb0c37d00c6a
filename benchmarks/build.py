"""Shared libraries of the contestants, compiled once and kept under ``build/benchmarks``."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import sysconfig
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from external import run

ROOT = Path(__file__).parents[1]
CACHE = ROOT / "build" / "benchmarks"
NATIVE = Path(__file__).parent / "native"

FLAGS = ("-O3", "-march=native", "-DNDEBUG")
"""What every contestant is compiled with; nothing else that changes code or results."""

_LIBRARY = ("-fPIC", "-shared", "-fvisibility=hidden", "-w")
_PEER = (
    "-std=c++17",
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)
_WHERE_KNOWN = "-fno-gnu-unique"  # lets a library be closed; clang does so anyway
_WHEELS = ("libpinocchio", "cmeel-boost", "cmeel-eigen")


class BuildError(Exception):
    """A compiler is missing or failed; the message has its output."""

    @property
    def reason(self) -> str:
        """The line of the message that says what is wrong."""
        lines = [line.strip() for line in str(self).splitlines() if line.strip()]
        return next((line for line in lines if "error" in line.lower()), lines[-1])


@cache
def processor() -> str:
    """The name of the processor, or an empty text where the system does not say."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""
    names = [line.split(":", 1)[1].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else ""


@cache
def compiler_version(compiler: str) -> str:
    """The first line that a compiler says about itself."""
    return _run([compiler, "--version"]).splitlines()[0]


@cache
def takes(compiler: str, option: str) -> bool:
    """Whether a compiler of C++ knows an option."""
    try:
        _run([compiler, option, "-x", "c++", "-fsyntax-only", os.devnull])
    except BuildError:
        return False
    return True


def library(sources: Mapping[str, str], compiler: str = "gcc") -> ctypes.CDLL:
    """Compile some C files with headers among them and load the result."""
    units = [name for name in sources if name.endswith(".c")]
    headers = (NATIVE / "timing.h").read_text(encoding="utf-8")
    command = [compiler, *FLAGS, *_LIBRARY, *units, f"-I{NATIVE}", "-lm"]
    return ctypes.CDLL(str(_built(command, [headers], sources)))


def pinocchio_library(compiler: str = "g++") -> ctypes.CDLL:
    """Compile pinocchio's algorithms from the headers of its wheel and load them; minutes once."""
    include = Path(sysconfig.get_path("purelib")) / "cmeel.prefix" / "include"
    if not (include / "eigen3").is_dir():
        raise BuildError(f"{include} has no Eigen headers: pip install cmeel-eigen")
    folders = [f"-I{include}", f"-I{include / 'eigen3'}", f"-I{NATIVE}"]
    more = [_WHERE_KNOWN] if takes(compiler, _WHERE_KNOWN) else []
    source = str(NATIVE / "pinocchio_peer.cpp")
    command = [compiler, *FLAGS, *_LIBRARY, *_PEER, *more, *folders, source]
    files = sorted(NATIVE.iterdir())
    known = [each.read_text(encoding="utf-8") for each in files]
    known += [f"{name} {version(name)}" for name in _WHEELS]
    return ctypes.CDLL(str(_built(command, known, {})))


def compilers(*names: str) -> list[str]:
    """Those of some compilers that are here."""
    return [name for name in names if shutil.which(name)]


def _built(command: Sequence[str], known: Sequence[str], sources: Mapping[str, str]) -> Path:
    """The library that a command makes of sources, kept by a digest of all that decides it."""
    parts = [*command, compiler_version(command[0]), processor(), *known]
    parts += [text for item in sources.items() for text in item]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]
    folder = CACHE / key
    made = folder / "library.so"
    if not made.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in sources.items():
            (folder / name).write_text(text, encoding="utf-8")
        partial = folder / f"partial{os.getpid()}.so"
        _run([*command, "-o", str(partial)], folder)
        partial.rename(made)
    return made


def _run(command: Sequence[str], folder: Path | None = None) -> str:
    try:
        done = run(command, folder)
    except OSError as error:
        raise BuildError(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        raise BuildError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout

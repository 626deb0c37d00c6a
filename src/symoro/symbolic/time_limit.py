"""A time limit for pure Python work, on any platform and from any thread.

The work runs in a thread of its own. When its time is up an exception is raised inside it, again
and again until it ends, so nothing is left running. Code in C that does not return to Python cannot
be stopped this way.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock, Thread, get_ident, stack_size
from typing import Generic, TypeVar

from symoro.errors import SymoroError, UsageError

T = TypeVar("T")

_STACK = 256 * 2**20  # bytes of address space: expressions are trees, walked by recursion
_STEP = 0.05  # seconds between two looks at the clock, or two attempts to stop the work
_CHECKS = 1000  # turns of a loop; an exception arrives at the first
_STARTING = Lock()  # the size of stacks is one for all threads


class TimeLimitExceeded(SymoroError):
    """The work was not done within its time."""


class _Stop(SystemExit):
    """Raised inside the work: no ``except Exception`` holds it, and it ends a thread silently."""


class _Quiet:
    """A hook that is silent about a `_Stop` that met a destructor, where Python drops it."""

    def __init__(self, usual: Callable[[sys.UnraisableHookArgs], object]) -> None:
        self._usual = usual

    def __call__(self, dropped: sys.UnraisableHookArgs) -> None:
        """Hand on all but a `_Stop`: the next one ends the work."""
        if not issubclass(dropped.exc_type, _Stop):
            self._usual(dropped)

    @classmethod
    def start(cls) -> None:
        """Be the hook."""
        if not isinstance(sys.unraisablehook, cls):
            sys.unraisablehook = cls(sys.unraisablehook)

    @classmethod
    def end(cls) -> None:
        """Let the usual hook be the hook again."""
        if isinstance(sys.unraisablehook, cls):
            sys.unraisablehook = sys.unraisablehook._usual


def run_within(seconds: float, function: Callable[..., T], *args: object) -> T:
    """Return function(*args), or raise what it raises, if it ends within some seconds.

    Raises:
        TimeLimitExceeded: if it does not; it has then been stopped.
    """
    if not seconds > 0:
        raise UsageError(f"a time limit must be positive, not {seconds}")
    import_module("sympy")  # before the clock starts: half an import cannot be repeated
    work = _Work(lambda: function(*args))
    try:
        work.start()
        if not work.is_done_by(time.monotonic() + seconds):
            raise TimeLimitExceeded(f"not done within {seconds:g} s")
    finally:
        work.end()
    return work.result()


class _Work(Generic[T]):
    """A function in a thread, which waits to be dismissed when it is done.

    So an exception that comes too late still finds the thread in our own code, where it can be
    withdrawn. The queues are written in C: an exception cannot leave them half changed.
    """

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self._done: SimpleQueue[None] = SimpleQueue()
        self._dismissed: SimpleQueue[None] = SimpleQueue()
        self._values: list[T] = []
        self._error: BaseException | None = None
        self._over = False
        self._stopped = False
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start, with a deep stack."""
        with _STARTING:
            usual = stack_size(_STACK)
            try:
                self._thread.start()
            finally:
                stack_size(usual)

    def _run(self) -> None:
        try:
            self._values.append(self._function())
        except BaseException as error:  # handed over to the caller
            self._error = error
        self._over = True
        self._done.put(None)
        self._dismissed.get()

    def is_done_by(self, deadline: float) -> bool:
        """Wait; tell whether the work is done, or its thread gone, by some time."""
        while self._thread.is_alive() and not self._over:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            with suppress(Empty):  # what is in the queue only wakes us up: it may be lost
                self._done.get(timeout=min(left, _STEP))
        return True

    def end(self) -> None:
        """Stop the work if it still runs, and its thread."""
        while self._thread.is_alive():
            try:
                while not self.is_done_by(time.monotonic()):
                    _Quiet.start()
                    self._stopped = True
                    _raise_in(self._thread.ident, _Stop)
                    self.is_done_by(time.monotonic() + _STEP)
                if self._stopped:
                    _raise_in(self._thread.ident, None)  # withdraw what has not arrived
                self._dismissed.put(None)
                self._thread.join()
                _Quiet.end()
            except _Stop:  # one limit inside another: whoever stops us will try again
                continue
        if self._stopped:
            _forget_the_withdrawn()

    def result(self) -> T:
        """Return what the function returned, or raise what it raised."""
        if self._error is not None:
            raise self._error
        return self._values[0]


def _raise_in(thread: int | None, kind: type[BaseException] | None) -> None:
    """Raise an exception inside a thread; None withdraws one that has not arrived."""
    exception = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread or 0), exception)


def _forget_the_withdrawn() -> None:
    """Let an exception arrive here, which ends Python's wait for one.

    A withdrawn exception leaves Python 3.11 waiting: every loop is slower, and a profiler or a
    debugger that is started then never ends.
    """
    with suppress(_Stop):
        _raise_in(get_ident(), _Stop)
        for _ in range(_CHECKS):
            pass

"""Time limits: results and errors come through, what is stopped is gone."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from clock import at_most
from external import run
from symoro.errors import SymoroError, UsageError
from symoro.symbolic.time_limit import TimeLimitExceeded, run_within


def forever() -> None:
    """Work that holds on to ordinary exceptions."""
    while True:
        try:
            sum(range(1000))
        except Exception:  # noqa: S112, BLE001, RUF100
            continue


def nested() -> None:
    run_within(100, forever)


def deep(n: int) -> int:
    return 0 if n == 0 else 1 + deep(n - 1)


def test_a_result_comes_through() -> None:
    assert run_within(10, pow, 2, 10) == 1024


def test_an_error_comes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        run_within(10, divmod, 1, 0)


@pytest.mark.parametrize("work", [forever, nested, partial(run_within, 50, nested)])
def test_what_takes_too_long_is_stopped_and_gone(work: Callable[[], None]) -> None:
    before = threading.active_count()
    stopped = pytest.raises(TimeLimitExceeded, match=r"not done within 0\.1 s")
    with at_most(0.5), stopped:  # the inner limits are far above
        run_within(0.1, work)
    assert threading.active_count() == before
    assert issubclass(TimeLimitExceeded, SymoroError)


class Slow:
    """Something whose end takes long."""

    def __del__(self) -> None:
        forever()


def test_a_stop_that_a_destructor_drops_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops what is raised in a destructor and tells the hook; the next stop ends it."""
    said: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", said.append)
    usual = sys.unraisablehook

    def work() -> None:
        Slow()
        forever()

    with pytest.raises(TimeLimitExceeded):
        run_within(0.1, work)
    assert not said
    assert sys.unraisablehook is usual


def test_limits_work_in_any_thread() -> None:
    caught: list[BaseException] = []

    def run() -> None:
        try:
            run_within(0.1, forever)
        except TimeLimitExceeded as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(10)
    assert len(caught) == 1


def test_work_that_ends_about_in_time_gives_a_result_or_time_is_up() -> None:
    """Twenty milliseconds of work against limits around it: nothing else may happen."""

    def work() -> str:
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            pass
        return "done"

    before = threading.active_count()
    for k in range(40):
        try:
            assert run_within(0.012 + 0.0005 * k, work) == "done"
        except TimeLimitExceeded:
            continue
    assert threading.active_count() == before


def test_the_stack_of_threads_is_as_before() -> None:
    before = threading.stack_size()
    run_within(1, int)
    assert threading.stack_size() == before


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_limit_must_be_positive(seconds: float) -> None:
    with pytest.raises(UsageError, match="must be positive"):
        run_within(seconds, int)


def test_no_limit_stops_the_import_of_sympy() -> None:
    """Half an import leaves modules behind that break every later one of the same process."""
    lines = (
        "from symoro.symbolic.time_limit import run_within",
        "def work():",
        "    import sympy",
        "    return sympy.sin(0)",
        "assert run_within(0.2, work) == 0",
    )
    run([sys.executable, "-c", "\n".join(lines)], check=True)


@pytest.mark.parametrize("work", ["lambda: 1", "lambda: sum(1 for _ in iter(int, 1))"])
def test_a_profiler_ends_after_work_under_a_limit(work: str) -> None:
    """An exception that was withdrawn left Python waiting for it, and a profiler never ended."""
    lines = (
        "import cProfile, contextlib",
        "from symoro.symbolic.time_limit import TimeLimitExceeded, run_within",
        "with contextlib.suppress(TimeLimitExceeded):",
        f"    run_within(0.2, {work})",
        "def loop():",
        "    for _ in range(10): pass",
        "profile = cProfile.Profile()",
        "profile.enable()",
        "loop()",
        "profile.disable()",
    )
    run([sys.executable, "-c", "\n".join(lines)], check=True, timeout=30)

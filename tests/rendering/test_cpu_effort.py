"""An effort ends what computes too long, wherever it is, and leaves nothing behind."""

import gc
import re
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from kriterion.markup.effort import limit_effort, render_or_plain
from kriterion.rendering.cpu_effort import CpuEffort

ENDLESS = re.compile(r"(a|aa)+$")


def loop_for_ever() -> str:
    while True:
        pass


def match_endlessly() -> str:
    return str(ENDLESS.match("a" * 100 + "b"))


def swallow_interruptions() -> str:
    """What a library does that ignores the errors of a callback, and then ends by itself."""
    with suppress(BaseException):
        loop_for_ever()
    return "not what it should be"


@pytest.mark.parametrize("render", [loop_for_ever, match_endlessly, swallow_interruptions])
def test_a_piece_that_takes_too_long_is_plain(render: Callable[[], str]) -> None:
    effort = CpuEffort(piece_seconds=0.05, whole_seconds=1)
    with limit_effort(effort):
        assert render_or_plain(render, lambda: "plain") == "plain"
        assert effort.interrupted
        assert render_or_plain(lambda: "rendered", lambda: "plain") == "rendered"
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


class Finalised:
    """Its finaliser takes too long, and what interrupts that is ignored."""

    def __del__(self) -> None:
        loop_for_ever()


def loop_in_a_finaliser() -> str:
    finalised = Finalised()
    del finalised
    return loop_for_ever()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_swallowed_by_a_finalizer_is_repeated() -> None:
    with limit_effort(CpuEffort(piece_seconds=0.05, whole_seconds=1)):
        assert render_or_plain(loop_in_a_finaliser, lambda: "plain") == "plain"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_piece_that_ends_after_a_swallowed_signal_is_plain() -> None:
    def render() -> str:
        finalised = Finalised()
        del finalised
        return "half of it"

    with limit_effort(CpuEffort(piece_seconds=0.05, whole_seconds=1)):
        assert render_or_plain(render, lambda: "plain") == "plain"


@pytest.mark.parametrize("enabled", [True, False])
def test_no_garbage_collection_runs_during_a_piece(enabled: bool) -> None:
    """A signal in a callback of the collector would be lost."""
    collected: list[str] = []

    def note(phase: str, _: dict[str, int]) -> None:
        collected.append(phase)

    def render() -> str:
        gc.callbacks.append(note)
        for _ in range(20_000):
            cycle: list[object] = []
            cycle.append(cycle)
        gc.callbacks.remove(note)
        return "rendered"

    def fail() -> str:
        raise LookupError

    was_enabled = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with limit_effort(CpuEffort(piece_seconds=30, whole_seconds=30)):
            assert render_or_plain(render, lambda: "plain") == "rendered"
            with pytest.raises(LookupError):
                render_or_plain(fail, lambda: "plain")
        assert not collected
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()


def test_a_quick_piece_is_rendered() -> None:
    effort = CpuEffort(piece_seconds=30, whole_seconds=30)
    with limit_effort(effort):
        assert render_or_plain(lambda: "rendered", lambda: "plain") == "rendered"
    assert not effort.interrupted


def test_everything_is_plain_after_the_total_limit() -> None:
    with limit_effort(CpuEffort(piece_seconds=5, whole_seconds=0.05)):
        assert render_or_plain(loop_for_ever, lambda: "plain") == "plain"
        assert render_or_plain(lambda: "rendered", lambda: "plain") == "plain"


def test_an_error_is_raised_and_disarms_the_timer() -> None:
    def fail() -> str:
        raise LookupError

    with limit_effort(CpuEffort(piece_seconds=30, whole_seconds=30)), pytest.raises(LookupError):
        render_or_plain(fail, lambda: "plain")
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


def test_a_nested_piece_has_no_limit_of_its_own() -> None:
    def outer() -> str:
        return render_or_plain(loop_for_ever, lambda: "inner")

    with limit_effort(CpuEffort(piece_seconds=0.05, whole_seconds=1)):
        assert render_or_plain(outer, lambda: "outer") == "outer"


def test_other_threads_are_not_interrupted() -> None:
    effort = CpuEffort(piece_seconds=30, whole_seconds=30)
    found: list[str] = []

    def elsewhere() -> None:
        with limit_effort(effort):
            found.append(render_or_plain(lambda: "rendered", lambda: "plain"))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == ["rendered"]


def test_without_a_limit_everything_is_rendered() -> None:
    assert render_or_plain(lambda: "rendered", lambda: "plain") == "rendered"

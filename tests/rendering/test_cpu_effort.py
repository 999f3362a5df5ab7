"""An effort ends what computes too long, wherever it is, and leaves nothing behind."""

import re
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from kriterion.markup.effort import limited, or_plain
from kriterion.rendering.cpu_effort import CpuEffort

ENDLESS = re.compile(r"(a|aa)+$")


def for_ever() -> str:
    while True:
        pass


def one_match() -> str:
    return str(ENDLESS.match("a" * 100 + "b"))


def swallowing() -> str:
    """What a library does that ignores the errors of a callback, and then ends by itself."""
    with suppress(BaseException):
        for_ever()
    return "not what it should be"


@pytest.mark.parametrize("render", [for_ever, one_match, swallowing])
def test_what_takes_too_long_is_plain(render: Callable[[], str]) -> None:
    effort = CpuEffort(piece_seconds=0.05, whole_seconds=1)
    with limited(effort):
        assert or_plain(render, lambda: "plain") == "plain"
        assert effort.interrupted
        assert or_plain(lambda: "rendered", lambda: "plain") == "rendered"
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


def test_what_is_quick_is_rendered() -> None:
    effort = CpuEffort(piece_seconds=30, whole_seconds=30)
    with limited(effort):
        assert or_plain(lambda: "rendered", lambda: "plain") == "rendered"
    assert not effort.interrupted


def test_all_is_plain_once_all_seconds_are_spent() -> None:
    with limited(CpuEffort(piece_seconds=5, whole_seconds=0.05)):
        assert or_plain(for_ever, lambda: "plain") == "plain"
        assert or_plain(lambda: "rendered", lambda: "plain") == "plain"


def test_an_error_is_told_and_disarms() -> None:
    def fail() -> str:
        raise LookupError

    with limited(CpuEffort(piece_seconds=30, whole_seconds=30)), pytest.raises(LookupError):
        or_plain(fail, lambda: "plain")
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


def test_a_piece_of_a_piece_has_no_limit_of_its_own() -> None:
    def outer() -> str:
        return or_plain(for_ever, lambda: "inner")

    with limited(CpuEffort(piece_seconds=0.05, whole_seconds=1)):
        assert or_plain(outer, lambda: "outer") == "outer"


def test_other_threads_are_not_interrupted() -> None:
    effort = CpuEffort(piece_seconds=30, whole_seconds=30)
    found: list[str] = []

    def elsewhere() -> None:
        with limited(effort):
            found.append(or_plain(lambda: "rendered", lambda: "plain"))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == ["rendered"]


def test_without_an_effort_everything_is_rendered() -> None:
    assert or_plain(lambda: "rendered", lambda: "plain") == "rendered"

"""Limits rendering by CPU seconds; a signal interrupts a piece that takes longer.

Python looks for signals in its own loops and while it matches regular expressions. Code that does
not look (a library in C or Rust) is ended by the second timer, which kills the process.

The interpreter ignores errors in finalisers and callbacks of the garbage collector, so the signal
comes again and again until the piece ends, and nothing is collected meanwhile.
"""

import gc
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

_Rendered = TypeVar("_Rendered")

_AGAIN_SECONDS = 0.02  # the first signal may raise in a callback whose errors a library ignores


class _TooSlow(BaseException):
    """Not an Exception, so that interrupted code does not handle it as its own error."""


class CpuEffort:
    """Limits of CPU seconds for one piece and for all pieces; beyond them, pieces are plain.

    Works in the main thread; elsewhere nothing is interrupted. `interrupted` tells whether any
    piece was.
    """

    def __init__(self, *, piece_seconds: float, whole_seconds: float) -> None:
        self._piece_seconds = piece_seconds
        self._left = whole_seconds
        self._is_armed = False
        self._fired = False
        self.interrupted = False

    def render_or_fall_back(
        self, render: Callable[[], _Rendered], plain: Callable[[], _Rendered]
    ) -> _Rendered:
        """Call `render`; if it takes too long, call `plain` instead."""
        if self._is_armed or threading.current_thread() is not threading.main_thread():
            return render()  # nested in another piece
        if self._left <= 0:
            return plain()
        limit = min(self._piece_seconds, self._left)
        began = time.process_time()
        collects = gc.isenabled()
        gc.disable()
        before = signal.signal(signal.SIGVTALRM, self._interrupt)
        try:
            rendered = self._run_within(limit, render)
        except _TooSlow:
            self._stop_timers()
        finally:
            signal.signal(signal.SIGVTALRM, before)
            if collects:
                gc.enable()
            spent = time.process_time() - began
            self._left -= max(spent, limit) if self._fired else spent
        if self._fired:  # even if it was ignored: a filter may not have done its work
            self._fired = False
            self.interrupted = True
            return plain()
        return rendered

    def _run_within(self, seconds: float, render: Callable[[], _Rendered]) -> _Rendered:
        try:
            self._is_armed = True
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN_SECONDS)
            return render()
        finally:
            self._stop_timers()

    def _stop_timers(self) -> None:
        self._is_armed = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self._is_armed:
            self._fired = True
            raise _TooSlow


class NoEffort:
    """Renders everything plain."""

    interrupted = False

    def render_or_fall_back(
        self, render: Callable[[], _Rendered], plain: Callable[[], _Rendered]
    ) -> _Rendered:
        return plain()

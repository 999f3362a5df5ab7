"""Keep sessions open for further requests."""

import threading
from dataclasses import dataclass
from typing import Self

from kriterion.sandbox.run import Run
from kriterion.sandbox.session import Session, SessionAnswer, SessionSandbox


@dataclass(frozen=True, kw_only=True, slots=True)
class _KeptSession:
    """A session, and what it was opened for."""

    tool: str
    run: Run
    session: Session


class Sessions:
    """At most `maximum` sessions at a time, each for one tool.

    A tool that several threads ask at once gets several sessions, if there is room. If not, the
    session that has been idle longest is closed; if none is idle, the thread waits.
    """

    def __init__(self, sandbox: SessionSandbox, *, maximum: int) -> None:
        if maximum < 1:
            raise ValueError(f"maximum must be at least 1, not {maximum}")
        self._sandbox = sandbox
        self._maximum = maximum
        self._idle: list[_KeptSession] = []  # most recently used last
        self._busy = 0
        self._closed = False
        self._changed = threading.Condition()

    def ask(self, tool: str, run: Run, request: bytes) -> SessionAnswer:
        """Return the tool's answer; `run` says how to start it. Raises as Sandbox.run does."""
        kept = self._take(tool, run)
        try:
            return kept.session.ask(request)
        finally:
            self._put_back(kept)

    def close(self) -> None:
        """End all sessions, busy ones after their answer."""
        with self._changed:
            self._closed = True
            idle, self._idle = self._idle, []
            self._changed.notify_all()
        for kept in idle:
            kept.session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, tool: str, run: Run) -> _KeptSession:
        """Return an idle session of this tool, started with this run."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._idle or self._has_room())
            if self._closed:
                raise ValueError("these sessions are closed")
            kept = next((kept for kept in reversed(self._idle) if _is_for(kept, tool, run)), None)
            leaving = None if kept or self._has_room() else self._idle[0]
            if known := kept or leaving:
                self._idle.remove(known)
            self._busy += 1
        if kept is not None:
            return kept
        try:
            if leaving is not None:
                leaving.session.close()
            return _KeptSession(tool=tool, run=run, session=self._sandbox.open(run))
        except BaseException:
            self._free_room()
            raise

    def _put_back(self, kept: _KeptSession) -> None:
        with self._changed:
            if not self._closed:
                self._idle.append(kept)
        if self._closed:
            kept.session.close()
        self._free_room()

    def _free_room(self) -> None:
        with self._changed:
            self._busy -= 1
            self._changed.notify()

    def _has_room(self) -> bool:
        return self._busy + len(self._idle) < self._maximum


def _is_for(kept: _KeptSession, tool: str, run: Run) -> bool:
    return kept.tool == tool and kept.run == run

"""A sandbox for tests that plays given outcomes and records the runs."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kriterion.sandbox.run import Ending, Outcome, Probe, Run, discard_output
from kriterion.sandbox.session import REQUESTS, Session, SessionAnswer

FINE = Outcome(
    ending=Ending.EXITED,
    exit_status=0,
    signal=None,
    stdout=b"",
    stderr=b"",
    wall_seconds=0.0,
    cpu_seconds=0.0,
    peak_memory_bytes=0,
    backend="rehearsed",
)


class Rehearsed:
    """Every run has the same `outcome`, and writes these `pieces` to stdout one after the other.

    A number among the pieces is a pause in seconds. An exception as outcome is raised after the
    pieces. Without pieces, the outcome's stdout is written at once. Sessions give these `answers`
    in turn. `runs` are the runs that were started, one per process of a session; `requests` are the
    sessions' requests.
    """

    backend = "rehearsed"

    def __init__(
        self,
        outcome: Outcome | Exception = FINE,
        *,
        pieces: Iterable[bytes | float] = (),
        answers: Iterable[SessionAnswer] = (),
        probe: Probe | None = None,
    ) -> None:
        self.runs: list[Run] = []
        self.requests: list[bytes] = []
        self._answers = iter(answers)
        self._outcome = outcome
        self._pieces = tuple(pieces)
        self._probe = probe or Probe(backend=self.backend)

    def probe(self) -> Probe:
        """Return the given probe; by default, everything works."""
        return self._probe

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        """Play the outcome."""
        self.runs.append(run)
        cancelled = cancelled or threading.Event()
        stdout = b""
        for piece in self._pieces or self._all_at_once():
            if isinstance(piece, bytes):
                stdout += piece
                receive(piece)
            else:
                cancelled.wait(piece)
            if cancelled.is_set():
                return replace(FINE, ending=Ending.CANCELLED, exit_status=None, stdout=stdout)
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return replace(self._outcome, stdout=stdout)

    def open(self, run: Run, *, requests: int = REQUESTS) -> Session:
        """Open a session that plays the answers."""

        def begin() -> _Played:
            self.runs.append(run)
            return _Played(self._answers, self.requests)

        return Session(begin, requests=requests)

    def _all_at_once(self) -> tuple[bytes, ...]:
        content = self._outcome.stdout if isinstance(self._outcome, Outcome) else b""
        return (content,) if content else ()


class _Played:
    """A process of a session."""

    def __init__(self, answers: Iterator[SessionAnswer], requests: list[bytes]) -> None:
        self._answers = answers
        self._requests = requests

    def is_ready(self) -> bool:
        return True

    def ask(self, request: bytes, cancelled: threading.Event) -> SessionAnswer:
        self._requests.append(request)
        return next(self._answers)

    def close(self) -> None: ...

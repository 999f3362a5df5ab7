"""A session: a tool that stays in its sandbox and answers one request after the other."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, Self

from kriterion.sandbox.frames import MAXIMUM_BYTES
from kriterion.sandbox.run import Ending, Run, Sandbox

# A process is replaced after this many requests, and with it memory that it leaked or hoarded.
REQUESTS = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionAnswer:
    """The result of one request.

    `content` is the answer, or None. Without an answer the process is gone: `ending` says how it
    ended, or `violation` which protocol error it was ended for. `stderr` is the end of its error
    output during the request. `peak_memory_bytes` is the process's so far. `enforced` is as in an
    Outcome.
    """

    content: bytes | None
    ending: Ending | None = None
    exit_status: int | None = None
    violation: str = ""
    stderr: bytes = b""
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    enforced: Mapping[str, str] = field(default_factory=dict)


class Respondent(Protocol):
    """One process that answers."""

    def is_ready(self) -> bool:
        """Whether it is alive and has done nothing unexpected since its last answer."""

    def ask(self, request: bytes, cancelled: threading.Event) -> SessionAnswer:
        """Send a request and wait for the answer."""

    def close(self) -> None:
        """End it and everything it started."""


class Session:
    """A tool that answers requests, and is restarted when its process fails.

    A process answers up to `requests` requests, or until one goes wrong: a limit, a crash, an
    answer that is not a frame, unexpected output. The next request gets a new process. Requests of
    several threads are answered one after the other.
    """

    def __init__(self, begin: Callable[[], Respondent], *, requests: int = REQUESTS) -> None:
        """Start the first process. Raises what `begin` raises: as Sandbox.run does."""
        if requests < 1:
            raise ValueError(f"requests must be at least 1, not {requests}")
        self._begin = begin
        self._requests = requests
        self._asked = 0
        self._respondent: Respondent | None = None
        self._closed = threading.Event()
        # A process dies with the thread that started it, so this thread starts all of them; being
        # one, it also serialises their requests.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="kriterion-session")
        try:
            self._thread.submit(self._prepare).result()
        except BaseException:
            self.close()
            raise

    def ask(self, request: bytes) -> SessionAnswer:
        """Return the answer to a request. Raises as Sandbox.run does if no process starts."""
        if len(request) > MAXIMUM_BYTES:
            raise ValueError(f"a request of {len(request):,} bytes does not fit into a frame")
        self._require_open()
        return self._thread.submit(self._ask, request).result()

    def close(self) -> None:
        """End the process, even during a request, and everything it started."""
        if not self._closed.is_set():
            self._closed.set()
            self._thread.submit(self._end).result()
            self._thread.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _require_open(self) -> None:
        if self._closed.is_set():
            raise ValueError("this session is closed")

    def _ask(self, request: bytes) -> SessionAnswer:
        self._require_open()  # it may have been closed while this request waited
        respondent = self._prepare()
        self._asked += 1
        try:
            answer = respondent.ask(request, self._closed)
        except BaseException:
            self._end()
            raise
        if answer.content is None or self._asked >= self._requests:
            self._end()
        return answer

    def _prepare(self) -> Respondent:
        """Return the process that answers next."""
        if self._respondent is not None and not self._respondent.is_ready():
            self._end()
        if self._respondent is None:
            self._respondent = self._begin()
            self._asked = 0
        return self._respondent

    def _end(self) -> None:
        respondent, self._respondent = self._respondent, None
        if respondent is not None:
            respondent.close()


class SessionSandbox(Sandbox, Protocol):
    """A sandbox in which tools can stay."""

    def open(self, run: Run, *, requests: int = REQUESTS) -> Session:
        """Start a tool that stays: it reads frames from stdin and answers each with one on stdout.

        Of `run.limits`, time and output apply to each request, the others to each process.
        `run.stdin` precedes the first frame. Raises as `run` does.
        """

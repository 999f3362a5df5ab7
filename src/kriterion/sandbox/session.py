"""A session: one tool that stays in its sandbox and answers one request after the other."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, Self

from kriterion.sandbox.frames import MAXIMUM_BYTES
from kriterion.sandbox.run import Ending, Run, Sandbox

# A process is replaced after so many: what it forgets to free, or kept on purpose, goes with it.
REQUESTS = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What became of one request.

    `content` is the answer; None when there is none. Then the process is gone: `ending` says how
    it ended, or `violation` what it wrote against the rules, for which it was ended. `stderr` is
    the end of what it wrote there meanwhile. `peak_memory_bytes` is of the process so far.
    `enforced` is as in an Outcome.
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
        """Whether it lives and has done nothing since its last answer that it should not."""

    def ask(self, request: bytes, cancelled: threading.Event) -> Answer:
        """Give it a request and wait for the answer."""

    def close(self) -> None:
        """End it and everything it has started."""


class Session:
    """A tool that is asked, whatever happens to the processes that answer.

    A process answers until it has had `requests` requests, or until a request goes wrong: by a
    limit, a crash, an answer that is no frame, output that nobody asked for. The next request
    gets a fresh one. Requests of several threads are answered one after the other.
    """

    def __init__(self, begin: Callable[[], Respondent], *, requests: int = REQUESTS) -> None:
        """Start the first process. Raises what `begin` raises: as Sandbox.run does."""
        if requests < 1:
            raise ValueError(f"{requests} requests: a process answers one at least")
        self._begin = begin
        self._requests = requests
        self._asked = 0
        self._respondent: Respondent | None = None
        self._closed = threading.Event()
        # A process dies with the thread that started it: so this one starts all of them, and
        # being one, it also keeps their requests in order.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="kriterion-session")
        try:
            self._thread.submit(self._prepare).result()
        except BaseException:
            self.close()
            raise

    def ask(self, request: bytes) -> Answer:
        """The answer to a request. Raises as Sandbox.run does when no process can be started."""
        if len(request) > MAXIMUM_BYTES:
            raise ValueError(f"a request of {len(request):,} bytes does not fit into a frame")
        self._must_be_open()
        return self._thread.submit(self._ask, request).result()

    def close(self) -> None:
        """End the process, also in the middle of a request, and everything it has started."""
        if not self._closed.is_set():
            self._closed.set()
            self._thread.submit(self._end).result()
            self._thread.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _must_be_open(self) -> None:
        if self._closed.is_set():
            raise ValueError("this session is closed")

    def _ask(self, request: bytes) -> Answer:
        self._must_be_open()  # it may have been closed while this request stood in line
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
        """The process that answers next."""
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
        """Start a tool that stays: it reads frames from stdin, and writes one to stdout for each.

        Of `run.limits`, those of time and output hold for each request, the others for each
        process. `run.stdin` comes before the first frame. Raises as `run` does.
        """

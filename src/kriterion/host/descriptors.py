"""How many descriptors this process may open, and what they suffice for."""

import resource
from dataclasses import dataclass

from kriterion.errors import OperatorError

MAX_DESCRIPTORS = 65_536  # more is useless, and slows programs that close all inherited descriptors
PER_RUN = 64  # 54 during its start (measured), about 20 afterwards
PER_PAGE = 3  # a thread's database connection (SQLite: two files), and a request body on disk
ACCEPTED_AT_ONCE = 4  # connections that the event loop accepts in one round
_REFUSED = 5 * ACCEPTED_AT_ONCE  # rounds that it takes to refuse and close one
MAX_PAGES = 64  # requests answered at once; further ones wait
_MAX_CONNECTIONS = 10_000
REMEDY = (
    "raise the limit of open files: ulimit -n 4096 before the start,"
    " LimitNOFILE=65536 in systemd's unit, --ulimit nofile=65536 of docker and podman"
)
_PROCESS_DESCRIPTORS = 48  # the program, its event loop, and threads that are not counted below
_FEW_STREAMS = 200  # a lecture hall that follows its feedback
_LEAST_PAGES = 4
_LEAST_CONNECTIONS = 24


@dataclass(frozen=True, kw_only=True, slots=True)
class Allotment:
    """How a process divides its descriptors.

    It assesses `runs` submissions at once, answers `pages` requests, and accepts `connections`, of
    which `streams` may be event streams.
    """

    limit: int
    runs: int
    asked_runs: int
    serves: bool = True
    pages: int = MAX_PAGES
    connections: int = _MAX_CONNECTIONS
    streams: int = _MAX_CONNECTIONS

    @property
    def is_low(self) -> bool:
        """Whether the limit restricts this process."""
        if self.runs < self.asked_runs:
            return True
        return self.serves and (self.pages < MAX_PAGES or self.streams < _FEW_STREAMS)

    @property
    def description(self) -> str:
        """Describe what the limit suffices for."""
        allotted = []
        if self.asked_runs:
            allotted.append(f"{self.runs} of {self.asked_runs} submissions at once")
        if self.serves:
            allotted.append(
                f"{self.connections} connections, {self.streams} of them for live feedback"
            )
        return f"only {self.limit} files may be open at once: enough for {', '.join(allotted)}"


def raise_limit() -> int:
    """Raise the soft limit to the maximum; return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def allot(limit: int, *, runs: int, serves: bool = True, tries_sandbox: bool = False) -> Allotment:
    """Divide the descriptors of a process that assesses `runs` at once and may serve pages.

    `tries_sandbox` means that it checks the sandbox even if it assesses nothing. Raises
    OperatorError if there are too few for anything.
    """
    one_run = PER_RUN if runs else 0
    trial = PER_RUN if runs or tries_sandbox else 0
    least = _PROCESS_DESCRIPTORS + trial + one_run
    if serves:
        least += PER_PAGE * _LEAST_PAGES + _LEAST_CONNECTIONS + _REFUSED
    if limit < least:
        raise OperatorError(
            f"this process may open {limit} files at once, and needs {least}",
            fix=REMEDY,
        )
    left = limit - _PROCESS_DESCRIPTORS - trial
    kept = least - _PROCESS_DESCRIPTORS - trial - one_run  # reserved for pages
    possible = max((left - max(kept, left // 3 if serves else 0)) // PER_RUN, 1)
    granted = min(runs, possible)
    if not serves:
        return Allotment(limit=limit, runs=granted, asked_runs=runs, serves=False)
    left -= granted * PER_RUN
    pages = min(max(left // 3 // PER_PAGE, _LEAST_PAGES), MAX_PAGES)
    connections = min(left - pages * PER_PAGE - _REFUSED, _MAX_CONNECTIONS)
    return Allotment(
        limit=limit,
        runs=granted,
        asked_runs=runs,
        pages=pages,
        connections=connections,
        streams=connections * 3 // 4,
    )


_settled: Allotment | None = None


def set_up_allotment(*, runs: int, serves: bool = True, tries_sandbox: bool = False) -> Allotment:
    """Raise this process's limit and divide it. Raises as `allot` does."""
    global _settled
    _settled = allot(raise_limit(), runs=runs, serves=serves, tries_sandbox=tries_sandbox)
    return _settled


def get_allotment() -> Allotment:
    """Return this process's allotment, or a generous default."""
    return _settled or Allotment(limit=MAX_DESCRIPTORS, runs=0, asked_runs=0)

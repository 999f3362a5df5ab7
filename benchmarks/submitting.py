"""How fast submissions are accepted while workers judge, and by the function alone.

Also how soon killed workers judge again. DATABASE_URL may name an empty PostgreSQL database; the
default is SQLite. KRITERION_BESIDE may name a checkout of another version with the same migrations,
whose server is measured in turn with ours.
"""

import os
import re
import signal
import socket
import statistics
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks import served_site as site

STUDENTS = 250
CLIENTS = 8
SECONDS = 20.0
PACE = 60.0  # submissions per second
ROUNDS = 3
BURSTS = 10  # of each: pages of each checkout, and the function
BURST_SECONDS = 2.0


def main() -> None:
    with site.temporary_site() as data:
        _measure(data)


def _measure(data: Path) -> None:
    activity = site.clock(data, times=1, pause=0)
    cookies = site.make_people(STUDENTS)
    beside = os.environ.get("KRITERION_BESIDE")
    checkouts = {"": None} | ({} if beside is None else {f" {beside}": Path(beside)})
    for _ in range(ROUNDS):
        for name, checkout in checkouts.items():
            with site.served(data, workers=2, checkout=checkout) as (port, _):
                _by_page(f"pages, {PACE:.0f} a second, 2 workers{name}", port, activity, cookies)
    _compare_paths(data, activity, cookies, checkouts)
    with site.served(data, workers=2) as (port, pid):
        _kill_workers(port, pid, activity, cookies[0])


def _by_page(name: str, port: int, activity: int, cookies: Sequence[str]) -> None:
    judged = _count_judged()
    durations, rate = _time_calls(_make_page_client(port, activity, cookies), SECONDS, PACE)
    print(f"  {rate:6.1f} accepted a second  {_describe(durations)}  {name}")
    print(f"    {_count_judged() - judged} judged meanwhile")
    _cancel_waiting()


def _make_page_client(
    port: int, activity: int, cookies: Sequence[str]
) -> Callable[[int, int], None]:
    """Return a function that submits by the page; each client keeps a connection."""
    clients = [PageClient(port, activity) for _ in range(CLIENTS)]

    def submit(client: int, number: int) -> None:
        clients[client].submit(cookies[number % STUDENTS], f"number{number}")

    return submit


class PageClient:
    """Submits over one connection, with little processor time: the site has to share the machine.

    `http.client` takes several times as long to write a request and to read the answer.
    """

    _LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")

    def __init__(self, port: int, activity: int) -> None:
        self._address = ("127.0.0.1", port)
        self._path = f"/activities/{activity}/submit"
        self._socket: socket.socket | None = None

    def submit(self, cookie: str, text: str) -> None:
        """Submit as a browser without JavaScript does."""
        body = f"csrfmiddlewaretoken={'a' * 32}&name=a.txt&text={text}"
        if self._socket is None:
            self._socket = socket.create_connection(self._address)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(
            (
                f"POST {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}"
            ).encode()
        )
        answer = self._read_answer(self._socket)
        if b"/submissions/" not in answer:
            raise RuntimeError(f"not accepted: {answer[:200]!r}")

    def _read_answer(self, connection: socket.socket) -> bytes:
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._receive(connection)
        length = self._LENGTH.search(received, 0, end + 2)
        size = end + 4 + (int(length[1]) if length else 0)
        while len(received) < size:
            received += self._receive(connection)
        return received

    def _receive(self, connection: socket.socket) -> bytes:
        part = connection.recv(65536)
        if not part:
            raise RuntimeError("the site closed the connection")
        return part


def _compare_paths(
    data: Path,
    activity: int,
    cookies: Sequence[str],
    checkouts: Mapping[str, Path | None],
) -> None:
    """Submit at full speed by pages and by the function, in turn and in short bursts.

    Other load on the machine, and its changing speed, then affect both alike.
    """
    with ExitStack() as stack:
        paths: dict[str, Callable[[], Callable[[int, int], None]]] = {}
        for name, checkout in checkouts.items():
            port, _ = stack.enter_context(site.served(data, workers=0, checkout=checkout))
            paths[f"pages{name}"] = partial(_make_page_client, port, activity, cookies)
        paths["the function alone"] = partial(_make_function_client, activity)
        rates: dict[str, list[float]] = {name: [] for name in paths}
        for burst in range(BURSTS + 1):
            for name, make_client in paths.items():
                _, rate = _time_calls(make_client(), BURST_SECONDS, None, _close_connections)
                _cancel_waiting()
                if burst > 0:  # the first fills caches
                    rates[name].append(rate)
    alone = rates["the function alone"]
    for name, found in rates.items():
        ratios = [rate / other for rate, other in zip(found, alone, strict=True)]
        print(
            f"  {statistics.median(found):6.1f} accepted a second, no workers, median of {BURSTS}"
            f"  {statistics.median(ratios):.2f} of the function"
            f" ({min(ratios):.2f} to {max(ratios):.2f})  {name}"
        )


def _count_judged() -> int:
    from kriterion.web.submissions.models import Submission, SubmissionState

    return Submission.objects.filter(state=SubmissionState.FINISHED).count()


def _cancel_waiting() -> None:
    from kriterion.web.submissions.models import Submission, SubmissionState

    waiting = Submission.objects.filter(state=SubmissionState.QUEUED)
    waiting.update(state=SubmissionState.CANCELLED)


def _kill_workers(port: int, pid: int, activity: int, cookie: str) -> None:
    """Print how long after their death the workers have judged a submission."""
    from kriterion.web.submissions.models import Submission, SubmissionState

    workers = site.find_workers_process(pid)
    submission = site.submit_solution(port, activity, cookie, "before")
    states = Submission.objects.filter(state=SubmissionState.FINISHED)
    while not states.filter(pk=submission).exists():
        time.sleep(0.01)
    os.kill(workers, signal.SIGKILL)
    began = time.perf_counter()
    submission = site.submit_solution(port, activity, cookie, "after")
    while not states.filter(pk=submission).exists():
        time.sleep(0.01)
    print(f"  {time.perf_counter() - began:.1f} s from the workers' death to the next verdict")


def _make_function_client(activity: int) -> Callable[[int, int], None]:
    """Return a function that submits without pages, to measure the database alone."""
    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.models import Activity
    from kriterion.web.submissions.models import Submission
    from kriterion.web.submissions.services.submit import submit_files

    users = list(User.objects.all())
    found = Activity.objects.get(pk=activity)

    def submit(_: int, number: int) -> None:
        intake = submit_files(users[number % len(users)], found, {"a.txt": "x"}, language="en")
        if not isinstance(intake, Submission):
            raise RuntimeError(intake.reason)

    return submit


def _close_connections() -> None:
    from django.db import connections

    connections.close_all()


def _time_calls(
    act: Callable[[int, int], None],
    seconds: float,
    pace: float | None,
    last: Callable[[], None] = lambda: None,
) -> tuple[list[float], float]:
    """Return each call's seconds and the calls per second.

    Clients act together at a pace, or each one as fast as it can.
    """
    durations: list[float] = []
    lock = threading.Lock()
    number = 0
    began = time.perf_counter()

    def client(index: int) -> None:
        nonlocal number
        while time.perf_counter() - began < seconds:
            with lock:
                mine, number = number, number + 1
            due = began if pace is None else began + mine / pace
            time.sleep(max(0.0, due - time.perf_counter()))
            since = (
                time.perf_counter() if pace is None else due
            )  # a late start counts as waiting time
            act(index, mine)
            durations.append(time.perf_counter() - since)
        last()

    clients = [threading.Thread(target=client, args=(index,)) for index in range(CLIENTS)]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    return durations, len(durations) / (time.perf_counter() - began)


def _describe(durations: Sequence[float]) -> str:
    parts = statistics.quantiles(durations, n=100)
    return "  ".join(f"p{part} {parts[part - 1] * 1000:.0f} ms" for part in (50, 95, 99))

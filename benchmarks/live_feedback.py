"""How soon a judge's output reaches an open page, and what many open pages cost.

DATABASE_URL may name an empty PostgreSQL database; the default is SQLite.
"""

import asyncio
import os
import re
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path

from benchmarks import served_site as site

ROUNDS = 15
STREAMS = 500
WORDS = 60
PAUSE = 0.5
WAITING = 5_000  # in the queue
WATCHERS = 500  # of their positions
POLLS = 10

_TOLD = re.compile(rb"said at (\d+\.\d+)")


def main() -> None:
    with site.temporary_site() as data:
        _measure(data)


def _measure(data: Path) -> None:
    short = site.clock(data, times=2, pause=0.3)
    long = site.clock(data, times=WORDS, pause=PAUSE)
    cookies = site.make_people(ROUNDS)
    followers = site.make_people(STREAMS, "administrator")  # who may follow others' submissions
    with site.served(data, workers=2) as (port, pid):
        first = [
            _measure_first(port, site.submit_solution(port, short, cookie, "x"), cookie)
            for cookie in cookies
        ]
        _report("first words of a judge to its follower", first)
        submission = site.submit_solution(port, long, cookies[0], "x")
        before = _read_cpu_seconds(pid)
        since = time.perf_counter()
        delays = asyncio.run(_follow_all(port, submission, followers))
        share = (_read_cpu_seconds(pid) - before) / (time.perf_counter() - since)
        _report(f"every word to {STREAMS} followers, who came at once", delays)
        print(f"  {share:.0%} of one processor; {len(delays):,} of {WORDS * STREAMS:,} words live")
        _report("the same without the first third", delays[len(delays) // 3 :])
    _measure_queue_watching(short)


def _measure_queue_watching(activity: int) -> None:
    """Measure the processor time for the positions of WATCHERS, beside reading one at a time."""
    from kriterion.web.accounts.models import User
    from kriterion.web.submissions.live.poll import ChangePosition, poll
    from kriterion.web.submissions.models import Submission, SubmissionState
    from kriterion.web.submissions.queue.wait_estimate import (
        estimate_wait,
        load_pace,
        read_waiting_line,
    )

    user = User.objects.order_by("pk").first()
    rows = (
        Submission(user=user, activity_id=activity, number=10_000 + number, turn=number, files={})
        for number in range(WAITING)
    )
    Submission.objects.bulk_create(rows, batch_size=500)
    queued = Submission.objects.filter(state=SubmissionState.QUEUED).order_by("pk")
    watched = list(queued[:: WAITING // WATCHERS])
    known = {row.pk: ChangePosition(attempt=0, changes=0) for row in watched}
    load_pace()
    poll(known)
    together = _time_processor(lambda: (read_waiting_line(), poll(known)), POLLS)
    single = _time_processor(lambda: [estimate_wait(row) for row in watched], 1)
    print(
        f"  {together * 1000:.1f} ms of processor time for the positions of {len(watched)} among"
        f" {WAITING:,}, {single / together:.0f} times less than one by one"
    )


def _time_processor(act: Callable[[], object], times: int) -> float:
    """Return the mean processor time of this process in seconds."""
    since = time.process_time()
    for _ in range(times):
        act()
    return (time.process_time() - since) / times


def _measure_first(port: int, submission: int, cookie: str) -> float:
    """Return the delay of the judge's first output."""
    delays = asyncio.run(_follow(port, submission, cookie))
    return delays[0]


async def _follow_all(port: int, submission: int, cookies: Sequence[str]) -> list[float]:
    """Return all delays, in the order of the judge's output."""
    messages = await asyncio.gather(*(_follow(port, submission, cookie) for cookie in cookies))
    return [delay for word in zip_longest(*messages) for delay in word if delay is not None]


async def _follow(port: int, submission: int, cookie: str) -> list[float]:
    """Follow a submission to its end; return the age of each output on arrival."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET /submissions/{submission}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    writer.write(f"{request}Cookie: {cookie}\r\nConnection: close\r\n\r\n".encode())
    delays = []
    while line := await reader.readline():
        delays += [time.time() - float(moment) for moment in _TOLD.findall(line)]
    writer.close()
    return delays


def _read_cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _report(name: str, delays: Sequence[float]) -> None:
    parts = statistics.quantiles(delays, n=100)
    text = "  ".join(f"p{part} {parts[part - 1] * 1000:.0f} ms" for part in (50, 95, 99))
    print(f"  {text}  {name}")

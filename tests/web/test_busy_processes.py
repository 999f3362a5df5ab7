"""Busy processes hold few connections to PostgreSQL, and wait for each other without an error."""

import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path

import psycopg
import pytest

from tests.web.browser_requests import MAKE, Browser
from tests.web.forked_program import ForkedProgram, run_forked
from tests.web.postgresql import cluster
from tests.web.site_process import (
    KRITERION,
    SiteProcess,
    data_directory,
    make_environment,
    serve_site,
)
from tests.web.site_python import run_crowd, run_python

pytestmark = [
    pytest.mark.machine,
    pytest.mark.long(reason="a site and a worker on a cluster of their own"),
]

MAX_CONNECTIONS = 6  # of a process
SLOTS = 4
SUBMISSIONS = 30
READERS = 12  # more than pages that are made at once
FOLLOWERS = 6
SITE, WORKER = "site", "worker"
PAGES = ("/", "/activities/1/", "/submissions/1/")


def test_a_busy_site_and_a_busy_worker_have_six_connections_each() -> None:
    with cluster() as database, data_directory() as data:
        variables = {**make_environment(data), "DATABASE_URL": database.url}
        migrate = (*KRITERION, "manage", "migrate", "--verbosity=0")
        run_forked(migrate, variables, check=True)
        run_crowd(variables, "hand-in", str(SUBMISSIONS))
        run_python(variables, MAKE)
        with (
            serve_site(data, "--workers", "0", DATABASE_URL=database.url, PGAPPNAME=SITE) as site,
            count_connections(database.url) as most,
            read_pages(site) as statuses,
            run_worker(data, {**variables, "PGAPPNAME": WORKER}) as worker,
            psycopg.connect(database.url, autocommit=True) as looking,
        ):
            while count_waiting(looking):
                assert worker.poll() is None
                time.sleep(0.1)
            states = looking.execute(
                "SELECT state, attempt, count(*) FROM submissions_submission GROUP BY 1, 2"
            ).fetchall()
    assert states == [("finished", 1, SUBMISSIONS)]
    assert statuses.keys() == {200}
    assert 0 < most[SITE] <= MAX_CONNECTIONS
    assert 0 < most[WORKER] <= MAX_CONNECTIONS


def count_waiting(looking: psycopg.Connection) -> int:
    waiting = "SELECT count(*) FROM submissions_submission WHERE state IN ('queued', 'running')"
    [(number,)] = looking.execute(waiting).fetchall()
    return int(number)


@contextmanager
def count_connections(url: str) -> Iterator[Counter[str]]:
    """Count the connections of each program; yields the highest numbers so far."""
    most: Counter[str] = Counter()

    def look() -> None:
        rows = counting.execute(
            "SELECT application_name, count(*) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' GROUP BY 1"
        )
        for name, number in rows.fetchall():
            most[name] = max(most[name], number)

    with psycopg.connect(url, autocommit=True) as counting, repeat(look):
        yield most


@contextmanager
def run_worker(data: Path, variables: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    command = (sys.executable, "-m", "tests.web.submissions.busy_worker", str(SLOTS))
    process = ForkedProgram(command, env=variables, stdin=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.communicate()


@contextmanager
def read_pages(site: SiteProcess) -> Iterator[Counter[int]]:
    """Read pages and follow submissions all the time; yields the numbers of answers by status.

    0 is the status of a page without an answer.
    """
    statuses: Counter[int] = Counter()
    browser = Browser(site)
    assert browser.log_in()[0] == 200

    def read(number: int) -> None:
        try:
            status, _ = browser.get(PAGES[number % len(PAGES)])
        except (OSError, HTTPException):
            status = 0
        statuses[status] += 1

    def follow(number: int) -> None:
        request = urllib.request.Request(
            f"{site.address}/submissions/{number * 5 + 1}/events",
            headers={"Cookie": browser.cookies},
        )
        with suppress(OSError), urllib.request.urlopen(request, timeout=60) as stream:
            while stream.readline():
                pass

    calls = [lambda number=number: read(number) for number in range(READERS)]
    calls += [lambda number=number: follow(number) for number in range(FOLLOWERS)]
    with repeat(*calls):
        yield statuses


@contextmanager
def repeat(*calls: Callable[[], None]) -> Iterator[None]:
    """Repeat each call in a thread of its own while the context is open."""
    ended = threading.Event()

    def run(call: Callable[[], None]) -> None:
        while not ended.wait(0.01):
            call()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()

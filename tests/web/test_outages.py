"""A real site whose disk is full or whose database is away: honest, and nobody's code is lost."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.browser_requests import MAKE, PASSWORD, Browser, read_returned_code
from tests.web.postgresql import Cluster, cluster
from tests.web.site_process import (
    data_directory,
    get_health,
    make_environment,
    serve_site,
    wait_for_settled_health,
)
from tests.web.site_python import run_crowd, run_python
from tests.web.trial import can_mount, fill

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(900),
    pytest.mark.long(reason="a fault trial on a running site"),
]


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until it is; the test's own limit ends what never comes."""
    while not is_so():
        time.sleep(0.2)


# --- The disk

# Migrations leave a log of megabytes, which would have room for many submissions.
TRUNCATE_LOG = (
    "from django.db import connection as c; c.cursor().execute('PRAGMA wal_checkpoint(TRUNCATE)')"
)


@pytest.fixture
def small_disk() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """A data directory, and the command inside of which it is a file system of 48 MB."""
    if not can_mount():
        pytest.skip("mounting a small file system needs root, with CAP_SYS_ADMIN")
    with data_directory() as data:
        data.mkdir(mode=0o711, exist_ok=True)
        script = 'mount -t tmpfs -o size=48m,mode=0711 none "$1" && shift && exec "$@"'
        yield data, ("unshare", "--mount", "sh", "-c", script, "sh", str(data))


def test_a_full_disk_loses_nobodys_code(small_disk: tuple[Path, tuple[str, ...]]) -> None:
    data, inside = small_disk
    with serve_site(data, "--workers", "0", inside=inside) as site:
        environment = make_environment(data)
        enter = ("nsenter", f"--target={site.pid}", "--mount", f"--wdns={Path.cwd()}")
        run_crowd(environment, "hand-in", "1", inside=enter)
        run_python(environment, MAKE, inside=enter)
        browser, late = Browser(site), Browser(site)
        assert browser.log_in()[0] == 200
        wait_until(lambda: get_health(site)[1]["disk"] == "ok")
        run_python(environment, TRUNCATE_LOG, inside=enter)
        filler = Path(f"/proc/{site.pid}/root{data}/filler")
        fill(filler)
        status, messages = wait_for_settled_health(site)
        assert (status, messages["disk"]) == (503, "full")
        kept = lost = 0
        for number in range(25):  # until the database has no place left in its files
            code = f"# {number} é <b>\n" + "x = 1\n" * 9_000
            status, page = browser.submit(code)
            if status == 200:
                kept += 1
                continue
            assert status == 503
            assert "Nothing can be saved at the moment" in page
            assert read_returned_code(page) == code
            lost += 1
            if lost == 3:
                break
        assert lost == 3
        status, page = late.log_in()
        assert status in (200, 503)  # a session is small, and may find some place
        assert PASSWORD not in page
        filler.unlink()
        wait_until(lambda: get_health(site)[1]["disk"] == "ok")
        assert wait_for_settled_health(site)[1]["database"] == "ok"
        status, page = browser.submit("x = 2\n")
        assert status == 200
        listed = browser.get("/submissions/")[1]
        assert len(set(re.findall(r'href="/submissions/(\d+)/"', listed))) == kept + 1


# --- The database


@pytest.fixture
def postgresql() -> Iterator[Cluster]:
    with cluster() as database:
        yield database


def test_an_unavailable_or_frozen_database_loses_nobodys_code(postgresql: Cluster) -> None:
    with (
        data_directory() as data,
        serve_site(data, "--workers", "1", DATABASE_URL=postgresql.url) as site,
    ):
        environment = {**make_environment(data), "DATABASE_URL": postgresql.url}
        run_crowd(environment, "hand-in", "1")
        run_python(environment, MAKE)
        browser = Browser(site)
        assert browser.log_in()[0] == 200
        wait_until(lambda: get_health(site)[0] == 200)

        postgresql.freeze()
        try:
            status, messages = get_health(site)
            assert (status, messages["database"]) == (503, "no answer")
        finally:
            postgresql.thaw()
        wait_until(lambda: get_health(site)[0] == 200)

        postgresql.stop()
        try:
            wait_until(lambda: get_health(site)[1]["database"] == "failed")
            assert get_health(site)[0] == 503
            code = "# é <b>\nx = 1\n"
            status, page = browser.submit(code)
            assert status == 503
            assert read_returned_code(page) == code
            status, page = browser.get("/")
            assert status == 503
        finally:
            postgresql.start()
        wait_until(lambda: get_health(site)[0] == 200)

        status, page = browser.submit(code)
        assert status == 200
        match = re.search(r"/submissions/\d+/", page)  # a crash leaves out numbers
        assert match
        wait_until(lambda: 'data-state="finished"' in browser.get(match[0])[1])

"""The server is killed while it assesses: nothing is lost, and nothing is judged twice."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.crowd_files import FILES
from tests.web.site_process import SiteProcess, data_directory, make_environment, serve_site
from tests.web.site_python import run_crowd

SUBMISSIONS = 50


def run_crowd_process(data: Path, *words: str) -> str:
    return run_crowd(make_environment(data), *words)


def freeze_while_it_assesses(site: SiteProcess, data: Path) -> list[dict[str, Any]]:
    """Freeze the server while some submissions are over, some run and some wait; report on all.

    Between two submissions nothing runs: then it goes on, and is frozen again. On a busy machine
    all may be over before anybody looks: then more are handed in.
    """
    while True:
        site.freeze()
        rows: list[dict[str, Any]] = json.loads(run_crowd_process(data, "report"))
        states = Counter(row["state"] for row in rows)
        if states["finished"] and states["running"] and states["queued"]:
            return rows
        site.thaw()
        if not states["queued"]:
            run_crowd_process(data, "hand-in-more", str(SUBMISSIONS))
        time.sleep(0.02)


@pytest.fixture
def data() -> Iterator[Path]:
    with data_directory() as place:
        yield place


@pytest.mark.machine
@pytest.mark.long(reason="a fault trial on a running site")
def test_a_killed_server_loses_nothing_and_judges_nothing_twice(data: Path) -> None:
    with serve_site(data, "--workers", "2") as site:
        run_crowd_process(data, "hand-in", str(SUBMISSIONS))
        before = freeze_while_it_assesses(site, data)
        site.kill()
    cut_off = [row["state"] for row in before].count("running")
    assert cut_off <= 2
    with serve_site(data, "--workers", "2"):
        while int(run_crowd_process(data, "progress")) < len(before):
            time.sleep(0.5)
    rows = json.loads(run_crowd_process(data, "report"))
    assert [(row["state"], row["status"]) for row in rows] == [
        ("finished", FILES[row["file"]]) for row in rows
    ]
    assert all(row["kept"] == row["status"] and row["assessed"] == 1 for row in rows)
    assert len(rows) == len(before)
    history = Counter((row["user"], row["number"]) for row in rows)
    assert set(history.values()) == {1}
    assert [row["attempt"] for row in rows].count(2) == cut_off
    assert all(row["attempt"] <= 2 for row in rows)

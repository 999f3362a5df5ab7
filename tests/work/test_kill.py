"""The server is killed while it assesses: nothing is lost, and nothing is judged twice."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.work.crowd_files import FILES
from tests.work.site_process import data_directory, environment, serving

SUBMISSIONS = 50
PATIENCE_SECONDS = 240.0


def crowd(data: Path, *words: str) -> str:
    command = (sys.executable, "-m", "tests.work.crowd", *words)
    return subprocess.run(
        command, env=environment(data), check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture
def data() -> Iterator[Path]:
    with data_directory() as place:
        yield place


@pytest.mark.machine
@pytest.mark.long(reason="a fault trial on a running site")
def test_a_killed_server_loses_nothing_and_judges_nothing_twice(data: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    with serving(data, "--workers", "2") as site:
        crowd(data, "hand-in", str(SUBMISSIONS))
        while int(crowd(data, "progress")) < 5:
            assert time.monotonic() < deadline
        site.kill()
    before = json.loads(crowd(data, "report"))
    cut_off = [row["state"] for row in before].count("running")
    assert 0 < cut_off <= 2
    assert [row["state"] for row in before].count("queued") > 0
    with serving(data, "--workers", "2"):
        while int(crowd(data, "progress")) < SUBMISSIONS:
            assert time.monotonic() < deadline
            time.sleep(0.5)
    rows = json.loads(crowd(data, "report"))
    assert [(row["state"], row["status"]) for row in rows] == [
        ("finished", FILES[row["file"]]) for row in rows
    ]
    assert all(row["kept"] == row["status"] and row["assessed"] == 1 for row in rows)
    assert len(rows) == SUBMISSIONS
    history = Counter((row["user"], row["number"]) for row in rows)
    assert set(history.values()) == {1}
    assert [row["attempt"] for row in rows].count(2) == cut_off
    assert all(row["attempt"] <= 2 for row in rows)

"""A worker that shares no directory with the site judges what it fetches: exercises, tools, all."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.web.forked_program import ForkedProgram
from tests.web.postgresql import cluster
from tests.web.site_process import KRITERION, data_directory, make_environment, serve_site
from tests.web.site_python import run_python

pytestmark = [
    pytest.mark.machine,
    pytest.mark.long(reason="PostgreSQL, a site and a worker, each with its own data directory"),
]

# A representer that an administrator added, in a directory that only the site's machine has.
ADD_TOOL = """
import django; django.setup()
import sys
from pathlib import Path
from kriterion.web.tools import tool_fetching
from kriterion.web.tools.models import Tool
tool = Tool.objects.create(
    kind="representer", name="echo", directory=sys.argv[1], image="kriterion",
    programming_languages=["python"],
)
tool_fetching.fetch(tool)
tool.refresh_from_db()
print(tool.state, tool.digest)
"""

LOAD = """
import django; django.setup()
from kriterion.web.accounts.models import User
from kriterion.web.demo.demo_loading import load_demo
User.objects.all().delete()  # the first administrator, whose name the demo gives to its own
load_demo()
"""

REPORT = """
import django; django.setup()
import json
from kriterion.web.submissions.models import Submission
rows = Submission.objects.select_related("activity", "assessment").order_by("pk")
print(json.dumps([
    [row.activity.path, row.state, row.status, row.failures, row.attempt,
     getattr(row, "assessment", None) is not None and sorted(row.assessment.versions),
     getattr(row, "assessment", None) is not None
     and getattr(row.assessment.record.representer, "status", None)]
    for row in rows
]))
"""


def run(data: Path, *words: str, **variables: str) -> str:
    done = subprocess.run(
        words,
        env={**make_environment(data), **variables},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


@contextmanager
def run_worker(data: Path, **variables: str) -> Iterator["subprocess.Popen[str]"]:
    """A worker with a data directory of its own."""
    command = (*KRITERION, "worker", "--concurrency", "2", "--data", str(data))
    process = ForkedProgram(command, env={**make_environment(data), **variables}, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def test_a_worker_without_the_sites_directories_judges_the_demo(tmp_path: Path) -> None:
    tool = tmp_path / "echo"
    (tool / "bin").mkdir(parents=True)
    (tool / "bin" / "run.sh").write_text(
        '#!/bin/sh\ncat "$2"/*.py > "$3/representation.txt"\necho "{}" > "$3/mapping.json"\n'
    )
    (tool / "bin" / "run.sh").chmod(0o755)
    with cluster() as made, data_directory() as site_data, data_directory() as worker_data:
        database = {"DATABASE_URL": made.url}
        with serve_site(site_data, "--workers", "0", DATABASE_URL=made.url) as site:
            run(site_data, sys.executable, "-c", LOAD, **database)
            added = run(site_data, sys.executable, "-c", ADD_TOOL, str(tool), **database)
            assert len(added.split()[1]) == 64, added
            command = (*KRITERION, "manage", "worker_token", "add", "worker-1")
            token = run(site_data, *command, **database).strip()
            # The worker has no such file.
            (tool / "bin" / "run.sh").rename(tool / "bin" / "hidden")
            fetched = {
                **database,
                "KRITERION_CONTENT_URL": site.address,
                "KRITERION_CONTENT_TOKEN": token,
            }
            with run_worker(worker_data, **fetched) as worker:

                def rows() -> list[list[object]]:
                    assert worker.poll() is None, "the worker ended"
                    found: list[list[object]] = json.loads(
                        run_python({**make_environment(site_data), **database}, REPORT)
                    )
                    return found

                judged = rows()
                while any(row[1] in ("queued", "running", "blocked") for row in judged):
                    time.sleep(1)
                    judged = rows()
    # The demo makes up two rows that nothing assesses: a cancelled one and a failed one.
    assert [row[1] for row in judged if row[1] != "finished"] == ["cancelled", "failed"]
    assert {(row[3], row[4]) for row in judged if row[1] == "finished"} == {(0, 1)}
    by_path = {str(row[0]): row for row in judged}
    assert {"barcode", "basics/clock"} <= by_path.keys()
    accepted = [row[2] for row in judged if row[0] == "barcode"]
    assert "correct" in accepted
    assert "representer" in by_path["barcode"][5]  # type: ignore[operator]
    assert "generated" in [row[6] for row in judged if row[0] == "barcode"]

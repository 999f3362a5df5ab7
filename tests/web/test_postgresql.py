"""The queue and the site on PostgreSQL: the same tests on a cluster of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.cli.server.data_directory import prepare_directory
from tests.web.forked_program import run_forked
from tests.web.postgresql import cluster
from tests.web.site_process import KRITERION, make_environment

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(1800),
    pytest.mark.long(reason="the tests of the work and of the site once more"),
]

HERE = Path(__file__).parent
# What depends on the database: queries, locks, transactions, notifications, the order of rows, the
# texts that it takes. Of about the same length, so that they share the processors; few, because
# each starts a cluster, Django and pytest, and migrates.
GROUPS = {
    "work": (
        *("submissions/queue", "submissions/test_series_times.py", "submissions/live"),
        *("submissions/announcements", "submissions/pages"),
        *(
            f"rejudging/test_{name}.py"
            for name in ("apply", "dry_run", "pages", "races", "workers")
        ),
    ),
    "workers": (
        *("submissions/engines", "submissions/worker/test_submission_worker.py"),
        *("submissions/worker/test_image_routing.py", "submissions/worker/test_schema_watch.py"),
        *("submissions/test_submit.py", "submissions/test_queue_trials.py"),
        *("submissions/test_queue_property.py", "tools/test_machine.py", "test_fetching.py"),
    ),
    "database": (
        *("database/test_migrate.py", "database/test_schema_version.py"),
        *("database/test_new_database.py", "backups/test_backup.py"),
        *("server/test_health.py", "server/test_unavailable.py", "test_odd_requests.py"),
    ),
    "learning": (
        *("learning", "student_view", "announcements", "calendar_feed", "pinned_courses"),
        "experiments",
    ),
    "teaching": (
        *("equivalence", "comment_reports", "class_versions", "course_skills"),
        *("repository_management", "similarity/test_comparison.py"),
        *("gradebook/test_results.py", "feedback_notices", "administration"),
    ),
}
# Of what pages show of a run, no more than the row that holds it depends on the database.
PAGES = ("learning", "teaching")
NO_SANDBOX = "not machine"
# In those directories, but about time: what is rendered and parsed, and by which process. The
# queries of the same pages are in the groups.
NOT_AGAIN = (
    "submissions/pages/test_slow_submissions.py",
    "learning/workspace/test_slow_texts.py",
)


@pytest.fixture
def database_url() -> Iterator[str]:
    """A cluster that is reached by a socket in its own directory, and gone afterwards."""
    with cluster() as database:
        yield database.url


def _run_again(database_url: str, tmp_path: Path, *places: Path, only: str = "") -> None:
    """Run tests once more, on that database: those with the markers `only`."""
    files = [str(place) for place in (HERE / "test_database_under_test.py", *places)]
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    left_out = [f"--ignore={HERE / place}" for place in NOT_AGAIN]
    result = subprocess.run(
        (*command, f"--basetemp={tmp_path / 'again'}", f"-m={only}", *left_out, *files),
        cwd=HERE.parents[1],
        env={
            **os.environ,
            "DATABASE_URL": database_url,  # settings are read before a conftest is
            "KRITERION_TESTS_DATABASE_URL": database_url,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-5000:]
    assert " passed" in result.stdout


def test_what_is_left_out_exists() -> None:
    assert [place for place in NOT_AGAIN if not (HERE / place).is_file()] == []


@pytest.mark.parametrize("group", GROUPS)
def test_the_tests_of_a_group_pass_on_postgresql(
    database_url: str, tmp_path: Path, group: str
) -> None:
    only = NO_SANDBOX if group in PAGES else ""
    _run_again(database_url, tmp_path, *(HERE / place for place in GROUPS[group]), only=only)


def test_a_killed_server_on_postgresql_loses_nothing(database_url: str, tmp_path: Path) -> None:
    _run_again(database_url, tmp_path, HERE / "test_kill.py")


def test_a_site_can_move_to_postgresql_and_to_another_machine(
    database_url: str, tmp_path: Path
) -> None:
    """By a portable backup, then by one of PostgreSQL's own, and back by a portable one."""

    def run(database: str, data: Path, *command: str) -> str:
        variables = make_environment(data)
        if database:
            variables["DATABASE_URL"] = database
        return run_forked(command, variables, cwd=tmp_path, check=True).stdout

    crowd = (sys.executable, "-m", "tests.web.crowd")
    small, first, second, third = (
        tmp_path / name for name in ("small", "postgres", "second", "third")
    )
    prepare_directory(small, demo=False)
    run("", small, *KRITERION, "manage", "migrate", "--verbosity=0")
    run("", small, *crowd, "hand-in", "7")
    run("", small, *KRITERION, "backup", str(tmp_path / "portable.tgz"), "--portable")
    run(database_url, first, *KRITERION, "restore", str(tmp_path / "portable.tgz"))
    result = run("", small, *crowd, "report")
    assert json.loads(result)
    assert run(database_url, first, *crowd, "report") == result
    run(database_url, first, *crowd, "hand-in-more", "1")  # new rows get new numbers
    result = run(database_url, first, *crowd, "report")
    # Named as the database is, and from where it lies: still all of it is in the backup.
    run(database_url, first, *KRITERION, "backup", "dump.tgz", "--data", first.name)
    other = database_url.removesuffix("postgres") + "other"
    create = "from django.db import connection as c; c.cursor().execute('create database other')"
    run(database_url, first, *KRITERION, "manage", "shell", "--no-imports", "--command", create)
    run(other, second, *KRITERION, "restore", str(tmp_path / "dump.tgz"))
    assert run(other, second, *crowd, "report") == result
    assert (second / "secret-key").read_text() == (small / "secret-key").read_text()
    run(other, second, *KRITERION, "backup", str(tmp_path / "back.tgz"), "--portable")
    run("", third, *KRITERION, "restore", str(tmp_path / "back.tgz"))
    assert run("", third, *crowd, "report") == result
    run("", third, *crowd, "hand-in-more", "1")
